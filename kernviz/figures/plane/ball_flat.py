"""Sphere of feature space as a circle in two coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.plane.ball import INSIDE, YOURS, BallMarks, point_marks
from kernviz.figures.plane.marks import rows
from kernviz.figures.plane.points import class_traces, groups, size_for
from kernviz.figures.space.ball import Globe
from kernviz.figures.theme import ACCENT, INK, KEY_GAP, PAPER, figure, plane_axes, token
from kernviz.figures.traces import line_trace
from kernviz.wording import say, several


@dataclass(frozen=True)
class FlatBall:
    """Content of the picture of spheres in feature space, drawn as circles.

    ``points`` (n, 3) are the images of the data, and the centres of ``globes`` are (3,). Only the first two of the
    three coordinates are drawn. ``globes``: at least one sphere, the best sphere first. ``half``: half the width of
    the picture, in the units of the coordinates. ``axes``: titles of the axes. ``probe`` (3,): image of the probe.
    """

    points: Array
    axes: tuple[str, str, str]
    globes: Sequence[Globe]
    half: float
    labels: ArrayLike | None
    classes: Sequence[str] | None
    marks: BallMarks
    probe: Array | None = None
    sheet: Array | None = None  # (1, g, 3): image of the line


def ball_flat(scene: FlatBall) -> Figure:
    """Draw spheres as circles in two coordinates."""
    best = scene.globes[0]
    size = size_for(len(scene.points))
    traces: list[dict[str, Any]] = []
    if scene.sheet is not None and len(scene.sheet) == 1:
        x, y, _ = scene.sheet[0].T
        traces.append(
            line_trace(
                x, y, token("ink", 0.35), 2, name=say("image of the line") + KEY_GAP, hoverinfo="skip", legendrank=40
            )
        )
    for globe in scene.globes:
        traces += _circle(globe)
    for row in rows(scene.marks.on).tolist():
        traces.append(_line(best.center, scene.points[row], token("ink", 0.55), 1.5))
    members = groups(scene.labels, len(scene.points), scene.classes)
    strong = np.ones(len(scene.points), dtype=bool)
    strong[rows(scene.marks.bystanders)] = False
    axes = (scene.axes[0], scene.axes[1] or " ")
    flat = scene.points[:, :2]
    traces += class_traces(
        flat, members, size=size, strong=strong, details=list(scene.marks.details) or None, axes=axes
    )
    traces += point_marks(flat, scene.marks, size)
    if scene.probe is not None:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": say("probe") + KEY_GAP,
                "x": [scene.probe[0]],
                "y": [scene.probe[1]],
                "marker": {"symbol": "diamond", "size": 14, "color": PAPER, "line": {"width": 2.5, "color": ACCENT}},
                "text": [scene.marks.probe_words],
                "hovertemplate": say("probe: %{text}<extra></extra>"),
            }
        )
    ranges = [(float(c - scene.half), float(c + scene.half)) for c in best.center[:2]]
    return figure(traces, **plane_axes(ranges[0], ranges[1], *axes))


def describe_ball_flat(scene: FlatBall) -> str:
    """Describe the circle in words."""
    globes = "; ".join(
        say(
            "{name} with centre ({x}, {y}) and radius {radius}",
            name=g.name,
            x=g.center[0],
            y=g.center[1],
            radius=g.radius,
        )
        for g in scene.globes
    )
    return say(
        "Plane of the coordinates of ‹φ›: {counted}; {globes}.",
        counted=several(len(scene.points), "{n} image", "{n} images"),
        globes=globes,
    )


def _circle(globe: Globe) -> list[dict[str, Any]]:
    turn = np.linspace(0, 2 * np.pi, 181)
    color = INK if globe.filled else YOURS
    style: dict[str, Any] = {"fill": "toself", "fillcolor": token(INSIDE, 0.16)} if globe.filled else {}
    name = globe.name if globe.filled else say("your circle")
    traces: list[dict[str, Any]] = [
        line_trace(
            globe.center[0] + globe.radius * np.cos(turn),
            globe.center[1] + globe.radius * np.sin(turn),
            color,
            3 if globe.filled else 2.5,
            "solid" if globe.filled else "9px,5px",
            name=name + KEY_GAP,
            hoverinfo="skip",
            legendrank=20,
            **style,
        ),
        {
            "type": "scatter",
            "mode": "markers",
            "name": (say("c∗, the centre") if globe.filled else say("your c")) + KEY_GAP,
            "legendrank": 25,
            "x": [globe.center[0]],
            "y": [globe.center[1]],
            "marker": {
                "symbol": "cross-thin" if globe.filled else "x-thin",
                "size": 16,
                "line": {"width": 3, "color": color},
            },
            "hovertemplate": say("centre (%{x:.4~g}, %{y:.4~g})<extra></extra>"),
        },
    ]
    if globe.end is not None:
        traces.append(_line(globe.center, globe.end, YOURS, 2.5))
    return traces


def _line(start: Array, end: Array, color: str, width: float) -> dict[str, Any]:
    return line_trace(
        [start[0], end[0]], [start[1], end[1]], color, width, name=say("radius"), showlegend=False, hoverinfo="skip"
    )
