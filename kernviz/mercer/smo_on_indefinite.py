"""Soft-margin dual solved by SMO for any symmetric matrix K.

K need not be a Gram matrix. The dual is max Σαᵢ − ½ Σᵢⱼ αᵢαⱼ yᵢyⱼ Kᵢⱼ with 0 ≤ α ≤ C, Σαᵢyᵢ = 0.
If K has a negative eigenvalue, the objective need not be concave. Then the climb may end at a corner
of the box, and ‖w‖² = αᵀQα may be negative, where Qᵢⱼ = yᵢyⱼKᵢⱼ. Without C the objective may be unbounded.
`models.KernelSVC` refuses such a K; this module shows why.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.wording import say

MOST_STEPS = 3000  # largest number of pairs moved, after which the result is returned as unfinished
GAP = 1e-3  # KKT gap at which the climb stops, the default of most solvers
FLAT = 1e-12  # replaces a curvature ≤ 0: the step then ends at the bound of the box


@dataclass(frozen=True)
class SmoResult:
    """Last α of the SMO iteration on the dual objective.

    The fields are α (n,), ‖w‖² = αᵀQα, the dual objective, f at the n points (n,), b, and `finished`.

    `finished` is False if the climb stopped after MOST_STEPS steps, before the KKT gap fell below GAP.
    """

    alpha: Array
    norm2: float
    objective: float
    values: Array
    intercept: float
    finished: bool

    @property
    def support(self) -> int:
        """Return the number of points with α > 0."""
        return int((self.alpha > 1e-8 * self.alpha.max(initial=0.0)).sum())


def smo(K: Array, y: Array, C: float) -> SmoResult:
    """Solve the dual by sequential minimal optimisation (SMO).

    The start is α = 0. Each step changes the pair (αᵢ, αⱼ) that violates the optimality conditions most. K (n, n)
    is symmetric, y (n,) is ±1.

    Raises ValueError unless both classes are present and C is finite and > 0.
    """
    if not (0 < C < np.inf):
        raise ValueError(say("C = {C} must be finite and > 0: without a bound there may be no maximum", C=str(C)))
    if not ((y > 0).any() and (y < 0).any()):
        raise ValueError(say("both classes, +1 and −1, must have a point"))
    alpha, slope = np.zeros(len(y)), np.ones(len(y))  # slope: gradient of the objective
    finished = False
    for _ in range(MOST_STEPS):
        pull = y * slope
        up, down = _movable(alpha, y, C)
        i = int(np.argmax(np.where(up, pull, -np.inf)))
        j = int(np.argmin(np.where(down, pull, np.inf)))
        if pull[i] - pull[j] < GAP:
            finished = True
            break
        curvature = K[i, i] + K[j, j] - 2 * K[i, j]
        step = (pull[i] - pull[j]) / max(float(curvature), FLAT)
        room_i = C - alpha[i] if y[i] > 0 else alpha[i]
        room_j = alpha[j] if y[j] > 0 else C - alpha[j]
        step = min(step, float(room_i), float(room_j))
        alpha[i] = _snapped_to_bounds(alpha[i] + y[i] * step, C)
        alpha[j] = _snapped_to_bounds(alpha[j] - y[j] * step, C)
        slope -= step * y * (K[:, i] - K[:, j])
    signed = alpha * y
    raw = K @ signed
    norm2 = float(signed @ raw)
    free = (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))
    pull = y - raw
    up, down = _movable(alpha, y, C)
    b = float(np.mean(pull[free]) if free.any() else (pull[up].max() + pull[down].min()) / 2)
    return SmoResult(alpha, norm2, float(alpha.sum() - norm2 / 2), raw + b, b, finished)


def _movable(alpha: Array, y: Array, C: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the points whose yα may grow or fall."""
    return np.where(y > 0, alpha < C, alpha > 0), np.where(y > 0, alpha > 0, alpha < C)


def _snapped_to_bounds(value: float, C: float) -> float:
    """Round a value near 0 or C to that exact bound."""
    return 0.0 if value < 1e-12 * C else C if value > C * (1 - 1e-12) else float(value)
