"""Draggable points x and z of a page, in a small picture."""

from __future__ import annotations

from kernviz.arrays import Array
from kernviz.figures.plane.two_points import reach, two_points
from kernviz.lessons.lesson import Handle, Picture, vector
from kernviz.lessons.state import Subject, declarations
from kernviz.symbols import symbols
from kernviz.wording import say

HEIGHT = 270  # pixels, for every space, so that the content below does not move


def pair_picture(state: Subject, x: Array, z: Array) -> tuple[Picture, ...]:
    """Draw a small picture of the State's vectors ``x`` and ``z``.

    Each vector has shape (d,). Beyond the plane the first two coordinates are shown.
    """
    d = min(len(x), 2)
    declared = declarations(type(state))
    handles = tuple(
        Handle(
            symbols(f"‹{name}›"),
            declared[name].names[:d],
            (float(point[0]), float(point[1]) if d > 1 else 0.0),
            low=declared[name].least,
            high=declared[name].most,
        )
        for name, point in (("x", x), ("z", z))
    )
    alt = say("The points x = {x} and ‹z› = {z}.", x=vector(x), z=vector(z))
    figure, sheet = two_points(x[:2], z[:2]), f"{d}-{reach(x[:2], z[:2]):g}"
    return (Picture(figure, alt, "", "pair", HEIGHT, True, sheet, handles=handles),)
