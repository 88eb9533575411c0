"""Proof of a kernel as a tree.

Each node is a box in a row of its own. The kernel is at the left, its parts are further right.

With a row for each node the tree is readable on a phone and on a projector. A tree that grows
sideways is readable on neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from kernviz.data.text import shorten
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, LINE, MUTED, PANEL, escaped, figure, token
from kernviz.figures.traces import line_trace
from kernviz.wording import phrase, say, several, spoken

TreeVerdict = Literal["proven", "conditional", "refuted", "open", "fails"]

# "refuted": shown to be no kernel. "fails": a premise or rule is missing here. "open": only parts below are unproven.
ICON: Final = {"proven": "✓", "conditional": "◐", "refuted": "✗", "fails": "✗", "open": "?"}
COLOR: Final = {  # blue, vermilion, purple: never red against green
    "proven": token("class-0"),
    "conditional": token("class-0"),
    "refuted": token("class-1"),
    "fails": token("class-1"),
    "open": token("class-3"),
}
SOUND: Final = ("proven", "conditional")
WORD: Final = {
    "proven": phrase("proven"),
    "conditional": phrase("conditionally positive definite"),  # weaker than a kernel; sufficient at such a node
    "refuted": phrase("refuted"),
    "fails": phrase("fails"),
    "open": phrase("open"),
}
ROW = 54  # height of a node in pixels
CHARACTERS, WRAPPED = 100, 60  # longest text in a box, longest line of a hover text
STEP = 0.045  # indentation of a level, as a share of the width


@dataclass(frozen=True)
class TreeNode:
    """Node of the proof tree.

    ``parent`` is the id of the parent, None for the root. ``text`` is the kernel of the node,
    ``rule`` the rule applied to it, and ``reason`` the reason of the verdict.
    """

    id: str | int
    parent: str | int | None
    text: str
    rule: str
    verdict: TreeVerdict
    reason: str = ""


@dataclass(frozen=True)
class NodePlace:
    """Position of a node in the proof tree.

    The position has the node's row from the top, its level from the left, and the row of its
    parent.
    """

    node: TreeNode
    row: int
    level: int
    parent_row: int | None


def proof_tree(nodes: Sequence[TreeNode]) -> Figure:
    """Draw the proof tree with every verdict marked.

    Each verdict has an icon, word and colour. The tree's height is in ``layout.height``.

    Texts are cut to ``CHARACTERS``, less on deeper levels, and shown in full on hover. Raises
    ValueError if the nodes are not one tree (see `arrange`).
    """
    places = arrange(nodes)
    depth = max(p.level for p in places)
    step = min(STEP, 0.3 / max(depth, 1))
    height = ROW * len(places) + 8
    return figure(
        [_boxes(places, step), _lines(places, step), _icons(places, step), *_texts(places, step)],
        height=height,
        margin={"l": 4, "r": 4, "t": 4, "b": 4, "pad": 0},
        showlegend=False,
        barmode="overlay",
        dragmode=False,
        xaxis={"visible": False, "range": [0, 1], "fixedrange": True},
        yaxis={"visible": False, "range": [len(places) - 0.5, -0.5], "fixedrange": True},
    )


def describe_proof_tree(nodes: Sequence[TreeNode]) -> str:
    """Describe the proof tree in words."""
    places = arrange(nodes)
    broken = [p for p in places if p.node.verdict not in SOUND]
    root = places[0].node
    head = say(
        "Proof tree of {text} with {counted}: {verdict}",
        text=root.text,
        counted=several(len(places), "{n} node", "{n} nodes"),
        verdict=spoken(WORD[root.verdict]),
    )
    if not broken or broken == places[:1] or root.verdict in SOUND:
        return head + "."
    innermost = max(broken, key=lambda place: place.level).node
    return say(
        "{head}; {counted} not proven, the innermost being {text} ({reason}).",
        head=head,
        counted=several(len(broken), "{n} node", "{n} nodes"),
        text=innermost.text,
        reason=innermost.reason or spoken(WORD[innermost.verdict]),
    )


def arrange(nodes: Sequence[TreeNode]) -> list[NodePlace]:
    """Return the places of the nodes in reading order.

    The order is depth-first: a node, then each of its parts with all their descendants.

    Raises ValueError for an id given twice, for no root or several roots, and for a node that is
    not connected to the root.
    """
    if len({n.id for n in nodes}) != len(nodes):
        raise ValueError(say("two nodes have the same id: give each its own"))
    children: dict[str | int | None, list[TreeNode]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    roots = children.get(None, [])
    if len(roots) != 1:
        raise ValueError(say("{roots} nodes have no parent: a tree needs exactly one root", roots=len(roots)))
    places: list[NodePlace] = []

    def put(node: TreeNode, level: int, parent_row: int | None) -> None:
        row = len(places)
        places.append(NodePlace(node, row, level, parent_row))
        for child in children.get(node.id, []):
            put(child, level + 1, row)

    put(roots[0], 0, None)
    if len(places) != len(nodes):
        lost = sorted({str(n.id) for n in nodes} - {str(p.node.id) for p in places})
        raise ValueError(
            say(
                "nodes {nodes} are not connected to the root: their parents are missing or form a circle",
                nodes=", ".join(lost),
            )
        )
    return places


def _boxes(places: Sequence[NodePlace], step: float) -> dict[str, Any]:
    """Return the boxes of the tree as bars.

    A bar has a hover text on all of its area; a layout shape has none.
    """
    return {
        "type": "bar",
        "orientation": "h",
        "y": [p.row for p in places],
        "width": 0.82,
        "base": [p.level * step for p in places],
        "x": [1 - p.level * step for p in places],
        "marker": {
            "color": PANEL,
            "cornerradius": 7,
            "line": {"width": 1, "color": [LINE if p.node.verdict in SOUND else COLOR[p.node.verdict] for p in places]},
        },
        "text": [_hover(p.node) for p in places],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
        "customdata": [p.node.id for p in places],
    }


def _lines(places: Sequence[NodePlace], step: float) -> dict[str, Any]:
    """Return elbow lines from parents to children.

    A line goes down from the parent's edge, then right to the child.
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    for p in places:
        if p.parent_row is not None:
            x = (p.level - 0.55) * step
            xs += [x, x, p.level * step, None]
            ys += [p.parent_row + 0.41, p.row, p.row, None]
    return line_trace(xs or [None], ys or [None], MUTED, 1.3, hoverinfo="skip")


