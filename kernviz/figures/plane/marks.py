"""Marks on a plane besides its points: support vectors, slack, mistakes, a probe, a selected point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.figures.plane.field import Grid
from kernviz.figures.plane.points import spot_trace
from kernviz.figures.theme import ACCENT, INK, MUTED, PAPER, Array, Range, number, numbers, point, token
from kernviz.wording import say

Rows = NDArray[np.intp]
LABELS = 10  # at most so many ξ are written into the plane


@dataclass(frozen=True)
class Probe:
    """A point moved by the viewer, and f there."""

    x: float
    y: float
    value: float | None = None


@dataclass(frozen=True)
class Other:
    """A second function to compare with: its line f = 0 is dotted. ``margins`` adds f = ±1, thin."""

    grid: Grid
    name: str
    color: str = token("class-3")
    margins: bool = False


@dataclass(frozen=True)
class PlaneMarks:
    """All marks of a plane besides the points; indices are rows of X, numbers are (n,) and come from the model.

    ``free``: 0 < α < C. ``bounded``: α = C. None: this kind does not exist, as α = C with a hard margin; empty: there
    is none now, and the legend keeps its place. ``alpha``, ``slack`` (ξ), ``margins`` (functional margin y·f) and
    ``intercept`` (b) are shown on hover. ``slack_to`` (n, 2): the place on its margin every point falls short of.
    ``wrong`` are crossed out. ``selected`` is one row, highlighted.
    """

    free: ArrayLike | None = None
    bounded: ArrayLike | None = None
    alpha: Array | None = None
    slack: Array | None = None
    margins: Array | None = None
    intercept: float | None = None
    wrong: ArrayLike | None = None
    slack_to: Array | None = None
    slack_labels: bool = False
    selected: int | None = None
    probe: Probe | None = None
    other: Other | None = None
    held_out: Array | None = None
    held_out_labels: ArrayLike | None = None

    @property
    def has_support(self) -> bool:
        """True if support vectors are marked."""
        return self.free is not None or self.bounded is not None

    def support(self, n: int) -> NDArray[np.bool_]:
        """Mask of the support vectors among n points."""
        strong = np.zeros(n, dtype=bool)
        strong[rows(self.free)] = strong[rows(self.bounded)] = True
        return strong


NO_MARKS = PlaneMarks()


def rows(indices: ArrayLike | None) -> Rows:
    """Indices as an array, none for None."""
    return np.empty(0, np.intp) if indices is None else np.asarray(indices, dtype=np.intp).reshape(-1)


def hover_details(marks: PlaneMarks, n: int) -> list[str] | None:
    """Second half of every point's hover text: α, ξ, y·f and the kind of point."""
    if marks.alpha is None and marks.slack is None and marks.margins is None:
        return None
    kinds = dict.fromkeys(rows(marks.bounded).tolist(), "<br>" + say("support vector at the bound α = C"))
    kinds |= dict.fromkeys(rows(marks.free).tolist(), "<br>" + say("free support vector"))
    columns = [
        [f"{symbol} = {value}" for value in numbers(values)]
        for symbol, values in (("α", marks.alpha), ("ξ", marks.slack), ("y·f", marks.margins))
        if values is not None
    ]
    return ["   ".join(texts) + kinds.get(i, "") for i, texts in enumerate(zip(*columns, strict=True))]


def under_points(X: Array, marks: PlaneMarks, size: float) -> list[dict[str, Any]]:
    """Marks below the points: slack segments and the filled rings of bounded support vectors."""
    traces = []
    if marks.slack is not None and marks.slack_to is not None:
        traces.append(_slack_segments(X, marks.slack, marks.slack_to))
    if marks.bounded is not None:
        ring = {
            "symbol": "circle",
            "size": size + 9,
            "color": token("ink", 0.22),
            "line": {"width": 1.6, "color": INK},
        }
        traces.append(spot_trace(X, rows(marks.bounded), say("bounded SV, α = C"), ring, 40))
    return traces


