"""Bar chart of a prediction as a sum of contributions.

Similarities k(xᵢ, z) are on the left, contributions αᵢ·k(xᵢ, z) on the right. The last row is
the sum h(z).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, LINE, MUTED, figure, number, signed, token
from kernviz.ranges import around
from kernviz.symbols import symbols
from kernviz.wording import say, several

LARGEST = 12
ROW = 30  # height of a row in pixels
SPLIT = (0.36, 0.42)  # end of the left panel and start of the right panel, as shares of the width
PATTERNS = {True: "", False: "/"}  # the pattern tells the sign without colour


@dataclass(frozen=True)
class Contribution:
    """Row of the bar chart of a prediction.

    ``similarity`` is k(xᵢ, z), or nan in a row of several points. The bar of the contribution runs
    from ``start`` to ``start + value``. ``of`` is the kind of row: one training point, the others
    together, or the sum.
    """

    label: str
    similarity: float
    value: float
    start: float
    hover: str
    of: Literal["point", "others", "sum"] = "point"


def contribution_waterfall(similarities: Array, alpha: Array, total: float, largest: int = LARGEST) -> Figure:
    """Draw the prediction h(z) as a sum of bars.

    The formula is h(z) = Σ αᵢ k(xᵢ, z). The ``largest`` contributions have a row each, the others
    share a row. The last row is ``total``, the machine's own h(z).

    ``similarities`` (n,) = k∗, ``alpha`` (n,). The height follows the number of rows
    (``layout.height``).
    """
    rows = contributions(similarities, alpha, total, largest)
    places = list(range(len(rows)))
    left_reach, right_reach = (
        _reach([r.similarity for r in rows] + [0.0]),
        _reach([e for r in rows for e in (r.start, r.start + r.value)] + [0.0]),
    )
    divider = {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": len(rows) - 1.5,
        "y1": len(rows) - 1.5,
        "line": {"color": LINE, "width": 1},
    }
    zero = {"zeroline": True, "nticks": 6}
    return figure(
        [
            *_bars([r.similarity for r in rows], [0.0] * len(rows), rows, "x", one_color=True),
            *_bars([r.value for r in rows], [r.start for r in rows], rows, "x2"),
        ],
        height=ROW * len(rows) + 90,
        bargap=0.28,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 8, "b": 48},
        xaxis={"title": {"text": symbols("‹k›(‹xᵢ›, ‹z›)")}, "range": left_reach, "domain": [0, SPLIT[0]], **zero},
        xaxis2={
            "title": {"text": say("running sum of ‹αᵢ›·‹k›(‹xᵢ›, ‹z›)")},
            "range": right_reach,
            "domain": [SPLIT[1], 1],
            **zero,
        },
        yaxis={
            "tickvals": places,
            "ticktext": [row.label for row in rows],
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
            "fixedrange": True,
            "automargin": True,
        },
        shapes=[divider],
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


def contributions(similarities: Array, alpha: Array, total: float, largest: int = LARGEST) -> list[Contribution]:
    """Return the rows of the chart, largest contribution first.

    The last row is the machine's own h(z), never a sum computed here.
    """
    says = similarities * alpha
    order = np.argsort(-np.abs(says), kind="stable")
    rows: list[Contribution] = []
    running = 0.0
    for i in order[:largest].tolist():
        k, pull = float(similarities[i]), float(says[i])
        name = say("point {n}", n=i + 1)
        hover = symbols(
            f"{name}<br>‹k›(‹xᵢ›, ‹z›) = {number(k)}<br>‹αᵢ› = {number(float(alpha[i]))}<br>‹αᵢ›·‹k›(‹xᵢ›, ‹z›) "
            f"= {signed(pull)}"
        )
        rows.append(Contribution(name, k, pull, running, hover))
        running += pull
    if (others := order[largest:]).size:
        rest = float(says[others].sum())
        hover = several(
            others.size,
            "{n} smaller contribution, together {rest}",
            "{n} smaller contributions, together {rest}",
            rest=signed(rest),
        )
        rows.append(Contribution(say("{size} others", size=others.size), float("nan"), rest, running, hover, "others"))
    rows.append(
        Contribution(say("‹h›(‹z›), the sum"), float("nan"), total, 0.0, symbols(f"‹h›(‹z›) = {number(total)}"), "sum")
    )
    return rows


def _bars(
    values: list[float], bases: list[float], rows: list[Contribution], side: str, *, one_color: bool = False
) -> list[dict[str, Any]]:
    """Return the bars of one panel with their numbers.

    The number of each bar is at its right.
    """
    shown = [0.0 if v != v else v for v in values]
    up, down = (token("class-0"), token("class-0")) if one_color else (token("class-0"), token("class-1"))
    colors = [
        INK if row.of == "sum" else MUTED if row.of == "others" else up if v >= 0 else down
        for row, v in zip(rows, shown, strict=True)
    ]
    texts = [
        "" if v != v else number(v) if one_color or row.of == "sum" else signed(v)
        for row, v in zip(rows, values, strict=True)
    ]
    last = len(rows) - 1
    ends = [
        max(base, base + v, 0.0 if i == last else base) for i, (base, v) in enumerate(zip(bases, shown, strict=True))
    ]
    return [
        {
            "type": "bar",
            "orientation": "h",
            "xaxis": side,
            "y": list(range(len(rows))),
            "x": shown,
            "base": bases,
            "width": 0.66,
            "marker": {
                "color": colors,
                "line": {"width": 0},
                "cornerradius": 2,
                "pattern": {"shape": [PATTERNS[v >= 0] for v in shown], "size": 6, "solidity": 0.25},
            },
            "text": [row.hover for row in rows],
            "textposition": "none",
            "hovertemplate": "%{text}<extra></extra>",
        },
        {
            "type": "scatter",
            "mode": "text",
            "xaxis": side,
            "y": list(range(len(rows))),
            "x": ends,
            "hoverinfo": "skip",
            "text": [f"\u2009<b>{t}</b>" if i == last else f"\u2009{t}" for i, t in enumerate(texts)],
            "cliponaxis": False,
            "textposition": "middle right",
            "textfont": {"size": 12, "color": INK},
        },
    ]


def _reach(ends: list[float]) -> list[float]:
    return [*around(ends, below=0.05, above=0.4)]
