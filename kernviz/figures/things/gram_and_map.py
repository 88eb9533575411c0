"""Gram matrix and map of named objects.

The Gram matrix has names along it; the map has a name at each point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.data.text import shorten
from kernviz.figures.figure import Figure
from kernviz.figures.matrix.gram import WRITTEN_OUT
from kernviz.figures.plane.points import class_key, class_trace, groups
from kernviz.figures.theme import (
    ACCENT,
    DIVERGING,
    INK,
    SEQUENTIAL,
    Range,
    axis,
    class_glyph,
    escaped,
    figure,
    number,
)
from kernviz.ranges import drawable, peak, spread
from kernviz.symbols import symbols

LONGEST_NAME = 16
WIDTH, HEIGHT = 820, 460  # size of the map in pixels; names that would overlap at this size are shown on hovering only


def named_gram(
    K: Array,
    names: Sequence[str],
    labels: ArrayLike | None = None,
    *,
    classes: Sequence[str] = (),
    marked: tuple[int, int] | None = None,
) -> Figure:
    """Draw a Gram matrix with a name for every row.

    K (n, n) is a square with a name for every row and column, ordered by class. ``marked`` (i, j)
    are two objects: the cells (i, j) and (j, i) are framed.
    """
    n = len(K)
    members = groups(labels, n, classes or None)
    order = np.argsort(members.index, kind="stable")
    sorted_K = np.asarray(K, dtype=np.float64)[np.ix_(order, order)]
    strongest = peak(sorted_K)
    both = bool((sorted_K < 0).any())
    titles = [_named(names[i], int(members.index[i]) if members.count > 1 else None) for i in order]
    few = n <= WRITTEN_OUT
    places = list(range(n))
    trace = {
        "type": "heatmap",
        "x": places,
        "y": places,
        "z": sorted_K,
        "zmin": -strongest if both else 0.0,
        "zmax": strongest,
        "colorscale": DIVERGING if both else SEQUENTIAL,
        "xgap": 1 if n <= 24 else 0,
        "ygap": 1 if n <= 24 else 0,
        "customdata": [[f"{escaped(names[i])}, {escaped(names[j])}" for j in order] for i in order],
        "hovertemplate": symbols("‹k›(%{customdata}) = %{z:.4~g}<extra></extra>"),
        "colorbar": {"thickness": 10, "outlinewidth": 0, "ticks": "", "nticks": 6, "xpad": 4},
        **({"text": [[number(v) for v in row] for row in sorted_K.tolist()], "texttemplate": "%{text}"} if few else {}),
    }
    side: dict[str, Any] = {
        "tickvals": places,
        "ticktext": titles,
        "showgrid": False,
        "zeroline": False,
        "ticks": "",
        "automargin": True,
        "tickfont": {"size": 12 if n <= 24 else 9},
        "constrain": "domain",
    }
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
) -> Figure:
    """Draw a map of named points.

    The points are Z (n, 2). Names of coinciding points form one text. Names without room are left
    out. Points with an index in ``ringed`` have an outline.
    """
    members = groups(labels, len(Z), classes or None)
    traces: list[dict[str, Any]] = []
    for i, name in enumerate(members.names):
        rows = np.flatnonzero(members.index == i)
        traces.append(
            class_trace(
                i,
                name,
                Z,
                rows,
                {"size": 11, "line": {"width": [2.5 if r in ringed else 0 for r in rows], "color": INK}},
            )
            | {
                "text": [escaped(names[r]) for r in rows.tolist()],
                "hovertemplate": f"<b>%{{text}}</b>, {name}<br>%{{x:.4~g}}, %{{y:.4~g}}<extra></extra>",
            }
        )
    low, high = Z.min(axis=0), Z.max(axis=0)
    room = 0.14 * np.maximum(high - low, 0.1 * spread(0.0, float((high - low).max())))
    x_range, y_range = (drawable(float(low[i] - room[i]), float(high[i] + room[i])) for i in (0, 1))
    traces.append(_texts(_placed(_together(Z, names, ringed), x_range, y_range)))
    return figure(
        [*traces, *([class_key(i, text) for i, text in enumerate(members.names)] if members.count > 1 else [])],
        xaxis=axis(axes[0], x_range, zeroline=True),
        yaxis=axis(axes[1], y_range, zeroline=True),
    )


def _named(name: str, group: int | None) -> str:
    text = escaped(shorten(name, LONGEST_NAME))
    return text if group is None else f"{text} {class_glyph(group)}"


def _together(Z: Array, names: Sequence[str], first: Sequence[int]) -> list[tuple[float, float, str]]:
    """Return (x, y, names) for each place.

    The places of the objects `first` come first. At most three names of a place are listed.
    """
    size = peak(Z)
    at: dict[tuple[float, float], list[int]] = {}
    for i in [*first, *(i for i in range(len(Z)) if i not in first)]:
        x, y = np.round(Z[i] / size, 3).tolist()
        at.setdefault((x, y), []).append(i)
    return [
        (
            float(Z[rows[0], 0]),
            float(Z[rows[0], 1]),
            ", ".join(escaped(shorten(names[r], LONGEST_NAME)) for r in dict.fromkeys(rows[:3]))
            + (f" +{len(rows) - 3}" if len(rows) > 3 else ""),
        )
        for rows in at.values()
    ]


def _placed(
    texts: Sequence[tuple[float, float, str]], x_range: Range, y_range: Range
) -> list[tuple[float, float, str, str]]:
    """Return (x, y, text, side) for each text that has room.

    A text is above, below, right or left of its point, and covers no other text or point.

    Texts without a free place are left out; hovering shows them. Room is measured on a picture of
    WIDTH × HEIGHT pixels.
    """

    def pixels(x: float, y: float) -> tuple[float, float]:
        return WIDTH * (x - x_range[0]) / (x_range[1] - x_range[0]), HEIGHT * (y - y_range[0]) / (
            y_range[1] - y_range[0]
        )

    points = [pixels(x, y) for x, y, _ in texts]
    taken = [(px - 6, py - 6, px + 6, py + 6) for px, py in points]
    found = []
    for place, (x, y, text) in enumerate(texts):
        px, py = points[place]
        half = 3.4 * len(text) + 2
        boxes = {
            "top center": (px - half, py + 7, px + half, py + 23),
            "bottom center": (px - half, py - 23, px + half, py - 7),
            "middle right": (px + 8, py - 8, px + 8 + 2 * half, py + 8),
            "middle left": (px - 8 - 2 * half, py - 8, px - 8, py + 8),
        }
        for side, box in boxes.items():
            if all(box[2] < t[0] or t[2] < box[0] or box[3] < t[1] or t[3] < box[1] for t in taken):
                taken.append(box)
                found.append((x, y, text, side))
                break
    return found


def _texts(placed: Sequence[tuple[float, float, str, str]]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [p[0] for p in placed] or [None],
        "y": [p[1] for p in placed] or [None],
        "text": [p[2] for p in placed],
        "textposition": [p[3] for p in placed],
        "hoverinfo": "skip",
        "showlegend": False,
        "textfont": {"size": 12, "color": INK},
        "cliponaxis": False,
        "marker": {"size": 14, "opacity": 0},  # an invisible mark keeps other labels away
    }
