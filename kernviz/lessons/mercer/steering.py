"""Adjustable vector c, and the quadratic form cᵀKc."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.mercer.state import FEW, State
from kernviz.mercer.witness import readable


@dataclass(frozen=True)
class Steering:
    """Vector c (n,) and the quadratic form cᵀKc.

    `start` (n,) is the unit vector from which c turns; up to FEW points it is c itself.
    """

    c: Array
    value: float
    start: Array


def steering(state: State, matrix: Matrix) -> Steering:
    """Return the vector c that the sliders set, with cᵀKc.

    Up to FEW points there is a slider per point. Beyond, one slider turns c from a random vector to
    the eigenvector of λ_min.
    """
    K, n = matrix.K, matrix.n
    if n <= FEW:
        c = np.array([*state.weights, *[0.0] * n][:n])
        return Steering(c, float(c @ K @ c), c)
    lowest = matrix.spectrum.vectors[:, -1]
    random = np.random.default_rng(state.draw).normal(size=n)
    random -= (random @ lowest) * lowest
    random /= np.linalg.norm(random)
    angle = np.deg2rad(state.turn)
    c = np.cos(angle) * random + np.sin(angle) * lowest
    return Steering(c, float(c @ K @ c), random)


def negative_weights(matrix: Matrix) -> tuple[float, ...] | None:
    """Return weights for the sliders with cᵀKc < 0.

    They have two decimals and are at most 3 in size. None if these points have no such weights.
    """
    s = matrix.spectrum
    if s.smallest >= -s.tolerance:
        return None
    c = readable(s.symmetric_part, s.vectors[:, -1])
    c = np.round(c * min(1.0, 3 / float(np.abs(c).max())), 2)
    return tuple(float(v) for v in c)
