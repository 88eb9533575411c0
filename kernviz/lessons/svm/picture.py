"""Picture of the Support vectors page.

It shows the plane or line of f, its support vectors, and the probe.
"""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.probe import Probe
from kernviz.lessons.lesson import Picture
from kernviz.lessons.shared.border import value_or_zero
from kernviz.lessons.shared.fitting import row_or_none
from kernviz.lessons.shared.handles import handle, points
from kernviz.lessons.shared.small_plane import bounded_of, marks_of
from kernviz.lessons.shared.training import Failure, Training
from kernviz.lessons.svm.state import State
from kernviz.models.svm import KernelSVC
from kernviz.surfaces import Curve, Surface, Window, drawable, roots
from kernviz.symbols import symbols
from kernviz.wording import say, several

HEIGHT, LINE_HEIGHT = 690, 520


def picture(state: State, data: Dataset, result: Training | Failure | None) -> Picture:
    """Draw the trained machine.

    After a Failure only the points are drawn, and the points that prevent the training are marked.
    """
    training = result if isinstance(result, Training) else None
    marks = _marks(state, data, result)
    view, line = DataView.of(data, Window.of(state.data)), data.d == 1
    figure, alt = (_line if line else _plane)(state, view, training, marks)
    return Picture(
        figure,
        alt,
        _caption(state, training),
        "line" if line else "plane",
        LINE_HEIGHT if line else HEIGHT,
        square=not line,
        handles=() if marks.probe is None else handle(state, "probe", state.point, marks.probe.y),
        points=None if state.only_support else points(state),
    )


def _plane(state: State, view: DataView, training: Training | None, marks: PlaneMarks) -> tuple[Figure, str]:
    """Return the picture over the plane, and its description."""
    field = training.field if training else None
    drawn = drawable(field, state.scale) if isinstance(field, Surface) else None
    alt = describe_plane(view.X, view.labels, marks, boundary=training is not None)
    return decision_plane(view, drawn, marks), alt


def _line(state: State, view: DataView, training: Training | None, marks: PlaneMarks) -> tuple[Figure, str]:
    """Return the picture over the line, and its description."""
    ours, reach = None, 2.5
    if training and isinstance(training.field, Curve):
        scaled = drawable(training.field, state.scale)
        zeros, above, below = (
            roots(training.machine.decision_function, training.field, v / state.scale) for v in (0, 1, -1)
        )
        ours = LineFunction(scaled, symbols("‹f›(x)"), zeros, sorted(above + below))
        reach = float(np.clip(1.1 * np.abs(state.scale * training.values).max(), 2.5, 12.0))
    return decision_line(view.over((-reach, reach)), ours, marks), describe_line(ours, view.line, marks)


def _marks(state: State, data: Dataset, training: Training | Failure | None) -> PlaneMarks:
    if isinstance(training, Failure):
        return marks_of(training)
    if training is None:
        return PlaneMarks()
    m, x = training.machine, state.point
    margins = training.functional_margins
    f = training.value_at(x)
    known = bool(np.isfinite(f))
    f = state.scale * (value_or_zero(m, f, float(state.kernel.diag(x[None])[0])) if known else f)
    return PlaneMarks(
        free=m.free_,
        bounded=bounded_of(m),
        alpha=m.alpha_,
        slack=m.slack_,
        slack_labels=state.slack,
        margins=margins,
        intercept=m.intercept_,
        wrong=np.flatnonzero(margins <= 0),
        selected=row_or_none(state.selected, data.n),
        probe=Probe(float(x[0]), float(x[1]) if data.d > 1 else f if known else 0.0, f if known else None),
    )


def _caption(state: State, training: Training | None) -> str:
    if training is None:
        return ""
    m = training.machine
    wrong = int((training.functional_margins <= 0).sum())
    inside = int((m.slack_ > 0).sum())
    scaled = say(
        "The picture shows s·‹f› with s = {scale}. The values of ξ, ‹y›·‹f› and b, on hover and in the tables, "
        "belong to ‹f› itself.",
        scale=state.scale,
    )
    kinds = [
        say("{free} free, on the margin (open rings)", free=len(m.free_)) if len(m.free_) else "",
        _bounded(m),
    ]
    carried = several(
        len(m.support_),
        "{n} support vector fixes the border: {kinds}.",
        "{n} support vectors fix the border: {kinds}.",
        kinds=", ".join(filter(None, kinds)),
    )
    texts = [scaled if state.scale != 1 else "", carried if len(m.support_) else "", _slack(inside, wrong)]
    return " ".join(filter(None, texts))


def _bounded(m: KernelSVC) -> str:
    """Return a phrase on bounded support vectors, or an empty text."""
    if not len(m.bounded_):
        return ""
    if (m.slack_[m.bounded_] > 0).all():
        return say("{bounded} bounded, inside the margin or beyond it (filled rings)", bounded=len(m.bounded_))
    return say("{bounded} bounded, on the margin or past it (filled rings)", bounded=len(m.bounded_))


def _slack(inside: int, wrong: int) -> str:
    """Return a sentence on the points with slack, or an empty text."""
    if not inside:
        return ""
    if not wrong:
        return several(
            inside,
            "{n} point has slack and is on its right side.",
            "{n} points have slack, all of them on their right side.",
        )
    return several(
        inside,
        "{n} point has slack, {wrong} not on the right side.",
        "{n} points have slack, {wrong} of them not on the right side.",
        wrong=wrong,
    )
