"""Lift page for data on a line: the parabola (x, x²).

Lines that cut the parabola classify the points: the SVM's, the visitor's, and S1's for S1's data.
"""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Lesson, Tab, Text
from kernviz.lessons.lift.line import tabs
from kernviz.lessons.lift.line.cut import NOTES, is_lecture, line
from kernviz.lessons.lift.line.notes import code, notes
from kernviz.lessons.lift.line.numbers import kernel, numbers, table, words
from kernviz.lessons.lift.line.picture import picture
from kernviz.lessons.lift.machine import Separator, on_monomials
from kernviz.lessons.lift.picture import failed_picture
from kernviz.lessons.lift.state import State
from kernviz.lessons.lift.tabs import which_monomials
from kernviz.lessons.shared.training import Failure
from kernviz.wording import phrase, say

SQUARE = ((1,), (2,))  # monomials of S1's ψ(x) = (x, x²)


def build(state: State, question: str) -> Lesson:
    """Build the page with the parabola and the lines that cut it.

    If the classes are not separable, the SVM's line allows slack.
    """
    data = state.signed
    trained = on_monomials(data, SQUARE, state.penalty)
    note: tuple[Block, ...] = ()
    if isinstance(trained, Failure) and state.hard:
        soft = on_monomials(data, SQUARE, state.C)
        if isinstance(soft, Separator):
            note = (
                Text(
                    say(
                        "**Not separable.** {reason} The line drawn allows slack, C = {C}.",
                        reason=trained.words,
                        C=state.C,
                    ),
                    "warning",
                ),
            )
            trained = soft
    if isinstance(trained, Failure):
        return Lesson(question, failed_picture(state, trained), problem=trained.words)
    hard = on_monomials(data, SQUARE, float("inf"))
    widest = None if isinstance(hard, Failure) else line("SVM", data, _clean(hard), hard.b)
    svm = line("SVM", data, _clean(trained), trained.b)
    lines = [svm]
    if is_lecture(data):
        lines.insert(0, line("notes", data, *NOTES))
    yours = line("yours", data, (state.line[0], state.line[1]), state.line[2])
    lines.append(yours)
    return Lesson(
        question,
        picture(state, data, trained, lines),
        besides=(lambda: note, numbers(lines), lambda: (table(lines), Text(words(lines, widest)), *kernel(state))),
        tabs=(
            Tab(phrase("Every point"), lambda: (tabs.every_point(data, lines),)),
            Tab(which_monomials.TITLE, lambda: which_monomials.blocks(state, data)),
            Tab(phrase("Three steps"), lambda: tabs.three_steps(state, data, svm)),
            Tab(phrase("What the notes say"), lambda: notes(lines, widest)),
            Tab(phrase("Code"), lambda: code(state)),
        ),
        facts={"separator": trained, "lines": {cut.name: cut for cut in lines}},
    )


def _clean(trained: Separator) -> tuple[float, float]:
    """Return the weights of the line with roundoff removed.

    A weight that is roundoff beside the other is set to 0.
    """
    w = np.where(np.abs(trained.w) > 1e-9 * np.abs(trained.w).max(initial=0.0), trained.w, 0.0)
    return float(w[0]), float(w[1])
