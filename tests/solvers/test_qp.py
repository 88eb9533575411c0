"""Solver of quadratic programs: exact solutions, correct statuses, each stage alone."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.solvers import qp
from kernviz.solvers.active_set import active_set, settled
from kernviz.solvers.active_set_finish import CandidateSolution, polish
from kernviz.solvers.interior import interior
from kernviz.solvers.problem import EPS, FREE, Problem
from kernviz.solvers.qp import Solution, Status, solve


def rbf(X: Array, gamma: float = 1.0) -> Array:
    return np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(-1))


def two_classes(n: int, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, 2))
    return X, np.where(X[:, 0] * X[:, 1] + 0.2 * rng.normal(size=n) > 0, 1.0, -1.0)


def box(y: Array, C: float) -> tuple[Array, Array]:
    return np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)


def violation(K: Array, p: Array, lo: Array, hi: Array, total: float, answer: Solution) -> float:
    """The conditions of optimality, written out again the slow way and with no credit for being near a bound."""
    worst = abs(float(np.sum(answer.x)) - total)
    for i in range(len(p)):
        gradient = sum(K[i, j] * answer.x[j] for j in range(len(p))) + p[i] + answer.multiplier
        if answer.x[i] == lo[i]:
            worst = max(worst, -gradient)
        elif answer.x[i] == hi[i]:
            worst = max(worst, gradient)
        else:
            worst = max(worst, abs(gradient), lo[i] - answer.x[i], answer.x[i] - hi[i])
    return worst


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0, 1e6, np.inf])
@pytest.mark.parametrize("gamma", [0.1, 1.0, 100.0])
def test_conditions_hold_to_roundoff_when_written_out_again(gamma: float, C: float) -> None:
    X, y = two_classes(40)
    K, (lo, hi) = rbf(X, gamma), box(y, C)
    answer = solve(K, -y, lo, hi)
    assert answer.status is Status.OPTIMAL
    allowed = max(1e-9, 32 * EPS * float((np.abs(K) @ np.abs(answer.x)).max()))
    assert violation(K, -y, lo, hi, 0.0, answer) <= allowed
    assert answer.kkt <= answer.tolerance
    assert abs(answer.gap) <= 1e-9 * abs(answer.primal) + 4 * allowed * np.abs(answer.x).sum()
    np.testing.assert_array_equal(answer.states == -1, answer.x == lo)
    np.testing.assert_array_equal(answer.states == 1, answer.x == hi)


def test_the_check_can_fail() -> None:
    X, y = two_classes(20)
    K, (lo, hi) = rbf(X), box(y, 1.0)
    answer = solve(K, -y, lo, hi)
    spoilt = replace(answer, multiplier=answer.multiplier + 1e-3)
    assert violation(K, -y, lo, hi, 0.0, spoilt) > 1e-4
    assert Problem(K, -y, lo, hi, 0.0).violations(spoilt.x, spoilt.multiplier).max() > 1e-4


def test_every_half_of_the_conditions_is_counted() -> None:
    """K = 0, so the gradient is p + multiplier = (g, −g): by hand what each place between 0 and 1 excuses."""
    for b, g, expected in (
        ((0.0, 1.0), 0.25, (0.0, 0.0)),  # wants to fall and is at 0; wants to rise and is at 1
        ((0.0, 1.0), -0.25, (0.25, 0.25)),  # wants to rise from 0; wants to fall from 1
        ((0.5, 0.5), 0.25, (0.25, 0.25)),  # one of each, and nothing excuses it
        ((1e-300, 1.0), 0.25, (0.25, 0.0)),  # near a bound is not at it
        ((0.0, 1 - EPS), 0.25, (0.0, 0.25)),
        ((-0.5, 1.0), 0.0, (0.5, 0.0)),  # outside, K has no spread: the distance itself
        ((0.0, 1.25), 0.0, (0.0, 0.25)),
    ):
        problem = Problem(np.zeros((2, 2)), np.array([g, -g]) - 3, np.zeros(2), np.ones(2), 1.0)
        np.testing.assert_array_equal(problem.violations(np.array(b), 3.0), expected)


def test_one_classification_and_the_balance() -> None:
    problem = Problem(np.eye(3), np.zeros(3), np.full(3, -1.0), np.full(3, 2.0), 0.0)
    assert problem.states(np.array([-1.0, np.nextafter(-1, 0), 2.0])).tolist() == [-1, 0, 1]
    assert problem.imbalance(np.array([-1.0, -1.0, 2.0])) == 0
    assert problem.imbalance(np.array([-1.0, -0.5, 2.0])) == pytest.approx(1 / 7)


def test_an_imbalance_is_never_optimal_however_small_the_box() -> None:
    """At C = 1e-12 an imbalance of 1e-4 of Σα moves the gradient by less than its roundoff: it needs a criterion of its
    own.
    """
    X, y = two_classes(12)
    K, (lo, hi) = rbf(X), box(y, 1e-12)
    answer = solve(K, -y, lo, hi)
    assert answer.status is Status.OPTIMAL
    assert answer.imbalance <= 12 * EPS
    problem, tilted = Problem(K, -y, lo, hi, 0.0), answer.x.copy()
    free = np.flatnonzero(answer.states == FREE)
    tilted[free[0]] *= 1 - 1e-3
    assert qp.assessed(problem, answer.x, answer.multiplier, 0, "given").status is Status.OPTIMAL
    refused = qp.assessed(problem, tilted, answer.multiplier, 0, "given")
    assert refused.kkt <= refused.tolerance
    assert refused.status is Status.NUMERICAL


def test_the_last_resort_keeps_the_balance() -> None:
    """A Gaussian so wide that the small eigenvalues of its free block lean towards 1, which Σ b = 0 forbids to
    follow.
    """
    for seed in range(5):
        X, y = two_classes(30, seed)
        problem, _, _ = Problem(rbf(X, 1e-4), -y, *box(y, 1e-6), 0.0).normalised()
        candidate, _ = active_set(problem, np.zeros(30), np.zeros(30, dtype=np.int8))
        assert problem.imbalance(candidate.b) <= 30 * EPS


def test_roundoff_as_large_as_the_margin_certifies_nothing() -> None:
    """A twin of the other class: f = 0 at both by exact cancellation, of terms whose roundoff a double cannot bound by
    1.
    """
    y, one = np.array([1.0, -1.0]), np.ones((2, 2))
    for size, status in ((1.0, Status.OPTIMAL), (1e20, Status.NUMERICAL)):
        answer = solve(size * one, -y, *box(y, 1.0))
        assert answer.kkt <= answer.tolerance
        assert answer.status is status


def test_simplex_program_of_two_points_is_their_midpoint() -> None:
    """S0's smallest sphere of two RBF points: α = ½ each, r² = (1 − k)/2."""
    K = np.array([[1.0, np.exp(-1)], [np.exp(-1), 1.0]])
    answer = solve(2 * K, -np.diag(K), 0.0, np.inf, total=1.0)
    assert answer.status is Status.OPTIMAL
    np.testing.assert_allclose(answer.x, [0.5, 0.5], rtol=1e-14)
    # R² = multiplier + αᵀKα
    assert answer.multiplier + answer.x @ K @ answer.x == pytest.approx((1 - np.exp(-1)) / 2, rel=1e-14)


