"""Decomposition of a vector by a subspace, seen from the side.

The vector is the sum of a vector in the subspace and a vector orthogonal to the subspace.
"""

from __future__ import annotations

from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, axis, class_color, figure, token
from kernviz.figures.traces import line_trace


def upright_triangle(along: float, up: float, *, reach: float) -> Figure:
    """Draw w as the sum of two orthogonal vectors.

    The sum is w = w∥ + w⊥: ``along`` in the subspace (the axis), ``up`` orthogonal to the
    subspace. The picture lies between −``reach`` and ``reach``.
    """
    sides = (
        ("w∥", (0.0, 0.0), (along, 0.0), class_color(2), "solid", (along / 2, 0.0), -14),
        ("w⊥", (along, 0.0), (along, up), class_color(3), "6px,4px", (along, up / 2), 0),
        ("w", (0.0, 0.0), (along, up), INK, "solid", (along / 2, up / 2), 14 if up >= 0 else -28),
    )
    traces: list[dict[str, Any]] = [
        line_trace([start[0], end[0]], [start[1], end[1]], color, 3.5, dash, name=name, hoverinfo="skip")
        for name, start, end, color, dash, _, _ in sides
    ]
    labels = [
        {
            "x": at[0],
            "y": at[1],
            "text": f"<b>{name}</b>",
            "showarrow": False,
            "yshift": shift,
            "xshift": 0 if shift else 20,
            "font": {"size": 14, "color": INK},
            "bgcolor": token("paper", 0.85),
        }
        for name, _, _, _, _, at, shift in sides
    ]
    return figure(
        traces,
        annotations=labels,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 6, "b": 6},
        xaxis=axis("", (-0.15 * along, 1.3 * along), showticklabels=False, showgrid=False),
        yaxis=axis("", (-1.1 * reach, 1.1 * reach), showticklabels=False, showgrid=False) | {"zeroline": True},
    )
