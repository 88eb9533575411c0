"""The exact finish, on programs with a known solution.

With K = 1 it is the nearest point to −p: bᵢ = clip(−pᵢ − m).
"""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.solvers.active_set_finish import CandidateSolution, polish, snapped, solve_free
from kernviz.solvers.problem import FREE, LOWER, UPPER, Problem

ANSWER = [1.0, -1.0, 0.25, 0.0, -0.25]
RIGHT = [UPPER, LOWER, FREE, FREE, FREE]


def nearest() -> Problem:
    side = np.array([1.0, 1.0, 2.0, 2.0, 2.0])
    return Problem(np.eye(5), -np.array([3.0, -3.0, 0.25, 0.0, -0.25]), -side, side, 0.0)


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("wrong", [LOWER, FREE, UPPER])
def test_a_wrong_guess_for_one_coordinate_is_put_right(place: int, wrong: int) -> None:
    states = np.array(RIGHT, dtype=np.int8)
    states[place] = wrong
    found = polish(nearest(), np.zeros(5), states)
    assert found is not None
    np.testing.assert_allclose(found.b, ANSWER, rtol=0, atol=1e-15)
    assert found.states.tolist() == RIGHT
    assert found.multiplier == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(("p", "multiplier"), [([-3.0, 1.0], 1.0), ([1.0, 1.0], -1.0), ([2.0, 1.0], None)])
def test_a_program_without_a_free_variable(p: list[float], multiplier: float | None) -> None:
    """K = 0, b = (1, 0): any m with p₁ + m ≤ 0 ≤ p₂ + m will do, the middle of 3 and −1, −1 alone, and none."""
    problem = Problem(np.zeros((2, 2)), np.array(p), np.zeros(2), np.ones(2), 1.0)
    found = polish(problem, np.zeros(2), np.array([UPPER, LOWER], dtype=np.int8))
    assert (None if found is None else found.multiplier) == multiplier
    elsewhere = Problem(np.zeros((2, 2)), np.array(p), np.zeros(2), np.ones(2), 1.5)  # the bounds add up to 1
    assert polish(elsewhere, np.zeros(2), np.array([UPPER, LOWER], dtype=np.int8)) is None


def test_coordinates_within_roundoff_of_a_bound_are_set_to_it() -> None:
    problem = Problem(np.eye(3), -np.array([1.0, -1.0, 0.0]), np.full(3, -1.0), np.ones(3), 0.0)
    b = np.array([1 - 1e-13, -1 + 1e-13, 0.0])
    found = snapped(problem, CandidateSolution(b, np.full(3, FREE, dtype=np.int8), 0.0))
    assert found.b.tolist() == [1.0, -1.0, 0.0]
    assert found.states.tolist() == [UPPER, LOWER, FREE]
    below = Problem(np.eye(2), np.array([1.0, 0.5]), np.full(2, -1.0), np.ones(2), -1.5)  # all of one sign
    found = snapped(below, CandidateSolution(np.array([-1 + 1e-13, -0.5]), np.full(2, FREE, dtype=np.int8), 0.0))
    assert found.b.tolist() == [-1.0, -0.5]
    # where the conditions do not hold on the bound, the answer stays as it is
    inner = Problem(np.eye(3), -np.array([1 - 1e-13, -1 + 1e-13, 0.0]), np.full(3, -1.0), np.ones(3), 0.0)
    candidate = CandidateSolution(b, np.full(3, FREE, dtype=np.int8), 0.0)
    assert snapped(inner, candidate) is candidate


def test_dependent_points_of_every_size_are_solved_for() -> None:
    """Ten points of the plane at lengths 1 to 10⁴, K = XXᵀ of rank 2: the gradient can vanish at all, and one step
    suffices.
    """
    rng = np.random.default_rng(0)
    X = rng.normal(size=(10, 2)) * np.logspace(0, 4, 10)[:, None]
    w = np.array([2.0, -3.0])
    for total in (0.0, 1.5):
        problem = Problem(X @ X.T, -(X @ w) - 4, np.full(10, -np.inf), np.full(10, np.inf), total)
        for rounds in (1, 3):
            b, multiplier, gradient, unique = solve_free(problem, np.zeros(10), np.arange(10), rounds)
            assert not unique
            assert np.count_nonzero(b) == 3  # as many as are independent, 1 among them; the others keep their value
            assert b.sum() == pytest.approx(total, abs=1e-12)
            np.testing.assert_allclose(X.T @ b, w, rtol=1e-9)
            assert multiplier == pytest.approx(4, rel=1e-6)
            assert (np.abs(gradient) <= 1e-9 * np.linalg.norm(X, axis=1).clip(min=1)).all()
