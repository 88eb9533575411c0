"""The neighbours of every place of the picture, by the kernel and by Euclid, and what they vote for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.distances import squared_distances
from kernviz.lessons.neighbors.state import MOST
from kernviz.lessons.shared.training import FEWEST_HELD_OUT, HELD_OUT
from kernviz.models.neighbors import CANDIDATES, KernelNearestNeighbors, among, nearest
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
    x, y, window = _grid(data)
    points, fitted, q = grid_points(x, y), machine(data, kernel), min(most, data.n)
    if isinstance(kernel, RBF):  # falls with the distance: the nearest are known from the distances alone
        chosen, squares = _candidates(data, q)
        values = kernel.of_squares(squares)
        near = _found(chosen, -values, values, q, data.n, lambda tied: fitted.kneighbors(points[tied], q)[1])
        return Around(x, y, near, window)
    every = in_blocks(lambda block: fitted.kneighbors(block, q)[1], points)  # type: ignore[arg-type,return-value]
    return Around(x, y, every.astype(np.int16), window)


@shared(maxsize=16)
def around_euclid(data: Dataset, most: int = MOST) -> Around:
    """The same by ordinary distance."""
    x, y, window = _grid(data)
    points, q = grid_points(x, y), min(most, data.n)
    chosen, squares = _candidates(data, q)

    def in_whole_rows(tied: NDArray[np.bool_]) -> Indices:
        squared = squared_distances(points[tied], data.X)
        return nearest(squared, squared, q)

    return Around(x, y, _found(chosen, squares, squares, q, data.n, in_whole_rows), window)


def _grid(data: Dataset) -> tuple[Array, Array | None, Window]:
    """Where the picture is asked: x (gx,), y (gy,) or None on the line, and its window."""
    window, plane = Window.of(data), data.d > 1
    x = np.linspace(*window.x_range, SIDE if plane else 400)
    return x, np.linspace(*window.y_range, SIDE) if plane else None, window


def _found(
    chosen: Indices, keys: Array, terms: Array, q: int, n: int, whole: Callable[[NDArray[np.bool_]], Indices]
) -> NDArray[np.int16]:
    """The first q by keys among the candidates. Where they tie with the others, as where all values are 0, the whole
    row decides.
    """
    found, tied = among(chosen, keys, terms, q)
    if chosen.shape[1] < n and tied.any():
        found[tied] = whole(tied)
    return found.astype(np.int16)


@shared(maxsize=4)
def _candidates(data: Dataset, q: int) -> tuple[Indices, Array]:
    """(places, q and a few) rows that may be among the q nearest of a place of the picture, and their ‖x − z‖², which
    no width of a kernel changes.
    """
    x, y, _ = _grid(data)
    points, spare = grid_points(x, y), min(q + CANDIDATES, data.n)
    chosen = np.sort(cKDTree(data.X).query(points, spare)[1].reshape(len(points), -1), axis=1)
    squares: Array = np.zeros(chosen.shape)
    for mine, theirs in zip(points.T, data.X.T, strict=True):
        squares += (mine[:, None] - theirs[chosen]) ** 2
    return chosen, squares


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
