"""Kernel ridge: the notes' numbers, exact leave-one-out errors, the Gaussian process it is, refusals in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as process_kernels
from sklearn.kernel_ridge import KernelRidge as Oracle
from sklearn.model_selection import GridSearchCV

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models.refusals import NotAKernelError
from kernviz.models.ridge import KernelRidge
from kernviz.models.ridge_path import RidgeSpectrum
from kernviz.solvers.qp import Status

KERNELS = [Linear(), Polynomial(2), Polynomial(3, 0.5, 1), RBF(0.3), RBF(20), RBF(1) * Polynomial(2) + Linear()]


def wave(n: int = 20, d: int = 2, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, d))
    return X, np.sin(2 * X[:, 0]) + X[:, -1] + 0.1 * rng.normal(size=n)


# ---- any ridge from one eigendecomposition ---------------------------------------------------------------------------


@pytest.mark.parametrize("k", KERNELS, ids=str)
@pytest.mark.parametrize("ridge", [0.0, 1e-9, 1e-6, 0.3, 1e4])
def test_at_another_ridge_is_a_new_training(k: Kernel, ridge: float) -> None:
    X, y = wave(25)
    first = KernelRidge(k, ridge=1.0).fit(X, y)
    before = first.dual_coef_.copy()
    moved, anew = first.at(ridge), KernelRidge(k, ridge=ridge).fit(X, y)
    assert moved.certificate_.optimal
    # α may be off by the condition number times eps, whoever solves for it; the objective then by that much of Σ|y − f|
    off = 25 * np.finfo(float).eps * (moved.condition_ if ridge else 1.0) * float(np.abs(y).max())
    rest = float(np.abs(y - anew.predict(X)).sum())
    assert moved.certificate_.primal == pytest.approx(anew.certificate_.primal, rel=1e-9, abs=1e-12 + off * rest)
    np.testing.assert_allclose(moved.predict(X), anew.predict(X), rtol=1e-9, atol=1e-9 + off)
    assert moved.spectrum_ is first.spectrum_
    assert (moved.ridge, first.ridge) == (ridge, 1.0)
    assert np.array_equal(first.dual_coef_, before)


def test_at_refuses_what_fit_refuses() -> None:
    X, y = wave(5)
    with pytest.raises(ValueError, match="ridge = -1 must be a finite number"):
        KernelRidge(RBF(1)).fit(X, y).at(-1)
    with pytest.raises(NotFittedError):
        KernelRidge(RBF(1)).at(1.0)


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_three_points_on_a_line() -> None:
    """σ² = 0.1, y = 2x: α = (.14184, .28369, .42553), w = 28/14.1."""
    X, y = np.array([[1.0], [2], [3]]), np.array([2.0, 4, 6])
    machine = KernelRidge(Linear(), ridge=0.1).fit(X, y)
    np.testing.assert_allclose(machine.dual_coef_, [0.14184, 0.28369, 0.42553], atol=5e-6)
    assert float((machine.dual_coef_ @ X)[0]) == pytest.approx(28 / 14.1, rel=1e-14)
    assert machine.weight_norm2_ == pytest.approx((28 / 14.1) ** 2, rel=1e-14)
    np.testing.assert_allclose(machine.predict([[10.0]]), 280 / 14.1)


def test_least_squares_needs_the_pseudo_inverse() -> None:
    """Erratum E23: n = 20, d = 2: K has rank 2, and Xᵀ(XXᵀ)⁻¹X is a projection of trace 2, not I."""
    X, y = wave(20, 2)
    machine = KernelRidge(Linear(), ridge=0).fit(X, y)
    assert machine.rank_ == 2
    assert machine.condition_ == np.inf
    assert machine.certificate_.stage == "pseudo-inverse"
    assert machine.path(0.0).effective_dof[0] == pytest.approx(2, rel=1e-14)
    weights = np.linalg.lstsq(X, y, rcond=None)[0]
    np.testing.assert_allclose(machine.dual_coef_ @ X, weights, rtol=1e-13)
    np.testing.assert_allclose(machine.predict(X), X @ weights, atol=1e-13)
    shortest = np.linalg.pinv(X @ X.T, rcond=1e-12) @ y
    np.testing.assert_allclose(machine.dual_coef_, shortest, atol=1e-13)


def test_ridge_makes_the_condition_finite() -> None:
    X, y = wave(20, 2)
    conditions = [KernelRidge(Linear(), ridge=r).fit(X, y).condition_ for r in (1.0, 1e-2, 1e-4)]
    assert conditions == sorted(conditions)
    assert conditions[0] == pytest.approx((np.linalg.eigvalsh(X @ X.T)[-1] + 1) / 1)


def test_primal_and_dual_solution_are_one() -> None:
    """w = (ΦᵀΦ + λI)⁻¹Φᵀt and w = Φᵀa agree, D × D against N × N."""
    X, y = wave(12, 2)
    k = Polynomial(2)
    features = kv.feature_map(k, d=2)
    assert features is not None
    F = features(X)
    weights = np.linalg.solve(F.T @ F + 0.3 * np.eye(F.shape[1]), F.T @ y)
    machine = KernelRidge(k, ridge=0.3).fit(X, y)
    np.testing.assert_allclose(F.T @ machine.dual_coef_, weights, atol=1e-12)
    assert machine.weight_norm2_ == pytest.approx(weights @ weights)


# ---- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ridge", [1e-6, 1e-2, 1.0, 1e3])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_scikit_learn_agrees(kernel: Kernel, ridge: float) -> None:
    X, y = wave(30)
    machine = KernelRidge(kernel, ridge=ridge).fit(X, y)
    oracle = Oracle(kernel="precomputed", alpha=ridge).fit(kernel(X), y)
    probe = np.random.default_rng(1).uniform(-2, 2, (10, 2))
    np.testing.assert_allclose(machine.predict(probe), oracle.predict(kernel(probe, X)), atol=1e-7)
    assert machine.certificate_.optimal
    assert machine.certificate_.primal == pytest.approx(machine.certificate_.dual, rel=1e-8)


@pytest.mark.parametrize("ridge", [1e-3, 0.5])
def test_kernel_ridge_is_the_mean_of_a_gaussian_process(ridge: float) -> None:
    X, y = wave(25)
    machine = KernelRidge(RBF(0.5), ridge=ridge).fit(X, y)
    process = GaussianProcessRegressor(process_kernels.RBF(1.0), alpha=ridge, optimizer=None).fit(X, y)
    probe = np.r_[np.random.default_rng(1).uniform(-4, 4, (15, 2)), X[:3]]
    mean, std = process.predict(probe, return_std=True)
    np.testing.assert_allclose(machine.predict(probe), mean, atol=1e-9)
    np.testing.assert_allclose(machine.std(probe), std, atol=1e-7)
    np.testing.assert_allclose(machine.std(probe, noise=True), np.sqrt(std**2 + ridge), atol=1e-7)


def test_without_a_ridge_there_is_no_doubt_at_a_training_point() -> None:
    X, y = wave(10)
    machine = KernelRidge(RBF(5), ridge=0).fit(X, y)
    np.testing.assert_allclose(machine.predict(X), y, atol=1e-12)
    assert machine.std(X).max() < 1e-6
    assert machine.std([[50.0, 50.0]])[0] == 1


# ---- leaving one out -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ridge", [0.0, 1e-8, 1e-2, 1.0])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_leave_one_out_errors_equal_those_of_retraining(kernel: Kernel, ridge: float) -> None:
    X, y = wave(12)
    machine = KernelRidge(kernel, ridge=ridge).fit(X, y)
    retrained = []
    for i in range(len(X)):
        rest = np.arange(len(X)) != i
        retrained.append(y[i] - KernelRidge(kernel, ridge=ridge).fit(X[rest], y[rest]).predict(X[i : i + 1])[0])
    np.testing.assert_allclose(machine.left_out(), retrained, rtol=1e-5, atol=1e-6)


def test_leave_one_out_without_ridge_where_a_point_stands_alone() -> None:
    """One image orthogonal to all others, which are dependent: the hat matrix is blind for it (its diagonal is 1)."""
    X, y = np.array([[1.0, 0], [2, 0], [3, 0], [0, 1]]), np.array([1.0, 2.5, 2.7, 4.0])
    machine = KernelRidge(Linear(), ridge=0).fit(X, y)
    errors = machine.left_out()
    assert errors[3] == pytest.approx(4.0)  # without it, nothing is known of its direction: f = 0
    slope = (2 * 2.5 + 3 * 2.7) / 13
    assert errors[0] == pytest.approx(1 - slope)


# ---- the path --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_path_is_every_machine_at_once(kernel: Kernel) -> None:
    X, y = wave(15)
    ridges = np.array([0.0, 1e-4, 0.1, 10.0])
    path = KernelRidge(kernel).fit(X, y).path(ridges)
    for j, ridge in enumerate(ridges):
        machine = KernelRidge(kernel, ridge=ridge).fit(X, y)
        np.testing.assert_allclose(path.fitted[j], machine.predict(X), atol=1e-8)
        np.testing.assert_allclose(kernel(X) @ path.dual_coef[j], machine.predict(X), atol=1e-8)
        assert path.weight_norm2[j] == pytest.approx(machine.weight_norm2_, rel=1e-5)
    assert np.all(np.diff(path.effective_dof) < 0)
    assert np.all(np.diff(path.weight_norm2) < 0)
    assert path.left_out_mean_square.shape == (4,)
    assert path.left_out_mean_square[path.best] == path.left_out_mean_square.min()


def test_spectrum_is_computed_when_asked_for_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, true = [], RidgeSpectrum.of
    monkeypatch.setattr(RidgeSpectrum, "of", lambda K: calls.append(1) or true(K))
    machine = KernelRidge(RBF(1), ridge=0.1).fit(*wave())
    machine.predict([[0.0, 0.0]])
    assert not calls
    machine.path([1, 2])
    machine.path([3])
    assert machine.rank_ == 20
    assert len(calls) == 1


# ---- edges and laws --------------------------------------------------------------------------------------------------


def test_a_ridge_lost_in_the_roundoff_of_the_gram_matrix_acts_as_none() -> None:
    X, y = wave()
    none, lost = KernelRidge(Linear(), ridge=0).fit(X, y), KernelRidge(Linear(), ridge=1e-20).fit(X, y)
    assert 1e-20 < lost.spectrum_.cutoff < 1e-12
    np.testing.assert_array_equal(lost.dual_coef_, none.dual_coef_)
    assert lost.certificate_.stage == "pseudo-inverse"


def test_the_solution_is_refined_once_for_its_residual(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver wrong by 10⁻⁶ leaves 10⁻¹² after the second time."""
    from kernviz.models import ridge

    X, y = wave()
    exact, solve = KernelRidge(RBF(1), 0.2).fit(X, y).dual_coef_, ridge.lapack.dpotrs
    monkeypatch.setattr(ridge.lapack, "dpotrs", lambda *a, **k: (solve(*a, **k)[0] * (1 + 1e-6), 0))
    np.testing.assert_allclose(KernelRidge(RBF(1), 0.2).fit(X, y).dual_coef_, exact, rtol=1e-11)


