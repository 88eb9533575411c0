"""Plots of functions of one number.

They show named curves, an empty plot over powers of ten, and the partial sums by which exp(k) is
a limit of kernels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.figure import Figure
from kernviz.figures.theme import ACCENT, INK, Range, axis, class_color, figure, number, token
from kernviz.figures.traces import line_trace, marker_trace
from kernviz.symbols import symbols
from kernviz.wording import say, several

DASHES = ("solid", "8px,4px", "2px,3px", "10px,3px,2px,3px", "5px,2px")


def curve(
    xs: Array,
    ys: Mapping[str, Array],
    *,
    x_title: str = "x",
    y_title: str = "",
    x_range: Range | None = None,
    y_range: Range | None = None,
    mark: tuple[float, float] | None = None,
    y_axis: Literal["", "log", "zero"] = "",
) -> Figure:
    """Draw one line for every named function.

    ``ys`` maps each name -> (g,). Lines are told apart by colour and dashes. ``mark`` is a point
    (x, y) drawn as a diamond.

    With a ``log`` axis the ``y_range`` is in powers of ten. With a ``zero`` axis the line y = 0 is
    drawn as strong as a curve.
    """
    traces = [_line(xs, y, name, class_color(i), DASHES[i % len(DASHES)]) for i, (name, y) in enumerate(ys.items())]
    if mark is not None:
        traces.append(
            marker_trace(
                [mark[0]],
                [mark[1]],
                {"symbol": "diamond", "size": 13, "color": ACCENT, "line": {"width": 2, "color": INK}},
                showlegend=False,
                name=say("here"),
                hovertemplate="%{x:.4~g}, %{y:.4~g}<extra></extra>",
            )
        )
    scale: dict[str, Any] = {"type": "log", "exponentformat": "power"} if y_axis == "log" else {}
    if y_axis == "zero":
        scale |= {"zeroline": True, "zerolinecolor": INK, "zerolinewidth": 1.6}
    return figure(
        traces,
        showlegend=len(ys) > 1,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(x_title, x_range),
        yaxis=axis(y_title, y_range, **scale),
    )


def powers_of_ten(x_range: Range, y_range: Range, *, x_title: str, y_title: str) -> Figure:
    """Return an empty figure with a logarithmic x axis.

    The x coordinates and ``x_range`` are exponents of ten: x = 2 is labelled 100. The y axis is
    linear.
    """
    powers = range(math.ceil(x_range[0]), math.floor(x_range[1]) + 1)
    ticks = {"tickvals": list(powers), "ticktext": [number(10.0**power) for power in powers]}
    return figure(
        [],
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(x_title, x_range, **ticks),
        yaxis=axis(y_title, y_range),
    )


def describe_curve(xs: Array, ys: Mapping[str, Array], *, x_title: str = "x") -> str:
    """Describe the curves in words."""
    parts = [
        say("{name} between {low} and {high}", name=name, low=np.nanmin(y), high=np.nanmax(y)) for name, y in ys.items()
    ]
    return curves_in_words(xs, parts, x_title)


def curves_in_words(xs: Array, parts: Sequence[str], x_title: str) -> str:
    """Return a sentence on curves over the same numbers.

    It has a part for each curve.
    """
    return several(
        len(parts),
        "{n} curve over {ends}: {parts}.",
        "{n} curves over {ends}: {parts}.",
        ends=say("{x_title} from {low} to {high}", x_title=x_title, low=xs[0], high=xs[-1]),
        parts="; ".join(parts),
    )


def partial_sums(u: Array, sums: Sequence[Array], target: Array, N: int) -> Figure:
    """Draw a partial sum of exp(u) against its limit.

    The sum Σₙ₌₀ᴺ uⁿ/n! is bold, its limit dashed, and the sums before it faint.

    ``sums[n]`` (g,) is the partial sum up to n, for n = 0 … N at least. ``target`` (g,) is the
    limit, both along ``u`` (g,). Raises ValueError if ``sums`` does not reach N.
    """
    if not 0 <= N < len(sums):
        raise ValueError(say("N = {N}, but the partial sums given are those for 0 … {last}", N=N, last=len(sums) - 1))
    traces = [
        _line(u, sums[n], f"N = {n}", token("class-0", round(0.12 + 0.3 * (n + 1) / (N + 1), 3)), "solid", width=1.5)
        | {"showlegend": False}
        for n in range(N)
    ]
    name = say("partial sum, Σ uⁿ/n! for n ≤ {last}", last=N)
    traces.append(_line(u, sums[N], name, token("class-0"), "solid", width=3.5))
    traces.append(_line(u, target, "exp(u)", INK, "8px,4px", width=2))
    return figure(
        traces,
        margin={"l": 56, "r": 12, "t": 12, "b": 44},
        xaxis=axis(symbols("u = ‹k›(x, ‹z›)")),
        yaxis=axis(say("value of the kernel")),
    )


def describe_partial_sums(u: Array, sums: Sequence[Array], target: Array, N: int) -> str:
    """Describe the partial sums in words."""
    worst = float(np.max(np.abs(np.asarray(sums[N]) - target)))
    span = f"{number(float(np.min(u)))} ≤ u ≤ {number(float(np.max(u)))}"
    return say(
        "Partial sum of {counted} and its limit exp(u) for {span}: they differ by at most {difference}.",
        counted=several(N + 1, "{n} term", "{n} terms"),
        span=span,
        difference=worst,
    )


def _line(xs: Array, ys: Array, name: str, color: str, dash: str, *, width: float = 2.5) -> dict[str, Any]:
    return line_trace(
        xs, ys, color, width, dash, name=name, hovertemplate=f"{name}<br>%{{x:.4~g}}: %{{y:.4~g}}<extra></extra>"
    )
