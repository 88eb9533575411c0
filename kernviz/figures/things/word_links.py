"""Two words with their shared pieces marked and joined.

Each line is a product in φ(x)·φ(z).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernviz.figures.figure import Figure
from kernviz.figures.theme import GRID, INK, LINE, MUTED, class_color, escaped, figure, token
from kernviz.figures.traces import text_trace
from kernviz.symbols import symbols
from kernviz.wording import say, several

TOP, BOTTOM = 1.0, -1.0
LANE = 0.14
LARGEST_LETTER, NARROW = 34, 12  # size of letters in pixels; words with more than NARROW letters are written smaller


@dataclass(frozen=True)
class Mark:
    """Occurrence of a shared piece in a word.

    ``piece`` is the index of the piece, which gives the colour. ``letters`` are the positions of its
    letters in the word, from 0.
    """

    piece: int
    letters: tuple[int, ...]


def word_links(x: str, z: str, above: Sequence[Mark], below: Sequence[Mark], pieces: Sequence[str]) -> Figure:
    """Draw two words with their shared pieces joined.

    x is on top, z below. ``above`` and ``below`` are the places of the shared ``pieces`` in x
    and in z. Equal pieces are joined.
    """
    width = max(len(x), len(z), 4)
    traces: list[dict[str, Any]] = []
    lanes = [_lanes(above), _lanes(below)]
    ends: list[list[tuple[int, float, float]]] = [[], []]
    for side, (marks, word) in enumerate(((above, x), (below, z))):
        start = (width - len(word)) / 2
        edge, step = (TOP - 0.26, -LANE) if side == 0 else (BOTTOM + 0.26, LANE)
        for mark, lane in zip(marks, lanes[side], strict=True):
            xs = [start + i + 0.5 for i in mark.letters]
            y = edge + step * lane
            traces.append(_bar(xs, y, mark.piece, pieces[mark.piece]))
            ends[side].append((mark.piece, sum(xs) / len(xs), y + step * 0.35))
    traces = [_link(a, b, pieces) for a in ends[0] for b in ends[1] if a[0] == b[0]] + traces
    for word, y in ((x, TOP), (z, BOTTOM)):
        traces.append(_letters(word, (width - len(word)) / 2, y, width))
    hidden = {"visible": False, "fixedrange": True}
    boxes = [
        {
            "type": "rect",
            "x0": (width - len(word)) / 2 + i + 0.04,
            "x1": (width - len(word)) / 2 + i + 0.96,
            "y0": y - 0.2,
            "y1": y + 0.2,
            "line": {"color": LINE, "width": 1},
            "fillcolor": GRID,
            "layer": "below",
        }
        for word, y in ((x, TOP), (z, BOTTOM))
        for i in range(len(word))
    ]
    names = [
        {
            "x": 0.0,
            "xref": "paper",
            "xanchor": "left",
            "y": y,
            "text": f"<b>{name}</b>" if word else say("{name} = ε, the word without letters", name=f"<b>{name}</b>"),
            "showarrow": False,
            "font": {"size": 16, "color": MUTED},
        }
        for name, word, y in (("x", x, TOP + 0.33), (symbols("‹z›"), z, BOTTOM - 0.33))
    ]
    return figure(
        traces,
        shapes=boxes,
        annotations=names,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=hidden | {"range": [-0.2, width + 0.2]},
        yaxis=hidden | {"range": [-1.5, 1.5]},
    )


def describe_word_links(x: str, z: str, above: Sequence[Mark], below: Sequence[Mark], pieces: Sequence[str]) -> str:
    """Describe the words and their shared pieces in words."""
    links = sum(a.piece == b.piece for a in above for b in below)
    shared = ", ".join(pieces) if pieces else say("nothing")
    return say(
        "The words {x} and {z}, letter by letter. They share {shared}; {joined}.",
        x=x or "ε",
        z=z or "ε",
        shared=shared,
        joined=several(links, "{n} line joins equal pieces", "{n} lines join equal pieces"),
    )


def _lanes(marks: Sequence[Mark]) -> list[int]:
    """Return the first free lane for each mark.

    Lanes are counted from the word. In a free lane the mark covers no other mark.
    """
    taken: list[list[tuple[int, int]]] = []
    found = []
    for mark in marks:
        span = (min(mark.letters), max(mark.letters))
        lane = next(
            (i for i, spans in enumerate(taken) if all(b < span[0] or a > span[1] for a, b in spans)), len(taken)
        )
        if lane == len(taken):
            taken.append([])
        taken[lane].append(span)
        found.append(lane)
    return found


def _bar(xs: Sequence[float], y: float, piece: int, text: str) -> dict[str, Any]:
    color = class_color(piece)
    one = len(xs) == 1
    return {
        "type": "scatter",
        "mode": "markers" if one else "lines+markers",
        "x": list(xs),
        "y": [y] * len(xs),
        "name": text,
        "line": {"color": color, "width": 5},
        "marker": {"color": color, "size": 11},
        "hovertemplate": f"{escaped(text)}<extra></extra>",
    }


def _link(a: tuple[int, float, float], b: tuple[int, float, float], pieces: Sequence[str]) -> dict[str, Any]:
    # positions along the lines vary, so that names of neighbouring lines do not overlap
    share = (0.5, 0.36, 0.64)[a[0] % 3]
    middle = (a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2]))
    return {
        "type": "scatter",
        "mode": "lines+text",
        "x": [a[1], middle[0], b[1]],
        "y": [a[2], middle[1], b[2]],
        "line": {"color": class_color(a[0]), "width": 2.5},
        "text": ["", "\u2002" + escaped(pieces[a[0]]), ""],
        "textposition": "middle right",
        "textfont": {"size": 15, "color": INK},
        "hovertemplate": f"{escaped(pieces[a[0]])}<extra></extra>",
    }


def _letters(word: str, start: float, y: float, width: int) -> dict[str, Any]:
    size = LARGEST_LETTER if width <= NARROW else max(12, int(LARGEST_LETTER * NARROW / width))
    xs, texts = [start + i + 0.5 for i in range(len(word))], [f"<b>{escaped(letter)}</b>" for letter in word]
    return text_trace(xs or [None], [y] * len(word) or [None], texts, {"size": size, "color": token("ink")})
