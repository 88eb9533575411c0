"""Points with areas in proportion to their weights, and weight bars.

A point with α = 0 is a small open circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.plane.points import OUTLINE, class_trace, coordinates, groups, numbered
from kernviz.figures.theme import INK, MUTED, number, token
from kernviz.figures.traces import marker_trace
from kernviz.ranges import peak
from kernviz.symbols import symbols
from kernviz.wording import say

LARGEST, SMALLEST = 24.0, 5.0  # largest and smallest diameter in pixels


def weigh(
    drawn: Figure,
    X: Array,
    labels: ArrayLike | None,
    weights: Array,
    *,
    classes: Sequence[str] | None = None,
) -> Figure:
    """Add points with areas in proportion to their weights.

    The points are X (n, 2) with ``weights`` (n,) ≥ 0. A point of weight 0 is a small open circle,
    named ``removed`` in the legend.
    """
    members = groups(labels, len(X), classes)
    top = peak(weights)
    diameters = np.maximum(SMALLEST, LARGEST * np.sqrt(weights / top))
    gone = np.flatnonzero(weights == 0)
    traces: list[dict[str, Any]] = [
        marker_trace(
            name=say("removed, ‹α› = 0"),
            legendrank=50,
            **coordinates(X, gone),
            **numbered(gone),
            hovertemplate=say(
                "<b>point %{{hovertext}}</b><br>{symbol} = 0: it has no vote<extra></extra>", symbol=symbols("‹α›")
            ),
            marker={"symbol": "circle-open", "size": SMALLEST, "color": MUTED, "opacity": 0.55, "line": {"width": 1}},
        )
    ]
    for i, name in enumerate(members.names):
        rows = np.flatnonzero((members.index == i) & (weights > 0))
        rows = rows[np.argsort(-weights[rows], kind="stable")]  # small marks are drawn above large marks
        traces.append(
            class_trace(i, name, X, rows, {"size": diameters[rows], "opacity": 0.85, "line": OUTLINE})
            | numbered(rows)
            | {
                "text": [f"{symbols('‹α›')} = {number(float(weights[r]))}" for r in rows.tolist()],
                "hovertemplate": say("<b>point %{{hovertext}}</b>, {name}<br>%{{text}}<extra></extra>", name=name),
            }
        )
    drawn.add_traces(traces)
    return drawn


def weight_bars(names: Sequence[str], rows: dict[str, Array], limit: float, *, x_title: str) -> Figure:
    """Draw several weights of the same points as grouped bars.

    There is a group of bars for each of ``names``, in the given order. ``rows`` maps the name of a
    weight -> (n,), for at most three weights. The axis ends at ``limit``.
    """
    looks = (
        {"color": token("ink", 0.15), "line": {"width": 1.5, "color": INK}},
        {"color": token("class-2"), "line": {"width": 0}},
        {"color": token("class-4"), "line": {"width": 0}, "pattern": {"shape": "/", "size": 6, "solidity": 0.3}},
    )
    traces = [
        {
            "type": "bar",
            "name": name,
            "x": list(names),
            "y": values,
            "marker": look,
            "hovertemplate": f"%{{x}}<br>{name} = %{{y:.4~g}}<extra></extra>",
        }
        for (name, values), look in zip(rows.items(), looks[: len(rows)], strict=True)
    ]
    return Figure(
        data=traces,
        layout={
            "template": {},
            "barmode": "group",
            "bargap": 0.25,
            "margin": {"l": 44, "r": 8, "t": 8, "b": 60},
            "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 12}},
            "xaxis": {"title": {"text": x_title}, "showgrid": False, "ticks": "", "tickangle": 0, "type": "category"},
            "yaxis": {"range": [0.0, limit], "zeroline": True, "title": {"text": say("weight")}},
        },
    )