@pytest.mark.parametrize("c", [1e-6, 1e6])
def test_scaling_kernel_and_ridge_together_changes_no_prediction(c: float) -> None:
    X, y = wave()
    one, other = KernelRidge(RBF(1), 0.2).fit(X, y), KernelRidge(c * RBF(1), 0.2 * c).fit(X, y)
    np.testing.assert_allclose(other.predict(X), one.predict(X), rtol=1e-11)
    np.testing.assert_allclose(other.dual_coef_ * c, one.dual_coef_, rtol=1e-11)


def test_the_certificate_tells_a_wrong_machine() -> None:
    from kernviz.models.ridge_certificate import ridge_certificate

    X, y = wave()
    machine = KernelRidge(RBF(1), 0.2).fit(X, y)
    assert machine.certificate_.kkt < 1e-13
    wrong = ridge_certificate(RBF(1)(X), y, machine.dual_coef_ + 1e-6, 0.2, "Cholesky")
    assert not wrong.optimal
    assert wrong.gap > wrong.gap_tolerance
    true = machine.certificate_
    assert true.optimal
    for spoilt in ({"kkt": 1e-3}, {"balance": 1e-12}, {"primal": true.dual - 1e-3}, {"dual": float("nan")}):
        assert replace(true, **spoilt).status is Status.NUMERICAL  # type: ignore[arg-type]


