"""Two square matrices drawn to scale.

They are D × D for the features and N × N for the points, with their costs.
"""

from __future__ import annotations

import math
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, class_color, figure, number, token
from kernviz.figures.traces import marker_trace
from kernviz.wording import say

GAP = 0.12
ABOVE, BELOW = 40, 52  # pixels for the texts above and below the squares, which are as large in a small picture


def two_squares(D: float, N: int, costs: tuple[float, float]) -> Figure:
    """Draw two squares of side D and N on one scale.

    ``costs`` are numbers of multiplications, written under the squares.

    D = ∞ and D = nan (not known) are drawn as a dotted square that fills the height.
    """
    finite = math.isfinite(D)
    largest = float(max(D, N)) if finite else 1.25 * N
    shapes: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    sides = (1.0 if not finite else D / largest, N / largest)
    labels = (
        "∞ × ∞" if math.isinf(D) else "D × D" if not finite else f"D × D = {_count(D)} × {_count(D)}",
        f"N × N = {_count(N)} × {_count(N)}",
    )
    titles = (say("by features, ΦᵀΦ + λI"), say("by points, ‹K› + λI"))
    for i, (side, label, title, cost) in enumerate(zip(sides, labels, titles, costs, strict=True)):
        left = i * (1 + GAP)
        x0, x1 = left + (1 - side) / 2, left + (1 + side) / 2
        open_end = i == 0 and not finite
        shapes.append(
            {
                "type": "rect",
                "x0": x0,
                "x1": x1,
                "y0": 0,
                "y1": side,
                "fillcolor": token(f"class-{i}", 0.12 if open_end else 0.42),
                "line": {"color": class_color(i), "width": 2.5, "dash": "dot" if open_end else "solid"},
            }
        )
        middle = left + 0.5
        notes.append(_note(middle, 1.0, f"<b>{title}</b>", 15, INK, 20))
        notes.append(_note(middle, 0.0, f"<b>{label}</b>", 16, INK, -16))
        words = (
            (say("cannot be written down") if math.isinf(D) else say("not listed here"))
            if open_end
            else say("≈ {count} multiplications", count=_count(cost))
        )
        notes.append(_note(middle, 0.0, words, 14, MUTED, -38))
    hidden = {"visible": False, "fixedrange": True}
    return figure(
        [marker_trace([0, 2 + GAP], [0, 1], {"opacity": 0}, hoverinfo="skip")],
        shapes=shapes,
        annotations=notes,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": ABOVE, "b": BELOW},
        xaxis=hidden | {"range": [-0.05, 2 + GAP + 0.05]},
        yaxis=hidden | {"range": [-0.02, 1.02], "scaleanchor": "x"},
    )


def describe_squares(D: float, N: int, costs: tuple[float, float]) -> str:
    """Describe the two square matrices in words."""
    if math.isnan(D):
        return say(
            "Two squares. The side D of the first is not known. The second has side N = {points} and costs "
            "{point_cost} multiplications.",
            points=N,
            point_cost=float(costs[1]),
        )
    if math.isinf(D):
        return say(
            "Two squares. The side D of the first is infinite. The second has side N = {points} and costs "
            "{point_cost} multiplications.",
            points=N,
            point_cost=float(costs[1]),
        )
    return say(
        "Two squares to scale. One has side D = {features} and costs {feature_cost} multiplications. The other has "
        "side N = {points} and costs {point_cost} multiplications.",
        features=float(D),
        feature_cost=float(costs[0]),
        points=N,
        point_cost=float(costs[1]),
    )


def _count(value: float) -> str:
    return f"{value:,.0f}".replace(",", "\u2009") if value < 1e7 else number(value)


def _note(x: float, y: float, text: str, size: int, color: str, pixels: int) -> dict[str, Any]:
    """Return a text note some ``pixels`` above its place.

    The distance in pixels keeps lines of text apart, however small the squares are.
    """
    return {
        "x": x,
        "y": y,
        "yshift": pixels,
        "text": text,
        "showarrow": False,
        "font": {"size": size, "color": color},
        "xanchor": "center",
    }
