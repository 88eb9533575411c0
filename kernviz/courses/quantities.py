"""What a course can ask for by name: numbers, verdicts and distances, each computed from kernviz's core."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kernviz.courses.computed import block, judged, kernel_of, number, point, points_of, spectrum_of, trained, two
from kernviz.courses.language import LanguageError, Value
from kernviz.features import feature_map, geometry
from kernviz.kernels import Kernel
from kernviz.lessons.lift.line.cut import line
from kernviz.lessons.shared.training import Training, train
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere

if TYPE_CHECKING:
    from kernviz.courses.scene import Scene


@dataclass(frozen=True)
class Quantity:
    """One name of the vocabulary: what it means, and how it is computed in a scene from its arguments."""

    says: str
    of: Callable[[Scene, tuple[Value, ...]], Value]


# ---- the vocabulary --------------------------------------------------------------------------------------------------


def _machine(of: Callable[[Training], float]) -> Callable[[Scene, tuple[Value, ...]], Value]:
    return lambda scene, _: of(trained(scene))


def _kernel_value(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(kernel_of(scene, arguments, 2)(x, z)[0, 0])


def _by_features(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    phi = feature_map(kernel_of(scene, arguments, 2), x.shape[1])
    if phi is None:
        raise LanguageError("this kernel has no finite φ")
    return float(phi(x)[0] @ phi(z)[0])


def _features(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    d = int(number(arguments[1])) if len(arguments) > 1 else points_of(scene).d
    phi = feature_map(kernel_of(scene, arguments), d)
    return math.inf if phi is None else float(phi.dimension)


def _coordinate(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x = point(arguments[0])
    phi = feature_map(kernel_of(scene, arguments, 1), x.shape[1])
    if phi is None:
        raise LanguageError("this kernel has no finite φ")
    return tuple(float(v) for v in phi(x)[0])


def _distance(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(geometry.distance(kernel_of(scene, arguments, 2), x, z)[0, 0])


def _angle(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(np.degrees(geometry.angle(kernel_of(scene, arguments, 2), x, z)[0, 0]))


def _witness(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    found = judged(scene, arguments)
    if found.witness is None:
        raise LanguageError(f"no points refute it: it is {found.verdict.value}")
    return float(len(found.witness))


def _energy(scene: Scene, _: tuple[Value, ...]) -> Value:
    K = np.asarray(scene.state.kernel(points_of(scene).X))
    weights = getattr(scene.state, "weights", ())
    c = np.array([*weights, *[0.0] * len(K)][: len(K)])
    return float(c @ K @ c)


def _your_line(scene: Scene, _: tuple[Value, ...]) -> Value:
    state: Any = scene.state
    if not hasattr(state, "line") or state.data.d != 1:
        raise LanguageError("there is no line of one's own on this page")
    w1, w2, b = state.line
    return float(len(line("yours", state.signed, (w1, w2), b).wrong))


def _best_cut(scene: Scene, _: tuple[Value, ...]) -> Value:
    """How many points of the line the best single cut leaves on the wrong side."""
    data = points_of(scene)
    order = np.argsort(data.X[:, 0])
    signs = (scene.state.signed if hasattr(scene.state, "signed") else data).signs[order]
    left = np.concatenate([[0], np.cumsum(signs > 0)])  # +1 to the left of each cut
    right = (signs < 0).sum() - np.concatenate([[0], np.cumsum(signs < 0)])
    wrong = left + right  # with +1 on the right of the cut
    return float(min(wrong.min(), (data.n - wrong).min()))


def _cosine(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    k = kernel_of(scene, arguments, 2)
    length = float(k(x, x)[0, 0] * k(z, z)[0, 0])
    return float(k(x, z)[0, 0]) / math.sqrt(length) if length > 0 else 0.0


def _of_several(pick: Callable[..., float]) -> Callable[[Scene, tuple[Value, ...]], Value]:
    return lambda _, arguments: pick(*(number(v) for v in arguments), *([number(arguments[0])]))


def _mean_norm(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    return float(geometry.mean_norm2(spectrum_of(scene, arguments).matrix))


def _sphere(scene: Scene) -> SmallestHypersphere:
    return SmallestHypersphere(scene.state.kernel).fit(points_of(scene).X)


def _neighbour(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    data = points_of(scene)
    model = KernelNearestNeighbors(kernel_of(scene, arguments, 1), 1).fit(data.X, np.arange(data.n))
    return float(data.X[int(model.kneighbors(point(arguments[0]), 1)[1][0, 0])][0])


def _along(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    """Variance of the centred points along the direction of that angle, in degrees."""
    turn = math.radians(number(arguments[0]))
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.mean((X @ np.array([math.cos(turn), math.sin(turn)])) ** 2))


def _largest_variance(scene: Scene, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    return float(np.linalg.eigvalsh(X.T @ X / len(X))[-1])


def _best_angle(scene: Scene, _: tuple[Value, ...]) -> Value:
    X = points_of(scene).X - points_of(scene).X.mean(axis=0)
    u = np.linalg.eigh(X.T @ X / len(X))[1][:, -1]
    return round(math.degrees(math.atan2(u[1], u[0])) % 180, 1)


def _chosen_lowest(scene: Scene, _: tuple[Value, ...]) -> Value:
    if not scene.chosen:
        raise LanguageError("no point is chosen")
    K = block(scene)
    return float(np.linalg.eigvalsh((K + K.T) / 2)[0])


def _binomial(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    n, k = (int(number(v)) for v in arguments)
    return float(math.comb(n, k))


def _without_the_others(scene: Scene, _: tuple[Value, ...]) -> Value:
    """How far f moves on the points when only the support vectors are left and it is trained again."""
    first = trained(scene)
    again = train(first.data.take(first.machine.support_), scene.state.kernel, first.machine.C)
    if not isinstance(again, Training):
        raise LanguageError(again.words)
    return float(np.abs(again.machine.decision_function(first.data.X) - first.values).max())


def _border_wrong(scene: Scene, _: tuple[Value, ...]) -> Value:
    """On a page with a machine in a feature space of one's choice."""
    found = scene.lesson.facts.get("separator")
    if found is None:
        raise LanguageError(scene.lesson.problem or "there is no machine on this page")
    return float(np.sum(scene.state.signed.signs * found.values <= 0))  # type: ignore[attr-defined]


