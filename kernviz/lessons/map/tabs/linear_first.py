"""Comparison of a linear machine with one of many features.

The second kernel is a Gaussian or a polynomial. Held-out points decide which is better.
"""

from __future__ import annotations

from math import isnan

from kernviz.figures.plane.marks import PlaneMarks
from kernviz.kernels import Linear
from kernviz.lessons.lesson import Block, Picture, Row, Text
from kernviz.lessons.map.machines import no_margin
from kernviz.lessons.map.state import POLYNOMIAL, State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.small_plane import marks_of, small_plane
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.wording import say, several, superscript

ENOUGH = 0.02  # difference in held-out accuracy that does not justify a more complex kernel


def blocks(state: State) -> tuple[Block, ...]:
    """Show a linear and a kernel machine, judged on held-out points."""
    if state.signed is None:
        return no_margin(state)
    names = (
        say("linear"),
        f"(1 + x·z){superscript(state.Q)}"
        if state.kind == POLYNOMIAL
        else say("Gaussian, ‹γ=› = {gamma:γ}", gamma=state.gamma),
    )
    results = [train(state.signed, kernel, state.C) for kernel in (Linear(), state.many)]
    return (
        Row(
            tuple(
                (_picture(state, name, result, i),) for i, (name, result) in enumerate(zip(names, results, strict=True))
            )
        ),
        Text(verdict(names[1], *results)),
    )


def verdict(name: str, line: Training | Failure, other: Training | Failure) -> str:
    """Return a sentence on the better machine on held-out points.

    `name` is the kernel of the machine `other`.
    """
    if isinstance(line, Failure) or isinstance(other, Failure):
        reason = next(r.words for r in (line, other) if isinstance(r, Failure))
        return say("One of the two could not be trained: {reason}", reason=reason)
    a, b = line.held_out_accuracy, other.held_out_accuracy
    if isnan(a) or isnan(b):
        return say(
            "There are too few points to hold some back, so it is not known how many new points each would get right."
        )
    sentence = say(
        "Right on the points held out: {a} with the linear kernel, {b} with the other, {name}.",
        a=percent(a),
        b=percent(b),
        name=name,
    )
    stored = several(
        len(other.machine.support_),
        "{n} support vector is stored instead of {d} numbers.",
        "{n} support vectors are stored instead of {d} numbers.",
        d=line.data.d + 1,
    )
    if b <= a:
        return say(
            "**Linear is enough.** {evidence} A more powerful kernel is no better on these points: {cost}",
            evidence=sentence,
            cost=stored,
        )
    if b - a <= ENOUGH:
        return say(
            "**Linear is enough.** {evidence} A more powerful kernel is hardly better on these points: {cost}",
            evidence=sentence,
            cost=stored,
        )
    return say("**Linear is not enough here.** {evidence} The price: {cost}", evidence=sentence, cost=stored)


def _picture(state: State, name: str, result: Training | Failure, place: int) -> Picture:
    data = state.data
    training = result if isinstance(result, Training) else None
    figure, alt = small_plane(data, training, marks_of(training) if training else PlaneMarks())
    caption = f"**{name}**: {result.words}" if isinstance(result, Failure) else _summary(name, result)
    return Picture(figure, f"{name}: {alt}", caption, f"first-{place}", 380, square=data.d > 1, revision=data.key)


def _summary(name: str, training: Training) -> str:
    m = training.machine
    return say(
        "**{name}**: support vectors {support} of {n}, margin {margin}, {train_accuracy} on the right side.",
        name=name,
        support=len(m.support_),
        n=training.data.n,
        margin=m.margin_,
        train_accuracy=percent(training.train_accuracy),
    )
