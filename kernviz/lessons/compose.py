"""Compose — is it a kernel, and why?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.features import coefficient_matrix, feature_map
from kernviz.kernels import Kernel, latex
from kernviz.lessons import compose_tabs, compose_words
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
    """Everything the page depends on: the data give the dimension and the points that are tried too."""

    data: Dataset
    kernel: Kernel
    x: tuple[float, ...] = ()
    z: tuple[float, ...] = ()
    terms: int = 4  # of the exponential series
    dimension: int | None = None  # judge on another ℝᵈ than the data's

    @property
    def d(self) -> int:
        return self.dimension or self.data.d

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
    """Judge the kernel once; the tree, the witness and the words come from that judgement."""
    own = state.data.X if state.d == state.data.d else None
    try:
        judgement = judge(state.kernel, own, d=state.d)
    except ValueError as problem:
        return Lesson(QUESTION, None, problem=str(problem))
    figure = proof_picture(judgement)
    values = three_ways(state.kernel, *state.pair())
    return Lesson(
        QUESTION,
        figure,
        beside=(
            Text(f"### {MARKS[judgement.verdict]}\n{judgement.sentence}"),
            Formula(rf"k(x,z) = {latex(state.kernel)}"),
            *_reasons(judgement),
            _numbers(state, judgement),
        ),
        tabs=(
            Tab("Proof, line by line", compose_tabs.lines(state, judgement)),
            *((Tab("Witness", compose_tabs.witness(state, judgement)),) if judgement.witness else ()),
            Tab("One number, three ways", compose_tabs.ways(state, values)),
            *_coefficients(judgement),
            Tab("The rule on your points", compose_tabs.rule_cards(state)),
            *((Tab("e to the power of a kernel", series(state)),) if exponential(state.kernel) else ()),
            Tab("What the notes say", compose_words.notes()),
            Tab("Code", compose_words.code(state)),
        ),
        facts={"judgement": judgement, "three_ways": values},
    )


def _reasons(judgement: Judgement) -> tuple[Text, ...]:
    """Where the rules stop: the innermost reason, in words."""
    gaps = judgement.proof.gaps()
    if not gaps:
        return ()
    node, reason = gaps[0]
    more = f" ({len(gaps) - 1} more place{'s' * (len(gaps) > 2)} in the tree.)" if len(gaps) > 1 else ""
    return (Text(f"The rules stop at `{node}`: {reason}.{more}"),)


def _numbers(state: State, judgement: Judgement) -> Numbers:
    matrix = coefficient_matrix(state.kernel, state.d)
    phi = feature_map(state.kernel, state.d)
    degree = "–" if matrix is None else str(max(sum(e) for e in matrix.monomials))
    features = str(phi.dimension) if phi else "∞" if judgement.verdict is Verdict.PROVEN else "–"
    K = state.kernel(state.data.X) if state.d == state.data.d else None
    lowest = "–" if K is None or not np.isfinite(K).all() else short(float(np.linalg.eigvalsh((K + K.T) / 2)[0]), 3)
    return Numbers(
        (
            Number("degree", degree, "the highest power of x, for a kernel that is a polynomial; – for others"),
            Number(
                "features",
                features,
                "coordinates of the explicit map φ, distinct monomials for a polynomial; ∞: no finite map is written down; –: not proven a kernel",
            ),
            Number(
                "λ_min here",
                lowest,
                "smallest eigenvalue of the Gram matrix of your points; ≥ 0 is necessary, not a proof",
            ),
        )
    )


def _coefficients(judgement: Judgement) -> tuple[Tab, ...]:
    if judgement.coefficients is None or len(judgement.coefficients.monomials) > 60:
        return ()
    return (Tab("Coefficient matrix", compose_tabs.coefficients(judgement.coefficients)),)


__all__ = ["MARKS", "QUESTION", "Picture", "State", "build"]
