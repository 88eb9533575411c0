r"""Conditionally positive definite functions: uᵀKu ≥ 0 whenever Σuᵢ = 0; a weaker property than being a kernel.

Schoenberg (1938): e^{t·k} is a kernel for every t > 0 exactly when k is conditionally positive definite. Nodes state
a rule and premises. Constants and terms f(x) + f(z) contribute 0; the remainder may be decided after multiplying out.
"""

from __future__ import annotations

from fractions import Fraction

from kernviz.features.polynomial import LARGEST_BLOCK, coupled, polynomial
from kernviz.kernels.exact_numbers import ONE, Exact, as_typed
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, in_order, written_term
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.normal_form import UNIT, Form, Term, form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Rule, Space
from kernviz.kernels.squared_norms import OF_THE_ENDS
from kernviz.mercer.decomposition import Known
from kernviz.mercer.spectral_measure import mixture
from kernviz.wording import phrase

KERNEL = Rule(
    phrase("kernels are conditionally positive definite"),
    phrase("a kernel has uᵀKu ≥ 0 for every u"),
    phrase("So it has for those with Σuᵢ = 0."),
    {"theory": "Schoenberg (1938)"},
)
REMAINDER = Rule(
    phrase("numbers and f(x) + f(z) count for nothing"),
    phrase(
        "multiplied out, and without numbers and terms f(x) + f(z), it is a sum of functions "
        "that are conditionally positive definite"
    ),
    "Σᵢⱼ uᵢuⱼ(c + f(xᵢ) + f(xⱼ)) = 0 where Σuᵢ = 0.",
    {"theory": "Schoenberg (1938)"},
)


def by_remainder(k: Kernel, space: Space, known: Known, conditionally: Known) -> bool:
    """True if k, multiplied out and without constants and f(x) + f(z), is conditionally positive definite.

    Shown by a sum of such functions, by the spectral measure away from ω = 0, or by the coefficients of a polynomial.
    """
    if space.kind != "vectors" or space.every:
        return False
    f = form(k, space)
    try:
        if f is not None and _terms(f, space, known, conditionally):
            return True
    except Unwritable:
        pass
    return _polynomial(k, space)


def _terms(f: Form, space: Space, known: Known, conditionally: Known) -> bool:
    left = [(term, c) for term, c in in_order(f) if term != UNIT and not _is_function_of_one_end(term)]
    items = [(c * sign, k) for term, c in left for sign, k in [_of_distance(term) or (ONE, written_term(term))]]
    if all(c.sign == 1 and k is not None and (known(k, space) or conditionally(k, space)) for c, k in items):
        return True
    waiting = [(c, k) for c, k in items if k is None or k.stationary]
    others = [(c, k) for c, k in items if not (k is None or k.stationary)]
    if not all(c.sign == 1 and k is not None and (known(k, space) or conditionally(k, space)) for c, k in others):
        return False
    proven = [k is None or known(k, space) or conditionally(k, space) for _, k in waiting]
    found = mixture(waiting, space.d, proven)
    decided = None if found is None else found.decided(conditional=True)
    return decided is not None and decided.holds


def _of_distance(term: Term) -> tuple[Exact, Kernel] | None:
    """(±1, −‖x − z‖^q) equal to a product of such powers; None for other terms."""
    powers = [(piece.p, n) for piece, n in term.pieces if isinstance(piece, MinusDistance)]
    if term.exponent is not None or not powers or len(powers) < len(term.pieces):
        return None
    q = as_typed(sum((decimal(p) * n for p, n in powers), Fraction(0)))
    sign = ONE if sum(n for _, n in powers) % 2 else -ONE
    return None if q is None else (sign, MinusDistance(q))


def _is_function_of_one_end(term: Term) -> bool:
    if term.exponent is not None or len(term.pieces) != 1:
        return False
    ((piece, n),) = term.pieces
    return n == 1 and piece.conditional is OF_THE_ENDS


def _polynomial(k: Kernel, space: Space) -> bool:
    """True if m(x)ᵀMm(z) without the row and column of the monomial 1 has M ⪰ 0.

    Weights with Σuᵢ = 0 annihilate the monomial 1 and reach every vector of the other monomials.
    """
    p = polynomial(k, space.d)
    if p is None:
        return False
    still = (0,) * space.d
    kept = {pair: c for pair, c in p.terms.items() if still not in pair}
    place = {e: i for i, e in enumerate(sorted({e for pair in kept for e in pair}))}
    exact = {(place[a], place[b]): c for (a, b), c in kept.items()}
    if any(p.terms.get((b, a)) != c for (a, b), c in p.terms.items()):
        return False
    blocks = coupled(len(place), exact)
    return all(len(block) <= LARGEST_BLOCK and eliminated(block, exact).negative is None for block in blocks)
