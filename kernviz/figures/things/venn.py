"""Venn diagram of two finite sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, class_color, escaped, figure, token
from kernviz.figures.traces import text_trace
from kernviz.wording import say, several

RADIUS, OFFSET = 1.0, 0.55


def venn(
    left: Sequence[str],
    both: Sequence[str],
    right: Sequence[str],
    outside: Sequence[str] = (),
) -> Figure:
    """Draw a Venn diagram with the elements as text.

    The regions hold the elements of the first set only, of both, of the second only, and of
    neither.
    """
    shapes = [
        {
            "type": "circle",
            "x0": c - RADIUS,
            "x1": c + RADIUS,
            "y0": -RADIUS,
            "y1": RADIUS,
            "fillcolor": class_color(i, 0.13),
            "line": {"color": class_color(i), "width": 2.5},
        }
        for i, c in enumerate((-OFFSET, OFFSET))
    ]
    size = 26 if max(map(len, (left, both, right))) <= 4 else 18
    traces = [
        _letters(left, -0.98, INK, size),
        _letters(both, 0.0, token("ink"), size + 4, bold=True),
        _letters(right, 0.98, INK, size),
        _letters(outside, 0.0, MUTED, 16, row=-1.22),
    ]
    heads = [
        {
            "x": c,
            "y": 1.14,
            "text": f"<b>{name}</b>",
            "showarrow": False,
            "font": {"size": 18, "color": class_color(i)},
        }
        for i, (c, name) in enumerate(zip((-0.98, 0.98), ("S₁", "S₂"), strict=True))
    ]
    hidden = {"visible": False, "fixedrange": True, "constrain": "domain"}
    return figure(
        traces,
        shapes=shapes,
        annotations=heads,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=hidden | {"range": [-1.7, 1.7]},
        yaxis=hidden | {"range": [-1.35, 1.3], "scaleanchor": "x"},
    )


def describe_venn(left: Sequence[str], both: Sequence[str], right: Sequence[str]) -> str:
    """Describe the Venn diagram's two circles in words."""
    counted = several(len(both), "{n} element", "{n} elements")
    return say(
        "Two circles that overlap. In both: {shared}; only in the first: {only_first}, only in the second: "
        "{only_second}.",
        shared=say("{counted}: {elements}", counted=counted, elements=", ".join(both)) if both else counted,
        only_first=len(left),
        only_second=len(right),
    )


def _letters(
    items: Sequence[str],
    x: float,
    color: str,
    size: int,
    *,
    bold: bool = False,
    row: float | None = None,
) -> dict[str, Any]:
    """Return the elements of a region as text.

    The elements stand under each other in the middle of the region, or in one row. Lines of one
    text keep their distance at every size of the picture.
    """
    texts = [f"<b>{escaped(item)}</b>" if bold else escaped(item) for item in items]
    if row is None:
        texts, xs, ys = ["<br>".join(texts)] if texts else [], [x], [0.0]
    else:
        xs, ys = [0.24 * (i - (len(texts) - 1) / 2) for i in range(len(texts))], [row] * len(texts)
    return text_trace(xs or [None], ys or [None], texts, {"size": size, "color": color})
