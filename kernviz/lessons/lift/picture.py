"""Pictures of the Lift page: feature space, and the data.

Feature space is shown with the trained plane, the data with the corresponding boundary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import decision_line, describe_line
from kernviz.figures.plane.marks import Other, PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.probe import Probe
from kernviz.figures.space.lifted import Flat, LiftedScene, MovingProbe, describe_space, lifted_space
from kernviz.figures.space.lifted_box import box_at
from kernviz.figures.theme import KEY_GAP, escaped, numbers, token
from kernviz.lessons.lesson import Picture
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.reference import Reference
from kernviz.lessons.lift.state import State
from kernviz.lessons.lift.view import ACROSS, LiftView
from kernviz.lessons.number_format import percent, vector
from kernviz.lessons.shared.handles import handle, points
from kernviz.lessons.shared.small_plane import bounded_of, marks_of
from kernviz.lessons.shared.training import Failure
from kernviz.surfaces import Window
from kernviz.symbols import symbols
from kernviz.wording import class_word, english, listed, say, several, short

SPACE_HEIGHT, PLANE_HEIGHT = 620, 520
THEIRS = token("class-3")


def space_picture(
    state: State, data: Dataset, trained: Separator, viewed: LiftView, reference: Reference | None
) -> Picture:
    """Draw feature space in the selected view.

    The points are at the share ``state.t`` of the way from the plane of the data to their images.
    """
    start = np.column_stack([data.X, np.zeros(data.n)])
    x = state.point[None]
    spot = MovingProbe(
        np.append(x[0], 0.0),
        viewed.place(x)[0],
        say("probe x = {x}<br>‹f› = {f}", x=vector(x[0]), f=trained.f(x)[0]),
    )
    name = say("plane ‹f› = 0") if viewed.exact else say("its cut through the mean")
    label = symbols("‹f› = 0") if viewed.exact else ""
    flats = [Flat(viewed.normal, viewed.offset, name, margins=True, label=label)]
    if reference is not None:
        theirs = viewed.flat(reference.values, reference.w, reference.b)
        if theirs is not None:
            flats.append(Flat(*theirs, say("the notes' ellipse"), THEIRS, filled=False))
    m = trained.machine
    scene = LiftedScene(
        start,
        viewed.points,
        state.t,
        viewed.axes,
        data.codes,
        data.classes,
        flats,
        m.free_,
        None if np.isinf(m.C) else m.bounded_,
        _details(data, trained),
        spot,
        box_at(state.t, start, viewed.points),
    )
    return Picture(
        lifted_space(scene),
        describe_space(scene),
        _caption(state, trained, viewed),
        "space",
        SPACE_HEIGHT,
        revision=f"{Window.of(data)} {english(viewed.kind)}",
    )


def plane_picture(
    state: State, data: Dataset, trained: Separator, reference: Reference | None, space: Picture
) -> Picture:
    """Draw the machine's decision boundary in the space of the data.

    Its legend leaves out the marks that the legend of the picture ``space`` beside it names.
    """
    m, x = trained.machine, state.point
    margins = m.signs_ * trained.values
    marks = PlaneMarks(
        free=m.free_,
        bounded=bounded_of(m),
        margins=margins,
        wrong=np.flatnonzero(margins <= 0),
        probe=Probe(float(x[0]), float(x[1]), float(trained.f(x[None])[0])),
        other=None if reference is None else Other(reference.field, say("the notes' ellipse"), THEIRS),
    )
    figure = decision_plane(DataView.of(data), trained.field, marks, bar=False)
    named = {_plain(trace) for trace in space.figure.data if trace.get("showlegend") is not False} - {""}
    for trace in figure.data:
        if _plain(trace) in named:
            trace["showlegend"] = False
    caption = say("The same border in the plane of the data. The probe moves in both pictures.")
    alt = describe_plane(data.X, data.codes, marks)
    handles = handle(state, "probe", x)
    return Picture(figure, alt, caption, "lift_plane", PLANE_HEIGHT, True, handles=handles, points=points(state))


def _plain(trace: Mapping[str, Any]) -> str:
    """Return a trace's name without the space behind it."""
    return str(trace.get("name") or "").removesuffix(KEY_GAP)


def failed_picture(state: State, failure: Failure | None) -> Picture:
    """Draw the points alone; those that prevent a separation are marked."""
    data = state.data
    marks = PlaneMarks() if failure is None else marks_of(failure)
    view = DataView.of(data)
    if data.d == 1:
        line = decision_line(view.over((-2.5, 2.5)), None, marks)
        return Picture(line, describe_line(None, data.X, marks), "", "lift_line_alone", 420, points=points(state))
    figure = decision_plane(view, None, marks)
    alt = describe_plane(data.X, view.labels, marks, boundary=False)
    return Picture(figure, alt, "", "lift_alone", SPACE_HEIGHT, square=True, points=points(state))


def _details(data: Dataset, trained: Separator) -> list[str]:
    """Return the hover text of every point in feature space.

    The text gives the point's preimage, its class, and f.
    """
    template = say("x = {x}<br>class {label}<br>‹f› = {f}", x="{x}", label="{label}", f="{f}")  # translated once
    places = zip(*(numbers(column) for column in data.X.T), strict=True)
    names = [escaped(class_word(name)) for name in data.labels]
    return [
        template.format(x=f"({listed(list(place))})", label=label, f=f)
        for place, label, f in zip(places, names, numbers(trained.values), strict=True)
    ]


def _caption(state: State, trained: Separator, viewed: LiftView) -> str:
    where = say("every point lies in the plane") if state.t == 0 else say("every point is at its lifted place")
    where = where if state.t in (0, 1) else say("every point is {t} of the way up", t=percent(state.t))
    wrong = int((trained.machine.signs_ * trained.values <= 0).sum())
    words = symbols(f"‹t› = {short(state.t)}: {where}. ")
    if viewed.kind == ACROSS:
        return words + say(
            "The height is ‹f›(x)/‖w‖, the distance from the plane in feature space. So the plane is level, for any "
            "number of dimensions of ‹φ›. On its wrong side: {points}. Drag to rotate.",
            points=_counted(wrong),
        )
    if viewed.exact:
        return words + say(
            "This is the whole trained plane, w·‹φ›(x) + b = 0. On its wrong side: {points}. Drag to rotate; axes "
            "and camera stay while you move C.",
            points=_counted(wrong),
        )
    odd = int(((viewed.points @ viewed.normal + viewed.offset > 0) != (trained.values > 0)).sum())
    words += say(
        "The picture shows only three directions of feature space; they carry {share} of ‖w‖². In all other "
        "directions the plane is drawn at the mean of the points.",
        share=percent(viewed.share),
    )
    if not odd:
        return words
    return (
        words
        + " "
        + several(
            odd,
            "So the picture shows {n} point on one side of the plane although it lies on the other. “{view}” shows "
            "the true side of each.",
            "So the picture shows {n} points on one side of the plane although they lie on the other. “{view}” shows "
            "the true side of each.",
            view=ACROSS,
        )
    )


def _counted(points: int) -> str:
    return several(points, "{n} point", "{n} points") if points else say("no point")
