r"""Lengths, distances, angles and means in feature space, from kernel values alone: φ is never computed. Source: S0
§1–3.

X (n, d) and Z (m, d) are points; p (n,) and q (m,) are weights of the combinations P = Σ pᵢ φ(xᵢ), Q = Σ qⱼ φ(zⱼ).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.wording import say

Array = NDArray[np.float64]

# Kernel values are known to some digits only (e^{x·z} loses what x·z takes up), and a squared distance subtracts them.
# What is negative by a larger share of its terms than this is no roundoff, and no distance.
NOISE = 1e-10


class Gram(Protocol):
    """What geometry asks of a kernel."""

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array: ...
    def diag(self, X: Array, /) -> Array: ...


def inner(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> float:
    """P·Q = Σᵢⱼ pᵢ qⱼ k(xᵢ, zⱼ). Raises ValueError unless there is one weight per point. Source: S0, erratum E4.

    >>> import kernviz as kv
    >>> inner(kv.Linear(), [1, 1], [[1], [2]], [1], [[3]])
    9.0
    """
    return _form(k, p, X, q, Z)[0]


def squared_separation(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> float:
    """‖P − Q‖² = P·P − 2 P·Q + Q·Q, roundoff below zero set to 0. Source: S0, errata E4, E8."""
    (pp, a), (pq, b), (qq, c) = _form(k, p, X, p, X), _form(k, p, X, q, Z), _form(k, q, Z, q, Z)
    return float(_without_roundoff(np.array(pp - 2 * pq + qq), np.array(a + 2 * b + c)))


def combination_norm(k: Gram, p: ArrayLike, X: ArrayLike) -> float:
    """‖P‖ = √(pᵀKp). Raises ValueError where pᵀKp < 0: k is no kernel then. Source: S0, erratum E7."""
    squared, size = _form(k, p, X, p, X)
    return float(
        _root(_without_roundoff(np.array([squared]), np.array([size])), "‖P‖² = pᵀKp", say("these weights"))[0]
    )


def _form(k: Gram, p: ArrayLike, X: ArrayLike, q: ArrayLike, Z: ArrayLike) -> tuple[float, float]:
    """(Σᵢⱼ pᵢ qⱼ kᵢⱼ, Σᵢⱼ |pᵢ qⱼ kᵢⱼ|): the value, and the size its roundoff is a share of."""
    left, right = _points(X), _points(Z)
    block, p, q = _values(k, left, right), _weights("p", p, left), _weights("q", q, right)
    return float(p @ block @ q), float(np.abs(p) @ np.abs(block) @ np.abs(q))


def norm(k: Gram, X: ArrayLike) -> Array:
    """‖φ(x)‖ = √k(x,x). (n, d) -> (n,). Raises ValueError where k(x,x) < 0."""
    return _root(_diagonal(k, _points(X)), "k(x,x)", "row {} of X")


def squared_distance(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z). (n, d), (m, d) -> (n, m). Source: S0 (there without the square, E8),
    S4 NN.

    Roundoff below zero is set to 0. A value that stays negative shows that k is no kernel.
    """
    left, right = _points(X), _points(Z)
    block, rows, columns = _values(k, left, right), _diagonal(k, left)[:, None], _diagonal(k, right)[None, :]
    return _without_roundoff(rows - 2 * block + columns, np.abs(rows) + 2 * np.abs(block) + np.abs(columns))


