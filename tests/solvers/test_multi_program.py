"""The program of all classes: conditions and repairs, computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.solvers.multi_program import Program, balanced, settled
from kernviz.solvers.problem import EPS

CODES = np.array([0, 1, 2], dtype=np.intp)
ANSWER = 0.75 * np.eye(3) - 0.25  # C = ½ on the diagonal, −¼ elsewhere


def three() -> Program:
    """Return the program of one point for each of three classes, with K = I + 2 and its centred matrix I − ⅓."""
    K = np.eye(3)
    return Program(K - 1 / 3, CODES, 3, 0.5, K + 2)


def test_rows_are_balanced_by_the_largest_entry_below_its_bound() -> None:
    bound = np.array([[1.0, 0.0, 0.0]])
    for row, expected in (
        ([1.0, -0.75, -0.125], [1.0, -0.875, -0.125]),  # the first may not move
        ([1.0, -0.125, -0.75], [1.0, -0.125, -0.875]),
        ([0.75, -0.5, -0.125], [0.625, -0.5, -0.125]),
        ([0.25, -0.5, 0.0], [0.25, -0.25, 0.0]),
        ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]),  # none may move: nothing is hidden
        ([0.5, -0.5, 0.0], [0.5, -0.5, 0.0]),
    ):
        given = np.array([row])
        np.testing.assert_array_equal(balanced(given, bound), [expected])
        np.testing.assert_array_equal(given, [row])


def test_each_half_of_the_conditions_is_counted() -> None:
    """t = 0: f_c − [c = y] is b_c − [c = y], and in every row it is largest for all that is below its bound."""
    program, nothing = three(), np.zeros((3, 3))
    # own entries are below their bound C, so they should be largest; each is lower by 1
    assert program.residual(nothing, np.zeros(3)) == 1.0
    assert program.residual(nothing, np.array([0.25, 0.0, 0.0])) == 1.25
    # at C they need not be; the others, free, must be alike: (K t)_c − [c = y] is −½ and −¼
    np.testing.assert_array_equal(program.excess(ANSWER, np.zeros(3)), -0.25 * np.eye(3) - 0.25)
    assert program.residual(ANSWER, np.zeros(3)) == 0.0
    assert program.residual(ANSWER, np.array([0.0, 0.125, 0.0])) == 0.125
    # outside its bound: the distance in units of the mean |k(x, x)| of what is centred, ⅔
    outside = np.where(program.own, 0.75, ANSWER)
    assert program.residual(outside, np.zeros(3)) == pytest.approx(0.25 * 2 / 3, rel=1e-15)


def test_the_imbalance_of_rows_and_columns_is_counted_in_roundings() -> None:
    """A row is measured against the sum of its absolute entries, 1, and a column against the largest of these."""
    program, a = three(), 2.0**-20
    assert program.imbalance(ANSWER) == 0.0
    rows, columns = ANSWER.copy(), ANSWER.copy()
    rows[:, 0] += [a, -a, 0.0]
    columns[0] += [a, -a, 0.0]
    assert program.imbalance(rows) == pytest.approx(a / (4 * 3 * EPS), rel=1e-5)
    assert program.imbalance(columns) == pytest.approx(a / (3 * EPS), rel=1e-5)


def test_an_inexact_answer_is_made_feasible() -> None:
    program, rng = three(), np.random.default_rng(0)
    t = settled(program, ANSWER + 1e-6 * rng.normal(size=(3, 3)), np.zeros(3))
    np.testing.assert_array_equal(np.diag(t), np.full(3, 0.5))  # the bound is met exactly
    assert (t <= program.bound).all()
    np.testing.assert_allclose(t, ANSWER, atol=1e-5)
    np.testing.assert_allclose([t.sum(axis=0), t.sum(axis=1)], 0, atol=4 * EPS)
