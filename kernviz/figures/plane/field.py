"""Field of the decision function f over a plane.

The colour of 0 is that of the background. Level lines are interpolated on the same grid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

from kernviz.arrays import Array, single
from kernviz.figures.theme import BAR_UNDER, DIVERGING, INK, Range, number, token
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


def heat_trace(
    grid: Grid, limits: Range, scale: Any, name: str, axes: Sequence[str] = ("x", "y"), **more: Any
) -> dict[str, Any]:
    """Return the values on a grid as a coloured field.

    ``axes`` are the axes' titles in the hover text, and ``more`` are further entries of the trace.
    """
    hover = f"{axes[0]} = %{{x:.4~g}}, {axes[1]} = %{{y:.4~g}}<br>{name} = %{{z:.4~g}}<extra></extra>"
    colors = {"zmin": limits[0], "zmax": limits[1], "colorscale": scale, "zsmooth": "best"}
    return {"type": "heatmap", **on_grid(grid), **colors, "name": name, "hovertemplate": hover, **more}


def field_trace(grid: Grid, limit: float, axes: tuple[str, str], *, bar: bool = True) -> dict[str, Any]:
    """Return the values of f as a coloured field.

    Colours are equally strong for ±v. They are saturated beyond ±limit, so that the line f = 0
    keeps its contrast.
    """
    name = symbols("‹f›")
    return heat_trace(grid, (-limit, limit), DIVERGING, name, axes, showscale=bar, colorbar=color_bar(limit))


def color_bar(limit: float) -> dict[str, Any]:
    """Return a thin colour bar under the plane.

    The bar has ticks at its ends, at ±limit/2 (the margins, for limit 2) and at the boundary
    f(x) = 0.

    The bar is not beside the plane, as it would take a fifth of the width on a phone. It needs
    ``BAR_MARGIN`` pixels.
    """
    bar = scale_bar((-limit, limit), symbols("‹f›(x)"), [-limit, -limit / 2, 0, limit / 2, limit])
    words = bar["ticktext"]
    words[0], words[-1] = f"≤ {words[0]}", f"≥ {words[-1]}"
    return bar


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


def level_trace(
    grid: Grid,
    levels: Sequence[float],
    name: str,
    *,
    size: float = 0.0,
    color: str = INK,
    width: float = 2,
    dash: str = "solid",
    smoothing: float = 0,
) -> dict[str, Any]:
    """Return the level lines of f on a grid.

    Lines are drawn at the first and the last of ``levels``, and between them in steps of ``size`` if it is not 0. The
    lines are interpolated on the grid itself (unclipped).
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
        "contours": {"coloring": "none", "start": start, "end": end, "size": size or (end - start) or 1.0},
        "line": {"color": color, "width": width, "dash": dash, "smoothing": smoothing},
    }


def round_levels(grid: Grid, start: float, end: float, step: float, opacity: float) -> dict[str, Any]:
    """Return thin level lines of a function at round numbers.

    They are the multiples of `step` from `start` to `end`.
    """
    levels, color = (math.ceil(start / step) * step, end), token("ink", opacity)
    return level_trace(grid, levels, say("levels"), size=step, color=color, width=1, smoothing=0.6)


def on_grid(grid: Grid) -> dict[str, Any]:
    """Return the grid's arrays with values in float32."""
    return {"x": grid.x, "y": grid.y, "z": single(grid.values)}
