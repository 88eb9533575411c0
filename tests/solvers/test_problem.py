"""The quadratic program: its units, multipliers and conditions, computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.problem import LOWER, UPPER, Problem, centre

INF = np.inf


def spread_four(p: list[float], lo: float, hi: float, total: float) -> Problem:
    """Two points whose images are 2√2 apart: the mean variance, `scale`, is 4 − 2 = 2."""
    return Problem(4.0 * np.eye(2), np.array(p), np.full(2, lo), np.full(2, hi), total)


@pytest.mark.parametrize(
    ("program", "beta", "pi"),
    [
        # Σ b = 0: pi is half the spread of p, b is about pi/scale large
        (spread_four([-1.0, 1.0], -8.0, 8.0, 0.0), 0.5, 1.0),
        (spread_four([-3.0, 3.0], -INF, INF, 0.0), 1.5, 3.0),
        # … unless the bounds are nearer, whichever side they are on
        (spread_four([-1.0, 1.0], -0.25, 0.125, 0.0), 0.25, 1.0),
        (spread_four([-1.0, 1.0], -0.125, 0.25, 0.0), 0.25, 1.0),
        # Σ b = ±4 with one sign: pi is scale·4, and no b is larger than 4
        (spread_four([0.0, 0.0], 0.0, INF, 4.0), 4.0, 8.0),
        (spread_four([0.0, 0.0], -INF, 0.0, -4.0), 4.0, 8.0),
        (spread_four([-40.0, 40.0], 0.0, INF, 4.0), 4.0, 40.0),
        (spread_four([-40.0, 40.0], -INF, 0.0, -4.0), 4.0, 40.0),
        (spread_four([-40.0, 40.0], -INF, INF, 4.0), 20.0, 40.0),  # of two signs they may be larger than their sum
        (spread_four([0.0, 0.0], -1.0, 1.0, 0.0), 0.5, 1.0),  # no scale: the unit is 1
    ],
)
def test_the_units_of_a_program(program: Problem, beta: float, pi: float) -> None:
    unit, *found = program.normalised()
    assert found == [beta, pi]
    assert program.unit == pi
    np.testing.assert_array_equal(unit.K, program.K * beta / pi)
    np.testing.assert_array_equal(unit.p, program.p / pi)
    np.testing.assert_array_equal(unit.lo, program.lo / beta)
    np.testing.assert_array_equal(unit.hi, program.hi / beta)
    assert unit.total == program.total / beta


def test_both_objectives_meet_where_the_sum_is_given() -> None:
    """b = (2, 2) with Σ b = 4: the multiplier −8 cancels K b = 8. The primal is ½ bᵀKb = 16, the dual 8·4 − 16."""
    assert spread_four([0.0, 0.0], 0.0, INF, 4.0).objectives(np.array([2.0, 2.0]), -8.0) == (16.0, 16.0)


def test_normalised_programs_do_not_depend_on_the_scale_of_the_kernel() -> None:
    """k → ck with C → C/c; c is a power of two, so to the last bit."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(5, 5))
    p, hi = rng.normal(size=5), np.full(5, 3.0)
    for total in (0.0, 2.0):
        one, *_ = Problem(A @ A.T, p, -hi, hi, total).normalised()
        for c in (2.0**-30, 2.0**30):
            other, *_ = Problem(c * (A @ A.T), p, -hi / c, hi / c, total / c).normalised()
            for name in ("K", "p", "lo", "hi", "total"):
                np.testing.assert_array_equal(getattr(other, name), getattr(one, name))


def test_multipliers_at_the_bounds() -> None:
    """K = 0: the gradient is p + m. It must be ≥ 0 where b is lo and ≤ 0 where it is hi."""
    problem = Problem(np.zeros((3, 3)), np.array([2.0, 5.0, -1.0]), np.zeros(3), np.ones(3), 1.0)
    b = np.array([0.0, 0.0, 1.0])
    assert problem.multiplier_interval(b, np.array([LOWER, LOWER, UPPER], dtype=np.int8)) == (-2.0, 1.0)
    assert problem.multiplier_interval(np.zeros(3), np.full(3, LOWER, dtype=np.int8)) == (1.0, INF)
    assert problem.multiplier_interval(np.ones(3), np.full(3, UPPER, dtype=np.int8)) == (-INF, -5.0)
    assert problem.best_multiplier(b) == -0.5
    # (½, 0, ½): the first and the last need m = −2 and m = 1, the second m ≥ −5
    assert problem.best_multiplier(np.array([0.5, 0.0, 0.5])) == -0.5
    assert problem.violations(np.array([0.5, 0.0, 0.5]), -0.5).max() == 1.5


@pytest.mark.parametrize(
    ("low", "high", "middle"), [(1.0, 4.0, 2.5), (1.0, INF, 1.0), (-INF, 4.0, 4.0), (-INF, INF, 0.0)]
)
def test_the_middle_of_an_interval(low: float, high: float, middle: float) -> None:
    assert centre(low, high) == middle


def test_far_bounds_are_moved_and_near_or_infinite_ones_are_not() -> None:
    lo, hi = np.array([-INF, -1e9, -5.0]), np.array([1e9, INF, 5.0])
    problem = Problem(np.eye(3), np.zeros(3), lo, hi, 0.0)
    near = problem.relaxed(1e8, 7.0)
    assert near.lo.tolist() == [-INF, -7.0, -5.0]
    assert near.hi.tolist() == [7.0, INF, 5.0]
    assert problem.relaxed(1e9, 7.0) is problem
    one_sided = Problem(np.eye(3), np.zeros(3), lo, np.ones(3), 0.0).relaxed(1e8, 7.0)
    assert one_sided.lo.tolist() == [-INF, -7.0, -5.0]
    assert one_sided.hi.tolist() == [1.0, 1.0, 1.0]
    other_sided = Problem(np.eye(3), np.zeros(3), -np.ones(3), hi, 0.0).relaxed(1e8, 7.0)
    assert other_sided.lo.tolist() == [-1.0, -1.0, -1.0]
    assert other_sided.hi.tolist() == [7.0, INF, 5.0]


def test_a_positive_definite_kernel_is_factored_without_a_shift() -> None:
    line = np.arange(5.0)[:, None]
    bounds = np.full(5, -INF), np.full(5, INF)
    some = np.array([0, 2, 3])
    for K in (line @ line.T, 1e-200 * (line @ line.T + 1), np.zeros((5, 5))):  # of rank 1, 2 and 0
        np.testing.assert_array_equal(Problem(K, np.zeros(5), *bounds, 0.0).factorable(some), K[np.ix_(some, some)])
    distances = Problem(-np.abs(line - line.T), np.zeros(5), *bounds, 0.0)  # only where Σ b = 0
    np.testing.assert_array_equal(distances.factorable(some), distances.centred[np.ix_(some, some)])
    H = np.eye(5) - 0.2
    np.testing.assert_allclose(distances.centred, H @ distances.K @ H, atol=1e-15)


@pytest.mark.parametrize("place", [(2, 2), (1, 3)])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_matrix_that_is_not_finite_has_no_cholesky_factor(place: tuple[int, int], value: float) -> None:
    """OpenBLAS factorises such a matrix without an error."""
    M = np.eye(4)
    M[place] = M[place[::-1]] = value
    assert lower_factor(M) is None
    assert lower_factor(np.eye(4)) is not None
