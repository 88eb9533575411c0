"""Distances between points, computed from coordinate differences.

So distances are exactly zero for equal points, and exactly symmetric.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernviz.arrays import Array


def squared_distances(X: Array, Z: Array) -> Array:
    """Return the squared distances ‖x − z‖².

    Shapes: (n, d), (m, d) -> (n, m).
    The formula ‖x‖² − 2x·z + ‖z‖² is not used, as it loses digits to cancellation far from the origin.
    """
    total = np.zeros((len(X), len(Z)), dtype=X.dtype)
    for left, right in zip(X.T, Z.T, strict=True):
        difference = left[:, None] - right[None, :]
        difference *= difference
        total += difference
    return total


def distances(X: Array, Z: Array) -> Array:
    """Return the Euclidean distances ‖x − z‖.

    Shapes: (n, d), (m, d) -> (n, m).
    """
    return np.sqrt(squared_distances(X, Z))


def manhattan(X: Array, Z: Array) -> Array:
    """Return the Manhattan distances Σ|xᵢ − zᵢ|.

    Shapes: (n, d), (m, d) -> (n, m).
    """
    return sum_over_coordinates(lambda x, z: np.abs(x - z), X, Z)


def sum_over_coordinates(f: Callable[[Array, Array], Array], X: Array, Z: Array) -> Array:
    """Return Σ f(xᵢ, zᵢ) for every pair of points.

    Shapes: (n, d), (m, d) -> (n, m). One coordinate at a time takes little memory; an array (n, m, d) would take 1 GB.
    """
    total = np.zeros((len(X), len(Z)), dtype=X.dtype)
    for x, z in zip(X.T, Z.T, strict=True):
        total += f(x[:, None], z[None, :])
    return total
