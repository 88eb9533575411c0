"""Pictures of the Smallest hypersphere page.

They are the preimage of the ball in the plane or line, and the list of distances to the centre.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kernviz.figures.curves.distances import describe_distances, distance_dots
from kernviz.figures.data_view import DataView
from kernviz.figures.line.ball import ball_line
from kernviz.figures.plane.ball import BallMarks, BallSpot, Second, ball_plane, describe_ball
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.points import groups
from kernviz.figures.plane.probe import Probe
from kernviz.figures.theme import numbers, token
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import at, distinguishable
from kernviz.lessons.shared.finite_value import finite_value
from kernviz.lessons.shared.fitting import row_or_none
from kernviz.lessons.shared.handles import handle, points
from kernviz.lessons.sphere.center_path import Moved, clicked
from kernviz.lessons.sphere.scene import SphereScene, other_machine
from kernviz.lessons.sphere.state import PLACE, State
from kernviz.surfaces import Surface
from kernviz.wording import say, several, short

HEIGHT = 690
FEW = 12  # largest number of radius segments drawn


@dataclass(frozen=True)
class Marked:
    """Marks common to all pictures.

    ``words`` is the verdict on the probe. ``distance`` is the probe's distance to the centre, nan if
    a kernel value overflows there.
    """

    marks: BallMarks
    distance: float
    words: str
    novel: bool


def marked(scene: SphereScene, own: Moved | None) -> Marked:
    """Return the marks of points and the probe.

    The marks distinguish support vectors, points on the sphere, points outside, and points that are
    not enclosed. Indices are rows of the data.
    """
    m, rows = scene.machine, scene.rows
    squared = scene.ball.distances[rows] ** 2
    touching = np.flatnonzero(np.abs(squared - m.radius_**2) <= max(m.tolerance_, 1e-9 * m.radius_**2))
    outside = m.bounded_[squared[m.bounded_] > m.radius_**2 + m.tolerance_]
    x = scene.probe
    away = finite_value(m.distance_to_center, x)
    novel = not np.isfinite(away) or away**2 > m.radius_**2 + m.tolerance_
    selected = row_or_none(scene.state.selected, scene.n)
    distance, r = distinguishable(away, m.radius_) if novel else (short(away), short(m.radius_))
    return Marked(
        BallMarks(
            on=rows[np.setdiff1d(m.support_, outside)],
            on_unused=rows[np.setdiff1d(touching, m.support_)],
            outside=rows[outside] if scene.state.soft else None,
            bystanders=np.setdiff1d(np.arange(scene.data.n), rows),
            selected=None if selected is None else int(rows[selected]),
            farthest=None if own is None else int(rows[own.farthest]),
            probe=Probe(float(x[0]), float(x[1]) if scene.data.d == 2 else away if np.isfinite(away) else 0.0),
            probe_words=distance + " " + (say("> r: novel") if novel else say("≤ r: inside")),
            details=_details(scene),
        ),
        away,
        f"{distance} {'>' if novel else '≤'} r = {r}",
        novel,
    )


def _details(scene: SphereScene) -> list[str]:
    """Return every point's hover text: its distance to c and its α.

    A point that is not enclosed has no α.
    """
    kinds = np.full(scene.data.n, say("not enclosed"), dtype=object)
    kinds[scene.rows] = [f"α = {a}" for a in numbers(scene.machine.center_coef_)]
    template = say("distance to c {d}<br>", d="{d}")  # translated once, not for every point
    return [template.format(d=d) + kind for d, kind in zip(numbers(scene.ball.distances), kinds.tolist(), strict=True)]


def plane_picture(scene: SphereScene, drawn: Marked, own: Moved | None) -> Picture:
    """Draw the preimage of the ball in the plane or line.

    The preimage is the set of places whose image lies in the ball.
    """
    data, r = scene.data, scene.machine.radius_
    marks = _with_centres(scene, drawn.marks, own)
    view, field = DataView.of(data), scene.ball.field
    if isinstance(field, Surface):
        figure = ball_plane(view, field, r, marks)
    else:
        figure = ball_line(view, field, r, scene.ball.distances, marks)
    return Picture(
        figure,
        describe_ball(data.X, r, marks),
        caption(scene, drawn, own),
        "sphere",
        HEIGHT if data.d == 2 else 600,
        square=data.d == 2,
        points=points(scene.state, None if data.d == 2 else scene.ball.distances),
        handles=_handles(scene, drawn.marks.probe, own),
    )


def _handles(scene: SphereScene, probe: Probe | None, own: Moved | None) -> tuple[Handle, ...]:
    """Return the handles of the probe and of the second centre's start.

    The start has one if there is a second centre (`own`) and it starts at a clicked place.
    """
    start = handle(scene.state, "start_place", clicked(scene)) if own is not None else ()
    return (*start, *handle(scene.state, "probe", scene.probe, 0.0 if probe is None else probe.y))


def _with_centres(scene: SphereScene, marks: BallMarks, own: Moved | None) -> BallMarks:
    """Return the marks with the centres and further boundaries.

    If φ(x) ≠ x, the point whose image is nearest to c∗ is marked instead of c∗.
    """
    best = scene.ball.nearest
    spots = [
        BallSpot(
            best.tolist(),
            ("c∗" if own else say("c∗, the centre")) if scene.linear else say("image nearest to c∗"),
            "cross-thin" if scene.linear else "star",
        )
    ]
    segments = []
    on = np.asarray(marks.on).tolist()
    if scene.linear and scene.data.d == 2 and len(on) <= FEW:
        segments = [(best.tolist(), scene.data.X[i].tolist(), token("ink", 0.6)) for i in on]
    seconds = []
    if own is not None:
        seconds.append(Second(own.field, own.radius, say("your sphere, r(c) = {radius}", radius=own.radius)))
        if own.place is not None:
            spots.append(BallSpot(own.place.tolist(), say("your c"), "x-thin", token("class-3")))
            if scene.data.d == 2:
                segments.append((own.place.tolist(), scene.X[own.farthest].tolist(), token("class-3")))
        elif scene.state.start == PLACE:
            spots.append(
                BallSpot(clicked(scene).tolist(), say("the place you clicked"), "diamond-tall", token("class-3"))
            )
    if scene.state.compare:
        seconds.append(Second(other_machine(scene).field, 0.0, say("one-class SVM"), "2px,4px"))
    if scene.data.d == 1:  # on a line only boundaries at a distance > 0 are drawn, and the one-class SVM has level 0
        seconds = [s for s in seconds if s.level]
    return replace(marks, spots=tuple(spots), segments=tuple(segments), seconds=tuple(seconds))


def caption(scene: SphereScene, drawn: Marked, own: Moved | None) -> str:
    """Return the caption of the picture, with the current numbers."""
    m, r = scene.machine, short(scene.machine.radius_)
    where = say("line") if scene.data.d == 1 else say("plane")
    support, outside = (
        len(np.asarray(drawn.marks.on)),
        0 if drawn.marks.outside is None else len(np.asarray(drawn.marks.outside)),
    )
    if own is not None:
        more = own.radius - m.radius_
        best = more <= 1e-9 * m.radius_
        mine, r = (r, r) if best else distinguishable(own.radius, m.radius_)
        return (
            say(
                "Your c is {center}: r(c) = {radius}, set by point {point}, the farthest.",
                center=own.words,
                radius=mine,
                point=int(scene.rows[own.farthest]) + 1,
            )
            + " "
            + (
                say("No other centre has a smaller one.")
                if best
                else say("The best centre c∗ has r∗ = {r}, less by {difference}.", r=r, difference=more)
            )
        )
    first = (
        say(
            "The border is made of all places of the {space} whose image lies on the sphere, at distance r = {r} from "
            "the centre.",
            r=r,
            space=where,
        )
        + " "
    )
    on_sphere = (
        several(support, "{n} support vector lies on it.", "{n} support vectors lie on it.")
        if scene.state.soft or scene.n == 1
        else several(support, "{n} support vector fixes it.", "{n} support vectors fix it.")
    )
    out = (
        several(outside, "{n} point of {total} is outside.", "{n} points of {total} are outside.", total=scene.n)
        if scene.state.soft
        else ""
    )
    if scene.linear:
        place = say("The centre is {place}.", place=at(scene.ball.nearest)) + " "
    else:
        place = (
            say(
                "The image found nearest to the centre is that of {place}, at distance {distance}.",
                place=at(scene.ball.nearest),
                distance=scene.ball.nearest_distance,
            )
            + " "
        )
        if scene.ball.nearest_distance <= 1e-7 * max(m.radius_, 1e-300):
            place = say("The centre is here the image of {place}.", place=at(scene.ball.nearest)) + " "
    return f"{first}{on_sphere} {out}".rstrip() + f" {place}".rstrip()


def distances_picture(scene: SphereScene, drawn: Marked, own: Moved | None) -> Picture:
    """Draw the list of distances to the centre.

    The list is available in every feature space.
    """
    second = None
    if own is not None:
        from_own = np.full(scene.data.n, np.nan)
        from_own[scene.rows] = own.distances
        second = (from_own, own.radius, "r(c)")
    figure = distance_dots(
        scene.ball.distances,
        scene.machine.radius_,
        groups(scene.labels, scene.data.n, scene.data.classes or None),
        drawn.marks,
        second=second,
        probe=drawn.distance,
        details=list(drawn.marks.details),
    )
    return Picture(
        figure,
        describe_distances(scene.ball.distances, scene.machine.radius_),
        "",
        "sphere_distances",
        215,
        revision=scene.data.key,
    )


def bare_picture(state: State) -> Picture | None:
    """Draw the points alone; None for data with more than two columns."""
    data = state.shown
    if data.d > 2:
        return None
    view = DataView.of(data)
    if data.d == 1:
        on_line = np.column_stack([data.X[:, 0], np.zeros(data.n)])
        line = decision_plane(replace(view, X=on_line))
        line.update_layout(yaxis={"visible": False})
        alt = describe_plane(on_line, view.labels, boundary=False)
        return Picture(line, alt, "", "sphere_line_alone", 300, points=points(state))
    plane = decision_plane(view)
    return Picture(
        plane,
        describe_plane(data.X, view.labels, boundary=False),
        "",
        "sphere_alone",
        HEIGHT,
        square=True,
        points=points(state),
    )
