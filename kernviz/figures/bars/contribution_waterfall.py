"""Bar chart of a prediction as a sum of contributions.

Similarities k(xᵢ, z) are on the left, contributions αᵢ·k(xᵢ, z) on the right. The last row is
the sum h(z).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.bars.waterfall import (
    LARGEST,
    STRIPES,
    WaterfallRow,
    bars,
    largest_first,
    numbers_beside,
    waterfall_figure,
)
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, number, signed, token
from kernviz.ranges import around
from kernviz.symbols import symbols
from kernviz.wording import say, several

SPLIT = (0.36, 0.42)  # end of the left panel and start of the right panel, as shares of the width


def contribution_waterfall(similarities: Array, alpha: Array, total: float) -> Figure:
    """Draw the prediction h(z) as a sum of bars.

    The formula is h(z) = Σ αᵢ k(xᵢ, z). The largest contributions have a row each, the others
    share a row. The last row is ``total``, the machine's own h(z).

    ``similarities`` (n,) = k∗, ``alpha`` (n,). The height follows the number of rows
    (``layout.height``).
    """
    rows = contributions(similarities, alpha, total)
    known = [0.0 if np.isnan(row.similarity) else row.similarity for row in rows]
    texts = ["" if np.isnan(row.similarity) else number(row.similarity) for row in rows]
    added = [*(signed(row.value) for row in rows[:-1]), number(total)]
    starts, values, colors = ([getattr(row, of) for row in rows] for of in ("start", "value", "color"))
    zero = {"zeroline": True, "nticks": 6}
    return waterfall_figure(
        [
            *_panel(rows, known, [0.0] * len(rows), [token("class-0")] * len(rows), texts, "x"),
            *_panel(rows, values, starts, colors, added, "x2"),
        ],
        rows,
        under=90,
        dividers=1,
        xaxis={"title": {"text": symbols("‹k›(‹xᵢ›, ‹z›)")}, "range": _reach(known), "domain": [0, SPLIT[0]], **zero},
        xaxis2={
            "title": {"text": say("running sum of ‹αᵢ›·‹k›(‹xᵢ›, ‹z›)")},
            "range": _reach([end for row in rows for end in (row.start, row.end)]),
            "domain": [SPLIT[1], 1],
            **zero,
        },
    )


def describe_contributions(similarities: Array, alpha: Array, total: float) -> str:
    """Describe the bars of the prediction h(z) in words."""
    says = similarities * alpha
    return say(
        "Bars of {counted}: similarities from {lowest} to {highest}; contributions add {pushed_up} and take away "
        "{pushed_down}, and their sum is ‹h›(‹z›) = {prediction}.",
        counted=several(len(says), "{n} training point", "{n} training points"),
        lowest=similarities.min(),
        highest=similarities.max(),
        pushed_up=says[says > 0].sum(),
        pushed_down=-says[says < 0].sum(),
        prediction=total,
    )


def contributions(similarities: Array, alpha: Array, total: float) -> list[WaterfallRow]:
    """Return the rows of the chart, largest contribution first.

    The last row is the machine's own h(z), never a sum computed here.
    """

    def row(i: int, value: float, start: float) -> WaterfallRow:
        k, name = float(similarities[i]), say("point {n}", n=i + 1)
        hover = symbols(
            f"{name}<br>‹k›(‹xᵢ›, ‹z›) = {number(k)}<br>‹αᵢ› = {number(float(alpha[i]))}<br>‹αᵢ›·‹k›(‹xᵢ›, ‹z›) "
            f"= {signed(value)}"
        )
        return WaterfallRow(name, value, start, token("class-0" if value >= 0 else "class-1"), hover, "", k)

    last = WaterfallRow(say("‹h›(‹z›), the sum"), total, 0.0, INK, symbols(f"‹h›(‹z›) = {number(total)}"))
    return [*largest_first(similarities * alpha, LARGEST, row), last]


def _panel(
    rows: Sequence[WaterfallRow],
    values: Sequence[float],
    bases: Sequence[float],
    colors: Sequence[str],
    texts: Sequence[str],
    side: str,
) -> list[dict[str, Any]]:
    """Return the bars of one panel with their numbers at the right.

    The pattern tells the sign without colour.
    """
    ends = [max(base, base + value) for base, value in zip(bases, values, strict=True)]
    ends[-1] = max(ends[-1], 0.0)
    patterns = ["" if value >= 0 else STRIPES for value in values]
    drawn = bars(rows, values, bases, colors, patterns), numbers_beside(ends, texts, "middle right")
    return [trace | {"xaxis": side} for trace in drawn]


def _reach(ends: list[float]) -> list[float]:
    return [*around([*ends, 0.0], below=0.05, above=0.4)]