@pytest.mark.parametrize("bound", [0.05, 0.2, np.inf])
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_simplex_programs(degree: int, bound: float) -> None:
    X = np.random.default_rng(3).normal(size=(40, 2))
    K = (1 + X @ X.T) ** degree
    answer = solve(2 * K, -np.diag(K), 0.0, bound, total=1.0)
    assert answer.status is Status.OPTIMAL
    lo, hi = np.zeros(40), np.full(40, bound)
    terms = 2 * np.abs(K) @ answer.x + np.diag(K)
    assert violation(2 * K, -np.diag(K), lo, hi, 1.0, answer) <= max(1e-9, 64 * EPS * float(terms.max()))


def test_one_feasible_point_leaves_the_multiplier_open_to_one_side() -> None:
    answer = solve(np.eye(4), np.zeros(4), 0.0, 0.25, total=1.0)
    assert answer.status is Status.OPTIMAL
    assert answer.x.tolist() == [0.25] * 4
    assert answer.stage == "only point"
    assert answer.multiplier_interval == (-np.inf, -0.25)


def test_a_total_is_reachable_up_to_the_roundings_of_the_sum_of_the_bounds() -> None:
    whole = np.sum([0.1, 0.1, 0.1])
    for total, status in ((np.nextafter(whole, 1), Status.OPTIMAL), (whole * (1 + 1e-14), Status.INFEASIBLE)):
        for sign in (1, -1):
            answer = solve(np.eye(3), np.zeros(3), -0.1, 0.1, total=sign * total)
            assert answer.status is status
            assert answer.x.tolist() == [sign * 0.1] * 3


