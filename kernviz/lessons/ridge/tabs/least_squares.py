"""Least squares, the limit of ridge regression for λ → 0.

The solution is computed by formula and by gradient descent.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.lessons.lesson import Block, Formula, Picture, Table, paragraph
from kernviz.lessons.number_format import tex, vector
from kernviz.lessons.ridge.machine import Fit
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, short, shorts

TITLE = phrase("Least squares")
FOLLOWED = 4  # points whose α is drawn
STEPS = (0, 1, 2, 3, 10, 100, 1000, 10_000)


def blocks(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show the least-squares solution by formula and by gradient descent.

    The formulas are S2's w = (XXᵀ)⁻¹Xy with the coordinates x as features, and K = XᵀX. Gradient
    descent uses the page's kernel and starts from w = 0.
    """
    return (*_ordinary(data, fit), *_descent(fit))


def _ordinary(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    X, n, d = data.X, data.n, data.d
    with np.errstate(over="ignore", invalid="ignore"):
        w, _, rank, singular = np.linalg.lstsq(X, fit.y, rcond=None)
    trace = float(np.trace(np.linalg.pinv(X) @ X))  # the trace of X⁺X, equal to that of XX⁺
    rows = {
        say("with x itself as φ(x)"): [
            "w = (XXᵀ)⁻¹Xy",
            say("rank of ‹K› = XᵀX"),
            say("trace of Xᵀ(XXᵀ)⁻¹X"),
            say("condition of XXᵀ"),
        ],
        say("here"): [
            vector(w.tolist()),
            say("{rank} of {n}", rank=rank, n=n),
            short(trace),
            short(float(singular[0] / singular[-1]) ** 2 if n >= d and singular[-1] > 0 else float("inf"), 3),
        ],
    }
    same = (
        say("The points are linearly independent, so ‹K› = XᵀX, {n} × {n}, has an inverse here.", n=n)
        if rank == n
        else (
            say(
                "‹K› = XᵀX is {n} × {n} but has rank {rank}, so ‹K›⁻¹ does not exist: the notes' Xᵀ(XXᵀ)⁻¹X is a "
                "projection of trace {trace}, not I, whose trace is {n}. A ridge, or the pseudo-inverse, mends it.",
                n=n,
                rank=rank,
                trace=trace,
            )
        )
    )
    return (
        paragraph(
            "**Ordinary least squares**, S2's starting point: minimise Σ(w·xᵢ − ‹y›ᵢ)² over w, "
            "columns xᵢ in X ({d} × {n}). {several_solutions}",
            d=d,
            n=n,
            several_solutions=same,
        ),
        Table(rows),
    )


def descent(values: Array, vectors: Array, y: Array, ridge: float, steps: Array) -> Array:
    """Return α after t gradient steps from 0, in closed form.

    `values` and `vectors` are the eigenvalues, largest first, and eigenvectors of K. The result has
    a row for each of `steps`. A step is αₜ₊₁ = αₜ + s·(y − Kαₜ − ridge·αₜ) with s = 1/(λ₁ + ridge).
    """
    total = values + ridge
    s = 1 / (float(total[0]) or 1.0)
    t = np.asarray(steps, dtype=np.float64)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        left = np.where(t > 0, t * np.log1p(-np.minimum(s * total, 1.0)), 0.0)
        factors = np.where(total > 0, -np.expm1(left) / total, s * t)
    return np.asarray((factors * (vectors.T @ y)) @ vectors.T)


def _descent(fit: Fit) -> tuple[Block, ...]:
    spectrum, alpha = fit.prepared.spectrum, fit.machine.dual_coef_
    ridge = 0.0 if fit.least_squares else fit.ridge
    t = np.unique(np.round(np.logspace(0, 4, 60)))
    path = descent(spectrum.values, spectrum.vectors, fit.y, ridge, t)
    followed = np.sort(np.argsort(-np.abs(alpha), kind="stable")[:FOLLOWED])
    lines = {say("‹α› of point {i}", i=i + 1): path[:, i] for i in followed}
    picked = descent(spectrum.values, spectrum.vectors, fit.y, ridge, np.array(STEPS))
    K = fit.machine.gram_
    rest = fit.y - picked @ K
    table: dict[str, Sequence[object]] = {say("steps m"): [*map(str, STEPS), say("solved")]}
    for i in followed:
        table[symbols(f"‹α›{i + 1}")] = shorts([*picked[:, i], alpha[i]])
    table[say("train error")] = shorts([*np.sqrt((rest**2).mean(axis=1)), fit.train_rms])
    gradient = r"‹\y›-‹\K›‹\alpha›_m" + ("" if fit.least_squares else rf"-{tex(ridge)}\,‹\alpha›_m")
    words = (
        say(
            "Every step adds multiples of the φ(xᵢ), so from w = 0 the vector w never leaves "
            "their span: that is why w = Σ ‹α›ᵢφ(xᵢ) loses nothing."
        )
        + " "
    )
    lost = float(np.abs(fit.y - K @ alpha).max())  # the part of y outside the range of K
    singular = fit.least_squares and fit.machine.rank_ < len(fit.y)
    if singular and lost > 1e-9 * float(np.abs(fit.y).max()):
        words += say(
            "‹K› is singular, so ‹α› itself has no limit: along directions that ‹K› maps to 0, ‹α› grows with every "
            "step, and w does not change. The last row is the shortest ‹α›."
        )
    else:
        words += say("The steps approach the ‹α› that the formula gives. It is in the last row.")
    return (
        paragraph("**The same by gradient descent** from ‹α› = 0. {result}", result=words),
        Formula(rf"‹\alpha›_{{m+1}} = ‹\alpha›_m + s\,({gradient})"),
        paragraph(
            "The step s = 1/(λ₁ + ‹λ›) = {values} is the longest that lets no direction overshoot.",
            values=1 / (float(spectrum.values[0] + ridge) or 1.0),
        ),
        Picture(
            curve(np.log10(t), lines, x_title=say("log₁₀ m, gradient steps"), y_title=symbols("‹α›")),
            describe_curve(np.log10(t), lines, x_title=say("log₁₀ m")),
            say(
                "The largest ‹α› over the steps, from 0 (drawn: {count}). After {steps} steps the training error is "
                "{after_steps}; with the exact solution it is {solved}.",
                count=len(followed),
                steps=STEPS[-1],
                after_steps=table[say("train error")][-2],
                solved=table[say("train error")][-1],
            ),
            key="descent",
            height=360,
        ),
        Table(table, geometric=tuple(symbols(f"‹α›{i + 1}") for i in followed)),
    )
