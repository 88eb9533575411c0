"""Mean of the images: length, centred kernel values, distances from it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.features.geometry.kernel_values import (
    Gram,
    gram_block,
    gram_diagonal,
    gram_matrix,
    points_of,
    square_root,
    without_roundoff,
)
from kernviz.wording import say


def mean_norm2(K: ArrayLike) -> float:
    """Return the squared length `‖Φ̄‖² = (1/n²) Σᵢⱼ k(xᵢ,xⱼ)` of the mean of the images.

    For a Gaussian every ‖φ(x)‖² is 1. A smaller ‖Φ̄‖² then proves that Φ̄ is the image of no point. The same holds for
    any kernel with equal ‖φ(x)‖².

    Parameters
    ----------
    K : array-like of shape (n, n)
        Gram matrix.

    Returns
    -------
    float
        ‖Φ̄‖².

    Raises
    ------
    ValueError
        Unless K is square with n ≥ 1.

    References
    ----------
    Lecture notes S0, erratum E10.

    Examples
    --------
    >>> mean_norm2([[1, 0], [0, 1]])
    0.5
    """
    return float(gram_matrix(K).mean())


def mean_norm(K: ArrayLike) -> float:
    """Return the length ‖Φ̄‖ of the mean, the root of `mean_norm2`.

    Parameters
    ----------
    K : array-like of shape (n, n)
        Gram matrix.

    Returns
    -------
    float
        ‖Φ̄‖; nan if its square is negative, so that K is the Gram matrix of no kernel.

    Raises
    ------
    ValueError
        Unless K is square with n ≥ 1.

    References
    ----------
    Lecture notes S0.

    Examples
    --------
    >>> mean_norm([[2, 0], [0, 2]])
    1.0
    """
    squared = mean_norm2(K)
    return squared**0.5 if squared >= 0 else float("nan")


def center(K: ArrayLike) -> Array:
    """Return the centred Gram matrix `K′ᵢⱼ = Kᵢⱼ − K̄ᵢ − K̄ⱼ + K̄`, that of φ(x) − Φ̄.

    K̄ᵢ and K̄ⱼ are the means of row i and column j, and K̄ is the mean of all entries.

    Parameters
    ----------
    K : array-like of shape (n, n)
        Gram matrix.

    Returns
    -------
    ndarray of shape (n, n)
        K′, whose rows sum to 0.

    Raises
    ------
    ValueError
        Unless K is square with n ≥ 1.

    References
    ----------
    Lecture notes S0 (4), erratum E11.

    Examples
    --------
    >>> center([[1, 0], [0, 1]]).tolist()
    [[0.5, -0.5], [-0.5, 0.5]]
    """
    matrix = gram_matrix(K)
    columns = matrix.mean(axis=0)
    # summed in the same order as the columns, so that a symmetric K stays exactly symmetric
    rows = np.ascontiguousarray(matrix.T).mean(axis=0)
    return np.asarray(matrix - rows[:, None] - columns[None, :] + columns.mean())


def centered_block(B: ArrayLike, K: ArrayLike) -> Array:
    """Return centred kernel values `⟨φ(z) − Φ̄, φ(x) − Φ̄⟩` of new points.

    Φ̄ is the mean of φ(X). The values are those of scikit-learn's KernelCenterer, without the 0.2 to 0.4 ms of its
    checks.

    Parameters
    ----------
    B : array-like of shape (m, n)
        k(Z, X) of new points Z.
    K : array-like of shape (n, n)
        Gram matrix k(X, X).

    Returns
    -------
    ndarray of shape (m, n)
        The centred B.

    Raises
    ------
    ValueError
        Unless K is square and B has one column per row of K.

    Examples
    --------
    >>> centered_block([[1, 0]], [[1, 0], [0, 1]]).tolist()
    [[0.5, -0.5]]
    """
    block, matrix = np.asarray(B, dtype=np.float64), gram_matrix(K)
    if block.ndim != 2 or block.shape[1] != len(matrix):
        raise ValueError(
            say(
                "B has shape {B_shape} and K {K_shape}: B = k(Z, X) needs one column per row of K",
                B_shape=block.shape,
                K_shape=matrix.shape,
            )
        )
    means = matrix.mean(axis=0)
    return np.asarray(block - block.mean(axis=1)[:, None] - means[None, :] + means.mean())


def squared_distance_to_mean(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the squared distance of every image from the mean of φ(X).

    ‖φ(z) − Φ̄‖² = k(z,z) − (2/n) Σᵢ k(xᵢ,z) + ‖Φ̄‖².

    Parameters
    ----------
    k : Kernel
        The kernel.
    X : array-like of shape (n, d)
        Points of the mean.
    Z : array-like of shape (m, d)
        Other points.

    Returns
    -------
    ndarray of shape (m,)
        Squared distances; negative roundoff is set to 0. A value that stays negative shows that k is no kernel.

    Raises
    ------
    ValueError
        If a kernel value is not finite.

    References
    ----------
    Lecture notes S0.

    Examples
    --------
    >>> import kernviz as kv
    >>> squared_distance_to_mean(kv.Linear(), [[0], [2]], [[4]]).tolist()
    [9.0]
    """
    known, new = points_of(X), points_of(Z)
    return squared_from_density(gram_diagonal(k, new), density(k, known, new), mean_norm2(gram_block(k, known, known)))


