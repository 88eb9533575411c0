"""Conditionally positive definite functions.

They satisfy uᵀKu ≥ 0 whenever Σuᵢ = 0. This property is weaker than being a kernel.

Schoenberg (1938): e^{t·k} is a kernel for every t > 0 exactly when k is conditionally positive
definite. This property is proven by a rule of the node, by a proof that k is a kernel, or by the
remainder. The remainder is k multiplied out, without constants and terms f(x) + f(z): these
contribute 0 to uᵀKu.
"""

from __future__ import annotations

from fractions import Fraction

from kernviz.features.polynomial import LARGEST_BLOCK, coupled, polynomial
from kernviz.kernels.exact_numbers import ONE, Exact, as_typed
from kernviz.kernels.expr import Kernel, kernel_of
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import in_order, written_term
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.linear import OF_THE_ENDS
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.normal_form import UNIT, Form, Term, form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.mercer.argument_rules import KERNEL
from kernviz.mercer.proof import Method, Proof
from kernviz.mercer.spectral_measure import mixture
from kernviz.mercer.theorems.theorem import Known, Prover, Theorem
from kernviz.wording import phrase

REMAINDER = Rule(
    phrase("constants and f(x) + f(‹z›) make no difference"),
    phrase(
        "multiplied out, and without constants and terms f(x) + f(‹z›), it is a sum of functions that are "
        "conditionally positive definite"
    ),
    "Σᵢⱼ uᵢuⱼ(c + f(xᵢ) + f(xⱼ)) = 0 where Σuᵢ = 0.",
    {"theory": "Schoenberg (1938)"},
)


def by_schoenberg(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove a node that is a kernel by Schoenberg's theorem.

    Such a node, an exponential for example, is a kernel if its children are conditionally positive definite. None
    for other nodes, or if this is not proven of the children.
    """
    return None if k._schoenberg is None else _over_children(k, space, by, "rule", k._schoenberg)


def as_kernel(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove that k is conditionally positive definite because it is a kernel."""
    proven = by.kernel(k, space)
    return Proof(k, space, "conditional", KERNEL, (), (proven,)) if proven.complete else None


def by_own_rule(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove k conditionally positive definite by the rule of its node.

    The children must be conditionally positive definite.
    """
    if k._conditional_rule is None:
        return None
    return _over_children(k, space, by, "conditional", k._conditional_rule, k._conditional_premises(space))


def _over_children(
    k: Kernel, space: Space, by: Prover, method: Method, rule: Rule, premises: tuple[Premise, ...] = ()
) -> Proof | None:
    """Return the proof of k by a rule, if complete.

    The rule needs children that are conditionally positive definite.
    """
    below = tuple(by.conditional(child, k._child_space(space)) for child in k.children)
    proof = Proof(k, space, method, rule, premises, below)
    return proof if proof.complete else None


def by_remainder_alone(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove that k is conditionally positive definite by its remainder.

    See `by_remainder`.
    """

    def known(part: Kernel, on: Space) -> bool:
        return part != k and by.kernel(part, on).complete

    def conditionally(part: Kernel, on: Space) -> bool:
        return part != k and by.conditional(part, on).complete

    return Proof(k, space, "conditional", REMAINDER, (), ()) if by_remainder(k, space, known, conditionally) else None


def by_remainder(k: Kernel, space: Space, known: Known, conditionally: Known) -> bool:
    """Return True if the remainder of k is conditionally positive definite.

    The remainder is k, multiplied out and without constants and f(x) + f(z).

    The property is shown in one of three ways: by a sum of conditionally positive definite functions, by the
    spectral measure away from ω = 0, or by the coefficients of a polynomial. ``known`` and ``conditionally`` say of
    a part if it is proven to be a kernel, or to be conditionally positive definite.
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
    """Return (±1, −‖x − z‖^q), whose product is the term.

    The term must be a product of powers of kernels −‖x − z‖ᵖ. None for other terms.
    """
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
    return n == 1 and kernel_of(piece)._conditional_rule is OF_THE_ENDS


def _polynomial(k: Kernel, space: Space) -> bool:
    """Return True if M ⪰ 0 without the constant monomial.

    The polynomial is m(x)ᵀMm(z). The row and column of the monomial 1 are left out of M.

    Weights with Σuᵢ = 0 annihilate the monomial 1 and reach every vector of the other monomials.
    """
    p = polynomial(k, space.d)
    if p is None:
        return False
    still = (0,) * space.d
    terms = {pair: c for pair, c in p.terms.items() if still not in pair}
    place = {e: i for i, e in enumerate(sorted({e for pair in terms for e in pair}))}
    exact = {(place[a], place[b]): c for (a, b), c in terms.items()}
    if any(p.terms.get((b, a)) != c for (a, b), c in p.terms.items()):
        return False
    blocks = coupled(len(place), exact)
    return all(len(block) <= LARGEST_BLOCK and not eliminated(block, exact).negative for block in blocks)


SCHOENBERG = Theorem("Schoenberg's exponential", "Schoenberg (1938)", proves=by_schoenberg)
KERNELS_ARE = Theorem("kernels are conditionally positive definite", "Schoenberg (1938)", conditionally=as_kernel)
CLOSURE = Theorem(
    "closure of conditionally positive definite functions", "Schoenberg (1938)", conditionally=by_own_rule
)
BY_REMAINDER = Theorem("remainder", "Schoenberg (1938)", conditionally=by_remainder_alone)
