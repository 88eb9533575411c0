"""Checked kernel values and points, and the limit of roundoff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.kernels.input_checks import points
from kernviz.wording import enumerated, say

# Kernel values have limited relative precision: e^{x·z} loses as many digits as x·z has before the point. A squared
# distance subtracts such values. A negative result of a larger relative size than this is no roundoff: the function is
# no kernel.
NOISE = 1e-10


class Gram(Protocol):
    """Protocol of a kernel function with Gram blocks and a diagonal."""

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array: ...
    def diag(self, X: Array, /) -> Array: ...


def points_of(X: ArrayLike) -> Array:
    """Return points as an array (n, d).

    Numbers are points of a line. Raises ValueError for no points, another shape, or a value that is no finite number.
    """
    array = points(X)
    if not len(array):
        raise ValueError(
            say("points must form a table (n, d) with n ≥ 1 and d ≥ 1, got shape {shape}", shape=array.shape)
        )
    return array


def weights_of(name: str, p: ArrayLike, X: Array) -> Array:
    """Return weights as an array (n,).

    Raises ValueError unless there is one weight per point.
    """
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


def gram_matrix(K: ArrayLike) -> Array:
    """Return a Gram matrix as an array (n, n).

    Raises ValueError unless K is square with n ≥ 1.
    """
    matrix = np.asarray(K, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) == 0:
        raise ValueError(say("K has shape {shape}: a Gram matrix is (n, n) with n ≥ 1", shape=matrix.shape))
    return matrix


def gram_block(k: Gram, X: Array, Z: Array) -> Array:
    """Return the kernel values k(X, Z), shape (n, m).

    Raises ValueError if one is not finite.
    """
    return _finite(k(X, Z))


def gram_diagonal(k: Gram, X: Array) -> Array:
    """Return k(x, x) of every point, shape (n,).

    Raises ValueError if one is not finite.
    """
    return _finite(k.diag(X))


def _finite(values: ArrayLike) -> Array:
    values = np.asarray(values, dtype=np.float64)
    if not np.all(np.isfinite(values)):
        where = ", ".join(str(int(v)) for v in np.argwhere(~np.isfinite(values))[0])
        raise ValueError(
            say("the kernel value at ({where}) is not a finite number: scale the data or lower the degree", where=where)
        )
    return values


def without_roundoff(values: Array, terms: Array) -> Array:
    """Set negative values to 0 if they are only roundoff.

    A negative value counts as roundoff up to `NOISE` times the size of its terms. Other values stay.
    """
    return np.where((values < 0) & (values >= -NOISE * terms), 0.0, values)


def square_root(squared: Array, what: str, where: Callable[[str], str]) -> Array:
    """Return square roots.

    Raises ValueError for a negative value: it shows that k is no kernel. In the message `what` names the value, and
    `where` returns its place for its indices.
    """
    if np.any(squared < 0):
        index = np.unravel_index(int(squared.argmin()), squared.shape)
        place = where(enumerated([str(int(i)) for i in index]))
        raise ValueError(
            say(
                "{what} = {smallest:.6g} at {place} must be ≥ 0: k is not a kernel on these points",
                what=what,
                smallest=squared.min(),
                place=place,
            )
        )
    return np.sqrt(squared)
