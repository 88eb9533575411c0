"""Read-outs and formulas beside the picture, from the same training."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lesson import Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.certificate_mark import certificate_mark
from kernviz.lessons.shared.formulas import dual_sum, explicit_polynomial
from kernviz.lessons.shared.held_out_readout import held_out_readout
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.training import Training, cross_validated_accuracy
from kernviz.lessons.svm.state import State
from kernviz.wording import phrase, say, short


def numbers(result: Training, signed: Dataset) -> Numbers:
    m = result.machine
    low, high = m.intercept_interval_
    b = f"{short(low)} … {short(high)}" if result.b_undetermined else short(m.intercept_)
    why_b = (
        say(
            "no support vector is free, so every b in this interval is optimal; the middle, {intercept}, is drawn",
            intercept=m.intercept_,
        )
        if result.b_undetermined
        else say("from the free support vectors, where ‹y›·‹f› = 1 exactly")
        if len(m.free_)
        else say("no support vector is free, and this b alone is optimal")
    )
    return Numbers(
        (
            Readout(
                phrase("margin 1/‖w‖"),
                short(m.margin_),
                say("distance in feature space from the border to the lines ‹f› = ±1"),
                geometric=True,
            ),
            Readout(
                phrase("support vectors"),
                f"{len(m.support_)} / {signed.n}",
                say("{free} free, {bounded} at the bound C", free=len(m.free_), bounded=len(m.bounded_)),
            ),
            Readout(phrase("train"), percent(result.train_accuracy), say("share of the points on the right side")),
            held_out_readout(lambda: result.held_out_accuracy, signed),
            Readout("b", b, why_b),
            Readout("Σξ", short(float(m.slack_.sum())), say("sum of all slacks ξ")),
        )
    )


def measured(state: State, signed: Dataset) -> tuple[Readout, ...]:
    """Return the read-outs too slow for a page, which sweeps compute."""
    return (
        Readout(
            phrase("cross-validated"),
            lambda: percent(cross_validated_accuracy(signed, state.kernel, state.penalty)),
            say("five folds: each point is judged by a machine that has not seen its fold"),
        ),
    )


def certificate(result: Training) -> Text:
    c = result.machine.certificate_
    return paragraph(
        "**Certificate {mark}** KKT violation {kkt:.2} · primal {primal:.6} · dual {dual:.6} · gap {gap:.2}",
        mark=certificate_mark(c.optimal),
        kkt=c.kkt,
        primal=c.primal,
        dual=c.dual,
        gap=c.gap,
    )


def formulas(state: State, result: Training) -> tuple[Formula, ...]:
    written = explicit_polynomial(result.machine, state.kernel, state.data.d)
    lines = (kernel_formula(state.kernel), Formula(dual_sum(result.machine)))
    return (*lines, Formula(written)) if written else lines


def deleted(change: float | None) -> tuple[Text, ...]:
    if change is None:
        return ()
    return (
        paragraph(
            "**Only the support vectors are left, and trained again.** Largest change of ‹f› on "
            "the picture: {difference:.2}.",
            difference=change,
        ),
    )
