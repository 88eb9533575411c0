"""Bar charts of feature coordinates, polynomial coefficients and vector entries.

Each coordinate of a feature map has its weight, and its contribution to k(x, z) at two points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, axis, class_color, figure, number, signed
from kernviz.figures.traces import text_trace
from kernviz.ranges import around
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several, superscript

ROW, TALLEST, ROOM = 27, 80, 500  # pixels: smallest and largest height of a row, and the height shared by few rows
LETTER = 0.075  # share of the axis for each letter of a label beside a bar, also sufficient on a phone
EDGE = 104  # pixels for the titles above and the axes below


def degree_color(degree: int) -> str:
    """Return the colour of the monomials of one degree.

    The constant is grey; the other degrees have the colours of the classes.
    """
    return MUTED if degree == 0 else class_color(degree - 1)


def weight_bars(
    labels: Sequence[str],
    weights: Array,
    products: Array | None,
    degrees: Sequence[int],
    *,
    left: str = phrase("weight of the coordinate in ‹φ›"),
    right: str = "‹φ›ⱼ(x) ‹φ›ⱼ(‹z›)",
    one_color: bool = False,
) -> Figure:
    """Draw weights and products of feature coordinates as bars.

    ``weights`` (D,) are on the left, ``products`` (D,) of the two points on the right, if given. Each
    coordinate has a row, coloured by its degree in ``degrees`` (D,).

    ``layout.height`` follows the number of rows. Negative products are hatched and point left.
    """
    places = list(range(len(labels)))
    colors = [class_color(0) if one_color else degree_color(d) for d in degrees]
    traces = [_bars(places, np.asarray(weights), labels, degrees, colors, "x", False)]
    traces.append(_tips(places, np.asarray(weights), "x", number))
    panels = {"xaxis": axis("", _reach(weights, number), domain=[0, 1 if products is None else 0.44], nticks=5)}
    titles = [(left, 0.0)]
    if products is not None:
        values = np.asarray(products)
        traces += [_bars(places, values, labels, degrees, colors, "x2", True), _tips(places, values, "x2", signed)]
        panels["xaxis2"] = axis("", _reach(values, signed), domain=[0.52, 1], anchor="y", nticks=5) | {"zeroline": True}
        titles.append((symbols(right), 0.52))
    return figure(
        traces,
        height=max(ROW, min(TALLEST, ROOM // max(len(labels), 1))) * len(labels) + EDGE,
        showlegend=False,
        bargap=0.28,
        margin={"l": 86, "r": 12, "t": 36, "b": 36},
        annotations=[
            {
                "xref": "paper",
                "yref": "paper",
                "x": x,
                "y": 1,
                "yanchor": "bottom",
                "xanchor": "left",
                "yshift": 6,
                "text": f"<b>{title}</b>",
                "showarrow": False,
                "font": {"size": 13},
            }
            for title, x in titles
        ],
        yaxis={
            "tickvals": places,
            "ticktext": list(labels),
            "range": [len(labels) - 0.4, -0.6],
            "showgrid": False,
            "zeroline": False,
            "ticks": "",
            "fixedrange": True,
        },
        **panels,
    )


def describe_weights(labels: Sequence[str], weights: Array, products: Array | None) -> str:
    """Describe the bars of the feature coordinates in words."""
    heaviest = int(np.argmax(weights))
    words = say(
        "Bars of {counted} of ‹φ›; the heaviest is {heaviest} with weight {weight}, the lightest weighs {lightest}.",
        counted=several(len(labels), "{n} coordinate", "{n} coordinates"),
        heaviest=labels[heaviest],
        weight=weights[heaviest],
        lightest=np.min(weights),
    )
    if products is None:
        return words
    return words + " " + say("Their products at x and ‹z› sum to {sum}.", sum=np.sum(products))


def coefficient_bars(coefficients: Array) -> Figure:
    """Draw the coefficients of a polynomial in u as bars.

    Coefficients below zero are vermilion and hatched, with a word on hover.
    """
    values = np.asarray(coefficients, dtype=np.float64)
    names = [_power(r) for r in range(len(values))]
    bad = values < 0
    return figure(
        [
            {
                "type": "bar",
                "x": names,
                "y": values,
                "width": 0.6,
                "marker": {
                    "color": ["var(--kv-refuted)" if b else "var(--kv-class-0)" for b in bad],
                    "pattern": {"shape": ["/" if b else "" for b in bad], "size": 6, "solidity": 0.4},
                },
                "text": [number(float(v)) for v in values],
                "textposition": "outside",
                "cliponaxis": False,
                "customdata": [say("negative: no rule covers this term") if b else "≥ 0" for b in bad],
                "hovertemplate": "%{x}: %{y:.4~g}<br>%{customdata}<extra></extra>",
            }
        ],
        showlegend=False,
        xaxis={"type": "category", "title": {"text": say("power")}, "showgrid": False},
        yaxis=axis(phrase("coefficient"), _reach(values)) | {"zeroline": True},
    )


def vector_bars(entries: Array, *, most: float) -> Figure:
    """Draw the entries of a vector as bars.

    The entries (n,) stand at 1 to n on the axis, between −``most`` and ``most``.
    """
    values = np.asarray(entries, dtype=np.float64)
    places = list(range(1, len(values) + 1))
    return figure(
        [
            {
                "type": "bar",
                "x": places,
                "y": values,
                "width": 0.5,
                "marker": {"color": "var(--kv-class-0)"},
                "hovertemplate": "c%{x} = %{y:.4~g}<extra></extra>",
            }
        ],
        showlegend=False,
        margin={"l": 56, "r": 12, "t": 4, "b": 24},
        xaxis=axis("", (0.4, len(values) + 0.6), tickvals=places, showgrid=False),
        yaxis=axis("c", (-1.12 * most, 1.12 * most), nticks=4) | {"zeroline": True},
    )


def _power(r: int) -> str:
    return "1" if r == 0 else "u" if r == 1 else "u" + superscript(r)


def _bars(
    places: list[int],
    values: Array,
    labels: Sequence[str],
    degrees: Sequence[int],
    colors: Sequence[str],
    side: str,
    hatched: bool,
) -> dict[str, Any]:
    what = say("adds") if hatched else say("weight")
    return {
        "type": "bar",
        "orientation": "h",
        "y": places,
        "x": values,
        "xaxis": side,
        "yaxis": "y",
        "width": 0.66,
        "marker": {
            "color": colors,
            "cornerradius": 2,
            "pattern": {"shape": ["/" if v < 0 else "" for v in values], "size": 6, "solidity": 0.3},
        },
        "customdata": [say("{label}, degree {d}", label=label, d=d) for label, d in zip(labels, degrees, strict=True)],
        "hovertemplate": f"%{{customdata}}<br>{what} %{{x:.6~g}}<extra></extra>",
    }


def _tips(places: list[int], values: Array, side: str, write: Any) -> dict[str, Any]:
    """Return the number at the end of every bar.

    The number is outside the bar.
    """
    texts, font = [f"\u2002{write(float(v))}\u2002" for v in values], {"size": 12, "color": INK}
    sides = ["middle left" if v < 0 else "middle right" for v in values]
    return text_trace(values, places, texts, font, xaxis=side, yaxis="y", cliponaxis=False, textposition=sides)


def _reach(values: Array, write: Callable[[float], str] = lambda v: "") -> tuple[float, float]:
    """Return an axis range with room for the bar labels.

    The longest number at the end of a bar has room, also in the large type for a lecture hall.
    """
    room = max(0.3, LETTER * max(len(write(float(v))) for v in values))
    return around(values, below=room, zero=True)
