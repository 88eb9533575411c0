"""Bar chart of the coefficients of a power series.

The coefficients are scaled by n!. Negative coefficients are in another colour and hatched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, KEY_GAP, LEGEND, axis, figure, number, token
from kernviz.figures.traces import marker_trace
from kernviz.ranges import spread
from kernviz.wording import say

CLOSE = 0.07  # share of the axis: a tick label closer than this to 0 would overlap the label of 0
WIDE = 60.0  # ratio of the largest to the smallest size above which a linear axis would hide the small bars


def coefficient_bars(scaled: Array, hover: Sequence[str]) -> Figure:
    """Draw one bar for each scaled power series coefficient.

    The bars stand at n = 0, 1, …. ``scaled`` (g,) is n!·aₙ, and ``hover`` says the exact aₙ.

    If the largest size is more than ``WIDE`` times the smallest, the y axis is symmetric
    logarithmic. A value v then stands at ± log₁₀(1 + |v|/unit); the unit is the smallest size, or 10⁻³⁰⁰ of the
    largest.
    """
    sizes = np.abs(scaled[scaled != 0])
    wide = len(sizes) > 0 and sizes.max() > WIDE * sizes.min()
    unit = max(float(sizes.min()), 1e-300 * float(sizes.max())) if wide else 1.0
    heights = np.sign(scaled) * np.log10(1 + np.abs(scaled) / unit) if wide else scaled
    order = np.arange(len(scaled))
    traces = []
    for name, color, pattern, mask in (
        ("aₙ ≥ 0", token("class-0"), "", scaled >= 0),
        ("aₙ < 0", token("class-1"), "/", scaled < 0),
    ):
        if mask.any():
            traces.append(
                {
                    "type": "bar",
                    "x": order[mask],
                    "y": heights[mask],
                    "width": 0.7,
                    "name": name + KEY_GAP,
                    "marker": {
                        "color": color,
                        "line": {"width": 1.4, "color": color},
                        "pattern": {"shape": pattern, "size": 6, "solidity": 0.35},
                    },
                    "text": [hover[i] for i in order[mask]],
                    "textposition": "none",
                    "hovertemplate": "%{text}<extra></extra>",
                    "showlegend": True,
                }
            )
    if (scaled < 0).any():  # a triangle marks a negative sign even if the bar is too short to be seen
        traces.append(
            marker_trace(
                order[scaled < 0],
                heights[scaled < 0],
                {"symbol": "triangle-down", "size": 11, "color": token("class-1")},
                showlegend=False,
                name=say("below 0"),
                hoverinfo="skip",
                cliponaxis=False,
            )
        )
    low, high = min(0.0, float(heights.min())), max(0.0, float(heights.max()))
    room = 0.1 * spread(low, high, 1.0)
    y_range = low - room * (low < 0), high + room
    scale = {"zeroline": True, "zerolinecolor": INK, "zerolinewidth": 1.6}
    ticks = _ticks(unit, low, high) if wide else {"nticks": 6}
    return figure(
        traces,
        margin={"l": 56, "r": 14, "t": 34, "b": 44},
        legend=LEGEND,
        barmode="overlay",
        xaxis=axis(say("n, power of ‹x·z›"), (-0.6, len(scaled) - 0.4), dtick=2, tick0=0),
        yaxis=axis("n!·aₙ", y_range, **scale, **ticks),
    )


def describe_coefficients(scaled: Array) -> str:
    """Describe the bars of the power series coefficients in words."""
    below = np.flatnonzero(scaled < 0)
    range_ = {"last": len(scaled) - 1, "low": scaled.min(), "high": scaled.max()}
    if not len(below):
        return say("Bars of n!·aₙ for n = 0 to {last}, between {low} and {high}; none is below 0.", **range_)
    return say(
        "Bars of n!·aₙ for n = 0 to {last}, between {low} and {high}; below 0 for n = {negative}.",
        **range_,
        negative=", ".join(map(str, below.tolist())),
    )


def _ticks(unit: float, low: float, high: float) -> dict[str, list[float] | list[str]]:
    """Return ticks of the symmetric logarithmic axis, at powers of ten.

    A value v stands at ± log₁₀(1 + |v|/unit); ``low`` and ``high`` are such places.
    """
    first = math.ceil(math.log10(unit))
    last = math.floor(math.log10(unit) + max(high, -low))
    step = max(1, math.ceil((last - first + 1) / 5))
    powers = [10.0**e for e in range(first, last + 1, step)]
    at = [math.log10(1 + p / unit) for p in powers]
    values, texts = [0.0], ["0"]
    for side, sign in ((high, 1), (-low, -1)):
        for place, power in zip(at, powers, strict=True):
            if CLOSE * (high - low) < place <= side * 1.02:
                values.append(sign * place)
                texts.append(number(sign * power))
    return {"tickvals": values, "ticktext": texts}
