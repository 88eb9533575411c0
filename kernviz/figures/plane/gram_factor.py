"""Columns of the factor P in K = PᵀP as points.

The points show the geometry that the matrix K alone determines.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.matrix.gram_pair import PAIR, with_pair
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.theme import KEY_GAP, MUTED, figure, plane_axes
from kernviz.figures.traces import marker_trace
from kernviz.ranges import square
from kernviz.wording import say, several

ROOM = 0.08  # margin around the points, as a share of the longer side


def factor_points(
    P: Array,
    i: int,
    j: int,
    labels: ArrayLike | None = None,
    *,
    data: Array | None = None,
    classes: Sequence[str] | None = None,
) -> Figure:
    """Draw the columns of P by their first two coordinates.

    P is (r, n), and the pair i, j is marked. ``data`` (n, 2) are hollow; give them only if K is their
    linear Gram matrix, so that their lengths are those of the columns.

    One unit is equally long on both axes. With r = 1 the second coordinate is 0.
    """
    places = plane_of(P)
    members, size = groups(labels, len(places), classes), size_for(len(places))
    traces = []
    if data is not None:
        traces.append(
            marker_trace(
                data[:, 0],
                data[:, 1],
                {"symbol": "circle-open", "size": size, "color": MUTED, "line": {"width": 1.4}},
                name=say("your points") + KEY_GAP,
                customdata=np.arange(1, len(data) + 1),
                hovertemplate=say("point %{customdata}<extra>your points</extra>"),
            )
        )
    traces += class_traces(places, members, size=size, axes=("p₁", "p₂"))
    both = places if data is None else np.vstack([places, data])
    x_range, y_range = square(both, ROOM)
    drawn = figure(traces, **plane_axes(x_range, y_range, say("p₁, first row of P"), say("p₂, second row of P")))
    if data is not None:
        with_pair(drawn, data, i, j, name=say("the pair among your points"), color=MUTED)
    return with_pair(drawn, places, i, j, color=PAIR)


def plane_of(P: Array) -> Array:
    """Return the first two coordinates of every column.

    The result is (n, 2); missing coordinates are 0.
    """
    rows = np.zeros((2, P.shape[1]))
    rows[: min(2, len(P))] = P[:2]
    return rows.T


def describe_factor(P: Array, shown: float) -> str:
    """Describe the columns of P in words.

    ``shown`` is the share of trace K that the two coordinates in the picture carry.
    """
    r, n = P.shape
    columns = several(n, "{n} column", "{n} columns")
    dimensions = several(r, "{n} dimension", "{n} dimensions")
    if r < 2:
        return say("{columns} of P in {dimensions}.", columns=columns, dimensions=dimensions)
    return say(
        "{columns} of P in {dimensions}, drawn by the first two, which carry {percent} % of the squared lengths.",
        columns=columns,
        dimensions=dimensions,
        percent=100 * shown,
    )
