"""Tabs of the Ridge regression page: w in two ways, and what is left without a ridge: least squares, by formula and by steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.figures.curves import curve, describe_curve
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, short, tex, vector
from kernviz.lessons.ridge_machine import Fit

if TYPE_CHECKING:
    from kernviz.lessons.ridge import State

Array = NDArray[np.float64]
LARGEST_MAP = 300  # coordinates; a D × D system beyond that would be felt while λ is dragged
LISTED = 12
FOLLOWED = 4  # points whose α is drawn
STEPS = (0, 1, 2, 3, 10, 100, 1000, 10_000)


def primal_and_dual(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """S4's two formulas for w with the sizes of the matrices, the numbers of both, and their largest difference."""
    phi = feature_map(state.kernel, data.d)
    n = data.n
    if phi is None:
        return (
            Text(
                f"This kernel has no finite φ, so there is no D × D matrix to invert and no w to print. The dual needs {n} × {n} numbers "
                f"whatever D is: that is its point. ‖w‖² = αᵀKα = {short(fit.machine.weight_norm2_, 6)} is known all the same. Choose a "
                "polynomial kernel to see both solutions side by side."
            ),
        )
    D = phi.dimension
    if D == 0:
        return (Text("This kernel is 0 everywhere: φ has no coordinates, and h(z) = 0 whatever the data say."),)
    if D > LARGEST_MAP:
        return (
            Text(
                f"φ has D = {D} coordinates: a {D} × {D} system against {n} × {n} in the dual. More than {LARGEST_MAP} are not solved here."
            ),
        )
    Phi = phi(data.X)
    w, other = solve_primal(Phi, fit.y, 0.0 if fit.least_squares else fit.ridge), Phi.T @ fit.machine.dual_coef_
    difference = float(np.abs(w - other).max())
    rows = list(range(min(D, LISTED)))
    ridge = "0" if fit.least_squares else tex(fit.ridge)
    inverse = (
        ("^{+}", r"\Phi^{\top}K^{+}t") if fit.least_squares else ("^{-1}", rf"\Phi^{{\top}}(K+{ridge}\,I_N)^{{-1}}t")
    )
    smaller = "dual" if n < D else "primal" if n > D else "neither"
    primal_value, dual_value = objectives(Phi, fit)
    return (
        Text(
            f"**Two systems, one w.** Primal: {D} × {D} (D = {D}, the coordinates of φ). Dual: {n} × {n} (N = {n}, the points). "
            + ("Both have the same size." if smaller == "neither" else f"Here the {smaller} is the smaller one.")
        ),
        Formula(rf"\begin{{aligned}}w &= (\Phi^{{\top}}\Phi+{ridge}\,I_D){inverse[0]}\,\Phi^{{\top}}t\\ &= {inverse[1]} = \Phi^{{\top}}\alpha\end{{aligned}}"),
        Table(
            {
                "coordinate of φ": [phi.labels[i] for i in rows],
                "w, primal": [short(float(w[i]), 6) for i in rows],
                "Φᵀα, dual": [short(float(other[i]), 6) for i in rows],
            },
            caption=f"Largest difference: {short(difference, 2)}."
            + (f" The first {LISTED} of {D} are listed." if D > LISTED else ""),
        ),
        Text(
            f"α = {_vector(fit.machine.dual_coef_)}. The objectives agree too: J(w) = {short(primal_value, 8)}, J(a) = {short(dual_value, 8)}."
        ),
        Formula(
            r"\begin{aligned}&(A+BCD)^{-1}\\ &\quad= A^{-1}-A^{-1}B\,(C^{-1}+DA^{-1}B)^{-1}DA^{-1}\end{aligned}"
        ),
        Text(
            f"The matrix inversion lemma leads from one to the other. Checked on random 3 × 3 matrices: largest difference {short(lemma_error(), 2)}."
        ),
    )  # fmt: skip


def solve_primal(Phi: Array, t: Array, ridge: float) -> Array:
    """(ΦᵀΦ + ridge·I)⁻¹Φᵀt; without a ridge, or where roundoff leaves no inverse, by the pseudo-inverse. (n, D), (n,) -> (D,)."""
    if ridge > 0:
        try:
            return np.asarray(cho_solve(cho_factor(Phi.T @ Phi + ridge * np.eye(Phi.shape[1])), Phi.T @ t))
        except LinAlgError:
            pass
    return np.asarray(np.linalg.lstsq(Phi, t, rcond=None)[0])


def objectives(Phi: Array, fit: Fit) -> tuple[float, float]:
    """J(w) at w = Φᵀα with D numbers, and J(a) at a = α with N numbers; both from their own formula."""
    a, K, t, ridge = fit.machine.dual_coef_, fit.machine.gram_, fit.y, fit.ridge
    w = Phi.T @ a
    rest = Phi @ w - t
    of_w = (float(rest @ rest) + ridge * float(w @ w)) / 2
    Ka = K @ a
    of_a = float(Ka @ Ka) / 2 - float(a @ (K @ t)) + float(t @ t) / 2 + ridge * float(a @ Ka) / 2
    return of_w, of_a


