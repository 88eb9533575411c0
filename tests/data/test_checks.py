"""Error messages about data.

Each names the value, the place, the limit and a way out.
"""

import numpy as np
import pytest

from kernviz.data.checks import DataError, checked_classes, checked_names, checked_points, checked_text, checked_values


@pytest.mark.parametrize(
    ("points", "fragments"),
    [
        ([1.0, 2.0], ["shape (2,)", "X[:, None]"]),
        (np.zeros((0, 2)), ["at least 1 point"]),
        (np.zeros((2, 0)), ["at least 1 point"]),
        (np.zeros((2001, 1)), ["2001", "2000", "sample"]),
        (np.zeros((2, 31)), ["31 columns", "30"]),
        ([[0, 1], [2, np.nan]], ["point 2", "'x2'", "nan", "finite"]),
        ([[0, 1], [np.inf, 2]], ["point 2", "'x1'", "inf"]),
        ([[0, -2e6]], ["point 1", "-2·10⁶", "10⁶", "rescale"]),
        ([[np.nan]], ["point 1", "column 'x' "]),  # the only column of a dataset is x
        ([["a", "b"]], ["real numbers"]),
        ([[1j, 0]], ["real numbers"]),
        ([[10**400]], ["real numbers"]),
        ([[1, 2], [3]], ["real numbers"]),
    ],
)
def test_points_refused(points: object, fragments: list[str]) -> None:
    with pytest.raises(DataError) as refusal:
        checked_points(points)  # type: ignore[arg-type]
    assert all(fragment in str(refusal.value) for fragment in fragments), refusal.value


def test_the_limits_themselves_are_allowed() -> None:
    assert checked_points(np.full((2000, 30), -1e6)).shape == (2000, 30)


def test_points_are_an_own_read_only_copy_without_minus_zero() -> None:
    given = np.array([[-0.0, 1.0]])
    X = checked_points(given)
    given[0, 1] = 9
    assert X[0, 1] == 1
    assert not np.signbit(X[0, 0])
    with pytest.raises(ValueError, match="read-only"):
        X[0, 0] = 1


@pytest.mark.parametrize(
    ("values", "classes", "fragment"),
    [
        ([0, 1], (), "3 points"),
        ([0.5, 1.0, -1.0], (), "regression"),
        ([0.0, 1.0, 1.0], (), "±1"),
        (["a", "b", "a"], (), "labelled"),
        ([0, 1, 2], ("a", "b"), "class number 2"),
        ([0, 1, 10], (), "11 classes are more than the 10"),
        ([0, 1, 500], (), "501 classes are more than the 10"),
        ([0, 1, 2**62], (), "classes are more than the 10"),
        ([1.0, -1.0, 1.0], ("a", "b", "c"), "3 class names"),
        ([0, 1, 1], ("a", "a"), "the same"),
        ([0, 1, 1], ("1", "1.0"), "the same"),
        ([0, 1, 1], ("a", " "), "empty name"),
        ([0, 1, 1], tuple("abcdefghijk"), "11 classes"),
        ([0, 1, 1], ("a", "b" * 41), "40 characters"),
        ([np.nan, 1.0, 1.0], (), "regression"),
        ([True, False, True], (), "labelled"),
        ([[0], [1, 2], [0]], (), "different lengths"),
    ],
)
def test_classes_refused(values: list[object], classes: tuple[str, ...], fragment: str) -> None:
    with pytest.raises(DataError) as refusal:
        checked_classes(values, 3, classes)  # type: ignore[arg-type]
    assert fragment in str(refusal.value)


@pytest.mark.parametrize(("values", "kind"), [([0, 1], "i"), ([1, 1], "i"), ([1, -1], "f"), ([1.0, 1.0], "f")])
def test_class_numbers_or_signs(values: list[float], kind: str) -> None:
    y, classes = checked_classes(values, 2, ())
    assert y.dtype.kind == kind
    assert classes == (("-1", "+1") if kind == "f" else ("0", "1"))


def test_values_refused() -> None:
    with pytest.raises(DataError, match="one value per point"):
        checked_values([1.0], 2, "y")
    with pytest.raises(DataError, match=r"point 2, column 'y' is inf"):
        checked_values([1.0, np.inf], 2, "y")
    with pytest.raises(DataError, match="one real number per point"):
        checked_values(["a", "b"], 2, "y")


@pytest.mark.parametrize(
    ("text", "fragment"), [("a\0b", "NUL"), ("\ud800", "surrogate"), ("x" * 41, "40 characters"), (3, "must be text")]
)
def test_text_refused(text: object, fragment: str) -> None:
    with pytest.raises(DataError, match=fragment):
        checked_text(text, "name")


def test_ten_classes_are_allowed() -> None:
    assert len(checked_names(tuple("abcdefghij"))) == 10
