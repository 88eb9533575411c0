"""The neighbours of every place of the picture, by the kernel and by Euclid, and what they vote for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel, Linear
from kernviz.kernels.distances import squared_distances
from kernviz.lessons.neighbors.state import MOST
from kernviz.lessons.shared.training import FEWEST_HELD_OUT, HELD_OUT
from kernviz.models.neighbors import CANDIDATES, KernelNearestNeighbors, among, candidates
from kernviz.surfaces import SIDE, Curve, Surface, Window, in_blocks

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
FEW = 8


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
        return grid_points(self.x, self.y)


def grid_points(x: Array, y: Array | None) -> Array:
    """The points of a grid, row by row: (gx·gy, 2), or (gx, 1) of the line."""
    return x[:, None] if y is None else np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


@shared(maxsize=48)
def machine(data: Dataset, kernel: Kernel, k: int = 1) -> KernelNearestNeighbors:
    """Fitted on the classes, or on one class for all where there are none: neighbours there are all the same."""
    labels = data.codes if data.classes else np.zeros(data.n, dtype=np.int64)
    return KernelNearestNeighbors(kernel, min(k, data.n)).fit(data.X, labels)


def looked_for(k: int) -> int:
    """How many neighbours of every place are found for a vote of k: few take half the time, and serve all small k."""
    return FEW if k <= FEW else MOST


@shared(maxsize=48)
def around(data: Dataset, kernel: Kernel, most: int = MOST) -> Around:
    """The nearest `most` of every place of the picture. Raises ValueError as `KernelNearestNeighbors` does."""
    window = Window.of(data)
    plane = data.d > 1
    x = np.linspace(*window.x_range, SIDE if plane else 400)
    y = np.linspace(*window.y_range, SIDE) if plane else None
    fitted, q = machine(data, kernel), min(most, data.n)
    if isinstance(kernel, RBF) and q + CANDIDATES < data.n:
        return Around(x, y, _by_distance(data, kernel, fitted, grid_points(x, y), q), window)
    near = in_blocks(lambda points: fitted.kneighbors(points, q)[1].astype(np.int16), grid_points(x, y))
    return Around(x, y, near, window)  # type: ignore[arg-type]


def _by_distance(
    data: Dataset, kernel: RBF, fitted: KernelNearestNeighbors, points: Array, q: int
) -> NDArray[np.int16]:
    """The same for a kernel that falls with the distance: which points may be the nearest is then known from the
    distances alone, whatever its width, and the kernel is needed on these only. Where they tie with the others, as
    where all values are 0, the whole row decides.
    """
    chosen, squares = _candidates(data, q)
    values = kernel.of_squares(squares)
    found, tied = among(chosen, -values, values, q)
    if tied.any():
        found[tied] = in_blocks(lambda block: fitted.kneighbors(block, q)[1], points[tied])  # type: ignore[arg-type,return-value]
    return found.astype(np.int16)


@shared(maxsize=4)
def _candidates(data: Dataset, q: int) -> tuple[Indices, Array]:
    """(places, q and a few) rows that may be among the q nearest of a place of the picture, and their ‖x − z‖²."""
    window, plane = Window.around(data.X), data.d > 1
    x = np.linspace(*window.x_range, SIDE if plane else 400)
    points = grid_points(x, np.linspace(*window.y_range, SIDE) if plane else None)
    chosen = in_blocks(lambda block: candidates(squared_distances(block, data.X), q), points)  # type: ignore[arg-type,return-value]
    squares = sum((points[:, None, i] - data.X[chosen, i]) ** 2 for i in range(data.d))
    return chosen, squares  # type: ignore[return-value]


def plain(data: Dataset) -> Dataset:
    """The points seen from their middle, where inner products of far-away points keep their digits."""
    return Dataset(
        data.X - data.X.mean(axis=0),
        data.y,
        name=data.name,
        columns=data.columns,
        classes=data.classes,
        target=data.target,
        task=data.task,
    )


@shared(maxsize=16)
def around_euclid(data: Dataset) -> Around:
    """The same by ordinary distance."""
    moved = around(plain(data), Linear())
    window = Window.of(data)
    x = np.linspace(*window.x_range, len(moved.x))
    return Around(x, None if moved.y is None else np.linspace(*window.y_range, len(moved.y)), moved.near, window)


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