def test_scaling_the_kernel_scales_the_answer() -> None:
    X, y = two_classes(30)
    K = rbf(X)
    one = solve(K, -y, *box(y, 3.0))
    for c in (1e-8, 1e8):
        other = solve(c * K, -y, *box(y, 3.0 / c))
        np.testing.assert_allclose(other.x * c, one.x, rtol=1e-9, atol=1e-12)
        assert other.multiplier == pytest.approx(one.multiplier, rel=1e-9)


def test_a_constant_in_the_kernel_changes_nothing_where_the_sum_is_zero() -> None:
    X, y = two_classes(30)
    one, other = solve(rbf(X), -y, *box(y, 3.0)), solve(rbf(X) + 7.0, -y, *box(y, 3.0))
    np.testing.assert_allclose(other.x, one.x, atol=1e-11)


def test_runaway_is_unbounded_with_the_ray_that_shows_it() -> None:
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    y = np.array([1.0, -1.0, 1.0, -1.0])
    answer = solve(X @ X.T, -y, *box(y, np.inf))
    assert answer.status is Status.UNBOUNDED
    assert answer.ray is not None
    assert np.all(y * answer.ray >= 0)
    assert answer.ray.sum() == pytest.approx(0, abs=1e-9)
    assert answer.ray @ (X @ X.T) @ answer.ray <= 1e-9
    assert -y @ answer.ray < 0


def test_an_unbounded_ray_lies_in_the_kernels_null_space() -> None:
    """K = c·I + 1 and p = (−1, 1): at t·(½, −½) the objective is −t + ct²/4, and without c it falls for ever."""
    free, b, away = np.full(2, np.inf), np.array([500.0, -500.0]), [0.5, -0.5]
    p = np.array([-1.0, 1.0])

    def ray(c: float, p: Array, b: Array, lo: Array = -free, hi: Array = free) -> list[float] | None:
        found = qp._runaway(Problem(c * np.eye(2) + 1, p, lo, hi, 0.0), b)
        return None if found is None else found.tolist()

    assert ray(0.0, p, b) == away
    assert ray(0.0, p, b, lo=np.array([-np.inf, -1e9]), hi=np.full(2, 1e9)) == away
    assert ray(0.0, p, b, lo=np.full(2, -1e9), hi=np.array([np.inf, 1e9])) == away
    assert ray(1e-14, p, b) == away  # c is within the roundoff of 1
    assert ray(1e-14, p, b * 1e10) is None  # but so far out it counts: at t = 2·10¹⁴ is the minimum
    assert ray(1e-9, p, b) is None  # c can be seen
    assert ray(0.0, p, -b) is None  # uphill
    assert ray(0.0, p, b, -free.clip(max=1e9), free.clip(max=1e9)) is None  # there is an end


@pytest.mark.parametrize("total", [-0.1, 4.1])
def test_infeasible(total: float) -> None:
    assert solve(np.eye(4), np.ones(4), 0.0, 1.0, total=total).status is Status.INFEASIBLE


def test_the_iteration_limit_is_reported_if_no_fallback_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = two_classes(30)
    monkeypatch.setattr(qp, "polish", lambda *a, **k: None)
    monkeypatch.setattr(qp, "follow", lambda *a: None)
    monkeypatch.setattr(qp, "active_set", lambda problem, b, states: active_set(problem, b, states, steps=0))
    monkeypatch.setattr(qp, "interior", lambda unit, finish, record, most: interior(unit, False, record, most))
    answer = solve(rbf(X), -y, *box(y, 10.0), max_iterations=2)
    assert answer.status is Status.MAX_ITER
    assert answer.kkt > answer.tolerance


def test_last_resort_alone_reaches_the_answer() -> None:
    for seed in range(3):
        X, y = two_classes(30, seed)
        problem, _, _ = Problem(rbf(X), -y, *box(y, 10.0), 0.0).normalised()
        candidate, ray = active_set(problem, np.zeros(30), np.zeros(30, dtype=np.int8))
        assert ray is None
        assert problem.violations(candidate.b, candidate.multiplier).max() <= 1e-9


