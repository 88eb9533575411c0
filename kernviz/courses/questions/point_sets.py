"""Sets of points that a question may ask for.

An example is the support vectors. Each set gives the reason why a point does not belong, and the numbers that decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import points_of, smallest_sphere, trained
from kernviz.wording import say, short

LISTED = 5  # largest number of values that are listed one by one


@dataclass(frozen=True)
class PointSet:
    """Named set of points.

    `which` returns the indices of the set's points. `why` returns the reason why a point does not belong to it.
    `measure` returns the values (n,) that decide: functional margins y·f, or distances from the centre in radii.
    `report` returns a sentence with the values of the clicked points.
    """

    which: Callable[[Scene], Iterable[int]]
    why: Callable[[Scene, int], str]
    measure: Callable[[Scene], Array]
    report: Callable[[Scene, Array], str]


def _margin_reason(scene: Scene, i: int) -> str:
    found = trained(scene)
    alpha, margin = float(found.machine.alpha_[i]), float(found.functional_margins[i])
    where = (
        say("outside the margin")
        if margin > 1 + 1e-6
        else say("on the margin")
        if margin > 1 - 1e-6
        else say("inside the margin")
        if margin > 0
        else say("on the wrong side of the border")
    )
    return say(
        "its ‹y›·‹f› is {functional_margin}, {where}, and its ‹α› is {alpha}",
        functional_margin=margin,
        where=where,
        alpha=alpha,
    )


def _gap_reason(scene: Scene, i: int) -> str:
    """Return the reason for a question about the gap between two classes.

    Such a question comes before the term margin, so the reason avoids the term.
    """
    times = _functional_margins(scene)[i]
    return say("it is {times} times as far from the border as those that touch the gap", times=times)


def _wrong_side_reason(scene: Scene, i: int) -> str:
    return say("its ‹y›·‹f› is {signs}", signs=_functional_margins(scene)[i])


def _sphere_reason(scene: Scene, i: int) -> str:
    found = smallest_sphere(scene)
    away = float(found.distance_to_center(points_of(scene).X)[i])
    return say("its distance to the centre is {away}, and the radius is {radius}", away=away, radius=found.radius_)


def _functional_margins(scene: Scene) -> Array:
    """Return the functional margin y·f of every point.

    The value is the distance from the border in margins, below 0 on the wrong side.
    """
    return trained(scene).functional_margins


def _from_the_centre(scene: Scene) -> Array:
    """Return every image's distance from the centre, in radii."""
    found = smallest_sphere(scene)
    return np.asarray(found.distance_to_center(points_of(scene).X) / found.radius_)


def _margins_report(scene: Scene, chosen: Array) -> str:
    return say("The ‹y›·‹f› of your points: {values}.", values=_values(_functional_margins(scene)[chosen]))


def _gaps_report(scene: Scene, chosen: Array) -> str:
    values = _values(_functional_margins(scene)[chosen])
    return say("Distances of your points from the border, in half widths of the gap: {values}.", values=values)


def _radii_report(scene: Scene, chosen: Array) -> str:
    values = _values(_from_the_centre(scene)[chosen])
    return say("Distances of your points from the centre, in radii: {values}.", values=values)


def _values(found: Array) -> str:
    """List numbers in ascending order; of many, only the smallest and largest."""
    texts = [short(float(value), 3) for value in sorted(found)]
    return "; ".join(texts) if len(texts) <= LISTED else say("from {first} to {last}", first=texts[0], last=texts[-1])


def _margins(which: Callable[[Scene], Iterable[int]], why: Callable[[Scene, int], str] = _margin_reason) -> PointSet:
    return PointSet(which, why, _functional_margins, _margins_report)


SETS: dict[str, PointSet] = {
    "support vectors": _margins(lambda s: trained(s).machine.support_),
    "points that touch the gap": PointSet(
        lambda s: trained(s).machine.support_, _gap_reason, _functional_margins, _gaps_report
    ),
    "free support vectors": _margins(lambda s: trained(s).machine.free_),
    "bounded support vectors": _margins(lambda s: trained(s).machine.bounded_),
    "points that may be deleted": _margins(lambda s: np.flatnonzero(trained(s).machine.alpha_ == 0)),
    "points that hold the sphere": PointSet(
        lambda s: smallest_sphere(s).support_, _sphere_reason, _from_the_centre, _radii_report
    ),
    "points on the wrong side": _margins(lambda s: np.flatnonzero(_functional_margins(s) <= 0), _wrong_side_reason),
}
