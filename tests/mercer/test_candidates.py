"""Candidate points of the search for a witness, counted and measured by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.candidates import (
    at_scale,
    cloud,
    from_coefficients,
    honeycomb,
    ladder,
    large,
    lattices,
    on_a_line,
    whole_points,
)

LINE, PLANE, SPACE = Space(1), Space(2), Space(3)


def nearest(rows: Array) -> tuple[float, list[int]]:
    """The smallest distance of two points, and how many points have how many others at about that distance: [0,
    those with 1, …].
    """
    apart = np.linalg.norm(rows[:, None] - rows[None], axis=-1) + np.diag(np.full(len(rows), np.inf))
    shortest = float(apart.min())
    return shortest, np.bincount((apart < 1.01 * shortest).sum(axis=1)).tolist()


def test_small_whole_points_of_the_line_and_the_plane() -> None:
    assert whole_points(LINE).ravel().tolist() == [1, -1, 0, 2, -2, 0.5, -0.5, 3, -3, 4, 6, 1.5, -1.5]
    assert whole_points(Space(1, True)).ravel().tolist() == [1, 0, 2, 0.5, 3, 4, 6, 1.5]
    axis = [[v, 0] for v in (1, -1, 0, 2, -2, 0.5, -0.5, 3, -3)]
    corners = [[0, 1], [0, -1], [1, 1], [1, -1], [0, 2], [-1, 1], [-1, -1], [2, 1], [2, -1], [1, 2], [-1, 2], [2, 2]]
    assert whole_points(PLANE).tolist() == axis + corners
    axis = [[v, 0] for v in (1, 0, 2, 0.5, 3, 4, 6, 1.5)]
    assert whole_points(Space(2, True)).tolist() == [*axis, [0, 1], [1, 1], [0, 2], [2, 1], [1, 2], [2, 2]]


def test_small_whole_points_of_space() -> None:
    rows = whole_points(SPACE)
    assert len(rows) == 9 + 30
    assert rows[9:14].tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, -1], [0, -1, 0], [1, 1, 0]]
    sums = np.abs(rows[9:]).sum(axis=1)
    assert (np.diff(sums) >= 0).all()
    assert [int((sums == n).sum()) for n in (1, 2)] == [4, 14]  # 4·3 with two of ±1, and 2 with one 2
    np.testing.assert_array_equal(whole_points(Space(7)), np.hstack([rows, np.zeros((39, 4))]))


def test_points_of_every_size() -> None:
    sizes = [0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0]
    np.testing.assert_allclose(ladder(LINE).ravel(), sizes + [-s for s in sizes], rtol=1e-15)
    np.testing.assert_allclose(ladder(Space(2, True)), [[s, 0] for s in sizes], rtol=1e-15)


def test_points_on_a_line() -> None:
    np.testing.assert_allclose(on_a_line(PLANE), [[i / 4, 0] for i in range(-12, 13)])
    np.testing.assert_allclose(on_a_line(Space(1, True)), [[i / 8] for i in range(25)])


def test_a_cloud() -> None:
    rows = cloud(PLANE, 200)
    assert rows.shape == (200, 2)
    np.testing.assert_array_equal(rows, cloud(PLANE, 200))
    np.testing.assert_array_equal(rows, rows.round(1))
    assert abs(rows.mean()) < 0.15
    assert 0.9 < rows.std() < 1.1
    np.testing.assert_array_equal(cloud(Space(2, True), 200), np.abs(rows))


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_the_lattices_of_a_space(d: int) -> None:
    """A line of 120 points, squares of 12 by 12, and for d > 2 cubes of 6 by 6 by 6."""
    found = list(lattices(Space(d), (0.7, 0.1)))
    sides = [[120]] if d == 1 else [[12] * 2] if d == 2 else [[12] * 2, [6] * 3]
    assert len(found) == 2 * len(sides)
    for rows, (spacing, side) in zip(found, product((0.7, 0.1), sides), strict=True):
        steps = [[round(spacing * i, 9) for i in range(n)] for n in side]
        assert sorted(map(tuple, rows.tolist())) == [(*v, *(0.0,) * (d - len(side))) for v in product(*steps)]


@pytest.mark.parametrize("spacing", [1.0, 0.5])
def test_in_a_honeycomb_six_neighbours_are_equally_near(spacing: float) -> None:
    """12 by 12 points: six neighbours inside; five and three alternately at the left and right; four above and below.

    The corners have 2 and 3.
    """
    rows = honeycomb(SPACE, spacing)
    shortest, counts = nearest(rows)
    assert rows.shape == (144, 3)
    assert (rows[:, 2] == 0).all()
    assert shortest == pytest.approx(spacing, abs=1e-3)
    assert counts == [0, 0, 2, 10 + 2, 10 + 10, 10, 100]


def test_a_large_set_of_the_plane_is_a_disc_of_a_honeycomb() -> None:
    rows = large(PLANE, 0.5)
    shortest, counts = nearest(rows)
    assert len(rows) == 209
    assert rows.min(axis=0).tolist() == [0, 0]
    assert shortest == pytest.approx(0.5, abs=1e-3)
    assert sum(counts[6:]) > 150
    middle = rows.mean(axis=0)
    radii = np.linalg.norm(rows - middle, axis=1)
    assert radii.max() <= 0.5 * 7.7
    # every place of the honeycomb that is nearer the middle is there: the disc is full
    assert len(rows) * 0.5**2 * np.sqrt(0.75) == pytest.approx(np.pi * (0.5 * 7.6) ** 2, rel=0.02)
    assert np.abs(np.linalg.eigvalsh(np.cov(rows.T)) / np.var(rows[:, 0]) - 1).max() < 0.03  # no direction


def test_a_large_set_of_the_line_and_of_space() -> None:
    assert large(LINE, 0.5).ravel().tolist() == [i / 2 for i in range(120)]
    rows = large(Space(4), 0.5)
    assert sorted(map(tuple, rows.tolist())) == [(*v, 0.0) for v in product([i / 2 for i in range(6)], repeat=3)]


def test_a_scale_gives_short_decimals() -> None:
    assert at_scale(np.array([[3.0, -7.0]]), 0.1).tolist() == [[0.3, -0.7]]


@pytest.mark.parametrize("nonnegative", [False, True])
def test_points_against_a_polynomial_are_as_many_as_it_takes(nonnegative: bool) -> None:
    """(x·z)² − (x·z) on the plane: 5 monomials of degree 1 and 2, and 8 points to spare."""
    rows = from_coefficients(kv.parse("linear**2 - linear"), Space(2, nonnegative))
    assert rows is not None
    assert rows.shape == (13, 2)
    assert (rows.min() >= 0) is np.bool_(nonnegative)
    assert np.abs(rows).max() <= 1
    monomials = np.column_stack([rows, rows**2, rows[:, 0] * rows[:, 1]])
    assert np.linalg.matrix_rank(monomials) == 5
    assert from_coefficients(kv.parse("linear**2 + linear"), Space(2, nonnegative)) is None
    assert from_coefficients(kv.parse("rbf"), Space(2, nonnegative)) is None
