"""Learning problem min f(Gα) + R(√(αᵀGα)) in n numbers.

The view shows its matrices with their numbers, and the converter λ ↔ C.
"""

from __future__ import annotations

import math
from typing import cast

import numpy as np

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.figures.matrix.product import describe_product, matrix_vector
from kernviz.kernels import Kernel
from kernviz.lessons.dual.gram import gram_of, images, refusal
from kernviz.lessons.dual.state import CONVERTER, State
from kernviz.lessons.lesson import Block, Formula, Lesson, Numbers, Picture, Readout, Slot, Tab, Table, Text
from kernviz.lessons.number_format import tex
from kernviz.lessons.shared.formulas import and_more, stacked
from kernviz.lessons.shared.signed_number import plus
from kernviz.lessons.shared.subsample import Rows, used
from kernviz.models.regularized import Loss, Minimiser, losses, minimise, penalty
from kernviz.symbols import symbols
from kernviz.wording import begun, phrase, say, several, short, shorts

WRITTEN = 12  # largest number of points whose numbers stand in the cells of the picture
TO_LAMBDA = "λ from C"  # slot for the button that takes λ from the C typed
LOSS_TEX = {
    "squared": r"(a_i-y_i)^2",
    "hinge": r"\max(0,\,1-y_ia_i)",
    "logistic": r"\log(1+e^{-y_ia_i})",
}


@shared(maxsize=128)
def solved(
    data: Dataset, kernel: Kernel, y: tuple[float, ...], rows: tuple[int, ...], loss: str, lam: float
) -> tuple[Array, Minimiser] | str:
    """Return the Gram matrix G and the minimiser on these rows.

    If there is no minimiser, the result is a sentence with the reason.
    """
    try:
        G = gram_of(kernel, data.X[list(rows)])
        return G, minimise(G, np.array(y), cast(Loss, loss), lam)
    except ValueError as problem:
        return refusal(problem)


def build(state: State) -> Lesson:
    """Build the view; picture, numbers and tables share one minimisation.

    Raises ValueError for a regression set with the hinge or logistic loss, which needs labels ±1.
    """
    rows = state.rows
    y = state.targets[rows]
    loss = state.loss
    if loss != "squared" and state.data.task == "regression":
        raise ValueError(
            say(
                "“{title}” holds numbers, and the {loss} loss wants labels ±1: choose the squared loss.",
                title=state.data.title,
                loss=loss,
            )
        )
    solution = solved(state.data, state.kernel, tuple(y.tolist()), tuple(rows.tolist()), loss, state.lam)
    if isinstance(solution, str):
        raise ValueError(solution)
    G, best = solution
    row = min(max(state.row, 1), len(rows)) - 1
    Phi, words = images(state.kernel, state.data.X[rows], G)
    w = Phi.T @ best.alpha
    by_map, norm2 = Phi @ w, float(w @ w)
    C = penalty(state.lam, len(rows))
    x = state.data.X.mean(axis=0)
    with np.errstate(all="ignore"):
        at_mean = float(state.kernel(x[None], state.data.X[rows])[0] @ best.alpha)
    facts = {
        "best": best,
        "G": G,
        "rows": rows,
        "y": y,
        "by_map": by_map,
        "norm2_by_map": norm2,
        "C": C,
    }
    gradient = (
        say("the hinge loss has corners, where it has no gradient. The small gap shows that the minimum is found")
        if math.isnan(best.gradient)
        else say("‖∂J/∂w‖ at the answer")
    )
    return Lesson(
        "",
        _picture(state, rows, G, best, y, row),
        besides=(
            lambda: (
                Formula(
                    rf"\min_\alpha\ \underbrace{{\tfrac1n\textstyle\sum_i {LOSS_TEX[loss]}}}_{{f(G\alpha),\ a=G\alpha}}"
                    rf" + \underbrace{{{tex(state.lam)}\;\alpha^\mathsf T G\alpha}}_{{R(\|w\|)}}"
                ),
            ),
            Numbers(
                (
                    Readout("f(Gα)", short(best.risk), say("mean loss over the points used")),
                    Readout(
                        "‖w‖² = αᵀGα", short(best.norm2), say("squared length of w = Σ αᵢ ‹φ›(xᵢ)"), geometric=True
                    ),
                    Readout("f + R", short(best.primal), say("the minimum"), geometric=True),
                    Readout(
                        phrase("gap"),
                        short(best.gap, 2),
                        say("minimum minus a lower bound from the dual: the objective cannot be improved by more"),
                        geometric=True,
                    ),
                    Readout(phrase("‖gradient‖"), short(best.gradient, 2), gradient),
                    Readout(
                        "C = 1/(2λn)",
                        short(C),
                        say(
                            "the same machine in the words of a soft margin, λ = {lam}, n = {rows}",
                            lam=state.lam,
                            rows=len(rows),
                        ),
                    ),
                )
            ),
            lambda: (
                Formula(_row_sum(G, best, row, rows)),
                Text(
                    say(
                        "**Both ways.** By the matrix and by {coordinates}: ⟨w, ‹φ›(xᵢ)⟩ and (Gα)ᵢ differ by at most "
                        "{output_difference:.2}, ‖w‖² = {norm2:.6} and αᵀGα = {quadratic_form:.6} by {difference:.2}.",
                        coordinates=words,
                        output_difference=np.abs(by_map - best.outputs).max(),
                        norm2=norm2,
                        quadratic_form=best.norm2,
                        difference=abs(norm2 - best.norm2),
                    )
                ),
                Text(say("Prediction at the mean of the data: Σⱼ αⱼ ‹K(›xⱼ, x) = {at_mean}.", at_mean=at_mean)),
            ),
        ),
        tabs=(
            Tab("‖w‖² = αᵀGα", lambda: _length(rows, G, best)),
            Tab(phrase("Every point"), lambda: _points(rows, best, by_map, y)),
            Tab(CONVERTER, lambda: converter(state, len(rows), best, y)),
        ),
        facts=facts,
    )


