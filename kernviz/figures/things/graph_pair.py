"""Drawing of two labelled graphs side by side.

A darker node has a larger neighbourhood in common with the other graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import shortest_path

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, MUTED, PAPER, class_color, escaped, figure
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.wording import say, several

ROUNDS = 200  # iterations of the layout, more than it needs to converge
APART = {"=": 2, "#": 3}  # bond -> number of its lines

Edges = Sequence[tuple[int, int, str]]


def graph_pair(
    left: tuple[Sequence[str], Edges],
    right: tuple[Sequence[str], Edges],
    depths: tuple[Sequence[int], Sequence[int]],
    titles: tuple[str, str],
) -> Figure:
    """Draw two graphs with shared neighbourhoods shaded.

    Each graph is (labels, edges). ``depths`` hold for each node the largest h at which its
    neighbourhood of h steps is in the other graph too. −1 means that its label is not there.
    """
    traces: list[dict[str, Any]] = []
    offset, notes = 0.0, []
    deepest = max((d for side in depths for d in side), default=0)
    reach = 1.0
    for (labels, edges), own, title in zip((left, right), depths, titles, strict=True):
        at = layout(len(labels), edges)
        at[:, 0] += offset - at[:, 0].min()
        reach = max(reach, float(np.abs(at[:, 1]).max()))
        traces += [_edges(at, edges), _paper(at), _nodes(at, labels, own, deepest)]
        middle = float(at[:, 0].min() + at[:, 0].max()) / 2
        notes.append(
            {
                "x": middle,
                "yref": "paper",
                "y": 1.0,
                "yanchor": "top",
                "text": f"<b>{escaped(title)}</b>",
                "showarrow": False,
                "font": {"size": 16, "color": INK},
            }
        )
        offset = float(at[:, 0].max()) + 2.0
    keys = [_key(h, deepest) for h in range(-1, deepest + 1)]
    hidden = {"visible": False, "fixedrange": True}
    return figure(
        [*traces, *keys],
        annotations=notes,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        legend={"orientation": "h", "x": 0.5, "xanchor": "center", "y": 0.0, "yanchor": "top"},
        xaxis=hidden | {"range": [-0.8, offset - 2.0 + 0.8]},
        yaxis=hidden | {"range": [-reach - 0.7, reach + 1.0], "scaleanchor": "x"},
    )


def describe_graph_pair(depths: tuple[Sequence[int], Sequence[int]], titles: tuple[str, str]) -> str:
    """Describe the two graphs in words."""
    parts = [
        say(
            "{title}: {nodes}, {same_label} with a label the other has too, {same_neighbours} with the same neighbours",
            title=title,
            nodes=several(len(own), "{n} node", "{n} nodes"),
            same_label=sum(d >= 0 for d in own),
            same_neighbours=sum(d >= 1 for d in own),
        )
        for own, title in zip(depths, titles, strict=True)
    ]
    return say("Two graphs. {parts}.", parts="; ".join(parts))


def layout(n: int, edges: Edges) -> Array:
    """Return places of graph nodes by stress majorisation.

    The distances of the places (n, 2) follow the number of steps between nodes. Majorisation starts
    from an ellipse. The result is turned, so that its longest extent is horizontal.
    """
    if n == 1:
        return np.zeros((1, 2))
    adjacent = np.zeros((n, n))
    for i, j, _ in edges:
        adjacent[i, j] = adjacent[j, i] = 1
    steps = shortest_path(adjacent, directed=False, unweighted=True)
    steps = np.where(np.isfinite(steps), steps, np.nanmax(np.where(np.isfinite(steps), steps, 0)) + 1)
    weights = np.divide(1.0, steps**2, out=np.zeros_like(steps), where=steps > 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    turn = 2 * np.pi * np.arange(n) / n
    at = np.column_stack([np.cos(turn), 0.7 * np.sin(turn)]) * n / 3
    for _ in range(ROUNDS):
        apart = np.linalg.norm(at[:, None] - at[None], axis=2)
        pull = -np.divide(weights * steps, apart, out=np.zeros_like(apart), where=apart > 1e-9)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        at = inverse @ (pull @ at)
    at = at - at.mean(axis=0)
    turned: NDArray[np.float64] = at @ np.linalg.svd(at)[2].T  # principal axes: the longest extent becomes horizontal
    return turned


def _edges(at: Array, edges: Edges) -> dict[str, Any]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for i, j, mark in edges:
        along = at[j] - at[i]
        across = np.array([-along[1], along[0]]) / (float(np.linalg.norm(along)) or 1.0)
        lines = APART.get(mark, 1)
        for line in range(lines):
            shift = 0.11 * (line - (lines - 1) / 2) * across
            xs += [float(at[i, 0] + shift[0]), float(at[j, 0] + shift[0]), None]
            ys += [float(at[i, 1] + shift[1]), float(at[j, 1] + shift[1]), None]
    return line_trace(xs or [None], ys or [None], MUTED, 2.5, hoverinfo="skip", showlegend=False)


def _paper(at: Array) -> dict[str, Any]:
    """Return opaque discs under the translucent nodes.

    The discs hide the edges behind a label.
    """
    return marker_trace(at[:, 0], at[:, 1], {"size": 38, "color": PAPER}, showlegend=False, hoverinfo="skip")


def _nodes(at: Array, labels: Sequence[str], depths: Sequence[int], deepest: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": at[:, 0],
        "y": at[:, 1],
        "showlegend": False,
        "text": [f"<b>{escaped(label)}</b>" for label in labels],
        "textfont": {"size": 17, "color": INK},
        "marker": {
            "size": 38,
            "color": [_fill(d, deepest) for d in depths],
            "line": {"width": 2, "color": [MUTED if d < 0 else class_color(0) for d in depths]},
        },
        "hovertext": [_word(d) for d in depths],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _fill(depth: int, deepest: int) -> str:
    return PAPER if depth < 0 else class_color(0, round(0.15 + 0.5 * (depth + 1) / (deepest + 1), 2))


def _word(depth: int) -> str:
    if depth < 0:
        return say("not in the other")
    return (
        say("label in both")
        if depth == 0
        else say("same up to {counted}", counted=several(depth, "{n} step", "{n} steps"))
    )


def _key(depth: int, deepest: int) -> dict[str, Any]:
    return marker_trace(
        [None],
        [None],
        {
            "size": 14,
            "color": _fill(depth, deepest),
            "line": {"width": 2, "color": MUTED if depth < 0 else class_color(0)},
        },
        name=_word(depth),
        hoverinfo="skip",
    )
