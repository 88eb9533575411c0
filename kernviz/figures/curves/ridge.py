"""Plots of the effect of a ridge parameter.

They show the kept share of every eigendirection, and the errors along all ridges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, MUTED, axis, class_color, figure, token
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.kernels.rules_and_premises import subscript
from kernviz.symbols import symbols
from kernviz.wording import say, several

DASHES = ("solid", "8px,4px", "2px,3px")
SHOWN = 100  # largest number of bars; more would be thinner than a pixel
STARS = ("star", "diamond")


def shrinkage_bars(values: Array, shares: Array) -> Figure:
    """Draw the share of each eigendirection that ridge regression keeps.

    The shares λᵢ/(λᵢ + ridge) (n,) belong to the eigenvalues λᵢ, largest first. A pale bar up to 1
    shows the removed part. The first ``SHOWN`` eigenvalues are drawn.
    """
    values, shares = values[:SHOWN], shares[:SHOWN]
    rank = np.arange(1.0, len(values) + 1)
    texts = [
        say("λ{i} = {eigenvalue}: kept {share}", i=subscript(i), eigenvalue=v, share=s)
        for i, (v, s) in enumerate(zip(values.tolist(), shares.tolist(), strict=True), 1)
    ]
    bar = {
        "type": "bar",
        "x": rank,
        "width": 0.8 if len(rank) <= 60 else 1.0,
        "text": texts,
        "textposition": "none",
    }
    hover = {"hovertemplate": "%{text}<extra></extra>"}
    traces: list[dict[str, Any]] = [
        bar
        | hover
        | {
            "y": np.ones(len(rank)),
            "name": say("taken away"),
            "marker": {"color": token("muted", 0.16), "line": {"width": 0}},
        },
        bar
        | hover
        | {
            "y": shares,
            "name": say("kept, λᵢ/(λᵢ + ‹λ›)"),
            "marker": {"color": token("class-0"), "line": {"width": 0}},
        },
    ]
    ticks = {"dtick": 1} if len(rank) <= 15 else {"nticks": 12}
    return figure(
        traces,
        barmode="overlay",
        bargap=0,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(
            say("eigenvalue number i, largest first"),
            (0.4, max(len(rank), 1) + 0.6),
            showgrid=False,
            tickformat="d",
            **ticks,
        ),
        yaxis=axis(say("share kept"), (0.0, 1.04)),
    )


def describe_shrinkage(shares: Array) -> str:
    """Describe the drawn shares of the eigendirections in words."""
    shares = shares[:SHOWN]
    most, none = int((shares > 0.5).sum()), int((shares < 0.01).sum())
    return say(
        "{bars}: more than half is kept of {kept}, less than a hundredth of {lost}.",
        bars=several(len(shares), "{n} bar", "{n} bars"),
        kept=most,
        lost=none,
    )


def ridge_curves(
    ridges: Array,
    errors: Mapping[str, Array],
    current: float,
    marks: Mapping[str, tuple[float, float]],
    *,
    x_title: str,
    y_title: str,
    log_y: bool = False,
) -> Figure:
    """Draw errors over the ridge on a logarithmic axis.

    ``errors`` (name -> (r,)) run over ``ridges`` (r,). ``current`` is a vertical line,
    ``marks`` are named points (x, y).

    ``current`` = 0 has no place on a logarithmic axis: the vertical line is left out.
    """
    traces: list[dict[str, Any]] = [
        line_trace(
            ridges,
            np.where(np.isfinite(values), values, np.nan),
            class_color(i),
            2.5,
            DASHES[i % len(DASHES)],
            name=name,
            hovertemplate=symbols(f"{name}<br>‹λ› = %{{x:.3~g}}: %{{y:.4~g}}<extra></extra>"),
        )
        for i, (name, values) in enumerate(errors.items())
    ]
    for i, (name, (x, y)) in enumerate(marks.items()):
        traces.append(
            marker_trace(
                [x],
                [y],
                {"symbol": STARS[i % 2], "size": 13, "color": ACCENT, "line": {"width": 1.6, "color": INK}},
                name=name,
                hovertemplate=symbols(f"{name}<br>‹λ› = %{{x:.3~g}}: %{{y:.4~g}}<extra></extra>"),
            )
        )
    upright = {
        "type": "line",
        "x0": current,
        "x1": current,
        "yref": "y domain",
        "y0": 0,
        "y1": 1,
        "line": {"color": MUTED, "width": 1.4, "dash": "dot"},
    }
    low, high = float(np.log10(ridges[0])), float(np.log10(ridges[-1]))
    scale: dict[str, Any] = {"type": "log", "exponentformat": "power"} if log_y else {"rangemode": "tozero"}
    return figure(
        traces,
        shapes=[upright] if current > 0 else [],
        margin={"l": 60, "r": 12, "t": 12, "b": 44},
        xaxis=axis(x_title, (low, high), type="log", exponentformat="power", dtick=2),
        yaxis=axis(y_title, **scale),
    )


def describe_ridge_curves(ridges: Array, errors: Mapping[str, Array], best: float) -> str:
    """Describe the errors along the ridges in words."""
    parts = [
        say("{name} between {low} and {high}", name=name, low=np.nanmin(v), high=np.nanmax(v))
        for name, v in errors.items()
    ]
    return say(
        "Over ‹λ› from {low} to {high}: {parts}; the smallest at ‹λ› = {best}.",
        low=ridges[0],
        high=ridges[-1],
        parts="; ".join(parts),
        best=best,
    )
