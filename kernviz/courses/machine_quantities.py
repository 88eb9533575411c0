"""Quantities of machines and of the points they are trained on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from kernviz.courses.language import LanguageError, Value
from kernviz.courses.scene_queries import (
    Quantity,
    kernel_of,
    number,
    point,
    points_of,
    trained,
)
from kernviz.courses.scene_values import SceneValues
from kernviz.features import geometry
from kernviz.lessons.lift.line.cut import CutLine, line
from kernviz.lessons.shared.training import Training, train
from kernviz.mercer.spectrum import tolerance
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import phrase, say

MOST_ON_SPHERE = 8  # largest number of points on the sphere whose subsets are tried


def _machine(of: Callable[[Training], float]) -> Callable[[SceneValues, tuple[Value, ...]], Value]:
    return lambda scene, _: of(trained(scene))


def _best_cut(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the number of errors of the best single cut.

    The cut divides the points of the line. An error is a point on the wrong side.
    """
    data = points_of(scene)
    order = np.argsort(data.X[:, 0])
    x = data.X[order, 0]
    signs = (scene.state.signed if hasattr(scene.state, "signed") else data).signs[order]
    left = np.concatenate([[0], np.cumsum(signs > 0)])  # number of points of class +1 to the left of each cut
    right = (signs < 0).sum() - np.concatenate([[0], np.cumsum(signs < 0)])
    between = np.concatenate([[True], x[:-1] < x[1:], [True]])  # no cut between equal points
    wrong = (left + right)[between]  # errors if class +1 is on the right of the cut
    return float(min(wrong.min(), (data.n - wrong).min()))


