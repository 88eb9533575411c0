"""Comparison of nearest neighbours by kernel distance and by Euclidean distance.

It also finds the places at which the kernel is too small to tell points apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array, Indices
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.neighbors.neighbor_grid import FEW, around, around_euclid, machine, plain
from kernviz.surfaces import in_blocks
from kernviz.wording import say

TIE = 1e-9  # relative tolerance: equal distances between decimal coordinates may differ in the last digits
TINIEST = 1e-300  # smaller kernel values lose digits, then underflow


@dataclass(frozen=True)
class Comparison:
    """Comparison of the nearest neighbours by kernel distance and by Euclidean distance."""

    flips: NDArray[np.bool_]  # (places,): True where the nearest neighbours differ
    blind: float  # share of the places where the kernel's values are too small to tell points apart
    plane_agrees: float  # share of the other places with the same neighbour; nan if there are none


def compared_places(apart: Comparison) -> str:
    """Return the places of which `plane_agrees` is a share, in words."""
    return say("of the places where the kernel tells points apart") if apart.blind else say("of the picture")


@shared(maxsize=48)
def comparison(data: Dataset, kernel: Kernel, most: int = FEW) -> Comparison:
    """Compare the nearest neighbours by kernel distance and by Euclidean distance.

    `most` is that of `around` and `around_euclid`, whose cached neighbours are used.
    """
    euclid = around_euclid(data, most)
    flips = _farther(data.X, euclid.grid.places, around(data, kernel, most).near[:, 0], euclid.near[:, 0])
    # If no place differs, nothing needs an explanation. Otherwise places that agree by chance count as undecidable,
    # too.
    blind = cannot_tell(data, kernel, euclid.grid.places) if flips.any() else np.zeros(len(flips), dtype=bool)
    flips &= ~blind
    sighted = int((~blind).sum())
    agrees = 1 - float(flips.sum()) / sighted if sighted else float("nan")
    return Comparison(flips, float(blind.mean()), agrees)


def _farther(X: Array, points: Array, chosen: NDArray[Any], nearest: NDArray[Any]) -> NDArray[np.bool_]:
    """Return a mask of places whose chosen point is not the nearest.

    The mask has shape (m,). It is True where the chosen point is truly farther than the
    nearest one. Ties broken by rounding do not count.
    """
    far, near = (((X[rows] - points) ** 2).sum(axis=1) for rows in (chosen, nearest))
    return np.asarray((chosen != nearest) & (far > near * (1 + TIE)))


def cannot_tell(data: Dataset, kernel: Kernel, points: Array) -> NDArray[np.bool_]:
    """Return a mask of places where the kernel cannot tell points apart.

    At such a place z every k(z, xᵢ) is below TINIEST, and k(x, x) is constant. Then all kernel
    distances from z are equal in floating point.
    """
    if not _constant_diagonal(kernel.diag(data.X)):
        return np.zeros(len(points), dtype=bool)
    largest = in_blocks(lambda block: np.abs(kernel(block, data.X)).max(axis=1), points)
    return np.asarray(largest < TINIEST)


def _constant_diagonal(own: Array) -> bool:
    """Return True if k(x, x) is constant over all points.

    Differences of some roundings are allowed.
    """
    return bool(np.ptp(own) <= 1e-12 * np.abs(own).max())


@shared(maxsize=48)
def points_agree(data: Dataset, kernel: Kernel) -> float:
    """Return the share of points with equal nearest neighbours by both distances.

    The two distances are the kernel distance and the Euclidean distance. The nearest neighbour is the
    nearest other point. The share is nan for a single point, and if the kernel tells no points apart.
    """
    if data.n < 2:
        return float("nan")
    moved = plain(data)
    pairs = ((machine(data, kernel), data.X), (machine(moved, Linear()), moved.X))
    first = [_nearest_other(fitted.kneighbors(X, 2)[1]) for fitted, X in pairs]
    same = ~_farther(data.X, data.X, *first)
    lost = np.zeros(data.n, dtype=bool)  # points whose kernel value with every other point has underflowed
    if not same.all() and _constant_diagonal(kernel.diag(data.X)):
        values = np.abs(kernel(data.X))
        np.fill_diagonal(values, 0.0)
        lost = values.max(axis=1) < TINIEST
    return float(same[~lost].mean()) if not lost.all() else float("nan")


def _nearest_other(near: Indices) -> Indices:
    """Return the nearest other point of every training point.

    Of two neighbours of a training point, the first that is not the point itself is taken.
    """
    own = np.arange(len(near))
    return np.where(near[:, 0] == own, near[:, 1], near[:, 0])
