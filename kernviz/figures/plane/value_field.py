"""Colour field of a fitted function over the plane, with its scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.figures.plane.field import Grid, heat_trace, level_trace, scale_bar
from kernviz.figures.theme import DIVERGING, INK, SEQUENTIAL, Range, line_key, token
from kernviz.wording import say

LEVELS = 9  # approximate number of level lines


def signed_field(grid: Grid, limits: Range, titles: tuple[str, str], what: str) -> list[dict[str, Any]]:
    """Return the field of a two-class decision function, with its border.

    ``titles`` are the axes' titles, and ``what`` is the function's symbol.
    """
    bar = scale_bar(limits, f"{what}(x)", np.linspace(*limits, 5).tolist())
    return [
        heat_trace(grid, limits, DIVERGING, what, titles, colorbar=bar),
        level_trace(grid, (0,), say("border"), width=3),
        line_key(say("border {what} = 0", what=what), INK, 3, rank=20),
    ]


def value_field(grid: Grid, limits: Range, titles: tuple[str, str], what: str) -> list[dict[str, Any]]:
    """Return the field of a function, with its level lines.

    ``titles`` are the axes' titles, and ``what`` is the function's symbol.
    """
    levels, color = np.linspace(*limits, LEVELS + 2)[1:-1].tolist(), token("ink", 0.4)
    return [
        heat_trace(grid, limits, SEQUENTIAL, what, titles, colorbar=scale_bar(limits, f"{what}(x)")),
        level_trace(grid, levels, say("level lines"), size=levels[1] - levels[0], color=color, width=1),
        line_key(say("{what} = const.", what=what), color, 1, rank=20),
    ]
