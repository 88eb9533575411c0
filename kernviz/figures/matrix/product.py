"""Matrix times vector as coloured cells.

G, α and Gα, with the targets beside, are in one row. Few cells show their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.theme import DIVERGING, MUTED, axis, figure, number, token
from kernviz.ranges import peak
from kernviz.wording import say, several

WRITTEN = 12  # up to this number of rows, the cells show their values


def matrix_vector(
    G: Array,
    vectors: Mapping[str, Array],
    *,
    name: str = "G",
    row: int | None = None,
    operators: Sequence[str] = ("·", "=", "≈"),
    rows: Sequence[str] | None = None,
) -> Figure:
    """Draw a matrix and column vectors as coloured cells.

    ``G`` (n, n) comes first, then the columns ``vectors`` name -> (n,), with an operator before
    each. Each part has a colour scale of its own.

    ``row`` outlines row i of G and the i-th entry of every column. With n ≤ 12 the numbers
    stand in the cells.
    """
    n, few = len(G), len(G) <= WRITTEN
    ids = list(rows) if rows is not None else [str(i + 1) for i in range(n)]
    width = 0.5 if len(vectors) > 2 else 0.62
    column = (1 - width) / len(vectors)
    traces: list[dict[str, Any]] = []
    axes: dict[str, Any] = {}
    notes: list[dict[str, Any]] = []
    shapes: list[dict[str, Any]] = []
    left = 0.0
    for part, (title, values) in enumerate({name: G, **{k: v[:, None] for k, v in vectors.items()}}.items()):
        suffix = "" if part == 0 else str(part + 1)
        right = width if part == 0 else left + column
        inner = left if part == 0 else left + 0.34 * column
        span = [-0.5, values.shape[1] - 0.5]
        traces.append(_cells(values, few, title, ids) | {"xaxis": f"x{suffix}", "yaxis": "y"})
        axes[f"xaxis{suffix}"] = axis(
            "",
            None,
            domain=[inner, right],
            anchor="y",
            showgrid=False,
            ticks="",
            showticklabels=False,
            range=span,
            fixedrange=True,
            type="category",
        )
        notes.append(_note((inner + right) / 2, 1.0, f"<b>{title}</b>", "bottom"))
        if part:
            notes.append(_note(left + 0.17 * column, 0.5, operators[part - 1], "middle", 22))
        if row is not None:
            shapes.append(
                {
                    "type": "rect",
                    "xref": f"x{suffix}",
                    "yref": "y",
                    "x0": span[0],
                    "x1": span[1],
                    "y0": row - 0.5,
                    "y1": row + 0.5,
                    "line": {"color": token("class-3"), "width": 3},
                    "fillcolor": "rgba(0,0,0,0)",
                }
            )
        left = right
    ticks = {"tickmode": "linear"} if n <= 40 else {"showticklabels": False}
    # Categories, not numbers: a row keeps the index of its point in the data.
    return figure(
        traces,
        annotations=notes,
        shapes=shapes,
        showlegend=False,
        margin={"l": 46, "r": 8, "t": 34, "b": 12},
        yaxis=axis(
            say("point i"),
            None,
            range=[n - 0.5, -0.5],
            showgrid=False,
            ticks="",
            fixedrange=True,
            type="category",
            **ticks,
        ),
        **axes,
    )


def describe_product(G: Array, vectors: Mapping[str, Array]) -> str:
    """Describe a matrix and the vectors beside it in words."""
    parts = [say("{name} from {low} to {high}", name=k, low=v.min(), high=v.max()) for k, v in vectors.items()]
    return say(
        "Matrix of {counted}: entries from {low} to {high}. Beside it: {parts}.",
        counted=several(len(G), "{n} row", "{n} rows"),
        low=G.min(),
        high=G.max(),
        parts="; ".join(parts),
    )


def _cells(values: Array, few: bool, title: str, ids: Sequence[str]) -> dict[str, Any]:
    limit = peak(values)
    square = values.shape[1] > 1
    text: dict[str, Any] = {
        "text": [[_brief(v) for v in row] for row in values.tolist()] if few else None,
        "texttemplate": "%{text}",
    }  # without a font size plotly.js fits the text to the cell
    if not square:
        text["textfont"] = {"size": 10.5}  # plotly.js would fit the text of a single column to the height only
    return {
        "type": "heatmap",
        "x": list(ids) if square else [""],
        "y": list(ids),
        "z": single(values),
        "zmin": -limit,
        "zmax": limit,
        "colorscale": DIVERGING,
        "showscale": False,
        "name": title,
        "xgap": 1 if few else 0,
        "ygap": 1 if few else 0,
        "hovertemplate": f"i = %{{y}}{', j = %{x}' if square else ''}<br>{title} %{{z:.4~g}}<extra></extra>",
        **(text if few else {}),
    }


def _brief(value: float) -> str:
    return number(
        float(f"{value:.3g}" if abs(value) >= 0.1 else f"{value:.1g}" if abs(value) < 1e-3 else f"{value:.2g}")
    )


def _note(x: float, y: float, text: str, anchor: str, size: int = 14) -> dict[str, Any]:
    color = {"color": MUTED} if anchor == "middle" else {}
    return {
        "xref": "paper",
        "yref": "paper",
        "x": x,
        "y": y,
        "xanchor": "center",
        "yanchor": anchor,
        "showarrow": False,
        "text": text,
        "font": {"size": size, **color},
        "yshift": 4 if anchor == "bottom" else 0,
    }
