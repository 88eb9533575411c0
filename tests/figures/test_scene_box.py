"""Box of a three-dimensional scene.

It contains its points, wastes little space, and does not change for small movements.
"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kernviz.figures.space.scene_box import axes_of, filled, rounded

ends = st.floats(-1e6, 1e6)
widths = st.floats(1e-6, 1e6)


@given(low=ends, width=widths)
def test_rounded_ends_hold_the_side_and_are_near(low: float, width: float) -> None:
    width = max(width, 2e-9 * abs(low))  # narrower is a rounding: ranges.py
    a, b = (float(v[0]) for v in rounded(np.full(3, low), np.full(3, low + width)))
    roundoff = 4 * np.spacing(abs(low) + width)
    assert a <= low + roundoff
    assert b >= low + width - roundoff
    assert max(low - a, a + width - low) <= width + roundoff
    assert (b - a) <= 1.25 * width + 4 * roundoff


def test_ends_are_round_numbers() -> None:
    low, high = rounded(np.array([-0.613, 0.0, 0.02]), np.array([0.587, 1.0, 913.0]))
    np.testing.assert_allclose(low, [-0.7, 0.0, 0.0])
    np.testing.assert_allclose(high, [0.6, 1.0, 1000.0])


def test_a_side_that_grows_a_little_at_a_time_seldom_moves_its_end() -> None:
    highs = np.linspace(1.0, 2.0, 100)
    assert len({float(rounded(np.zeros(3), np.full(3, h))[1][0]) for h in highs}) <= 12


def test_the_unseen_trace_fills_the_box() -> None:
    room = rounded(np.array([-1.0, -2.0, -3.0]), np.array([1.0, 2.0, 3.0]))
    trace, axes = filled(room), axes_of(room, ("a<b", "b", "c"), 5)
    assert trace["mode"] == "none"
    assert [trace[name] for name in "xyz"] == [axes[f"{name}axis"]["range"] for name in "xyz"]
    assert "<" not in axes["xaxis"]["title"]["text"]


@given(low=ends, width=widths, most=st.integers(3, 8))
def test_ticks_are_round_numbers_away_from_the_corners(low: float, width: float, most: int) -> None:
    """At a corner of the box the numbers of two axes would lie on each other."""
    width = max(width, 1e-6 * abs(low))
    room = rounded(np.full(3, low), np.full(3, low + width))
    a, b = (float(end[0]) for end in room)
    ticks = axes_of(room, ("a", "b", "c"), most)["xaxis"]["tickvals"]
    assert 1 <= len(ticks) <= most
    assert ticks[0] - a >= 0.07 * (b - a)
    assert b - ticks[-1] >= 0.07 * (b - a)
    steps = np.diff(ticks)
    assert np.allclose(steps, steps[:1], rtol=1e-4)


def test_ticks_of_a_usual_box() -> None:
    axes = axes_of((np.array([-2.0, 0.0, -0.5]), np.array([2.0, 1.0, 0.5])), ("a", "b", "c"), 5)
    assert [axes[f"{name}axis"]["tickvals"] for name in "xyz"] == [
        [-1.0, 0.0, 1.0],
        [0.2, 0.4, 0.6, 0.8],
        [-0.4, -0.2, 0.0, 0.2, 0.4],
    ]
