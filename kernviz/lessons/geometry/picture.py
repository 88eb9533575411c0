"""Picture of the points over a field, with a ruler between two.

The field is the distance of the images to their mean Φ̄, or the density.
"""

from __future__ import annotations

import numpy as np

from kernviz.data.drawn import MOST_DRAWN, drawn_places
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.ruler import Ruler, RulerPlace, describe_ruler, ruler_line, ruler_plane
from kernviz.figures.theme import numbers
from kernviz.lessons.draggable import Handle
from kernviz.lessons.geometry.landscape import Landscape
from kernviz.lessons.geometry.numbers import degrees
from kernviz.lessons.geometry.scene import DENSITIES, GeometryMeasure, GeometryScene
from kernviz.lessons.geometry.state import PARZEN, State
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import at
from kernviz.lessons.shared.handles import points
from kernviz.surfaces import Curve, Surface, Window
from kernviz.wording import say

HEIGHT = 690


def picture(state: State, scene: GeometryScene, around: Landscape | None, measured: GeometryMeasure | None) -> Picture:
    """Draw the points, the ruler, and the field of the landscape `around`.

    Without a landscape only points and ruler are drawn.
    """
    data, window = scene.data, Window.of(scene.data)
    ruler = Ruler(scene.i, scene.j, _label(scene, measured))
    place = None
    if around is not None and around.lowest >= 0 and _inside(around.nearest, window, data.d):
        place = RulerPlace([float(v) for v in around.nearest], say("image nearest to the mean"))
    drawn, name = (None, "") if around is None else around.field(state.field)
    view, details = DataView.of(data, window), None if around is None else _details(scene)
    if data.d == 1:
        line = drawn if isinstance(drawn, Curve) else None
        figure = ruler_line(view, line, ruler, name=name, place=place, details=details)
    else:
        plane = drawn if isinstance(drawn, Surface) else None
        limit = None if around is None or around.lowest >= 0 or state.field == PARZEN else -2 * around.lowest
        figure = ruler_plane(view, plane, ruler, name=name, place=place, details=details, limit=limit)
    values = None if drawn is None else drawn.values
    alt = describe_ruler(data.n, ruler, name, values)
    return Picture(
        figure,
        alt,
        "" if around is None else _caption(state, scene, around),
        "geometry",
        HEIGHT if data.d == 2 else 480,
        square=data.d == 2,
        revision=data.key,
        handles=_ends(scene),
        points=None if state.typed.strip() else points(state),
    )


def _ends(scene: GeometryScene) -> tuple[Handle, ...]:
    """Return the handles of the ruler's ends, which stand on points only."""
    if scene.data.n > MOST_DRAWN:
        return ()
    spots = tuple((float(x), float(y)) for x, y in drawn_places(scene.data))
    return tuple(
        Handle(label, (name,), spots[row], spots=spots, low=1, high=scene.data.n)
        for label, name, row in (
            (say("the ruler's first end"), "gi", scene.i),
            (say("the ruler's other end"), "gj", scene.j),
        )
    )


def _label(scene: GeometryScene, measured: GeometryMeasure | None) -> str:
    if measured is None:
        return say("points {i} and {j}", i=scene.i + 1, j=scene.j + 1)
    if measured.distance is None:
        return say("distance² = {squared:.5}: impossible", squared=measured.squared)
    return say("distance {value:.5}", value=measured.distance) + (
        "" if measured.angle is None else f", {degrees(measured.angle)}"
    )


def _inside(at: np.ndarray, window: Window, d: int) -> bool:
    ranges = (window.x_range, window.y_range)[:d]
    return all(low <= v <= high for v, (low, high) in zip(at.tolist(), ranges, strict=True))


def _details(scene: GeometryScene) -> list[str]:
    template = say("density {a}   distance² to the mean {b}", a="{a}", b="{b}")  # translated once, not for every point
    pairs = zip(numbers(scene.densities), numbers(scene.squared), strict=True)
    return [template.format(a=a, b=b) for a, b in pairs]


def _caption(state: State, scene: GeometryScene, around: Landscape) -> str:
    far = int(np.argmax(scene.squared))
    move = say("Drag an end of the ruler to another point.")
    if around.lowest < 0 and state.field != PARZEN:
        if scene.data.d == 1:
            return say(
                "Where the curve is below 0, the squared distance to $\\bar\\Phi$ is negative, down to {lowest}. In "
                "no space do points have such distances, so ‹k› is not a kernel. {hint}",
                lowest=around.lowest,
                hint=move,
            )
        return say(
            "In the second colour, bounded by the thick line, the squared distance to $\\bar\\Phi$ is negative, down "
            "to {lowest}. In no space do points have such distances, so ‹k› is not a kernel. {hint}",
            lowest=around.lowest,
            hint=move,
        )
    same = ""
    if around.common_norm2 is not None:
        same = (
            say(
                "Density and distance have the same level lines, because $\\|‹\\varphi›(x)-\\bar\\Phi\\|^2$ = "
                "{common_norm2} − 2$\\langle‹\\varphi›(x),\\bar\\Phi\\rangle$.",
                common_norm2=around.common_norm2 + scene.mean2,
            )
            + " "
        )
    if state.field == PARZEN:
        return say(
            "The mean of ‹k›(xᵢ, ·) over all points (n = {n}). {density}{nearest}{hint}",
            n=scene.n,
            density=say("Up to a constant factor it estimates the density of the points.") + " "
            if isinstance(scene.kernel, DENSITIES)
            else say("With a kernel that is a bump around its point, such as a Gaussian, it estimates a density.")
            + " ",
            nearest=same,
            hint=move,
        )
    return say(
        "The distance of the image of every place from the mean $\\bar\\Phi$ of the images (n = {n}). The image of "
        "point {point}, x = {x}, is farthest: {distance}. {nearest}{hint}",
        n=scene.n,
        point=far + 1,
        x=at(scene.data.X[far]),
        distance=max(float(scene.squared[far]), 0.0) ** 0.5,
        nearest=same,
        hint=move,
    )
