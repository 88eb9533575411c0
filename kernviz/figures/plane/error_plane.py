"""Error of an approximation over a plane, in powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN, Grid, level_trace
from kernviz.figures.theme import ACCENT, BAR_UNDER, INK, PAPER, SEQUENTIAL, Range, figure, number, plane_axes, token
from kernviz.figures.traces import marker_trace
from kernviz.wording import say

FLOOR = -16.0  # log10 of the error: below this, an error is roundoff
HEIGHTS = (0.38, 0.25, 0.12)  # wished heights of the numbers of the lines, as shares of the plane's height
MARGIN, APART = 0.08, 0.11  # shares of a side: room at the edge, and the least distance of two numbers
LEVELS = ((-8.0, "1px,3px"), (-4.0, "4px,4px"), (-2.0, "solid"))


def error_plane(
    grid: Grid,
    marks: Sequence[tuple[float, float, str]] = (),
    *,
    x_range: Range,
    y_range: Range,
    x_title: str,
    y_title: str,
) -> Figure:
    """Draw the absolute error on a grid as colour.

    The colour of |error| runs from 1e−16 (background) to 1. Lines are at 1e−2 (solid), 1e−4 and
    1e−8, and each has its number on it. Each of the ``marks`` is (x, y, name).
    """
    with np.errstate(divide="ignore"):
        powers = np.clip(np.log10(np.abs(np.asarray(grid.values, dtype=np.float64))), FLOOR, 0.0)
    plane = {"x": grid.x, "y": grid.y, "z": single(powers)}
    traces: list[dict[str, Any]] = [
        {
            "type": "heatmap",
            **plane,
            "zmin": FLOOR,
            "zmax": 0.0,
            "colorscale": SEQUENTIAL,
            "zsmooth": "best",
            "customdata": single(np.abs(grid.values)),
            "hovertemplate": say(
                "{x_title} = %{{x:.3~g}}, {y_title} = %{{y:.3~g}}<br>error %{{customdata:.2~g}}<extra></extra>",
                x_title=x_title,
                y_title=y_title,
            ),
            "colorbar": {
                **BAR_UNDER,
                "ticks": "",
                "tickvals": [-16, -8, 0],
                # no more labels than fit side by side when the page is projected
                "ticktext": [f"≤ {number(1e-16)}", number(1e-8), say("error {error}", error=1)],
            },
        }
    ]
    for level, dash in LEVELS:
        name = say("error {error}", error=10**level)
        line = level_trace(grid, (level,), name, color=PAPER, width=1.6, dash=dash, smoothing=1)
        traces.append(line | plane)
    for x, y, name in marks:
        traces.append(
            marker_trace(
                [x],
                [y],
                {"symbol": "diamond", "size": 13, "color": ACCENT, "line": {"width": 2, "color": PAPER}},
                name=name,
                hovertemplate=f"{name}: %{{x:.4~g}}, %{{y:.4~g}}<extra></extra>",
            )
        )
    labels = [
        {
            "x": x,
            "y": y,
            "text": f"<b>{name}</b>",
            "showarrow": False,
            "xshift": 24,
            "yshift": 16,
            "borderpad": 2,
            "font": {"size": 13, "color": INK},
            "bgcolor": token("paper", 0.85),
        }
        for x, y, name in marks
    ]
    margin = {"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN}
    labels = [*_numbers(np.asarray(grid.x), np.asarray(grid.y), powers, [at for _, at, _ in marks]), *labels]
    return figure(
        traces, annotations=labels, showlegend=False, margin=margin, **plane_axes(x_range, y_range, x_title, y_title)
    )


def _numbers(x: Array, y: Array, powers: Array, marked: Sequence[float]) -> list[dict[str, Any]]:
    """Return the number of each line, on the line.

    ``powers`` (len(y), len(x)) are powers of ten. Every line has its number in a row of its own, away from the heights
    ``marked``: at the crossing farthest to the right of the row nearest to the wished height. A line without a
    crossing has no number.
    """
    taken = [int(np.argmin(np.abs(y - at))) for at in marked]
    found = []
    for (level, _), wish in zip(LEVELS, HEIGHTS, strict=True):
        crossed = (powers[:, :-1] - level) * (powers[:, 1:] - level) < 0
        crossed[:, (np.arange(len(x) - 1) < MARGIN * len(x)) | (np.arange(len(x) - 1) > (1 - MARGIN) * len(x))] = False
        rows = [int(j) for j in np.flatnonzero(crossed.any(axis=1)) if MARGIN * len(y) < j < (1 - MARGIN) * len(y)]
        rows = [j for j in rows if all(abs(j - other) > APART * len(y) for other in taken)]
        if not rows:
            continue
        row = min(rows, key=lambda j: abs(j - wish * len(y)))
        taken.append(row)
        left = int(np.flatnonzero(crossed[row])[-1])
        before, after = powers[row, left : left + 2]
        place = x[left] + (level - before) / (after - before) * (x[left + 1] - x[left])
        found.append(
            {
                "x": float(place),
                "y": float(y[row]),
                "text": number(10.0**level),
                "showarrow": False,
                "borderpad": 1,
                "font": {"size": 11, "color": INK},
                "bgcolor": token("paper", 0.85),
            }
        )
    return found


def describe_error(grid: Grid, what: str) -> str:
    """Describe the error of the approximation in words."""
    values = np.abs(np.asarray(grid.values, dtype=np.float64))
    share = float(np.mean(values <= 0.01))
    return say(
        "{what}: error from {low} to {high}, at most 0.01 on {percent} % of the plane.",
        what=what,
        low=values.min(),
        high=values.max(),
        percent=math.floor(100 * share),
    )
