"""Inputs of a course's quantities, read from the page's state.

They are the machine, the verdict, the spectrum and the points.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.courses.language import LanguageError, Value, same
from kernviz.courses.scene_values import SceneValues
from kernviz.data import Dataset
from kernviz.kernels import Kernel, KernelSyntaxError, parse
from kernviz.lessons.mercer import matrix as mercer
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.mercer.state import State as MercerState
from kernviz.lessons.ridge.state import State as RidgeState
from kernviz.lessons.shared.training import Training, train
from kernviz.lessons.shared.two_classes import with_numbers
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.mercer import Judgement, judge
from kernviz.models.ridge import KernelRidge
from kernviz.models.sphere import SmallestHypersphere
from kernviz.wording import say


@dataclass(frozen=True)
class Quantity:
    """Quantity of the course language, with meaning and computation.

    `says` is the meaning for authors. `of` computes the quantity in a scene from its arguments.
    """

    says: str
    of: Callable[[SceneValues, tuple[Value, ...]], Value]


def kernel_of(scene: SceneValues, arguments: tuple[Value, ...], place: int = 0) -> Kernel:
    """Return the kernel written as an argument, else the current kernel."""
    if len(arguments) <= place:
        return scene.state.kernel
    text = arguments[place]
    if not isinstance(text, str):
        raise LanguageError(say("{text} is no kernel: write it in quotation marks", text=text))
    return kernel(text)


def kernel(text: str) -> Kernel:
    """Parse the text of a kernel.

    Raises LanguageError with the problem.
    """
    try:
        return parse(text)
    except KernelSyntaxError as problem:
        raise LanguageError(say("“{text}” is no kernel: {problem}", text=text, problem=problem.problem)) from None
    except ValueError as problem:
        raise LanguageError(say("“{text}” is no kernel: {problem}", text=text, problem=problem)) from None


def points_of(scene: SceneValues) -> Dataset:
    """Return the points on the page.

    They are the typed points if there are any, else the data. On the Mercer page they are the points of the shown
    matrix, which are a part of the data.
    """
    if isinstance(scene.state, MercerState):
        return _of_matrix(matrix_of(scene, ()))
    typed = str(getattr(scene.state, "typed", "") or "")
    try:
        return typed_points(typed) if typed.strip() else scene.state.data
    except ValueError as problem:
        raise LanguageError(str(problem)) from None


def trained(scene: SceneValues) -> Training:
    """Return the machine on the page's two classes.

    Raises LanguageError with the reason if there is none.
    """
    state: Any = scene.state
    data = state.data
    if data.task != "classification" or len(data.classes) < 2:
        raise LanguageError(say("“{title}” has no two classes to separate", title=data.title))
    found = train(_numeric_data(state), state.kernel, getattr(state, "penalty", 1.0))
    if isinstance(found, Training):
        return found
    raise LanguageError(found.words)


def fitted_ridge(scene: SceneValues) -> KernelRidge:
    """Return kernel ridge regression on the page's data, with classes as ±1.

    The ridge is 0 on other pages than that of the method. Raises LanguageError for data without a target.
    """
    state: Any = scene.state
    ridge = state.penalty if isinstance(state, RidgeState) else 0.0
    data = _numeric_data(state)
    if data.y is None:
        raise LanguageError(say("“{title}” has no target to predict", title=data.title))
    return KernelRidge(state.kernel, ridge).fit(data.X, data.y)


def _numeric_data(state: Any) -> Dataset:
    """Return the page's data with numeric targets.

    The class that the page counts as +1 is +1, all others −1.
    """
    return with_numbers(state.data, getattr(state, "positive", ""))


def smallest_sphere(scene: SceneValues) -> SmallestHypersphere:
    """Return the smallest sphere around the images of the page's points."""
    return SmallestHypersphere(scene.state.kernel).fit(points_of(scene).X)


@shared(maxsize=256)
def judgement_in(k: Kernel, d: int) -> Judgement:
    """Return the verdict on a kernel for points with d coordinates."""
    return judge(k, d=d)


def judged(scene: SceneValues, arguments: tuple[Value, ...]) -> Judgement:
    """Return the verdict on the kernel argument, else on the current kernel.

    The arguments are a kernel and a number of coordinates, both optional. By default the space is that of
    the page's points.
    """
    d = whole_number(arguments[1]) if len(arguments) > 1 else points_of(scene).d
    return judgement_in(kernel_of(scene, arguments), d)


def matrix_of(scene: SceneValues, arguments: tuple[Value, ...]) -> Matrix:
    """Return the Gram matrix of the kernel argument or the current kernel.

    The points are those of the page; on the Mercer page they belong to the shown matrix. Raises LanguageError with the
    reason if there is no matrix.
    """
    k, state = kernel_of(scene, arguments), scene.state
    if not isinstance(state, MercerState):
        data = points_of(scene)
        return Matrix(mercer.spectrum_of(data, k), data, False)
    if arguments and state.matrix.strip():
        raise LanguageError(say("The matrix was typed in: neither the data nor the kernel plays a part."))
    try:
        return mercer.matrix_of(replace(state, kernel=k))
    except ValueError as problem:
        raise LanguageError(str(problem)) from None


def _of_matrix(matrix: Matrix) -> Dataset:
    if matrix.data is None:
        raise LanguageError(say("The matrix was typed in: neither the data nor the kernel plays a part."))
    return matrix.data


def number(value: Value) -> float:
    if isinstance(value, str | tuple):
        raise LanguageError(say("{value} is no number", value=value))
    return float(value)


def whole_number(value: Value) -> int:
    """Return a value that must be a whole number.

    It may have rounding errors: 0.29·100 counts as 29. Raises LanguageError for other values, such as 2.5.
    """
    found = number(value)
    if not is_whole(found):
        raise LanguageError(say("{value} is no whole number", value=found))
    return round(found)


def is_whole(value: float) -> bool:
    """Return True if a number is whole up to rounding errors."""
    return math.isfinite(value) and same(value, float(round(value)))


def point(value: Value) -> Any:
    """Return a written point as (1, d).

    The point is written ``(1, 2)``, or as a number for a point of the line. A text in quotes, which is an
    object of another space, is returned as a list of one.
    """
    if isinstance(value, str):
        return [value]
    return np.atleast_2d(np.array(value if isinstance(value, tuple) else (value,), dtype=float))


def two(arguments: tuple[Value, ...]) -> tuple[Any, Any]:
    if len(arguments) < 2:
        raise LanguageError(say("two points are needed, as in k((1, 2), (3, -1))"))
    x, z = point(arguments[0]), point(arguments[1])
    if np.shape(x) != np.shape(z):
        raise LanguageError(say("the two points have different numbers of coordinates"))
    return x, z


def block(scene: SceneValues) -> Array:
    """Return the Gram matrix of the points that were clicked."""
    rows = list(scene.chosen)
    return np.asarray(scene.state.kernel(points_of(scene).X[rows]))
