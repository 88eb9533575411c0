"""Gram matrix of training points, checked: finite, symmetric, positive semi-definite."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernviz.arrays import Array
from kernviz.features.geometry import center
from kernviz.mercer.spectrum import rounding, skew_tolerance, tolerance
from kernviz.models.refusals import NotAKernelError, PairError
from kernviz.solvers.cholesky import lower_factor
from kernviz.solvers.problem import finite
from kernviz.wording import say


def gram(kernel: Callable[..., Array], X: Array) -> Array:
    """Return the Gram matrix of X, finite and symmetric.

    The matrix is (n, n) for X (n, d). Raises ValueError otherwise; its message names the pair of points.
    """
    K = finite_values(kernel, X)
    if np.array_equal(K, K.T):
        return K
    skew = np.abs(K - K.T)
    if skew.max() > skew_tolerance(K) and skew.max() > skew_tolerance(K, rounding(kernel, X, K)):
        at = tuple(int(k) for k in np.unravel_index(int(skew.argmax()), K.shape))
        raise PairError(
            lambda i, j: say(
                "not symmetric, so not a kernel: k(x_{i}, x_{j}) = {value:.6g} but k(x_{j}, x_{i}) = {mirrored:.6g}",
                i=i,
                j=j,
                value=float(K[at]),
                mirrored=K.T[at],
            ),
            *at,
        )
    return np.asarray((K + K.T) / 2)


def finite_values(kernel: Callable[..., Array], X: Array) -> Array:
    """Return the kernel values of every two points.

    The values are (n, n). Raises ValueError if a value is not finite; its message names the pair of points.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # reported below in words
        K = np.asarray(kernel(X), dtype=np.float64)
    if K.shape != (len(X), len(X)):
        raise ValueError(
            say(
                "the kernel gave a Gram matrix of shape {shape} for {points} points: it must be (n, n)",
                shape=K.shape,
                points=len(X),
            )
        )
    if not finite(K):
        at = tuple(int(k) for k in np.argwhere(~np.isfinite(K))[0])
        raise PairError(
            lambda i, j: say(
                "kernel value k(x_{i}, x_{j}) = {value!r} is not a finite number (it exceeds 1.8e308 or is "
                "undefined): scale the data, or lower the degree or the width parameter",
                i=i,
                j=j,
                value=float(K[at]),
            ),
            *at,
        )
    return K


def check_positive(
    K: Array, *, conditionally: bool = False, values: tuple[Callable[..., Array], Array] | None = None
) -> None:
    """Refuse a Gram matrix that is not positive semi-definite.

    Such a matrix has cᵀKc < 0 for some c. With ``conditionally`` K is refused only if this holds for
    some c with Σ c = 0. This is enough for a support vector machine, as its Σ αy is 0. So −‖x−z‖ and
    some tanh pass. The condition is tested on the centred Gram matrix.

    ``values``: the kernel and the points of K. They serve to estimate the rounding of the kernel
    values, which is tolerated too; see `mercer.spectrum.tolerance`. Raises NotAKernelError with the
    smallest and largest eigenvalue.
    """
    rounded = tolerance(K)
    if _factored(K, rounded / 2):  # K is positive definite, hence also on Σ c = 0
        return
    tested = center(K) if conditionally else K
    if conditionally and _factored(tested, rounded / 2):
        return
    spectrum = np.linalg.eigvalsh(tested)
    smallest, largest = float(spectrum[0]), float(spectrum[-1])
    if smallest >= -rounded:
        return
    if values is not None:
        rounded = tolerance(K, rounding(*values, K))
        if smallest >= -rounded:
            return
    raise NotAKernelError(smallest, largest, of_centred=conditionally, tolerance=rounded)


def _factored(K: Array, noise: float) -> bool:
    """Return True if a Cholesky factor of K exists.

    Before the factorisation ``noise`` is added to the diagonal of K.
    """
    shifted = K.copy()
    shifted.flat[:: len(K) + 1] += noise + np.finfo(float).tiny
    return lower_factor(shifted) is not None