def test_one_point_and_no_variation() -> None:
    one = KernelRidge(RBF(1), ridge=1.0).fit([[0.0]], [3.0])
    assert one.predict([[0.0]])[0] == pytest.approx(1.5)
    nothing = KernelRidge(Linear(), ridge=0).fit(np.zeros((3, 1)), [1.0, 2, 3])
    assert nothing.rank_ == 0
    assert nothing.certificate_.stage == "pseudo-inverse"
    np.testing.assert_array_equal(nothing.predict([[7.0]]), 0)
    np.testing.assert_array_equal(nothing.left_out(), [1, 2, 3])
    silent = KernelRidge(RBF(1), ridge=1.0).fit([[0.0], [1.0]], [0.0, 0.0])
    assert silent.certificate_.optimal


def test_grid_search_and_clone() -> None:
    X, y = wave(40)
    search = GridSearchCV(KernelRidge(RBF(1)), {"kernel__gamma": [0.1, 1.0], "ridge": [1e-3, 1.0]}, cv=2).fit(X, y)
    assert search.best_score_ > 0.8
    assert clone(search.best_estimator_).ridge == search.best_estimator_.ridge


@pytest.mark.parametrize("ridge", [-1, float("nan"), float("inf"), "1", None])
def test_ridge_must_be_a_number_not_below_zero(ridge: object) -> None:
    with pytest.raises(ValueError, match=r"ridge = .* must be a finite number ≥ 0"):
        KernelRidge(RBF(1), ridge=ridge).fit(*wave())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ridges = "):
        KernelRidge(RBF(1)).fit(*wave()).path([1.0, ridge])  # type: ignore[list-item]


