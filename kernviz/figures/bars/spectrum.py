"""Bar chart of the eigenvalues of a Gram matrix, largest first.

Negative eigenvalues are visible without colour too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, axis, figure, token, zero_line
from kernviz.ranges import around
from kernviz.wording import say, several

ROOM = 0.05  # free space beyond the highest and the lowest bar, as a share of the height


def eigenvalue_bars(values: Array, tolerance: float = 0.0, *, log: bool = False, name: str = "λ") -> Figure:
    """Draw the eigenvalues as bars in descending order.

    ``values`` (n,) are the eigenvalues; ``log`` shows |λ| on a logarithmic axis.

    Eigenvalues negative beyond ``tolerance`` are vermilion and hatched. Eigenvalues within
    ±``tolerance`` are zero up to rounding, and grey. All others are blue.
    """
    ordered = np.sort(np.asarray(values, dtype=np.float64))[::-1]
    rank = np.arange(1.0, len(ordered) + 1)
    kinds = (
        (say("positive"), ordered > tolerance, token("class-0"), ""),
        (say("zero up to rounding"), np.abs(ordered) <= tolerance, MUTED, "."),
        (say("negative"), ordered < -tolerance, token("class-1"), "/"),
    )
    heights = np.abs(ordered) if log else ordered
    if log:
        floor = max(tolerance, float(np.finfo(float).eps) * float(heights.max(initial=1.0))) / 10
        heights = np.maximum(heights, floor)
        y_range = float(np.log10(floor)), float(np.log10(heights.max(initial=1.0))) + 0.3
    else:
        y_range = around(heights, below=ROOM, zero=True)
    traces = [
        _bars(rank[chosen], heights[chosen], ordered[chosen], kind, color, pattern, name)
        for kind, chosen, color, pattern in kinds
    ]
    title = f"|{name}|" if log else name
    ticks = {"dtick": 1} if len(ordered) <= 15 else {"nticks": 12}  # ticks at whole numbers, each once
    scale = {"type": "log", "exponentformat": "power", "dtick": 2} if log else {}
    return figure(
        traces,
        barmode="overlay",
        bargap=0.25 if len(ordered) <= 60 else 0,
        shapes=_tolerance_line(tolerance) if log else [zero_line(INK, 1.4)],
        xaxis=axis(
            say("eigenvalue, largest first"), (0.4, max(len(ordered), 1) + 0.6), showgrid=False, tickformat="d", **ticks
        ),
        yaxis=axis(title, y_range, **scale),
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
    )


def describe_eigenvalues(values: Array, tolerance: float = 0.0) -> str:
    """Describe the spectrum of the Gram matrix in words."""
    values = np.asarray(values, dtype=np.float64)
    negative = int((values < -tolerance).sum())
    head = several(
        len(values),
        "{n} eigenvalue from {low} to {high}",
        "{n} eigenvalues from {low} to {high}",
        low=values.min(),
        high=values.max(),
    )
    zero = int((np.abs(values) <= tolerance).sum())
    return say(
        "{head}: {negative} negative, {zero} zero up to rounding, {values} positive.",
        head=head,
        negative=negative,
        zero=zero,
        values=len(values) - negative - zero,
    )


def _bars(rank: Array, height: Array, value: Array, name: str, color: str, pattern: str, symbol: str) -> dict[str, Any]:
    some = len(rank) > 0
    return {
        "type": "bar",
        "name": name,
        "x": rank if some else [None],
        "y": height if some else [None],
        "customdata": value,
        "hovertemplate": say(
            "{symbol} number %{{x}} = %{{customdata:.4~g}}<extra>{name}</extra>", symbol=symbol, name=name
        ),
        "marker": {
            "color": color,
            "line": {"width": 1 if pattern else 0, "color": color},
            "pattern": {"shape": pattern, "size": 6, "solidity": 0.45},
        },
    }


def _tolerance_line(tolerance: float) -> list[dict[str, Any]]:
    if tolerance <= 0:
        return []
    return [
        {
            "type": "line",
            "xref": "x domain",
            "x0": 0,
            "x1": 1,
            "y0": tolerance,
            "y1": tolerance,
            "line": {"color": MUTED, "width": 1.2, "dash": "dash"},
            "label": {"text": say("rounding"), "textposition": "end", "font": {"size": 12, "color": MUTED}},
        }
    ]
