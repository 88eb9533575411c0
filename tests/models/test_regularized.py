"""Tests of regularised risk minimisation, min (1/n) Σ ℓ + λ·αᵀGα.

The solutions are compared with scikit-learn on explicit features. Duality gaps, gradients and rejected input are
tested too.
"""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import kernviz as kv
from kernviz.models.regularized import Loss, dual_value, losses, minimise, penalty, slopes

LOSSES: tuple[Loss, ...] = ("squared", "hinge", "logistic")


def problem(n: int = 50, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.where(X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=n) > 0, 1.0, -1.0)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize("k", ["rbf(gamma=1)", "poly(degree=2)", "linear"])
def test_the_gap_closes_and_no_other_alpha_is_better(loss: Loss, lam: float, k: str) -> None:
    X, y = problem()
    G = kv.parse(k)(X)
    best = minimise(G, y, loss, lam)
    assert -1e-9 <= best.gap < 1e-8 * max(1.0, best.primal)
    assert best.norm2 == pytest.approx(best.alpha @ G @ best.alpha, rel=1e-9)
    if loss != "hinge":
        assert best.gradient < 1e-8
    rng = np.random.default_rng(1)
    for size in (1e-3, 1e-1, 10.0):
        other = best.alpha + size * rng.normal(size=len(y))
        value = losses(G @ other, y, loss).mean() + lam * other @ G @ other
        assert value >= best.primal - 1e-12
        assert dual_value(G, y, other, loss, lam) <= best.primal + 1e-9


@pytest.mark.parametrize("lam", [0.002, 0.05, 1.0])
def test_logistic_is_scikit_learns(lam: float) -> None:
    X, y = problem()
    k = kv.parse("poly(degree=2)")
    phi = kv.feature_map(k, d=2)
    assert phi is not None
    theirs = LogisticRegression(C=penalty(lam, len(y)), fit_intercept=False, tol=1e-12, max_iter=10_000).fit(phi(X), y)
    best = minimise(k(X), y, "logistic", lam)
    np.testing.assert_allclose(phi(X).T @ best.alpha, theirs.coef_[0], atol=2e-5)


@pytest.mark.parametrize("lam", [0.01, 0.1])
def test_hinge_solution_equals_scikit_learn_linear_svc_without_bias(lam: float) -> None:
    X, y = problem()
    k = kv.parse("poly(degree=2)")
    phi = kv.feature_map(k, d=2)
    assert phi is not None
    C = penalty(lam, len(y))
    theirs = LinearSVC(loss="hinge", C=C, fit_intercept=False, tol=1e-10, max_iter=1_000_000).fit(phi(X), y)
    best = minimise(k(X), y, "hinge", lam)
    np.testing.assert_allclose(phi(X).T @ best.alpha, theirs.coef_[0], atol=1e-4)
    signed = y * best.alpha
    assert signed.min() >= 0
    assert signed.max() <= C * (1 + 1e-12)


def test_squared_is_kernel_ridge() -> None:
    X, y = problem()
    k = kv.RBF(1.0)
    machine = kv.KernelRidge(k, ridge=0.02 * len(y)).fit(X, y)
    np.testing.assert_allclose(minimise(k(X), y, "squared", 0.02).alpha, machine.dual_coef_, atol=1e-12)


def test_slopes_are_the_derivatives() -> None:
    a, y, h = np.linspace(-3, 3, 13), np.where(np.arange(13) % 2, 1.0, -1.0), 1e-6
    for loss in ("squared", "logistic"):
        numeric = (losses(a + h, y, loss) - losses(a - h, y, loss)) / (2 * h)
        np.testing.assert_allclose(slopes(a, y, loss), numeric, atol=1e-8)


def test_a_singular_gram_matrix() -> None:
    X, y = problem(12)
    X = np.vstack([X, X])
    for loss in LOSSES:
        best = minimise(kv.Linear()(X), np.append(y, y), loss, 0.01)
        assert abs(best.gap) < 1e-10


def test_the_penalty_of_a_lambda() -> None:
    assert penalty(0.005, 100) == 1.0
    with pytest.raises(ValueError, match="must be > 0"):
        penalty(0.0, 3)


@pytest.mark.parametrize(
    ("y", "loss", "lam", "words"),
    [
        ([1.0, 2.0], "hinge", 0.1, "labels ±1"),
        ([1.0, 0.5], "logistic", 0.1, "labels ±1"),
        ([1.0, -1.0], "squared", 0.0, "must be a number > 0"),
        ([1.0] * 1001, "squared", 0.1, "at most 1000"),
    ],
)
def test_refused_in_words(y: list[float], loss: Loss, lam: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        minimise(np.eye(len(y)), y, loss, lam)
