"""Subset of the points, spread evenly over the set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.wording import say, several

Rows = NDArray[np.intp]


def spread(groups: NDArray[np.int64], count: int) -> Rows:
    """Return sorted indices of ``count`` points, in turn from every class.

    Within a class they are evenly spread. ``groups`` (n,) holds the class of every point.

    >>> spread(np.array([0, 0, 0, 1, 1, 1]), 4)
    array([0, 2, 3, 5])
    """
    m = max(min(count, len(groups)), 1)
    classes = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    shares = [0] * len(classes)
    turn = 0
    while sum(shares) < m:
        shares[turn % len(classes)] += shares[turn % len(classes)] < len(classes[turn % len(classes)])
        turn += 1
    picked = [
        own[np.linspace(0, len(own) - 1, share).round().astype(int)] for own, share in zip(classes, shares, strict=True)
    ]
    return np.sort(np.concatenate(picked))


def used(total: int, count: int) -> str:
    """Return the number of points used, in words."""
    return (
        several(total, "the {n} point", "all {n} points")
        if count >= total
        else say("{count} of your {total} points, spread over the set", count=count, total=total)
    )
