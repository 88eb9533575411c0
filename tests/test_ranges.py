"""Ranges of axes: the range of any values can be drawn, and contains them."""

from __future__ import annotations

import ast

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kernviz.ranges import LARGEST, LEAST, NARROWEST, around, drawable, is_range, peak, spread, square
from tests.test_architecture import ROOT, SOURCES, nodes

anything = st.floats(allow_nan=True, allow_infinity=True)
some = st.lists(anything, max_size=8)
close = st.floats(-1e6, 1e6).flatmap(
    lambda v: st.lists(st.sampled_from([v, np.nextafter(v, 2e6), v + 0.0]), min_size=1)
)
share = st.floats(0.0, 2.0)


def can_be_drawn(low: float, high: float) -> bool:
    """Return True if an axis can have these ends; written out again, independently of the code under test."""
    wide = high - low
    return bool(np.isfinite([low, high, wide]).all() and wide >= LEAST and wide > 1e-9 * max(abs(low), abs(high)))


@given(anything, anything)
@example(1e6, np.nextafter(1e6, 2e6))
@example(-1e308, 1e308)
@example(5e-324, 0.0)
def test_any_two_ends_give_a_range_that_can_be_drawn(low: float, high: float) -> None:
    a, b = drawable(low, high)
    assert can_be_drawn(min(a, b), max(a, b))
    assert spread(low, high) >= LEAST
    assert np.isfinite(spread(low, high))
    if can_be_drawn(low, high) and peak([low, high]) < LARGEST:
        assert (a, b) == (low, high)
        assert spread(low, high) == high - low


@given(some | close, some | close, share, share, st.booleans())
def test_the_range_of_any_values_holds_them(
    one: list[float], other: list[float], below: float, above: float, zero: bool
) -> None:
    low, high = around(one, np.array(other), below=below, above=above, zero=zero)
    assert can_be_drawn(low, high)
    known = [v for v in one + other if np.isfinite(v) and abs(v) < LARGEST]
    slack = 1e-12 * (high - low) + LEAST
    assert all(low - slack <= v <= high + slack for v in known)
    assert not zero or low <= 0 <= high


@given(some)
def test_the_peak_of_any_values_bounds_them(values: list[float]) -> None:
    top = peak(values, 0.0)
    assert can_be_drawn(-top, top)
    assert all(abs(v) <= top for v in values if np.isfinite(v) and abs(v) <= LARGEST)


@given(close, close)
def test_a_square_around_any_points_can_be_drawn(x: list[float], y: list[float]) -> None:
    n = min(len(x), len(y))
    (a, b), (c, d) = square(np.column_stack([x[:n], y[:n]]), 0.1)
    assert can_be_drawn(a, b)
    assert can_be_drawn(c, d)


def test_values_that_differ_by_more_than_a_rounding_are_told_apart() -> None:
    assert is_range(1.0, 1.0 + 2 * NARROWEST)
    assert not is_range(1.0, 1.0 + NARROWEST / 2)
    assert not is_range(1.0, np.nan)
    assert not is_range(-np.inf, np.inf)
    assert not is_range(2.0, 1.0)


MADE_OF = {"max", "min", "ptp", "nanmax", "nanmin"}
DRAWN = [p for p in SOURCES if p.relative_to(ROOT / "kernviz").parts[0] in ("figures", "lessons", "surfaces.py")]


def by_hand(node: ast.AST) -> bool:
    """Return True for code such as `(high - low) or 1.0`, `values.max() or 1`.

    It replaces a range of 0, but not one as small as a rounding error.
    """
    if not (isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and isinstance(node.values[-1], ast.Constant)):
        return False
    if not (isinstance(node.values[-1].value, int | float) and node.values[-1].value):
        return False
    inside = list(ast.walk(node.values[0]))
    called = {getattr(c.func, "attr", getattr(c.func, "id", "")) for c in inside if isinstance(c, ast.Call)}
    names = {n.id for n in inside if isinstance(n, ast.Name)}
    return bool(called & MADE_OF) or {"low", "high"} <= names


@pytest.mark.parametrize("text", ["(high - low) or 1.0", "float(v.max()) or 1.0", "0.5 * np.ptp(x) or 2.0"])
def test_a_range_made_by_hand_is_found(text: str) -> None:
    assert by_hand(ast.parse(text, mode="eval").body)


def test_no_range_is_made_elsewhere() -> None:
    found = [f"{p.relative_to(ROOT)}:{node.lineno}" for p in DRAWN for node in nodes(p) if by_hand(node)]  # type: ignore[attr-defined]
    assert found == []
