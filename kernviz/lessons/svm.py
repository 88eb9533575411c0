"""Support vectors — which points decide where the boundary runs?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.kernels import Kernel, latex
from kernviz.lessons import svm_tables, svm_words
from kernviz.lessons.doubt import HARMLESS, TRAINABLE, doubt
from kernviz.lessons.formulas import dual_sum, explicit_polynomial
from kernviz.lessons.lesson import Formula, Lesson, Number, Numbers, Tab, Text, percent, short
from kernviz.lessons.svm_picture import picture
from kernviz.lessons.training import Failure, Training, train

Array = NDArray[np.float64]
QUESTION = "Which points decide where the boundary runs?"


@dataclass(frozen=True)
class State:
    """Everything the page depends on. `positive` is the class counted as +1 where there are more than two."""

    data: Dataset
    kernel: Kernel
    C: float = 1.0
    hard: bool = False
    positive: str = ""
    probe: tuple[float, ...] = ()
    selected: int | None = None
    only_support: bool = False  # delete every point that is no support vector, and train again
    scale: float = 1.0  # multiply w and b by this: f changes, the boundary does not

    @property
    def penalty(self) -> float:
        return float("inf") if self.hard else self.C

    @property
    def signed(self) -> Dataset:
        """The data as ±1."""
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return self.data.versus(label)

    @property
    def point(self) -> Array:
        """The probe, or the middle of the data."""
        given = np.array(self.probe, dtype=float)
        return given if given.shape == (self.data.d,) else np.round(self.data.X.mean(axis=0), 2)


def build(state: State) -> Lesson:
    """The page for a state: train, then picture, numbers, tables and words from that one training."""
    page = front(state)
    return page if page.problem else replace(page, tabs=_tabs(state, state.signed, page.facts["training"]))


def front(state: State) -> Lesson:
    """Picture and numbers without the tabs, which train three more machines."""
    data = state.data
    if data.d > 2:
        words = f"“{data.title}” has {data.d} columns, and a picture has room for two: choose two of them."
        return Lesson(QUESTION, None, problem=words, facts={"problem": words})
    if data.task != "classification" or len(data.classes) < 2:
        return _cannot(state, f"“{data.title}” has no two classes to separate. Choose data with labels in the sidebar.")
    signed = state.signed
    result = train(signed, state.kernel, state.penalty)
    if isinstance(result, Failure):
        return _cannot(replace(state, data=signed), result.words, result)
    shown, deleted = _reduced(state, signed, result)
    support = result.machine.support_
    drawn = state if deleted is None else replace(state, selected=_place(state.selected, support))
    return Lesson(
        QUESTION,
        picture(drawn, signed if deleted is None else signed.take(support), shown),
        beside=(
            *doubt(state.kernel, data.d, TRAINABLE, HARMLESS),
            _numbers(result, signed),
            _certificate(result),
            *_formulas(state, result),
            *_deleted(deleted),
        ),
        facts={"training": result, "deleted": deleted},
    )


def _tabs(state: State, signed: Dataset, result: Training) -> tuple[Tab, ...]:
    return (
        Tab("Probe", svm_tables.probe(state, signed, result)),
        Tab("Every point", svm_tables.every_point(state, signed, result)),
        Tab("Algorithm", svm_words.algorithm(state, result)),
        Tab("Primal and dual", svm_tables.primal_and_dual(state, signed, result)),
        Tab("Scale and swap", svm_tables.scale_and_swap(state, signed, result)),
        Tab("What the notes say", svm_words.notes(state, signed, result)),
        Tab("Code", svm_words.code(state)),
    )


def _reduced(state: State, signed: Dataset, result: Training) -> tuple[Training, float | None]:
    """The training to draw: on the support vectors alone if asked for, with the largest change of f on the grid."""
    if not state.only_support:
        return result, None
    again = train(signed.take(result.machine.support_), state.kernel, state.penalty)
    if isinstance(again, Failure):
        return result, None
    f_again = again.machine.decision_function
    grid = svm_tables.grid_points(result.field)
    change = float(np.abs(f_again(grid) - result.machine.decision_function(grid)).max())
    return replace(again, field=result.field), change


def _place(row: int | None, support: NDArray[np.intp]) -> int | None:
    """Where a row of the table of all points is among the support vectors."""
    return int(np.flatnonzero(support == row)[0]) if row in support else None


def _cannot(state: State, words: str, failure: Failure | None = None) -> Lesson:
    return Lesson(QUESTION, picture(state, state.data, failure), problem=words, facts={"problem": words})


def _numbers(result: Training, signed: Dataset) -> Numbers:
    m = result.machine
    low, high = m.intercept_interval_
    b = f"{short(low)} … {short(high)}" if len(m.free_) == 0 and high > low else short(m.intercept_)
    why_b = (
        f"no support vector is free, so every b in this interval is optimal; the middle, {short(m.intercept_)}, is drawn"
        if len(m.free_) == 0 and high > low
        else "from the free support vectors, where y·f = 1 exactly"
    )
    return Numbers(
        (
            Number("margin 1/‖w‖", short(m.margin_), "distance in feature space from the boundary to the lines f = ±1"),
            Number(
                "support vectors",
                f"{len(m.support_)} / {signed.n}",
                f"{len(m.free_)} free, {len(m.bounded_)} at the bound C",
            ),
            Number("train", percent(result.train_accuracy), "share of the points on the right side"),
            Number(
                "held out",
                "–" if result.held_out_accuracy != result.held_out_accuracy else percent(result.held_out_accuracy),
                "trained on 70 % of the points, counted on the other 30 %; – if there are too few points for that",
            ),
            Number("b", b, why_b),
            Number("Σξ", short(float(m.slack_.sum())), "how far points are beyond their margin, in all"),
        )
    )


def _certificate(result: Training) -> Text:
    c = result.machine.certificate_
    mark = "✓" if c.optimal else "(not to roundoff)"
    return Text(
        f"**Certificate {mark}** KKT violation {short(c.kkt, 2)} · primal {short(c.primal, 6)} · dual {short(c.dual, 6)} · "
        f"gap {short(c.gap, 2)}"
    )


def _formulas(state: State, result: Training) -> tuple[Formula, ...]:
    written = explicit_polynomial(result.machine, state.kernel, state.data.d)
    lines = (Formula(rf"k(x,z) = {latex(state.kernel)}"), Formula(dual_sum(result.machine)))
    return (*lines, Formula(written)) if written else lines


def _deleted(change: float | None) -> tuple[Text, ...]:
    if change is None:
        return ()
    return (
        Text(
            f"**Only the support vectors are left, and trained again.** Largest change of f on the picture: {short(change, 2)}."
        ),
    )
