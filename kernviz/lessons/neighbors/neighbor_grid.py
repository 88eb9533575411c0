"""Nearest neighbours of every place of the picture, and their vote.

Neighbours are found by the kernel and by Euclidean distance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from kernviz.arrays import Array, Indices
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import RBF, Kernel
from kernviz.kernels.distances import squared_distances
from kernviz.lessons.neighbors.state import MOST
from kernviz.lessons.shared.picture_grid import PictureGrid
from kernviz.lessons.shared.training import FEWEST_HELD_OUT, HELD_OUT
from kernviz.models.neighbors import CANDIDATES, KernelNearestNeighbors, among, nearest
from kernviz.surfaces import in_blocks

FEW = 8  # number of neighbours computed per place if no more are needed


@dataclass(frozen=True)
class Around:
    """Nearest points of every place of the picture.

    ``near`` (places, q) are rows of the data, nearest first.
    """

    grid: PictureGrid
    near: NDArray[np.int16]


@shared(maxsize=48)
def machine(data: Dataset, kernel: Kernel, k: int = 1) -> KernelNearestNeighbors:
    """Return the nearest-neighbour machine of the data.

    Without classes all points get the same class.
    """
    return KernelNearestNeighbors(kernel, min(k, data.n)).fit(data.X, data.codes_or_zeros)


def looked_for(k: int) -> int:
    """Return the number of neighbours computed per place for k votes.

    Few neighbours take half the time, and serve all small k.
    """
    return FEW if k <= FEW else MOST


@shared(maxsize=48)
def around(data: Dataset, kernel: Kernel, most: int = MOST) -> Around:
    """Return the nearest `most` points of every place of the picture.

    Raises ValueError as `KernelNearestNeighbors` does.
    """
    grid = PictureGrid.of(data)
    points, fitted, q = grid.places, machine(data, kernel), min(most, data.n)
    # a Gaussian kernel decreases with the distance, so distances alone give the nearest points
    if isinstance(kernel, RBF):
        chosen, squares = _candidates(data, q)
        values = kernel._of_squares(squares)
        near = _nearest_candidates(
            chosen, -values, values, q, data.n, lambda tied: fitted.kneighbors(points[tied], q)[1]
        )
        return Around(grid, near)
    every = in_blocks(lambda block: fitted.kneighbors(block, q)[1], points)  # type: ignore[arg-type,return-value]
    return Around(grid, every.astype(np.int16))


@shared(maxsize=16)
def around_euclid(data: Dataset, most: int = MOST) -> Around:
    """Return the nearest `most` points of every place by Euclidean distance."""
    grid = PictureGrid.of(data)
    points, q = grid.places, min(most, data.n)
    chosen, squares = _candidates(data, q)

    def in_whole_rows(tied: NDArray[np.bool_]) -> Indices:
        squared = squared_distances(points[tied], data.X)
        return nearest(squared, squared, q)

    return Around(grid, _nearest_candidates(chosen, squares, squares, q, data.n, in_whole_rows))


def _nearest_candidates(
    chosen: Indices, keys: Array, terms: Array, q: int, n: int, whole: Callable[[NDArray[np.bool_]], Indices]
) -> NDArray[np.int16]:
    """Return the q candidates of smallest key for every place (places, q).

    ``terms`` are the summands of the keys: their size gives the roundoff within which keys are tied. A
    tie may extend to points that are no candidates, for example if all kernel values are 0. For such
    places ``whole`` compares all points.
    """
    rows, tied = among(chosen, keys, terms, q)
    if chosen.shape[1] < n and tied.any():
        rows[tied] = whole(tied)
    return rows.astype(np.int16)


@shared(maxsize=4)
def _candidates(data: Dataset, q: int) -> tuple[Indices, Array]:
    """Return candidates for the q nearest points of every place.

    The first array has rows of the data, q + CANDIDATES for each place. The second array is their
    ‖x − z‖². Both are independent of the kernel, so that they are reused for every γ.
    """
    points, spare = PictureGrid.of(data).places, min(q + CANDIDATES, data.n)
    chosen = np.sort(cKDTree(data.X).query(points, spare)[1].reshape(len(points), -1), axis=1)
    squares: Array = np.zeros(chosen.shape)
    for mine, theirs in zip(points.T, data.X.T, strict=True):
        squares += (mine[:, None] - theirs[chosen]) ** 2
    return chosen, squares


def plain(data: Dataset) -> Dataset:
    """Return the points relative to their centre.

    This keeps the digits of inner products of far-away points. The centre is half way between
    the outermost points. Relative to the mean some points might be too far away to be valid
    data.
    """
    return Dataset(
        data.X - (data.X.min(axis=0) + data.X.max(axis=0)) / 2,
        data.y,
        name=data.name,
        columns=data.columns,
        classes=data.classes,
        target=data.target,
        task=data.task,
    )


def fair_draw(data: Dataset, most: int) -> Dataset:
    """Return at most `most` points, in which each class keeps its share."""
    return data if data.n <= most else data.split(most / data.n, seed=0)[1]


def votes(data: Dataset, near: NDArray[np.int16] | Indices, k: int) -> Indices:
    """Return the majority class (m,) of the first k neighbours.

    The neighbours are the rows of ``near`` (m, q). Equal votes go to the first class.
    """
    voted = data.codes[near[:, :k]]
    counts = np.stack([(voted == c).sum(axis=1) for c in range(len(data.classes))], axis=1)
    return np.asarray(counts.argmax(axis=1))


@shared(maxsize=64)
def accuracies(data: Dataset, kernel: Kernel, k: int) -> tuple[float, float]:
    """Return the training accuracy and the held-out accuracy of the vote.

    The second is measured on 30 % of the points, held out. It is nan if there are too few points.
    """
    fitted = machine(data, kernel, k)
    train = float(fitted.score(data.X, data.codes))
    if data.n < FEWEST_HELD_OUT:
        return train, float("nan")
    known, test = data.split(HELD_OUT, seed=0)
    if known.n < k:
        return train, float("nan")
    return train, float(machine(known, kernel, k).score(test.X, test.codes))
