"""Points of a line lifted to the parabola (x, x²).

Lines cut the parabola; their thresholds are shown on the number line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.marks import rows
from kernviz.figures.plane.points import Groups, groups
from kernviz.figures.play import add_play, rounded
from kernviz.figures.theme import (
    INK,
    KEY_GAP,
    MUTED,
    NEGATIVE,
    Range,
    axis,
    class_color,
    class_symbol,
    figure,
    number,
    token,
)
from kernviz.figures.traces import QUIET, line_trace, marker_trace, path_trace
from kernviz.symbols import symbols
from kernviz.wording import listed, phrase, say, several

FIELD = (0.24, 1.0)  # the parabola's share of the height; the number line has the rest
STRIP = (0.0, 0.13)
SHOWN: dict[str, Any] = {"showlegend": True, "hoverinfo": "skip", "yaxis": "y"}  # entries of a line of the parabola
ON_STRIP: dict[str, Any] = {**QUIET, "yaxis": "y2"}


@dataclass(frozen=True)
class Cut:
    """Line in the plane (x, x²) that cuts the parabola.

    The line is w₁·x + w₂·x² + b = 0. ``thresholds`` are the x where the parabola crosses the
    line.
    """

    w: tuple[float, float]
    b: float
    name: str
    color: str
    thresholds: Sequence[float] = ()
    width: float = 2.5
    dash: str = "solid"
    margins: bool = False


def parabola(
    view: DataView,
    cuts: Sequence[Cut],
    *,
    t: float,
    support: ArrayLike | None = None,
    wrong: ArrayLike | None = None,
    wrong_name: str = phrase("wrong side"),
) -> Figure:
    """Draw the parabola with its cuts above the number line.

    The parabola is above, with points (n,) at (x, t·x²). Every cut is drawn with its
    thresholds. The number line is below.

    ``support`` are ringed, ``wrong`` crossed out, both rows of the points. A cut with ``margins`` also
    has its lines f = ±1. A button plays the lifting of the points.
    """
    x, x_range, y_range = view.line, view.x_range, view.y_range
    members = groups(view.labels, len(x), view.classes)
    curve = np.linspace(*x_range, 161)
    traces: list[dict[str, Any]] = [
        line_trace(curve, curve**2, token("line"), 1.5, name="(x, x²)" + KEY_GAP, hoverinfo="skip", showlegend=False),
        path_trace([(v, 0.0) for v in x_range], MUTED, 1.5, name=say("number line"), **ON_STRIP),
    ]
    for place, cut in enumerate(cuts):
        traces += _cut(cut, x_range, y_range, place)
    first = len(traces)
    traces += _points(x, members, t, support, wrong, wrong_name)
    traces += _on_the_line(x, members)
    drawn = figure(
        traces,
        margin={"l": 56, "r": 12, "t": 12, "b": 40},
        xaxis=axis(view.x_title, x_range, anchor="y2", showgrid=False),
        yaxis=axis(view.y_title, y_range, domain=FIELD),
        yaxis2=axis("", (-1.0, 1.0), domain=STRIP, showgrid=False, showticklabels=False, fixedrange=True),
    )

    def moving(s: float) -> dict[int, dict[str, Any]]:
        here = _points(x, members, s, support, wrong, wrong_name)
        return {first + i: {"type": "scatter", "x": p["x"], "y": p["y"]} for i, p in enumerate(here)}

    return add_play(drawn, moving, t, y=0.145)


def describe_parabola(X: Array, cuts: Sequence[Cut], t: float) -> str:
    """Describe the parabola and its cuts in words."""
    where = (
        say("on the parabola (x, x²)")
        if t == 1
        else say("on the line")
        if t == 0
        else say("on the way to the parabola, t = {t:g}", t=round(t, 6))
    )
    parts = [several(len(X), "{n} point {where}", "{n} points {where}", where=where)]
    for cut in cuts:
        at = listed([number(v) for v in cut.thresholds])
        parts.append(
            f"{cut.name} "
            + (say("cuts the number line at {places}", places=at) if at else say("does not cut the number line"))
        )
    return "; ".join(parts) + "."


def _cut(cut: Cut, x_range: Range, y_range: Range, place: int) -> list[dict[str, Any]]:
    name = cut.name + KEY_GAP
    ends = _segment(cut.w, cut.b, x_range, y_range)
    traces = [path_trace(ends, cut.color, cut.width, cut.dash, name=name, **SHOWN)]
    if cut.margins:
        both = [_segment(cut.w, cut.b + side, x_range, y_range) for side in (-1.0, 1.0)]
        path, words = [*both[0], (None, None), *both[1]], cut.name + symbols(", ‹f› = ±1") + KEY_GAP
        traces.append(path_trace(path, cut.color, 1.2, "6px,4px", name=words, **SHOWN))
    height = 0.9 - 0.18 * place  # thresholds of different cuts must not cover one another
    ticks = [(v, y) for v in cut.thresholds for y in (-0.9, height, None)]
    path = [(None if y is None else v, y) for v, y in ticks]
    return [*traces, path_trace(path, cut.color, 2, cut.dash, name=name, **ON_STRIP)]


def _segment(
    w: tuple[float, float], b: float, x_range: Range, y_range: Range
) -> list[tuple[float | None, float | None]]:
    """Return the ends of a line inside the picture.

    The line is w₁·x + w₂·y + b = 0. The list is empty if the line misses the picture or w is 0.
    """
    w1, w2 = w
    ends = []
    if w2 != 0:
        ends += [(x, -(w1 * x + b) / w2) for x in x_range]
    if w1 != 0:
        ends += [(-(w2 * y + b) / w1, y) for y in y_range]
    slack = 1e-9 * (x_range[1] - x_range[0] + y_range[1] - y_range[0])
    inside = sorted(
        {
            (round(x, 12), round(y, 12))
            for x, y in ends
            if x_range[0] - slack <= x <= x_range[1] + slack and y_range[0] - slack <= y <= y_range[1] + slack
        }
    )
    return [inside[0], inside[-1]] if len(inside) > 1 else []


def _points(
    x: Array, members: Groups, t: float, support: ArrayLike | None, wrong: ArrayLike | None, wrong_name: str
) -> list[dict[str, Any]]:
    """Return points, rings and crosses at (x, t·x²)."""
    y = t * x**2
    ring, cross = rows(support), rows(wrong)
    drawn = [_class(x, y, members, i, 12, "y", True) for i in range(members.count)]
    for which, name, symbol, color, size in (
        (ring, say("support vector"), "circle-open", INK, 20),
        (cross, wrong_name, "x-thin", NEGATIVE, 14),
    ):
        drawn.append(
            marker_trace(
                rounded(x[which]) or [None],
                rounded(y[which]) or [None],
                {"symbol": symbol, "size": size, "color": color, "line": {"width": 2.5, "color": color}},
                name=name + KEY_GAP,
                hoverinfo="skip",
            )
        )
    return drawn


def _on_the_line(x: Array, members: Groups) -> list[dict[str, Any]]:
    return [_class(x, np.zeros(len(x)), members, i, 11, "y2", False) for i in range(members.count)]


def _class(x: Array, y: Array, members: Groups, i: int, size: float, axis_y: str, key: bool) -> dict[str, Any]:
    own = np.flatnonzero(members.index == i)
    height = "<br>x² = %{customdata[1]:.4~g}"
    return marker_trace(
        rounded(x[own]),
        rounded(y[own]),
        {
            "color": class_color(i),
            "symbol": class_symbol(i),
            "size": size,
            "line": {"width": 1, "color": "var(--kv-paper)"},
        },
        name=members.names[i] + KEY_GAP,
        yaxis=axis_y,
        showlegend=key,
        legendgroup=members.names[i],
        customdata=np.stack([own, x[own] ** 2], axis=1).tolist(),
        hovertemplate=f"x = %{{x:.4~g}}{height}<br>{members.names[i]}<extra></extra>",
    )
