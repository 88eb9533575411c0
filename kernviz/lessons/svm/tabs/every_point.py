"""What the conditions of optimality say of every point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Table, Text, short
from kernviz.lessons.shared.training import Training
from kernviz.lessons.svm.state import State
from kernviz.wording import phrase, say

Array = NDArray[np.float64]
TITLE = phrase("Every point")


def groups(training: Training) -> list[str]:
    """What every point is to the machine: free, bounded, or not a support vector."""
    names = ["–"] * len(training.values)
    for i in training.machine.free_:
        names[i] = say("free SV")
    for i in training.machine.bounded_:
        names[i] = say("bounded SV")
    return names


def blocks(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """The KKT table: α, ξ, y·f and the b of every point."""
    m = training.machine
    closeness = training.signs * training.values
    table = {
        say("point"): list(range(1, data.n + 1)),
        **{column: data.X[:, j].tolist() for j, column in enumerate(data.columns)},
        say("class"): list(data.labels),
        "α": m.alpha_.tolist(),
        "ξ": m.slack_.tolist(),
        "y·f": closeness.tolist(),
        say("group"): groups(training),
        say("b of this point"): training.biases.tolist(),
    }
    free = training.biases[m.free_]
    bounded = training.biases[m.bounded_]
    words = say("No point is free, so no equation fixes b: the whole interval is optimal.")
    if len(free):
        words = say(
            "The {free} free points (0 < α < C) agree on b = {mean} to {ptp}.",
            free=len(free),
            mean=short(float(free.mean())),
            ptp=short(float(np.ptp(free)), 2),
        )
    if len(bounded):
        words += say(
            " The {bounded} bounded points (α = C) do not: theirs run from {min} to {max}.",
            bounded=len(bounded),
            min=short(float(bounded.min())),
            max=short(float(bounded.max())),
        )
    return (
        Text(words + say(" Select a row to see the point in the picture.")),
        Table(table, key="row", height=420, caption="α = 0 ⇒ y·f ≥ 1; 0 < α < C ⇒ y·f = 1; α = C ⇒ y·f = 1 − ξ ≤ 1."),
    )
