"""Proof of the representer theorem, with the premise that S1 omits."""

from __future__ import annotations

from kernviz.lessons.dual.state import State
from kernviz.lessons.lesson import Block, Formula, paragraph
from kernviz.lessons.shared.formulas import stacked
from kernviz.wording import say


def proof(state: State) -> tuple[Block, ...]:
    """Return the proof in four steps.

    S1 omits the premise that a minimiser exists (erratum E18).
    """
    return (
        paragraph(
            "**Representer theorem.** Let f be any function of n numbers and R nondecreasing. If "
            r"$f(\langle w,‹\varphi›(x_1)\rangle,\dots,\langle w,‹\varphi›(x_n)\rangle) + R(\|w\|)$ "
            r"has a minimiser, it has one of the form $w=\sum_i\alpha_i‹\varphi›(x_i)$."
        ),
        paragraph(
            "**1. Split.** The images span a subspace of finite dimension. Every w is w∥ in it "
            "plus w⊥ orthogonal to it."
        ),
        Formula(
            say(
                r"w = w_\parallel + w_\perp,\qquad \langle w_\perp, ‹\varphi›(x_i)\rangle = 0 \text{ "
                "for every } i"
            )
        ),
        paragraph("**2. f does not change.** f depends on w only through its inner products with the images."),
        Formula(
            stacked(
                r"\langle w,‹\varphi›(x_i)\rangle = \langle w_\parallel,‹\varphi›(x_i)\rangle + 0",
                r"\Longrightarrow\quad f(w) = f(w_\parallel)",
            )
        ),
        paragraph("**3. R is not smaller.** By Pythagoras w is at least as long as w∥, and R never falls."),
        Formula(
            stacked(
                r"\|w\|^2 = \|w_\parallel\|^2 + \|w_\perp\|^2 \ge \|w_\parallel\|^2",
                r"\Longrightarrow\quad R(\|w\|)\ge R(\|w_\parallel\|)",
            )
        ),
        paragraph(
            "**4. So** w∥ is at least as good as w. Drop w⊥ from a minimiser: what is left is a minimiser in "
            "the span. If R is strictly increasing, step 3 is strict for w⊥ ≠ 0, and **every** minimiser lies "
            "in the span. If R is constant somewhere, others may lie outside: set R to “constant” and drag t "
            "(λ = {lam} then plays no part). The theorem assumes that a minimiser exists. For the logistic "
            "loss on separable data with constant R there is none (erratum E18).",
            lam=state.lam,
        ),
    )
