"""Kernel values between new points and training points.

Values are refused unless they are finite.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from kernviz.arrays import Array
from kernviz.models.base import KernelLike, KernelModel
from kernviz.wording import say


def block(kernel: KernelLike, X: Array, Z: Array) -> Array:
    """Return the kernel values between new and training points.

    The block is k(X, Z) (m, n) for new X (m, d) and training points Z (n, d). Raises ValueError
    on values that are not finite.
    """
    return _finite(lambda: kernel(X, Z))


def checked_block(model: KernelModel, X: ArrayLike) -> tuple[Array, Array]:
    """Return new points, checked, and their kernel values with the training points.

    Shapes: (m, d) -> (m, d), (m, n). Raises NotFittedError for a model that is not trained.
    """
    check_is_fitted(model)
    points = model._rows(X, reset=False)
    return points, block(model._kernel(), points, model.X_)


def diagonal(kernel: KernelLike, X: Array) -> Array:
    """Return the kernel values k(x, x) of new points.

    They are (m,) for new X (m, d). Raises ValueError on values that are not finite.
    """
    return _finite(lambda: kernel.diag(X))


def _finite(compute: Callable[[], object]) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.asarray(compute(), dtype=np.float64)
    if not np.all(np.isfinite(values)):
        row = int(np.argwhere(~np.isfinite(values))[0, 0])
        raise ValueError(
            say("kernel value at row {row} of X is not a finite number: scale the data or lower the degree", row=row)
        )
    return values
