"""SMO on any symmetric matrix: small programs solved by hand, and a proper kernel against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from kernviz.mercer import smo_on_indefinite
from kernviz.mercer.smo_on_indefinite import smo

BOTH = np.array([1.0, -1.0])


@pytest.mark.parametrize(
    ("K", "C", "alpha", "norm2", "objective"),
    [
        # max 2a − a²
        ([[1.0, 0.0], [0.0, 1.0]], 10.0, 1.0, 2.0, 1.0),
        ([[1.0, 0.0], [0.0, 1.0]], 0.5, 0.5, 0.5, 0.75),
        # curvature k(x,x) + k(z,z) − 2k(x,z) = 4 + 2 − 2: max 2a − 2a²
        ([[4.0, 1.0], [1.0, 2.0]], 10.0, 0.5, 1.0, 0.5),
        # no Gram matrix: curvature −2, up to the corner, with ‖w‖² < 0
        ([[0.0, 1.0], [1.0, 0.0]], 3.0, 3.0, -18.0, 15.0),
        ([[1.0, 1.0], [1.0, 1.0]], 3.0, 3.0, 0.0, 6.0),  # objective linear along the step: alpha = C
    ],
)
def test_two_points(K: list[list[float]], C: float, alpha: float, norm2: float, objective: float) -> None:
    found = smo(np.array(K), BOTH, C)
    np.testing.assert_allclose(found.alpha, [alpha, alpha], rtol=1e-12)
    assert found.norm2 == pytest.approx(norm2, rel=1e-12)
    assert found.objective == pytest.approx(objective, rel=1e-12)
    assert found.support == 2
    assert found.finished
    w = np.array(K) @ (BOTH * alpha)
    np.testing.assert_allclose(found.values, w + found.intercept, rtol=1e-12)
    # b makes y·f = 1 on average of the free points, and splits what the others leave otherwise
    assert found.intercept == pytest.approx(float(np.mean(BOTH - w)), abs=1e-12)


def test_a_proper_kernel_gives_the_result_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=40) > 0, 1.0, -1.0)
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(-1))
    for C in (0.3, 5.0):
        found, other = smo(K, y, C), SVC(C=C, kernel="precomputed", tol=1e-6).fit(K, y)
        alpha = np.zeros(40)
        alpha[other.support_] = np.abs(other.dual_coef_[0])
        assert found.finished
        assert found.objective == pytest.approx(alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y), rel=1e-5)
        assert found.support == len(other.support_)
        assert abs(float(found.alpha @ y)) < 1e-12
        np.testing.assert_array_equal(found.alpha == C, alpha > C * (1 - 1e-6))  # a corner is met exactly
        np.testing.assert_allclose(found.values, other.decision_function(K), atol=5e-3)


def test_b_is_optimal_without_a_free_alpha_too() -> None:
    bounded = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        M, y = rng.normal(size=(7, 7)), np.array([1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0])
        found = smo(M + M.T, y, 1.0)
        pull, alpha = y - (found.values - found.intercept), found.alpha
        bounded += not ((alpha > 0) & (alpha < 1)).any()
        if found.finished:
            grows, falls = np.where(y > 0, alpha < 1, alpha > 0), np.where(y > 0, alpha > 0, alpha < 1)
            assert pull[grows].max() - 2e-3 <= found.intercept <= pull[falls].min() + 2e-3
    assert bounded > 9


def test_a_run_that_reaches_the_step_limit_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pairs far from each other: one step each, and a third check that the KKT gap is closed."""
    K, y = np.kron(np.diag([1.0, 2.0]), np.eye(2)), np.array([1.0, -1.0, 1.0, -1.0])
    for steps in (1, 2, 3, 50):
        monkeypatch.setattr(smo_on_indefinite, "MOST_STEPS", steps)
        found = smo(K, y, 1.0)
        assert found.finished is (steps > 2)
    np.testing.assert_allclose(found.alpha, [1.0, 1.0, 0.5, 0.5])


@pytest.mark.parametrize(
    ("y", "C", "words"),
    [
        ([1.0, -1.0], np.inf, "C = inf must be finite"),
        ([1.0, -1.0], 0.0, "C = 0.0 must be finite and > 0"),
        ([1.0, -1.0], -1.0, "> 0"),
        ([1.0, 1.0], 1.0, "both classes"),
        ([-1.0, -1.0], 1.0, "both classes"),
    ],
)
def test_invalid_labels_and_penalties_are_refused(y: list[float], C: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        smo(np.eye(2), np.array(y), C)