def lemma_error() -> float:
    """The largest difference between both sides of the matrix inversion lemma on the same four random 3 × 3 matrices."""
    A, B, C, D = np.random.default_rng(0).normal(size=(4, 3, 3)) + 3 * np.eye(3)
    inv = np.linalg.inv
    left = inv(A + B @ C @ D)
    right = inv(A) - inv(A) @ B @ inv(inv(C) + D @ inv(A) @ B) @ D @ inv(A)
    return float(np.abs(left - right).max())


def least_squares(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """S2's w = (XXᵀ)⁻¹Xy on the coordinates themselves, its K = XᵀX, and gradient descent from w = 0."""
    return (*_ordinary(data, fit), *_descent(fit))


def _ordinary(data: Dataset, fit: Fit) -> tuple[Block, ...]:
    X, n, d = data.X, data.n, data.d
    with np.errstate(over="ignore", invalid="ignore"):
        w, _, rank, singular = np.linalg.lstsq(X, fit.y, rcond=None)
    trace = float(np.trace(np.linalg.pinv(X) @ X))  # of X⁺X and of XX⁺ alike
    rows = {
        "with x itself as φ(x)": [
            "w = (XXᵀ)⁻¹Xy",
            "rank of K = XᵀX",
            "trace of Xᵀ(XXᵀ)⁻¹X",
            "condition of XXᵀ",
        ],
        "here": [
            vector(w.tolist()),
            f"{rank} of {n}",
            short(trace),
            short(float(singular[0] / singular[-1]) ** 2 if singular[-1] > 0 else float("inf"), 3),
        ],
    }
    same = "K can be inverted: X is square here." if rank == n else (
        f"K = XᵀX is {n} × {n} but has rank {rank}, so K⁻¹ does not exist: the notes' Xᵀ(XXᵀ)⁻¹X is a projection of trace {short(trace)}, "
        f"not I, whose trace is {n}."
    )  # fmt: skip
    return (
        Text(
            f"**Ordinary least squares**, S2's starting point: minimise Σ(w·xᵢ − yᵢ)² over w, columns xᵢ in X ({d} × {n}). "
            f"{same} A ridge, or the pseudo-inverse, mends it."
        ),
        Table(rows),
    )


def descent(values: Array, vectors: Array, y: Array, ridge: float, steps: Array) -> Array:
    """α after t gradient steps from 0, (t, n), in closed form: αₜ₊₁ = αₜ + s·(y − Kαₜ − ridge·αₜ), s = 1/(λ₁ + ridge)."""
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
    lines = {f"α of point {i + 1}": path[:, i] for i in followed}
    picked = descent(spectrum.values, spectrum.vectors, fit.y, ridge, np.array(STEPS))
    K = fit.machine.gram_
    rest = fit.y - picked @ K
    table: dict[str, list[object]] = {"steps t": [*map(str, STEPS), "solved"]}
    for i in followed:
        table[f"α{i + 1}"] = [short(float(v)) for v in (*picked[:, i], alpha[i])]
    table["train error"] = [short(float(v)) for v in (*np.sqrt((rest**2).mean(axis=1)), fit.train_rms)]
    gradient = r"y-K\alpha_t" + ("" if fit.least_squares else rf"-{tex(ridge)}\,\alpha_t")
    words = "Every step adds multiples of the φ(xᵢ), so from w = 0 the vector w never leaves their span: that is why w = Σ αᵢφ(xᵢ) loses nothing. "
    if fit.least_squares and fit.machine.rank_ < len(fit.y):
        words += (
            "K is singular, so α itself has no limit: along directions that K does not see it grows with every step, and w does not notice. "
            "The last row is the shortest α."
        )
    else:
        words += "The steps end where the formula does, in the last row."
    return (
        Text(f"**The same by gradient descent** from α = 0. {words}"),
        Formula(rf"\alpha_{{t+1}} = \alpha_t + s\,({gradient})"),
        Text(f"The step s = 1/(λ₁ + λ) = {short(1 / (float(spectrum.values[0] + ridge) or 1.0))} is the longest that lets no direction overshoot."),
        Picture(
            curve(np.log10(t), lines, x_title="log₁₀ t, gradient steps", y_title="α"),
            describe_curve(np.log10(t), lines, x_title="log₁₀ t"),
            f"The {len(followed)} largest α grow from 0. After {STEPS[-1]} steps the training error is {table['train error'][-2]}, solved it is {table['train error'][-1]}.",
            key="descent",
            height=360,
        ),
        Table(table),
    )  # fmt: skip


def _vector(alpha: Array) -> str:
    if len(alpha) <= 6:
        return vector(alpha.tolist(), 5)
    return "(" + ", ".join(short(float(v)) for v in alpha[:4]) + f", … {len(alpha) - 4} more)"
