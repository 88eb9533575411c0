"""Optimality conditions (KKT) at every point."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.shared.data_columns import unique_names
from kernviz.lessons.shared.training import Training
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say, several, short

TITLE = phrase("Every point")


def groups(training: Training) -> list[str]:
    """Return the group of every point.

    The groups are free support vector, bounded support vector, and no support vector.
    """
    names = ["–"] * len(training.values)
    for i in training.machine.free_:
        names[i] = say("free SV")
    for i in training.machine.bounded_:
        names[i] = say("bounded SV")
    return names


def blocks(data: Dataset, training: Training) -> tuple[Block, ...]:
    """Show a table of the KKT conditions, with a row per point.

    The columns are α, ξ, y·f, group, and b by the point alone.
    """
    m = training.machine
    margins = training.functional_margins
    own = {
        say("class"): [class_word(label) for label in data.labels],
        symbols("‹α›"): m.alpha_.tolist(),
        "ξ": m.slack_.tolist(),
        symbols("‹y›·‹f›"): margins.tolist(),
        say("group"): groups(training),
        say("b of this point"): training.biases.tolist(),
    }
    names = unique_names(data.columns, {say("point"), *own})
    table = {say("point"): list(range(1, data.n + 1)), **dict(zip(names, data.X.T.tolist(), strict=True)), **own}
    free = training.biases[m.free_]
    bounded = training.biases[m.bounded_]
    words = (
        say("No point is free, so no equation fixes b: the whole interval is optimal.")
        if training.b_undetermined
        else say("No point is free, and only this b is optimal: {b}.", b=m.intercept_)
    )
    if len(free):
        words = several(
            len(free),
            "The {n} free point (0 < ‹α› < C) says b = {b}, to {spread:.2}.",
            "The {n} free points (0 < ‹α› < C) agree on b = {b} to {spread:.2}.",
            b=free.mean(),
            spread=np.ptp(free),
        )
    if len(bounded):
        words += " " + several(
            len(bounded),
            "The equation ‹y›·‹f› = 1 at the {n} bounded point (‹α› = C) would give b = {range}.",
            "The equation ‹y›·‹f› = 1 at the {n} bounded points (‹α› = C) would give b = {range}.",
            range=" … ".join(dict.fromkeys((short(float(bounded.min())), short(float(bounded.max()))))),
        )
    return (
        Text(words + " " + say("Select a row to see the point in the picture.")),
        Table(
            table,
            key="row",
            height=420,
            caption=symbols("‹α› = 0 ⇒ ‹y›·‹f› ≥ 1; 0 < ‹α› < C ⇒ ‹y›·‹f› = 1; ‹α› = C ⇒ ‹y›·‹f› = 1 − ξ ≤ 1."),
            geometric=(symbols("‹α›"),),
        ),
    )
