"""Images of points: length, distance and angle.

X (n, d) and Z (m, d) are points. The image of a point x is φ(x).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.features.geometry.kernel_values import (
    NOISE,
    Gram,
    gram_block,
    gram_diagonal,
    points_of,
    square_root,
    without_roundoff,
)
from kernviz.wording import say


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
    return square_root(gram_diagonal(k, points_of(X)), "k(x,x)", lambda row: say("row {row} of X", row=row))


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
    left, right = points_of(X), points_of(Z)
    block, rows, columns = gram_block(k, left, right), gram_diagonal(k, left)[:, None], gram_diagonal(k, right)[None, :]
    return without_roundoff(rows - 2 * block + columns, np.abs(rows) + 2 * np.abs(block) + np.abs(columns))


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
    return square_root(
        squared_distance(k, X, Z), "‖φ(x) − φ(z)‖²", lambda rows: say("rows {rows} of X and Z", rows=rows)
    )


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
    left, right = points_of(X), points_of(Z)
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
    cosine = gram_block(k, left, right) / lengths
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
