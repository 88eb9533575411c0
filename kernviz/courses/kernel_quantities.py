"""Quantities of kernels: values, features, lengths, spectra, verdicts."""

from __future__ import annotations

import math

import numpy as np

from kernviz.arrays import Array
from kernviz.courses.language import LanguageError, Value
from kernviz.courses.scene_queries import (
    Quantity,
    block,
    judged,
    kernel_of,
    matrix_of,
    number,
    point,
    points_of,
    two,
    whole_number,
)
from kernviz.courses.scene_values import SceneValues
from kernviz.features import feature_map, geometry
from kernviz.lessons.number_format import at
from kernviz.mercer.feature_count import feature_count
from kernviz.mercer.spectrum import tolerance
from kernviz.wording import listed, phrase, say


def _kernel_value(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(kernel_of(scene, arguments, 2)(x, z)[0, 0])


def _by_features(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    phi = feature_map(kernel_of(scene, arguments, 2), x.shape[1])
    if phi is None:
        raise LanguageError(say("the coordinates of this kernel's φ are not listed"))
    return float(phi(x)[0] @ phi(z)[0])


def _features(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    d = whole_number(arguments[1]) if len(arguments) > 1 else points_of(scene).d
    count = feature_count(kernel_of(scene, arguments), d)
    if count is None:
        raise LanguageError(say("the number of features of this kernel is not known"))
    return float(count)


def _coordinate(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x = point(arguments[0])
    phi = feature_map(kernel_of(scene, arguments, 1), x.shape[1])
    if phi is None:
        raise LanguageError(say("the coordinates of this kernel's φ are not listed"))
    return tuple(float(v) for v in phi(x)[0])


def _distance(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(geometry.distance(kernel_of(scene, arguments, 2), x, z)[0, 0])


def _angle(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    return float(geometry.angle(kernel_of(scene, arguments, 2), x, z)[0, 0])


def _witness(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    return float(len(_refuting_points(scene, arguments)))


def _refuting_points(scene: SceneValues, arguments: tuple[Value, ...]) -> Array:
    """Return the points (m, d) of the smallest witness found."""
    found = judged(scene, arguments)
    if found.witness is None:
        raise LanguageError(say("no points refute this kernel: its verdict is {value}", value=found.verdict.value))
    return np.asarray(found.witness.points, dtype=float)


def _refuting(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return the points of the smallest witness found, as a text."""
    return listed([at(x) for x in _refuting_points(scene, arguments)])


def _why_refuted(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    """Return a question on the witness's matrix that refutes the kernel.

    Where the sum of the entries is not negative, only some weights refute it.
    """
    points = _refuting_points(scene, arguments)
    K = kernel_of(scene, arguments, 0)(points, points)
    if not np.allclose(K, K.T):
        return say("Is it symmetric?")
    if K.diagonal().min() < 0:
        return say("Is a number on its diagonal below 0?")
    if K.sum() < 0:
        return say("Is the sum of its entries below 0?")
    return say("Look for weights c with cᵀKc < 0.")


def _energy(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    K = matrix_of(scene, ()).K
    weights = getattr(scene.state, "weights", ())
    c = np.array([*weights, *[0.0] * len(K)][: len(K)])
    return float(c @ K @ c)


def _cosine(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    x, z = two(arguments)
    k = kernel_of(scene, arguments, 2)
    length = float(k(x, x)[0, 0] * k(z, z)[0, 0])
    return float(k(x, z)[0, 0]) / math.sqrt(length) if length > 0 else 0.0


def _mean_norm(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    return float(geometry.mean_norm2(matrix_of(scene, arguments).K))


def _chosen_lowest(scene: SceneValues, _: tuple[Value, ...]) -> Value:
    if not scene.chosen:
        raise LanguageError(say("no point is chosen"))
    K = block(scene)
    lowest = float(np.linalg.eigvalsh((K + K.T) / 2)[0])
    return 0.0 if abs(lowest) <= tolerance(K) else lowest


def _binomial(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    if len(arguments) != 2 or not all(0 <= number(v) <= 1e4 for v in arguments):
        raise LanguageError(say("binomial(n, k) takes two numbers from 0 to 10000"))
    n, k = map(whole_number, arguments)
    try:
        return float(math.comb(n, k))
    except OverflowError:
        raise LanguageError(say("binomial({n}, {k}) is larger than every float", n=n, k=k)) from None


def _uses(scene: SceneValues, arguments: tuple[Value, ...]) -> Value:
    word = str(arguments[0]) if arguments else ""
    return float(any(block.name == word for block in scene.state.kernel.walk()))


def _clean(smallest: float, scene: SceneValues, arguments: tuple[Value, ...]) -> float:
    """Return the smallest eigenvalue, or 0 if within roundoff.

    The tolerance is that of the spectrum.
    """
    found = matrix_of(scene, arguments).spectrum
    return 0.0 if abs(smallest) <= found.tolerance else float(smallest)


OF_KERNELS: dict[str, Quantity] = {
    "cosine": Quantity("k(x, z)/√(k(x, x)·k(z, z))", _cosine),
    "verdict": Quantity('"proven", "refuted" or "open"', lambda s, a: judged(s, a).verdict.value),
    "points that refute": Quantity(phrase("size of the smallest witness found"), _witness),
    "witness": Quantity(phrase("points of the smallest witness found, as a text"), _refuting),
    "question on the witness": Quantity(phrase("question on the matrix of the witness, as a text"), _why_refuted),
    "uses": Quantity(phrase("1 where that word stands in the kernel, else 0"), _uses),
    "number of features": Quantity(phrase("coordinates of φ, distinct ones"), _features),
    "λ_min": Quantity(
        phrase("smallest eigenvalue on the page's points"), lambda s, a: _clean(matrix_of(s, a).spectrum.smallest, s, a)
    ),
    "λ_max": Quantity(
        phrase("largest eigenvalue on the page's points"), lambda s, a: float(matrix_of(s, a).spectrum.largest)
    ),
    "rank": Quantity(phrase("of the matrix on the page's points"), lambda s, a: float(matrix_of(s, a).rank)),
    "energy": Quantity(phrase("cᵀKc with the c on the page"), _energy),
    "λ_min of the chosen": Quantity(phrase("of the matrix of the clicked points"), _chosen_lowest),
    "squared norm of the mean": Quantity("‖Φ̄‖²", _mean_norm),
    "k": Quantity("k(x, z), or k(x, z, 'kernel')", _kernel_value),
    "phi": Quantity(phrase("φ(x)·φ(z), coordinate by coordinate"), _by_features),
    "coordinates": Quantity("φ(x)", _coordinate),
    "distance": Quantity("‖φ(x) − φ(z)‖", _distance),
    "angle": Quantity(phrase("between φ(x) and φ(z), in degrees"), _angle),
    "binomial": Quantity("n over k", _binomial),
}
