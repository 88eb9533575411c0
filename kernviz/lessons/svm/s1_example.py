"""S1's example on the line: the notes' separator compared with the machine's."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.lessons.lesson import Block, Table, Text, short, vector
from kernviz.lessons.shared.training import Training
from kernviz.lessons.svm.state import State
from kernviz.wording import say


def s1_separator(state: State, data: Dataset, training: Training) -> tuple[Block, ...]:
    """Compare the separator of S1's example with the machine's.

    S1's separator has w = (0, 1) for the features (x, x²), and b = −5. The result is () for other
    features, or if the points are not −4, …, 4.
    """
    phi = feature_map(state.kernel, data.d)
    if (
        data.d != 1
        or phi is None
        or set(phi.labels) != {"x", "x²"}
        or set(np.round(data.X[:, 0], 9)) != set(range(-4, 5))
    ):
        return ()
    table = phi(data.X)
    theirs = np.array([{"x": 0.0, "x²": 1.0}[label] for label in phi.labels])
    f_theirs = table @ theirs - 5.0
    w = phi(training.machine.X_).T @ training.machine.dual_coef_
    order = [phi.labels.index("x"), phi.labels.index("x²")]
    signs = training.signs
    rows = {
        say("separator"): [say("the notes'"), say("the SVM's")],
        say("w on (x, x²)"): [vector(theirs[order]), vector(np.where(np.abs(w) < 1e-9, 0, w)[order])],
        "b": ["−5", short(training.machine.intercept_)],
        say("smallest ‹y›·‹f›/‖w‖, the margin"): [
            short(float((signs * f_theirs).min() / np.linalg.norm(theirs))),
            short(float((signs * training.values).min() / np.linalg.norm(w))),
        ],
        say("threshold"): ["x² = 5", f"x² = {short(-training.machine.intercept_ / float(w[order[1]]))}"],
    }
    return (
        Text(
            say(
                "**S1's example.** Its separator sgn(x² − 5) beside the machine's, in the space of (x, x²). {verdict}",
                verdict=_larger(signs, f_theirs, training, w),
            )
        ),
        Table(rows),
        Table(
            {
                "x": [short(float(v)) for v in data.X[:, 0]],
                say("notes: x² − 5"): [short(float(v)) for v in f_theirs],
                say("SVM: ‹f›(x)"): [short(float(v)) for v in training.values],
            }
        ),
    )


def _larger(signs: Array, f_theirs: Array, training: Training, w: Array) -> str:
    """Return a sentence that compares both margins."""
    theirs = float((signs * f_theirs).min())  # the notes' w has length 1, so this is a distance
    own = float((signs * training.values).min() / np.linalg.norm(w)) if np.any(w) else -1.0
    if theirs <= 0:
        return say("The notes' separator is not right on every point here.")
    if own <= 0:
        return say("The notes' separator is right on every point. The machine's, at this C, is not.")
    if own > theirs:
        return say("Both are right on every point, and the machine's has the larger margin.")
    return say("Both are right on every point; at this C the machine's closest point is no farther than the notes'.")
