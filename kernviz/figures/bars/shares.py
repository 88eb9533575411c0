"""Bars of eigenvalues, largest first, with the cumulative share of the variance."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, axis, figure, token
from kernviz.figures.traces import line_trace
from kernviz.ranges import around
from kernviz.wording import say, several


def share_bars(values: Array, total: float, *, name: str = "N·λ", chosen: int | None = None) -> Figure:
    """Draw eigenvalues as bars with their cumulative share as a line.

    The bars show ``values`` (M,), the first ``chosen`` in full colour. The line shows the cumulative
    share of ``total``, in percent.
    """
    rank = np.arange(1.0, len(values) + 1)
    share = np.cumsum(values) / total if total > 0 else np.zeros_like(values)
    strong = [token("class-0") if chosen is None or r <= chosen else token("class-0", 0.35) for r in rank]
    bars = {
        "type": "bar",
        "x": rank,
        "y": values,
        "name": name,
        "marker": {"color": strong, "line": {"width": 0}},
        "hovertemplate": say("{name} number %{{x}} = %{{y:.4~g}}<extra></extra>", name=name),
    }
    marker = {"size": 5, "color": INK}
    running = line_trace(rank, 100 * share, ACCENT, 1.6, yaxis="y2", mode="lines+markers", marker=marker)
    running |= {"name": say("share so far"), "hovertemplate": say("the first %{x}: %{y:.4~g} %<extra></extra>")}
    few = {"dtick": 1} if len(values) <= 15 else {"nticks": 12}
    return figure(
        [bars, running],
        bargap=0.25,
        margin={"l": 56, "r": 48, "t": 12, "b": 44},
        xaxis=axis(
            say("number of the component"), (0.4, max(len(values), 1) + 0.6), showgrid=False, tickformat="d", **few
        ),
        # The range is set here, not by plotly.js, so that it follows the bars during a drag.
        yaxis=axis(name, around(1.05 * values, zero=True)),
        yaxis2=axis(say("share so far, %"), (0, 104), overlaying="y", side="right", showgrid=False, dtick=25),
    )


def describe_shares(values: Array, total: float) -> str:
    """Describe the bars of the eigenvalues and their shares in words."""
    share = 100 * float(np.sum(values)) / total if total > 0 else 0.0
    return say(
        "{counted} from {largest} down to {smallest}, together {share:.1f} % of the whole variance.",
        counted=several(len(values), "{n} eigenvalue", "{n} eigenvalues"),
        largest=values[0],
        smallest=values[-1],
        share=share,
    )