def over_points(X: Array, marks: PlaneMarks, size: float) -> list[dict[str, Any]]:
    """Marks above the points: open rings of free support vectors, crosses, ξ as text, the selected point."""
    traces = []
    if marks.free is not None:
        ring = {"symbol": "circle-open", "size": size + 9, "color": INK, "line": {"width": 2}}
        traces.append(spot_trace(X, rows(marks.free), say("free SV, 0 < α < C"), ring, 30))
    if marks.wrong is not None:
        cross = {"symbol": "x-thin", "size": size + 3, "line": {"width": 2, "color": INK}}
        traces.append(spot_trace(X, rows(marks.wrong), say("wrong side"), cross, 50))
    if marks.slack is not None and marks.slack_labels:
        traces.append(_slack_labels(X, marks.slack))
    if marks.selected is not None:
        halo = {"symbol": "circle-open", "size": size + 17, "color": ACCENT, "line": {"width": 3.5}}
        traces.append(spot_trace(X, np.array([marks.selected]), say("selected point"), halo, 70))
    return traces


def probe_trace(probe: Probe, x_range: Range, y_range: Range) -> list[dict[str, Any]]:
    """Cross-hair through the plane with a diamond on it, drawn as a handle."""
    dotted = {"color": token("ink", 0.55), "width": 1, "dash": "dot"}
    common = {"type": "scatter", "name": say("probe"), "showlegend": False, "hoverinfo": "skip"}
    return [
        common
        | {
            "mode": "lines",
            "line": dotted,
            "x": [*x_range, None, probe.x, probe.x],
            "y": [probe.y, probe.y, None, *y_range],
        },
        common
        | {
            "mode": "markers",
            "x": [probe.x],
            "y": [probe.y],
            "marker": {"symbol": "diamond", "size": 17, "color": PAPER, "line": {"width": 2.5, "color": INK}},
        },
        common
        | {
            "mode": "markers",
            "x": [probe.x],
            "y": [probe.y],
            "marker": {"symbol": "circle", "size": 5, "color": INK},
        },
    ]


def probe_label(
    probe: Probe, x_range: Range, y_range: Range, *, names: tuple[str, ...] = ("x₁", "x₂")
) -> dict[str, Any]:
    """f = … beside the probe, on the side where there is room; without f the place."""
    right = probe.x > sum(x_range) / 2
    high = probe.y > sum(y_range) / 2
    # f alone where it is known: the coordinates stand on the page, and a phone has no room for both
    where = point((probe.x, probe.y)) if len(names) == 2 else f"{names[0]} = {number(probe.x)}"
    shown = where if probe.value is None else f"f = {number(probe.value)}"
    return {
        "x": probe.x,
        "y": probe.y,
        "text": shown,
        "showarrow": False,
        "xanchor": "right" if right else "left",
        "yanchor": "top" if high else "bottom",
        "xshift": -14 if right else 14,
        "yshift": -14 if high else 14,
        "bgcolor": token("panel", 0.92),
        "bordercolor": token("line"),
        "borderwidth": 1,
        "borderpad": 4,
        "font": {"size": 13},
    }


def _slack_segments(X: Array, slack: Array, ends: Array) -> dict[str, Any]:
    short = np.flatnonzero(slack > 0)
    gap = np.full(len(short), np.nan)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": say("slack ξ"),
        "legendrank": 45,
        "hoverinfo": "skip",
        "x": np.stack([X[short, 0], ends[short, 0], gap], 1).ravel() if len(short) else [None],
        "y": np.stack([X[short, 1], ends[short, 1], gap], 1).ravel() if len(short) else [None],
        "line": {"color": MUTED, "width": 1.3},
    }


def _slack_labels(X: Array, slack: Array) -> dict[str, Any]:
    """ξ beside the points with the largest ones: more labels would cover one another, and all are said on hover."""
    short = [i for i in np.argsort(-slack, kind="stable")[:LABELS].tolist() if slack[i] > 0]
    return {
        "type": "scatter",
        "mode": "text",
        "name": "ξ",
        "showlegend": False,
        "hoverinfo": "skip",
        "x": X[short, 0],
        "y": X[short, 1],
        "text": [f"ξ {number(float(slack[i]))}" for i in short],
        "textposition": "top right",
        "textfont": {"size": 11, "color": INK},
        "customdata": short,
    }
