"""Support vector machine on the list, with leave-one-out predictions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data.objects import BOILING
from kernviz.kernels import Kernel
from kernviz.kernels.object_types import Kind, called, objects
from kernviz.lessons.lesson import Block, Numbers, Readout, Table, Text, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.objects.comparison import ObjectComparison
from kernviz.lessons.objects.object_inputs import GRAPHS_VIEW, KINDS, ObjectInputs
from kernviz.lessons.shared.border import side, value_or_zero
from kernviz.lessons.shared.certificate_mark import certificate_mark
from kernviz.lessons.shared.refusal import sentence
from kernviz.models.svm import KernelSVC
from kernviz.wording import class_word, phrase, say, short

TITLE = phrase("Machine")
Signs = tuple[int, ...]


@dataclass(frozen=True)
class TrainedOnObjects:
    """Support vector machine trained on the whole list.

    `left_out` (n,) is f of each object by the machine trained on the others, nan if that machine cannot be
    trained. `pair` (2,) is f at x and z.
    """

    machine: KernelSVC
    left_out: NDArray[np.float64]
    pair: NDArray[np.float64]


class PrecomputedKernel:
    """Precomputed kernel on row numbers: k(i, j) = K[i, j]."""

    def __init__(self, K: NDArray[np.float64]) -> None:
        self.K = K

    def __call__(self, X: NDArray[np.float64], Z: NDArray[np.float64] | None = None, /) -> NDArray[np.float64]:
        left, right = (rows[:, 0].astype(int) for rows in (X, X if Z is None else Z))
        return self.K[np.ix_(left, right)]

    def diag(self, X: NDArray[np.float64], /) -> NDArray[np.float64]:
        return np.diag(self.K)[X[:, 0].astype(int)]


@shared(maxsize=64)
def _train(
    k: Kernel, kind: Kind, things: tuple[Any, ...], signs: Signs, C: float
) -> tuple[KernelSVC, NDArray[np.float64]]:
    X, y = objects(list(things), kind), np.array(signs)
    machine = KernelSVC(k, C).fit(X, y)
    left_out = np.full(len(X), np.nan)
    known, rows = PrecomputedKernel(k(X)), np.arange(len(X))[:, None]  # one Gram matrix for all machines
    for row in range(len(X)):
        rest = np.arange(len(X)) != row
        if len(np.unique(y[rest])) == 2:
            left_out[row] = KernelSVC(known, C).fit(rows[rest], y[rest]).decision_function(rows[[row]])[0]
    return machine, left_out


def trained(inputs: ObjectInputs, compared: ObjectComparison) -> TrainedOnObjects:
    """Train the support vector machine on the list.

    Raises ValueError for a list without two classes, and if the machine cannot be trained.
    """
    if len(compared.classes) < 2:
        raise ValueError(say("a machine needs two classes: write one after a colon in every line of the list"))
    _, positive = compared.sides(inputs.positive)
    signs = tuple(1 if label == positive else -1 for label in compared.labels)
    machine, left_out = _train(compared.kernel, KINDS[compared.view], tuple(compared.things), signs, inputs.penalty)
    return TrainedOnObjects(machine, left_out, machine.decision_function(compared.pair))


def blocks(inputs: ObjectInputs, compared: ObjectComparison) -> tuple[Block, ...]:
    """Show the numbers of the machine and its table of objects.

    The table gives α, f, and f by the machine trained without the object.
    """
    try:
        result = trained(inputs, compared)
    except ValueError as problem:
        return (Text(sentence(problem), "warning"),)
    m, y, (rest, positive) = result.machine, result.machine.signs_, compared.sides(inputs.positive)
    f = m.decision_function(compared.things)
    c = m.certificate_
    known = ~np.isnan(result.left_out)
    right = result.left_out[known] * y[known] > 0
    accuracy = percent(float(right.mean())) if known.any() else "–"
    boiling = (
        {say("boils at °C"): [BOILING.get(name) for name in compared.names]}
        if set(compared.names) & set(BOILING) and compared.view == GRAPHS_VIEW
        else {}
    )
    values = [
        value_or_zero(m, float(value), float(own))
        for value, own in zip(result.pair, compared.kernel.diag(compared.pair), strict=True)
    ]
    sentences = [
        f"{called(thing)}: f = {short(value)}, {side(value, (rest, positive))}"
        for thing, value in zip(compared.pair, values, strict=True)
    ]
    return (
        Numbers(
            (
                Readout(
                    phrase("margin 1/‖w‖"),
                    short(m.margin_),
                    say("distance in feature space from the border to the lines f = ±1"),
                ),
                Readout(
                    phrase("support vectors"),
                    f"{len(m.support_)} / {compared.n}",
                    say("{free} free, {bounded} at the bound C", free=len(m.free_), bounded=len(m.bounded_)),
                ),
                Readout(
                    phrase("train"), percent(float((f * y > 0).mean())), say("share of the list on the right side")
                ),
                Readout(phrase("left out"), accuracy, say("each one judged by a machine trained on all the others")),
                Readout("b", short(m.intercept_), say("the intercept")),
            )
        ),
        paragraph(
            "f > 0 says **{label_positive}**, f < 0 **{label_negative}**. {statistics}. **Certificate {mark}** KKT "
            "violation {kkt:.2}, gap {gap:.2}.",
            label_positive=positive,
            label_negative=rest,
            statistics="; ".join(sentences),
            mark=certificate_mark(c.optimal),
            kkt=c.kkt,
            gap=c.gap,
        ),
        Table(
            {
                say("name"): list(compared.names),
                say("class"): [class_word(label) for label in compared.labels],
                **boiling,
                "α": [float(a) for a in m.alpha_],
                say("state"): [
                    say("bound C") if i in m.bounded_ else say("free") if i in m.free_ else ""
                    for i in range(compared.n)
                ],
                "f": [float(v) for v in f],
                say("f when left out"): [float(v) for v in result.left_out],
                say("right"): [
                    "–" if math.isnan(v) else "✓" if v * s > 0 else "✗" for v, s in zip(result.left_out, y, strict=True)
                ],
            },
            caption=say(
                "Each object is left out once: {correct} of {total} then fall on the right side.",
                correct=int(right.sum()),
                total=int(known.sum()),
            ),
            height=380,
        ),
    )