def test_polish_gives_up_rather_than_guess() -> None:
    X, y = two_classes(40)
    problem = Problem(rbf(X, 0.1), -y, *box(y, 1.0), 0.0)
    assert polish(problem, np.zeros(40), np.full(40, FREE, dtype=np.int8), steps=1) is None


def test_interior_point_alone_is_near_but_not_exact() -> None:
    X, y = two_classes(40)
    problem, _, _ = Problem(rbf(X), -y, *box(y, 1.0), 0.0).normalised()
    inside = interior(problem, finish=False)
    assert inside.candidate is None
    assert inside.iterations < 100
    assert not np.any(inside.b == 0)
    assert problem.violations(inside.b, inside.multiplier).max() > 0.1  # near a bound is not at it
    candidate = settled(problem, CandidateSolution(inside.b, inside.states, inside.multiplier))
    assert problem.violations(candidate.b, candidate.multiplier).max() < 1e-5
    assert problem.imbalance(candidate.b) <= problem.n * EPS


def test_trace_descends_to_the_answer_in_the_units_of_the_program() -> None:
    X, y = two_classes(30)
    K, (lo, hi) = 5 * rbf(X) + 2, box(y, 4.0)
    answer = solve(K, -y, lo, hi, trace=True)
    assert len(answer.trace) == answer.iterations + 1
    last = answer.trace[-1]
    assert last.gap < 1e-8 < answer.trace[0].gap
    assert last.primal == pytest.approx(answer.primal, rel=1e-8)
    assert last.dual == pytest.approx(answer.dual, rel=1e-8)
    assert last.multiplier == pytest.approx(answer.multiplier, abs=1e-5)
    for step in answer.trace:
        assert step.primal == pytest.approx(float(0.5 * step.b @ K @ step.b - y @ step.b), rel=1e-9)
    np.testing.assert_allclose(last.b, answer.x, atol=1e-5)


def test_trace_with_a_total_counts_the_constant_that_centring_moves() -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    K = (1 + X @ X.T) ** 2
    answer = solve(2 * K, -np.diag(K), 0.0, 1.0, total=1.0, trace=True)
    for step in answer.trace[-3:]:  # the first iterates need not be feasible
        assert step.primal == pytest.approx(float(step.b @ K @ step.b - np.diag(K) @ step.b), rel=1e-6)
    assert answer.trace[-1].multiplier == pytest.approx(answer.multiplier, rel=1e-6)


def test_warm_start_skips_the_interior_point() -> None:
    X, y = two_classes(40)
    K = rbf(X)
    cold = solve(K, -y, *box(y, 1.0))
    warm = solve(K, -y, *box(y, 1.0), start=cold.x)
    assert (warm.stage, warm.iterations) == ("warm start", 0)
    np.testing.assert_allclose(warm.x, cold.x, atol=1e-12)
    near = solve(K, -y, *box(y, 1.05), start=cold.x)
    np.testing.assert_allclose(near.x, solve(K, -y, *box(y, 1.05)).x, atol=1e-9)


def test_a_bad_start_does_no_harm() -> None:
    X, y = two_classes(40)
    K = rbf(X, 0.1)
    cold, misled = solve(K, -y, *box(y, 1.0)), solve(K, -y, *box(y, 1.0), start=np.full(40, 9.0))
    assert misled.status is Status.OPTIMAL
    np.testing.assert_allclose(K @ misled.x, K @ cold.x, atol=1e-9)


