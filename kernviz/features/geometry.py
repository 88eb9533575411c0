"""Lengths, distances, angles and means in feature space.

All are computed from kernel values alone, without φ. Source: S0 §1–3.

X (n, d) and Z (m, d) are points; the image of a point x is φ(x).
p (n,) and q (m,) are weights of the combinations P = Σ pᵢ φ(xᵢ), Q = Σ qⱼ φ(zⱼ).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.wording import enumerated, say

# Kernel values have limited relative precision: e^{x·z} loses as many digits as x·z has before the point. A squared
# distance subtracts such values. A negative result of a larger relative size than this is no roundoff: the function is
# no kernel.
NOISE = 1e-10


class Gram(Protocol):
    """Protocol of a kernel function with Gram blocks and a diagonal."""

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array: ...
    def diag(self, X: Array, /) -> Array: ...


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
    return float(_without_roundoff(np.array(pp - 2 * pq + qq), np.array(a + 2 * b + c)))


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
        _root(_without_roundoff(np.array([squared]), np.array([size])), "‖P‖² = pᵀKp", say("these weights"))[0]
    )


def _form(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> tuple[float, float]:
    """Return the bilinear form of two weight vectors and its term size.

    The result is (Σᵢⱼ pᵢ qⱼ kᵢⱼ, Σᵢⱼ |pᵢ qⱼ kᵢⱼ|).
    The second value is the size of the terms. The roundoff of the first value is relative to it (see `NOISE`).
    """
    left, right = _points(X), _points(Z)
    block, p, q = _values(k, left, right), _weights("p", p, left), _weights("q", q, right)
    return float(p @ block @ q), float(np.abs(p) @ np.abs(block) @ np.abs(q))


def norm(k: Gram, X: ArrayLike) -> Array:
    """Return the length ‖φ(x)‖ = √k(x,x) of every image.

    Parameters
    ----------
    k : Kernel
        The kernel.
    X : array-like of shape (n, d)
        Points.

    Returns
    -------
    ndarray of shape (n,)
        ‖φ(x)‖.

    Raises
    ------
    ValueError
        If k(x,x) < 0 for some x.

    Examples
    --------
    >>> import kernviz as kv
    >>> norm(kv.Linear(), [[3, 4]]).tolist()
    [5.0]
    """
    return _root(_diagonal(k, _points(X)), "k(x,x)", "row {} of X")


def squared_distance(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the squared distance of every image φ(x) from every image φ(z).

    ‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z).

    Parameters
    ----------
    k : Kernel
        The kernel.
    X, Z : array-like of shape (n, d) and (m, d)
        Points.

    Returns
    -------
    ndarray of shape (n, m)
        Squared distances; negative roundoff is set to 0. A value that stays negative shows that k is no kernel.

    Raises
    ------
    ValueError
        If a kernel value is not finite.

    References
    ----------
    Lecture notes S0 (there without the square, erratum E8), S4 NN.

    Examples
    --------
    >>> import kernviz as kv
    >>> squared_distance(kv.Linear(), [[1], [2]], [[4]]).tolist()
    [[9.0], [4.0]]
    """
    left, right = _points(X), _points(Z)
    block, rows, columns = _values(k, left, right), _diagonal(k, left)[:, None], _diagonal(k, right)[None, :]
    return _without_roundoff(rows - 2 * block + columns, np.abs(rows) + 2 * np.abs(block) + np.abs(columns))


