"""Common axes of several figures, if one set can hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.svg.axes import axes
from kernviz.figures.svg.traces import DRAWN

BOX = (0.0, 0.0, 100.0, 100.0)
WIDEST = 4.0  # longest axis for all frames, in lengths of the axis at rest


def drawable(figure: Figure) -> bool:
    """Return True if the site can draw a figure.

    The figure has to be flat, and the browser's layer has to draw all of it.
    """
    flat = all(str(trace.get("type", "scatter")) in DRAWN for trace in figure.data)
    paths = any(shape.get("type") == "path" for shape in figure.layout.get("shapes") or ())
    return flat and not paths and not figure.layout.get("scene") and not figure.layout.get("images")


def steadied(figures: Sequence[Figure]) -> tuple[Figure, ...] | None:
    """Return figures with axes that hold them all.

    None if their axes differ in more than their ranges. None as well if an axis would become too
    long: more than `WIDEST` times as long as that of the first figure.
    """
    if not all(map(drawable, figures)) or len({repr(_kinds(each)) for each in figures}) != 1:
        return None
    found = [axes(_shown(each), each.layout, BOX) for each in figures]
    wide: dict[str, list[float]] = {}
    for name in found[0]:
        said = [tuple(each[name].said.get("range") or ()) for each in found]
        if len(set(said)) == 1:
            continue
        if () in said:
            return None
        low, high = min(map(min, said)), max(map(max, said))
        start, end = said[0]
        if high - low > WIDEST * abs(end - start):
            return None
        wide[f"{name[0]}axis{name[1:]}"] = [low, high] if start <= end else [high, low]
    return tuple(_ranged(each, wide) for each in figures) if wide else tuple(figures)


def _kinds(figure: Figure) -> list[Any]:
    found = axes(_shown(figure), figure.layout, BOX)
    said = [(name, axis.words, axis.log, axis.said.get("domain")) for name, axis in found.items()]
    ticks = [(axis.said.get("tickvals"), axis.said.get("ticktext"), axis.said.get("title")) for axis in found.values()]
    return [said, repr(ticks)]


def _ranged(figure: Figure, ranges: Mapping[str, list[float]]) -> Figure:
    layout = dict(figure.layout)
    for key, each in ranges.items():
        layout[key] = {**(layout.get(key) or {}), "range": each}
    return Figure(figure.data, layout)


def shared_ranges(figure: Figure, among: Sequence[Figure]) -> Figure:
    """Return a figure with a range for each axis that says none.

    Each range is wide enough for all figures.
    """
    found = [axes(_shown(each), each.layout, BOX) for each in among]
    wide: dict[str, list[float]] = {}
    for name, axis in axes(_shown(figure), figure.layout, BOX).items():
        if axis.said.get("range") is None and not axis.words:
            own = [each[name] for each in found if name in each]
            wide[f"{name[0]}axis{name[1:]}"] = [min(each.low for each in own), max(each.high for each in own)]
    return _ranged(figure, wide)


def _shown(figure: Figure) -> list[Any]:
    return [trace for trace in figure.data if trace.get("visible", True) is True]


__all__ = ["drawable", "shared_ranges", "steadied"]
