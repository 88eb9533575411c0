"""Single frequencies of a spectral measure, drawn as stems.

Their weights have an axis with room for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernviz.figures.theme import KEY_GAP, Range, token
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.ranges import peak
from kernviz.wording import say

ADDED, TAKEN = token("class-0"), token("class-1")
STEM = 3  # width of a stem in pixels
Stem = tuple[float, float]  # frequency and weight


def stem_traces(stems: Sequence[Stem], on: str) -> list[dict[str, Any]]:
    """Return one stem with its head per frequency.

    ``on`` is the y axis. Negative stems are in the other colour, with their heads pointing down.
    """
    found: list[dict[str, Any]] = []
    groups = ((say("weights"), ADDED, "diamond", True), (say("weight below 0"), TAKEN, "triangle-down", False))
    for name, color, symbol, positive in groups:
        of_sign = [(f, w) for f, w in stems if (w >= 0) is positive]
        if not of_sign:
            continue
        xs = [v for f, _ in of_sign for v in (f, f, None)]
        ys = [v for _, w in of_sign for v in (0.0, w, None)]
        hover = [say("ω = {omega}<br>weight {weight}", omega=f, weight=w) for f, w in of_sign]
        found += [
            line_trace(xs, ys, color, STEM, yaxis=on, hoverinfo="skip", showlegend=False),
            marker_trace(
                [f for f, _ in of_sign],
                [w for _, w in of_sign],
                {"symbol": symbol, "size": 11, "color": color},
                yaxis=on,
                name=name + KEY_GAP,
                text=hover,
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    return found


def room_for(stems: Sequence[Stem], y_range: Range) -> Range:
    """Return an axis range with room for negative stems.

    Below 0 there is room for the largest negative weight at the scale of the positive weights. This
    part is at most 1.5 times as long as the part above 0, unless ``y_range`` reaches lower.
    """
    highest, lowest = _ends(stems)
    if not lowest:
        return y_range
    share = min(1.4 * lowest / highest, 1.5) if highest else 0.6
    return min(y_range[0], -max(share, 0.2) * y_range[1]), y_range[1]


def weight_range(stems: Sequence[Stem], beside: Range) -> Range:
    """Return an axis range for the weights of the stems.

    Its 0 is at the same height as the 0 of the other axis, with the range ``beside``.
    """
    highest, lowest = _ends(stems)
    share = -beside[0] / beside[1]
    top = peak(max(1.15 * highest, 1.3 * lowest / share if share > 0 else 0.0))
    return -share * top, top


def _ends(stems: Sequence[Stem]) -> tuple[float, float]:
    """Return the largest size of a weight above 0, and below 0.

    Each is 0 where there is none.
    """
    return max((w for _, w in stems if w > 0), default=0.0), -min((w for _, w in stems if w < 0), default=0.0)
