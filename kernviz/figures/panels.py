"""Layout of several small pictures in one figure, with their axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernviz.figures.figure import Figure
from kernviz.figures.theme import LINE, MUTED, Range, figure


def ids(panel: int) -> dict[str, str]:
    """Return the axis names of a panel.

    Panels 0, 1, 2, … have the names that traces use: x, y, then x2, y2, …
    """
    end = "" if panel == 0 else str(panel + 1)
    return {"xaxis": f"x{end}", "yaxis": f"y{end}"}


def domains(count: int, columns: int, gap: float, head: float) -> list[tuple[Range, Range]]:
    """Return the horizontal and vertical ranges of every panel.

    Each panel has (x from, x to) and (y from, y to), as shares of the figure. Rows are counted from
    the top. ``gap`` is the space between columns, ``head`` the share of a row's height for a title.
    """
    rows = -(-count // columns)
    width, height = (1 - gap * (columns - 1)) / columns, 1 / rows
    places = []
    for i in range(count):
        left, top = (i % columns) * (width + gap), 1 - (i // columns) * height
        places.append(((left, left + width), (top - height + 0.02 / rows, top - head * height)))
    return places


def small_axes(
    panel: int, place: tuple[Range, Range], x_range: Range, y_range: Range, *, equal: bool = True
) -> dict[str, Any]:
    """Return the two axes of one panel, without ticks and grid.

    ``place`` is the panel's entry of `domains`. With ``equal`` one unit is equally long on both axes.
    """
    name = "" if panel == 0 else str(panel + 1)
    bare = {
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "showline": True,
        "mirror": True,
        "linewidth": 1,
        "linecolor": LINE,
    }
    x = {**bare, "domain": list(place[0]), "range": list(x_range), "anchor": f"y{name}", "constrain": "domain"}
    y = {**bare, "domain": list(place[1]), "range": list(y_range), "anchor": f"x{name}", "constrain": "domain"}
    if equal:
        y |= {"scaleanchor": f"x{name}", "constraintoward": "top"}
    return {f"xaxis{name}": x, f"yaxis{name}": y}


def titles(texts: Sequence[str], places: Sequence[tuple[Range, Range]]) -> list[dict[str, Any]]:
    """Return a title over every panel."""
    return [
        {
            "text": text,
            "xref": "paper",
            "yref": "paper",
            "x": (place[0][0] + place[0][1]) / 2,
            "y": place[1][1],
            "xanchor": "center",
            "yanchor": "bottom",
            "showarrow": False,
            "font": {"size": 12, "color": MUTED},
        }
        for text, place in zip(texts, places, strict=True)
    ]


def side_by_side(parts: Sequence[Figure], words: Sequence[str], *, columns: int, gap: float, scale: float) -> Figure:
    """Join figures into one figure of panels.

    Each figure has one pair of axes. ``words`` are the titles of the panels. The legend is that of the first part.
    ``scale`` is the factor for the diameters of marks.
    """
    places = domains(len(parts), columns, gap, 0.11)
    layout: dict[str, Any] = {}
    traces: list[dict[str, Any]] = []
    notes = titles(words, places)
    for i, (part, place) in enumerate(zip(parts, places, strict=True)):
        own = ids(i)
        traces += [_scaled(trace, scale) | own | ({} if i == 0 else {"showlegend": False}) for trace in part.data]
        across, up = part.layout["xaxis"], part.layout["yaxis"]
        layout |= small_axes(i, place, tuple(across["range"]), tuple(up["range"]), equal="scaleanchor" in up)
        notes += [{**note, "xref": own["xaxis"], "yref": own["yaxis"]} for note in part.layout.get("annotations") or ()]
    return figure(
        traces,
        annotations=notes,
        margin={"l": 6, "r": 6, "t": 34, "b": 6},
        meta={"panels": {"gap": gap}},
        **layout,
    )


def _scaled(trace: Mapping[str, Any], scale: float) -> dict[str, Any]:
    """Return a trace with scaled marks.

    Marks of the legend keep their size.
    """
    marker = trace.get("marker")
    if not marker or "size" not in marker or not len(trace["x"]) or trace["x"][0] is None:
        return dict(trace)
    return {**trace, "marker": {**marker, "size": np.multiply(marker["size"], scale)}}
