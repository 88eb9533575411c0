"""Waterfall chart of the decision function f(x).

There is one bar per contribution of a support vector, then b, then the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.bars.waterfall import (
    LARGEST,
    WaterfallRow,
    bars,
    end_of,
    largest_first,
    numbers_beside,
    waterfall_figure,
)
from kernviz.figures.figure import Figure
from kernviz.figures.plane.points import groups
from kernviz.figures.theme import INK, class_color, class_glyph, number, signed, token
from kernviz.figures.traces import line_trace
from kernviz.ranges import around
from kernviz.symbols import symbols
from kernviz.wording import say


def contribution_bars(
    contributions: Array,
    b: float,
    total: float,
    labels: ArrayLike | None = None,
    indices: ArrayLike | None = None,
    *,
    classes: Sequence[str] | None = None,
) -> Figure:
    """Draw f(x) as a waterfall of support vector contributions.

    The formula is f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b. The largest contributions come first, then the others
    together, b, and the sum.

    ``contributions`` (s,) are αᵢ yᵢ k(xᵢ, x), in any order. ``labels`` (s,) and ``indices`` (s,) are
    the classes and the shown numbers of the same support vectors; without ``indices`` the numbers are 1, 2, …
    ``total`` is f(x) as the model computes it. The height follows the number of rows (``layout.height``), which
    depends on s only.
    """
    rows = waterfall(contributions, b, total, labels, indices, classes, LARGEST)
    low, high = around(0.0, [v for row in rows for v in (row.start, row.end)], below=0.32)
    drawn = bars(
        rows,
        [row.value for row in rows],
        [row.start for row in rows],
        [row.color for row in rows],
        [row.pattern for row in rows],
    )
    title = {"text": say("running sum of ‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x)")}
    return waterfall_figure(
        [_connectors(rows), drawn, _values(rows, low, high)],
        rows,
        under=70,
        dividers=2,
        xaxis={"title": title, "range": [low, high], "zeroline": True},
    )


def waterfall(
    contributions: Array,
    b: float,
    total: float,
    labels: ArrayLike | None,
    indices: ArrayLike | None,
    classes: Sequence[str] | None,
    largest: int,
) -> list[WaterfallRow]:
    """Return the rows of the waterfall, largest contribution first.

    The last row is the model's own f(x), never a sum computed here.
    """
    values = np.asarray(contributions, dtype=np.float64)
    which = np.arange(1, len(values) + 1) if indices is None else np.asarray(indices)
    signs = np.where(values < 0, -1, 1) if labels is None else np.asarray(labels)
    members = groups(signs, len(values), classes or (say("class −1"), say("class +1")))

    def row(i: int, value: float, start: float) -> WaterfallRow:
        group = int(members.index[i])
        label = say("{class_glyph} point {which}", class_glyph=class_glyph(group), which=which[i])
        hover = say("point {n}", n=which[i]) + symbols(
            f", {members.names[group]}<br>‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x) = {signed(value)}"
        )
        return WaterfallRow(label, value, start, class_color(group), hover)

    rows = largest_first(values, largest, row)
    return [
        *rows,
        WaterfallRow("b", b, end_of(rows), token("muted", 0.55), f"b = {number(b)}"),
        WaterfallRow(say("‹f›(x), the sum"), total, 0.0, INK, symbols(f"‹f›(x) = {number(total)}")),
    ]


def _values(rows: Sequence[WaterfallRow], low: float, high: float) -> dict[str, Any]:
    """Return the value labels of all rows.

    A value stands at the tip of its bar. If there is no room, the value stands at the other end.
    """
    room = 0.16 * (high - low)
    places, sides = [], []
    for row in rows:
        left, right = sorted((row.start, row.end))
        to_right = (row.value >= 0 and right + room <= high) or left - room < low
        places.append(right if to_right else left)
        sides.append("middle right" if to_right else "middle left")
    texts = [*(signed(row.value) for row in rows[:-1]), number(rows[-1].value)]
    return numbers_beside(places, texts, sides)


def _connectors(rows: Sequence[WaterfallRow]) -> dict[str, Any]:
    """Return thin vertical lines between consecutive steps of the waterfall.

    Each line runs from the end of a step to the beginning of the next.
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for i, row in enumerate(rows[:-1]):
        xs += [row.end, row.end, None]
        ys += [i, i + 1, None]
    return line_trace(xs, ys, token("line"), 1, hoverinfo="skip")
