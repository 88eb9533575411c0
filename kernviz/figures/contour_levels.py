"""Levels of a contour trace's lines, as the browser draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_LEVELS = 100  # largest number of level lines of one trace, as in the browser


def contour_levels(trace: Mapping[str, Any]) -> list[float]:
    """Return the levels of a contour trace.

    Each level is start + n · step, in the same floating-point operations as in the browser
    (ui/assets/levels.js).
    """
    lines = trace["contours"]
    start, end = float(lines["start"]), float(lines["end"])
    step = float(lines.get("size") or 0)
    step = step if step > 0 else 1.0
    places = (start + n * step for n in range(MOST_LEVELS))
    return [place for place in places if place <= end + step / 1e6]
