"""Comparison of pictures of two checkouts: equal ones, and the differences it reports."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.same_pictures import ALIKE, differences

FIELD = np.array([[0.0, 1.0], [2.0, np.nan]])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FIELD, FIELD * (1 + ALIKE / 2)),
        ([0.5, None, 1], np.array([0.5, np.nan, 1.0])),
        ({"x": [1, 2], "name": "a"}, {"name": "a", "x": np.array([1, 2])}),
        ([], []),
    ],
)
def test_values_equal_up_to_rounding_have_no_difference(before: Any, after: Any) -> None:
    assert list(differences(before, after)) == []


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (FIELD, FIELD + np.array([[0, 0.1], [0, 0]]), ": 1 of 4 by up to 0.1, the largest is 2"),
        (FIELD, FIELD.T[:1], " has shape (1, 2) instead of (2, 2)"),
        (FIELD, np.ones((2, 2)), " has a gap in 1 other places"),
        ({"data": [{"x": [1]}]}, {"data": [{"x": [1], "y": [2]}]}, ".data[0].y is new"),
        ({"data": ["a", "b"]}, {"data": ["a"]}, ".data has 1 instead of 2"),
        ("free", "bounded", " is 'bounded' instead of 'free'"),
        (True, "yes", " is 'yes' instead of True"),
    ],
)
def test_a_difference_is_reported_with_its_place(before: Any, after: Any, message: str) -> None:
    assert message in list(differences(before, after))
