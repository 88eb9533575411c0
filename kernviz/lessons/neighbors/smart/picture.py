"""Picture of the decision function f of the second view.

Every point is as large as its weight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.hatch import hatching
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.probe import Probe, with_probe
from kernviz.figures.plane.weighted_points import weigh
from kernviz.lessons.lesson import Picture
from kernviz.lessons.neighbors.neighbor_grid import FEW, around_euclid
from kernviz.lessons.neighbors.smart.machine import Smart
from kernviz.lessons.shared.handles import handle
from kernviz.lessons.shared.handles import points as points_of
from kernviz.surfaces import Curve, Surface, roots
from kernviz.wording import phrase, say, several, spoken

HEIGHT = 690
DIFFER = phrase("the nearest point has another class")


def picture(smart_one: Smart) -> Picture:
    """Draw the decision function f over the plane or line.

    Every point is as large as its α.
    """
    state, data, m = smart_one.state, smart_one.signed, smart_one.training.machine
    x, field = state.point, smart_one.training.field
    view = DataView.of(data).without_points()
    probe = Probe(
        float(x[0]),
        float(x[1]) if data.d > 1 else smart_one.total,
        smart_one.total if np.isfinite(smart_one.total) else None,
    )
    if isinstance(field, Curve):
        zeros = roots(m.decision_function, field, 0)
        reach = float(np.clip(1.1 * np.abs(field.values).max(), 2.5, 12.0))
        line = LineFunction(field, "f(x)", zeros)
        drawn = decision_line(view.over((-reach, reach)), line)
        points, y_range, alt = (
            np.column_stack([data.X[:, 0], np.zeros(data.n)]),
            (-reach, reach),
            describe_line(line, data.X[:, 0]),
        )
    else:
        assert isinstance(field, Surface)
        drawn = decision_plane(view, field)
        points, y_range = data.X, view.y_range
        if state.hatch:
            drawn.add_traces(hatching(field.x, field.y, _disagreement(data, field), spoken(DIFFER)))
        alt = describe_plane(data.X, data.codes, PlaneMarks(probe=probe))
    weigh(drawn, points, data.codes, m.alpha_, classes=data.classes)
    with_probe(drawn, probe, view.x_range, y_range)
    gone = int((m.alpha_ == 0).sum())
    caption = say(
        "The size of each point shows its ‹α›; {specks} {hatching}",
        specks=_gone(gone, data.n),
        hatching=say("Hatched: the nearest point has another class.") if state.hatch and data.d > 1 else "",
    )
    words = several(
        gone,
        "{description} Points drawn by weight ‹α›: {n} of {points} has none.",
        "{description} Points drawn by weight ‹α›: {n} of {points} have none.",
        description=alt,
        points=data.n,
    )
    return Picture(
        drawn,
        words,
        caption,
        "smart" if data.d > 1 else "smart-line",
        HEIGHT if data.d > 1 else 520,
        square=data.d > 1,
        points=points_of(state),
        handles=handle(state, "probe", state.point, probe.y),
    )


def _gone(gone: int, n: int) -> str:
    if not gone:
        return say("no ‹α› is 0: every point has a vote.")
    have = several(
        gone, "{n} of {points} has ‹α› = 0 and is tiny", "{n} of {points} have ‹α› = 0 and are tiny", points=n
    )
    return say(
        "{specks}, without effect on the machine. With a large ‹γ› no ‹α› is 0 if no two points coincide.",
        specks=have,
    )


def _disagreement(data: Dataset, field: Surface) -> NDArray[np.bool_]:
    """Return a mask of grid points where both rules disagree.

    There the sign of f differs from the nearest point's class.
    """
    near = around_euclid(data, FEW)
    nearest = np.asarray(near.grid.shaped(data.signs[near.near[:, 0]]).values)
    return np.asarray((field.values > 0) != (nearest > 0))
