"""Groups of terms of a kernel multiplied out, each decided alone.

The terms Σ c·G·h are grouped by common factors. Each common factor G must be a kernel. Its
cofactor is a sum of kernels with coefficients ≥ 0, or a combination of functions of x − z that
another theorem decides. Signs are decided exactly.
"""

from __future__ import annotations

from kernviz.features.polynomial import polynomial
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import in_order, written, written_term
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.terms import operands, product_of, sum_of
from kernviz.mercer.theorems.theorem import Group, Item, Known, Prover, Theorem

# largest number of factors of a polynomial term among other terms; more would have too many coefficients
MOST_FACTORS = 8


def grouped_by_factor(f: Form, space: Space, by: Prover, known: Known) -> tuple[Group, ...] | None:
    """Return groups of terms that share their non-stationary factors.

    A factor is stationary if it is a function of x − z. None if a group is not proven. Raises Unwritable if a term
    or a coefficient cannot be written as a kernel.
    """
    groups: dict[tuple[Kernel, ...], dict[Term, Item]] = {}
    for term, c in in_order(f):
        every = operands(written_term(term))
        shared = tuple(k for k in every if not k.stationary)
        groups.setdefault(shared, {})[term] = c, product_of([k for k in every if k.stationary])
    found: list[Group] = []
    for shared, group in groups.items():
        part = _group(product_of(shared), f, group, space, by, known)
        if part is None:
            return None  # one group without a proof ends the attempt
        found.append(part)
    return tuple(found)


def _group(
    shared: Kernel | None, f: Form, group: dict[Term, Item], space: Space, by: Prover, known: Known
) -> Group | None:
    if shared is not None and not known(shared, space):
        return None
    items = list(group.values())
    proven = [k is None or known(k, space) for _, k in items]
    if all(proven) and all(c.sign == 1 for c, _ in items):
        if shared is not None and not all(known(factor, space) for _, k in items for factor in operands(k)):
            return Group(shared, sum_of(items))  # the products are kernels, although some of their factors are not
        return Group(None, written(Form(frozenset((term, f.terms[term]) for term in group))))
    rest = sum_of(items)
    if space.kind != "vectors":
        return None
    argument = by.cofactor(items, space, proven)
    return None if argument is None else Group(shared, rest, argument)


def with_polynomial(k: Kernel, f: Form, space: Space, by: Prover, known: Known) -> tuple[Group, ...] | None:
    """Return groups of terms, with all polynomial terms as a single group.

    The polynomial in the coordinates is decided by its coefficients. The other terms are grouped as in
    `grouped_by_factor`. None if a group is not proven, or if all terms or none are polynomials.
    """
    if space.kind != "vectors" or space.every:
        return None
    inside = {term: c for term, c in f.items if _polynomial(term, space)}
    rest = Form(frozenset((term, c) for term, c in f.items if term not in inside))
    if not inside or not rest or any(sum(n for _, n in term.pieces) > MOST_FACTORS for term in inside):
        return None
    own = written(Form(frozenset(inside.items())), exactly=True)
    found = grouped_by_factor(rest, space, by, known) if known(own, space) else None
    return None if found is None else (Group(None, own), *found)


def _polynomial(term: Term, space: Space) -> bool:
    return term.exponent is None and all(polynomial(piece, space.d) is not None for piece, _ in term.pieces)


GROUPED = Theorem(
    "grouped terms",
    "Σ cᵢ·G·hᵢ is a kernel where G is one, and each hᵢ is one and no cᵢ is negative",
    "S2 rules 2, 3, 5",
    "its normal form; whether it is a function of x − z",
    groups=lambda k, f, space, by, known: grouped_by_factor(f, space, by, known),
)
POLYNOMIAL_BESIDE = Theorem(
    "polynomial beside other terms",
    "the sum of a polynomial kernel and of grouped terms is a kernel",
    "S2 rule 3",
    "its polynomial in the coordinates",
    groups=with_polynomial,
)

__all__ = ["GROUPED", "POLYNOMIAL_BESIDE", "grouped_by_factor"]
