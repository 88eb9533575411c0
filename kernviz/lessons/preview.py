"""Preview of a link to a page: its picture as PNG, 1200 × 630, as chat programs and networks show it."""

from __future__ import annotations

from typing import Any

from kernviz.figures import raster
from kernviz.figures.figure import Figure
from kernviz.figures.svg import drawing
from kernviz.figures.svg.colours import palette
from kernviz.lessons.lesson import Picture

WIDTH, HEIGHT = 1200, 630
DRAWN = 620.0  # units the drawing is wide: marks and lines as large as on a phone
PROBE = "probe"  # in the names of traces for the pointer
BARE = {"title": None, "showticklabels": False}


def preview(picture: Picture | None, otherwise: bytes = b"") -> bytes:
    """Return the picture without words as PNG; of one in space, or of none, another image enlarged, or an empty one."""
    paper = str(palette()["paper"])
    found = None if picture is None else drawing(bare(picture.figure), width=DRAWN, height=DRAWN * HEIGHT / WIDTH)
    if found is not None:
        left, top, width, height = found.box
        return raster.png(found.svg, WIDTH, HEIGHT, paper, (left - 4, top - 4, left + width + 4, top + height + 4))
    return raster.enlarged(otherwise, WIDTH, HEIGHT, paper)


def bare(figure: Figure) -> Figure:
    """Return the figure without words and without what belongs to the pointer."""
    layout: dict[str, Any] = {**figure.layout, "showlegend": False, "annotations": []}
    for name, value in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            layout[name] = {**value, **BARE}
    traces = [{**each, "showscale": False} for each in figure.data if PROBE not in str(each.get("name"))]
    return Figure(traces, layout)


__all__ = ["HEIGHT", "WIDTH", "bare", "preview"]
