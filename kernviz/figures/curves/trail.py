"""Plot of a search for points that refute a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, axis, figure, number, token, zero_line
from kernviz.wording import say, several


def search_trail(shares: Array, refutes: Sequence[bool], words: Sequence[str]) -> Figure:
    """Draw the relative smallest eigenvalue of every attempt.

    ``shares`` (a,) are λ_min / max |K|. Attempts with True in ``refutes`` (a,) are marked ✗. A step
    line shows the lowest value so far.

    ``words`` (a,) are said on hover: the points and the eigenvalue.
    """
    shares = np.asarray(shares, dtype=np.float64)
    step = np.arange(1.0, len(shares) + 1)
    bad = np.asarray(refutes, dtype=bool)
    lowest = {
        "type": "scatter",
        "mode": "lines",
        "name": say("lowest so far"),
        "x": step,
        "y": np.minimum.accumulate(shares),
        "line": {"color": INK, "width": 2, "shape": "hv"},
        "hoverinfo": "skip",
    }
    traces = [
        lowest,
        _marks(step, shares, words, ~bad, say("passes"), token("class-0"), "circle"),
        _marks(step, shares, words, bad, say("refutes"), token("class-1"), "x"),
    ]
    floor = min(float(shares.min(initial=0.0)) * 1.15, -0.05)
    zero = zero_line(MUTED, 1.4)
    return figure(
        traces,
        shapes=[zero],
        margin={"l": 60, "r": 12, "t": 12, "b": 44},
        xaxis=axis(
            say("attempt"),
            (0.4, len(shares) + 0.6),
            showgrid=False,
            tickformat="d",
            dtick=1 if len(shares) <= 15 else 5,
        ),
        yaxis=axis(say("λ_min / max |‹K›|"), (floor, max(float(shares.max(initial=0.0)) * 1.15, 0.05))),
    )


def describe_trail(shares: Array, refutes: Sequence[bool]) -> str:
    """Describe the search over sets of points in words."""
    count = int(np.sum(refutes))
    low = number(float(np.min(shares))) if len(shares) else "–"
    ended = say("{count} of them refute the kernel", count=count) if count else say("none refutes the kernel")
    return say(
        "{counted}, lowest λ_min / max |‹K›| = {low}: {ended}.",
        counted=several(len(shares), "{n} attempt", "{n} attempts"),
        low=low,
        ended=ended,
    )


def _marks(
    step: Array, shares: Array, words: Sequence[str], chosen: Any, name: str, color: str, symbol: str
) -> dict[str, Any]:
    rows = np.flatnonzero(chosen)
    some = len(rows) > 0
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": step[rows] if some else [None],
        "y": shares[rows] if some else [None],
        "marker": {"color": color, "symbol": symbol, "size": 10},
        "text": [words[r] for r in rows.tolist()],
        "hovertemplate": say("attempt %{x}: %{text}<extra>") + name + "</extra>",
    }