def distance(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """‖φ(x) − φ(z)‖. (n, d), (m, d) -> (n, m). Raises ValueError where its square is negative: k is no kernel there.

    >>> import kernviz as kv
    >>> round(float(distance(kv.RBF(1), [[0]], [[1]])[0, 0]), 4)
    1.1244
    """
    return _root(squared_distance(k, X, Z), "‖φ(x) − φ(z)‖²", "rows {} of X and Z")


def angle(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """The angle between φ(x) and φ(z) in degrees: cos = k(x,z)/√(k(x,x) k(z,z)). (n, d), (m, d) -> (n, m).

    Never above 90° for a Gaussian. Raises ValueError where an image is the origin, or where |cos| > 1 (no kernel).
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
    """‖Φ̄‖² = (1/n²) Σᵢⱼ k(xᵢ,xⱼ), Φ̄ = (1/n) Σ φ(xᵢ). (n, n) -> number.
    Below the common ‖φ(x)‖² (a Gaussian: 1) it proves that Φ̄ is the image of no point. Source: S0, erratum E10.
    """
    return float(_square(K).mean())


def mean_norm(K: ArrayLike) -> float:
    """‖Φ̄‖, the root of `mean_norm2`; nan where K is no kernel's and the square is negative. (n, n) -> number. Source:
    S0.
    """
    squared = mean_norm2(K)
    return squared**0.5 if squared >= 0 else float("nan")


def center(K: ArrayLike) -> Array:
    """K′ᵢⱼ = Kᵢⱼ − K̄ᵢ − K̄ⱼ + K̄: the Gram matrix of φ(x) − Φ̄. (n, n) -> (n, n). Its rows sum to 0. Source: S0 (4),
    E11.
    """
    matrix = _square(K)
    columns = matrix.mean(axis=0)
    rows = np.ascontiguousarray(matrix.T).mean(
        axis=0
    )  # summed in the same order: what is symmetric stays so to the bit
    return np.asarray(matrix - rows[:, None] - columns[None, :] + columns.mean())


def centered_block(B: ArrayLike, K: ArrayLike) -> Array:
    """The same for new points: B (m, n) = k(Z, X), K (n, n) = k(X, X) -> ⟨φ(z) − Φ̄, φ(x) − Φ̄⟩ (m, n), Φ̄ that
    of X. What scikit-learn's KernelCenterer gives (a test compares them), without the 0.2 to 0.4 ms it takes to check.
    """
    block, matrix = np.asarray(B, dtype=np.float64), _square(K)
    if block.ndim != 2 or block.shape[1] != len(matrix):
        raise ValueError(
            say(
                "B has shape {shape} and K {shape_2}: B = k(Z, X) needs one column per row of K",
                shape=block.shape,
                shape_2=matrix.shape,
            )
        )
    means = matrix.mean(axis=0)
    return np.asarray(block - block.mean(axis=1)[:, None] - means[None, :] + means.mean())


def squared_distance_to_mean(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """‖φ(z) − Φ̄‖² for every z, Φ̄ the mean of φ(X): k(z,z) − (2/n) Σᵢ k(xᵢ,z) + ‖Φ̄‖². -> (m,). Source: S0.

    Roundoff below zero is set to 0. A value that stays negative shows that k is no kernel.
    """
    known, new = _points(X), _points(Z)
    return squared_from_density(_diagonal(k, new), density(k, known, new), mean_norm2(_values(k, known, known)))


def squared_from_density(own: Array, density: Array, mean: float) -> Array:
    """The same from k(z,z) (m,), ⟨φ(z), Φ̄⟩ (m,) and ‖Φ̄‖², where they are known already."""
    return _without_roundoff(own - 2 * density + mean, np.abs(own) + 2 * np.abs(density) + abs(mean))


def distance_to_mean(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """‖φ(z) − Φ̄‖ for every z. -> (m,). Raises ValueError where its square is negative: k is no kernel there."""
    return _root(squared_distance_to_mean(k, X, Z), "‖φ(z) − Φ̄‖²", "row {} of Z")


def density(k: Gram, X: ArrayLike, Z: ArrayLike) -> Array:
    """⟨φ(z), Φ̄⟩ = (1/n) Σᵢ k(xᵢ, z), Parzen's density estimate up to one constant: 1/∫k. -> (m,). Source: S4
    (applications).

    For rbf(γ) on ℝᵈ that constant is (γ/π)^{d/2}.
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
    """Negative values that are a share of their terms no larger than `NOISE` become 0; others stay."""
    return np.where((values < 0) & (values >= -NOISE * terms), 0.0, values)


def _root(squared: Array, what: str, where: str) -> Array:
    if np.any(squared < 0):
        index = np.unravel_index(int(squared.argmin()), squared.shape)
        place = where.format(" and ".join(str(int(i)) for i in index))
        raise ValueError(
            say(
                "{what} = {min:.6g} at {place} must be ≥ 0: k is not a kernel on these points",
                what=what,
                min=squared.min(),
                place=place,
            )
        )
    return np.sqrt(squared)
