"""Field of the decision function f over a plane.

The colour of 0 is that of the background. Level lines are interpolated on the same grid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.theme import BAR_UNDER, DIVERGING, INK, number, token
from kernviz.symbols import symbols
from kernviz.wording import say

BAR_MARGIN = 82  # pixels below the plane, for the axis with its title and the colour bar


class Grid(Protocol):
    """Values on a grid of the plane.

    The shapes are x (gx,), y (gy,), values (gy, gx). `kernviz.surfaces.Surface` is such a grid.
    """

    @property
    def x(self) -> Array: ...
    @property
    def y(self) -> Array: ...
    @property
    def values(self) -> Array: ...


def field_trace(grid: Grid, limit: float, axes: tuple[str, str], *, bar: bool = True) -> dict[str, Any]:
    """Return the values of f as a coloured field.

    Colours are equally strong for ±v. They are saturated beyond ±limit, so that the line f = 0
    keeps its contrast.
    """
    return {
        "type": "heatmap",
        **on_grid(grid),
        "zmin": -limit,
        "zmax": limit,
        "colorscale": DIVERGING,
        "zsmooth": "best",
        "name": symbols("‹f›"),
        "showscale": bar,
        "colorbar": color_bar(limit),
        "hovertemplate": symbols(
            f"{axes[0]} = %{{x:.4~g}}, {axes[1]} = %{{y:.4~g}}<br>‹f› = %{{z:.4~g}}<extra></extra>"
        ),
    }


def color_bar(limit: float) -> dict[str, Any]:
    """Return a thin colour bar under the plane.

    The bar has ticks at its ends, at ±limit/2 (the margins, for limit 2) and at the boundary
    f(x) = 0.

    The bar is not beside the plane, as it would take a fifth of the width on a phone. It needs
    ``BAR_MARGIN`` pixels.
    """
    ticks = [-limit, -limit / 2, 0, limit / 2, limit]
    words = [f"≤ {number(-limit)}", number(-limit / 2), symbols("‹f›(x) = 0"), number(limit / 2), f"≥ {number(limit)}"]
    return {
        **BAR_UNDER,
        "lenmode": "fraction",
        "tickvals": ticks,
        "ticktext": words,
        "ticklabelposition": "outside bottom",
        "ticks": "",
    }


def level_trace(
    grid: Grid, levels: Sequence[float], name: str, *, color: str = INK, width: float = 2, dash: str = "solid"
) -> dict[str, Any]:
    """Return the level lines of f on a grid.

    Lines are drawn at the first and the last of ``levels``. For lines between these two, set the
    entry ``size`` of the trace's ``contours``. The lines are interpolated on the grid itself
    (unclipped, unsmoothed).
    """
    start, end = levels[0], levels[-1]
    return {
        "type": "contour",
        **on_grid(grid),
        "name": name,
        "showscale": False,
        "showlegend": False,
        "hoverinfo": "skip",
        "autocontour": False,
        "contours": {"coloring": "none", "start": start, "end": end, "size": (end - start) or 1.0},
        "line": {"color": color, "width": width, "dash": dash, "smoothing": 0},
    }


def round_levels(grid: Grid, start: float, end: float, step: float, opacity: float) -> dict[str, Any]:
    """Return thin level lines of a function at round numbers.

    They are the multiples of `step` from `start` to `end`.
    """
    return {
        "type": "contour",
        **on_grid(grid),
        "name": say("levels"),
        "showscale": False,
        "showlegend": False,
        "hoverinfo": "skip",
        "autocontour": False,
        "contours": {"coloring": "none", "start": math.ceil(start / step) * step, "end": end, "size": step},
        "line": {"color": token("ink", opacity), "width": 1, "smoothing": 0.6},
    }


def on_grid(grid: Grid) -> dict[str, Any]:
    """Return the grid's arrays with values in float32.

    The seven digits of float32 are more than a colour shows or a line needs.
    """
    return {"x": grid.x, "y": grid.y, "z": np.asarray(grid.values, dtype=np.float32)}
