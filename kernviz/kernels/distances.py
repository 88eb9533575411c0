"""Distances between points, computed from coordinate differences.

So distances are exactly zero for equal points, and exactly symmetric.
"""

from __future__ import annotations

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
    total = np.zeros((len(X), len(Z)), dtype=X.dtype)
    for left, right in zip(X.T, Z.T, strict=True):
        total += np.abs(left[:, None] - right[None, :])
    return total
