"""Decision function f as a landscape.

The landscape is a surface over the plane: the sum of bumps at the support vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import Grid
from kernviz.figures.plane.points import Groups
from kernviz.figures.space.traces import marks_in_space
from kernviz.figures.theme import DIVERGING, INK, SYMBOLS_3D, class_color, figure
from kernviz.symbols import symbols
from kernviz.wording import say, several


@dataclass(frozen=True)
class Bumps:
    """Bumps of a landscape, one at each support vector.

    ``centers`` are (s, 2), ``heights`` (s,) = f there. ``on`` (s,) is the mask of the bumps in the
    sum. ``numbers`` (s,) are the numbers of the points, from 1.
    """

    centers: Array
    heights: Array
    on: NDArray[np.bool_]
    members: Groups
    numbers: NDArray[np.intp]


def landscape(grid: Grid, bumps: Bumps, titles: tuple[str, str], reach: float) -> Figure:
    """Draw the surface z = f with a mark on every bump.

    The line f = 0 is drawn too. A mark is filled if its bump is in the sum, else an outline.

    ``titles`` are those of the two axes of the plane. z runs over ±``reach``.
    """
    x_title, y_title = titles
    traces: list[dict[str, Any]] = [
        {
            "type": "surface",
            "x": grid.x,
            "y": grid.y,
            "z": single(grid.values),
            "colorscale": DIVERGING,
            "cmin": -2.0,
            "cmax": 2.0,
            "showscale": False,
            "name": symbols("‹f›"),
            "contours": {"z": {"show": True, "start": 0.0, "end": 1e-3, "size": 1.0, "color": INK, "width": 5}},
            "lighting": {"ambient": 0.85, "diffuse": 0.3, "specular": 0.02, "roughness": 0.9},
            "hovertemplate": symbols(
                f"{x_title} = %{{x:.3~g}}, {y_title} = %{{y:.3~g}}<br>‹f› = %{{z:.4~g}}<extra></extra>"
            ),
        }
    ]
    lifted = bumps.heights + 0.04 * reach  # slightly above the surface, which would hide half of each mark
    for i, name in enumerate(bumps.members.names):
        for present in (True, False):
            rows = np.flatnonzero((bumps.members.index == i) & (bumps.on == present))
            called = name if present else say("{name}, bump taken away", name=name)
            symbol = SYMBOLS_3D[i % len(SYMBOLS_3D)] + ("" if present or i > 2 else "-open")
            traces.append(
                marks_in_space(
                    {"x": bumps.centers[rows, 0], "y": bumps.centers[rows, 1], "z": lifted[rows]},
                    {"size": 5, "color": class_color(i), "symbol": symbol, "line": {"width": 1, "color": INK}},
                    name=name if present else say("{name}, taken away", name=name),
                    showlegend=False,
                    customdata=bumps.numbers[rows],
                    hovertemplate=f"<b>{say('point')} %{{customdata}}</b>, {called}<extra></extra>",
                )
            )
    axis = {"backgroundcolor": "rgba(0,0,0,0)", "showspikes": False}
    return figure(
        traces,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        scene={
            "xaxis": axis | {"title": {"text": x_title}},
            "yaxis": axis | {"title": {"text": y_title}},
            "zaxis": axis | {"title": {"text": symbols("‹f›(x)")}, "range": [-reach, reach]},
            "aspectmode": "manual",
            "aspectratio": {"x": 1.25, "y": 1.25, "z": 0.7},
            "camera": {"eye": {"x": 0.75, "y": -1.35, "z": 1.5}},
        },
    )


def describe_landscape(grid: Grid, on: NDArray[np.bool_]) -> str:
    """Describe the landscape of f in words."""
    values = np.asarray(grid.values)
    return say(
        "Surface of ‹f› with {counted} of {total} in the sum, from {lowest} to {highest}.",
        counted=several(int(on.sum()), "{n} bump", "{n} bumps"),
        total=len(on),
        lowest=values.min(),
        highest=values.max(),
    )