def _picture(state: State, rows: Rows, G: Array, best: Minimiser, y: Array, row: int) -> Picture:
    names = [str(r + 1) for r in rows]
    vectors = {"α": best.alpha, "Gα": best.outputs, "y": y}
    caption = (
        say(
            "{points_used}. The problem needs nothing of the points but G. Row {numbers} of G times α is (Gα)ᵢ = "
            "{outputs}, which is ⟨w, ‹φ›(xᵢ)⟩, for the target {y}.",
            points_used=begun(used(state.data.n, len(rows))),
            numbers=names[row],
            outputs=best.outputs[row],
            y=float(y[row]),
        )
        + " "
        + (
            say("Fewer points (at most 12) show the numbers in the cells.")
            if len(rows) > WRITTEN
            else say("A larger λ never makes ‖w‖ longer; as λ grows without end, every α and Gα go to 0.")
        )
    )
    figure = matrix_vector(G, vectors, row=row, rows=names)
    return Picture(
        figure, describe_product(G, vectors), caption, "dual_product", 600, revision=f"{state.data.key}{len(rows)}"
    )


def _row_sum(G: Array, best: Minimiser, row: int, rows: Rows) -> str:
    """Return TeX of (Gα)ᵢ with its two largest terms, and the sum."""
    terms = G[row] * best.alpha
    order = np.argsort(-np.abs(terms), kind="stable")[:2]
    written = " ".join(plus(float(terms[j]), 3) for j in order).removeprefix("+ ")
    more = rf" + \dots{{\scriptstyle{and_more(len(terms) - len(order))}}}" if len(terms) > len(order) else ""
    i = rows[row] + 1
    first, second = (
        rf"(G\alpha)_{{{i}}} = \textstyle\sum_j G_{{{i},j}}\,\alpha_j",
        rf"= {written}{more} = {tex(float(best.outputs[row]))}",
    )
    return stacked(first, second)


