"""Cells of a Gram matrix that an algorithm reads.

Cells read for training are outlined solid, those read for prediction dotted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, token


def read_cells(heatmap: Figure, names: Sequence[str], learns: NDArray[Any], answers: NDArray[Any]) -> Figure:
    """Outline the Gram matrix cells read by an algorithm.

    ``heatmap`` is a `gram_heatmap` of m + 1 points with their ``names``; the figure is changed and
    returned. The masks ``learns`` and ``answers`` (m + 1, m + 1) are the cells read for training and
    for prediction. Cells of ``learns`` form a square at the upper left.
    """
    n = len(names)
    shapes: list[dict[str, Any]] = list(heatmap.layout.shapes or ())
    if learns.any():
        size = int(learns.any(axis=1).sum())
        shapes.append(_box(-0.5, size - 0.5, -0.5, size - 0.5, INK, 3, "solid"))
    for i in range(n):
        for j in range(n):
            if answers[i, j]:
                shapes.append(_box(j - 0.42, j + 0.42, i - 0.42, i + 0.42, token("class-3"), 2.5, "2px,2px"))
    heatmap.layout.shapes = shapes
    ticks = {
        "tickmode": "array",
        "tickvals": [str(i + 1) for i in range(n)],
        "ticktext": list(names),
        "showticklabels": n <= 40,
    }
    for side in (heatmap.layout.xaxis, heatmap.layout.yaxis):
        side.update(ticks)
    return heatmap


def _box(x0: float, x1: float, y0: float, y1: float, color: str, width: float, dash: str) -> dict[str, Any]:
    return {
        "type": "rect",
        "x0": x0,
        "x1": x1,
        "y0": y0,
        "y1": y1,
        "fillcolor": "rgba(0,0,0,0)",
        "line": {"color": color, "width": width, "dash": dash},
    }
