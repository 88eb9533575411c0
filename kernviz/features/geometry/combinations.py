"""Combinations of images: inner product, distance and length.

P = Σ pᵢ φ(xᵢ) has the points X (n, d) and the weights p (n,), Q = Σ qⱼ φ(zⱼ) has Z (m, d) and q (m,).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernviz.features.geometry.kernel_values import (
    Gram,
    gram_block,
    points_of,
    square_root,
    weights_of,
    without_roundoff,
)
from kernviz.wording import say


def inner(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> float:
    """Return the inner product `P·Q = Σᵢⱼ pᵢ qⱼ k(xᵢ, zⱼ)` of two combinations of images.

    Parameters
    ----------
    k : Kernel
        The kernel.
    p, q : array-like of shape (n,) and (m,)
        Weights of P and Q.
    X, Z : array-like of shape (n, d) and (m, d)
        Points of P and Q.

    Returns
    -------
    float
        P·Q.

    Raises
    ------
    ValueError
        Unless there is one weight per point, and every kernel value is finite.

    References
    ----------
    Lecture notes S0, erratum E4.

    Examples
    --------
    >>> import kernviz as kv
    >>> inner(kv.Linear(), [1, 1], [[1], [2]], [1], [[3]])
    9.0
    """
    return _form(k, p, X, q, Z)[0]


def squared_separation(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> float:
    """Return the squared distance `‖P − Q‖² = P·P − 2 P·Q + Q·Q` of two combinations of images.

    Parameters
    ----------
    k : Kernel
        The kernel.
    p, q : array-like of shape (n,) and (m,)
        Weights of P and Q.
    X, Z : array-like of shape (n, d) and (m, d)
        Points of P and Q.

    Returns
    -------
    float
        ‖P − Q‖²; negative roundoff is set to 0.

    Raises
    ------
    ValueError
        Unless there is one weight per point, and every kernel value is finite.

    References
    ----------
    Lecture notes S0, errata E4, E8.

    Examples
    --------
    >>> import kernviz as kv
    >>> squared_separation(kv.Linear(), [1, 1], [[1], [2]], [1], [[5]])
    4.0
    """
    (pp, a), (pq, b), (qq, c) = _form(k, p, X, p, X), _form(k, p, X, q, Z), _form(k, q, Z, q, Z)
    return float(without_roundoff(np.array(pp - 2 * pq + qq), np.array(a + 2 * b + c)))


def combination_norm(k: Gram, p: ArrayLike, X: ArrayLike) -> float:
    """Return the length `‖P‖ = √(pᵀKp)` of a combination of images.

    K is the Gram matrix of X.

    Parameters
    ----------
    k : Kernel
        The kernel.
    p : array-like of shape (n,)
        Weights of P.
    X : array-like of shape (n, d)
        Points of P.

    Returns
    -------
    float
        ‖P‖.

    Raises
    ------
    ValueError
        If pᵀKp < 0 (k is no kernel), or unless there is one weight per point.

    References
    ----------
    Lecture notes S0, erratum E7.

    Examples
    --------
    >>> import kernviz as kv
    >>> combination_norm(kv.Linear(), [1, 1], [[1], [2]])
    3.0
    """
    squared, size = _form(k, p, X, p, X)
    return float(
        square_root(
            without_roundoff(np.array([squared]), np.array([size])), "‖P‖² = pᵀKp", lambda _: say("these weights")
        )[0]
    )


def _form(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> tuple[float, float]:
    """Return the bilinear form of two weight vectors and its term size.

    The result is (Σᵢⱼ pᵢ qⱼ kᵢⱼ, Σᵢⱼ |pᵢ qⱼ kᵢⱼ|).
    The second value is the size of the terms. The roundoff of the first value is relative to it (see `NOISE`).
    """
    left, right = points_of(X), points_of(Z)
    block, p, q = gram_block(k, left, right), weights_of("p", p, left), weights_of("q", q, right)
    return float(p @ block @ q), float(np.abs(p) @ np.abs(block) @ np.abs(q))
