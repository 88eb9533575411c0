"""Both errors along λ, with the current λ and the best."""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.curves.ridge import describe_ridge_curves, ridge_curves
from kernviz.lessons.lesson import Block, Formula, Picture, Text, short
from kernviz.lessons.ridge.machine import RIDGES, Fit, rms

TITLE = "Which λ"
WIDE_RANGE = 30  # largest error over smallest, beyond which only a logarithmic axis shows both


def blocks(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Both errors along λ, with the current λ and the best."""
    p = fit.prepared
    curves = {"left-out error": p.left_out_rms, "train error": p.train_rms}
    at_best = float(p.left_out_rms[int(np.argmin(np.abs(RIDGES - p.best)))])
    marks = {f"best λ = {short(p.best)}": (p.best, at_best)}
    if fit.ridge > 0 and np.isfinite(fit.left_out_rms):
        marks[f"now λ = {short(fit.ridge)}"] = (fit.ridge, fit.left_out_rms)
    finite = p.left_out_rms[np.isfinite(p.left_out_rms)]
    log_y = bool(finite.size and 0 < finite.min() < finite.max() / WIDE_RANGE)
    floor = float(finite.min()) / WIDE_RANGE if log_y else 0.0  # a training error below has left the picture
    shown = {name: np.where(v >= floor, v, np.nan) for name, v in curves.items()}
    figure = ridge_curves(
        RIDGES,
        shown,
        fit.ridge,
        marks,
        x_title="λ (S4) = σ² (S2), ridge",
        y_title="root mean square error",
        log_y=log_y,
    )
    if not np.isfinite(at_best):
        return (
            Text(
                "No leave-one-out error can be computed for any λ: without one of its points the machine does not"
                " exist.",
                "note",
            ),
        )
    ratio = short(fit.left_out_rms / at_best) if at_best > 0 else "1"
    worse = "" if ratio == "1" else f", {ratio} times the least"
    return (
        Picture(
            figure,
            describe_ridge_curves(RIDGES, curves, p.best),
            "The training error only grows with λ, so it cannot choose λ. The leave-one-out error can: least at λ ="
            f" {short(p.best)} ({short(at_best)}, the best of {len(RIDGES)} values, ten a decade); now"
            f" {short(fit.left_out_rms)}{worse}. “Take the best λ” stands beside the picture.",
            key="which",
            height=420,
            revision=data.key,
        ),
        Formula(r"y_i - h_{-i}(x_i) = \frac{\alpha_i}{\left[(K+\lambda I)^{-1}\right]_{ii}}"),
        Text(
            "One decomposition K = V·diag(λᵢ)·Vᵀ gives this for every λ. Predicting 0 everywhere misses by"
            f" {short(rms(fit.y))}. There is no intercept, as in the notes: `{_plus_one(fit)}` has one."
        ),
    )


def _plus_one(fit: Fit) -> str:
    return f"{fit.machine.kernel} + 1"
