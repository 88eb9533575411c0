"""Truncated feature map of the Gaussian kernel, with its exact error.

The infinite map is cut off: the coordinates of degree m < T are kept.

exp(−γ‖x−z‖²) = e^{−γ‖x‖²} e^{−γ‖z‖²} Σ_m (2γ x·z)^m / m!   (S1 with γ = ½, S3 with γ = 1)
So on the line ψ_m(x) = √((2γ)^m / m!) x^m e^{−γx²}.
ψ_m(x)² is the Poisson probability of m at mean 2γx². These probabilities sum to 1.

The part missing after m < T is e^{−γ(‖x‖²+‖z‖²)} Σ_{m≥T} (2γ x·z)^m / m!.
For x·z ≥ 0 the missing part is k(x,z)·P(T, 2γ x·z).
P is the regularised lower incomplete gamma function (the Poisson probability of T or more).
For x·z < 0 the terms alternate, and the missing part is less than that with |x·z|.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammainc, gammaln

from kernviz.arrays import Array
from kernviz.wording import say

MOST_TERMS = 10_000_000  # with more terms the sum would take too long, and the search for T stops


def psi(x: ArrayLike, gamma: float, T: int) -> Array:
    """Return the coordinates ψ_0(x) … ψ_{T−1}(x) on the line.

    Shapes: (n,) -> (n, T). They are computed by logarithms, so that nothing overflows. Source: S1 (E16), S3.

    >>> p = psi([1, 0.5], 0.5, 30)
    >>> round(float(p[0] @ p[1]), 5)
    0.8825
    """
    _check(gamma, T)
    points = np.asarray(x, dtype=np.float64).reshape(-1, 1)
    m = np.arange(T)
    with np.errstate(divide="ignore", invalid="ignore"):
        # 0·log 0 = 0, as ψ_0 contains no power of x
        half = 0.5 * np.where(m == 0, 0.0, m * np.log(2 * gamma * points**2))
    size = np.exp(half - 0.5 * gammaln(m + 1) - gamma * points**2)
    return np.asarray(np.where((points < 0) & (m % 2 == 1), -size, size))


def dimension(d: int, T: int) -> int:
    """Return the number of coordinates of degree < T on ℝᵈ.

    The number is C(T−1+d, d), which is T on the line.
    """
    return math.comb(T - 1 + d, d)


def degree_parts(x: ArrayLike, z: ArrayLike, gamma: float, T: int) -> Array:
    """Return the contribution of each degree m < T to k.

    At one pair of points this is e^{−γ(‖x‖²+‖z‖²)} (2γ x·z)^m / m!. Shapes: (d,), (d,) -> (T,).
    """
    _check(gamma, T)
    left, right = np.asarray(x, dtype=np.float64).reshape(1, -1), np.asarray(z, dtype=np.float64).reshape(1, -1)
    return np.array([part[0] for part in _parts(*_powers(left, right, gamma), T)])


def truncated(X: ArrayLike, Z: ArrayLike, gamma: float, T: int) -> Array:
    """Return the truncated kernel k_T of paired rows of X, Z.

    k_T is the sum over degrees m < T. Shapes: (n, d), (n, d) -> (n,). X or Z may also have one row, used for all.

    No term is larger than 1 in size, so the sum is right to roundoff.
    Raises ValueError unless γ > 0 and T ≥ 1.
    """
    _check(gamma, T)
    a, log_front = _powers(np.atleast_2d(X), np.atleast_2d(Z), gamma)
    total = np.zeros(np.broadcast(a, log_front).shape)
    for part in _parts(a, log_front, T):
        total += part
    return total


def missing(X: ArrayLike, Z: ArrayLike, gamma: float, T: int) -> Array:
    """Return the truncation error k − k_T of paired rows.

    The shapes are those of `truncated`. The error has full relative precision for x·z ≥ 0, else it is right to roundoff
    (1e-16), and within the `bound`.
    """
    _check(gamma, T)
    left, right = np.atleast_2d(np.asarray(X, dtype=np.float64)), np.atleast_2d(np.asarray(Z, dtype=np.float64))
    a, _ = _powers(left, right, gamma)
    k = np.exp(-gamma * ((left - right) ** 2).sum(axis=1))
    most = bound(left, right, gamma, T)
    return np.where(a >= 0, k * gammainc(T, np.abs(a)), np.clip(k - truncated(left, right, gamma, T), -most, most))


def bound(X: ArrayLike, Z: ArrayLike, gamma: float, T: int) -> Array:
    """Return an upper bound of the truncation error |k − k_T|.

    The bound (n,) is e^{−γ(‖x‖²+‖z‖²)+|a|} P(T, |a|) with a = 2γ x·z. For a ≥ 0 it equals the error.
    """
    _check(gamma, T)
    a, log_front = _powers(np.atleast_2d(X), np.atleast_2d(Z), gamma)
    return np.asarray(np.exp(log_front + np.abs(a)) * gammainc(T, np.abs(a)))


def worst(radius: float, gamma: float, T: int) -> float:
    """Return the largest truncation error of points within a radius.

    It is P(T, 2γ·radius²) in every dimension, reached for x = z with ‖x‖ = radius.

    >>> round(1 - worst(3, 1, 20), 3), round(1 - worst(3, 1, 30), 3)
    (0.651, 0.994)
    """
    _check(gamma, T)
    return float(gammainc(T, 2 * gamma * radius**2))


def terms_needed(radius: float, gamma: float, tolerance: float) -> int:
    """Return the smallest T whose error stays within the tolerance.

    The condition is worst(radius, γ, T) ≤ tolerance. Raises ValueError unless 0 < tolerance < 1, and if T is beyond ten
    million.

    T is about 2γ·radius² plus a few times the square root of 2γ·radius².
    There are infinitely many features, but for a bounded set of points finitely many suffice.
    """
    if not 0 < tolerance < 1:
        raise ValueError(
            say(
                "tolerance = {tolerance:g} must be between 0 and 1: the error of no term at all is 1",
                tolerance=tolerance,
            )
        )
    high = 1
    while worst(radius, gamma, high) > tolerance:
        high *= 2
        if high > MOST_TERMS:
            raise ValueError(
                say(
                    "radius = {radius:g} with γ = {gamma:g} needs more than {limit:.1} terms: make the radius or γ "
                    "smaller",
                    radius=radius,
                    gamma=gamma,
                    limit=float(MOST_TERMS),
                )
            )
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if worst(radius, gamma, middle) > tolerance else (low, middle)
    return high


def _powers(X: ArrayLike, Z: ArrayLike, gamma: float) -> tuple[Array, Array]:
    """Return a = 2γ x·z and log e^{−γ(‖x‖²+‖z‖²)}, row by row."""
    left, right = np.asarray(X, dtype=np.float64), np.asarray(Z, dtype=np.float64)
    a = 2 * gamma * (left * right).sum(axis=1)
    return a, -gamma * ((left**2).sum(axis=1) + (right**2).sum(axis=1))


def _parts(a: Array, log_front: Array, T: int) -> list[Array]:
    """Return the terms front · aᵐ/m! for m < T.

    Each term is computed by its logarithm, as front may underflow where the term does not.
    """
    with np.errstate(divide="ignore"):
        log_a = np.log(np.abs(a))
    parts = [np.exp(log_front) * np.ones_like(a)]
    for m in range(1, T):
        size = np.exp(log_front + m * log_a - math.lgamma(m + 1))
        parts.append(np.where((a < 0) & (m % 2 == 1), -size, size))
    return parts


def _check(gamma: float, T: int) -> None:
    if not (gamma > 0 and math.isfinite(gamma)):
        raise ValueError(say("γ = {gamma:g} must be a number > 0", gamma=gamma))
    if T < 1:
        raise ValueError(say("T = {T} must be at least 1: with no term at all there is no map", T=T))
