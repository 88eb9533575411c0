"""Labels of points without overlaps, and the width of a text.

The width is an estimate, because the reader's font is unknown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.svg.axes import Axis, values
from kernviz.wording import say

Box = tuple[float, float, float, float]  # left, top, right, bottom
LABELS = "labels"  # `meta` of a trace whose texts are left out where they would overlap
GAP = 3.0  # pixels between two labels
NARROW, WIDE = frozenset("iljtfrI.,:;'|!()[] "), frozenset("mwMW@%+−=<>≤≥±→")
SHARES = 0.42, 0.62, 0.9  # width of a narrow, a usual and a wide letter as a share of the font's size: a wide font's


def width(text: str, size: float) -> float:
    """Return the estimated width of a text in pixels, without its tags."""
    plain = html.unescape(re.sub("<[^>]*>", "", text))
    narrow, wide = (sum(letter in kind for letter in plain) for kind in (NARROW, WIDE))
    return size * (SHARES[0] * narrow + SHARES[2] * wide + SHARES[1] * (len(plain) - narrow - wide))


def without_overlap(boxes: Sequence[Box]) -> list[int]:
    """Return the indices of boxes that overlap no box kept before."""
    clear: list[int] = []
    for i, (left, top, right, bottom) in enumerate(boxes):
        others = (boxes[j] for j in clear)
        if all(left > r + GAP or right < x - GAP or top > b + GAP or bottom < t - GAP for x, t, r, b in others):
            clear.append(i)
    return clear


def box(text: str, size: float, x: float, y: float) -> Box:
    """Return the box of a label to the upper right of `(x, y)`."""
    return x, y - 1.3 * size, x + width(text, size), y


def spaced(figure: Figure, axes: Mapping[str, Axis]) -> Figure:
    """Return a figure with the labels that fit.

    A note in a corner says how many are left out.
    """
    traces: list[Mapping[str, Any]] = []
    notes = list(figure.layout.get("annotations") or ())
    for trace in figure.data:
        texts = trace.get("text")
        if trace.get("meta") == LABELS and texts is not None and len(texts):
            x, y = (axes[str(trace.get(f"{letter}axis") or letter)] for letter in "xy")
            size = float((trace.get("textfont") or {}).get("size", 12))
            places = zip(texts, values(trace, "x"), values(trace, "y"), strict=True)
            written = set(without_overlap([box(str(text), size, x.at(u), y.at(v)) for text, u, v in places]))
            traces.append({**trace, "text": [text if i in written else "" for i, text in enumerate(texts)]})
            if left := len(texts) - len(written):
                notes.append(_note(str(trace.get("name")), len(written), left, size))
        else:
            traces.append(trace)
    return Figure(traces, {**figure.layout, "annotations": notes})


def _note(name: str, written: int, left: int, size: float) -> Mapping[str, Any]:
    text = say("{name}: {written} written, {left} left out", name=name.strip(), written=written, left=left)
    place = {"xref": "x domain", "yref": "y domain", "x": 1, "y": 0, "xanchor": "right", "yanchor": "bottom"}
    return {"text": text, **place, "xshift": -3, "yshift": 3, "font": {"size": size}}
