"""Class regions on a number line.

There is one coloured band per decision rule, with the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import Values
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.plane.probe import Probe, with_probe
from kernviz.figures.plane.regions import PALE
from kernviz.figures.theme import INK, Range, axis, class_color, figure, number
from kernviz.figures.traces import horizontal_trace, line_trace, path_trace
from kernviz.wording import listed, say, several

LISTED = 8  # largest number of places that are listed


@dataclass(frozen=True)
class ClassBand:
    """Band of the winning classes along the line.

    ``winners.values`` are class indices. The band is drawn between two heights, and has a name.
    """

    winners: Values
    name: str
    heights: Range


@dataclass(frozen=True)
class ClassGraph:
    """Graph of a function over the line.

    The graph has the colour of class ``index``, or the text colour if ``index`` is None.
    """

    values: Values
    name: str
    index: int | None = None
    dash: str = "solid"


def class_line(
    view: DataView,
    bands: Sequence[ClassBand] = (),
    *,
    graphs: Sequence[ClassGraph] = (),
    probe: float | None = None,
    under: Sequence[dict[str, Any]] = (),
) -> Figure:
    """Draw class bands and points over a number line.

    The bands have class colours, and the points (n,) are at height 0. Graphs and a probe may be
    added.

    ``under``: further traces under the points.

    With graphs the y axis has numbers, without graphs the names of the bands.
    """
    flat, x_range, y_range, x_title = view.line, view.x_range, view.y_range, view.x_title
    on_line = np.column_stack([flat, np.zeros(len(flat))])
    members, size = groups(view.labels, len(flat), view.classes), size_for(len(flat)) + 2
    traces: list[dict[str, Any]] = [_band(band, members.names) for band in bands]
    traces += [_edges(band) for band in bands]
    traces.append(horizontal_trace(x_range, 0, INK, 1.4))
    traces += [_graph(graph) for graph in graphs]
    traces += [*under, *class_traces(on_line, members, size=size, axes=(x_title,))]
    up = axis(view.y_title, y_range, showgrid=False)
    if not graphs:
        middles = [sum(band.heights) / 2 for band in bands]
        up |= {"tickvals": middles, "ticktext": [band.name for band in bands], "ticks": ""}
    drawn = figure(
        traces, margin={"l": 72, "r": 12, "t": 12, "b": 44}, xaxis=axis(x_title, x_range, showgrid=False), yaxis=up
    )
    return with_probe(drawn, None if probe is None else Probe(probe, 0.0), x_range, y_range, names=(x_title,))


def describe_class_line(bands: Sequence[ClassBand], n: int) -> str:
    """Describe the class bands in words.

    The text says where each band changes from one class to another.
    """
    parts = [say("Number line with {counted}", counted=several(n, "{n} point", "{n} points"))]
    for band in bands:
        places = changes(band.winners)
        where = listed([number(t) for t in places[:LISTED]])
        if len(places) > LISTED:
            where = say("{listed} and {n} more", listed=where, n=len(places) - LISTED)
        parts.append(
            f"{band.name}: "
            + (say("the class changes at {where}", where=where) if where else say("one class all along"))
        )
    return "; ".join(parts) + "."


def changes(winners: Values) -> list[float]:
    """Return the places where the winning class changes.

    The places are midpoints between neighbouring places of the grid that belong to different
    classes.
    """
    values = np.asarray(winners.values)
    cells = np.flatnonzero(values[1:] != values[:-1])
    return [float((winners.x[i] + winners.x[i + 1]) / 2) for i in cells]


def _band(band: ClassBand, names: Sequence[str]) -> dict[str, Any]:
    count = len(names)
    stops = [[(i + edge) / count, class_color(i, PALE)] for i in range(count) for edge in (0, 1)]
    index = np.asarray(band.winners.values).astype(np.int16)
    texts = [[names[i] for i in index.tolist()]] * 2
    return {
        "type": "heatmap",
        "x": band.winners.x,
        "y": list(_centres(band.heights)),
        "z": np.stack([index, index]),
        "zmin": -0.5,
        "zmax": count - 0.5,
        "colorscale": stops,
        "showscale": False,
        "name": band.name,
        "text": texts,
        "hovertemplate": f"x = %{{x:.4~g}}<br>{band.name}: %{{text}}<extra></extra>",
    }


def _centres(heights: Range) -> Range:
    """Return the centres of two rows of cells.

    The two rows fill the heights; the centres are the middles of the rows.
    """
    low, high = heights
    return low + (high - low) / 4, high - (high - low) / 4


def _edges(band: ClassBand) -> dict[str, Any]:
    places = [(x, y) for x in changes(band.winners) for y in (*band.heights, None)]
    return path_trace(places, INK, 1.5, showlegend=False, hoverinfo="skip", name=say("border"))


def _graph(graph: ClassGraph) -> dict[str, Any]:
    return line_trace(
        graph.values.x,
        graph.values.values,
        INK if graph.index is None else class_color(graph.index),
        2.5,
        graph.dash,
        name=graph.name,
        hovertemplate=say("{name} = %{{y:.4~g}} at %{{x:.4~g}}<extra></extra>", name=graph.name),
    )
