"""Distances from the probe of the Nearest neighbours page to every point.

They are measured by the kernel and by Euclid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array, Indices
from kernviz.data import Dataset
from kernviz.kernels import Kernel
from kernviz.lessons.neighbors.euclid import cannot_tell
from kernviz.lessons.neighbors.neighbor_grid import machine
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.signed_number import squared_distance
from kernviz.models.neighbors import nearest


@dataclass(frozen=True)
class NeighborReading:
    """Kernel values, distances and ranks of all points from the probe z.

    Distances and ranks are given by the kernel and by Euclidean distance. Ranks count from 1. Every
    array except z (d,) has shape (n,).
    """

    z: Array
    kzz: float
    values: Array  # k(xᵢ, z)
    own: Array  # k(xᵢ, xᵢ)
    squared: Array  # squared distances in feature space, not clipped at 0
    euclid: Array  # squared Euclidean distances
    order: Indices  # indices of the points, nearest first by the kernel
    order_euclid: Indices
    blind: bool  # True if the kernel values here are too small to tell points apart

    @property
    def ranks(self) -> Indices:
        return np.argsort(self.order) + 1

    @property
    def ranks_euclid(self) -> Indices:
        return np.argsort(self.order_euclid) + 1

    def written_out(self, i: int) -> str:
        """Return the squared distance of point i, written out as TeX."""
        terms = squared_distance(float(self.own[i]), float(self.values[i]), self.kzz)
        return f"{terms} = {tex(float(self.squared[i]))}"

    @property
    def first(self) -> int:
        return int(self.order[0])

    @property
    def first_euclid(self) -> int:
        return int(self.order_euclid[0])


def reading(data: Dataset, kernel: Kernel, z: Array) -> NeighborReading:
    """Return the distances from the probe to every point.

    Raises ValueError as `KernelNearestNeighbors` does, also for an overflow at z.
    """
    row = z[None]
    order = machine(data, kernel).kneighbors(row, data.n)[1][0]
    euclid = ((data.X - z) ** 2).sum(axis=1)
    order_euclid = nearest(euclid[None], euclid[None], data.n)[0]
    values = np.asarray(kernel(data.X, row))[:, 0]
    own, kzz = np.asarray(kernel.diag(data.X)), float(kernel.diag(row)[0])
    blind = bool(cannot_tell(data, kernel, row)[0])
    return NeighborReading(z, kzz, values, own, own - 2 * values + kzz, euclid, order, order_euclid, blind)
