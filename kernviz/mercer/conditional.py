r"""Conditionally positive definite functions: uᵀKu ≥ 0 whenever Σuᵢ = 0. Less than a kernel, and enough for Schoenberg.

Schoenberg (1938): e^{t·k} is a kernel for every t > 0 exactly when k is this. Nodes state a rule and premises; numbers
and f(x) + f(z) count for nothing, and what is left may be decided multiplied out.
"""

from __future__ import annotations

from fractions import Fraction

from kernviz.features.polynomial import LARGEST_BLOCK, coupled, polynomial
from kernviz.kernels.bipolynomial import decimal
from kernviz.kernels.elimination import eliminated
from kernviz.kernels.ends import OF_THE_ENDS
from kernviz.kernels.exact import ONE, Exact, as_typed
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Rule, Space
from kernviz.kernels.form import UNIT, Form, Term, form
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.written import Unwritable, in_order, written_term
from kernviz.mercer.by_parts import Known
from kernviz.mercer.measures import mixture
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
    """Whether k, multiplied out and without what counts for nothing, is a sum of such functions (or one such
    polynomial).
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
    left = [(term, c) for term, c in in_order(f) if term != UNIT and not _of_the_ends(term)]
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
    """±1 and −‖x − z‖^q, of a product of such powers."""
    powers = [(piece.p, n) for piece, n in term.pieces if isinstance(piece, MinusDistance)]
    if term.exponent is not None or not powers or len(powers) < len(term.pieces):
        return None
    q = as_typed(sum((decimal(p) * n for p, n in powers), Fraction(0)))
    sign = ONE if sum(n for _, n in powers) % 2 else -ONE
    return None if q is None else (sign, MinusDistance(q))


def _of_the_ends(term: Term) -> bool:
    if term.exponent is not None or len(term.pieces) != 1:
        return False
    ((piece, n),) = term.pieces
    return n == 1 and piece.conditional is OF_THE_ENDS


def _polynomial(k: Kernel, space: Space) -> bool:
    """m(x)ᵀMm(z) without the row and column of the monomial 1: weights with Σuᵢ = 0 do not see those, and reach all
    others.
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