def test_the_result_is_frozen() -> None:
    answer = solve(np.eye(2), -np.array([1.0, -1.0]), [0, -1], [1, 0])
    with pytest.raises(FrozenInstanceError):
        answer.kkt = 0.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("K", "p", "lo", "hi", "words"),
    [
        (np.eye(3), np.ones(2), 0, 1, r"shape \(3, 3\)"),
        (np.eye(2), np.array([1.0, np.nan]), 0, 1, "finite"),
        (np.full((2, 2), np.inf), np.ones(2), 0, 1, "finite"),
        (np.eye(2), np.ones(2), 1, 1, r"lo = 1 must be < hi = 1"),
        (np.eye(3), np.ones(3), [0, 2, 0], 1, r"lo = 2 must be < hi = 1 \(coordinate 1\)"),
        (np.eye(3), np.ones(3), [0, 1, 0], 1, r"lo = 1 must be < hi = 1 \(coordinate 1\)"),
        (np.eye(2), np.ones(2), 0, np.nan, "must be < hi = nan"),
    ],
)
def test_malformed_programs_are_refused(K: Array, p: Array, lo: ArrayLike, hi: ArrayLike, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        solve(K, p, lo, hi)


def test_roundoff_of_the_sum_frees_no_point_that_rests_at_a_bound() -> None:
    """800 points, a share of one in ten outside: most weights are exactly 0 and stay there."""
    from kernviz.kernels import RBF
    from kernviz.models.svdd import SoftHypersphere

    X = np.random.default_rng(0).normal(size=(800, 2))
    sphere = SoftHypersphere(RBF(1), nu=0.1).fit(X)
    assert sphere.certificate_.optimal
    assert len(sphere.support_) < 200


def test_a_start_counts_only_where_the_answer_is_the_only_one() -> None:
    """Two points, one of them twice: with the twin the weight may lie on either, and a start would decide where."""
    X = np.array([[1.0], [-1.0], [-1.0]])
    K, p, lo, hi = X @ X.T + 1.0, np.array([-1.0, 1.0, 1.0]), np.array([0.0, -9.0, -9.0]), np.array([9.0, 0.0, 0.0])
    one = slice(0, 2)
    answer = solve(K[one, one], p[one], lo[one], hi[one], start=np.array([1.0, -1.0]))
    assert (answer.stage, answer.x.tolist()) == ("warm start", [0.5, -0.5])
    for start in ([0.5, -0.5, 0.0], [0.5, 0.0, -0.5], [0.5, -0.25, -0.25]):
        twins = solve(K, p, lo, hi, start=np.array(start))
        assert twins.stage != "warm start"
        np.testing.assert_array_equal(twins.x, solve(K, p, lo, hi).x)
    # all at bounds: the only answer, unless a point on its margin could share
    other = solve(
        np.eye(2), np.array([-9.0, 9.0]), np.array([0.0, -1.0]), np.array([1.0, 0.0]), start=np.array([1.0, -1.0])
    )
    assert (other.stage, other.x.tolist()) == ("warm start", [1.0, -1.0])


def test_the_answer_does_not_depend_on_the_start_to_the_last_bit() -> None:
    rng = np.random.default_rng(0)
    A = rng.normal(size=(20, 30))
    K, p = A @ A.T, rng.normal(size=20)
    answer = solve(K, p, -0.05, 0.05)
    near = solve(K, p, -0.05, 0.05, start=answer.x)
    np.testing.assert_allclose(near.x, answer.x, rtol=1e-12, atol=1e-15)
    free = np.flatnonzero(answer.states == FREE)
    for wrong in range(3):  # so many of them held at a bound, the others anywhere between
        start = answer.x.copy()
        start[free], start[free[:wrong]] = rng.uniform(-0.04, 0.04, len(free)), 0.05
        warm = solve(K, p, -0.05, 0.05, start=start)
        assert (warm.stage, warm.status) == ("warm start", Status.OPTIMAL)
        np.testing.assert_array_equal(warm.x, near.x)


def test_half_as_much_again_as_roundoff_is_not_optimal() -> None:
    """The limit is the row's own roundoff, not a multiple of it."""
    X, y = two_classes(30)
    K, (lo, hi) = rbf(X), box(y, 1.0)
    problem = Problem(K, -y, lo, hi, 0.0)
    answer = solve(problem.K, problem.p, problem.lo, problem.hi)

    def excess(multiplier: float) -> float:
        violations = problem.violations(answer.x, multiplier, K @ answer.x + problem.p)
        return float((violations / problem.roundoff(answer.x, multiplier)).max())

    moved = next(m for m in answer.multiplier + np.geomspace(1e-18, 1e-9, 4000) if excess(m) > 1.2)
    assert 1.2 < excess(moved) < 1.8
    assert excess(answer.multiplier) <= 1
    assert qp.assessed(problem, answer.x, answer.multiplier, 0, "given").status is Status.OPTIMAL
    assert qp.assessed(problem, answer.x, moved, 0, "given").status is Status.NUMERICAL
