"""Common axes of several figures, if one set can hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.svg import flattened, is_space
from kernviz.figures.svg.axes import Axis, axes
from kernviz.figures.svg.projection import KINDS
from kernviz.figures.svg.traces import DRAWN

BOX = (0.0, 0.0, 100.0, 100.0)
WIDEST = 4.0  # longest axis for all frames, in lengths of the axis at rest


def drawable(figure: Figure) -> bool:
    """Return True if the site's script can draw a figure.

    The script must be able to draw every part. The script draws no images and no paths. A figure in
    space is drawn as its projection.
    """
    kinds = {str(trace.get("type", "scatter")) for trace in figure.data}
    known = kinds <= ({*DRAWN, *KINDS} if is_space(figure) else set(DRAWN))
    paths = any(shape.get("type") == "path" for shape in figure.layout.get("shapes") or ())
    return known and not paths and not figure.layout.get("images")


def with_common_axes(figures: Sequence[Figure]) -> tuple[Figure, ...] | None:
    """Return figures with common axes that hold them all, or None.

    None if the axes differ in more than their ranges. None as well if a common axis would be more than
    `WIDEST` times as long as that of the first figure. Figures in space keep their own axes.
    """
    if not all(map(drawable, figures)) or len(set(map(is_space, figures))) != 1:
        return None
    if is_space(figures[0]):
        sizes = [flattened(figure).layout["xaxis"]["range"][1] for figure in figures]
        return tuple(figures) if max(sizes) <= WIDEST * sizes[0] else None
    found = [axes(_visible_traces(figure), figure.layout, BOX) for figure in figures]
    if len({repr(_kinds(axes_of_one)) for axes_of_one in found}) != 1:
        return None
    wide: dict[str, list[float]] = {}
    for name in found[0]:
        ranges = [tuple(axes_of_one[name].declared.get("range") or ()) for axes_of_one in found]
        if len(set(ranges)) == 1:
            continue
        if () in ranges:
            return None
        low, high = min(map(min, ranges)), max(map(max, ranges))
        start, end = ranges[0]
        if high - low > WIDEST * abs(end - start):
            return None
        wide[f"{name[0]}axis{name[1:]}"] = [low, high] if start <= end else [high, low]
    return tuple(_ranged(figure, wide) for figure in figures) if wide else tuple(figures)


def _kinds(found: Mapping[str, Axis]) -> list[Any]:
    kinds = [(name, axis.words, axis.log, axis.declared.get("domain")) for name, axis in found.items()]
    ticks = [
        (axis.declared.get("tickvals"), axis.declared.get("ticktext"), axis.declared.get("title"))
        for axis in found.values()
    ]
    return [kinds, repr(ticks)]


def _ranged(figure: Figure, ranges: Mapping[str, list[float]]) -> Figure:
    layout = dict(figure.layout)
    for key, limits in ranges.items():
        layout[key] = {**(layout.get(key) or {}), "range": limits}
    return Figure(figure.data, layout)


def shared_ranges(figure: Figure, among: Sequence[Figure]) -> Figure:
    """Return a figure in which every numeric axis has a range.

    A missing range is chosen wide enough for all figures of `among`. A figure in space becomes its
    projection, with ranges wide enough for all projections.
    """
    if is_space(figure):
        widest = max((flattened(figure).layout["xaxis"]["range"] for figure in among), key=lambda ends: float(ends[1]))
        return _ranged(flattened(figure), {"xaxis": widest, "yaxis": widest})
    found = [axes(_visible_traces(figure), figure.layout, BOX) for figure in among]
    wide: dict[str, list[float]] = {}
    for name, axis in axes(_visible_traces(figure), figure.layout, BOX).items():
        if axis.declared.get("range") is None and not axis.words:
            own = [axes_of_one[name] for axes_of_one in found if name in axes_of_one]
            wide[f"{name[0]}axis{name[1:]}"] = [min(same.low for same in own), max(same.high for same in own)]
    return _ranged(figure, wide)


def _visible_traces(figure: Figure) -> list[Any]:
    return [trace for trace in figure.data if trace.get("visible", True) is True]
