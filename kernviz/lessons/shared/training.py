"""Support vector machine trained on a page's data, with all its arrays.

Picture, table and captions read the same arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.shared.finite_value import finite_value
from kernviz.lessons.shared.refusal import no_hard_margin, sentence
from kernviz.models.selection import cross_validated
from kernviz.models.svm import KernelSVC, NotSeparableError
from kernviz.surfaces import Curve, Surface, Window, curve, expansion
from kernviz.wording import class_word, say

HELD_OUT = 0.3  # share of the points held out for the accuracy
MOST_RINGS = 20  # largest number of ringed points in a proof; more rings show nothing
FEWEST_HELD_OUT = 20  # with fewer points a held-out accuracy means nothing


@dataclass(frozen=True)
class Training:
    """Machine trained on all points, with its decision function f.

    `field` is f on a grid of the plane or line. The accuracy on held-out points is that of a second
    machine, which is trained at the first access.
    """

    machine: KernelSVC
    field: Surface | Curve
    values: Array  # f at the training points (n,)
    biases: Array  # b computed from every point alone (n,): KernelSVC.bias_of_every_point
    train_accuracy: float
    data: Dataset

    @cached_property
    def held_out_accuracy(self) -> float:
        """Return the accuracy of a second machine on held-out points.

        It is nan for fewer than `FEWEST_HELD_OUT` points, and if the training on the other points raises ValueError.
        """
        return held_out_accuracy(self.data, self.machine.kernel, self.machine.C)

    @property
    def signs(self) -> Array:
        return np.asarray(self.machine.signs_)

    @cached_property
    def functional_margins(self) -> Array:
        """Return y·f at the training points (n,)."""
        return np.asarray(self.signs * self.values)

    @property
    def b_undetermined(self) -> bool:
        """Return True if every b of an interval is optimal."""
        low, high = self.machine.intercept_interval_
        return not len(self.machine.free_) and high > low

    def value_at(self, x: Array) -> float:
        """Return f at a point (d,), also outside the picture.

        The value is nan if a kernel value there overflows.
        """
        return finite_value(self.machine.decision_function, x)


@dataclass(frozen=True)
class Failure:
    """Reason why a machine cannot be trained, with the points concerned.

    `words` is the reason. The points are given by their indices.
    """

    words: str
    points: tuple[int, ...] = ()  # equal points with different classes
    combined: tuple[int, ...] = ()  # points whose convex combinations prove that no plane separates the classes


@shared(maxsize=128)
def train(data: Dataset, kernel: Kernel, C: float) -> Training | Failure:
    """Train a support vector machine on data with the classes ±1.

    C = ∞ is the hard margin. Errors are returned as a Failure, so that they are cached and shown
    like results.
    """
    if data.only_class is not None:
        return Failure(
            say(
                "All points of “{title}” are of one class, {label}, and a border needs two: add points of another.",
                title=data.title,
                label=class_word(data.only_class),
            )
        )
    try:
        machine = _machine(data, kernel, C)
    except NotSeparableError as problem:
        combined = tuple(int(i) for i in np.flatnonzero(problem.weights > 1e-6))
        combined = combined if len(combined) <= MOST_RINGS else ()
        return Failure(
            no_hard_margin(problem, bool(combined)), tuple(int(i) for pair in problem.pairs for i in pair), combined
        )
    except ValueError as problem:
        return Failure(sentence(problem))
    return training_of(machine, data)


def training_of(machine: KernelSVC, data: Dataset) -> Training | Failure:
    """Return what a page shows of a trained machine.

    ``data`` are the points of its training with their classes.
    """
    try:
        field = field_of(machine, Window.of(data))
    except ValueError:  # defined at the points, but not around them
        return Failure(
            say(
                "In the picture around the points a kernel value is too large to compute (above 1.8·10³⁰⁸), so ‹f› "
                "cannot be drawn: scale the data, or lower the degree or the factor in the exponent."
            )
        )
    return Training(
        machine,
        _flat_if_zero(field, machine),
        machine.values_,
        machine.bias_of_every_point(),
        float(np.mean(machine.signs_ * machine.values_ > 0)),
        data,
    )


@lru_cache(maxsize=32)
def _previous_machine(data: Dataset) -> list[KernelSVC]:
    """Return a list for the latest machine trained on a data set.

    The list is empty at first, and `_machine` replaces its content. The cache keeps one list per data set. The latest
    machine is the warm start while a slider moves.
    """
    return []


def _machine(data: Dataset, kernel: Kernel, C: float) -> KernelSVC:
    """Return a machine, warm-started from the previous machine.

    It equals a machine trained from scratch. Raises ValueError as `KernelSVC.fit` does.
    """
    latest = _previous_machine(data)
    machine = latest[0].moved(kernel, C) if latest else KernelSVC(kernel, C).fit(data.X, data.signs)
    latest[:] = [machine]
    return machine


def field_of(machine: KernelSVC, window: Window) -> Surface | Curve:
    """Return f of a machine on a grid around the points.

    Raises ValueError on overflow.
    """
    if machine.X_.shape[1] == 1:
        return curve(machine.decision_function, window)
    own = machine.support_
    sums = expansion(machine.kernel, machine.X_[own], machine.dual_coef_[own], window)
    return replace(sums, values=sums.values + machine.intercept_)


def _flat_if_zero(field: Surface | Curve, machine: KernelSVC) -> Surface | Curve:
    """Replace f by the constant b if w = 0.

    For example all points are equal, or the kernel is constant. Without this, roundoff would draw a boundary.
    """
    sums = float(machine.alpha_.sum() * np.abs(machine.kernel.diag(machine.X_)).max())
    # within the roundoff of a sum of some hundred such terms
    flat = np.abs(field.values - machine.intercept_).max() <= 1e-13 * sums
    return replace(field, values=np.full_like(field.values, machine.intercept_)) if flat else field


@lru_cache(maxsize=16)
def _split(data: Dataset) -> tuple[Dataset, Dataset]:
    return data.split(HELD_OUT, seed=0)


@shared(maxsize=256)
def held_out_accuracy(data: Dataset, kernel: Kernel, C: float) -> float:
    """Return the held-out accuracy on 30 % of the points.

    The machine is trained on the other 70 %. The accuracy is nan if that cannot be done.
    """
    if data.n < FEWEST_HELD_OUT:
        return float("nan")
    try:
        train_set, test_set = _split(data)
        machine = KernelSVC(kernel, C).fit(train_set.X, train_set.signs)
        return float(np.mean(test_set.signs * machine.decision_function(test_set.X) > 0))
    except ValueError:  # not separable without the held-out points, or of one class only
        return float("nan")


@shared(maxsize=1024)
def cross_validated_accuracy(data: Dataset, kernel: Kernel, C: float) -> float:
    """Return the cross-validated accuracy on five folds.

    Each fold is predicted by a machine trained on the other four. The accuracy is nan if that
    cannot be done.
    """
    if data.n < FEWEST_HELD_OUT:
        return float("nan")
    try:
        return cross_validated(KernelSVC(kernel, C), data.X, data.signs)
    except ValueError:  # too few points of a class, or a fold without a hard margin
        return float("nan")
