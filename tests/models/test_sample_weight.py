"""Weights of points: as scikit-learn has them, as repeated points, certified, and refused in words."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge as RidgeOracle
from sklearn.svm import SVC

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models.certificate import kkt_residual
from kernviz.models.ridge import KernelRidge
from kernviz.models.svm import KernelSVC, NotSeparableError

KERNELS: tuple[Kernel, ...] = (Linear(), Polynomial(2), RBF(0.5), RBF(2.0) + Linear())
each_kernel = pytest.mark.parametrize("k", KERNELS, ids=str)
INF = float("inf")


def data(seed: int, n: int = 40) -> tuple[Array, Array, Array]:
    """Points of two overlapping classes, their labels, and weights of which a sixth is 0."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    w = rng.uniform(0.1, 4.0, n)
    w[::6] = 0.0
    return rng.normal(size=(n, 2)) + 0.6 * y[:, None], y, w


# ---- support vector machine ------------------------------------------------------------------------------------------


@each_kernel
@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("engine", ["libsvm", "cvxopt"])
def test_a_weighted_machine_is_scikit_learns(k: Kernel, C: float, engine: str) -> None:
    X, y, w = data(3)
    ours = KernelSVC(k, C, engine).fit(X, y, sample_weight=w)
    used = w > 0  # libsvm confuses the columns of a given matrix where a weight is 0
    theirs = SVC(kernel="precomputed", C=C, tol=1e-9).fit(k(X[used]), y[used], sample_weight=w[used])
    Z = np.random.default_rng(9).normal(size=(50, 2))
    f = theirs.decision_function(k(Z, X[used]))
    np.testing.assert_allclose(ours.decision_function(Z), f, atol=1e-3, rtol=1e-3)  # libsvm keeps K in float32
    a = np.zeros(used.sum())
    a[theirs.support_] = theirs.dual_coef_[0]
    dual = np.abs(a).sum() - a @ k(X[used]) @ a / 2
    assert dual == pytest.approx(ours.certificate_.dual, rel=1e-8)
    assert ours.certificate_.dual >= dual * (1 - 1e-10)
    assert ours.certificate_.optimal


@each_kernel
@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
def test_the_conditions_of_optimality_hold_with_a_limit_for_each_point(k: Kernel, C: float) -> None:
    """Recomputed from α, b and the Gram matrix; the objective values meet."""
    X, y, w = data(4)
    m = KernelSVC(k, C).fit(X, y, sample_weight=w)
    margins = y * m.decision_function(X)
    some = w > 0
    assert max(kkt_residual(m.alpha_[[i]], margins[[i]], C * w[i]) for i in np.flatnonzero(some)) < 1e-8
    assert (m.alpha_[~some] == 0).all()
    assert (m.alpha_ <= C * w).all()
    assert abs(m.dual_coef_.sum()) < 1e-10 * m.alpha_.sum()
    norm2 = m.dual_coef_ @ k(X) @ m.dual_coef_
    primal = norm2 / 2 + C * float(w @ np.maximum(1 - margins, 0))
    assert primal == pytest.approx(m.alpha_.sum() - norm2 / 2, rel=1e-9)
    assert m.certificate_.primal == pytest.approx(primal, rel=1e-9)
    np.testing.assert_array_equal(np.sort(np.r_[m.free_, m.bounded_]), m.support_)
    np.testing.assert_array_equal(m.alpha_[m.bounded_], (C * w)[m.bounded_])


def test_a_weight_is_a_number_of_copies() -> None:
    X, y, _ = data(5)
    times = np.random.default_rng(1).integers(0, 4, len(X))
    weighted = KernelSVC(RBF(1.0), 2.0).fit(X, y, sample_weight=times)
    copied = KernelSVC(RBF(1.0), 2.0).fit(X.repeat(times, axis=0), y.repeat(times))
    np.testing.assert_allclose(weighted.decision_function(X), copied.decision_function(X), atol=1e-8)
    assert weighted.certificate_.primal == pytest.approx(copied.certificate_.primal, rel=1e-10)


def test_weights_of_one_are_no_weights() -> None:
    X, y, _ = data(6)
    plain, ones = KernelSVC(RBF(1.0)).fit(X, y), KernelSVC(RBF(1.0)).fit(X, y, sample_weight=np.ones(len(X)))
    np.testing.assert_array_equal(plain.alpha_, ones.alpha_)
    np.testing.assert_array_equal(KernelRidge().fit(X, y).dual_coef_, KernelRidge().fit(X, y, 1.0).dual_coef_)


