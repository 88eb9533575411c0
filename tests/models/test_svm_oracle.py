"""KernelSVC against scikit-learn's SVC on the same Gram matrices: objectives and f, never α, which need not be
unique.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models.svm import KernelSVC
from kernviz.solvers.problem import EPS


def _data(name: str, n: int = 48) -> tuple[Array, Array]:
    rng = np.random.default_rng(7)
    if name == "xor":
        X = rng.uniform(-1, 1, (n, 2))
        return X, np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    if name == "sine":
        X = rng.uniform(-2, 2, (n, 2))
        return X, np.where(X[:, 1] > np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=n), 1, -1)
    if name == "apart":
        y = np.where(np.arange(n) % 2, 1, -1)
        return rng.normal(size=(n, 2)) + 4 * y[:, None], y
    if name == "twins":  # every point four times, with contradicting labels
        return np.tile(rng.normal(size=(n // 4, 2)), (4, 1)), np.where(rng.random(n) < 0.5, 1, -1)
    X = rng.integers(-2, 3, (n, 2)).astype(float)  # lattice: rank-deficient and degenerate
    return X, np.where(X.sum(1) + rng.integers(0, 2, n) > 0, 1, -1)


KERNELS: tuple[Kernel, ...] = (Linear(), Polynomial(2), RBF(0.1), RBF(2.0), RBF(1.0) * Polynomial(3) + Linear())


def _objectives(K: Array, y: Array, b: Array, intercept: float, C: float) -> tuple[float, float]:
    """(primal, dual) from scratch."""
    f = K @ b + intercept
    half = float(b @ K @ b) / 2
    return half + C * float(np.maximum(0, 1 - y * f).sum()), float(np.abs(b).sum()) - half


@pytest.mark.sampled(3)
@pytest.mark.parametrize("C", [1e-2, 1.0, 1e2, 1e4, 1e6])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("name", ["xor", "sine", "apart", "twins", "lattice"])
def test_agrees_with_libsvm(name: str, kernel: Kernel, C: float) -> None:
    X, y = _data(name)
    K = kernel(X)
    ours = KernelSVC(kernel, C=C).fit(X, y)
    oracle = SVC(kernel="precomputed", C=C, tol=1e-9, max_iter=200_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it does not end on polynomials with C ≥ 1e4
        oracle.fit(K, y)
    theirs = np.zeros(len(y))
    theirs[oracle.support_] = oracle.dual_coef_[0]

    # our conditions of optimality, written out again from the Gram matrix, α and b alone
    closeness = y * (K @ ours.dual_coef_ + ours.intercept_)
    natural = np.abs(ours.alpha_ - np.clip(ours.alpha_ - (closeness - 1), 0, C)).max()
    terms = float((np.abs(K) @ ours.alpha_).max())
    assert natural <= max(1e-9, 32 * EPS * terms)
    assert np.all(np.abs(closeness[ours.free_] - 1) <= max(1e-9, 32 * EPS * terms))
    assert abs(ours.dual_coef_.sum()) <= 32 * EPS * ours.alpha_.sum()

    primal, dual = _objectives(K, y, ours.dual_coef_, ours.intercept_, C)
    # what the roundings of f amount to, once in Σ α y f and once in C Σ ξ
    noise = 64 * EPS * (1 + terms) * (float(ours.alpha_.sum()) + C * len(y))
    squared = EPS * terms * float(ours.alpha_.sum())  # what the roundings of K b amount to in ‖w‖² = bᵀK b
    assert ours.certificate_.dual == pytest.approx(dual, rel=1e-12, abs=squared)
    assert ours.certificate_.primal == pytest.approx(primal, abs=noise)  # theirs counts the roundoff of f as slack
    assert abs(primal - dual) <= noise
    # whatever libsvm found lies on the right side of both our values …
    upper, lower = _objectives(K, y, theirs, float(oracle.intercept_[0]), C)
    assert upper >= dual - noise
    assert lower <= primal + noise + 1e-9 * C  # its Σ αy is zero to its own tolerance
    # … and no farther from our w than its own gap allows: ½‖w − w*‖² ≤ P(w) − P*
    apart = theirs - ours.dual_coef_
    assert apart @ K @ apart / 2 <= upper - primal + noise + 1e-9 * C
    if oracle.n_iter_[0] < 200_000 and C <= 1e2:
        reach = np.sqrt(2 * max(upper - primal, 0) * np.diag(K).max())
        np.testing.assert_allclose(
            K @ theirs + oracle.intercept_, K @ ours.dual_coef_ + ours.intercept_, atol=1e-7 + 2 * reach
        )


def test_the_comparison_is_not_vacuous() -> None:
    """A machine at another C must fail the bound that libsvm's passes."""
    X, y = _data("sine")
    K = RBF(2.0)(X)
    one, other = KernelSVC(RBF(2.0), C=1.0).fit(X, y), KernelSVC(RBF(2.0), C=1.5).fit(X, y)
    _, dual = _objectives(K, y, one.dual_coef_, one.intercept_, 1.0)
    primal, _ = _objectives(K, y, other.dual_coef_, other.intercept_, 1.0)
    assert primal > dual + 1e-3
