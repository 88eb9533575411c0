"""Row 3.10 and 3.23: the same data by a line and by a Gaussian, and whether the Gaussian was needed."""

from __future__ import annotations

from math import isnan

from kernviz.figures.plane.marks import PlaneMarks
from kernviz.kernels import Linear
from kernviz.lessons.lesson import Block, Picture, Row, Text, percent, short
from kernviz.lessons.map.machines import trainable
from kernviz.lessons.map.state import POLYNOMIAL, State
from kernviz.lessons.shared.small_plane import marks_of, small_plane
from kernviz.lessons.shared.training import Failure, Training, train

ENOUGH = 0.02  # of held-out accuracy: a difference no one should pay for


def blocks(state: State) -> tuple[Block, ...]:
    """Both machines side by side, and the verdict of the held-out points."""
    if state.signed is None:
        return trainable(state)
    names = ("linear", f"(1 + x·z)^{state.Q}" if state.kind == POLYNOMIAL else f"Gaussian, γ = {short(state.gamma)}")
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
    """Which one the points that were held out speak for."""
    if isinstance(line, Failure) or isinstance(other, Failure):
        return "One of the two could not be trained: " + next(r.words for r in (line, other) if isinstance(r, Failure))
    a, b = line.held_out_accuracy, other.held_out_accuracy
    if isnan(a) or isnan(b):
        return "Too few points to hold some back: what they would say is not known."
    said = f"Held out: {percent(a)} by the linear one, {percent(b)} by the other, {name}."
    stored = f"{len(other.machine.support_)} support vectors are stored instead of {line.data.d + 1} numbers."
    if b - a <= ENOUGH:
        return f"**Linear suffices.** {said} More power would buy nothing: {stored}"
    return f"**Linear is not enough here.** {said} The price: {stored}"


def _picture(state: State, name: str, result: Training | Failure, place: int) -> Picture:
    data = state.data
    training = result if isinstance(result, Training) else None
    figure, alt = small_plane(data, training, marks_of(training) if training else PlaneMarks())
    caption = f"**{name}**: {result.words}" if isinstance(result, Failure) else _said(name, result)
    return Picture(figure, f"{name}: {alt}", caption, f"first-{place}", 380, square=data.d > 1, revision=data.key)


def _said(name: str, training: Training) -> str:
    m = training.machine
    return (
        f"**{name}**: {len(m.support_)} of {training.data.n} points are support vectors, margin {short(m.margin_)},"
        f" {percent(training.train_accuracy)} on the right side."
    )
