"""Heat maps of Gram matrices.

Rows and columns are points. `gram_heatmap` orders them by class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernviz.arrays import Array, single
from kernviz.figures.figure import Figure
from kernviz.figures.plane.field import BAR_MARGIN
from kernviz.figures.plane.points import class_key, groups
from kernviz.figures.theme import BAR_UNDER, DIVERGING, MUTED, SEQUENTIAL, class_color, figure, number, token
from kernviz.ranges import peak
from kernviz.symbols import symbols
from kernviz.wording import say, several

WRITTEN_OUT = 6  # up to this number of points, the cells show their values
STRIP = 0.035  # width of the strip of class colours, as a share of the matrix


def order_by_class(labels: ArrayLike | None, n: int, along: Array | None = None) -> NDArray[np.intp]:
    """Return the index of the point in each row of `gram_heatmap`.

    The rows go class by class, within a class by ``along`` (n,).
    """
    kind = np.zeros(n, dtype=np.intp) if labels is None else groups(labels, n).index
    return np.lexsort((np.zeros(n) if along is None else along, kind))


def along_main_direction(X: Array) -> Array:
    """Return the points' scores on their first principal component.

    X is (n, d), the scores are (n,). In their order neighbours have neighbouring rows. A Gram matrix
    then shows the structure of the points instead of noise.
    """
    centred = X - X.mean(axis=0)
    direction = np.linalg.svd(centred, full_matrices=False)[2][0]
    return np.asarray(centred @ direction * (1 if direction[np.abs(direction).argmax()] > 0 else -1))


def gram_heatmap(
    K: Array,
    labels: ArrayLike | None = None,
    *,
    classes: Sequence[str] | None = None,
    limit: float | None = None,
    name: str = "‹k›(xᵢ, xⱼ)",
    along: Array | None = None,
) -> Figure:
    """Draw a Gram matrix as a heat map.

    K (n, n) is a square. With ``labels`` (n,) the points are ordered by class, within a class
    by ``along`` (n,). Strips then show the classes.

    The colour of 0 is that of the background. The scale is diverging if K has negative entries. The
    strongest colour stands for ``limit``, so that the scale stays while a parameter changes. Without
    a limit the strongest colour stands for max |K|. Hover says i, j and the value. The picture is
    meant for n ≤ 500.
    """
    n = len(K)
    members = groups(labels, n, classes)
    order = order_by_class(labels, n, along)
    sorted_K = np.asarray(K, dtype=np.float64)[np.ix_(order, order)]
    strip = STRIP * n if labels is not None else 0.0
    bar = {
        **BAR_UNDER,
        "ticks": "",
        "nticks": 6,
    }
    traces = [_square(sorted_K, order, limit, symbols(name)) | {"colorbar": bar}]
    shapes: list[dict[str, Any]] = []
    if labels is not None:
        shapes = _strips(members.index[order], members.count, strip) + _cuts(members.index[order], n)
        traces += [class_key(i, text) for i, text in enumerate(members.names)]
    span = [-0.5 - strip, n - 0.5]
    return figure(
        traces,
        shapes=shapes,
        margin={"l": 48, "r": 12, "t": 12, "b": BAR_MARGIN},
        xaxis=_side(say("point j"), span, n) | {"constrain": "domain"},
        yaxis=_side(say("point i"), span[::-1], n) | {"constrain": "domain", "scaleanchor": "x"},
    )


def describe_gram(K: Array, labels: ArrayLike | None = None, name: str = "") -> str:
    """Describe the Gram matrix in words.

    The matrix is called a Gram matrix if it has no name of its own.
    """
    low, high = float(np.min(K)), float(np.max(K))
    matrix = say("Matrix {name}", name=name) if name else say("Gram matrix")
    if labels is None:
        return several(
            len(K),
            "{matrix} of {n} point: entries from {low} to {high}.",
            "{matrix} of {n} points: entries from {low} to {high}.",
            matrix=matrix,
            low=low,
            high=high,
        )
    return several(
        len(K),
        "{matrix} of {n} point, ordered by class: entries from {low} to {high}.",
        "{matrix} of {n} points, ordered by class: entries from {low} to {high}.",
        matrix=matrix,
        low=low,
        high=high,
    )


def matrix_combination(
    K1: Array,
    K2: Array,
    K3: Array,
    titles: tuple[str, str, str],
    smallest: tuple[float, float, float],
    *,
    operator: str = "+",
) -> Figure:
    """Draw two matrices and their combination side by side.

    The three matrices are k₁ ∘ k₂ = result, each titled with its given ``smallest`` eigenvalue.

    All three share one colour scale. A negative eigenvalue is marked ✗ in vermilion, the others ✓.
    The caller gives an eigenvalue within rounding as 0.
    """
    matrices = [np.asarray(K, dtype=np.float64) for K in (K1, K2, K3)]
    limit = peak(*matrices)
    diverging = any(float(K.min(initial=0.0)) < 0 for K in matrices)
    width, gap = 0.28, 0.08
    traces, annotations, axes = [], [], {}
    for i, (K, title, value) in enumerate(zip(matrices, titles, smallest, strict=True)):
        suffix = "" if i == 0 else str(i + 1)
        n, left = len(K), i * (width + gap)
        trace = _square(K, np.arange(n), limit, title, diverging=diverging, written=3)
        traces.append(trace | {"showscale": False, "xaxis": f"x{suffix}", "yaxis": f"y{suffix}"})
        hidden = {"visible": False, "constrain": "domain", "fixedrange": True}
        axes[f"xaxis{suffix}"] = hidden | {
            "type": "category",
            "range": [-0.5, n - 0.5],
            "domain": [left, left + width],
            "anchor": f"y{suffix}",
        }
        axes[f"yaxis{suffix}"] = hidden | {
            "type": "category",
            "range": [n - 0.5, -0.5],
            "scaleanchor": f"x{suffix}",
            "anchor": f"x{suffix}",
        }
        annotations += _titles(suffix, n, title, value)
        if i < 2:
            annotations.append(
                {
                    "xref": "paper",
                    "x": left + width + gap / 2,
                    "yref": f"y{suffix}",
                    "y": (n - 1) / 2,
                    "showarrow": False,
                    "xanchor": "center",
                    "yanchor": "middle",
                    "text": operator if i == 0 else "=",
                    "font": {"size": 22},
                }
            )
    margin = {"l": 8, "r": 8, "t": 34, "b": 48}
    return figure(traces, annotations=annotations, showlegend=False, margin=margin, **axes)


def describe_matrix_combination(
    titles: tuple[str, str, str], smallest: tuple[float, float, float], *, operator: str = "+"
) -> str:
    """Describe the three matrices in words."""
    words = [
        say("{title} (smallest eigenvalue {eigenvalue})", title=title, eigenvalue=value)
        for title, value in zip(titles, smallest, strict=True)
    ]
    return say(
        "Three matrices: {left} {operator} {right} = {result}.",
        left=words[0],
        operator=operator,
        right=words[1],
        result=words[2],
    )


def _square(
    K: Array,
    order: NDArray[np.intp],
    limit: float | None,
    name: str,
    *,
    diverging: bool | None = None,
    written: int = WRITTEN_OUT,
) -> dict[str, Any]:
    diverging = bool((K < 0).any()) if diverging is None else diverging
    strongest = limit or peak(K)
    ids = [str(i + 1) for i in order]  # points are numbered from 1
    few = len(K) <= written
    return {
        "type": "heatmap",
        "x": ids,
        "y": ids,
        "z": single(K),
        "zmin": -strongest if diverging else 0.0,
        "zmax": strongest,
        "colorscale": DIVERGING if diverging else SEQUENTIAL,
        "name": name,
        "hovertemplate": f"i = %{{y}}, j = %{{x}}<br>{name} = %{{z:.4~g}}<extra></extra>",
        "xgap": 1 if few else 0,
        "ygap": 1 if few else 0,
        **({"text": [[number(v) for v in row] for row in K.tolist()], "texttemplate": "%{text}"} if few else {}),
    }


def _side(title: str, span: list[float], n: int) -> dict[str, Any]:
    # Categories, not numbers: a row keeps the index of its point in the table, also if rows are ordered by class.
    return {
        "type": "category",
        "title": {"text": title},
        "range": span,
        "autorange": False,
        "showgrid": False,
        "zeroline": False,
        "showticklabels": n <= 40,
        "ticks": "",
        "ticklabelstandoff": 4,
        "tickmode": "linear" if n <= 20 else "auto",
    }


def _strips(sorted_index: NDArray[np.intp], count: int, strip: float) -> list[dict[str, Any]]:
    """Return strips that show the class of rows and columns.

    The strips run along the left and the upper side.
    """
    shapes = []
    near, far = -0.5 - 0.25 * strip, -0.5 - strip
    for i in range(count):
        where = np.flatnonzero(sorted_index == i)
        if len(where):
            start, end = float(where[0]) - 0.5, float(where[-1]) + 0.5
            common = {"type": "rect", "fillcolor": class_color(i), "line": {"width": 0}}
            shapes.append(common | {"x0": far, "x1": near, "y0": start, "y1": end})
            shapes.append(common | {"x0": start, "x1": end, "y0": far, "y1": near})
    return shapes


def _cuts(sorted_index: NDArray[np.intp], n: int) -> list[dict[str, Any]]:
    """Return lines between one class and the next."""
    line = {"color": token("ink", 0.6), "width": 1}
    shapes = []
    for place in np.flatnonzero(np.diff(sorted_index)).tolist():
        at = place + 0.5
        shapes.append({"type": "line", "x0": -0.5, "x1": n - 0.5, "y0": at, "y1": at, "line": line})
        shapes.append({"type": "line", "x0": at, "x1": at, "y0": -0.5, "y1": n - 0.5, "line": line})
    return shapes


def _titles(suffix: str, n: int, title: str, value: float) -> list[dict[str, Any]]:
    good = value >= 0
    common = {
        "xref": f"x{suffix}",
        "yref": f"y{suffix}",
        "x": (n - 1) / 2,
        "showarrow": False,
        "align": "center",
    }
    verdict = f"{'✓' if good else '✗'} {number(value)}"
    color = token("class-0" if good else "class-1")
    return [
        common | {"y": -0.5, "yanchor": "bottom", "yshift": 4, "text": f"<b>{title}</b>", "font": {"size": 13}},
        common
        | {
            "y": n - 0.5,
            "yanchor": "top",
            "yshift": -2,
            "text": say("smallest λ"),
            "font": {"size": 12, "color": MUTED},
        },
        common | {"y": n - 0.5, "yanchor": "top", "yshift": -18, "text": verdict, "font": {"size": 13, "color": color}},
    ]
