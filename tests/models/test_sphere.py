"""The smallest hypersphere: S0's numbers, Welzl's exact circle, the one-class SVM, laws, refusals in words."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.svm import OneClassSVM

from kernviz.arrays import Array
from kernviz.data import toy
from kernviz.features.geometry import distance
from kernviz.kernels import RBF, Kernel, Linear, Polynomial, Sigmoid
from kernviz.models.certificate import NotSolvedError
from kernviz.models.refusals import NotAKernelError
from kernviz.models.sphere import Hypersphere, SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere

KERNELS = [Linear(), Polynomial(2), Polynomial(4, 0.5, 1), RBF(0.3), RBF(5), RBF(1) * Polynomial(2) + Linear()]


def sphere_of(kernel: Kernel, nu: float | None) -> Hypersphere:
    return SmallestHypersphere(kernel) if nu is None else SoftHypersphere(kernel, nu)


def cloud(n: int = 40, seed: int = 0, d: int = 2) -> Array:
    return np.random.default_rng(seed).normal(size=(n, d))


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_three_points_of_s0() -> None:
    """(0,0), (4,0), (2,1): α = (½, ½, 0), c = (2, 0), r = 2; S0's f = (0, 0, −3)."""
    X = np.array([[0.0, 0], [4, 0], [2, 1]])
    sphere = SmallestHypersphere(Linear()).fit(X)
    np.testing.assert_allclose(sphere.center_coef_, [0.5, 0.5, 0], atol=1e-15)
    np.testing.assert_allclose(sphere.center_coef_ @ X, [2, 0], atol=1e-15)
    assert sphere.radius_ == pytest.approx(2, rel=1e-15)
    assert sphere.support_.tolist() == sphere.free_.tolist() == [0, 1]
    assert sphere.bounded_.size == 0
    np.testing.assert_allclose(sphere.distances_, [2, 2, 1], rtol=1e-15)
    S0_f = X[:, 0] ** 2 + X[:, 1] ** 2 - 2 * X @ X.T @ sphere.center_coef_ + sphere.center_norm2_ - sphere.radius_**2
    np.testing.assert_allclose(S0_f, [0, 0, -3], atol=1e-14)
    np.testing.assert_array_equal(sphere.decision_function(X)[:2], 0)
    assert sphere.predict(X).tolist() == [1, 1, 1]  # erratum E15: the support vectors are not novel
    assert sphere.predict([[2.0, 2.0], [2.0, 2.001]]).tolist() == [1, -1]


def test_square_corners() -> None:
    """¼ each, r = √2; erratum E14: (½, 0, 0, ½) gives the same centre, with α = 0 at points on the sphere."""
    X = np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1]])
    sphere = SmallestHypersphere(Linear()).fit(X)
    assert sphere.radius_ == pytest.approx(np.sqrt(2), rel=1e-14)
    np.testing.assert_allclose(sphere.center_coef_ @ X, 0, atol=1e-14)
    np.testing.assert_allclose(sphere.center_coef_, 0.25, atol=1e-9)
    assert sphere.radius_at([0.5, 0, 0, 0.5]) == pytest.approx(sphere.radius_, rel=1e-14)


def test_two_points_of_a_gaussian() -> None:
    """r² = (1 − k)/2 = 0.316."""
    sphere = SmallestHypersphere(RBF(1)).fit([[0.0], [1.0]])
    assert sphere.radius_**2 == pytest.approx((1 - np.exp(-1)) / 2, rel=1e-14)
    assert sphere.radius_**2 == pytest.approx(0.316, abs=1e-3)
    np.testing.assert_array_equal(sphere.decision_function([[0.0], [1.0]]), 0)


# ---- oracles ---------------------------------------------------------------------------------------------------------


