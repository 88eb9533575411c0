"""Distances between points, computed from differences: exactly zero for equal points and exactly symmetric."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def squared_distances(X: Array, Z: Array) -> Array:
    """‖x − z‖²: (n, d), (m, d) -> (n, m). Not by ‖x‖² − 2x·z + ‖z‖², which cancels for points far from the origin."""
    total = np.zeros((len(X), len(Z)), dtype=X.dtype)
    for left, right in zip(X.T, Z.T, strict=True):
        difference = left[:, None] - right[None, :]
        difference *= difference
        total += difference
    return total


def distances(X: Array, Z: Array) -> Array:
    """‖x − z‖: (n, d), (m, d) -> (n, m)."""
    return np.sqrt(squared_distances(X, Z))


def manhattan(X: Array, Z: Array) -> Array:
    """Σ|xᵢ − zᵢ|: (n, d), (m, d) -> (n, m)."""
    total = np.zeros((len(X), len(Z)), dtype=X.dtype)
    for left, right in zip(X.T, Z.T, strict=True):
        total += np.abs(left[:, None] - right[None, :])
    return total
