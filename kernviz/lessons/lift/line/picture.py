"""The parabola (x, x²) with the lines that cut it."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.figures.line.parabola import Cut, describe_parabola, parabola
from kernviz.figures.theme import ACCENT, INK, counted, token
from kernviz.lessons.lesson import Handle, Picture
from kernviz.lessons.lift.line.cut import Line
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.state import HIGHEST_B, LOWEST_B, State

HEIGHT = 620
THEIRS = token("class-3")


def picture(state: State, data: Dataset, trained: Separator, lines: list[Line]) -> Picture:
    x = data.X[:, 0]
    low, high = float(x.min()), float(x.max())
    width = high - low or 2.0
    top = float((x**2).max()) or 1.0
    looks = {"notes": (THEIRS, 3.0, "2px,4px"), "SVM": (INK, 3.0, "solid"), "yours": (ACCENT, 3.0, "8px,3px")}
    names = {"notes": "the notes' line", "SVM": "the SVM's line", "yours": "your line"}
    cuts = [
        Cut(each.w, each.b, names[each.name], color, each.thresholds, thick, dash, each.name == "SVM")
        for each in lines
        for color, thick, dash in [looks[each.name]]
    ]
    yours = lines[-1]
    drawn = parabola(
        data.X,
        data.codes,
        cuts,
        t=state.t,
        x_range=(low - 0.12 * width, high + 0.12 * width),
        y_range=(-0.12 * top, 1.15 * top),
        classes=data.classes,
        x_title=data.columns[0],
        support=trained.machine.support_,
        wrong=yours.wrong,
        wrong_name="wrong side of your line",
    )
    caption = (
        "Below the number line: no single threshold separates the classes. Lifted to (x, x²) a straight line does."
        f" Your line has {counted(len(yours.wrong), 'point')} on the wrong side. Move it with the sliders, or take hold"
        " of it."
    )
    alt, handles = describe_parabola(data.X, cuts, state.t), _grip((low + high) / 2, top / 2, width, top, state)
    return Picture(drawn, alt, caption, "parabola", HEIGHT, revision=data.key, handles=handles)


def _grip(x: float, y: float, width: float, top: float, state: State) -> tuple[Handle, ...]:
    """Where your line is nearest to the middle of the picture; held there it moves without turning."""
    across, up = state.w1 * width, state.w2 * top  # the line's direction, in shares of the picture
    size = across**2 + up**2
    if not size:
        return ()
    off = (state.w1 * x + state.w2 * y + state.b) / size
    at = (x - off * across * width, y - off * up * top)
    weights = ((-state.w1, -state.w2, 0.0),)
    return (Handle("your line", ("lf_b",), at, weights=weights, low=LOWEST_B, high=HIGHEST_B),)