def circle(X: Array) -> tuple[Array, float]:
    """The smallest circle around points of the plane, by trying every pair and triple: exact, and independent."""
    best = (X[0], np.inf)
    candidates = [(a + b) / 2 for a, b in itertools.combinations(X, 2)]
    for a, b, c in itertools.combinations(X, 3):
        M = 2 * np.array([b - a, c - a])
        if abs(np.linalg.det(M)) > 1e-12:
            candidates.append(np.linalg.solve(M, [b @ b - a @ a, c @ c - a @ a]))
    for centre in candidates:
        radius = float(np.linalg.norm(X - centre, axis=1).max())
        if radius < best[1]:
            best = (centre, radius)
    return best


@pytest.mark.parametrize("offset", [0.0, 1e3])
@pytest.mark.parametrize("seed", range(5))
def test_the_exact_circle_of_the_plane(seed: int, offset: float) -> None:
    X = cloud(14, seed) + offset
    centre, radius = circle(X)
    sphere = SmallestHypersphere(Linear()).fit(X)
    assert sphere.radius_ == pytest.approx(radius, rel=1e-9)
    np.testing.assert_allclose(sphere.center_coef_ @ X, centre, atol=1e-6 if offset else 1e-12)
    assert np.all(sphere.predict(X) == 1)


