"""Box of a three-dimensional scene.

It contains its points, wastes little space, and does not change for small movements.
"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kernviz.figures.space.room import axes_of, filled, rounded

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
