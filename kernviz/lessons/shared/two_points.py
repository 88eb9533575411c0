"""The points x and z of a page, to be taken hold of in a small picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.figures.plane.two_points import reach, two_points
from kernviz.lessons.lesson import Handle, Picture, vector
from kernviz.lessons.state import Subject, declarations

Array = NDArray[np.float64]
PLANE, LINE = 250, 110  # pixels high


def pair_picture(state: Subject, x: Array, z: Array) -> tuple[Picture, ...]:
    """The State's vectors ``x`` and ``z`` on the line or in the plane; nothing in more dimensions, where fields have to
    do.
    """
    d = len(x)
    if d > 2:
        return ()
    declared = declarations(type(state))
    handles = tuple(
        Handle(
            name,
            declared[name].names[:d],
            (float(point[0]), float(point[1]) if d > 1 else 0.0),
            low=declared[name].least,
            high=declared[name].most,
        )
        for name, point in (("x", x), ("z", z))
    )
    height = PLANE if d > 1 else LINE
    alt = f"The points x = {vector(x)} and z = {vector(z)}."
    return (Picture(two_points(x, z), alt, "", "pair", height, d > 1, f"{d}-{reach(x, z):g}", handles=handles),)
