"""Warnings, read-outs and formulas beside the ridge regression picture.

All are computed from the same machine as the picture.
"""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.number_format import tex
from kernviz.lessons.ridge.formulas import explicit, weighted_sum
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.state import State
from kernviz.lessons.shared.certificate_mark import certificate_mark
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.verdict import TRAINABLE, not_proven
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short


def warnings(state: State, data: Dataset, fit: Fit) -> tuple[Text, ...]:
    texts = list(not_proven(state.kernel, data.d, TRAINABLE, TRAINABLE))
    if fit.least_squares and fit.machine.rank_ < data.n:
        r = fit.machine.rank_
        cause = (
            say("no ridge")
            if fit.ridge == 0
            else say("a ridge of {ridge}, lost in the rounding of ‹K›", ridge=fit.ridge)
        )
        texts.append(
            Text(
                say(
                    "‹K› is singular: rank {rank} of {n}. With {reason}, ‹K›⁻¹ does not exist and the pseudo-inverse "
                    "takes its place: the shortest ‹α› of all that fit best. K·K⁺ is a projection of trace {trace}, "
                    "not I (erratum E23). A ridge of any size makes ‹K› + ‹λ›I invertible.",
                    rank=r,
                    n=data.n,
                    reason=cause,
                    trace=fit.effective_dof,
                ),
                "warning",
            )
        )
    return tuple(texts)


def numbers(fit: Fit) -> Numbers:
    m = fit.machine
    return Numbers(
        (
            Readout(
                phrase("train error"),
                short(fit.train_rms),
                say("root mean square of the residuals ‹y› − ‹h›(x) on the training points"),
            ),
            Readout(
                phrase("left-out error"),
                short(fit.left_out_rms),
                say(
                    "root mean square of the left-out errors: each point is predicted by a machine trained on all "
                    "other points. The number is exact, and no machine has to be trained again"
                ),
            ),
            Readout(
                phrase("parameters"),
                short(fit.effective_dof),
                say("Σ λᵢ/(λᵢ + ‹λ›), the trace of ‹K›(‹K› + ‹λ›I)⁻¹: how many parameters the fit really uses"),
                geometric=True,
            ),
            Readout(
                phrase("rank of ‹K›"),
                f"{m.rank_} / {len(fit.y)}",
                say("how many eigenvalues of ‹K› are not 0 up to rounding"),
            ),
            Readout(
                phrase("condition"),
                short(m.condition_, 3),
                say(
                    "(λ₁ + ‹λ›)/(λₙ + ‹λ›) of ‹K› + ‹λ›I: by what factor relative errors in ‹y› may grow in ‹α›; ∞ "
                    "where there is no inverse"
                ),
            ),
            Readout("‖w‖²", short(m.weight_norm2_), say("‹α›ᵀ‹K›‹α›, what the ridge keeps small"), geometric=True),
        )
    )


def certificate(fit: Fit) -> Text:
    what = (
        symbols("‖‹K›(‹K›‹α› − ‹y›)‖ / (λ₁‖‹y›‖)") if fit.least_squares else symbols("‖(‹K› + ‹λ›I)‹α› − ‹y›‖ / ‖‹y›‖")
    )
    return paragraph(
        "**Certificate {mark}** {quantity} = {value:.2}",
        mark=certificate_mark(fit.machine.certificate_.optimal),
        quantity=what,
        value=fit.relative_residual,
    )


def formulas(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    inverse = r"‹\K›^{+}‹\y›" if fit.least_squares else rf"(‹\K›+{tex(fit.ridge)}\,I)^{{-1}}‹\y›"
    lines: list[Block] = [
        kernel_formula(state.kernel),
        Formula(
            rf"\begin{{aligned}}‹\alpha› &= {inverse}\\‹\h›(‹\z›) &= "
            rf"{weighted_sum(fit.machine.dual_coef_)}\end{{aligned}}"
        ),
    ]
    written = explicit(fit.machine, state.kernel, data.d)
    return (*lines, Formula(rf"\begin{{aligned}}‹\h›(‹\z›) &= {written}\end{{aligned}}")) if written else tuple(lines)