def _border_wrong(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the number of points on the wrong side of the border.

    The border is that of a machine on the monomials which the visitor has chosen.
    """
    found = scene.lesson.facts.get("separator")
    if found is None:
        raise LanguageError(scene.lesson.problem or say("there is no machine on this page"))
    return float(np.sum(scene.state.signed.signs * found.values <= 0))  # type: ignore[attr-defined]


def _your_line(scene: SceneValues) -> CutLine:
    """Return the line that the visitor has drawn.

    Raises LanguageError on a page without one.
    """
    state: Any = scene.state
    if not hasattr(state, "line") or state.data.d != 1:
        raise LanguageError(say("there is no line of one's own on this page"))
    w1, w2, b = state.line
    return line("yours", state.signed, (w1, w2), b)


def _your_errors(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    return float(len(_your_line(scene).wrong))


def _your_margin(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    return float(_your_line(scene).closest)


def _free_among_chosen(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the number of clicked points that are free support vectors."""
    free = {int(i) for i in trained(scene).machine.free_}
    return float(sum(i in free for i in scene.chosen))


def _ridge(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    state: Any = scene.state
    data = state.data
    fitted = KernelRidge(state.kernel, getattr(state, "ridge", 0.0)).fit(data.X, data.y)
    return float(fitted.predict(point(arguments[0]))[0])


def _without_the_others(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the largest change of f after retraining on support vectors.

    The machine is retrained on the support vectors only. The change is measured on all points.
    """
    first = trained(scene)
    again = train(first.data.take(first.machine.support_), scene.state.kernel, first.machine.C)
    if not isinstance(again, Training):
        raise LanguageError(again.words)
    return float(np.abs(again.machine.decision_function(first.data.X) - first.values).max())


def _change_by_a_point(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the largest change of f after retraining with one more point.

    The arguments are the place of the point and its sign, 1 or −1. The change is measured on all points, the new one
    included. A change that the accuracy of the two machines explains counts as 0.
    """
    if len(arguments) != 2 or arguments[1] not in (1, -1):
        raise LanguageError(say("a place and a sign are needed, as in change by a point((2, 3), 1)"))
    first, place = trained(scene), _place(scene, arguments)
    data = first.data.take([*range(first.data.n), int(np.flatnonzero(first.signs == arguments[1])[0])])
    more = replace(data, X=np.vstack([first.data.X, place]))
    again = train(more, scene.state.kernel, first.machine.C)
    if not isinstance(again, Training):
        raise LanguageError(again.words)
    before, after = (machine.machine.decision_function(more.X) for machine in (first, again))
    change = float(np.abs(after - before).max())
    longest = math.sqrt(float(scene.state.kernel.diag(more.X).max()))
    return 0.0 if change <= sum(_accuracy(each, longest) for each in (first, again)) else change


def _accuracy(found: Training, longest: float) -> float:
    """Bound the error of f for images no longer than `longest`.

    The objective ½‖w‖² is strongly convex. So a w with the duality gap g differs from the best w by √(2g) at most, and
    f − b by √(2g) times the length of the image. At a point with y·f = 1 the value of b has the same error.
    """
    certificate = found.machine.certificate_
    gap = max(abs(certificate.gap), certificate.gap_tolerance)
    return 2 * math.sqrt(2 * gap) * longest + max(certificate.kkt, certificate.tolerance)


def _place(scene: SceneValues, arguments: tuple[Value, ...]) -> np.ndarray:
    """Return the place (1, d) in the first argument.

    Raises LanguageError if it is missing, or is no place among the page's points.
    """
    if not arguments or isinstance(arguments[0], str):
        raise LanguageError(say("a place is needed, as in (2, 3)"))
    place, d = np.asarray(point(arguments[0])), points_of(scene).d
    if place.shape != (1, d) or not np.isfinite(place).all():
        raise LanguageError(say("the points have {d} coordinates, and so must the place", d=d))
    return place


def _sum_of_squares(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    place, X = _place(scene, arguments), points_of(scene).X
    return float(geometry.squared_distance(scene.state.kernel, X, place).sum())


def _least_sum_of_squares(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the smallest Σ‖φ(xᵢ) − Φ‖² of all Φ in feature space.

    Its Φ is the mean of the images, so it is trace(K) − n·‖Φ̄‖².
    """
    X = points_of(scene).X
    K = scene.state.kernel(X)
    return float(np.trace(K) - len(X) * geometry.mean_norm2(K))


def _from_the_centre(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    return float(_sphere(scene).distance_to_center(_place(scene, arguments))[0])


def _nearest_away(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    place = _place(scene, arguments)
    return float(geometry.distance(scene.state.kernel, points_of(scene).X, place).min())


def _sphere(scene: SceneValues) -> SmallestHypersphere:
    return SmallestHypersphere(scene.state.kernel).fit(points_of(scene).X)


def _fewest_on_sphere(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the smallest number of points that determine the smallest sphere.

    They are points on the sphere whose own smallest sphere has the same radius.
    """
    data, whole = points_of(scene), _sphere(scene)
    radius = float(whole.radius_)
    away = whole.distance_to_center(data.X)
    on = np.flatnonzero(away >= radius * (1 - 1e-6))
    if len(on) > MOST_ON_SPHERE:
        raise LanguageError(say("more than {limit} points are on the sphere: too many to try", limit=MOST_ON_SPHERE))
    for size in range(1, len(on) + 1):
        for few in combinations(on, size):
            if SmallestHypersphere(scene.state.kernel).fit(data.X[list(few)]).radius_ >= radius * (1 - 1e-6):
                return float(size)
    raise LanguageError(say("no points hold the sphere"))


def _neighbour(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    data = points_of(scene)
    model = KernelNearestNeighbors(kernel_of(scene, arguments, 1), 1).fit(data.X, np.arange(data.n))
    return float(data.X[int(model.kneighbors(point(arguments[0]), 1)[1][0, 0])][0])


def _along(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the variance of the centred points along a direction.

    The direction is given by its angle in degrees.
    """
    turn = math.radians(number(arguments[0]))
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.mean((X @ np.array([math.cos(turn), math.sin(turn)])) ** 2))


def _largest_variance(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.linalg.eigvalsh(X.T @ X / len(X))[-1])


def _components(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    """Return the number of positive eigenvalues of the centred matrix K′.

    Eigenvalues up to roundoff do not count.
    """
    X = points_of(scene).X
    K = scene.state.kernel(X, X)
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    return float(np.sum(np.linalg.eigvalsh((centred + centred.T) / 2) > tolerance(K)))


def _best_angle(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    u = np.linalg.eigh(X.T @ X / len(X))[1][:, -1]
    return round(math.degrees(math.atan2(u[1], u[0])) % 180, 1)


def _alpha_at(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    if not arguments:
        raise LanguageError(say("α at needs a point, as in α at(3)"))
    found = trained(scene)
    away = np.abs(found.data.X - point(arguments[0])[0]).max(axis=1)
    if away.min() > 0:
        raise LanguageError(say("no point of the data is at {place}", place=arguments[0]))
    return float(found.machine.alpha_[away.argmin()])


def _output(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    if not arguments:
        raise LanguageError(say("output needs a point, as in output((2, 3))"))
    return trained(scene).value_at(point(arguments[0])[0])


OF_MACHINES: dict[str, Quantity] = {
    "training error": Quantity(
        phrase("share of the points on the wrong side"), _machine(lambda t: round(1 - t.train_accuracy, 12))
    ),
    "held-out error": Quantity(
        phrase("share of 30 % of the points, trained on the others"),
        _machine(lambda t: round(1 - t.held_out_accuracy, 12)),
    ),
    "points on the wrong side": Quantity(
        phrase("of the machine's border"), _machine(lambda t: float(np.sum(t.signs * t.values <= 0)))
    ),
    "number of support vectors": Quantity(
        phrase("points with α > 0"), _machine(lambda t: float(len(t.machine.support_)))
    ),
    "free support vectors": Quantity(phrase("points with 0 < α < C"), _machine(lambda t: float(len(t.machine.free_)))),
    "bounded support vectors": Quantity(
        phrase("points with α = C"), _machine(lambda t: float(len(t.machine.bounded_)))
    ),
    "margin": Quantity(phrase("1/‖w‖, in feature space"), _machine(lambda t: float(t.machine.margin_))),
    "total slack": Quantity("Σξ", _machine(lambda t: float(t.machine.slack_.sum()))),
    "intercept": Quantity("b", _machine(lambda t: float(t.machine.intercept_))),
    "change without the others": Quantity(phrase("of f, when only support vectors are left"), _without_the_others),
    "change by a point": Quantity(phrase("of f, with one more point of the class 1 or -1"), _change_by_a_point),
    "points your line gets wrong": Quantity(phrase("points on the wrong side of the line of one's own"), _your_errors),
    "errors of the best cut": Quantity(phrase("of one cut of the line"), _best_cut),
    "points the border gets wrong": Quantity(phrase("of a machine on chosen monomials"), _border_wrong),
    "margin of your line": Quantity(
        phrase("distance from it to the nearest image, below 0 if one is wrong"), _your_margin
    ),
    "largest α": Quantity(phrase("of the machine"), _machine(lambda t: float(t.machine.alpha_.max()))),
    "smallest α": Quantity(phrase("of the machine"), _machine(lambda t: float(t.machine.alpha_.min()))),
    "free among the chosen": Quantity(phrase("support vectors with 0 < α < C that were clicked"), _free_among_chosen),
    "output": Quantity(phrase("f at a point"), _output),
    "α at": Quantity(phrase("α of the point of the data at that place"), _alpha_at),
    "prediction": Quantity(phrase("of kernel ridge regression at a point"), _ridge),
    "number of points": Quantity(phrase("on the page"), lambda s, _: float(points_of(s).n)),
    "dimension": Quantity(phrase("coordinates of a point"), lambda s, _: float(points_of(s).d)),
    "chosen": Quantity(phrase("how many points were clicked"), lambda s, _: float(len(s.chosen))),
    "radius": Quantity(phrase("of the smallest sphere in feature space"), lambda s, _: float(_sphere(s).radius_)),
    "fewest points that hold the sphere": Quantity(phrase("of those on it, how many suffice"), _fewest_on_sphere),
    "points on the sphere": Quantity(phrase("those with α > 0"), lambda s, _: float(len(_sphere(s).support_))),
    "distance to the centre": Quantity(phrase("from the centre of that sphere to an image"), _from_the_centre),
    "distance to the nearest point": Quantity(phrase("from the image of a place, in feature space"), _nearest_away),
    "sum of squares": Quantity(phrase("of the distances from the image of a place to all images"), _sum_of_squares),
    "least sum of squares": Quantity(phrase("the same for the best place of feature space"), _least_sum_of_squares),
    "variance along": Quantity(phrase("of the centred points, in a direction of the plane"), _along),
    "largest variance": Quantity(phrase("the same in the best direction: λ₁"), _largest_variance),
    "best angle": Quantity(phrase("of that direction, in degrees"), _best_angle),
    "components": Quantity(phrase("of kernel PCA with λ > 0, centred"), _components),
    "nearest to": Quantity(phrase("the point of the line nearest to it in feature space"), _neighbour),
}
