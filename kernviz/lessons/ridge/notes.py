"""Errata of the notes on ridge regression, and the page's code."""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, Table, paragraph
from kernviz.lessons.ridge.machine import Fit
from kernviz.lessons.ridge.state import State
from kernviz.lessons.shared.code import loaded
from kernviz.lessons.shared.inverse_erratum import inverse
from kernviz.wording import phrase, say, several, short

WORDS = {
    phrase("what"): [
        phrase("targets"),
        phrase("weights of the points"),
        phrase("the ridge"),
        phrase("similarities to a new point"),
        phrase("prediction"),
        phrase("points as rows or columns"),
    ],
    "S2": ["y", "α", "σ²", "k∗", "h(z)", phrase("columns of X (d × n)")],
    "S4": ["t", "a", "λ", "k(x)", "y(x)", phrase("rows of Φ (N × D)")],
    phrase("on this page"): ["y", "α", "λ = σ²", "k∗", "h(z)", phrase("rows")],
}


def notes(state: State, data: Dataset, fit: Fit) -> tuple[Block, ...]:
    """Return statements of the notes, corrected, with the deciding numbers."""
    n = data.n
    return (
        paragraph("S2 and S4 derive the same machine and name everything differently."),
        Table(WORDS),
        inverse(data.X),
        Erratum(
            say("S2, expressing w by the points (E24)"),
            say("“if (5) is minimized with gradient descent”"),
            say("the squared loss is minimised; (5) is its solution in closed form"),
            *_losses(fit),
        ),
        Erratum(
            say("S2, testing (E27)"),
            say("the vector of similarities is called k∗ and, two words on, K∗ with entries [K∗]ᵢ"),
            say("one vector, k∗, with entries k(xᵢ, z); K is the matrix"),
            several(n, "k∗ has {n} entry here, K has {n} × {n}", "k∗ has {n} entries here, K has {n} × {n}"),
            decides(n > 1),
        ),
        paragraph(
            "**Constants.** S2 prints the solution of ridge regression without its objective, S4 minimises ½Σ(w·φ − "
            "t)² + ½λ‖w‖². With or without both ½ the solution is α = (K + λI)⁻¹y. Neither has an intercept. "
            "`{kernel} + 1` gives the machine an intercept, which is kept small like the rest of w.",
            kernel=state.kernel,
        ),
        paragraph("The residual divided by λ is α, at every point: {example}.", example=_example(fit)),
    )


def _losses(fit: Fit) -> tuple[str, Of]:
    """Return the objective at the solution and next to it.

    The objective is Σ(y − h)² + λ‖w‖². Next to the solution α is 1 % longer.
    """
    K, alpha = fit.machine.gram_, fit.machine.dual_coef_

    def loss(a: Array) -> float:
        return float(np.sum((fit.y - K @ a) ** 2) + fit.ridge * (a @ K @ a))

    best, beside = (short(loss(a), 6) for a in (alpha, 1.01 * alpha))
    words = say(
        "Σ(y − h)² + λ‖w‖² is {best} at the solution and {nearby} with every α 1 % longer; "
        "the steps are in “Least squares”",
        best=best,
        nearby=beside,
    )
    return words, decides(best != beside)


def _example(fit: Fit) -> str:
    i = int(np.abs(fit.machine.dual_coef_).argmax())
    alpha = float(fit.machine.dual_coef_[i])
    if fit.least_squares:
        return say("for λ > 0, switch the ridge on to see it")
    residual = float(fit.residuals[i])
    return say(
        "point {n}: {residual} / {ridge} = {quotient}, and α = {alpha}",
        n=i + 1,
        residual=residual,
        ridge=float(fit.ridge),
        quotient=residual / fit.ridge,
        alpha=alpha,
    )


def code(state: State) -> tuple[Block, ...]:
    """Return Python code that trains the machine of the picture."""
    positive = state.numeric_data.classes[1] if state.data.classes else ""
    z = state.point.tolist()
    return (
        paragraph("The same machine in Python. The file is what the sidebar's download button saves."),
        Code(
            "import kernviz as kv\n\n"
            f"data = {loaded(state.data, positive)}\n"
            f'kernel = kv.parse("{state.kernel}")\n'
            f"machine = kv.KernelRidge(kernel, ridge={state.penalty!r}).fit(data.X, data.y)\n"
            f"z = [{z!r}]\n"
            "print(machine.predict(z)[0], machine.std(z)[0])\n"
            "path = machine.path([0.001, 0.01, 0.1, 1.0, 10.0])\n"
            "print(path.ridges[path.best], path.left_out_mean_square)\n"
        ),
    )
