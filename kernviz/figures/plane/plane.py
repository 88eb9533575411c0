"""Decision function over the plane: field, boundary, margins, points and marks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN, Grid, field_trace, level_trace
from kernviz.figures.plane.marks import NO_MARKS, Other, PlaneMarks, described_rings, marked_points, rows
from kernviz.figures.plane.points import groups, size_for
from kernviz.figures.plane.probe import with_probe
from kernviz.figures.theme import INK, figure, line_key, plane_axes, point
from kernviz.wording import say, several

LIMIT = 2.0  # |f| above which the colour is saturated: twice the margin


def decision_plane(
    view: DataView,
    surface: Grid | None = None,
    marks: PlaneMarks = NO_MARKS,
    *,
    bar: bool = True,
) -> Figure:
    """Draw the decision function f over the plane.

    The picture has the field, f = 0 solid and f = ±1 dashed. It has points (n, 2) by colour and
    shape, and the marks.

    ``surface`` None: the points alone. ``bar`` False leaves out the colour bar. The field is
    saturated beyond ±``LIMIT``. A kind of mark given as an empty list keeps its legend entry.
    """
    X, axes = view.places, view.titles
    members, size = groups(view.labels, len(X), view.classes), size_for(len(X))
    traces: list[dict[str, Any]] = []
    if surface is not None:
        traces += _function(surface, axes, bar)
    if marks.other is not None:
        traces += _second(marks.other)
    traces += marked_points(X, members, marks, size, axes)
    bottom = BAR_MARGIN if bar and surface is not None else 44
    margin = {"l": 48, "r": 12, "t": 12, "b": bottom}
    drawn = figure(traces, margin=margin, **plane_axes(view.x_range, view.y_range, *axes))
    return with_probe(drawn, marks.probe, view.x_range, view.y_range, X=X)


def describe_plane(
    X: Array, labels: ArrayLike | None = None, marks: PlaneMarks = NO_MARKS, *, boundary: bool = True
) -> str:
    """Describe the plane in words, as text alternative."""
    n = len(X)
    present = np.unique(groups(labels, n).index)
    parts = [
        say("Plane with {counted}", counted=several(n, "{n} point", "{n} points"))
        if labels is None
        else say(
            "Plane with {counted} in {classes}",
            counted=several(n, "{n} point", "{n} points"),
            classes=_classes(len(present)),
        )
    ]
    if boundary:
        parts.append(say("border"))
    parts += described_rings(marks)
    if marks.wrong is not None:
        parts.append(
            say("{counted} on the wrong side", counted=several(len(rows(marks.wrong)), "{n} point", "{n} points"))
        )
    if marks.other is not None:
        parts.append(say("a second border: {name}", name=marks.other.name))
    if marks.probe is not None:
        place, value = point((marks.probe.x, marks.probe.y)), marks.probe.value
        parts.append(
            say("a probe at {point}", point=place)
            if value is None
            else say("a probe at {point} where ‹f› = {value}", point=place, value=value)
        )
    return ", ".join(parts) + "."


def _classes(count: int) -> str:
    words = (
        say("no classes"),
        say("one class"),
        say("two classes"),
        say("three classes"),
        say("four classes"),
        say("five classes"),
    )
    return words[count] if count < len(words) else say("{count} classes", count=count)


def _function(surface: Grid, axes: tuple[str, str], bar: bool) -> list[dict[str, Any]]:
    return [
        field_trace(surface, LIMIT, axes, bar=bar),
        level_trace(surface, (-1, 1), say("margin"), width=1.3, dash="6px,4px"),
        level_trace(surface, (0,), say("border"), width=3),
        line_key(say("border ‹f› = 0"), INK, 3, rank=20),
        line_key(say("margin ‹f› = ±1"), INK, 1.3, "6px,4px", rank=21),
    ]


def _second(other: Other) -> list[dict[str, Any]]:
    return [
        level_trace(other.grid, (0,), other.name, color=other.color, width=3, dash="2px,4px"),
        line_key(other.name, other.color, 3, "2px,4px", rank=22),
    ]