def test_invalid_kernels_and_data_are_refused() -> None:
    X, y = wave()
    with pytest.raises(NotAKernelError, match="smallest eigenvalue"):
        KernelRidge(Polynomial(2, 1, -1)).fit(X, y)
    with pytest.raises(ValueError, match=r"k\(x_0, x_0\) = inf"):
        KernelRidge(Polynomial(20)).fit(1e20 * X, y)
    with pytest.raises(ValueError, match="kernel value at row 1 of X"):
        KernelRidge(Polynomial(20)).fit(X, y).predict([[0.0, 0], [1e20, 1e20]])
    with pytest.raises(ValueError, match=r"the weights overflow: .* targets 10³⁰⁸"):
        KernelRidge(1e-12 * RBF(1), ridge=1e-300).fit(X[:1], [1e308])
    with pytest.raises(NotFittedError):
        KernelRidge().std(X)
    with pytest.raises(NotFittedError):
        KernelRidge().path([1.0])


# ---- where rounding shows --------------------------------------------------------------------------------------------


def exact_predictions(k: Kernel, X: Array, y: Array, ridge: float) -> list[float]:
    """Return f at the training points, by elimination in fractions on the kernel's own values."""
    K = [[Fraction(value) for value in row] for row in k(X).tolist()]
    n = len(K)
    rows = [
        [K[i][j] + (Fraction(ridge) if i == j else 0) for j in range(n)] + [Fraction(target)]
        for i, target in enumerate(y.tolist())
    ]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [float(sum(a * row[-1] for a, row in zip(K[i], rows, strict=True))) for i in range(n)]


PLACES = {
    "apart": np.array([[0.0], [1.0], [2.5], [4.0], [5.0]]),
    "equal": np.zeros((5, 1)),
    "two places": np.array([[0.0], [0.0], [1.0], [1.0], [1.0]]),
    "far from 0": np.array([[0.0], [1.0], [2.0], [3.0], [4.0]]) + 1e5,
    "close": np.array([[0.0], [1.0], [2.0], [3.0], [4.0]]) * 1e-4,
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("X", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("k", [RBF(1), Linear(), 100 * RBF(1), Polynomial(2)], ids=str)
@pytest.mark.parametrize("ridge", [1e-14, 1e-12, 1e-9, 1e-6, 1e-3, 1.0])
def test_a_certified_machine_predicts_what_fractions_do(k: Kernel, X: Array, ridge: float) -> None:
    y = np.array([1.0, -2.0, 0.5, 3.0, -1.0])
    machine = KernelRidge(k, ridge).fit(X, y)
    if machine.certificate_.optimal and machine.certificate_.stage != "pseudo-inverse":
        off = np.abs(machine.predict(X) - exact_predictions(k, X, y, ridge)).max()
        assert off <= 4e-4 * np.abs(y).max()


def test_a_ridge_lost_in_rounding_is_told() -> None:
    X, y = PLACES["far from 0"], np.array([1.0, -2.0, 0.5, 3.0, -1.0])
    with pytest.warns(ConvergenceWarning, match=r"ridge = 0\.001 is lost in their rounding. Use a larger ridge, or 0"):
        machine = KernelRidge(Linear(), 1e-3).fit(X, y)
    assert machine.certificate_.status is Status.NUMERICAL
    assert KernelRidge(Linear(), 0.0).fit(X, y).certificate_.optimal
    assert KernelRidge(Linear(), 1e3).fit(X, y).certificate_.optimal