def _length(rows: Rows, G: Array, best: Minimiser) -> tuple[Block, ...]:
    """Show the n² terms αᵢ Gᵢⱼ αⱼ of the squared length.

    Their row sums, and the sum of the row sums, are shown too.
    """
    terms = best.alpha[:, None] * G * best.alpha
    sums = best.alpha * best.outputs
    vectors = {"αᵢ(Gα)ᵢ": sums}
    figure = matrix_vector(terms, vectors, name="αᵢ Gᵢⱼ αⱼ", operators=("Σⱼ →",), rows=[str(r + 1) for r in rows])
    return (
        Formula(
            r"\|w\|^2 = \Big\langle\textstyle\sum_i\alpha_i‹\psi›(x_i),\sum_j\alpha_j‹\psi›(x_j)\Big\rangle ="
            rf" \sum_{{i,j}}\alpha_iG_{{ij}}\alpha_j = \alpha^\mathsf T G\alpha = {tex(best.norm2)}"
        ),
        Picture(
            figure,
            describe_product(terms, vectors),
            say("Sum the rows, then the column: {sum:.6} = ‖w‖². No entry of w is needed.", sum=sums.sum()),
            "dual_length",
            480,
        ),
    )


def _points(rows: Rows, best: Minimiser, by_map: Array, y: Array) -> tuple[Block, ...]:
    table = {
        say("point"): (rows + 1).tolist(),
        "y": y.tolist(),
        "α": best.alpha.tolist(),
        "(Gα)ᵢ": best.outputs.tolist(),
        symbols("⟨w, ‹φ›(xᵢ)⟩"): by_map.tolist(),
        say("difference"): shorts(np.abs(by_map - best.outputs), 2),
        say("loss"): losses(best.outputs, y, best.loss).tolist(),
    }
    return (
        Table(
            table,
            height=380,
            caption=say("The same outputs, once by the Gram matrix and once by coordinates of w."),
            geometric=("α", symbols("⟨w, ‹φ›(xᵢ)⟩")),
        ),
    )


def converter(state: State, n: int, best: Minimiser, y: Array) -> tuple[Block, ...]:
    """Show the conversion between S1's λ and the usual penalty C.

    Both give the same machine when C = 1/(2λn).
    """
    C, with_word = penalty(state.lam, n), say("with")
    hinge = losses(best.outputs, y, "hinge") if np.all(np.abs(y) == 1) else None
    lams = tuple(dict.fromkeys((state.lam, 0.1, 0.01, 0.001)))
    blocks: list[Block] = [
        Slot(TO_LAMBDA),
        Formula(
            r"\tfrac1n\textstyle\sum_i\xi_i + \lambda\|w\|^2 = 2\lambda\Big(\tfrac12\|w\|^2 +"
            rf" C\sum_i\xi_i\Big)\quad\text{{{with_word}}}\quad C = \frac{{1}}{{2\lambda n}} ="
            rf" \frac{{1}}{{2\cdot{tex(state.lam)}\cdot{n}}} = {tex(C)}"
        ),
        Table(
            {
                "λ": shorts(lams),
                say("C for n = {n}", n=n): shorts(penalty(lam, n) for lam in lams),
                several(state.data.n, "C for {n} point", "C for all {n} points"): shorts(
                    penalty(lam, state.data.n) for lam in lams
                ),
            },
            caption=say("C multiplies a sum, λ stands against a mean: with more points the same λ is a smaller C."),
        ),
        Text(
            say(
                "S1's hard margin is the same problem with f = 0 where every yᵢaᵢ ≥ 1 and f = ∞ "
                "elsewhere: no λ, C = ∞. This machine has no b: S1 takes homogeneous halfspaces."
            )
        ),
    ]
    if hinge is not None:
        left = float(hinge.mean() + state.lam * best.norm2)
        right = 2 * state.lam * (best.norm2 / 2 + C * float(hinge.sum()))
        blocks.insert(
            2,
            Text(
                say(
                    "At the α of this page: left {left:.8}, right {right:.8}, difference {difference:.2}.",
                    left=left,
                    right=right,
                    difference=abs(left - right),
                )
            ),
        )
    return tuple(blocks)


def lam_of(state: State) -> float:
    """Return λ = 1/(2Cn) for the C typed into the converter.

    n is the number of points used.
    """
    return 1 / (2 * state.to_convert * min(state.m, state.data.n))
