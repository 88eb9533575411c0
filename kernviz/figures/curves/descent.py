"""Plot of gradient descent step by step.

Every αᵢ is above. The loss and the part outside the span are below, on a log axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, KEY_GAP, MUTED, axis, class_color, figure, number
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.ranges import around, peak
from kernviz.symbols import symbols
from kernviz.wording import say, several

NAMED = 12  # largest number of lines with a name at their end
APART = 0.036  # share of the axis: names closer than this would overlap
LOWEST = 1e-17  # smaller values are drawn at this height, since a logarithmic axis has no 0
DASHES = ("solid", "8px,4px", "2px,3px")


def descent_paths(
    alphas: Array, limit: Array, step: int, below: Mapping[str, Array], names: Sequence[str], groups: Sequence[int]
) -> Figure:
    """Draw the coefficients α along the steps of gradient descent.

    ``alphas`` (s + 1, m) run over the steps, with ``limit`` (m,) at the right end. ``below`` maps
    the name of each curve in the lower plot -> (s + 1,) ≥ 0. The current ``step`` is marked.

    ``groups`` (m,) is the class of every point, 0, 1, …: the colour of its line.
    """
    steps = np.arange(len(alphas))
    m, end = alphas.shape[1], float(len(alphas) - 1)
    few = m <= NAMED
    traces = _named(alphas, names, groups) if few else _bundles(alphas, groups)
    reach = _reach(alphas, limit)
    near = [i for i in range(m) if reach[0] <= limit[i] <= reach[1]]
    colors = [class_color(g) for g in groups]
    traces.append(
        marker_trace(
            [step] * m,
            alphas[step],
            {"size": 9 if few else 6, "color": colors, "line": {"width": 1.5, "color": INK}},
            yaxis="y2",
            name=say("‹α› now") + KEY_GAP,
            hoverinfo="skip",
        )
    )
    traces.append(
        {
            "type": "scatter",
            "mode": "markers+text" if few else "markers",
            "x": [end * 1.02] * len(near),
            "y": limit[near],
            "yaxis": "y2",
            "marker": {"symbol": "triangle-left", "size": 9, "color": [colors[i] for i in near]},
            "name": say("limit, in closed form") + KEY_GAP,
            "text": _room(limit[near], [names[i] for i in near], APART * (reach[1] - reach[0])),
            "textposition": "middle right",
            "textfont": {"size": 11, "color": MUTED},
            "cliponaxis": False,
            "customdata": [names[i] for i in near],
            "hovertemplate": say("%{customdata}: limit %{y:.4~g}<extra></extra>"),
        }
    )
    for i, (name, values) in enumerate(below.items()):
        color = (INK, class_color(3), MUTED)[i % 3]
        traces.append(
            line_trace(
                steps,
                np.maximum(values, LOWEST),
                color,
                2.4,
                DASHES[i % 3],
                name=name + KEY_GAP,
                text=[number(float(v)) for v in values],
                hovertemplate=say("{name}<br>step %{{x}}: %{{text}}<extra></extra>", name=name),
            )
        )
    largest = max([1.0, *(float(v.max()) for v in below.values())])
    line = {"color": ACCENT, "width": 1.6, "dash": "dot"}
    return figure(
        traces,
        showlegend=True,
        margin={"l": 60, "r": 62 if few else 16, "t": 12, "b": 44},
        shapes=[{"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": step, "x1": step, "line": line}],
        xaxis=axis(say("step"), (-0.02 * end, 1.03 * end), anchor="y", tickformat="d"),
        yaxis=axis(
            say("size"),
            None,
            type="log",
            exponentformat="power",
            domain=[0, 0.34],
            nticks=6,
            range=[float(np.log10(LOWEST)) - 0.5, float(np.log10(largest)) + 0.5],
        ),
        yaxis2=axis(symbols("‹αᵢ›"), reach, domain=[0.42, 1], anchor="x"),
    )


def _room(heights: Array, names: Sequence[str], apart: float) -> list[str]:
    """Return the line names, empty where a name would overlap.

    Names are placed from the lowest line upwards, at least ``apart`` from each other.
    """
    labels, last = [""] * len(names), -np.inf
    for i in np.argsort(heights, kind="stable").tolist():
        if heights[i] >= last + apart:
            labels[i], last = names[i], heights[i]
    return labels


def _reach(alphas: Array, limit: Array) -> tuple[float, float]:
    """Return an axis range with room for the lines.

    A limit more than four times as large as every α is left out, since the lines would look flat.
    """
    return around(alphas, limit[np.abs(limit) <= 4 * peak(alphas)], below=0.06)


def _named(alphas: Array, names: Sequence[str], groups: Sequence[int]) -> list[dict[str, Any]]:
    """Return a line for every α, with its name."""
    return [
        line_trace(
            np.arange(len(alphas)),
            alphas[:, i],
            class_color(groups[i]),
            2,
            showlegend=False,
            yaxis="y2",
            name=name,
            hovertemplate=say("{name}<br>step %{{x}}: ‹α› = %{{y:.4~g}}<extra></extra>", name=name),
        )
        for i, name in enumerate(names)
    ]


def _bundles(alphas: Array, groups: Sequence[int]) -> list[dict[str, Any]]:
    """Return lines bundled into one trace per class.

    Three hundred traces, one for each line, would take half a second to draw.
    """
    steps, traces = np.append(np.arange(len(alphas), dtype=float), np.nan), []
    for group in sorted(set(groups)):
        own = alphas[:, [i for i, g in enumerate(groups) if g == group]]
        lines = np.vstack([own, np.full((1, own.shape[1]), np.nan)])
        traces.append(
            line_trace(
                np.tile(steps, own.shape[1]),
                lines.T.ravel(),
                class_color(group),
                1,
                showlegend=False,
                yaxis="y2",
                name=symbols("‹α›"),
                hovertemplate=say("step %{x}: ‹α› = %{y:.4~g}<extra></extra>"),
            )
        )
    return traces


def describe_descent(alphas: Array, step: int, below: Mapping[str, Array]) -> str:
    """Describe the paths of gradient descent in words."""
    parts = "; ".join(f"{name} {number(float(v[step]))}" for name, v in below.items())
    return several(
        len(alphas) - 1,
        "{counted} ‹α› over {n} step of gradient descent; at step {step}: {parts}.",
        "{counted} ‹α› over {n} steps of gradient descent; at step {step}: {parts}.",
        counted=several(alphas.shape[1], "{n} weight", "{n} weights"),
        step=step,
        parts=parts,
    )
