"""Text for a small set of points."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.lessons.number_format import places
from kernviz.wording import say

MANY = 6  # up to this number, points are listed one by one


def few_points(points: Array, digits: int = 3) -> str:
    """Return points as text: {0, 3, 6}.

    If there are many, their number is returned.
    """
    if len(points) > MANY:
        return say("{points} points", points=len(points))
    return "{" + places(points, digits) + "}"
