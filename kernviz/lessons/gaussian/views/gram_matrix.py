"""The Gram matrix from all ones to the identity as γ grows, its condition, and the law α → 1 − y·mean(y)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.data.outside import veil
from kernviz.figures.curves import curve, describe_curve
from kernviz.figures.matrix import describe_gram, gram_heatmap
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons.lesson import Block, Formula, Lesson, Number, Numbers, Picture, Tab, Table, Text, short, tex_times
from kernviz.lessons.shared.training import Failure, Training, train
from kernviz.models.svm import KernelSVC

if TYPE_CHECKING:
    from kernviz.lessons.gaussian import State

Array = NDArray[np.float64]
MOST_SWEPT = 80  # points of the sweep: an eigenvalue problem for every γ
MOST_ROWS = 60  # of the table of α
TWENTY = np.linspace(-2.0, 2.0, 20)[:, None]
FIVE_X, FIVE_Y = np.arange(5.0)[:, None], np.array([1.0, 1.0, 1.0, -1.0, -1.0])  # 3 : 2
ROUNDOFF = float(np.finfo(np.float64).eps)


def condition(K: Array) -> float:
    """Largest over smallest singular value; ∞ where the smallest is below roundoff, so that the ratio says nothing."""
    values = np.linalg.svd(K, compute_uv=False)
    return float(values[0] / values[-1]) if values[-1] > values[0] * ROUNDOFF / 4 else float("inf")


def law(y: Array) -> tuple[Array, float]:
    """The limits γ → ∞ for different points and C ≥ 2: αᵢ = 1 − yᵢ·mean(y) and b = mean(y). Source: S3, Fun Time 3.

    With K = I the conditions yᵢ(αᵢyᵢ + b) = 1 give αᵢ = 1 − yᵢ b, and Σ αᵢ yᵢ = 0 gives b = mean(y).
    """
    mean = float(np.mean(y))
    return np.asarray(1 - y * mean), mean


def build(state: State, question: str, common: tuple[Tab, ...]) -> Lesson:
    """The matrix is computed once; condition, mean and picture read it."""
    data = state.data
    K = state.own(data.X)
    labels = data.codes if data.classes else None
    apart = K[~np.eye(data.n, dtype=bool)]
    mean = float(apart.mean()) if len(apart) else 1.0
    cond = condition(K)
    figure = gram_heatmap(K, labels, classes=data.classes or None, limit=1.0)
    result = _trained(state)
    caption = (
        f"γ = {short(state.gamma)}: off the diagonal the mean is {short(mean, 3)}. At γ → 0 every entry is 1: all points look the same, "
        "the matrix has rank 1. At γ → ∞ only the diagonal is left: no two points look alike, K = I."
    )
    if data.classes:
        caption += " Ordered by class: between the ends the blocks of the classes stand out."
    return Lesson(
        question,
        Picture(figure, describe_gram(K, labels), caption, "gram", 640, square=True, revision=data.key),
        besides=(
            Formula(rf"K_{{ij}} = e^{{-{tex_times(state.gamma)}\|x_i-x_j\|^2}}"),
            Numbers(
                (
                    Number("mean k(xᵢ,xⱼ)", short(mean, 3), "off the diagonal: 1 at γ → 0, 0 at γ → ∞"),
                    Number("condition", short(cond, 3), "condition number, largest over smallest eigenvalue; ∞: the smallest is lost in roundoff"),
                    Number("eff. rank", short(_effective_rank(K), 3), "(Σλ)² / Σλ²: how many eigenvalues count; 1 for all ones, n for I"),
                )
            ),
            *_machine(state, result),
        ),
        tabs=(
            Tab("α against its limit", alphas(state, result)),
            Tab("Sweep of γ", sweep(state)),
            *common,
        ),
        facts={"K": K, "condition": cond, "training": result, "mean": mean},
    )  # fmt: skip


def _effective_rank(K: Array) -> float:
    return float(np.trace(K) ** 2 / (K**2).sum())


def _trained(state: State) -> Training | Failure | None:
    if state.data.task != "classification" or len(state.data.classes) < 2 or state.data.d > 2:
        return None
    return train(state.signed, state.own, state.penalty)


def _machine(state: State, result: Training | Failure | None) -> tuple[Block, ...]:
    if result is None:
        return (Text("These data have no two classes, so only the matrix is shown."),)
    if isinstance(result, Failure):
        return (Text(result.words, "warning"),)
    m = result.machine
    limits, b = law(m.signs_)
    gap = float(np.abs(m.alpha_ - limits).max())
    return (
        Text("**The machine with this matrix**"),
        Numbers(
            (
                Number("support vectors", f"{len(m.support_)} / {len(m.signs_)}", "all of them at γ → ∞"),
                Number(
                    "max |α − limit|", short(gap, 2), "the limit is 1 − y·mean(y); it needs C ≥ 2 and different points"
                ),
                Number("b − mean(y)", short(m.intercept_ - b, 2), f"b = {short(m.intercept_)}, mean(y) = {short(b)}"),
            )
        ),
    )


@shared(maxsize=256)
def five(gamma: float) -> tuple[tuple[float, ...], float]:
    """α and b of the hard-margin machine on five points of a line, three of +1 and two of −1."""
    machine = KernelSVC(RBF(gamma), float("inf")).fit(FIVE_X, FIVE_Y)
    return tuple(float(a) for a in machine.alpha_), float(machine.intercept_)


def alphas(state: State, result: Training | Failure | None) -> tuple[Block, ...]:
    """S3's third Fun Time on five points, then on the person's own."""
    blocks: list[Block] = [
        Text(
            "**Fun Time 3.** At γ → ∞ the kernel is 1 where x = x′ and 0 elsewhere, so K = I and the machine can be solved by hand: "
            "every point is a support vector, nothing is learnt but the points themselves."
        ),
        Formula(r"\alpha_i \to 1 - y_i\,\bar y,\qquad b \to \bar y,\qquad f(x_i) = \alpha_i y_i + b = y_i"),
    ]
    try:
        alpha, b = five(state.gamma)
        limits, mean = law(FIVE_Y)
        blocks.append(
            Table(
                {
                    "five points": [short(float(x)) for x in FIVE_X[:, 0]],
                    "y": ["+1" if y > 0 else "−1" for y in FIVE_Y],
                    "limit of α": [short(float(v)) for v in limits],
                    f"α at γ = {short(state.gamma)}": [short(v) for v in alpha],
                },
                caption=f"x = 0 … 4, hard margin, 3 : 2. b = {short(b)}, limit {short(mean)}. At γ = 10 they agree to four digits.",
            )
        )
    except ValueError as problem:
        blocks.append(Text(f"On x = 0 … 4 there is no machine at this γ: {veil(str(problem))}"))
    if isinstance(result, Training):
        m = result.machine
        limits, _ = law(m.signs_)
        rows = np.arange(min(len(limits), MOST_ROWS))
        blocks.append(
            Table(
                {
                    "point": (rows + 1).tolist(),
                    "class": [state.data.labels[i] for i in rows],
                    "α": [float(v) for v in m.alpha_[rows]],
                    "1 − y·mean(y)": [float(v) for v in limits[rows]],
                },
                height=300,
                caption=f"Your data, the first {len(rows)} of {len(limits)} points."
                if len(limits) > len(rows)
                else "Your data.",
            )
        )
    return tuple(blocks)


@shared(maxsize=32)
def _sweep(data: Dataset | None) -> tuple[Array, Array, Array]:
    """γ, condition number and mean off the diagonal on a grid of γ; None: the twenty points on [−2, 2]."""
    X = TWENTY if data is None else data.X[np.linspace(0, data.n - 1, min(data.n, MOST_SWEPT)).astype(int)]
    gammas = np.logspace(-3, 3, 25)
    conditions, means = [], []
    for gamma in gammas:
        K = RBF(float(gamma))(X)
        conditions.append(condition(K))
        means.append((K.sum() - np.trace(K)) / max(len(X) * (len(X) - 1), 1))
    return gammas, np.array(conditions), np.array(means)


def sweep(state: State) -> tuple[Block, ...]:
    """Condition number and mean entry against γ, for the data and for twenty points on [−2, 2]."""
    gammas, own, mean = _sweep(state.data)
    _, twenty, _ = _sweep(None)
    here = float(np.log10(state.gamma))
    powers = np.log10(gammas)
    lines = {"your points": np.minimum(own, 1e18), "20 points on [−2, 2]": np.minimum(twenty, 1e18)}
    now = min(condition(state.own(TWENTY)), 1e18)
    swept = min(state.data.n, MOST_SWEPT)
    return (
        Picture(
            curve(powers, lines, x_title="log₁₀ γ", y_title="condition number", mark=(here, now), log_y=True, x_range=(-3, 3), y_range=(-0.3, 18.3)),
            describe_curve(powers, lines, x_title="log γ"),
            f"On a log scale, cut at 1e18 where the smallest eigenvalue is lost in roundoff ({swept} of your points). A wide Gaussian makes "
            "points look alike and the matrix nearly singular; a narrow one makes it easy to solve, and learns nothing.", "condition", 380, revision="condition",
        ),
        Table(
            {
                "γ": ["1", "100", f"{short(state.gamma)} (now)"],
                "condition number, 20 points on [−2, 2]": [short(condition(RBF(g)(TWENTY)), 3) for g in (1.0, 100.0, state.gamma)],
            }
        ),
        Picture(
            curve(powers, {"mean off the diagonal": mean}, x_title="log₁₀ γ", y_title="mean of k(xᵢ, xⱼ)", x_range=(-3, 3), y_range=(-0.02, 1.05)),
            describe_curve(powers, {"mean off the diagonal": mean}, x_title="log γ"),
            "From all ones to the identity: the useful γ lie on the slope.", "means", 300, revision="means",
        ),
    )  # fmt: skip
