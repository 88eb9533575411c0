"""Quantities of machines that separate two classes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kernviz.courses.language import LanguageError, Value
from kernviz.courses.point_quantities import place_in
from kernviz.courses.scene_queries import (
    Quantity,
    point,
    points_of,
    trained,
)
from kernviz.courses.scene_values import SceneValues
from kernviz.lessons.lift.line.cut import CutLine, line
from kernviz.lessons.shared.training import Training, train
from kernviz.wording import phrase, say


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
    first, place = trained(scene), place_in(scene, arguments)
    data = first.data.take([*range(first.data.n), int(np.flatnonzero(first.signs == arguments[1])[0])])
    more = replace(data, X=np.vstack([first.data.X, place]))
    again = train(more, scene.state.kernel, first.machine.C)
    if not isinstance(again, Training):
        raise LanguageError(again.words)
    before, after = (machine.machine.decision_function(more.X) for machine in (first, again))
    change = float(np.abs(after - before).max())
    longest = math.sqrt(float(scene.state.kernel.diag(more.X).max()))
    return 0.0 if change <= sum(_accuracy(training, longest) for training in (first, again)) else change


def _accuracy(found: Training, longest: float) -> float:
    """Bound the error of f for images no longer than `longest`.

    The objective ½‖w‖² is strongly convex. So a w with the duality gap g differs from the best w by √(2g) at most, and
    f − b by √(2g) times the length of the image. At a point with y·f = 1 the value of b has the same error.
    """
    certificate = found.machine.certificate_
    gap = max(abs(certificate.gap), certificate.gap_tolerance)
    return 2 * math.sqrt(2 * gap) * longest + max(certificate.kkt, certificate.tolerance)


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
        phrase("of the machine's border"), _machine(lambda t: float(np.sum(t.functional_margins <= 0)))
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
        phrase("distance from your line to the nearest image, below 0 if a point is on its wrong side"), _your_margin
    ),
    "largest α": Quantity(phrase("of the machine"), _machine(lambda t: float(t.machine.alpha_.max()))),
    "smallest α": Quantity(phrase("of the machine"), _machine(lambda t: float(t.machine.alpha_.min()))),
    "free among the chosen": Quantity(phrase("support vectors with 0 < α < C that were clicked"), _free_among_chosen),
    "output": Quantity(phrase("f at a point"), _output),
    "α at": Quantity(phrase("α of the point of the data at that place"), _alpha_at),
}
