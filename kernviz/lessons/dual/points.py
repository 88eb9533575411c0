"""Which points are used, and how that is said."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.lessons.dual.state import State

Rows = NDArray[np.intp]


def chosen(state: State) -> Rows:
    """Rows of the m points used: spread evenly over the set, both classes in turn."""
    groups, m = state.groups, max(min(state.m, state.data.n), 1)
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


def used(state: State, rows: Rows) -> str:
    """How many points are used, in words."""
    n = state.data.n
    return f"all {n} points" if len(rows) == n else f"{len(rows)} of your {n} points, spread over the set"