def squared_from_density(own: Array, density: Array, mean: float) -> Array:
    """Return the squared distance ‖φ(z) − Φ̄‖² from values already computed.

    Parameters
    ----------
    own : ndarray of shape (m,)
        k(z,z).
    density : ndarray of shape (m,)
        ⟨φ(z), Φ̄⟩, see `density`.
    mean : float
        ‖Φ̄‖², see `mean_norm2`.

    Returns
    -------
    ndarray of shape (m,)
        own − 2 density + mean; negative roundoff is set to 0.

    Examples
    --------
    >>> squared_from_density(np.array([16.0]), np.array([4.0]), 1.0).tolist()
    [9.0]
    """
    return without_roundoff(own - 2 * density + mean, np.abs(own) + 2 * np.abs(density) + abs(mean))


def distance_to_mean(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the distance `‖φ(z) − Φ̄‖` of every image from the mean of φ(X).

    Parameters
    ----------
    k : Kernel
        The kernel.
    X : array-like of shape (n, d)
        Points of the mean.
    Z : array-like of shape (m, d)
        Other points.

    Returns
    -------
    ndarray of shape (m,)
        Distances.

    Raises
    ------
    ValueError
        If a squared distance is negative: k is no kernel on these points.

    Examples
    --------
    >>> import kernviz as kv
    >>> distance_to_mean(kv.Linear(), [[0], [2]], [[4]]).tolist()
    [3.0]
    """
    return square_root(squared_distance_to_mean(k, X, Z), "‖φ(z) − Φ̄‖²", lambda row: say("row {row} of Z", row=row))


def density(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the mean kernel value `⟨φ(z), Φ̄⟩ = (1/n) Σᵢ k(xᵢ, z)` of every z with X.

    Divided by ∫k(x, z) dx, it is Parzen's density estimate. For rbf(γ) on ℝᵈ, 1/∫k is (γ/π)^{d/2}.

    Parameters
    ----------
    k : Kernel
        The kernel.
    X : array-like of shape (n, d)
        Points of the mean.
    Z : array-like of shape (m, d)
        Other points.

    Returns
    -------
    ndarray of shape (m,)
        ⟨φ(z), Φ̄⟩.

    Raises
    ------
    ValueError
        If a kernel value is not finite.

    References
    ----------
    Lecture notes S4 (applications).

    Examples
    --------
    >>> import kernviz as kv
    >>> density(kv.Linear(), [[0], [2]], [[4]]).tolist()
    [4.0]
    """
    return np.asarray(gram_block(k, points_of(Z), points_of(X)).mean(axis=1))
