"""Condition number and mean entry of the Gram matrix against γ."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.figures.curves.functions import curve, describe_curve
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons.gaussian.limits import condition
from kernviz.lessons.gaussian.state import State
from kernviz.lessons.lesson import Block, Picture, Table, short
from kernviz.symbols import symbols
from kernviz.wording import phrase, say

TITLE = phrase("Sweep of ‹γ›")
MOST_SWEPT = 80  # points of the sweep: an eigenvalue problem for every γ
TWENTY = np.linspace(-2.0, 2.0, 20)[:, None]


@shared(maxsize=32)
def _sweep(data: Dataset | None) -> tuple[Array, Array, Array]:
    """Compute condition number and mean off-diagonal entry against γ.

    Returns γ, condition number and mean off-diagonal entry on a grid of γ. `data` None stands for
    twenty points on [−2, 2].
    """
    X = TWENTY if data is None else data.X[np.linspace(0, data.n - 1, min(data.n, MOST_SWEPT)).astype(int)]
    gammas = np.logspace(-3, 3, 25)
    conditions, means = [], []
    for gamma in gammas:
        K = RBF(float(gamma))(X)
        conditions.append(condition(K))
        means.append((K.sum() - np.trace(K)) / max(len(X) * (len(X) - 1), 1))
    return gammas, np.array(conditions), np.array(means)


def blocks(state: State) -> tuple[Block, ...]:
    """Show condition number and mean entry of K against γ."""
    gammas, own, mean = _sweep(state.data)
    _, twenty, _ = _sweep(None)
    here = float(np.log10(state.gamma))
    powers = np.log10(gammas)
    lines = {say("your points"): np.minimum(own, 1e18), say("20 points on [−2, 2]"): np.minimum(twenty, 1e18)}
    now = min(condition(state.own(TWENTY)), 1e18)
    swept = min(state.data.n, MOST_SWEPT)
    return (
        Picture(
            curve(
                powers,
                lines,
                x_title=say("log₁₀ ‹γ›"),
                y_title=say("condition number"),
                mark=(here, now),
                y_axis="log",
                x_range=(-3, 3),
                y_range=(-0.3, 18.3),
            ),
            describe_curve(powers, lines, x_title=say("log ‹γ›")),
            say(
                "On a log scale, cut at 1e18 where the smallest eigenvalue is lost in rounding ({swept} of your "
                "points). With a wide Gaussian all points look alike, and the matrix is nearly singular. With a "
                "narrow one it is easy to invert, but the machine learns nothing.",
                swept=swept,
            ),
            "condition",
            380,
            revision="condition",
        ),
        Table(
            {
                symbols("‹γ›"): ["1", "100", say("{gamma} (now)", gamma=state.gamma)],
                say("condition number, 20 points on [−2, 2]"): [
                    short(condition(RBF(g)(TWENTY)), 3) for g in (1.0, 100.0, state.gamma)
                ],
            }
        ),
        Picture(
            curve(
                powers,
                {say("mean off the diagonal"): mean},
                x_title=say("log₁₀ ‹γ›"),
                y_title=say("mean of ‹k›(‹xᵢ›, ‹xⱼ›)"),
                x_range=(-3, 3),
                y_range=(-0.02, 1.05),
            ),
            describe_curve(powers, {say("mean off the diagonal"): mean}, x_title=say("log ‹γ›")),
            say("K goes from all ones to the identity. Useful ‹γ› lie in between, where the curve falls."),
            "means",
            300,
            revision="means",
        ),
    )
