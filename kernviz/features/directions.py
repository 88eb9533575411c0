"""Directions of feature space for a projection, from Gram matrices alone.

The directions are principal directions, and the weight vector w of a machine.

Let K′ be the centred Gram matrix, with an eigenvalue λ ≥ 0 and its unit eigenvector v (n,).
Along the principal direction e of this pair, image i lies at √λ·vᵢ from the mean of the images.
The values f of a machine give the component of w along e: w·e = v·(f − f̄)/√λ.
Source: S4 (kernel PCA), S0 (4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.features.eigen import largest
from kernviz.features.geometry import center
from kernviz.wording import say


@dataclass(frozen=True)
class Directions:
    """Orthonormal directions e of feature space.

    ``positions`` (n, q): (φ(xᵢ) − Φ̄)·e, with the mean Φ̄ of the images; ``weights`` (q,): w·e.
    ``shares`` (q,): the share of the total variance along each direction.
    ``combinations`` (n, q): e = Σᵢ combinationsᵢ (φ(xᵢ) − Φ̄).
    """

    positions: Array
    weights: Array
    shares: Array
    combinations: Array


def principal(K: ArrayLike, f: ArrayLike, count: int = 3) -> Directions:
    """Return the ``count`` directions of largest variance, and w's components.

    The points have the Gram matrix K (n, n), and f (n,) = w·φ(x) + b.

    For directions without variance (λ at roundoff) positions, weights, shares and combinations are 0.
    Signs are fixed: the entry of largest absolute value in every column is positive.
    """
    return _directions(center(K), np.asarray(f, dtype=np.float64), count)


def across(K: ArrayLike, f: ArrayLike, norm: float, count: int = 2) -> Directions:
    """Return w/‖w‖ and the principal directions orthogonal to w.

    w/‖w‖ comes first, then the ``count`` directions of largest variance; ``norm`` = ‖w‖ > 0. f (n,) = w·φ(x) + b.

    Along the first direction a point lies at (f − f̄)/‖w‖. So the hyperplane f = 0 appears perpendicular to this axis,
    in every dimension. The other directions combine the centred images without their component along w. The
    combinations of the first direction are set to 0. Raises ValueError if w is 0, as w/‖w‖ does not exist then.
    """
    values = np.asarray(f, dtype=np.float64)
    if not norm > 0:
        raise ValueError(say("w = 0: the machine prefers no direction, so there is none across its plane"))
    along = (values - values.mean()) / norm
    matrix = center(K)
    rest = _directions(matrix - np.outer(along, along), np.zeros(len(values)), count)
    share = float(along @ along) / max(float(np.trace(matrix)), np.finfo(float).tiny)
    scaled = rest.shares * (1 - share)
    return Directions(
        np.column_stack([along, rest.positions]),
        np.array([norm, *np.zeros(count)]),
        np.array([share, *scaled]),
        np.column_stack([np.zeros(len(values)), rest.combinations]),
    )


def _directions(matrix: Array, f: Array, count: int) -> Directions:
    n = len(matrix)
    total = max(float(np.trace(matrix)), 0.0)
    q = min(count, n)
    values, vectors = largest(matrix, q)
    vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(q)])
    # smaller eigenvalues are roundoff
    significant = values > n * np.finfo(float).eps * max(total, np.finfo(float).tiny)
    root = np.sqrt(np.where(significant, values, 1.0))
    vectors = np.where(significant, vectors, 0.0)
    found = Directions(
        vectors * np.where(significant, root, 0.0),
        vectors.T @ (f - f.mean()) / root,
        np.where(significant, values, 0.0) / (total or 1.0),
        vectors / root,
    )
    return found if q == count else _padded(found, count - q)


def _padded(found: Directions, more: int) -> Directions:
    """Pad the directions to the requested number.

    The further directions have zero variance.
    Padding is needed if there are fewer points than axes.
    """
    wide, long = ((0, 0), (0, more)), (0, more)
    return Directions(
        np.pad(found.positions, wide),
        np.pad(found.weights, long),
        np.pad(found.shares, long),
        np.pad(found.combinations, wide),
    )
