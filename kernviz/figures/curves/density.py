"""Plots of a spectral measure over the frequency.

The density is drawn as a whole, or as its added and its subtracted part. The part of the density
below 0 is shaded. Single frequencies are stems.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.density_stems import ADDED, TAKEN, Stem, room_for, stem_traces, weight_range
from kernviz.figures.figure import Figure
from kernviz.figures.theme import INK, KEY_GAP, LEGEND, PAPER, Range, axis, figure, number, token
from kernviz.figures.traces import marker_trace
from kernviz.wording import say

MARGIN = {"l": 56, "r": 14, "t": 34, "b": 44}
RING_ROOM = 0.12  # least distance of a ringed frequency from the left edge, as a share of the range
Place = tuple[float, float]  # ω and S(ω)


def density(
    omega: Array,
    S: Array,
    *,
    x_title: str = "ω",
    y_title: str = "S(ω)",
    x_range: Range,
    y_range: Range,
    stems: Sequence[Stem] = (),
    mark: Place | None = None,
) -> Figure:
    """Draw a spectral density and its single frequencies.

    S over ω, both (g,), has its negative part filled and hatched. ``stems`` have a second y axis for
    their weights.

    ``mark`` is the frequency that decides the verdict, with its value. Without a density (g = 0)
    the stems use the main y axis.
    """
    alone = not len(omega)
    traces: list[dict[str, Any]] = []
    if not alone:
        traces += [_below(omega, np.minimum(S, 0.0)), _line(omega, S, say("density S(ω)"), ADDED)]
    traces += stem_traces(stems, "y" if alone else "y2")
    if mark is not None:
        traces.append(_ring(mark, "y2" if mark in stems and not alone else "y"))
        x_range = _beside(mark[0], x_range)
    layout: dict[str, Any] = {"xaxis": axis(x_title, x_range)}
    scale = {"zeroline": True, "zerolinecolor": INK, "zerolinewidth": 1.6, "nticks": 6}
    if alone:
        layout["yaxis"] = axis(
            say("weight of a single frequency"), weight_range(stems, room_for(stems, (0.0, 1.0))), **scale
        )
    else:
        y_range = room_for(stems, y_range)
        layout["yaxis"] = axis(y_title, y_range, **scale)
        if stems:
            more = {"overlaying": "y", "side": "right", "showgrid": False, "zeroline": False, "nticks": 6}
            layout["yaxis2"] = axis(say("weight"), weight_range(stems, y_range), tickmode="auto", **more)
    if mark is not None:
        layout["annotations"] = [_label(mark, mark, "y2" if mark in stems and not alone else "y", x_range)]
    margin = MARGIN | ({"r": 56} if stems and not alone else {})
    return figure(traces, margin=margin, legend=LEGEND, **layout)


def parts(
    omega: Array,
    added: Array,
    taken: Array,
    *,
    x_title: str = "ω",
    y_title: str = "S(ω)",
    y_range: Range,
    mark: Place | None = None,
) -> Figure:
    """Draw the added and subtracted parts of a spectral density.

    Both parts of S, (g,) each, are on logarithmic axes. The area is hatched where more is
    subtracted than added.

    ``y_range`` is in powers of ten. The picture is for tails that a linear axis shows as 0. ``mark``
    is the frequency that decides the verdict, with its value.
    """
    x_range = float(np.log10(omega[0])), float(np.log10(omega[-1]))
    traces = [
        _between(omega, added, taken),
        _line(omega, added, say("added"), ADDED),
        _line(omega, taken, say("taken away"), TAKEN, dash="8px,4px"),
    ]
    layout: dict[str, Any] = {}
    if mark is not None:
        here = int(np.argmin(np.abs(np.log(omega / mark[0]))))
        height = float(max(added[here], taken[here]))
        at = float(np.log10(mark[0])), float(np.log10(height))
        layout["annotations"] = [_label(mark, at, "y", x_range)]
        traces.append(_ring((mark[0], height), "y"))
    power = {"type": "log", "exponentformat": "power"}
    return figure(
        traces,
        margin=MARGIN,
        legend=LEGEND,
        xaxis=axis(x_title, x_range, **power, dtick=_decades(x_range)),
        yaxis=axis(y_title, y_range, **power, dtick=_decades(y_range)),
        **layout,
    )


def _decades(ends: Range) -> float:
    """Return the step between two axis ticks in powers of ten.

    There are about six ticks at most.
    """
    return float(max(1, int(np.ceil((ends[1] - ends[0]) / 6))))


def describe_density(omega: Array, S: Array, stems: Sequence[Stem] = ()) -> str:
    """Describe the spectral measure in words."""
    sentences = []
    if len(omega):
        low, high = int(np.argmin(S)), int(np.argmax(S))
        values = {
            "low": omega[0],
            "high": omega[-1],
            "highest": S[high],
            "place_of_highest": omega[high],
            "lowest": S[low],
            "place_of_lowest": omega[low],
        }
        sentences.append(
            say(
                "Spectral density for ω from {low} to {high}: highest {highest} at ω = {place_of_highest}, lowest "
                "{lowest} at ω = {place_of_lowest}, below 0.",
                **values,
            )
            if S[low] < 0
            else say(
                "Spectral density for ω from {low} to {high}: highest {highest} at ω = {place_of_highest}, lowest "
                "{lowest} at ω = {place_of_lowest}.",
                **values,
            )
        )
    if stems:
        listed = ", ".join(say("{weight} at ω = {frequency}", weight=w, frequency=f) for f, w in stems)
        sentences.append(say("Weights of single frequencies: {listed}.", listed=listed))
    return " ".join(sentences) or say("No frequency has a weight.")


def describe_parts(omega: Array, added: Array, taken: Array) -> str:
    """Describe the added and subtracted parts in words."""
    over = omega[taken > added]
    ends = say("ω from {low} to {high}", low=omega[0], high=omega[-1])
    where = (
        say("more is taken away than added from ω = {low} to {high}", low=over[0], high=over[-1])
        if len(over)
        else say("more is added than taken away everywhere")
    )
    return say(
        "What is added to the spectral density and what is taken away, for {ends}, both axes logarithmic: {where}.",
        ends=ends,
        where=where,
    )


def _line(x: Array, y: Array, name: str, color: str, dash: str = "solid") -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "name": name + KEY_GAP,
        "line": {"color": color, "width": 2.5, "dash": dash, "simplify": False},
        "hovertemplate": f"{name}<br>ω = %{{x:.4~g}}: %{{y:.4~g}}<extra></extra>",
    }


def _hatched(name: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name + KEY_GAP,
        "hoverinfo": "skip",
        "line": {"width": 0},
        "fillcolor": token("class-1", 0.25),
        "fillpattern": {
            "shape": "/",
            "size": 7,
            "solidity": 0.3,
            "fgcolor": TAKEN,
            "bgcolor": token("class-1", 0.18),
            "fillmode": "overlay",
        },
    }


def _below(x: Array, y: Array) -> dict[str, Any]:
    """Return the filled part of the density below 0.

    Without such a part there is no entry in the legend.
    """
    return _hatched(say("below 0")) | {"x": x, "y": y, "fill": "tozeroy", "showlegend": bool(np.any(y < 0))}


def _between(x: Array, added: Array, taken: Array) -> dict[str, Any]:
    """Return polygons between the two curves of the density's parts.

    The polygons are where more is subtracted.
    """
    over = np.concatenate([[False], taken > added, [False]])
    starts, ends = np.flatnonzero(over[1:] & ~over[:-1]), np.flatnonzero(over[:-1] & ~over[1:])
    xs: list[float | None] = []
    ys: list[float | None] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        here = slice(start, end)
        xs += [*x[here].tolist(), *x[here][::-1].tolist(), None]
        ys += [*taken[here].tolist(), *added[here][::-1].tolist(), None]
    return _hatched(say("below 0")) | {"x": xs or [None], "y": ys or [None], "fill": "toself", "showlegend": bool(xs)}


def _ring(at: Place, on: str) -> dict[str, Any]:
    return marker_trace(
        [at[0]],
        [at[1]],
        {"symbol": "circle-open", "size": 15, "color": INK, "line": {"width": 2.5}},
        yaxis=on,
        showlegend=False,
        name=say("decides"),
        hoverinfo="skip",
        cliponaxis=False,
    )


def _beside(frequency: float, x_range: Range) -> Range:
    """Return an axis range whose tick labels no frequency's ring covers."""
    low, high = x_range
    return min(low, frequency - RING_ROOM * (high - low)), high


def _label(frequency: Place, at: Place, on: str, x_range: Range) -> dict[str, Any]:
    """Return the label of the deciding frequency.

    The label says the frequency and its value, on an opaque background. It stands towards the
    middle of the picture.
    """
    side = 1 if at[0] < (x_range[0] + x_range[1]) / 2 else -1
    return {
        "x": at[0],
        "y": at[1],
        "yref": on,
        "text": f"ω = {number(frequency[0])}: <b>{number(frequency[1])}</b>",
        "ax": 24 * side,  # the near end of the label: it is as wide as half of a small picture
        "ay": -40,
        "xanchor": "left" if side > 0 else "right",
        "showarrow": True,
        "arrowhead": 0,
        "arrowwidth": 1.4,
        "arrowcolor": INK,
        "standoff": 8,
        "font": {"size": 14, "color": INK},
        "bgcolor": PAPER,
        "bordercolor": INK,
        "borderpad": 4,
    }
