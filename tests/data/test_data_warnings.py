"""Warnings about data that is allowed but cannot show much."""

import numpy as np
import pytest

from kernviz.data import Dataset, toy
from kernviz.data.data_warnings import contradictions


def concerns(X: object, y: list[int] | None = None) -> str:
    task = "none" if y is None else "classification"
    return " | ".join(Dataset(np.array(X, float), None if y is None else np.array(y), task=task).concerns)  # type: ignore[arg-type]


def test_nothing_to_say_about_good_data() -> None:
    assert concerns([[0, 0], [1, 1]], [0, 1]) == ""


@pytest.mark.parametrize(
    ("X", "y", "fragment"),
    [
        ([[0, 0], [0, 0], [1, 1]], [0, 1, 1], "1 place has points with more than one label"),
        ([[0, 0], [1, 0]], [1, 1], "one class only (1)"),
        ([[3, 3], [3, 3]], None, "identical"),
        ([[1e-300, 0], [2e-300, 0]], None, "rescale"),
        ([[1e-9, 1e5], [2e-9, -1e5]], None, "10⁴ times the spread of 'x1'"),
    ],
)
def test_each_concern_is_said(X: object, y: list[int] | None, fragment: str) -> None:
    assert fragment in concerns(X, y)


def test_duplicates_with_the_same_label_are_no_contradiction() -> None:
    assert contradictions(np.zeros((3, 2)), np.array([1, 1, 1])) == 0


def test_contradictions_count_places_not_points() -> None:
    assert toy("conflicting_duplicates").contradictions == 2
    assert toy("xor").contradictions == 0


def test_minus_zero_and_zero_are_one_place() -> None:
    assert Dataset(np.array([[0.0], [-0.0]]), np.array([0, 1]), task="classification").contradictions == 1
