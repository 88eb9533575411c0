"""Kinds of sketches, one file each.

Each kind computes the right drawing, and the agreement of a sketch with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kernviz.courses.questions.sketches import border, curve, direction, graph, level_line
from kernviz.courses.questions.sketches.base import MOST, SHARED, Sketch

SKETCHES: dict[str, Callable[[Mapping[str, Any]], Sketch]] = {
    "border": border.read,
    "curve": curve.read,
    "direction": direction.read,
    "graph": graph.read,
    "level line": level_line.read,
}

FIELDS = (*SHARED, *border.FIELDS, *graph.FIELDS)  # all keys of a question that is answered by a sketch

__all__ = ["FIELDS", "MOST", "SKETCHES", "Sketch"]
