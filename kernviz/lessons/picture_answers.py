"""Answers to a question that are given in a picture."""

from __future__ import annotations

from dataclasses import dataclass

Spot = tuple[float, float]


@dataclass(frozen=True)
class Taking:
    """Points to choose in a picture, or a line to draw.

    `spots` are the places of the points, and `chosen` the indices of the chosen ones. `line` are the
    corners drawn so far. `holds` says how the line bends where it is held: "free", "up" (only up and
    down) or "ends" (an end moves, and the line stays straight). It is "" if no line is drawn.
    """

    spots: tuple[Spot, ...] = ()
    chosen: tuple[int, ...] = ()
    line: tuple[Spot, ...] = ()
    holds: str = ""