def _icons(places: Sequence[NodePlace], step: float) -> dict[str, Any]:
    """Return the verdict's icon at every box's left end."""
    colors = [COLOR[p.node.verdict] for p in places]
    return _words([f"<b>{ICON[p.node.verdict]}</b>" for p in places], places, step, 10, {"size": 18, "color": colors})


def _texts(places: Sequence[NodePlace], step: float) -> list[dict[str, Any]]:
    """Return the texts in the boxes of the tree.

    A box has the kernel's text, and under that text the verdict with its rule or its reason.
    """
    budget = [CHARACTERS - 3 * p.level for p in places]
    first = [f"<b>{escaped(shorten(p.node.text, n))}</b><br>" for p, n in zip(places, budget, strict=True)]
    second = [f"<br>{escaped(shorten(_second_line(p.node), n + 6))}" for p, n in zip(places, budget, strict=True)]
    colors = [MUTED if p.node.verdict in SOUND else COLOR[p.node.verdict] for p in places]
    return [
        _words(first, places, step, 34, {"size": 13, "color": INK}),
        _words(second, places, step, 34, {"size": 12, "color": colors}),
    ]


def _words(
    text: Sequence[str], places: Sequence[NodePlace], step: float, shift: int, font: dict[str, Any]
) -> dict[str, Any]:
    # A text stands half a marker away from its place: an invisible marker is an offset in pixels, at every width.
    return {
        "type": "scatter",
        "mode": "markers+text",
        "meta": "fit",  # text too long for the screen is cut there
        "x": [p.level * step for p in places],
        "y": [p.row for p in places],
        "marker": {"size": 2 * shift, "opacity": 0},
        "text": list(text),
        "textfont": font,
        "textposition": "middle right",
        "hoverinfo": "skip",
        "cliponaxis": True,
    }


def _second_line(node: TreeNode) -> str:
    word = spoken(WORD[node.verdict])
    return f"{word}: {node.rule if node.verdict in SOUND or not node.reason else node.reason}"


def _hover(node: TreeNode) -> str:
    text, rule, reason = (_wrapped(line) for line in (node.text, node.rule, node.reason))
    lines = [f"<b>{text}</b>", f"{ICON[node.verdict]} {spoken(WORD[node.verdict])}", rule, reason]
    return "<br>".join(line for line in lines if line)


def _wrapped(text: str) -> str:
    """Return text broken at blanks.

    The text then stays on a phone's screen.
    """
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + 1 + len(word) > WRAPPED:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}".strip()
    return "<br>".join(escaped(line) for line in [*lines, current])
