"""Programs reduced by a guess.

Fixed coordinates stay, and the rest has the same solution.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.arrays import Array
from kernviz.solvers import qp
from kernviz.solvers.problem import FREE, Problem
from kernviz.solvers.qp import Status, solve
from kernviz.solvers.shrink import doubtful, gradient_at


def nearest(p: Array, side: float = 1.0) -> Problem:
    """bᵢ = clip(pᵢ − m)."""
    return Problem(np.eye(len(p)), -p, np.full(len(p), -side), np.full(len(p), side), 0.0)


P = np.concatenate([np.linspace(2, 9, 40), np.linspace(-9, -2, 40), np.linspace(-0.5, 0.5, 9)])


def test_the_part_in_doubt_has_its_share_of_the_answer() -> None:
    problem = nearest(P)
    right = solve(problem.K, problem.p, problem.lo, problem.hi, 0.0)
    guess = right.x.copy()
    free = np.flatnonzero(right.states == FREE)
    guess[free] *= 0.9  # their sum stays 0
    part = doubtful(problem, guess)
    assert part is not None
    some, smaller = part
    assert set(free) <= set(some)
    assert len(some) == len(free) + len(P) // 10
    answer = solve(smaller.K, smaller.p, smaller.lo, smaller.hi, smaller.total)
    np.testing.assert_allclose(answer.x, right.x[some], atol=1e-12)


def test_a_guess_that_leaves_all_in_doubt_or_no_room_saves_nothing() -> None:
    problem = nearest(P)
    assert doubtful(problem, np.zeros(len(P))) is None
    # all at the upper bound: the nine nearest to leaving it cannot make up for the sum of the others
    assert doubtful(nearest(np.linspace(5, 6, 89)), np.ones(89)) is None


def test_bounds_that_nothing_comes_near_do_not_count() -> None:
    far = Problem(np.eye(89), -P / 9, np.full(89, -1e4), np.where(P > 0.6, 0.2, 1e4), 0.0)
    right = solve(far.K, far.p, far.lo, far.hi, 0.0)
    part = doubtful(far, right.x)
    assert part is not None
    assert np.isneginf(part[1].lo).all()
    assert set(part[1].hi) == {0.2, np.inf}


def test_the_multiplier_of_a_guess_is_that_of_most() -> None:
    problem = nearest(P)
    right = solve(problem.K, problem.p, problem.lo, problem.hi, 0.0)
    np.testing.assert_allclose(gradient_at(problem, right.x), right.x - P + right.multiplier, atol=1e-12)


@pytest.mark.parametrize("wrong", [0, 3])
def test_from_a_poor_guess_by_way_of_its_part_to_the_whole(wrong: int) -> None:
    """The interior point is asked for less than half, and what was held wrongly is put right on the way back."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(160, 2))
    y = np.where(X[:, 0] > 0.3 * rng.normal(size=160), 1.0, -1.0)
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2))
    problem = Problem(K, -y, np.minimum(y, 0.0), np.maximum(y, 0.0), 0.0)
    right = solve(K, -y, problem.lo, problem.hi)
    guess = right.x.copy()
    wrongly_bounded = np.flatnonzero(right.states != FREE)[:wrong]
    guess[wrongly_bounded] = (problem.lo + problem.hi)[wrongly_bounded] - guess[wrongly_bounded]
    with np.errstate(all="ignore"):
        answer = qp._shrunk(problem, guess)
    assert answer is not None
    assert answer.status is Status.OPTIMAL
    np.testing.assert_allclose(answer.x, right.x, atol=1e-9)
