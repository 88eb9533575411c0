"""Text for a small set of points."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.lessons.lesson import short, vector
from kernviz.wording import say


def few_points(points: Array) -> str:
    """Return points as text: {0, 3, 6}.

    If there are many, their number is returned.
    """
    if len(points) > 6:
        return say("{points} points", points=len(points))
    rows = [short(float(p[0]), 3) if len(p) == 1 else vector(p, 3) for p in points]
    return "{" + ", ".join(rows) + "}"
