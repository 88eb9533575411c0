"""Points and a kernel that several tests of machines train on."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array

SQUARE = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
XOR = np.array([1, -1, -1, 1])


def cloud(n: int = 60, seed: int = 0) -> tuple[Array, Array]:
    """Return points on both sides of a wave, some on the wrong one."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, 2))
    return X, np.where(X[:, 1] > np.sin(2 * X[:, 0]) + 0.4 * rng.normal(size=n), 1, -1)


class MinusDistance:
    """−‖x − z‖: no kernel, and one on weights of sum zero."""

    def __call__(self, X: Array, Z: Array | None = None) -> Array:
        Z = X if Z is None else Z
        return -np.sqrt(((X[:, None] - Z[None]) ** 2).sum(-1))

    def diag(self, X: Array) -> Array:
        return np.zeros(len(X))
