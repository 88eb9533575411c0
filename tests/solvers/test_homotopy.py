"""The path from a neighbouring solution leads to the solution, or reports a failure."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from kernviz.arrays import Array
from kernviz.solvers import homotopy, qp
from kernviz.solvers.active_set_finish import CandidateSolution, FreePart, factored, unique_candidate
from kernviz.solvers.homotopy import _Free, follow
from kernviz.solvers.problem import FREE, LOWER, UPPER, Problem
from kernviz.solvers.qp import Solution, Status, solve


def program(n: int, rank: int, C: float, rng: np.random.Generator) -> Problem:
    A, y = rng.normal(size=(n, rank)), np.where(np.arange(n) % 2, 1.0, -1.0)
    return Problem(A @ A.T, -y, np.minimum(C * y, 0.0), np.maximum(C * y, 0.0), 0.0)


def cold(problem: Problem) -> Solution:
    return solve(problem.K, problem.p, problem.lo, problem.hi, problem.total)


def gradient(answer: Solution) -> Array:
    return answer.image + answer.problem.p + answer.multiplier


def walked(problem: Problem, b: Array, r: Array, exchanges: int = 60) -> Solution | None:
    with np.errstate(all="ignore"):
        return follow(problem, b.clip(problem.lo, problem.hi), r, exchanges, partial(qp._warm, problem))


def test_the_inverse_is_updated_for_added_and_removed_coordinates() -> None:
    rng = np.random.default_rng(0)
    problem = program(12, 20, 1.0, rng)
    own = _Free(problem, np.array([1, 4, 7]), factored(problem, np.array([1, 4, 7])), 9)
    for move in (2, 9, -1, 0, -2, 11, -0.5, 5):
        if move == int(move) and move >= 0:
            own.add(int(move), *own.beyond(int(move)))
        else:
            own.drop(int(abs(move)))
        K = problem.K[np.ix_(own.F, own.F)] + own.shift
        np.testing.assert_allclose(own.solve(K), np.eye(own.count), atol=1e-10)
        assert not own.H[own.count :].any()
        assert not own.H[:, own.count :].any()
        b = np.zeros(12)
        b[own.F] = rng.normal(size=own.count)
        np.testing.assert_allclose(own.times(b[own.F]), problem.K @ b, atol=1e-12)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rank", [3, 40])
@pytest.mark.parametrize("n", [2, 9, 40])
def test_the_path_leads_to_the_solution_from_near_and_far(n: int, rank: int, seed: int) -> None:
    rng = np.random.default_rng([n, rank, seed])
    found = 0
    for _ in range(8):
        one, other = (program(n, rank, float(10 ** rng.uniform(-3, 2)), rng) for _ in range(2))
        t = float(rng.choice([0.01, 0.3, 1.0]))
        there = Problem((1 - t) * one.K + t * other.K, other.p, other.lo, other.hi, 0.0)
        here, right = cold(one), cold(there)
        assert right.status is Status.OPTIMAL
        reached = walked(there, here.x, gradient(here))
        if reached is not None:
            found += 1
            np.testing.assert_array_equal(reached.states, right.states)
            np.testing.assert_allclose(reached.x, right.x, rtol=1e-7, atol=1e-9 * np.abs(right.x).max())
    assert found >= 6 or rank < n  # where there are other answers it may not be taken


@pytest.mark.parametrize("lift", [0.0, 0.3, -0.4])
def test_from_bounds_alone_with_a_sum_that_has_to_change(lift: float) -> None:
    """K = 1 and nothing free: the multiplier looks for the first to leave; b is the clipped p + m, Σ b = lift."""
    p = np.array([3.0, 2.5, 2.0, -2.0, -2.5, -3.0])
    problem = Problem(np.eye(6), -p, np.full(6, -1.0), np.ones(6), lift)
    b = np.sign(p)
    reached = walked(problem, b, b - p)
    assert reached is not None
    np.testing.assert_allclose(reached.x, cold(problem).x, atol=1e-15)
    assert reached.x.sum() == pytest.approx(lift, abs=1e-15)


def test_no_path_exists_if_the_sum_cannot_be_reached() -> None:
    problem = Problem(np.eye(2), np.array([-9.0, -9.0]), np.zeros(2), np.ones(2), 3.0)
    assert walked(problem, np.ones(2), np.full(2, -8.0)) is None


def test_too_many_exchanges_or_more_than_one_answer() -> None:
    rng = np.random.default_rng(3)
    one, there = program(40, 60, 0.01, rng), program(40, 60, 100.0, rng)
    here = cold(one)
    assert walked(there, here.x, gradient(here), exchanges=2) is None
    assert walked(there, here.x, gradient(here)) is not None
    twice = np.tile(np.arange(6), 2)
    twins = Problem(*(part[..., twice] for part in (one.K[twice], one.p, one.lo * 1e4, one.hi * 1e4)), 0.0)
    answer = cold(twins)
    assert np.any(answer.states == FREE)
    assert walked(twins, answer.x, gradient(answer)) is None


def test_a_single_remaining_exchange_is_tried_at_once_and_undone_if_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    one, there = program(40, 60, 0.3, rng), program(40, 60, 0.32, rng)
    there = Problem(0.9 * one.K + 0.1 * there.K, there.p, there.lo, there.hi, 0.0)
    here, right, seen = cold(one), cold(there), []

    def accept(candidate: CandidateSolution) -> CandidateSolution | None:
        seen.append(candidate)
        return candidate if np.array_equal(candidate.states, right.states) else None

    with np.errstate(all="ignore"):
        assert follow(there, here.x.clip(there.lo, there.hi), gradient(here), 60, accept) is not None
    monkeypatch.setattr(homotopy._Walk, "look", lambda *_: 10**6)
    assert walked(there, here.x, gradient(here)) is None  # hopeless


def test_a_point_outside_its_bounds_is_no_solution() -> None:
    """K = 1 and all free: b = p, which is beyond the bound of the last."""
    p = np.array([0.5, 0.4, -0.9])
    problem = Problem(np.eye(3), -p, np.full(3, -0.6), np.full(3, 0.6), 0.0)
    for states, fits in (([FREE, FREE, FREE], False), ([FREE, FREE, LOWER], True), ([FREE, FREE, UPPER], True)):
        given = np.array(states, dtype=np.int8)
        b = np.where(given == LOWER, problem.lo, np.where(given == UPPER, problem.hi, 0.0))
        part = FreePart(problem, b, np.flatnonzero(given == FREE))
        part.correct(3)
        inside = bool(np.all(np.abs(part.moved) < 0.6))
        assert (unique_candidate(part, given) is not None) == inside
        assert inside == fits or states[2] == UPPER
