"""Limit of α as γ → ∞: S3's third Fun Time.

The limit is shown on five points and on the data.
"""

from __future__ import annotations

import numpy as np

from kernviz.compute import shared
from kernviz.data.untrusted_text import veil
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons.gaussian.limits import law
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.shared.training import Failure, Training
from kernviz.models.svm import KernelSVC
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say, short

TITLE = phrase("‹α› against its limit")
MOST_ROWS = 60  # largest number of rows of the table of α
FIVE_X, FIVE_Y = np.arange(5.0)[:, None], np.array([1.0, 1.0, 1.0, -1.0, -1.0])  # 3 : 2


@shared(maxsize=256)
def five(gamma: float) -> tuple[tuple[float, ...], float]:
    """Return α and b of the hard-margin machine on five points.

    The points are 0 … 4 on the line, three of class +1 and two of −1. Raises ValueError if there is
    no machine at this γ.
    """
    machine = KernelSVC(RBF(gamma), float("inf")).fit(FIVE_X, FIVE_Y)
    return tuple(float(a) for a in machine.alpha_), float(machine.intercept_)


def blocks(state: State, result: Training | Failure | None) -> tuple[Block, ...]:
    """Show the limit of α on five points, then on the data.

    The limit as γ → ∞ is S3's third Fun Time.
    """
    found: list[Block] = [
        paragraph(
            "**Fun Time 3.** At ‹γ → ∞› the kernel is 1 where x = x′ and 0 elsewhere. On different points ‹K› = I, and "
            "the machine can be solved by hand: every point is a support vector, nothing is learnt but the points "
            "themselves."
        ),
        Formula(
            r"‹\alpha_i› \to 1 - ‹\y_i›\,\bar ‹\y›,\qquad b \to \bar ‹\y›,\qquad ‹\f›(‹\x_i›) = ‹\alpha_i› "
            r"‹\y_i› + b = ‹\y_i›"
        ),
    ]
    try:
        alpha, b = five(state.gamma)
        limits, mean = law(FIVE_Y)
        found.append(
            Table(
                {
                    say("five points"): [short(float(x)) for x in FIVE_X[:, 0]],
                    symbols("‹y›"): ["+1" if y > 0 else "−1" for y in FIVE_Y],
                    say("limit of ‹α›"): [short(float(v)) for v in limits],
                    say("‹α› at ‹γ=› = {gamma:γ}", gamma=state.gamma): [short(v) for v in alpha],
                },
                caption=say(
                    "x = 0 … 4, hard margin, three points of class +1 and two of class −1. b = {b}, its limit is "
                    "{limit}. At ‹γ=› = {ten:γ} the values agree with their limits to four digits.",
                    b=b,
                    limit=mean,
                    ten=10.0,
                ),
            )
        )
    except ValueError as problem:
        found.append(paragraph("On x = 0 … 4 there is no machine at this ‹γ›: {reason}", reason=veil(str(problem))))
    if isinstance(result, Training):
        m = result.machine
        limits, _ = law(m.signs_)
        rows = np.arange(min(len(limits), MOST_ROWS))
        found.append(
            Table(
                {
                    say("point"): (rows + 1).tolist(),
                    say("class"): [class_word(state.data.labels[i]) for i in rows],
                    symbols("‹α›"): [float(v) for v in m.alpha_[rows]],
                    say("1 − ‹y›·mean(‹y›)"): [float(v) for v in limits[rows]],
                },
                height=300,
                caption=(
                    say("Your data, the first {rows} of {limits} points.", rows=len(rows), limits=len(limits))
                    if len(limits) > len(rows)
                    else say("Your data.")
                ),
            )
        )
    return tuple(found)
