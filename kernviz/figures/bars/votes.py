"""Waterfall chart of the decision function f(x).

There is one bar per contribution of a support vector, then b, then the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.plane.points import groups
from kernviz.figures.theme import INK, LINE, MUTED, class_color, class_glyph, figure, number, signed, token
from kernviz.ranges import around
from kernviz.symbols import symbols
from kernviz.wording import say, several

LARGEST = 12
ROW = 30  # height of a row in pixels


@dataclass(frozen=True)
class VoteRow:
    """Row of the waterfall.

    Its bar runs from ``start`` to ``start + value``.
    """

    label: str
    value: float
    start: float
    color: str
    hover: str
    pattern: str = ""


def contribution_bars(
    contributions: Array,
    b: float,
    total: float,
    labels: ArrayLike | None = None,
    indices: ArrayLike | None = None,
    *,
    classes: Sequence[str] | None = None,
    largest: int = LARGEST,
    x_range: tuple[float, float] | None = None,
) -> Figure:
    """Draw f(x) as a waterfall of support vector contributions.

    The formula is f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b. The ``largest`` contributions come first, then
    the others together, b, and the sum.

    ``contributions`` (s,) are αᵢ yᵢ k(xᵢ, x), in any order. ``labels`` (s,) and ``indices`` (s,) are
    the classes and the shown numbers of the same support vectors; without ``indices`` the numbers are 1, 2, …
    ``total`` is f(x) as the model computes it. The height follows the number of rows (``layout.height``), which
    depends on s and ``largest`` only.
    """
    rows = waterfall(contributions, b, total, labels, indices, classes, largest)
    low, high = x_range or _reach(rows)
    names = [row.label for row in rows]
    places = list(range(len(rows)))
    traces = [_connectors(rows), *_bars(rows), _values(rows, low, high)]
    divider = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "line": {"color": LINE, "width": 1}}
    return figure(
        traces,
        height=ROW * len(rows) + 70,
        bargap=0.28,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 8, "b": 48},
        xaxis={"title": {"text": say("running sum of ‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x)")}, "range": [low, high], "zeroline": True},
        yaxis={
            "tickvals": places,
            "ticktext": names,
            "range": [len(rows) - 0.5, -0.5],
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
            "fixedrange": True,
        },
        shapes=[divider | {"y0": y, "y1": y} for y in (len(rows) - 2.5, len(rows) - 1.5)],
    )


def waterfall(
    contributions: Array,
    b: float,
    total: float,
    labels: ArrayLike | None,
    indices: ArrayLike | None,
    classes: Sequence[str] | None,
    largest: int,
) -> list[VoteRow]:
    """Return the rows of the waterfall, largest contribution first.

    The last row is the model's own f(x), never a sum computed here.
    """
    values = np.asarray(contributions, dtype=np.float64)
    which = np.arange(1, len(values) + 1) if indices is None else np.asarray(indices)
    signs = np.where(values < 0, -1, 1) if labels is None else np.asarray(labels)
    members = groups(signs, len(values), classes or (say("class −1"), say("class +1")))
    order = np.argsort(-np.abs(values), kind="stable")
    rows: list[VoteRow] = []
    running = 0.0
    for i in order[:largest].tolist():
        group = int(members.index[i])
        rows.append(
            VoteRow(
                say("{class_glyph} point {which}", class_glyph=class_glyph(group), which=which[i]),
                float(values[i]),
                running,
                class_color(group),
                say("point {n}", n=which[i])
                + symbols(f", {members.names[group]}<br>‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x) = {signed(float(values[i]))}"),
            )
        )
        running += float(values[i])
    if (others := order[largest:]).size:
        rest = float(values[others].sum())
        hover = several(
            others.size,
            "{n} smaller contribution, together {rest}",
            "{n} smaller contributions, together {rest}",
            rest=signed(rest),
        )
        rows.append(VoteRow(say("{size} others", size=others.size), rest, running, MUTED, hover, "/"))
        running += rest
    rows.append(VoteRow("b", b, running, token("muted", 0.55), f"b = {number(b)}"))
    rows.append(VoteRow(say("‹f›(x), the sum"), total, 0.0, INK, symbols(f"‹f›(x) = {number(total)}")))
    return rows


def _bars(rows: Sequence[VoteRow]) -> list[dict[str, Any]]:
    return [
        {
            "type": "bar",
            "orientation": "h",
            "y": list(range(len(rows))),
            "x": [r.value for r in rows],
            "base": [r.start for r in rows],
            "width": 0.66,
            "marker": {
                "color": [r.color for r in rows],
                "cornerradius": 2,
                "line": {"width": 0},
                "pattern": {"shape": [r.pattern for r in rows], "size": 6, "solidity": 0.25},
            },
            "text": [r.hover for r in rows],
            "textposition": "none",
            "hovertemplate": "%{text}<extra></extra>",
        }
    ]


def _values(rows: Sequence[VoteRow], low: float, high: float) -> dict[str, Any]:
    """Return the value labels of all rows.

    A value stands at the tip of its bar. If there is no room, the value stands at the other end.
    """
    room = 0.16 * (high - low)
    xs, sides = [], []
    for row in rows:
        left, right = sorted((row.start, row.start + row.value))
        to_right = (row.value >= 0 and right + room <= high) or left - room < low
        xs.append(right if to_right else left)
        sides.append("middle right" if to_right else "middle left")
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(range(len(rows))),
        "hoverinfo": "skip",
        "cliponaxis": False,
        "x": xs,
        "text": [_padded(row, last=i == len(rows) - 1) for i, row in enumerate(rows)],
        "textposition": sides,
        "textfont": {"size": 12, "color": INK},
    }


def _padded(row: VoteRow, last: bool) -> str:
    text = number(row.value) if last else signed(row.value)
    return f"\u2009<b>{text}</b>\u2009" if last else f"\u2009{text}\u2009"


def _connectors(rows: Sequence[VoteRow]) -> dict[str, Any]:
    """Return thin vertical lines between consecutive steps of the waterfall.

    Each line runs from the end of a step to the beginning of the next.
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for i, row in enumerate(rows[:-1]):
        end = row.start + row.value
        xs += [end, end, None]
        ys += [i, i + 1, None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "hoverinfo": "skip",
        "line": {"color": token("line"), "width": 1},
    }


def _reach(rows: Sequence[VoteRow]) -> tuple[float, float]:
    return around(0.0, [v for r in rows for v in (r.start, r.start + r.value)], below=0.32)
