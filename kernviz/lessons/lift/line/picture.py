"""The parabola (x, x²) with the lines that cut it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.line.parabola import Cut, describe_parabola, parabola
from kernviz.figures.theme import ACCENT, INK, token
from kernviz.lessons.draggable import Handle
from kernviz.lessons.lesson import Picture
from kernviz.lessons.lift.line.cut import NAMES, CutLine
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.state import HIGHEST_B, LOWEST_B, MOST_W, State
from kernviz.ranges import peak, spread
from kernviz.wording import say, several, spoken

HEIGHT = 620
THEIRS = token("class-3")


def picture(state: State, data: Dataset, trained: Separator, lines: list[CutLine]) -> Picture:
    x = data.X[:, 0]
    low, high = float(x.min()), float(x.max())
    wide = spread(low, high, max(abs(high), 2.0))
    top = peak(x**2)
    looks = {"notes": (THEIRS, 3.0, "2px,4px"), "SVM": (INK, 3.0, "solid"), "yours": (ACCENT, 3.0, "8px,3px")}
    cuts = [
        Cut(line.w, line.b, spoken(NAMES[line.name]), color, line.thresholds, thick, dash, line.name == "SVM")
        for line in lines
        for color, thick, dash in [looks[line.name]]
    ]
    yours = lines[-1]
    view = replace(DataView.of(data), x_range=(low - 0.12 * wide, high + 0.12 * wide))
    drawn = parabola(
        view.over((-0.12 * top, 1.15 * top), "x²"),
        cuts,
        t=state.t,
        support=trained.machine.support_,
        wrong=yours.wrong,
        wrong_name=say("wrong side of your line"),
    )
    caption = (
        _separable(x, data.codes, lines)
        + " "
        + say(
            "Your line has {points} on the wrong side. Move it with the sliders, or drag it in the picture.",
            points=several(len(yours.wrong), "{n} point", "{n} points"),
        )
    )
    alt, handles = describe_parabola(data.X, cuts, state.t), _line_handles((low + high) / 2, top / 2, wide, top, state)
    return Picture(drawn, alt, caption, "parabola", HEIGHT, revision=data.key, handles=handles)


def _separable(x: Array, codes: NDArray[np.int64], lines: list[CutLine]) -> str:
    """Return a sentence on the separability of the classes.

    The sentence says if a threshold separates them on the line. It also says if one of the drawn
    lines separates the lifted points.
    """
    one, other = x[codes == codes.max()], x[codes != codes.max()]
    threshold = bool(one.min() > other.max() or one.max() < other.min())
    line = any(not len(line.wrong) for line in lines)
    if threshold:
        return say("Below is the number line: a single threshold separates the classes, and so does a line in (x, x²).")
    below = say("Below is the number line: no single threshold separates the classes.")
    lifted = (
        say("Lifted to (x, x²), the classes are separated by a straight line.")
        if line
        else say("Lifted to (x, x²), they are not separated by any line that is drawn, either.")
    )
    return f"{below} {lifted}"


def _line_handles(x: float, y: float, width: float, top: float, state: State) -> tuple[Handle, ...]:
    """Return the handles that shift and turn the visitor's line.

    The first shifts the line without turning it. It lies on the line, nearest to the place (x, y).
    """
    across, up = state.w1 * width, state.w2 * top  # normal of the line, if the sides of the picture have length 1
    size = across**2 + up**2
    if not size:
        return ()
    off = (state.w1 * x + state.w2 * y + state.b) / size
    at = (x - off * across * width, y - off * up * top)
    weights = ((-state.w1, -state.w2, 0.0),)
    moved = Handle(say("your line"), ("lf_b",), at, weights=weights, low=LOWEST_B, high=HIGHEST_B)
    return (moved, *_turn_handle(at, width, top, state))


def _turn_handle(pivot: tuple[float, float], width: float, top: float, state: State) -> tuple[Handle, ...]:
    """Return a second handle, to the side, that turns your line.

    Dragging the handle up or down turns the line about the first handle. w₂ stays.
    """
    w1, w2, b = state.line
    if not w2:
        return ()
    for share in (0.4, 0.3, 0.2, -0.4, -0.3, -0.2):
        x = pivot[0] + share * width
        y = -(w1 * x + b) / w2
        if -0.1 * top < y < 1.1 * top:
            # dragging the handle to height y gives w₁ = slope·y + start
            slope, start = -w2 / (x - pivot[0]), w2 * pivot[1] / (x - pivot[0])
            lines = ((0.0, slope, start), (0.0, -pivot[0] * slope, -w2 * pivot[1] - pivot[0] * start))
            limits = ((-MOST_W, MOST_W), (LOWEST_B, HIGHEST_B))
            name = say("the slope of your line")
            return (Handle(name, ("lf_w1", "lf_b"), (x, y), weights=lines, limits=limits, upright=True),)
    return ()
