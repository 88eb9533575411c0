"""Stratified draw of test points: every class keeps its share."""

import numpy as np
from numpy.typing import NDArray

from kernviz.data.checks import DataError, IntArray
from kernviz.wording import say


def held_out_rows(codes: IntArray, share: float, seed: int) -> NDArray[np.bool_]:
    """Return a mask (n,) of the test points.

    There are round(share·n) test points, shared among the classes by largest remainder, and at least one
    test and one training point. `codes` (n,) are class numbers from 0.

    Raises DataError if share is not between 0 and 1, n < 2, or seed is no whole number from 0 to 2³²−1.
    """
    n = len(codes)
    if not 0 < share < 1:
        raise DataError(
            say(
                "test_share = {share} must lie between 0 and 1: 0.3 keeps three points in ten for testing",
                share=str(share),
            )
        )
    if n < 2:
        raise DataError(say("{n} point cannot be split in two parts: at least 2 are needed", n=n))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**32:
        raise DataError(say("seed = {seed} must be a whole number from 0 to 2³²−1", seed=str(seed)))
    rng = np.random.default_rng(int(seed))
    total = min(max(round(share * n), 1), n - 1)
    sizes = np.bincount(codes)
    exact = sizes * (total / n)
    quota = np.floor(exact).astype(int)
    largest = np.argsort(quota - exact, kind="stable")  # method of largest remainders; ties in the order of the classes
    quota[largest[: total - int(quota.sum())]] += 1
    chosen = np.zeros(n, dtype=np.bool_)
    for code, size in enumerate(quota):
        chosen[rng.permutation(np.flatnonzero(codes == code))[:size]] = True
    return chosen
