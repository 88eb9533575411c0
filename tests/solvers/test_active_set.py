"""The active-set method and its feasible start, on programs with a known solution."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from kernviz.solvers.active_set import active_set, feasible
from kernviz.solvers.problem import FREE, LOWER, UPPER, Problem

INF = np.inf


def test_the_active_set_method_finds_the_solution_from_every_guess() -> None:
    """K = 1: the point of the box and the plane Σ b = 0 that is nearest to −p, bᵢ = clip(−pᵢ − m) with m = 0."""
    side = np.array([1.0, 1.0, 2.0, 2.0, 2.0])
    problem = Problem(np.eye(5), -np.array([3.0, -3.0, 0.25, 0.0, -0.25]), -side, side, 0.0)
    for guess in product((LOWER, FREE, UPPER), repeat=5):
        states = np.array(guess, dtype=np.int8)
        found, ray = active_set(problem, states * side, states)
        assert ray is None
        np.testing.assert_allclose(found.b, [1.0, -1.0, 0.25, 0.0, -0.25], rtol=0, atol=1e-14)
        assert found.states.tolist() == [UPPER, LOWER, FREE, FREE, FREE]


def test_a_ray_without_end_is_given_back() -> None:
    """K = 0 and no bounds: along (1, −1)/2 the objective −b₁ + b₂ falls for ever."""
    problem = Problem(np.zeros((2, 2)), np.array([-1.0, 1.0]), np.full(2, -np.inf), np.full(2, np.inf), 0.0)
    _, ray = active_set(problem, np.zeros(2), np.full(2, FREE, dtype=np.int8))
    assert ray is not None
    np.testing.assert_allclose(ray / np.abs(ray).sum(), [0.5, -0.5], rtol=1e-15)


@pytest.mark.parametrize(
    ("b", "states", "hi", "total", "expected"),
    [
        ([0.25, 0.75], [FREE, FREE], 1.0, 1.5, [0.625, 0.875]),  # half of the room that is left to each
        ([0.25, 0.75], [FREE, FREE], 1.0, 0.5, [0.125, 0.375]),  # half of the way back
        ([0.25, 0.75], [FREE, UPPER], 1.0, 1.5, [0.5, 1.0]),  # only what is free moves
        ([0.25, 0.75], [LOWER, FREE], 1.0, 0.5, [0.0, 0.5]),
        ([0.25, 0.75], [LOWER, UPPER], 1.0, 1.0, [0.0, 1.0]),
        ([0.25, 0.75], [LOWER, UPPER], 1.0, 1.5, [0.5, 1.0]),  # unless nothing is, or not enough
        ([0.25, 0.75], [FREE, LOWER], 1.0, 1.5, [1.0, 0.5]),
        ([-3.0, 7.0], [FREE, FREE], 1.0, 1.5, [0.5, 1.0]),  # first into the box
        ([0.25, 0.75], [FREE, FREE], INF, 2.0, [0.75, 1.25]),  # endless room is shared alike
    ],
)
def test_a_guess_is_made_feasible(
    b: list[float], states: list[int], hi: float, total: float, expected: list[float]
) -> None:
    problem = Problem(np.eye(2), np.zeros(2), np.zeros(2), np.full(2, hi), total)
    found, known = feasible(problem, np.array(b), np.array(states, dtype=np.int8))
    assert found.tolist() == expected
    assert known.tolist() == problem.states(np.array(expected)).tolist()
