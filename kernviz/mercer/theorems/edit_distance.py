"""Refutation of functions of the edit distance, for every width γ.

Let k = κ·F(edit(x, z)) + c on sets of words, with numbers κ ≠ 0 and c for each set and F(t) = Σ a·e^{−λt} over rates
λ ≥ 0, Σ|a| < ∞. Let λ₁ be the smallest rate > 0 with a ≠ 0. Such a k is no kernel.

Words. x is a filler, y and s are two more letters, and "|" is a run of s, longer than g and than three times the edit
distances below. Put p = (xᵍy)ⁿxᵍ | x^{(n+2)g} | xᵍ. For u_i, the i-th y of p becomes x, and of the second part the
letter after x^{ig} becomes y. For r, one x moves from the second part of p to the third. An alignment of two such words
matches some s of each run with an s of the same run, and without the letters s no distance grows: so the distances of
the parts add up. Hence edit(p, u_i) = 2, edit(u_i, u_j) = 4, edit(p, r) = 2, and edit(r, u_i) = 3 < 2 + 2, as the
second part of u_i is that of r with y inserted. Put q = e^{−λ₁}. With the best weights for p and r and weight 1 for
each u_i, uᵀKu of e^{−λ₁·edit} is n(1 − q⁴) − n²(q³ − q⁴)²/(1 − q⁴), below 0 for large n.

Counts. All these words have the same letters and the same runs of up to g letters, each as often. So counts of n-grams
are equal. Weighted counts of subsequences with a decay λ < 1 differ by O(gᵃλᵍ), which tends to 0 as g grows; their
size O(gᵇ) does not undo this. A function of counts is then nearly one number: with an error that tends to 0, or, for an
exponential that grows, a relative error.

Blocks. Append |B₀|B₁|…|B_M where each block is one of xᵍcxᵍdxᵍ and xᵍdxᵍcxᵍ, at edit distance 2. Weights 1 and −1 for
B₀ remove the number c. Several such blocks, one more than a polynomial in counts has letters, remove this polynomial.
Weights 1 and 1 for each other block multiply the share of the rate λ by 2(1 + e^{−2λ}). This is largest for λ₁, so for
large M the share of λ₁ decides the sign. With the weights above it is negative for κa > 0. With weight 1 for p alone
it is negative for κa < 0.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.edit_series import seen
from kernviz.mercer.edit_series_arithmetic import Falling
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Refute k on words by the edit distance; else return None."""
    found = seen(k) if space.kind == "words" else None
    if not isinstance(found, Falling):
        return None
    return Flaw(
        say(
            "among words that contain the same short strings of letters, each equally often, this function is "
            "κ·F(edit) + c. F is a sum of exponentials, and the one that falls most slowly is exp(−{rate}·edit). "
            "Sufficiently many words refute every such function. For exp(−{rate}·edit) itself these are aⁿ, aⁿ⁻¹ and "
            "the words of one b among n − 1 letters a, for n > (1 + exp({rate}))²",
            rate=float(found.rate),
        ),
        "Cauchy, Schwarz",
    )


EDIT_DISTANCE = Theorem("edit distance", "Cauchy, Schwarz", refutes=refuted)
