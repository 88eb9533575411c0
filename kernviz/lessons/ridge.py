"""Ridge regression — how close should a curve follow its data?"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset, library
from kernviz.kernels import Kernel, latex
from kernviz.lessons import ridge_duality, ridge_notes, ridge_process, ridge_tabs
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Tab, Text, short, tex
from kernviz.lessons.ridge_machine import DEFAULT, Fit, prepare, train
from kernviz.lessons.ridge_picture import picture
from kernviz.lessons.ridge_words import explicit, weighted_sum
from kernviz.lessons.shared.training import Failure
from kernviz.lessons.shared.verdict import TRAINABLE, doubt

Array = NDArray[np.float64]
QUESTION = "How closely should a curve follow its data?"
PLANE, SPACE = VIEWS = ("coloured plane", "3D surface")


@dataclass(frozen=True)
class State:
    """Everything the page depends on. `positive` is the class counted as +1 where there are more than two."""

    data: Dataset
    kernel: Kernel
    ridge: float = DEFAULT
    ols: bool = False  # no ridge at all
    positive: str = ""
    view: str = PLANE
    band: bool = False
    noise: bool = False  # the band is of a new measurement
    probe: tuple[float, ...] = ()
    selected: int | None = None

    @property
    def penalty(self) -> float:
        """The ridge in force: σ² of S2, λ of S4."""
        return 0.0 if self.ols else self.ridge

    @property
    def space(self) -> bool:
        return self.view == SPACE and self.data.d == 2

    @property
    def numbers(self) -> Dataset:
        """The data with numbers to be met: the target itself, or ±1 for a class and the rest."""
        if self.data.task != "classification":
            return self.data
        label = self.positive if self.positive in self.data.classes else self.data.classes[-1]
        return self.data.versus(label)

    @property
    def point(self) -> Array:
        """The probe z, or the middle of the data."""
        given = np.array(self.probe, dtype=float)
        return given if given.shape == (self.data.d,) else np.round(self.data.X.mean(axis=0), 2)


def best_ridge(state: State) -> float | None:
    """The ridge with the smallest leave-one-out error, None where there is no machine."""
    if state.data.y is None or state.data.d > 2:
        return None
    prepared = prepare(state.numbers, state.kernel)
    return None if isinstance(prepared, Failure) else prepared.best


def build(state: State) -> Lesson:
    """The page for a state: one machine, then picture, numbers, tables and words from it."""
    if state.data.d > 2:
        words = f"“{state.data.title}” has {state.data.d} columns, and a picture has room for two: choose two of them."
        return Lesson(QUESTION, None, problem=words, facts={"problem": words})
    if state.data.y is None:
        named = ", ".join(entry.name for entry in library().values() if entry.task == "regression")
        return _cannot(
            state,
            f"“{state.data.title}” has no target: there are no numbers for a curve to follow. Choose data with one in the sidebar "
            f"({named}), or data with classes, which count as +1 and −1.",
        )
    data = state.numbers
    fit = train(data, state.kernel, state.penalty)
    if isinstance(fit, Failure):
        return _cannot(state, fit.words)
    return Lesson(
        QUESTION,
        picture(state, data, fit),
        besides=(*_warnings(state, data, fit), _numbers(fit), _certificate(fit), *_formulas(state, data, fit)),
        tabs=_tabs(state, data, fit),
        facts={"fit": fit},
    )


def _tabs(state: State, data: Dataset, fit: Fit) -> tuple[Tab, ...]:
    return (
        Tab("Probe", ridge_tabs.probe(state, data, fit)),
        Tab("Every point", ridge_tabs.every_point(data, fit)),
        Tab("Which λ", ridge_tabs.which_ridge(data, fit)),
        Tab("Shrinkage", ridge_tabs.shrinkage(fit)),
        Tab("Primal and dual", ridge_duality.primal_and_dual(state, data, fit)),
        Tab("Least squares", ridge_duality.least_squares(state, data, fit)),
        Tab("Gaussian process", ridge_process.process(state, data, fit)),
        Tab("What the notes say", ridge_notes.notes(state, data, fit)),
        Tab("Code", ridge_notes.code(state)),
    )


def _cannot(state: State, words: str) -> Lesson:
    data = state.data if state.data.y is None else state.numbers
    return Lesson(QUESTION, picture(replace(state, view=PLANE), data, None), problem=words, facts={"problem": words})


def _warnings(state: State, data: Dataset, fit: Fit) -> tuple[Text, ...]:
    found = list(doubt(state.kernel, data.d, TRAINABLE, TRAINABLE))
    if fit.least_squares and fit.machine.rank_ < data.n:
        r = fit.machine.rank_
        cause = "no ridge" if fit.ridge == 0 else f"a ridge of {short(fit.ridge)}, lost in the roundoff of K"
        found.append(
            Text(
                f"K is singular: rank {r} of {data.n}. With {cause}, K⁻¹ does not exist and the pseudo-inverse takes its place: the "
                f"shortest α of all that fit best. K·K⁺ is a projection of trace {short(fit.freedom)}, not I (erratum E23). "
                "A ridge of any size makes K + λI invertible.",
                "warning",
            )
        )
    return tuple(found)


def _numbers(fit: Fit) -> Numbers:
    m = fit.machine
    return Numbers(
        (
            Number(
                "train error", short(fit.train_rms), "root mean square of the residuals y − h(x) on the training points"
            ),
            Number(
                "left-out error",
                short(fit.left_out_rms),
                "the same, each point predicted by the machine trained on the others: exact, and nothing is trained again",
            ),
            Number(
                "parameters",
                short(fit.freedom),
                "Σ λᵢ/(λᵢ + λ), the trace of K(K + λI)⁻¹: how many parameters the fit really uses",
            ),
            Number("rank of K", f"{m.rank_} / {len(fit.y)}", "how many eigenvalues of K are not 0 up to roundoff"),
            Number(
                "condition",
                short(m.condition_, 3),
                "(λ₁ + λ)/(λₙ + λ) of K + λI: by what factor errors in y may grow in α; ∞ where there is no inverse",
            ),
            Number("‖w‖²", short(m.weight_norm2_), "αᵀKα, what the ridge keeps small"),
        )
    )


def _certificate(fit: Fit) -> Text:
    mark = "✓" if fit.machine.certificate_.optimal else "(not to roundoff)"
    what = "‖K(Kα − y)‖ / (λ₁‖y‖)" if fit.least_squares else "‖(K + λI)α − y‖ / ‖y‖"
    return Text(f"**Certificate {mark}** {what} = {short(fit.relative_residual, 2)}")


def _formulas(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    inverse = r"K^{+}y" if fit.least_squares else rf"(K+{tex(fit.ridge)}\,I)^{{-1}}y"
    lines: list[Block] = [
        Formula(rf"k(x,z) = {latex(state.kernel)}"),
        Formula(
            rf"\begin{{aligned}}\alpha &= {inverse}\\h(z) &= {weighted_sum(fit.machine.dual_coef_)}\end{{aligned}}"
        ),
    ]
    written = explicit(fit.machine, state.kernel, data.d)
    return (*lines, Formula(rf"\begin{{aligned}}h(z) &= {written}\end{{aligned}}")) if written else tuple(lines)


__all__ = ["QUESTION", "VIEWS", "State", "best_ridge", "build"]