def distance(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the distance `‖φ(x) − φ(z)‖` of every φ(x) from every φ(z).

    Parameters
    ----------
    k : Kernel
        The kernel.
    X, Z : array-like of shape (n, d) and (m, d)
        Points.

    Returns
    -------
    ndarray of shape (n, m)
        Distances.

    Raises
    ------
    ValueError
        If a squared distance is negative: k is no kernel on these points.

    Examples
    --------
    >>> import kernviz as kv
    >>> round(float(distance(kv.RBF(1), [[0]], [[1]])[0, 0]), 4)
    1.1244
    """
    return _root(squared_distance(k, X, Z), "‖φ(x) − φ(z)‖²", "rows {} of X and Z")


def angle(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """Return the angle between every φ(x) and every φ(z) in degrees.

    Its cosine is k(x, z)/√(k(x, x) k(z, z)).

    Parameters
    ----------
    k : Kernel
        The kernel.
    X, Z : array-like of shape (n, d) and (m, d)
        Points.

    Returns
    -------
    ndarray of shape (n, m)
        Angles from 0 to 180 degrees, never above 90 for a Gaussian.

    Raises
    ------
    ValueError
        If an image is the origin, or if |cos| > 1 (k is no kernel).

    Examples
    --------
    >>> import kernviz as kv
    >>> angle(kv.Linear(), [[1, 0]], [[1, 1], [0, 2]]).round(6).tolist()
    [[45.0, 90.0]]
    """
    left, right = _points(X), _points(Z)
    lengths = norm(k, left)[:, None] * norm(k, right)[None, :]
    if not np.all(lengths > 0):
        i, j = (int(v) for v in np.argwhere(~(lengths > 0))[0])
        raise ValueError(
            say(
                "φ of row {i} of X or of row {j} of Z is the origin: it has no direction, choose another point",
                i=i,
                j=j,
            )
        )
    cosine = _values(k, left, right) / lengths
    if np.any(np.abs(cosine) > 1 + NOISE):
        i, j = (int(v) for v in np.unravel_index(int(np.abs(cosine).argmax()), cosine.shape))
        raise ValueError(
            say(
                "cos = {cosine:.6g} between row {i} of X and row {j} of Z must be in [−1, 1]: k is not a kernel",
                cosine=cosine[i, j],
                i=i,
                j=j,
            )
        )
    return np.asarray(np.degrees(np.arccos(cosine.clip(-1, 1))))


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
    return float(_square(K).mean())


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
    matrix = _square(K)
    columns = matrix.mean(axis=0)
    rows = np.ascontiguousarray(matrix.T).mean(
        axis=0
    )  # summed in the same order, so that a symmetric K stays exactly symmetric
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
    block, matrix = np.asarray(B, dtype=np.float64), _square(K)
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
    known, new = _points(X), _points(Z)
    return squared_from_density(_diagonal(k, new), density(k, known, new), mean_norm2(_values(k, known, known)))


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
    return _without_roundoff(own - 2 * density + mean, np.abs(own) + 2 * np.abs(density) + abs(mean))


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
    return _root(squared_distance_to_mean(k, X, Z), "‖φ(z) − Φ̄‖²", "row {} of Z")


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
    return np.asarray(_values(k, _points(Z), _points(X)).mean(axis=1))


def _points(X: ArrayLike) -> Array:
    array = np.asarray(X, dtype=np.float64)
    array = array[:, None] if array.ndim == 1 else array
    if array.ndim != 2 or array.size == 0:
        raise ValueError(
            say("points must form a table (n, d) with n ≥ 1 and d ≥ 1, got shape {shape}", shape=array.shape)
        )
    return array


def _weights(name: str, p: ArrayLike, X: Array) -> Array:
    weights = np.asarray(p, dtype=np.float64)
    if weights.shape != (len(X),):
        raise ValueError(
            say(
                "{name} has shape {shape}: it must give one weight to each of the {X} points",
                name=name,
                shape=weights.shape,
                X=len(X),
            )
        )
    return weights


def _square(K: ArrayLike) -> Array:
    matrix = np.asarray(K, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(say("K has shape {shape}: a Gram matrix is (n, n) with n ≥ 1", shape=matrix.shape))
    return matrix


def _values(k: Gram, X: Array, Z: Array) -> Array:
    return _finite(k(X, Z))


def _diagonal(k: Gram, X: Array) -> Array:
    return _finite(k.diag(X))


def _finite(values: ArrayLike) -> Array:
    values = np.asarray(values, dtype=np.float64)
    if not np.all(np.isfinite(values)):
        where = ", ".join(str(int(v)) for v in np.argwhere(~np.isfinite(values))[0])
        raise ValueError(
            say("the kernel value at ({where}) is not a finite number: scale the data or lower the degree", where=where)
        )
    return values


def _without_roundoff(values: Array, terms: Array) -> Array:
    """Set negative values to 0 if they are only roundoff.

    A negative value counts as roundoff up to `NOISE` times the size of its terms. Other values stay.
    """
    return np.where((values < 0) & (values >= -NOISE * terms), 0.0, values)


def _root(squared: Array, what: str, where: str) -> Array:
    if np.any(squared < 0):
        index = np.unravel_index(int(squared.argmin()), squared.shape)
        place = where.format(enumerated([str(int(i)) for i in index]))
        raise ValueError(
            say(
                "{what} = {smallest:.6g} at {place} must be ≥ 0: k is not a kernel on these points",
                what=what,
                smallest=squared.min(),
                place=place,
            )
        )
    return np.sqrt(squared)
