"""Polygon that a plane cuts out of a box."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from kernviz.arrays import Array

CORNERS = np.array(list(product((False, True), repeat=3)))  # corners of a box: True where a coordinate is high
EDGES = np.array([(i, j) for i, j in combinations(range(8), 2) if np.count_nonzero(CORNERS[i] != CORNERS[j]) == 1]).T


def cut(normal: Array, offset: float, low: Array, high: Array) -> Array:
    """Return the polygon that a plane cuts out of a box.

    The plane is normal·z + offset = 0, the box lies between ``low`` and ``high`` (3,). The corners
    (m, 3) are in order around the polygon. m = 0: the plane misses the box.
    """
    corners = np.where(CORNERS, high, low)
    value = corners @ normal + offset
    below = value <= 0
    if below.all():  # a plane through the upper face cuts it out, as one through the lower face does
        below = value < 0
    i, j = EDGES[:, below[EDGES[0]] != below[EDGES[1]]]
    if len(i) < 3:
        return np.empty((0, 3))
    share = (value[i] / (value[i] - value[j]))[:, None]
    polygon = corners[i] + share * (corners[j] - corners[i])
    # coordinates around the middle in a box of equal sides, to order the corners by angle
    unit = (polygon - polygon.mean(axis=0)) / (high - low)
    upright = normal * (high - low)
    first = unit[np.argmax((unit**2).sum(axis=1))]
    second = np.cross(upright, first)
    second = second / max(float(np.linalg.norm(second)), np.finfo(float).tiny) * np.linalg.norm(first)
    return np.asarray(polygon[np.argsort(np.arctan2(unit @ second, unit @ first))])
