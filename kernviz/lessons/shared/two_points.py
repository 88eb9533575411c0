"""Points x and z of a page.

The module declares them, and draws a small picture to drag them.
"""

from __future__ import annotations

from typing import Any, Literal

from kernviz.arrays import Array
from kernviz.figures.plane.two_points import reach, two_points
from kernviz.lessons.declarations import vector as declare_vector
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Picture
from kernviz.lessons.number_format import vector
from kernviz.lessons.state import Subject, declarations
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

HEIGHT = 270  # pixels, for every space, so that the content below does not move


def pair_point(
    name: Literal["x", "z"], default: tuple[float, ...], names: tuple[str, ...], largest: float, **more: Any
) -> Any:
    """Declare the point x or z of the pair.

    `names` are the query parameters of its coordinates, and `largest` is the largest size of one.
    """
    symbol, idea = ("x", "") if name == "x" else (phrase("‹z›"), "second")
    return declare_vector(default, symbol, names, -5, 5, least=-largest, most=largest, idea=idea, **more)


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
