"""Things with names: their Gram matrix with the names along it, and a map where every one stands with its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from kernviz.figures.matrix import WRITTEN_OUT
from kernviz.figures.points import class_key, groups
from kernviz.figures.theme import (
    ACCENT,
    DIVERGING,
    INK,
    SEQUENTIAL,
    Array,
    axis,
    class_color,
    class_glyph,
    class_symbol,
    escaped,
    figure,
    number,
    shortened,
)

LONGEST_NAME = 16


def named_gram(
    K: Array,
    names: Sequence[str],
    labels: ArrayLike | None = None,
    *,
    classes: Sequence[str] = (),
    marked: tuple[int, int] | None = None,
) -> go.Figure:
    """K (n, n) as a square with a name for every row and column, ordered by class; ``marked`` frames the cell (i, j)."""
    n = len(K)
    members = groups(labels, n, classes or None)
    order = np.argsort(members.index, kind="stable")
    sorted_K = np.asarray(K, dtype=np.float64)[np.ix_(order, order)]
    strongest = float(np.abs(sorted_K).max(initial=0.0)) or 1.0
    both = bool((sorted_K < 0).any())
    shown = [_named(names[i], int(members.index[i]) if members.count > 1 else None) for i in order]
    few = n <= WRITTEN_OUT
    places = list(range(n))
    trace = {
        "type": "heatmap", "x": places, "y": places, "z": sorted_K, "zmin": -strongest if both else 0.0, "zmax": strongest,
        "colorscale": DIVERGING if both else SEQUENTIAL, "xgap": 1 if n <= 24 else 0, "ygap": 1 if n <= 24 else 0,
        "customdata": [[f"{escaped(names[i])}, {escaped(names[j])}" for j in order] for i in order],
        "hovertemplate": "k(%{customdata}) = %{z:.4~g}<extra></extra>",
        "colorbar": {"thickness": 10, "outlinewidth": 0, "ticks": "", "nticks": 6, "xpad": 4},
        **({"text": [[number(v) for v in row] for row in sorted_K.tolist()], "texttemplate": "%{text}"} if few else {}),
    }  # fmt: skip
    side: dict[str, Any] = {
        "tickvals": places, "ticktext": shown, "showgrid": False, "zeroline": False, "ticks": "", "automargin": True,
        "tickfont": {"size": 12 if n <= 24 else 9}, "constrain": "domain",
    }  # fmt: skip
    shapes = []
    if marked is not None:
        i, j = (int(np.flatnonzero(order == m)[0]) for m in marked)
        frame = {"type": "rect", "line": {"color": ACCENT, "width": 2.5}}
        shapes = [frame | {"x0": b - 0.5, "x1": b + 0.5, "y0": a - 0.5, "y1": a + 0.5} for a, b in {(i, j), (j, i)}]
    return figure(
        [trace, *([class_key(i, text) for i, text in enumerate(members.names)] if members.count > 1 else [])],
        shapes=shapes,
        xaxis={**side, "range": [-0.5, n - 0.5], "tickangle": -60 if n > 6 else 0},
        yaxis={**side, "range": [n - 0.5, -0.5], "scaleanchor": "x"},
    )


def named_map(
    Z: Array,
    names: Sequence[str],
    labels: ArrayLike | None = None,
    *,
    classes: Sequence[str] = (),
    axes: tuple[str, str] = ("component 1", "component 2"),
    ringed: Sequence[int] = (),
) -> go.Figure:
    """Z (n, 2) as points, each with its name; things that fall on one place share one line of names. ``ringed`` are framed."""
    members = groups(labels, len(Z), classes or None)
    traces: list[dict[str, Any]] = []
    for i, name in enumerate(members.names):
        rows = np.flatnonzero(members.index == i)
        traces.append({
            "type": "scatter", "mode": "markers", "name": name, "legendgroup": name, "showlegend": False,
            "x": Z[rows, 0], "y": Z[rows, 1], "text": [escaped(names[r]) for r in rows.tolist()],
            "hovertemplate": f"<b>%{{text}}</b>, {name}<br>%{{x:.4~g}}, %{{y:.4~g}}<extra></extra>",
            "marker": {"color": class_color(i), "symbol": class_symbol(i), "size": 11,
                       "line": {"width": [2.5 if r in ringed else 0 for r in rows], "color": INK}},
        })  # fmt: skip
    together = _together(Z, names)
    traces.append({
        "type": "scatter", "mode": "text", "x": [x for x, _, _ in together], "y": [y for _, y, _ in together],
        "text": [text for *_, text in together], "textposition": _sides(together), "hoverinfo": "skip",
        "showlegend": False, "textfont": {"size": 12, "color": INK}, "cliponaxis": False,
    })  # fmt: skip
    low, high = Z.min(axis=0), Z.max(axis=0)
    room = 0.14 * np.maximum(high - low, 1e-9 + 0.1 * float((high - low).max()))
    x_range, y_range = ((float(low[i] - room[i]), float(high[i] + room[i])) for i in (0, 1))
    if not x_range[1] > x_range[0]:
        x_range, y_range = (-1.0, 1.0), (-1.0, 1.0)
    return figure(
        [*traces, *([class_key(i, text) for i, text in enumerate(members.names)] if members.count > 1 else [])],
        xaxis=axis(axes[0], x_range, zeroline=True),
        yaxis=axis(axes[1], y_range, zeroline=True),
    )


def _named(name: str, group: int | None) -> str:
    text = escaped(shortened(name, LONGEST_NAME))
    return text if group is None else f"{text} {class_glyph(group)}"


def _together(Z: Array, names: Sequence[str]) -> list[tuple[float, float, str]]:
    """One text for every place: names of things that fall together are listed, three at most."""
    size = float(np.abs(Z).max(initial=0.0)) or 1.0
    at: dict[tuple[float, float], list[int]] = {}
    for i, (x, y) in enumerate(np.round(Z / size, 3).tolist()):
        at.setdefault((x, y), []).append(i)
    return [
        (
            float(Z[rows[0], 0]),
            float(Z[rows[0], 1]),
            ", ".join(escaped(shortened(names[r], LONGEST_NAME)) for r in rows[:3])
            + (f" +{len(rows) - 3}" if len(rows) > 3 else ""),
        )
        for rows in at.values()
    ]


def _sides(together: Sequence[tuple[float, float, str]]) -> list[str]:
    """Above or below its point, alternating from left to right: neighbours get out of each other's way."""
    order = sorted(range(len(together)), key=lambda i: together[i][0])
    sides = [""] * len(together)
    for place, i in enumerate(order):
        sides[i] = "top center" if place % 2 == 0 else "bottom center"
    return sides
