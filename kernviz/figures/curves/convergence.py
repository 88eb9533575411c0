"""Convergence plot of the quadratic programming solver.

The plot shows two objective values, and the gap between them on a logarithmic axis.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, axis, class_color, figure
from kernviz.figures.traces import line_trace
from kernviz.wording import say, several


def qp_trace(
    iterations: ArrayLike,
    primal: Array,
    dual: Array,
    gap: Array,
    *,
    at: int | None = None,
    objectives: bool = True,
) -> Figure:
    """Draw primal and dual objective values and the duality gap.

    The objective values (t,) are above, the gap (t,) below on a log axis. Both run over the
    iterations (t,).

    ``at`` is an index into ``iterations``: the iteration chosen by a slider. ``objectives`` False
    leaves only the gap. A gap that is not positive has no logarithm and leaves a hole in the line.
    """
    steps = np.asarray(iterations)
    positive = np.where(np.asarray(gap) > 0, gap, np.nan)
    lower = [0.0, 0.44] if objectives else [0.0, 1.0]
    traces = []
    if objectives:
        traces.append(_line(steps, primal, say("primal value"), class_color(1), "solid", "square", "y2"))
        traces.append(_line(steps, dual, say("dual value"), class_color(0), "8px,4px", "circle", "y2"))
    traces.append(_line(steps, positive, say("gap"), INK, "solid", "diamond", "y"))
    layout: dict[str, Any] = {
        "xaxis": axis(say("iteration"), _padded(steps), tickformat="d", anchor="y", nticks=14),
        "yaxis": axis(say("gap"), None, type="log", exponentformat="power", domain=lower, nticks=6),
        "margin": {"l": 60, "r": 12, "t": 12, "b": 44},
        "showlegend": True,
    }
    if objectives:
        layout["yaxis2"] = axis(say("objective"), None, domain=[0.54, 1.0], anchor="x")
    if at is not None and len(steps):
        line = {"color": ACCENT, "width": 1.6, "dash": "dot"}
        layout["shapes"] = [
            {
                "type": "line",
                "yref": "paper",
                "y0": 0,
                "y1": 1,
                "x0": steps[at],
                "x1": steps[at],
                "line": line,
            }
        ]
    return figure(traces, **layout)


def describe_qp_trace(iterations: ArrayLike, primal: Array, dual: Array, gap: Array) -> str:
    """Describe the convergence of the solver in words."""
    steps = np.asarray(iterations)
    return several(
        len(steps),
        "Solver trace over {n} iteration: primal value {primal}, dual value {dual}, gap from "
        "{first_gap} down to {last_gap}.",
        "Solver trace over {n} iterations: primal value {primal}, dual value {dual}, gap from "
        "{first_gap} down to {last_gap}.",
        primal=primal[-1],
        dual=dual[-1],
        first_gap=gap[0],
        last_gap=gap[-1],
    )


def _line(x: Array, y: Array, name: str, color: str, dash: str, symbol: str, side: str) -> dict[str, Any]:
    hover = say("iteration %{{x}}<br>{name} %{{y:.4~g}}<extra></extra>", name=name)
    more = {"mode": "lines+markers", "marker": {"symbol": symbol, "size": 7, "color": color}}
    return line_trace(x, y, color, 2, dash, name=name, yaxis=side, hovertemplate=hover, **more)


def _padded(steps: Array) -> tuple[float, float] | None:
    return (float(steps.min()) - 0.5, float(steps.max()) + 0.5) if len(steps) else None
