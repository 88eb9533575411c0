"""Weight vector w in two ways: primal and dual."""

from __future__ import annotations

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.features import feature_map
from kernviz.lessons.lesson import Block, Formula, Table, Text, short, tex, vector
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.state import State
from kernviz.wording import phrase, say

TITLE = phrase("Primal and dual")
LARGEST_MAP = 300  # largest number of coordinates of φ; a larger system takes too long
LISTED = 12


def blocks(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Show S4's two formulas for w with their numbers."""
    phi = feature_map(state.kernel, data.d)
    n = data.n
    if phi is None:
        return (
            Text(
                say(
                    "The coordinates of this kernel's φ are not listed, so no D × D matrix is inverted and no w "
                    "printed here. The dual needs {n} × {n} numbers whatever D is: that is its point. ‖w‖² = "
                    "‹α›ᵀ‹K›‹α› = {weight_norm2:.6} is known all the same. Choose a polynomial kernel to see both "
                    "solutions side by side.",
                    n=n,
                    weight_norm2=fit.machine.weight_norm2_,
                )
            ),
        )
    D = phi.dimension
    if D == 0:
        return (
            Text(say("This kernel is 0 everywhere: φ has no coordinates, and ‹h›(‹z›) = 0 whatever the data say.")),
        )
    if D > LARGEST_MAP:
        return (
            Text(
                say(
                    "φ has D = {D} coordinates: a {D} × {D} system against {n} × {n} in the dual. More "
                    "than {limit} are not solved here.",
                    D=D,
                    n=n,
                    limit=LARGEST_MAP,
                )
            ),
        )
    Phi = phi(data.X)
    w, other = solve_primal(Phi, fit.y, 0.0 if fit.least_squares else fit.ridge), Phi.T @ fit.machine.dual_coef_
    difference = float(np.abs(w - other).max())
    rows = list(range(min(D, LISTED)))
    ridge = "0" if fit.least_squares else tex(fit.ridge)
    inverse = (
        ("^{+}", r"\Phi^{\mathsf T}‹\K›^{+}t")
        if fit.least_squares
        else ("^{-1}", rf"\Phi^{{\mathsf T}}(‹\K›+{ridge}\,I_N)^{{-1}}t")
    )
    smaller = say("dual") if n < D else say("primal")
    primal_value, dual_value = objectives(Phi, fit)
    return (
        Text(
            say(
                "**Two systems, one w.** Primal: {D} × {D} (D = {D}, the coordinates of φ). Dual: "
                "{n} × {n} (N = {n}, the points).",
                D=D,
                n=n,
            )
            + " "
            + (
                say("Both have the same size.")
                if n == D
                else say("Here the {smaller} is the smaller one.", smaller=smaller)
            )
        ),
        Formula(
            rf"\begin{{aligned}}w &= (\Phi^{{\mathsf T}}\Phi+{ridge}\,I_D){inverse[0]}\,\Phi^{{\mathsf T}}t\\ &="
            rf" {inverse[1]} = \Phi^{{\mathsf T}}‹\alpha›\end{{aligned}}"
        ),
        Table(
            {
                say("coordinate of φ"): [phi.labels[i] for i in rows],
                say("w, primal"): [short(float(w[i]), 6) for i in rows],
                say("Φᵀ‹α›, dual"): [short(float(other[i]), 6) for i in rows],
            },
            caption=say("Largest difference: {difference:.2}.", difference=difference)
            + (" " + say("The first {count} of {D} are listed.", count=LISTED, D=D) if D > LISTED else ""),
            geometric=(say("w, primal"), say("Φᵀ‹α›, dual")),
        ),
        Text(
            say(
                "‹α› = {vector}. The objectives agree too: J(w) = {primal_value:.8}, J(a) = {dual_value:.8}.",
                vector=_vector(fit.machine.dual_coef_),
                primal_value=primal_value,
                dual_value=dual_value,
            )
        ),
        Formula(r"\begin{aligned}&(A+BCD)^{-1}\\ &\quad= A^{-1}-A^{-1}B\,(C^{-1}+DA^{-1}B)^{-1}DA^{-1}\end{aligned}"),
        Text(
            say(
                "The matrix inversion lemma leads from one to the other. Checked on random 3 × 3 "
                "matrices: largest difference {lemma_error:.2}.",
                lemma_error=lemma_error(),
            )
        ),
    )


def solve_primal(Phi: Array, t: Array, ridge: float) -> Array:
    """Return the primal solution (ΦᵀΦ + ridge·I)⁻¹Φᵀt.

    Without a ridge the pseudo-inverse is used. It is also used where roundoff leaves no
    inverse. Shapes: (n, D), (n,) -> (D,).
    """
    if ridge > 0:
        try:
            return np.asarray(cho_solve(cho_factor(Phi.T @ Phi + ridge * np.eye(Phi.shape[1])), Phi.T @ t))
        except LinAlgError:
            pass
    return np.asarray(np.linalg.lstsq(Phi, t, rcond=None)[0])


def objectives(Phi: Array, fit: Fit) -> tuple[float, float]:
    """Return the primal and dual objectives at the same solution."""
    a, K, t, ridge = fit.machine.dual_coef_, fit.machine.gram_, fit.y, fit.ridge
    w = Phi.T @ a
    rest = Phi @ w - t
    of_w = (float(rest @ rest) + ridge * float(w @ w)) / 2
    Ka = K @ a
    of_a = float(Ka @ Ka) / 2 - float(a @ (K @ t)) + float(t @ t) / 2 + ridge * float(a @ Ka) / 2
    return of_w, of_a


def lemma_error() -> float:
    """Return the largest error in the matrix inversion lemma."""
    A, B, C, D = np.random.default_rng(0).normal(size=(4, 3, 3)) + 3 * np.eye(3)
    inv = np.linalg.inv
    left = inv(A + B @ C @ D)
    right = inv(A) - inv(A) @ B @ inv(inv(C) + D @ inv(A) @ B) @ D @ inv(A)
    return float(np.abs(left - right).max())


def _vector(alpha: Array) -> str:
    if len(alpha) <= 6:
        return vector(alpha.tolist(), 5)
    first = ", ".join(short(float(v)) for v in alpha[:4])
    return say("({first}, … {others} more)", first=first, others=len(alpha) - 4)
