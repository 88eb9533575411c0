"""Groups of terms of a kernel multiplied out, each decided alone.

The terms Σ c·G·h are grouped by common factors. Each common factor G must be a kernel. Its
cofactor is a sum of kernels with coefficients ≥ 0, or a combination of functions of x − z that
another theorem decides. Signs are decided exactly.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import combination, in_order, written, written_term
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.terms import operands, product_of
from kernviz.mercer.theorems.theorem import Group, Item, Known, Prover, Theorem


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
            return Group(shared, combination(items))  # the products are kernels, although some of their factors are not
        return Group(None, written(Form(frozenset((term, f.terms[term]) for term in group))))
    rest = combination(items)
    if space.kind != "vectors":
        return None
    argument = by.cofactor(items, space, proven)
    return None if argument is None else Group(shared, rest, argument)


GROUPED = Theorem(
    "grouped terms",
    "S2 rules 2, 3, 5",
    groups=lambda k, f, space, by, known: grouped_by_factor(f, space, by, known),
)
