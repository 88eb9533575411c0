"""Limits of Gram matrix and machine as γ → ∞."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array

ROUNDOFF = float(np.finfo(np.float64).eps)


def condition(K: Array) -> float:
    """Return the condition number of a symmetric matrix.

    The condition number is the largest |eigenvalue| over the smallest. It is ∞ if the smallest is
    within the roundoff of the eigenvalues.
    """
    values = np.sort(np.abs(np.linalg.eigvalsh(K)))[::-1]
    return float(values[0] / values[-1]) if values[-1] > 5 * ROUNDOFF * values[0] else float("inf")


def law(y: Array) -> tuple[Array, float]:
    """Return the limits of α and b as γ → ∞.

    For different points and C ≥ 2 they are αᵢ = 1 − yᵢ·mean(y) and b = mean(y). Source: S3, Fun
    Time 3.

    With K = I the conditions yᵢ(αᵢyᵢ + b) = 1 give αᵢ = 1 − yᵢ b. Then Σ αᵢ yᵢ = 0 gives b =
    mean(y).
    """
    mean = float(np.mean(y))
    return np.asarray(1 - y * mean), mean