def test_a_moved_machine_keeps_its_weights() -> None:
    X, y, w = data(7)
    for start in (w, w + 0.1):
        near = KernelSVC(RBF(1.0), 1.0).fit(X, y, sample_weight=start).moved(RBF(1.3), 3.0)
        anew = KernelSVC(RBF(1.3), 3.0).fit(X, y, sample_weight=start)
        np.testing.assert_allclose(near.decision_function(X), anew.decision_function(X), atol=1e-8)
        assert near.certificate_.optimal


def test_a_hard_margin_knows_no_weight_but_none() -> None:
    X = np.array([[0.0, 0], [1, 0], [3, 0], [4, 0], [4, 0]])
    y = np.array([-1, -1, 1, 1, -1])
    with pytest.raises(NotSeparableError, match="rows 3 and 4"):
        KernelSVC(Linear(), INF).fit(X, y, sample_weight=[1, 2, 3, 4, 5])
    m = KernelSVC(Linear(), INF).fit(X, y, sample_weight=[1, 2, 3, 4, 0])
    assert m.margin_ == pytest.approx(1.0)
    assert m.alpha_[4] == 0
    assert m.certificate_.optimal
    assert len(KernelSVC(Linear(), 1.0).fit(X, y, sample_weight=[1, 2, 3, 4, 0]).solver_trace()) > 2


# ---- ridge regression ------------------------------------------------------------------------------------------------


@each_kernel
@pytest.mark.parametrize("ridge", [1e-3, 0.5, 20.0])
def test_a_weighted_ridge_is_scikit_learns(k: Kernel, ridge: float) -> None:
    X, y, w = data(8)
    ours = KernelRidge(k, ridge).fit(X, y + X[:, 0], sample_weight=w)
    theirs = RidgeOracle(alpha=ridge, kernel="precomputed").fit(k(X), y + X[:, 0], sample_weight=w)
    Z = np.random.default_rng(9).normal(size=(50, 2))
    np.testing.assert_allclose(ours.predict(Z), theirs.predict(k(Z, X)), rtol=1e-7, atol=1e-9)
    assert ours.certificate_.optimal
    rest = y + X[:, 0] - ours.predict(X)
    assert ours.certificate_.primal == pytest.approx((w @ rest**2 + ridge * ours.weight_norm2_) / 2, rel=1e-10)
    assert ours.certificate_.dual == pytest.approx(ours.certificate_.primal, rel=1e-9)


@pytest.mark.parametrize("ridge", [0.0, 0.1])
def test_left_out_errors_of_a_weighted_ridge_are_those_of_a_new_training(ridge: float) -> None:
    X, y, w = data(9, 18)
    k = Linear() if ridge == 0 else RBF(1.0)
    m = KernelRidge(k, ridge).fit(X, y, sample_weight=w)
    anew = []
    for i in range(len(X)):
        rest = np.delete(np.arange(len(X)), i)
        anew.append(y[i] - KernelRidge(k, ridge).fit(X[rest], y[rest], sample_weight=w[rest]).predict(X[[i]])[0])
    np.testing.assert_allclose(m.left_out(), anew, atol=1e-9)
    np.testing.assert_allclose(m.path([ridge]).fitted[0], m.predict(X), atol=1e-10)


def test_the_band_of_a_weighted_ridge_is_that_of_its_copies() -> None:
    """A weight is how many times a point was measured: the noise of its mean is ridge/weight."""
    X, y, _ = data(10, 15)
    times = np.random.default_rng(2).integers(0, 4, len(X))
    weighted = KernelRidge(RBF(1.0), 0.3).fit(X, y, sample_weight=times)
    copied = KernelRidge(RBF(1.0), 0.3).fit(X.repeat(times, axis=0), y.repeat(times))
    np.testing.assert_allclose(weighted.std(X), copied.std(X), atol=1e-10)
    np.testing.assert_allclose(weighted.predict(X), copied.predict(X), atol=1e-10)
    np.testing.assert_allclose(weighted.at(2.0).predict(X), copied.at(2.0).predict(X), atol=1e-10)


# ---- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, 2], r"shape \(2,\) for 4 points"),
        ([1, -1, 1, 1], "≥ 0"),
        ([1, np.nan, 1, 1], "finite"),
        ([0] * 4, "every sample weight is zero"),
    ],
)
def test_weights_that_cannot_be_meant_are_refused(weights: list[float], words: str) -> None:
    X, y = np.arange(8.0).reshape(4, 2), np.array([-1, 1, -1, 1])
    for model in (KernelSVC(), KernelRidge()):
        with pytest.raises(ValueError, match=words):
            model.fit(X, y, sample_weight=weights)


def test_two_classes_need_a_weight_each() -> None:
    with pytest.raises(ValueError, match="only one class"):
        KernelSVC().fit([[0.0], [1.0], [2.0]], [-1, 1, 1], sample_weight=[0, 1, 1])
