"""Waterfall charts.

Each bar starts at the end of the bar above. The charts of an SVM's and of a ridge regression's value have these rows,
traces and axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, LINE, MUTED, figure, signed
from kernviz.figures.traces import text_trace
from kernviz.wording import say, several

LARGEST = 12  # contributions with a row of their own
ROW = 30  # height of a row in pixels
STRIPES = "/"


@dataclass(frozen=True)
class WaterfallRow:
    """Row of a waterfall chart.

    Its bar runs from ``start`` to ``start + value``. ``similarity`` is k(xᵢ, x), or nan in a row of
    several points or of none.
    """

    label: str
    value: float
    start: float
    color: str
    hover: str
    pattern: str = ""
    similarity: float = math.nan

    @property
    def end(self) -> float:
        return self.start + self.value


def largest_first(values: Array, largest: int, row: Callable[[int, float, float], WaterfallRow]) -> list[WaterfallRow]:
    """Return the rows of the largest values and of the others together.

    ``row`` returns the row of a value, from its index, the value, and the start of its bar.
    """
    order = np.argsort(-np.abs(values), kind="stable")
    rows: list[WaterfallRow] = []
    for i in order[:largest].tolist():
        rows.append(row(i, float(values[i]), end_of(rows)))
    if (others := order[largest:]).size:
        rest = float(values[others].sum())
        hover = several(
            others.size,
            "{n} smaller contribution, together {rest}",
            "{n} smaller contributions, together {rest}",
            rest=signed(rest),
        )
        rows.append(WaterfallRow(say("{size} others", size=others.size), rest, end_of(rows), MUTED, hover, STRIPES))
    return rows


def end_of(rows: Sequence[WaterfallRow]) -> float:
    """Return the end of the last bar, 0 without a bar."""
    return rows[-1].end if rows else 0.0


def bars(
    rows: Sequence[WaterfallRow],
    values: Sequence[float],
    bases: Sequence[float],
    colors: Sequence[str],
    patterns: Sequence[str],
) -> dict[str, Any]:
    """Return the trace of the bars of one panel."""
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(rows))),
        "x": list(values),
        "base": list(bases),
        "width": 0.66,
        "marker": {
            "color": list(colors),
            "cornerradius": 2,
            "line": {"width": 0},
            "pattern": {"shape": list(patterns), "size": 6, "solidity": 0.25},
        },
        "text": [row.hover for row in rows],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
    }


def numbers_beside(places: Sequence[float], texts: Sequence[str], sides: str | Sequence[str]) -> dict[str, Any]:
    """Return the trace of the texts beside the bars of one panel.

    The last row, the sum, is bold.
    """
    last = len(texts) - 1
    words = [f"\u2009<b>{text}</b>\u2009" if i == last else f"\u2009{text}\u2009" for i, text in enumerate(texts)]
    rows, font = list(range(len(texts))), {"size": 12, "color": INK}
    return text_trace(list(places), rows, words, font, cliponaxis=False, textposition=sides)


def waterfall_figure(
    traces: Sequence[dict[str, Any]], rows: Sequence[WaterfallRow], *, under: int, dividers: int, **axes: Any
) -> Figure:
    """Return the figure with a labelled line for each row.

    ``under`` is the height below the rows in pixels. Thin lines divide the last ``dividers`` rows from those above.
    ``axes`` are the horizontal axes.
    """
    line = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "line": {"color": LINE, "width": 1}}
    heights = [len(rows) - 0.5 - i for i in range(dividers, 0, -1)]
    return figure(
        list(traces),
        height=ROW * len(rows) + under,
        bargap=0.28,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 8, "b": 48},
        yaxis={
            "tickvals": list(range(len(rows))),
            "ticktext": [row.label for row in rows],
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
            "fixedrange": True,
            "automargin": True,
        },
        shapes=[line | {"y0": y, "y1": y} for y in heights],
        **axes,
    )
