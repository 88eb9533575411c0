"""Tabs of the Ridge regression page: the probe, every point, which λ, what the ridge takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernviz.data import Dataset
from kernviz.figures.kstar import describe_kstar, kstar_bars
from kernviz.figures.ridge_curves import (
    describe_ridge_curves,
    describe_shrinkage,
    ridge_curves,
    shrinkage_bars,
)
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex, vector
from kernviz.lessons.ridge_machine import RIDGES, Fit, rms

if TYPE_CHECKING:
    from kernviz.lessons.ridge import State

WIDE_RANGE = 30  # largest error over smallest, beyond which only a logarithmic axis shows both


def probe(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """h(z) = k∗·α, one bar for each training point's similarity and one for its say."""
    z = state.point
    h = fit.value_at(z)
    if not np.isfinite(h):
        words = f"At the probe z = {vector(z)} a kernel value is beyond every number (1.8e308), so there is no h(z) to show."
        return (Text(f"{words} Click nearer to the points.", "warning"),)
    similarities = state.kernel(z[None], data.X)[0]
    figure = kstar_bars(similarities, fit.machine.dual_coef_, h)
    says = similarities * fit.machine.dual_coef_
    strongest = int(np.abs(says).argmax())
    meaning = ""
    if data.classes:
        meaning = f" {'Above' if h > 0 else 'Below' if h < 0 else 'At'} 0: **{data.classes[int(h > 0)]}**."
    inverse = "K^{+}" if fit.least_squares else rf"(K+{tex(fit.ridge)}\,I)^{{-1}}"
    return (
        Formula(
            rf"\begin{{aligned}}h(z) &= k_*^{{\top}}\underbrace{{{inverse}\,y}}_{{\alpha}}\\ &= \sum_i \alpha_i\,k(x_i, z) = {tex(h)}\end{{aligned}}"
        ),
        Picture(
            figure,
            describe_kstar(similarities, fit.machine.dual_coef_, h),
            f"Left k∗, how similar z is to each training point; right αᵢ times that, added up from top to bottom to h(z) = {short(h)}. "
            f"Point {strongest + 1} has the largest say, {short(float(says[strongest]))}. Every point has one: ridge regression has no "
            "support vectors.",
            key="kstar",
            height=int(figure.layout.height),
        ),
        Text(f"At z = {vector(z.tolist())}: h(z) = {short(h, 6)}.{meaning} Click in the picture to move z."),
    )


def every_point(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """α, h, residual and leave-one-out residual of every point."""
    alpha = fit.machine.dual_coef_
    table: dict[str, list[object]] = {"point": list(range(1, data.n + 1))}
    table |= {name: data.X[:, j].tolist() for j, name in enumerate(data.columns)}
    own = dict.fromkeys(table)
    y_name = data.target if data.target not in own else f"{data.target} (y)"
    table |= {
        y_name: [float(v) for v in fit.y],
        "α": [float(v) for v in alpha],
        "h(x)": [float(v) for v in fit.fitted],
        "residual y − h": [float(v) for v in fit.residuals],
        "left-out error": [float(v) for v in fit.left_out],
    }
    relation = (
        "Without a ridge α is not tied to the residuals."
        if fit.least_squares
        else f"At every point residual = λ·α: largest difference {short(float(np.abs(fit.residuals - fit.ridge * alpha).max()), 2)}."
    )
    worst = int(np.nan_to_num(np.abs(fit.left_out)).argmax())
    return (
        Text(
            f"{relation} The last column is y minus what the machine trained on all other points predicts there; largest at point {worst + 1}. "
            "Select a row to see the point in the picture."
        ),
        Table(
            table,
            key="rr_row",
            height=420,
            caption="left-out error = αᵢ / [(K + λI)⁻¹]ᵢᵢ: all n machines without training one of them.",
        ),
    )


def which_ridge(data: Dataset, fit: Fit) -> tuple[Block, ...]:
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
                "No leave-one-out error can be computed for any λ: without one of its points the machine does not exist.",
                "note",
            ),
        )
    ratio = short(fit.left_out_rms / at_best) if at_best > 0 else "1"
    worse = "" if ratio == "1" else f", {ratio} times the least"
    return (
        Picture(
            figure,
            describe_ridge_curves(RIDGES, curves, p.best),
            f"The training error only grows with λ, so it cannot choose λ. The leave-one-out error can: least at λ = {short(p.best)} "
            f"({short(at_best)}, the best of {len(RIDGES)} values, ten a decade); now {short(fit.left_out_rms)}{worse}. “Take the best λ” "
            "stands beside the picture.",
            key="which",
            height=420,
            revision=data.key,
        ),
        Formula(r"y_i - h_{-i}(x_i) = \frac{\alpha_i}{\left[(K+\lambda I)^{-1}\right]_{ii}}"),
        Text(
            f"One decomposition K = V·diag(λᵢ)·Vᵀ gives this for every λ. Predicting 0 everywhere misses by {short(rms(fit.y))}. There is no intercept, as in the notes: `{_plus_one(fit)}` has one."
        ),
    )


def _plus_one(fit: Fit) -> str:
    return f"{fit.machine.kernel} + 1"


def shrinkage(fit: Fit) -> tuple[Block, ...]:
    """λᵢ/(λᵢ + ridge), the share of y along each eigenvector of K that the fit keeps."""
    values = fit.prepared.spectrum.values
    shares = values * fit.prepared.spectrum.weights(fit.ridge)
    half = int((shares > 0.5).sum())
    ridge = "0" if fit.least_squares else tex(fit.ridge)
    shown = min(len(values), 8)
    table: dict[str, list[object]] = {
        "i": list(range(1, shown + 1)),
        "eigenvalue λᵢ": [short(float(v)) for v in values[:shown]],
        "kept, λᵢ/(λᵢ + λ)": [short(float(v)) for v in shares[:shown]],
    }
    return (
        Formula(rf"h = K\alpha = \sum_i \frac{{\lambda_i}}{{\lambda_i+{ridge}}}\,v_i\,(v_i^{{\top}}y)"),
        Picture(
            shrinkage_bars(values, shares),
            describe_shrinkage(shares),
            f"One eigendecomposition of K serves every λ: only these shares change. Of {half} of {len(values)} directions more than half is kept, "
            f"and the shares add up to {short(fit.freedom)} parameters. Directions with λᵢ far below λ are given up: to follow them w would have to be long.",
            key="shrinkage",
            height=380,
        ),
        Table(table, caption="The largest eigenvalues of K." if len(values) > shown else ""),
    )
