"""Mercer — what does the Gram matrix say?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kernviz.features import feature_map
from kernviz.figures.gram_pair import describe_row, mark_cell, order_by_class, row_plane
from kernviz.figures.matrix import describe_gram, gram_heatmap
from kernviz.kernels import latex
from kernviz.lessons import mercer_anyway, mercer_break, mercer_notes, mercer_shelf, mercer_steer, mercer_tabs
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Picture, Tab, Text, short
from kernviz.lessons.mercer_subject import State, Subject, judged, subject
from kernviz.mercer import Judgement, Verdict
from kernviz.surfaces import Window

QUESTION = "What does the Gram matrix of a few points say about a kernel?"
HEIGHT = 690
MARKS = {Verdict.PROVEN: "✓ proven", Verdict.REFUTED: "✗ refuted", Verdict.OPEN: "? open"}


@dataclass(frozen=True)
class Pair:
    """The two points in question, as rows of the data and as places in the heat map."""

    i: int
    j: int
    row: int
    column: int


def build(state: State) -> Lesson:
    """One spectrum of one matrix: picture, numbers and tabs read it."""
    try:
        seen = subject(state)
        judgement = judged(seen.data, state.kernel) if seen.data is not None else None
    except ValueError as problem:
        if state.matrix.strip() or state.typed.strip():  # a slip in a text field: the data stay in sight
            plain = build(replace(state, typed="", matrix="", trail=()))
            return replace(plain, problem=f"{problem} Until then the data are shown.")
        return Lesson(QUESTION, None, problem=str(problem), facts={"problem": str(problem)})
    pair = pair_of(state, seen)
    steering = mercer_steer.steering(state, seen)
    return Lesson(
        QUESTION,
        heat_map(state, seen, pair),
        besides=(
            *_plane(seen, pair),
            *_verdict(state, seen, judgement),
            _numbers(state, seen, judgement, steering),
        ),
        tabs=(
            Tab("Eigenvalues", mercer_tabs.eigenvalues(state, seen)),
            Tab("K = PᵀP", mercer_tabs.factor(state, seen, pair.i, pair.j)),
            Tab("xᵀKx", mercer_steer.steered(state, seen, steering)),
            Tab("Three checks", mercer_tabs.checks(state, seen)),
            Tab("Passing is not a proof", mercer_break.passing(state, seen, judgement)),
            Tab("The shelf", mercer_shelf.shelf_tab(state)),
            Tab("Train anyway", mercer_anyway.anyway(state, seen)),
            Tab("Fun Time 4", mercer_notes.fun_time()),
            Tab("What the notes say", mercer_notes.notes(seen)),
            Tab("Code", mercer_notes.code(state, seen)),
        ),
        facts={"spectrum": seen.spectrum, "judgement": judgement, "pair": (pair.i, pair.j), "steering": steering},
    )


def pair_of(state: State, seen: Subject) -> Pair:
    """The chosen points, else two that are easy to see: a long φ(x) a third down the heat map, and one as far up."""
    order, third = order_by_class(seen.labels, seen.n), seen.n // 3 if seen.n > 6 else 0
    place = np.argsort(order, kind="stable")
    length = np.abs(np.diag(seen.K))
    long = np.flatnonzero(length >= 0.5 * length.max())
    i, j = int(long[np.argmin(np.abs(place[long] - third))]), int(order[-1 - third])
    i = state.i if state.i is not None and 0 <= state.i < seen.n else i
    j = state.j if state.j is not None and 0 <= state.j < seen.n else j
    return Pair(i, j, int(place[i]), int(place[j]))


def heat_map(state: State, seen: Subject, pair: Pair) -> Picture:
    """The Gram matrix with the cell in question."""
    classes = seen.data.classes if seen.data is not None else ()
    figure = gram_heatmap(seen.K, seen.labels, classes=classes or None)
    mark_cell(figure, seen.n, pair.row, pair.column)
    value = float(seen.K[pair.i, pair.j])
    caption = (
        f"Row i = {pair.i + 1}, column j = {pair.j + 1}: k(xᵢ, xⱼ) = {short(value)}. Click a cell to see its two points. "
        + ("Rows and columns are ordered by class. " if seen.labels is not None else "")
        + (
            f"The mirror cell has {short(float(seen.K[pair.j, pair.i]))}."
            if pair.i != pair.j
            else "This is the diagonal: k(x, x)."
        )
    )
    alt = f"{describe_gram(seen.K, seen.labels)} Cell ({pair.i + 1}, {pair.j + 1}) is marked: {short(value)}."
    return Picture(
        figure, alt, caption, key="gram", height=HEIGHT, square=True, revision=f"{seen.n}", clickable=True
    )  # fmt: skip


def _plane(seen: Subject, pair: Pair) -> tuple[Block, ...]:
    if seen.data is None:
        return (Text("A typed matrix has no points to draw. The tab K = PᵀP finds some, if there are any."),)
    X = seen.data.X
    window = Window.around(X, 0.12)
    figure = row_plane(
        X,
        seen.K[pair.i],
        pair.i,
        pair.j,
        seen.labels,
        x_range=window.x_range,
        y_range=window.y_range,
        limit=float(np.abs(seen.K).max()) or 1.0,
        diverging=bool((seen.K < 0).any()),
        axes=seen.data.columns,
        classes=seen.data.classes or None,
    )
    caption = f"Row i of the matrix, drawn on the points: colour is k(xᵢ, ·) for point i = {pair.i + 1}. Click another point to see its row."
    return (
        Picture(figure, describe_row(seen.K[pair.i], pair.i, pair.j), caption, key="gram-row",
                height=200 if seen.data.d == 1 else 340, revision=seen.data.key, clickable=True),
    )  # fmt: skip


def _verdict(state: State, seen: Subject, judgement: Judgement | None) -> tuple[Block, ...]:
    s = seen.spectrum
    here = (
        f"Not symmetric: |K − Kᵀ| is up to {short(s.skew, 3)}."
        if not s.symmetric
        else f"**On these points it passes**: no eigenvalue below −{short(s.tolerance, 2)}."
        if s.semidefinite
        else f"**On these points it fails**: {s.negative} negative eigenvalue{'s' * (s.negative > 1)}, the smallest {short(s.smallest)}."
    )
    if judgement is None:
        return (Text(here),)
    head = f"**{MARKS[judgement.verdict]}** {judgement.sentence}"
    more = ""
    if judgement.verdict is Verdict.PROVEN:
        more = " Passing here is no accident."
    elif s.semidefinite:
        more = (
            " Passing on these points is not a proof."
            if judgement.verdict is Verdict.OPEN
            else " Other points refute it."
        )
    return (Formula(rf"k(x,z) = {latex(state.kernel)}"), Text(f"{head}\n\n{here}{more}"))


def _numbers(state: State, seen: Subject, judgement: Judgement | None, steering: mercer_steer.Steering) -> Numbers:
    s = seen.spectrum
    items = [
        Number("λ_min", short(s.smallest, 4), "the smallest eigenvalue of (K + Kᵀ)/2"),
        Number("tolerance", short(s.tolerance, 2), "how far below 0 rounding alone may push it"),
        Number("rank", f"{s.rank} of {s.n}", f"eigenvalues beyond n·eps·λ_max = {short(s.rank_tolerance, 2)}"),
    ]
    if seen.data is not None and judgement is not None:
        phi = feature_map(state.kernel, seen.data.d)
        otherwise = {Verdict.PROVEN: "∞", Verdict.REFUTED: "none", Verdict.OPEN: "unknown"}[judgement.verdict]
        meaning = "coordinates of the explicit map φ; none where k is no kernel"
        items.append(Number("features", otherwise if phi is None else str(phi.dimension), meaning))
    items.append(Number("max |K − Kᵀ|", short(s.skew, 2), "symmetry defect"))
    items.append(Number("cᵀKc", short(steering.value, 4), "for the vector c steered under “A vector c”"))
    return Numbers(tuple(items))


__all__ = ["QUESTION", "State", "build", "pair_of"]
