"""What the Nearest neighbours page computes once: neighbours of the plane by kernel and by Euclid, and those of the probe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.training import FEWEST_HELD_OUT, HELD_OUT
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.surfaces import SIDE, Curve, Surface, Window, in_blocks

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
NEIGHBOURS, SMART = "k neighbours vote", "SVM: the smart neighbour"
VIEWS = (NEIGHBOURS, SMART)
MOST = 25  # the largest k; so many neighbours of every place of the plane are kept
TINIEST = 1e-300  # below this kernel values lose digits, and then all


@dataclass(frozen=True)
class State:
    """Everything the page depends on. γ and C are those of the second view, whose kernel is always a Gaussian."""

    data: Dataset
    kernel: Kernel
    k: int = 5
    view: str = NEIGHBOURS
    probe: tuple[float, ...] = ()
    hatch: bool = True
    gamma: float = 1.0
    C: float = 10.0
    positive: str = ""
    answer: bool = False  # whether the answer of Quiz 3 is shown

    @property
    def count(self) -> int:
        """k, or all the points there are."""
        return min(self.k, self.data.n)

    @property
    def point(self) -> Array:
        """The probe, or the middle of the data."""
        given = np.array(self.probe, dtype=float)
        return given if given.shape == (self.data.d,) else np.round(self.data.X.mean(axis=0), 2)

    @property
    def signed(self) -> Dataset:
        """The data as ±1."""
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return self.data.versus(label)


@dataclass(frozen=True)
class Around:
    """The nearest points of every place of the picture: ``x``, ``y`` its grid, ``near`` (places, q), nearest first."""

    x: Array
    y: Array | None
    near: NDArray[np.int16]
    window: Window

    def shaped(self, values: NDArray[np.generic]) -> Surface | Curve:
        """One value for every place (places,), as a grid of the plane or of the line."""
        if self.y is None:
            return Curve(self.x, np.asarray(values, dtype=np.float64), self.window)
        return Surface(self.x, self.y, np.asarray(values, dtype=np.float64).reshape(len(self.y), -1), self.window)

    @property
    def places(self) -> Array:
        """(places, d)"""
        return places(self.x, self.y)


def places(x: Array, y: Array | None) -> Array:
    """The points of a grid, row by row: (gx·gy, 2), or (gx, 1) of the line."""
    return x[:, None] if y is None else np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def machine(data: Dataset, kernel: Kernel, k: int = 1) -> KernelNearestNeighbors:
    """Fitted on the classes, or on one class for all where there are none: neighbours there are all the same."""
    labels = data.codes if data.classes else np.zeros(data.n, dtype=np.int64)
    return KernelNearestNeighbors(kernel, min(k, data.n)).fit(data.X, labels)


@shared(maxsize=48)
def around(data: Dataset, kernel: Kernel) -> Around:
    """The neighbours of the whole picture. Raises ValueError as `KernelNearestNeighbors` does."""
    window = Window.around(data.X)
    plane = data.d > 1
    x = np.linspace(*window.x_range, SIDE if plane else 400)
    y = np.linspace(*window.y_range, SIDE) if plane else None
    fitted, q = machine(data, kernel), min(MOST, data.n)
    near = in_blocks(lambda points: fitted.kneighbors(points, q)[1].astype(np.int16), places(x, y))
    return Around(x, y, near, window)  # type: ignore[arg-type]


def plain(data: Dataset) -> Dataset:
    """The points seen from their middle, where inner products of far-away points keep their digits."""
    return Dataset(data.X - data.X.mean(axis=0), data.y, name=data.name, columns=data.columns, classes=data.classes, target=data.target, task=data.task)  # fmt: skip


@shared(maxsize=16)
def around_euclid(data: Dataset) -> Around:
    """The same by ordinary distance."""
    moved = around(plain(data), Linear())
    window = Window.around(data.X)
    x = np.linspace(*window.x_range, len(moved.x))
    return Around(x, None if moved.y is None else np.linspace(*window.y_range, len(moved.y)), moved.near, window)


@dataclass(frozen=True)
class Comparison:
    """Where kernel and Euclid name different nearest neighbours: on the picture, and for each point among the others."""

    flips: NDArray[np.bool_]  # (places,) another neighbour
    blind: float  # share of the places where the kernel's values are too small to tell points apart
    plane_agrees: float  # share of the other places with the same neighbour; nan if there are none
    points_agree: float  # share of the points whose nearest other point is the same; nan for one point


@shared(maxsize=48)
def comparison(data: Dataset, kernel: Kernel) -> Comparison:
    """Kernel against Euclid."""
    euclid = around_euclid(data)
    flips = around(data, kernel).near[:, 0] != euclid.near[:, 0]
    rows = np.flatnonzero(flips)
    if len(rows):
        blind = rows[_cannot_tell(data, kernel, euclid.places[rows])]
        flips[blind] = False
    else:
        blind = rows
    sighted = len(flips) - len(blind)
    agrees = 1 - float(flips.sum()) / sighted if sighted else float("nan")
    return Comparison(flips, len(blind) / len(flips), agrees, _points_agree(data, kernel))


def _cannot_tell(data: Dataset, kernel: Kernel, points: Array) -> NDArray[np.bool_]:
    """Places where a kernel of constant diagonal is 0 to all points but for the last digits there are."""
    own = kernel.diag(data.X)
    if np.ptp(own) > 1e-12 * np.abs(own).max():
        return np.zeros(len(points), dtype=bool)
    largest = in_blocks(lambda block: np.abs(kernel(block, data.X)).max(axis=1), points)
    return np.asarray(largest < TINIEST)


def _points_agree(data: Dataset, kernel: Kernel) -> float:
    if data.n < 2:
        return float("nan")
    moved = plain(data)
    pairs = ((machine(data, kernel), data.X), (machine(moved, Linear()), moved.X))
    first = [_nearest_other(fitted.kneighbors(X, 2)[1]) for fitted, X in pairs]
    return float(np.mean(first[0] == first[1]))


def _nearest_other(near: Indices) -> Indices:
    """Of two neighbours of every training point the first that is not the point itself."""
    own = np.arange(len(near))
    return np.where(near[:, 0] == own, near[:, 1], near[:, 0])


def votes(data: Dataset, near: NDArray[np.int16] | Indices, k: int) -> Indices:
    """The class (m,) of most of the first k of ``near`` (m, q); equal votes go to the class that comes first."""
    voted = data.codes[near[:, :k]]
    counts = np.stack([(voted == c).sum(axis=1) for c in range(len(data.classes))], axis=1)
    return np.asarray(counts.argmax(axis=1))


@shared(maxsize=64)
def accuracies(data: Dataset, kernel: Kernel, k: int) -> tuple[float, float]:
    """Share of right answers on the training points, and on 30 % kept aside (nan where that says nothing)."""
    fitted = machine(data, kernel, k)
    train = float(fitted.score(data.X, data.codes))
    if data.n < FEWEST_HELD_OUT:
        return train, float("nan")
    known, kept = data.split(HELD_OUT, seed=0)
    if known.n < k:
        return train, float("nan")
    return train, float(machine(known, kernel, k).score(kept.X, kept.codes))


@dataclass(frozen=True)
class Reading:
    """The probe z against every point: kernel values, squared distances by kernel and by Euclid, ranks from 1 (n,) each."""

    z: Array
    kzz: float
    values: Array  # k(xᵢ, z)
    own: Array  # k(xᵢ, xᵢ)
    squared: Array  # in feature space, unclipped
    euclid: Array
    order: Indices  # nearest first, by the kernel
    order_euclid: Indices
    blind: bool  # whether the kernel's values are too small here to tell points apart

    @property
    def ranks(self) -> Indices:
        return _ranks(self.order)

    @property
    def ranks_euclid(self) -> Indices:
        return _ranks(self.order_euclid)

    @property
    def first(self) -> int:
        return int(self.order[0])

    @property
    def first_euclid(self) -> int:
        return int(self.order_euclid[0])


def _ranks(order: Indices) -> Indices:
    ranks = np.empty(len(order), dtype=np.intp)
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks


def reading(data: Dataset, kernel: Kernel, z: Array) -> Reading:
    """Raises ValueError as `KernelNearestNeighbors` does, also for kernel values beyond every number at z."""
    row = z[None]
    order = machine(data, kernel).kneighbors(row, data.n)[1][0]
    euclid = ((data.X - z) ** 2).sum(axis=1)
    moved, middle = plain(data), data.X.mean(axis=0)
    order_euclid = machine(moved, Linear()).kneighbors(row - middle, data.n)[1][0]
    values = np.asarray(kernel(data.X, row))[:, 0]
    own, kzz = np.asarray(kernel.diag(data.X)), float(kernel.diag(row)[0])
    blind = bool(_cannot_tell(data, kernel, row)[0])
    return Reading(z, kzz, values, own, own - 2 * values + kzz, euclid, order, order_euclid, blind)
