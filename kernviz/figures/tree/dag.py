"""Decision graph of DAGSVM.

A node is a range of remaining classes, and decides between the first and the last of the range.
The path of a point is highlighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernviz.data.text import shorten
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, LINE, MUTED, PANEL, class_color, class_glyph, escaped, figure
from kernviz.figures.traces import path_trace, text_trace
from kernviz.wording import say, several

LONGEST = 10  # characters of a class's name in a node
ONE_LINE = 6  # characters of two names that fit on one line
WIDTH, HEIGHT = 0.8, 0.52  # of a node, where one column and one row are 1

Question = tuple[int, int]  # the first and the last class still in the row


def decision_dag(names: Sequence[str], path: Sequence[tuple[Question, int]]) -> Figure:
    """Draw the decision graph and the path of a point.

    Nodes "A or B" run from the whole row of classes (top) to single classes (bottom). The
    losing class leaves the row.

    ``path``: the questions a point meets and the class that won each, in order. Raises
    ValueError for fewer than 2 classes.
    """
    k = len(names)
    if k < 2:
        raise ValueError(
            several(
                k,
                "{n} class: a decision graph needs at least two",
                "{n} classes: a decision graph needs at least two",
            )
        )
    met = dict(path)
    last = path[-1][1] if path else None
    boxes, texts = [], []
    for first in range(k):
        for end in range(first, k):
            x, y = _place(first, end, k)
            on = (first, end) in met or (first == end == last)
            boxes.append(_box(x, y, on))
            texts.append((x, y, _words(names, first, end), on, class_color(first) if first == end else INK))
    height = max(96 * min(k, 5), 62 * k)  # rows of many classes are lower
    return figure(
        [*_edges(k, met), *_labels(texts)],
        height=height,
        shapes=boxes,
        showlegend=False,
        dragmode=False,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={"visible": False, "range": [-k / 2, k / 2], "fixedrange": True},
        yaxis={"visible": False, "range": [-k + 0.5, 0.5], "fixedrange": True},
    )


def describe_dag(names: Sequence[str], path: Sequence[tuple[Question, int]]) -> str:
    """Describe the path through the decision graph in words."""
    return several(
        len(names) * (len(names) - 1) // 2,
        "Decision graph of {classes} classes with {n} machine. The path: {steps}.",
        "Decision graph of {classes} classes with {n} machines. The path: {steps}.",
        classes=len(names),
        steps="; ".join(decisions(names, path)),
    )


def decisions(names: Sequence[str], path: Sequence[tuple[Question, int]]) -> list[str]:
    """Return the decisions of a path in words: "a or b: b"."""
    return [
        say("{one} or {other}: {winner}", one=names[i], other=names[j], winner=names[winner]) for (i, j), winner in path
    ]


def _place(first: int, end: int, k: int) -> tuple[float, float]:
    """Return the place of a node in the graph.

    The row depends on the number of removed classes, the column on the middle of the remaining
    range. The nodes form a triangle with the single classes at its base.
    """
    return (first + end) / 2 - (k - 1) / 2, float(end - first - (k - 1))


def _box(x: float, y: float, on: bool) -> dict[str, Any]:
    return {
        "type": "rect",
        "x0": x - WIDTH / 2,
        "x1": x + WIDTH / 2,
        "y0": y - HEIGHT / 2,
        "y1": y + HEIGHT / 2,
        "fillcolor": PANEL,
        "layer": "below",
        "line": {"color": ACCENT if on else LINE, "width": 3 if on else 1},
    }


def _words(names: Sequence[str], first: int, end: int) -> str:
    one, other = (shorten(names[i], LONGEST) for i in (first, end))
    if first == end:
        return f"{class_glyph(first)} {escaped(one)}"
    if len(one) + len(other) <= ONE_LINE:
        return say("{one} or {other}", one=escaped(one), other=escaped(other))
    return say("{one}<br>or {other}", one=escaped(one), other=escaped(other))


def _edges(k: int, met: dict[Question, int]) -> list[dict[str, Any]]:
    """Return the edges of the decision graph.

    Along an edge to the left the last class is removed, along an edge to the right the first class.
    Edges of the path are thick.
    """
    plain: list[tuple[float | None, float | None]] = []
    taken: list[tuple[float | None, float | None]] = []
    for first in range(k):
        for end in range(first + 1, k):
            for child, winner in (((first, end - 1), first), ((first + 1, end), end)):
                (x0, y0), (x1, y1) = _place(first, end, k), _place(*child, k)
                line = taken if met.get((first, end)) == winner else plain
                line += [(x0, y0 - HEIGHT / 2), (x1, y1 + HEIGHT / 2), (None, None)]
    return [
        path_trace(plain, LINE, 1.2, name=say("not asked"), hoverinfo="skip"),
        path_trace(taken, ACCENT, 4, name=say("the path"), hoverinfo="skip"),
    ]


def _labels(texts: list[tuple[float, float, str, bool, str]]) -> list[dict[str, Any]]:
    """Return the node labels as two traces of text.

    Labels on the path are bold and in a strong colour, the others muted.
    """
    return [
        text_trace(
            [x for x, *_, on, _ in texts if on is on_path],
            [y for _, y, *_, on, _ in texts if on is on_path],
            [f"<b>{t}</b>" if on_path else t for _, _, t, on, _ in texts if on is on_path],
            {"size": 13, "color": [c if on_path else MUTED for *_, on, c in texts if on is on_path]},
            name=name,
        )
        for name, on_path in ((say("asked"), True), (say("not asked"), False))
    ]
