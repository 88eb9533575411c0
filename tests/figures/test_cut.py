"""Polygon of a plane in a box: its corners are on the plane and do not depend on the normal's sign."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernviz.arrays import Array
from kernviz.figures.space.cut import cut

LOW, HIGH = np.array([0.0, -1.0, 2.0]), np.array([1.0, 3.0, 2.5])


def corners(polygon: Array) -> list[tuple[float, ...]]:
    return sorted(tuple(row) for row in polygon.round(9).tolist())


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_both_signs_of_a_normal_cut_out_the_same_polygon(axis: int, share: float) -> None:
    normal = np.eye(3)[axis]
    offset = -float(LOW[axis] + share * (HIGH - LOW)[axis])
    polygon = cut(normal, offset, LOW, HIGH)
    assert len(polygon) == 4
    assert_allclose(polygon @ normal + offset, 0, atol=1e-12)
    assert corners(polygon) == corners(cut(-normal, -offset, LOW, HIGH))


def test_a_plane_beside_the_box_misses_it() -> None:
    for sign in (1.0, -1.0):
        assert cut(sign * np.eye(3)[0], sign * 0.1, LOW, HIGH).shape == (0, 3)
