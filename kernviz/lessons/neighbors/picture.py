"""Picture of the Nearest neighbours page.

It shows the winning classes, and the probe linked to its neighbours.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.data_view import DataView
from kernviz.figures.line.bands import ClassBand, class_line, describe_class_line
from kernviz.figures.plane.hatch import hatching
from kernviz.figures.plane.links import bows, links, rings
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.points import size_for
from kernviz.figures.plane.probe import Probe
from kernviz.figures.plane.regions import describe_regions, region_plane
from kernviz.figures.theme import token
from kernviz.lessons.lesson import Picture
from kernviz.lessons.neighbors.euclid import Comparison, compared_places
from kernviz.lessons.neighbors.neighbor_grid import Around, around_euclid, looked_for, machine, votes
from kernviz.lessons.neighbors.reading import NeighborReading
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import at, percent
from kernviz.lessons.shared.bare_regions import bare_regions
from kernviz.lessons.shared.handles import handle, points
from kernviz.regions import regions
from kernviz.surfaces import Curve
from kernviz.wording import phrase, say, spoken

HEIGHT, LINE_HEIGHT = 690, 460
OTHER = token("class-3")
FLIPPED = phrase("Euclid's nearest is another")


def picture(
    state: State, here: Around, voted: NDArray[np.intp] | None, apart: Comparison, probed: NeighborReading
) -> Picture:
    """Draw the regions of the vote and the probe's neighbours.

    The k neighbours are linked to the probe. Hatching marks the places whose nearest points by kernel
    and by Euclidean distance differ.
    """
    data = state.data
    winners = here.grid.shaped(np.zeros(len(here.near)) if voted is None else voted)
    if isinstance(winners, Curve):
        return _line(state, here, winners, apart, probed)
    chosen = probed.order[: state.count]
    traces = []
    if state.hatch:
        flips = apart.flips.reshape(winners.values.shape)
        traces += hatching(winners.x, winners.y, flips, spoken(FLIPPED))
    traces += links(tuple(probed.z), data.X, chosen, say("{count} nearest by the kernel", count=state.count))
    if probed.first_euclid != probed.first:
        traces += links(
            tuple(probed.z),
            data.X,
            [probed.first_euclid],
            say("nearest by Euclid"),
            color=OTHER,
            dash="4px,4px",
            width=2.5,
        )
    traces.append(rings(data.X, chosen, say("neighbour"), size_for(data.n)))
    view = DataView.of(data, here.grid.window)
    drawn = None if voted is None else regions(winners, partial(_vote_between, state))
    marks = PlaneMarks(probe=Probe(float(probed.z[0]), float(probed.z[1])))
    figure = region_plane(view, drawn, marks, under=traces)
    alt = describe_regions(data.X, view.labels, winners if voted is not None else None)
    return Picture(
        figure,
        f"{alt} {_alt(state, apart, probed)}",
        _caption(state, apart),
        "neighbours",
        HEIGHT,
        square=True,
        points=points(state),
        handles=handle(state, "probe", probed.z),
    )


def _vote_between(state: State, points: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the class of further places (m,) between grid points."""
    near = machine(state.data, state.kernel).kneighbors(points, state.count)[1]
    return votes(state.data, near, state.count)


def _line(state: State, here: Around, winners: Curve, apart: Comparison, probed: NeighborReading) -> Picture:
    """Draw the picture on the line.

    The kernel's vote is in a band above, Euclid's below. The links are arcs.
    """
    data, bands = state.data, []
    if data.classes:
        euclid = around_euclid(data, looked_for(state.count))
        below = euclid.grid.shaped(votes(data, euclid.near, state.count))
        assert isinstance(below, Curve)
        bands = [
            ClassBand(winners, say("kernel"), (0.08, 1.0)),
            ClassBand(below, "Euclid", (-1.0, -0.08)),
        ]
    x, k, z = data.X[:, 0], state.count, float(probed.z[0])
    traces = bows(z, x, probed.order[:k], say("{k} nearest by the kernel", k=k), height=0.45)
    traces += bows(
        z,
        x,
        probed.order_euclid[:k],
        say("{k} nearest by Euclid", k=k),
        height=-0.45,
        color=OTHER,
        dash="4px,4px",
        width=2.5,
    )
    figure = class_line(DataView.of(data, here.grid.window), bands, probe=z, under=traces)
    alt = f"{describe_class_line(bands, data.n)} {_alt(state, apart, probed)}"
    return Picture(
        figure,
        alt,
        _caption(state, apart),
        "neighbours-line",
        LINE_HEIGHT,
        points=points(state),
        handles=handle(state, "probe", probed.z),
    )


def _alt(state: State, apart: Comparison, probed: NeighborReading) -> str:
    near = ", ".join(str(i + 1) for i in probed.order[: min(state.count, 8)])
    agrees = (
        ""
        if math.isnan(apart.plane_agrees)
        else " "
        + say(
            "Euclid's nearest point is the same in {plane_agrees} {whole}.",
            plane_agrees=percent(apart.plane_agrees),
            whole=compared_places(apart),
        )
    )
    return say(
        "A probe at {z} is linked to its nearest points {points}.{agreement}",
        z=at(probed.z),
        points=near,
        agreement=agrees,
    )


def _caption(state: State, apart: Comparison) -> str:
    if math.isnan(apart.plane_agrees):
        return say("Nowhere in the picture does the kernel tell points apart.")
    if not apart.flips.any():
        if apart.blind:
            return say("Wherever the kernel tells points apart, it names the same nearest point as Euclid.")
        return say("Kernel and Euclid name the same nearest point everywhere: 100 % of the picture.")
    where = (
        say("on a part of the line")
        if state.data.d == 1
        else say("where it is hatched")
        if state.hatch
        else say("in a part of the picture")
    )
    return say(
        "In {share} of the picture, {marking}, Euclid's nearest point is not the kernel's.",
        share=percent((1 - apart.plane_agrees) * (1 - apart.blind)),
        marking=where,
    )


def bare(state: State, marked: tuple[int, ...] = ()) -> Picture:
    """Draw the points alone, if there are no neighbours and no machine.

    ``marked`` are the rows of two points to link, or empty.
    """
    X, under = state.data.X, []
    if marked and state.data.d == 1:
        under = bows(float(X[marked[0], 0]), X[:, 0], marked[1:], say("this pair"), height=0.45)
    elif marked:
        under = links(tuple(X[marked[0]]), X, marked[1:], say("this pair"))
    return bare_regions(state, "neighbours", LINE_HEIGHT, under)
