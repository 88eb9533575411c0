"""Training error and leave-one-out error as functions of λ.

The current λ and the best λ are marked.
"""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.curves.ridge import describe_ridge_curves, ridge_curves
from kernviz.lessons.lesson import Block, Formula, Picture, Text, paragraph
from kernviz.lessons.ridge.machine import RIDGES, Fit, rms
from kernviz.wording import phrase, say, short

TITLE = phrase("Which ‹λ›")
WIDE_RANGE = 30  # largest error over smallest, beyond which only a logarithmic axis shows both


def blocks(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show training error and leave-one-out error over λ.

    The current λ and the best λ are marked.
    """
    p = fit.prepared
    curves = {say("left-out error"): p.left_out_rms, say("train error"): p.train_rms}
    at_best = float(p.left_out_rms[int(np.argmin(np.abs(RIDGES - p.best)))])
    marks = {say("best ‹λ› = {best}", best=p.best): (p.best, at_best)}
    if fit.ridge > 0 and np.isfinite(fit.left_out_rms):
        marks[say("now ‹λ› = {value}", value=fit.ridge)] = (fit.ridge, fit.left_out_rms)
    finite = p.left_out_rms[np.isfinite(p.left_out_rms)]
    log_y = bool(finite.size and 0 < finite.min() < finite.max() / WIDE_RANGE)
    floor = float(finite.min()) / WIDE_RANGE if log_y else 0.0  # smaller training errors are not drawn
    drawn = {name: np.where(v >= floor, v, np.nan) for name, v in curves.items()}
    figure = ridge_curves(
        RIDGES,
        drawn,
        fit.ridge,
        marks,
        x_title=say("‹λ›, ridge"),
        y_title=say("root mean square error"),
        log_y=log_y,
    )
    if not np.isfinite(at_best):
        return (
            Text(
                say(
                    "No leave-one-out error can be computed for any ‹λ›: without one of its points the "
                    "machine does not exist."
                ),
                "note",
            ),
        )
    ratio = short(fit.left_out_rms / at_best) if at_best > 0 else "1"
    now, plus_one = short(fit.left_out_rms), f"{fit.machine.kernel} + 1"
    return (
        Picture(
            figure,
            describe_ridge_curves(RIDGES, curves, p.best),
            say(
                "The training error never falls as ‹λ› grows, so it cannot choose ‹λ›. The leave-one-out error can. "
                "It is smallest at ‹λ› = {best}: {least_error}, the best of {count} values, ten for each power of "
                "ten. Now it is {error}. The button “Take the best ‹λ›” is beside the picture.",
                best=p.best,
                least_error=at_best,
                count=len(RIDGES),
                error=now if ratio == "1" else say("{error}, {ratio} times the least", error=now, ratio=ratio),
            ),
            key="which",
            height=420,
            revision=data.key,
        ),
        Formula(r"‹\y›_i - ‹\h›_{-i}(x_i) = \frac{‹\alpha›_i}{\left[(‹\K›+‹\lambda› I)^{-1}\right]_{ii}}"),
        paragraph(
            "One decomposition ‹K› = V·diag(λᵢ)·Vᵀ gives this for every ‹λ›. A machine that predicts 0 everywhere "
            "has the error {rms}. As in the notes, ‹h› has no intercept. The kernel `{plus_one}` gives it one.",
            rms=rms(fit.y),
            plus_one=plus_one,
        ),
    )
