"""Kinds of sketches, one file each.

Each kind computes the right drawing, and the agreement of a sketch with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kernviz.courses.questions.base import check_keys
from kernviz.courses.questions.sketches import border, curve, direction, graph, level_line
from kernviz.courses.questions.sketches.base import MOST, SHARED, Sketch
from kernviz.wording import say


def _reader(kind: Callable[[], Sketch]) -> Callable[[Mapping[str, Any]], Sketch]:
    """Return the reader of a sketch without keys of its own."""

    def read(table: Mapping[str, Any]) -> Sketch:
        check_keys(table, say("this question"), *SHARED)
        return kind()

    return read


SKETCHES: dict[str, Callable[[Mapping[str, Any]], Sketch]] = {
    "border": border.read,
    "curve": _reader(curve.CurveSketch),
    "direction": _reader(direction.Direction),
    "graph": graph.read,
    "level line": _reader(level_line.LevelLine),
}

FIELDS = (*SHARED, *border.FIELDS, *graph.FIELDS)  # all keys of a question that is answered by a sketch

__all__ = ["FIELDS", "MOST", "SKETCHES", "Sketch"]
