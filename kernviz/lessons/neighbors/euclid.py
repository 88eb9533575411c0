"""Kernel against Euclid: where the nearest point is another, and where a kernel is too small to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel, Linear
from kernviz.lessons.neighbors.near import FEW, around, around_euclid, machine, plain
from kernviz.surfaces import in_blocks

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
TIE = 1e-9  # relative: decimal coordinates make equal distances that differ in their last digits
TINIEST = 1e-300  # below this kernel values lose digits, and then all


@dataclass(frozen=True)
class Comparison:
    """Where in the picture kernel and Euclid name different nearest neighbours."""

    flips: NDArray[np.bool_]  # (places,) another neighbour
    blind: float  # share of the places where the kernel's values are too small to tell points apart
    plane_agrees: float  # share of the other places with the same neighbour; nan if there are none


@shared(maxsize=48)
def comparison(data: Dataset, kernel: Kernel, most: int = FEW) -> Comparison:
    """Kernel against Euclid, where the nearest `most` of every place are found anyhow."""
    euclid = around_euclid(data, most)
    flips = _farther(data.X, euclid.places, around(data, kernel, most).near[:, 0], euclid.near[:, 0])
    # where no place differs nothing is hidden; where one does, a place that agrees by chance is as blind as the others
    blind = cannot_tell(data, kernel, euclid.places) if flips.any() else np.zeros(len(flips), dtype=bool)
    flips &= ~blind
    sighted = int((~blind).sum())
    agrees = 1 - float(flips.sum()) / sighted if sighted else float("nan")
    return Comparison(flips, float(blind.mean()), agrees)


def _farther(X: Array, points: Array, chosen: NDArray[Any], nearest: NDArray[Any]) -> NDArray[np.bool_]:
    """(m,) where the point that was chosen is truly farther than the nearest one; a tie that rounding broke is none."""
    far, near = (((X[rows] - points) ** 2).sum(axis=1) for rows in (chosen, nearest))
    return np.asarray((chosen != nearest) & (far > near * (1 + TIE)))


def cannot_tell(data: Dataset, kernel: Kernel, points: Array) -> NDArray[np.bool_]:
    """Places where a kernel of constant diagonal is 0 to all points but for the last digits there are."""
    if not _level(kernel.diag(data.X)):
        return np.zeros(len(points), dtype=bool)
    largest = in_blocks(lambda block: np.abs(kernel(block, data.X)).max(axis=1), points)
    return np.asarray(largest < TINIEST)


def _level(own: Array) -> bool:
    """Whether k(x, x) is the same for all points, up to some roundings."""
    return bool(np.ptp(own) <= 1e-12 * np.abs(own).max())


@shared(maxsize=48)
def points_agree(data: Dataset, kernel: Kernel) -> float:
    """Share of the points whose nearest other point is the same; nan where that says nothing."""
    if data.n < 2:
        return float("nan")
    moved = plain(data)
    pairs = ((machine(data, kernel), data.X), (machine(moved, Linear()), moved.X))
    first = [_nearest_other(fitted.kneighbors(X, 2)[1]) for fitted, X in pairs]
    same = ~_farther(data.X, data.X, *first)
    lost = np.zeros(data.n, dtype=bool)  # alone with itself, as far as the kernel's numbers reach
    if not same.all() and _level(kernel.diag(data.X)):
        values = np.abs(kernel(data.X))
        np.fill_diagonal(values, 0.0)
        lost = values.max(axis=1) < TINIEST
    return float(same[~lost].mean()) if not lost.all() else float("nan")


def _nearest_other(near: Indices) -> Indices:
    """Of two neighbours of every training point the first that is not the point itself."""
    own = np.arange(len(near))
    return np.where(near[:, 0] == own, near[:, 1], near[:, 0])
