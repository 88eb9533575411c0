"""Data of the Smallest hypersphere page.

They are the points, the enclosing ball, and the distances to its centre over the picture. The
one-class SVM on the same points is for comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import LARGEST_SINGLE, Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features.geometry import center
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.shared.fitting import place_or
from kernviz.lessons.shared.probe import start
from kernviz.lessons.shared.refusal import fit_for_picture, sentence
from kernviz.lessons.shared.typed_points import typed_points
from kernviz.lessons.sphere.state import State
from kernviz.models.cross_gram import diagonal
from kernviz.models.gram_checks import gram
from kernviz.models.one_class import OneClassMachine
from kernviz.models.preimage import preimages
from kernviz.models.refusals import NotAKernelError
from kernviz.models.sphere import Hypersphere, SmallestHypersphere
from kernviz.models.svdd import SoftHypersphere
from kernviz.surfaces import Curve, Surface, Window, curve, expansion, surface
from kernviz.wording import phrase, say

Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Ball:
    """Trained sphere, with distances to its centre and the nearest point."""

    machine: Hypersphere
    field: Surface | Curve  # distance to the centre over the plane or line
    distances: Array  # (n,): distances of all points of the data, enclosed or not
    nearest: Array  # (d,): the point whose image is nearest to the centre
    nearest_distance: float

    @cached_property
    def K(self) -> Array:  # noqa: N802
        """Return the Gram matrix of the enclosed points, centred.

        The points are taken relative to their mean. The distances are the same, with more digits.
        """
        return center(gram(self.machine.kernel, self.machine.X_))


@dataclass(frozen=True)
class SphereScene:
    """Data, enclosed rows, and the sphere around them."""

    state: State
    data: Dataset
    enclosed: Dataset
    rows: Rows
    ball: Ball

    @cached_property
    def hard(self) -> Ball:
        """Return the sphere of the notes, with every point inside.

        Raises ValueError in words if there is none.
        """
        return ball_around(self.data, self.enclosed, self.kernel, None) if self.state.soft else self.ball

    @property
    def kernel(self) -> Kernel:
        return self.state.kernel

    @property
    def machine(self) -> Hypersphere:
        return self.ball.machine

    @property
    def X(self) -> Array:  # noqa: N802
        """Return the enclosed points (n, d)."""
        return np.asarray(self.machine.X_)

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def linear(self) -> bool:
        """Return True if φ(x) = x.

        The centre is then a point of the picture.
        """
        return isinstance(self.kernel, Linear)

    @property
    def probe(self) -> Array:
        """Return the place (d,) of the probe.

        The default place is used if the given place does not fit the dimension of the data.
        """
        return place_or(self.state.probe, start(self.data))

    @property
    def labels(self) -> NDArray[np.int64] | None:
        return self.data.codes_or_none


def scene_of(state: State) -> SphereScene:
    """Return the scene of a state; its sphere is cached.

    Raises ValueError with the reason if there is no sphere.
    """
    data = fit_for_picture(typed_points(state.typed) if state.typed.strip() else state.data)
    rows = np.arange(data.n)
    if state.enclose in data.classes:
        rows = np.flatnonzero(data.codes == data.classes.index(state.enclose))
        if not len(rows):
            raise ValueError(
                say("No point has the class “{enclose}”: enclose all points, or another class.", enclose=state.enclose)
            )
    enclosed = data if len(rows) == data.n else data.take(rows)
    ball = ball_around(data, enclosed, state.kernel, state.nu if state.soft else None)
    return SphereScene(state, data, enclosed, rows, ball)


_TOO_LARGE = phrase(
    "In the picture around the points a kernel value is too large to compute, so distances cannot be drawn: scale "
    "the data, or lower the degree or the factor in the exponent."
)


def ball_around(data: Dataset, enclosed: Dataset, kernel: Kernel, nu: float | None) -> Ball:
    """Return the sphere around ``enclosed``, with distances over the window of ``data``.

    ``nu`` is the share of points that may lie outside, None for the smallest sphere of the notes.
    Raises ValueError with the reason if there is no sphere.
    """
    ball = _solved(data, enclosed, kernel, nu)
    if isinstance(ball, str):
        raise ValueError(ball)
    return ball


@shared(maxsize=64)
def _solved(data: Dataset, enclosed: Dataset, kernel: Kernel, nu: float | None) -> Ball | str:
    """Return the sphere or the error as words.

    Both are thus cached.
    """
    try:
        machine = (SmallestHypersphere(kernel) if nu is None else SoftHypersphere(kernel, nu)).fit(enclosed.X)
    except NotAKernelError as problem:
        return say(
            "There is no sphere, for there is no feature space: on these points ‹k› is not a kernel. Their Gram matrix "
            "has the eigenvalue {smallest} < 0 (the largest is {largest}), so a squared distance can be negative. "
            "Choose a kernel in the sidebar; the page Mercer shows what is wrong with this one.",
            smallest=problem.smallest,
            largest=problem.largest,
        )
    except ValueError as problem:
        return sentence(problem)
    window = Window.of(data)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            field = (
                curve(machine.distance_to_center, window) if data.d == 1 else _over_the_plane(machine, kernel, window)
            )
            distances = machine.distance_to_center(data.X)
        if not float(field.values.max()) <= LARGEST_SINGLE**0.5:
            return _TOO_LARGE
    except ValueError:
        return _TOO_LARGE
    if enclosed is data:
        distances = machine.distances_
    grid = field.points
    start = grid[int(np.argmin(field.values))][None]
    nearest = preimages(kernel, enclosed.X, machine.center_coef_[None], start)[0]
    # coordinates within the roundoff of a mean become 0
    nearest = np.where(np.abs(nearest) <= 1e-12 * np.abs(data.X).max(initial=0.0), 0.0, nearest)
    reached = float(machine.distance_to_center(nearest[None])[0])
    return Ball(machine, field, distances, nearest, reached)


def _over_the_plane(machine: Hypersphere, kernel: Kernel, window: Window) -> Surface:
    """Return the distance to the centre on a grid.

    Distances that equal the radius up to the tolerance are set to the radius.
    """
    used, r2 = machine.support_, -machine.offset_
    mixed = expansion(kernel, machine.X_[used], machine.center_coef_[used], window)
    own = diagonal(kernel, mixed.points).reshape(mixed.values.shape)
    squared = (own - 2 * mixed.values + machine.center_norm2_).clip(min=0)
    return replace(mixed, values=np.sqrt(np.where(np.abs(squared - r2) <= machine.tolerance_, r2, squared)))


@dataclass(frozen=True)
class OtherMachine:
    """One-class SVM on the points that the sphere encloses."""

    machine: OneClassMachine
    field: Surface | Curve  # decision function over the plane or line


@shared(maxsize=32)
def one_class(data: Dataset, enclosed: Dataset, kernel: Kernel, nu: float | None) -> OtherMachine:
    """Train scikit-learn's one-class SVM on ``enclosed``.

    Kernel and points must be such that a sphere was found for them.
    """
    machine = OneClassMachine(kernel, nu).fit(enclosed.X)
    return OtherMachine(machine, (curve if data.d == 1 else surface)(machine.decision_function, Window.of(data)))


def other_machine(scene: SphereScene) -> OtherMachine:
    """Return the one-class SVM that is compared with the sphere."""
    return one_class(scene.data, scene.enclosed, scene.kernel, scene.state.nu if scene.state.soft else None)
