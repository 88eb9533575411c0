"""Field of the decision function f over a plane.

The colour runs through bare paper at 0. Level lines are exact, from the same grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from kernviz.figures.theme import BAR_UNDER, DIVERGING, INK, Array, number
from kernviz.symbols import symbols

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

    Colours are equally strong for ±v. Beyond ±limit the colour stays the strongest, so that the
    line f = 0 keeps its contrast.
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

    The bar is labelled f(x) and marked at its ends, the margins and the boundary.

    Beside the plane the bar would cost a phone's plane a fifth of its width: so it is under the
    plane. ``BAR_MARGIN`` is the room the bar needs.
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

    The lines are f = level for evenly spaced levels. They are interpolated on the grid itself
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


def on_grid(grid: Grid) -> dict[str, Any]:
    """Return the grid's arrays with values in float32.

    Its seven digits are more than a colour shows or a line needs.
    """
    return {"x": grid.x, "y": grid.y, "z": np.asarray(grid.values, dtype=np.float32)}