def _your_margin(scene: Scene, _: tuple[Value, ...]) -> Value:
    state: Any = scene.state
    w1, w2, b = state.line
    return float(line("yours", state.signed, (w1, w2), b).closest)


def _read(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    """A read-out of the page as it stands there, to four digits."""
    wanted = str(arguments[0]) if arguments else ""
    for numbers in scene.lesson.readouts:
        for item in numbers.items:
            if item.label.startswith(wanted):
                found = re.search(r"-?\d+\.?\d*(e-?\d+)?", item.value.replace("−", "-"))
                if found:
                    return float(found[0]) / (100 if "%" in item.value else 1)
    raise LanguageError(f"the page has no read-out “{wanted}”")


def _elsewhere(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    """``with("C=100", "margin")``: what something comes to after a move."""
    state, said = (str(each) for each in (*arguments, "", "")[:2])
    return scene.after(state).value(said)


def _uses(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    word = str(arguments[0]) if arguments else ""
    return float(any(block.name == word for block in _blocks(scene.state.kernel)))


def _blocks(kernel: Kernel) -> Iterator[Kernel]:
    yield kernel
    for child in kernel.children:
        yield from _blocks(child)


def _bounded(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    """How many of the clicked points are free support vectors."""
    free = {int(i) for i in trained(scene).machine.free_}
    return float(sum(i in free for i in scene.chosen))


def _ridge(scene: Scene, arguments: tuple[Value, ...]) -> Value:
    state: Any = scene.state
    data = state.data
    fitted = KernelRidge(state.kernel, getattr(state, "ridge", 0.0)).fit(data.X, data.y)
    return float(fitted.predict(point(arguments[0]))[0])


def _pick(_: Scene, arguments: tuple[Value, ...]) -> Value:
    place = int(number(arguments[0])) if arguments else 0
    if not 1 <= place < len(arguments):
        raise LanguageError(f"pick({place}, …) has no such place")
    return arguments[place]


def _maths(name: str) -> Callable[[Scene, tuple[Value, ...]], Value]:
    functions: dict[str, Callable[[float], float]] = {
        "exp": math.exp,
        "sqrt": math.sqrt,
        "log": math.log,
        "abs": abs,
        "round": lambda v: float(round(v)),
        "factorial": lambda v: float(math.factorial(int(v))),
    }

    def of(_: Scene, arguments: tuple[Value, ...]) -> Value:
        try:
            return float(functions[name](number(arguments[0])))
        except (ValueError, OverflowError, IndexError):
            raise LanguageError(f"{name} of that is no number") from None

    return of


SHARES = {"training error", "held-out error"}  # read in percent

QUANTITIES: dict[str, Quantity] = {
    "training error": Quantity(
        "share of the points on the wrong side", _machine(lambda t: round(1 - t.train_accuracy, 12))
    ),
    "held-out error": Quantity(
        "share of 30 % of the points, trained on the others", _machine(lambda t: round(1 - t.held_out_accuracy, 12))
    ),
    "points on the wrong side": Quantity(
        "of the machine's boundary", _machine(lambda t: float(np.sum(t.signs * t.values <= 0)))
    ),
    "number of support vectors": Quantity("points with α > 0", _machine(lambda t: float(len(t.machine.support_)))),
    "free support vectors": Quantity("points with 0 < α < C", _machine(lambda t: float(len(t.machine.free_)))),
    "bounded support vectors": Quantity("points with α = C", _machine(lambda t: float(len(t.machine.bounded_)))),
    "margin": Quantity("1/‖w‖, in feature space", _machine(lambda t: float(t.machine.margin_))),
    "total slack": Quantity("Σξ", _machine(lambda t: float(t.machine.slack_.sum()))),
    "intercept": Quantity("b", _machine(lambda t: float(t.machine.intercept_))),
    "change without the others": Quantity("of f, when only support vectors are left", _without_the_others),
    "points your line gets wrong": Quantity("points on the wrong side of the line of one's own", _your_line),
    "errors of the best cut": Quantity("of one cut of the line", _best_cut),
    "cosine": Quantity("k(x, z)/√(k(x, x)·k(z, z))", _cosine),
    "max": Quantity("the largest", _of_several(max)),
    "min": Quantity("the smallest", _of_several(min)),
    "verdict": Quantity('"proven", "refuted" or "open"', lambda s, a: judged(s, a).verdict.value),
    "points that refute": Quantity("size of the smallest witness found", _witness),
    "points the border gets wrong": Quantity("of a machine on chosen monomials", _border_wrong),
    "margin of your line": Quantity("distance from it to the nearest image, below 0 if one is wrong", _your_margin),
    "largest α": Quantity("of the machine", _machine(lambda t: float(t.machine.alpha_.max()))),
    "smallest α": Quantity("of the machine", _machine(lambda t: float(t.machine.alpha_.min()))),
    "free among the chosen": Quantity("support vectors with 0 < α < C that were clicked", _bounded),
    "readout": Quantity("a read-out of the page, by the beginning of its label", _read),
    "with": Quantity("something after a move: with(state, expression)", _elsewhere),
    "pick": Quantity("the first, second, … of several", _pick),
    "uses": Quantity("1 where that word stands in the kernel, else 0", _uses),
    "prediction": Quantity("of kernel ridge regression at a point", _ridge),
    "number of features": Quantity("coordinates of φ, distinct ones", _features),
    "number of points": Quantity("on the page", lambda s, _: float(points_of(s).n)),
    "dimension": Quantity("coordinates of a point", lambda s, _: float(points_of(s).d)),
    "λ_min": Quantity(
        "smallest eigenvalue on the page's points", lambda s, a: _clean(spectrum_of(s, a).smallest, s, a)
    ),
    "λ_max": Quantity("largest eigenvalue on the page's points", lambda s, a: float(spectrum_of(s, a).largest)),
    "rank": Quantity("of the matrix on the page's points", lambda s, a: float(spectrum_of(s, a).rank)),
    "energy": Quantity("cᵀKc with the c on the page", _energy),
    "λ_min of the chosen": Quantity("of the matrix of the clicked points", _chosen_lowest),
    "chosen": Quantity("how many points were clicked", lambda s, _: float(len(s.chosen))),
    "squared norm of the mean": Quantity("‖Φ̄‖²", _mean_norm),
    "radius": Quantity("of the smallest sphere in feature space", lambda s, _: float(_sphere(s).radius_)),
    "points on the sphere": Quantity("those with α > 0", lambda s, _: float(len(_sphere(s).support_))),
    "variance along": Quantity("of the centred points, in a direction of the plane", _along),
    "largest variance": Quantity("the same in the best direction: λ₁", _largest_variance),
    "best angle": Quantity("of that direction, in degrees", _best_angle),
    "nearest to": Quantity("the point of the line nearest to it in feature space", _neighbour),
    "k": Quantity("k(x, z), or k(x, z, 'kernel')", _kernel_value),
    "phi": Quantity("φ(x)·φ(z), coordinate by coordinate", _by_features),
    "coordinates": Quantity("φ(x)", _coordinate),
    "distance": Quantity("‖φ(x) − φ(z)‖", _distance),
    "angle": Quantity("between φ(x) and φ(z), in degrees", _angle),
    "binomial": Quantity("n over k", _binomial),
    **{name: Quantity(name, _maths(name)) for name in ("exp", "sqrt", "log", "abs", "round", "factorial")},
}


def _clean(smallest: float, scene: Scene, arguments: tuple[Value, ...]) -> float:
    """0 where only roundoff says otherwise."""
    found = spectrum_of(scene, arguments)
    return 0.0 if abs(smallest) <= found.tolerance else float(smallest)


__all__ = ["QUANTITIES", "SHARES", "Quantity"]