@pytest.mark.parametrize("nu", [0.05, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("gamma", [0.3, 5.0])
def test_one_class_svm_is_the_same_for_a_gaussian(gamma: float, nu: float) -> None:
    X = cloud(60)
    sphere = sphere_of(RBF(gamma), nu).fit(X)
    K = RBF(gamma)(X)
    oracle = OneClassSVM(kernel="precomputed", nu=nu, tol=1e-10).fit(K)
    theirs = np.zeros(60)
    theirs[oracle.support_] = oracle.dual_coef_[0] / (nu * 60)
    np.testing.assert_allclose(sphere.center_coef_, theirs, atol=1e-7)
    if sphere.free_.size:
        np.testing.assert_allclose(sphere.decision_function(X), 2 * oracle.decision_function(K) / (nu * 60), atol=1e-7)


def test_one_class_svm_is_another_machine_for_other_kernels() -> None:
    X, k = cloud(30), Polynomial(2)
    oracle = OneClassSVM(kernel="precomputed", nu=0.3, tol=1e-10).fit(k(X))
    theirs = np.zeros(30)
    theirs[oracle.support_] = oracle.dual_coef_[0] / 9
    assert np.abs(sphere_of(k, 0.3).fit(X).center_coef_ - theirs).max() > 0.05


@pytest.mark.parametrize("nu", [None, 0.1, 0.6])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_guess_saves_the_walk_and_changes_nothing(
    kernel: Kernel, nu: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    X = cloud(80)
    quick = sphere_of(kernel, nu).fit(X)
    assert quick.certificate_.stage == "warm start"
    monkeypatch.setattr("kernviz.models.sphere.sphere_guesses", lambda K, limit: ())
    slow = sphere_of(kernel, nu).fit(X)
    assert slow.certificate_.stage != "warm start"
    assert quick.radius_ == pytest.approx(slow.radius_, rel=1e-9)
    np.testing.assert_allclose(quick.distances_, slow.distances_, rtol=1e-7, atol=1e-9)


# ---- optimality ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nu", [None, 0.01, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_two_objectives_written_out_again_meet(kernel: Kernel, nu: float | None) -> None:
    """Weak duality: any feasible α bounds any sphere from below, so equality proves both."""
    X = cloud(40)
    sphere, K = sphere_of(kernel, nu).fit(X), kernel(X)
    alpha, r2 = sphere.center_coef_, sphere.radius_**2
    limit = np.inf if nu in (None, 0.01) else 1 / (float(nu) * 40)
    assert alpha.min() >= 0
    assert alpha.max() <= limit
    assert alpha.sum() == pytest.approx(1, rel=1e-14)
    squared = np.diag(K) - 2 * K @ alpha + alpha @ K @ alpha
    dual = alpha @ np.diag(K) - alpha @ K @ alpha
    primal = squared.max() if np.isinf(limit) else r2 + limit * np.maximum(0, squared - r2).sum()
    scale = squared.max()
    assert primal == pytest.approx(dual, abs=1e-10 * scale)
    assert (sphere.certificate_.primal, sphere.certificate_.dual) == pytest.approx((primal, dual), rel=1e-9)
    assert sphere.certificate_.optimal
    assert sphere.certificate_.kkt <= 1e-9 * scale
    np.testing.assert_allclose(sphere.distances_**2, squared, atol=1e-10 * scale)
    np.testing.assert_allclose(sphere.distance_to_center(X), sphere.distances_, atol=1e-6 * np.sqrt(scale))
    np.testing.assert_allclose(squared[sphere.free_], r2, atol=1e-9 * scale)
    assert np.all(squared[sphere.bounded_] >= r2 - 1e-9 * scale)
    others = np.setdiff1d(np.arange(40), sphere.support_)
    assert np.all(squared[others] <= r2 + 1e-9 * scale)
    outside = np.count_nonzero(sphere.predict(X) < 0)
    assert outside == 0 if np.isinf(limit) else outside <= float(nu or 0) * 40 <= len(sphere.support_) + 1e-9


def test_every_other_centre_has_a_larger_radius() -> None:
    """r(c) is convex with its minimum at c*, if c is a mixture of the images or not."""
    X, rng = cloud(20), np.random.default_rng(3)
    sphere = SmallestHypersphere(RBF(0.5)).fit(X)
    assert sphere.radius_at(sphere.center_coef_) == pytest.approx(sphere.radius_, rel=1e-12)
    for _ in range(50):
        other = sphere.center_coef_ + 0.1 * rng.normal(size=20)
        assert sphere.radius_at(other) > sphere.radius_
        halfway = (other + sphere.center_coef_) / 2
        assert sphere.radius_at(halfway) <= (sphere.radius_at(other) + sphere.radius_) / 2 + 1e-12
    for i, unit in enumerate(np.eye(20)):  # of a point from itself roundoff may leave less than 0
        np.testing.assert_allclose(sphere.distances_from(unit), distance(RBF(0.5), X, X)[i], atol=1e-7)


# ---- laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("c", [1e-12, 1e-3, 1e9])
def test_scaling_the_kernel_scales_the_sphere(c: float) -> None:
    X = cloud()
    one, other = SoftHypersphere(RBF(1), 0.2).fit(X), SoftHypersphere(c * RBF(1), 0.2).fit(X)
    np.testing.assert_allclose(other.center_coef_, one.center_coef_, atol=1e-10)
    assert other.radius_ == pytest.approx(np.sqrt(c) * one.radius_, rel=1e-10)
    np.testing.assert_array_equal(other.predict(X), one.predict(X))


def test_adding_a_constant_moves_the_origin_only() -> None:
    X = cloud()
    one, other = SmallestHypersphere(RBF(1)).fit(X), SmallestHypersphere(RBF(1) + 100).fit(X)
    np.testing.assert_allclose(other.center_coef_, one.center_coef_, atol=1e-9)
    assert other.radius_ == pytest.approx(one.radius_, rel=1e-10)
    assert other.center_norm2_ == pytest.approx(one.center_norm2_ + 100)


def test_order_and_twins_do_not_matter() -> None:
    X = cloud()
    order = np.random.default_rng(1).permutation(40)
    one, other = SmallestHypersphere(RBF(1)).fit(X), SmallestHypersphere(RBF(1)).fit(X[order])
    np.testing.assert_allclose(other.center_coef_, one.center_coef_[order], atol=1e-10)
    twice = SmallestHypersphere(RBF(1)).fit(np.r_[X, X])
    assert twice.radius_ == pytest.approx(one.radius_, rel=1e-12)
    np.testing.assert_allclose(twice.center_coef_.reshape(2, -1).sum(axis=0), one.center_coef_, atol=1e-9)


def test_radius_is_an_interval_when_no_point_must_lie_on_the_sphere() -> None:
    """0, 1, 5, 6 with ν = ½: the two outer points carry α = ½, and every r² from 4 to 9 costs the same."""
    X = np.array([[0.0], [1], [5], [6]])
    sphere = sphere_of(Linear(), 0.5).fit(X)
    assert sphere.radius_interval_ == pytest.approx((2, 3))
    assert sphere.free_.size == 0
    squared = (X[:, 0] - 3) ** 2
    costs = [r2 + 0.5 * np.maximum(0, squared - r2).sum() for r2 in (4, sphere.radius_**2, 9)]
    assert costs == pytest.approx([costs[0]] * 3)
    everyone = sphere_of(Linear(), 1.0).fit(X)  # all α = 1/n: the centre is the mean
    np.testing.assert_allclose(everyone.center_coef_, 0.25)
    assert everyone.radius_interval_ == pytest.approx((0, 2))


# ---- edges and refusals ----------------------------------------------------------------------------------------------


def test_one_point_and_equal_points() -> None:
    for X in (np.array([[3.0]]), np.full((4, 1), 3.0)):
        sphere = SmallestHypersphere(Linear()).fit(X)
        assert sphere.radius_ == 0
        assert sphere.center_coef_.sum() == pytest.approx(1)
        assert sphere.predict([[3.0], [3.1]]).tolist() == [1, -1]
        assert sphere.certificate_.optimal


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_equal_images_leave_no_sphere_of_roundoff(kernel: Kernel) -> None:
    sphere = SmallestHypersphere(kernel).fit(np.tile([[0.1, 0.7]], (7, 1)))
    assert sphere.radius_ == 0
    for seed in range(20):  # their distance is 0, and what roundoff leaves of its square may be less
        assert (sphere.distances_from(np.random.default_rng(seed).dirichlet(np.ones(7))) < 1e-6).all()
    assert sphere.certificate_.optimal


def test_a_share_of_one_point_leaves_none_outside() -> None:
    one = SoftHypersphere(RBF(1), nu=1.0).fit([[3.0]])
    assert (one.support_.tolist(), one.free_.tolist(), one.bounded_.tolist()) == ([0], [0], [])


@pytest.mark.parametrize("nu", [0, -0.1, 1.5, float("nan"), "0.5", None])
def test_nu_must_be_a_share(nu: object) -> None:
    with pytest.raises(ValueError, match=r"nu = .* must be a share in \(0, 1\]"):
        SoftHypersphere(RBF(1), nu=nu).fit(cloud())  # type: ignore[arg-type]


def test_invalid_kernels_and_data_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    X = cloud()
    with pytest.raises(NotAKernelError, match="smallest eigenvalue"):
        SmallestHypersphere(Sigmoid(gamma=0.1, coef0=-3.0)).fit(X)  # good enough for an SVM, not for a radius
    with pytest.raises(ValueError, match=r"k\(x_0, x_0\) = inf"):
        SmallestHypersphere(Polynomial(20)).fit(1e20 * X)
    with pytest.raises(ValueError, match="kernel value at row 1 of X"):
        SmallestHypersphere(Polynomial(20)).fit(X).predict([[0.0, 0], [1e20, 1e20]])
    with pytest.raises(ValueError, match="a finite weight to each of 40 points"):
        SmallestHypersphere(RBF(1)).fit(X).radius_at([1.0])
    for use in ("decision_function", "predict", "radius_at"):
        with pytest.raises(NotFittedError):
            getattr(SmallestHypersphere(), use)(X)

    from dataclasses import replace

    from kernviz.models import sphere

    true = sphere.solve
    monkeypatch.setattr(sphere, "solve", lambda *a, **o: replace(true(*a, **o), kkt=1e-2))
    with pytest.raises(NotSolvedError, match=r"violated by 0\.01 of r²"):
        SmallestHypersphere(RBF(1)).fit(X)


def test_a_thousand_points_whose_images_fill_few_dimensions_are_solved_to_roundoff() -> None:
    """On a line the Gram matrix of a smooth kernel has a rank of some dozens: from the interior point there is no way
    to the few points that carry the ball.
    """
    ball = SmallestHypersphere(RBF(5.0)).fit(toy("gaussians_1d", n=1000, seed=0).X)
    assert ball.certificate_.optimal
    assert ball.distances_.max() == pytest.approx(ball.radius_, abs=1e-12)
    assert len(ball.support_) < 100
