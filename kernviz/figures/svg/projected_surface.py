"""Projection of a surface in space as a net of coloured lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.svg.colours import palette, stops
from kernviz.figures.svg.orthographic_camera import OrthographicCamera
from kernviz.figures.theme import SEQUENTIAL
from kernviz.ranges import spread

LINES = 18  # approximate number of lines in each direction
SHADES = 9  # number of colours taken from the colour scale


def surface(trace: Mapping[str, Any], view: OrthographicCamera) -> Iterator[dict[str, Any]]:
    """Yield a trace of lines for each shade."""
    height = np.asarray(trace["z"], dtype=float)
    shade = height if trace.get("surfacecolor") is None else np.asarray(trace["surfacecolor"], dtype=float)
    x, y = (np.asarray(trace[name], dtype=float) for name in "xy")
    if x.ndim == 1:
        x, y = np.meshgrid(x, y)
    at = view(np.stack([x, y, height], axis=-1).reshape(-1, 3))[:, :2].reshape(*height.shape, 2)
    known = shade[np.isfinite(shade)]
    limits = trace.get("cmin"), trace.get("cmax")
    low = float(known.min(initial=np.inf) if limits[0] is None else limits[0])
    high = float(known.max(initial=-np.inf) if limits[1] is None else limits[1])
    pieces, shades = _net(at, shade)
    part = np.clip(np.floor((shades - low) / spread(low, high) * SHADES), 0, SHADES - 1)
    scale = stops(trace.get("colorscale") or SEQUENTIAL)
    paper, instead = (
        str(palette()["paper"]).lower(),
        palette()["line"],
    )  # lines in the colour of paper would not be seen
    for n in range(SHADES):
        lines = pieces[part == n]
        ends = np.concatenate([lines, np.full((len(lines), 1, 2), np.nan)], axis=1).reshape(-1, 2)
        color = str(scale[math.floor((n + 0.5) / SHADES * (len(scale) - 1) + 0.5)][1])
        line = {"color": instead if color.lower() == paper else color, "width": 1.3}
        yield {"type": "scatter", "mode": "lines", "x": ends[:, 0], "y": ends[:, 1], "line": line, "hoverinfo": "skip"}


def _net(at: Array, shade: Array) -> tuple[Array, Array]:
    """Return the pieces (n, 2, 2) of the net, and their shades."""
    down, over = (max(1, round((n - 1) / LINES)) for n in shade.shape)
    pairs = [(at[::down, :-1], at[::down, 1:], shade[::down, :-1], shade[::down, 1:])]
    pairs.append((at[:-1, ::over], at[1:, ::over], shade[:-1, ::over], shade[1:, ::over]))
    lines = np.concatenate([np.stack([a, b], axis=-2).reshape(-1, 2, 2) for a, b, _, _ in pairs])
    shades = np.concatenate([((s + t) / 2).ravel() for _, _, s, t in pairs])
    known = np.isfinite(lines).all(axis=(1, 2)) & np.isfinite(shades)
    return lines[known], shades[known]
