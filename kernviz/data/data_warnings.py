"""Warnings about data that are otherwise valid.

Each warning is one line. Nothing is changed.
"""

import numpy as np

from kernviz.arrays import Array
from kernviz.data.checks import IntArray
from kernviz.wording import say

SMALL_SPREAD = 1e-6  # exp(−γ d²) with d = 1e-6 and γ = 1 differs from 1 in the twelfth digit only
MIXED_SCALES = 1e4  # the smaller column's share of a squared distance is then below 1e-8


def contradictions(X: Array, codes: IntArray) -> int:
    """Return the number of places with points of several classes.

    No classifier separates such points. X (n, d), codes (n,).
    """
    places, index = np.unique(X, axis=0, return_inverse=True)
    pairs = np.unique(np.column_stack([index.ravel(), codes]), axis=0)
    return int(np.sum(np.bincount(pairs[:, 0], minlength=len(places)) > 1))


def concerns(X: Array, codes: IntArray | None, columns: tuple[str, ...], classes: tuple[str, ...]) -> tuple[str, ...]:
    """Return warnings about the points.

    They concern contradictions, one class, no spread, mixed scales.
    """
    found = []
    if codes is not None:
        if clashes := contradictions(X, codes):
            places = say("1 place has") if clashes == 1 else say("{clashes} places have", clashes=clashes)
            found.append(say("not separable: {places} points with more than one label", places=places))
        present = np.unique(codes)
        if len(present) == 1:
            name = classes[int(present[0])]
            found.append(
                say(
                    "one class only ({name}): no border to find; the hypersphere and kernel PCA need no labels",
                    name=name,
                )
            )
    spread = np.ptp(X, axis=0)
    if len(X) > 1 and not np.any(spread):
        found.append(say("all points are identical: every Gram matrix is constant and there is no border to find"))
    elif len(X) > 1 and np.max(spread) < SMALL_SPREAD:
        found.append(
            say(
                "the points differ by at most {spread:.2}: rescale them, or every kernel is flat here",
                spread=np.max(spread),
            )
        )
    varying = spread[spread > 0]
    if len(varying) and np.max(varying) > MIXED_SCALES * np.min(varying):
        small, large = (columns[int(np.flatnonzero(spread == f(varying))[0])] for f in (np.min, np.max))
        found.append(
            say(
                "column {large!r} has more than 10⁴ times the spread of {small!r}: distances depend almost only on "
                "the first",
                large=large,
                small=small,
            )
        )
    return tuple(found)
