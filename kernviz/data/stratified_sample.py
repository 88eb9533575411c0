"""Stratified sample of points.

Every class keeps its share of the points, and at least one point.
"""

import numpy as np
from numpy.typing import NDArray

from kernviz.data.checks import IntArray


def fair_rows(codes: IntArray, most: int, seed: int = 0) -> NDArray[np.intp]:
    """Return the rows of a stratified sample of `most` points, in order.

    All rows are returned if there are no more than `most`, and one row per class if there are more classes than
    `most`. `codes` (n,) are class numbers from 0. Shares are rounded by largest remainder. The same seed draws
    the same rows.

    >>> fair_rows(np.repeat([0, 1], [6, 3]), 3).size
    3
    """
    n = len(codes)
    if n <= most:
        return np.arange(n)
    sizes = np.bincount(codes)
    exact = sizes * (most / n)
    quota = np.maximum(np.floor(exact).astype(int), np.minimum(sizes, 1))
    while (short := most - int(quota.sum())) != 0:  # each pass changes one quota by 1, until the sum is right
        room = (
            np.where(quota < sizes, exact - quota, -np.inf)
            if short > 0
            else np.where(quota > 1, quota - exact, -np.inf)
        )
        if not np.isfinite(room).any():
            break  # more classes than points asked for
        quota[int(np.argmax(room))] += 1 if short > 0 else -1
    rng = np.random.default_rng(seed)
    chosen = [rng.permutation(np.flatnonzero(codes == code))[:size] for code, size in enumerate(quota)]
    return np.sort(np.concatenate(chosen))
