"""What the notes say about ridge regression, and the code of the page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Code, Erratum, Table, Text, short
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.state import State

Array = NDArray[np.float64]
WORDS = {
    "what": [
        "targets",
        "weights of the points",
        "the ridge",
        "similarities to a new point",
        "prediction",
        "points as rows or columns",
    ],
    "S2": ["y", "α", "σ²", "k∗", "h(z)", "columns of X (d × n)"],
    "S4": ["t", "a", "λ", "k(x)", "y(x)", "rows of Φ (N × D)"],
    "on this page": ["y", "α", "λ = σ²", "k∗", "h(z)", "rows"],
}


def notes(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """What the notes print, what is right, and the number that decides."""
    n, d = data.n, data.d
    rank = int(np.linalg.matrix_rank(data.X))
    return (
        Text("S2 and S4 derive the same machine and name everything differently."),
        Table(WORDS),
        Erratum(
            "S2, α = K⁻¹y (E23)",
            "Xᵀ(XXᵀ)⁻¹X = I, so K can be inverted",
            "only where X is square and can be inverted; with n > d points K = XᵀX has rank d at most: take σ² > 0 or"
            " the pseudo-inverse",
            f"n = {n}, d = {d} here: rank {rank}, and that matrix is a projection of trace {rank}, not {n}",
        ),
        Erratum(
            "S2, expressing w by the points (E24)",
            "“if (5) is minimized with gradient descent”",
            "the squared loss is minimised; (5) is its solution in closed form",
            _losses(fit),
        ),
        Erratum(
            "S2, testing (E27)",
            "the vector of similarities is called k∗ and, two words on, K∗ with entries [K∗]ᵢ",
            "one vector, k∗, with entries k(xᵢ, z); K is the matrix",
            f"k∗ has {n} entries here, K has {n} × {n}",
        ),
        Erratum(
            "S4, J(w) (E31)",
            "½wᵀΦᵀΦw − wΦᵀt + …",
            "− wᵀΦᵀt, a number like the other terms; without the transpose the sizes do not fit",
            f"at this machine wᵀΦᵀt = αᵀKy = {short(float(fit.machine.dual_coef_ @ fit.machine.gram_ @ fit.y), 6)};"
            " J(w) = J(a) in “Primal and dual”",
        ),
        Erratum(
            "S4, sizes (E32)",
            "“before it was M × M where M < N”",
            "D × D with the D used before; D may be far above N, or infinite, which is the point of the dual",
            f"the dual solves {n} × {n} here",
        ),
        Text(
            "**Constants.** S2 prints the ridge's solution without its objective, S4 minimises ½Σ(w·φ − t)² + ½λ‖w‖²."
            f" With or without both ½ the solution is α = (K + λI)⁻¹y. Neither has an intercept; `{state.kernel} + 1`"
            " gives the machine one, held small like the rest of w."
        ),
        Text(f"Residual over λ is α, at every point: {_example(fit)}."),
    )


def _losses(fit: Fit) -> str:
    """What is minimised, at the solution and next to it: Σ(y − h)² + λ‖w‖², and the same with α 1 % longer."""
    K, alpha = fit.machine.gram_, fit.machine.dual_coef_

    def loss(a: Array) -> float:
        return float(np.sum((fit.y - K @ a) ** 2) + fit.ridge * (a @ K @ a))

    best, beside = loss(alpha), loss(1.01 * alpha)
    return (
        f"Σ(y − h)² + λ‖w‖² is {short(best, 6)} at the solution and {short(beside, 6)} with every α 1 % longer; the"
        " steps are in “Least squares”"
    )


def _example(fit: Fit) -> str:
    i = int(np.abs(fit.machine.dual_coef_).argmax())
    alpha = float(fit.machine.dual_coef_[i])
    if fit.least_squares:
        return "for λ > 0, switch the ridge on to see it"
    return (
        f"point {i + 1}: {short(float(fit.residuals[i]))} / {short(fit.ridge)} ="
        f" {short(float(fit.residuals[i]) / fit.ridge)}, and α = {short(alpha)}"
    )


def code(state: State) -> tuple[Block, ...]:
    """Python that trains the machine of the picture."""
    columns = ", ".join(repr(c) for c in state.data.columns)
    versus = f".versus({state.numbers.classes[1]!r})" if state.data.classes else ""
    z = state.point.tolist()
    return (
        Text("The same machine in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = kv.load_csv({state.data.name + '.csv'!r}).select([{columns}]){versus}\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelRidge(kernel, ridge={state.penalty!r}).fit(data.X, data.y)\n"
            f"z = [{z!r}]\n"
            "print(machine.predict(z)[0], machine.std(z)[0])\n"
            "path = machine.path([0.001, 0.01, 0.1, 1.0, 10.0])\n"
            "print(path.ridges[path.best], path.left_out_mean_square)\n"
        ),
    )
