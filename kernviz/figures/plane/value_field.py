"""Colour field of a fitted function over the plane, with its scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.figures.plane.field import Grid, level_trace, on_grid
from kernviz.figures.theme import (
    BAR_UNDER,
    DIVERGING,
    INK,
    SEQUENTIAL,
    Range,
    line_key,
    number,
    token,
)
from kernviz.wording import say

LEVELS = 9  # approximate number of level lines


def scale_bar(limits: Range, title: str, ticks: Sequence[float] | None = None) -> dict[str, Any]:
    """Return a thin colour bar under the plane.

    The name of the measured quantity is at the bar's middle tick.
    """
    low, high = limits
    at = list(ticks) if ticks is not None else [low, (low + high) / 2, high]
    words = [number(v) for v in at]
    words[len(at) // 2] = f"{title} = {words[len(at) // 2]}"
    return {
        **BAR_UNDER,
        "lenmode": "fraction",
        "tickvals": at,
        "ticktext": words,
        "ticklabelposition": "outside bottom",
        "ticks": "",
    }


def _field(
    grid: Grid, limits: Range, titles: tuple[str, str], what: str, scale: Any, ticks: Sequence[float] | None = None
) -> dict[str, Any]:
    return {
        "type": "heatmap",
        **on_grid(grid),
        "zmin": limits[0],
        "zmax": limits[1],
        "colorscale": scale,
        "zsmooth": "best",
        "name": what,
        "colorbar": scale_bar(limits, f"{what}(x)", ticks),
        "hovertemplate": f"{titles[0]} = %{{x:.4~g}}, {titles[1]} = %{{y:.4~g}}<br>{what} = %{{z:.4~g}}<extra></extra>",
    }


def signed_field(grid: Grid, limits: Range, titles: tuple[str, str], what: str) -> list[dict[str, Any]]:
    """Return the field of a two-class decision function, with its border.

    ``titles`` are the axes' titles, and ``what`` is the function's symbol.
    """
    return [
        _field(grid, limits, titles, what, DIVERGING, np.linspace(*limits, 5).tolist()),
        level_trace(grid, (0,), say("border"), width=3),
        line_key(say("border {what} = 0", what=what), INK, 3, rank=20),
    ]


def value_field(grid: Grid, limits: Range, titles: tuple[str, str], what: str) -> list[dict[str, Any]]:
    """Return the field of a function, with its level lines.

    ``titles`` are the axes' titles, and ``what`` is the function's symbol.
    """
    levels = np.linspace(*limits, LEVELS + 2)[1:-1]
    lines = level_trace(grid, levels.tolist(), say("level lines"), color=token("ink", 0.4), width=1)
    lines["contours"] |= {"size": float(levels[1] - levels[0])}
    return [
        _field(grid, limits, titles, what, SEQUENTIAL),
        lines,
        line_key(say("{what} = const.", what=what), token("ink", 0.4), 1, rank=20),
    ]
