"""Compose — is it a kernel, and why?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features import coefficient_matrix, feature_map
from kernviz.kernels import Kernel, Space, latex
from kernviz.lessons import (
    compose_reasons,
    compose_series,
    compose_space,
    compose_spectral,
    compose_tabs,
    compose_words,
)
from kernviz.lessons.exponential_series import exponential, series
from kernviz.lessons.lesson import Formula, Lesson, Number, Numbers, Picture, Tab, Text, short
from kernviz.lessons.proof_picture import proof_picture
from kernviz.lessons.three_ways import three_ways
from kernviz.mercer import Judgement, Verdict, judge

Array = NDArray[np.float64]
QUESTION = "Is it a kernel, and why?"
MARKS = {Verdict.PROVEN: "✓ proven", Verdict.REFUTED: "✗ refuted", Verdict.OPEN: "? open"}


@dataclass(frozen=True)
class State:
    """Everything the page depends on. The data suggest the space that is asked about; only there their points are tried."""

    data: Dataset
    kernel: Kernel
    x: tuple[float, ...] = ()
    z: tuple[float, ...] = ()
    terms: int = 4  # the highest power of the exponential series
    dimension: float | None = None  # judge on another ℝᵈ than the data's, on every one for ∞
    nonnegative: bool = False

    @property
    def space(self) -> Space:
        """What the question is about."""
        return compose_space.space_of_question(self.data, self.dimension, self.nonnegative)

    @property
    def d(self) -> int:
        """The dimension of points to work with: of the space, or of the data where it is every one."""
        return self.space.d

    @property
    def own(self) -> bool:
        """Whether the data's points are points of the space."""
        return compose_space.tried(self.data, self.space)

    def pair(self) -> tuple[Array, Array]:
        """The two chosen points, (1, 2) and (3, −1) unless others are given."""
        defaults = [1.0, 2.0, 1.0], [3.0, -1.0, 0.0]
        given = (
            np.array(p if len(p) == self.d else [*q, *[0.0] * self.d][: self.d], dtype=float)
            for p, q in zip((self.x, self.z), defaults, strict=True)
        )
        x, z = given
        return x, z


def build(state: State) -> Lesson:
    """Judge the kernel once; the tree, the witness, the pictures and the words come from that judgement."""
    space = state.space
    try:
        judgement = judge(
            state.kernel,
            state.data.X if state.own else None,
            d=math.inf if space.every else space.d,
            nonnegative=space.nonnegative,
        )
        values = three_ways(state.kernel, *state.pair())
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem))
    measure = compose_spectral.seen(judgement, state.data.d)
    own = compose_space.about_own_points(state.data, space)
    return Lesson(
        QUESTION,
        proof_picture(judgement),
        besides=(
            Text(f"### {compose_space.verdict_on(MARKS[judgement.verdict], space)}"),
            *_decider(judgement, measure),
            compose_reasons.because(judgement),
            *((Text(own),) if own else ()),
            Formula(rf"k(x,z) = {latex(state.kernel)}"),
            *compose_reasons.where_rules_stop(judgement),
            _numbers(state, judgement),
        ),
        tabs=(
            Tab("Proof, line by line", compose_tabs.lines(judgement)),
            Tab("Witness", compose_tabs.witness(state, judgement)),
            Tab("Spectral density", compose_spectral.tab(judgement, measure)),
            Tab("Power series", compose_series.tab(judgement)),
            Tab("One number, three ways", compose_tabs.ways(state, values)),
            *_coefficients(judgement),
            Tab("The rule on your points", compose_tabs.rule_cards(state)),
            *((Tab("e to the power of a kernel", series(state)),) if exponential(state.kernel) else ()),
            Tab("What the notes say", compose_words.notes()),
            Tab("Code", compose_words.code(state)),
        ),
        facts={"judgement": judgement, "three_ways": values, "measure": measure},
    )


def _decider(judgement: Judgement, measure: compose_spectral.Seen | None) -> tuple[Picture, ...]:
    """The picture of what decides: the spectral measure of a function of x − z, else the power series of one of x·z."""
    found = None if measure is None else compose_spectral.picture(measure)
    by_series = judgement.refuted_by == "series" or judgement.proof.way == "series"
    if judgement.series is not None and (found is None or by_series):
        found = compose_series.picture(judgement.series)
    return () if found is None else (found,)


def _numbers(state: State, judgement: Judgement) -> Numbers:
    every = state.space.every
    matrix = coefficient_matrix(state.kernel, state.d)
    phi = None if every else feature_map(state.kernel, state.d)
    degree = "–" if matrix is None else str(max(sum(e) for e in matrix.monomials))
    features = str(phi.dimension) if phi else "∞" if judgement.verdict is Verdict.PROVEN and not every else "–"
    return Numbers(
        (
            Number("degree", degree, "the highest power of x, for a kernel that is a polynomial; – for others"),
            Number(
                "features",
                features,
                "coordinates of the explicit map φ, distinct monomials for a polynomial; ∞: no finite map is written down; –: "
                "not proven a kernel, or asked of every ℝᵈ at once, where they may grow with d",
            ),
            Number(
                "λ_min here",
                _lowest(state),
                "smallest eigenvalue of the Gram matrix of your points; ≥ 0 is necessary, not a proof; 0 where it is no "
                "more than the rounding of the matrix; – where your points are not of this space",
            ),
        )
    )


def _lowest(state: State) -> str:
    """λ_min of the data's Gram matrix; rounding is said to be 0."""
    X = state.data.X
    if state.space.nonnegative:
        X = X[(X >= 0).all(axis=1)]
    if not state.own or not len(X):
        return "–"
    K = state.kernel(X)
    return short(compose_tabs.lowest(K), 3) if np.isfinite(K).all() else "–"


def _coefficients(judgement: Judgement) -> tuple[Tab, ...]:
    if judgement.coefficients is None or len(judgement.coefficients.monomials) > 60:
        return ()
    return (Tab("Coefficient matrix", compose_tabs.coefficients(judgement.coefficients)),)


__all__ = ["MARKS", "QUESTION", "Picture", "State", "build"]
