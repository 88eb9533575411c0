"""Heat map of a small table of numbers.

The cells are the terms pᵢ qⱼ k(xᵢ, xⱼ) of a product of two combinations, coloured.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.theme import DIVERGING, figure, number
from kernviz.ranges import peak
from kernviz.wording import say


def block_heatmap(values: Array, rows: Sequence[str], columns: Sequence[str], name: str) -> Figure:
    """Draw a small matrix as coloured cells with values.

    ``values`` (m, l) stand in their cells. The colour scale is diverging, with the background at 0.
    The picture is meant for at most ten by ten cells.
    """
    limit = peak(values)
    trace = {
        "type": "heatmap",
        "x": list(columns),
        "y": list(rows),
        "z": single(values),
        "zmin": -limit,
        "zmax": limit,
        "colorscale": DIVERGING,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "name": name,
        "text": [[number(v) for v in row] for row in values.tolist()],
        "texttemplate": "%{text}",
        "textfont": {"size": 14},
        "hovertemplate": f"%{{y}}<br>%{{x}}<br>{name} = %{{text}}<extra></extra>",
    }
    side = {"type": "category", "showgrid": False, "zeroline": False, "fixedrange": True, "ticks": ""}
    return figure(
        [trace],
        margin={"l": 120, "r": 8, "t": 34, "b": 8},
        xaxis=side | {"side": "top"},
        yaxis=side | {"autorange": "reversed"},
    )


def describe_block(values: Array, name: str) -> str:
    """Describe the cells of the matrix in words."""
    m, n = values.shape
    return say(
        "{m} × {n} cells {name}, from {low} to {high}; their sum is {sum}.",
        m=m,
        n=n,
        name=name,
        low=values.min(),
        high=values.max(),
        sum=values.sum(),
    )
