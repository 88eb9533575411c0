"""Axes of several figures: whether one set of axes can hold them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.svg.axes import axes
from kernviz.figures.svg.traces import DRAWN

BOX = (0.0, 0.0, 100.0, 100.0)


def drawable(figure: Figure) -> bool:
    """Return True if the figure is flat, and the browser's layer draws all of it."""
    flat = all(str(trace.get("type", "scatter")) in DRAWN for trace in figure.data)
    paths = any(shape.get("type") == "path" for shape in figure.layout.get("shapes") or ())
    return flat and not paths and not figure.layout.get("scene") and not figure.layout.get("images")


def steady(figures: Sequence[Figure]) -> bool:
    """Return True if all figures have the same axes in the same places, with the same ranges where they say any."""
    return all(map(drawable, figures)) and len({repr(_frame(each)) for each in figures}) == 1


def _frame(figure: Figure) -> list[Any]:
    found = axes(_shown(figure), figure.layout, BOX)
    said = [
        (name, axis.words, axis.log, axis.said.get("range"), axis.said.get("domain")) for name, axis in found.items()
    ]
    ticks = [(axis.said.get("tickvals"), axis.said.get("ticktext"), axis.said.get("title")) for axis in found.values()]
    return [said, repr(ticks)]


def shared_ranges(figure: Figure, among: Sequence[Figure]) -> Figure:
    """The figure with a range for each axis that says none: wide enough for all figures."""
    found = [axes(_shown(each), each.layout, BOX) for each in among]
    layout = dict(figure.layout)
    for name, axis in axes(_shown(figure), figure.layout, BOX).items():
        key = f"{name[0]}axis{name[1:]}"
        if axis.said.get("range") is None and not axis.words:
            own = [each[name] for each in found if name in each]
            range_ = [min(each.low for each in own), max(each.high for each in own)]
            layout[key] = {**(layout.get(key) or {}), "range": range_}
    return Figure(figure.data, layout)


def _shown(figure: Figure) -> list[Any]:
    return [trace for trace in figure.data if trace.get("visible", True) is True]


__all__ = ["drawable", "shared_ranges", "steady"]
