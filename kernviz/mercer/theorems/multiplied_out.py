"""Proof of a kernel multiplied out, by groups of its terms.

Each group is proven by a theorem about normal forms.
"""

from __future__ import annotations

from dataclasses import replace

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import written
from kernviz.kernels.linear_combinations import Sum
from kernviz.kernels.normal_form import form
from kernviz.kernels.products import Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.argument_rules import REWRITING
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.coefficient_matrix import by_coefficients
from kernviz.mercer.theorems.theorem import Group, Known, Prover, Theorem


def multiplied_out(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Return a proof of k as a sum of groups of terms.

    None if the groups are not found or not proven.
    """
    groups = groups_of(k, space, by, lambda part, on: part != k and by.kernel(part, on).complete)
    if groups is None or (len(groups) == 1 and _whole(groups[0]) == k and groups[0].argument is None):
        return None
    proofs = tuple(_of_group(group, space, k, by) for group in groups)
    if len(groups) == 1 and groups[0].shared is None and groups[0].argument is not None:
        return replace(proofs[0], kernel=k)
    whole = Sum(tuple(map(_whole, groups))) if len(groups) > 1 else k
    total = proofs[0] if len(proofs) == 1 else Proof(whole, space, "rule", Sum.rule, (), proofs)
    return Proof(k, space, "rewriting", REWRITING, (), (total,)) if total.complete else None


def groups_of(k: Kernel, space: Space, by: Prover, known: Known) -> tuple[Group, ...] | None:
    """Return groups of terms that add up to k.

    Each group is proven to be a kernel. None if no such groups are found.
    """
    f = form(k, space)
    if f is None:
        return None
    try:
        return by.groups(k, f, space, known) if f else (Group(None, Constant(0.0)),)
    except Unwritable:
        pass
    try:
        k = written(f, roughly=True)
        return (Group(None, k),) if known(k, space) else None
    except Unwritable:
        return None


def _whole(group: Group) -> Kernel:
    return group.rest if group.shared is None else Product((group.shared, group.rest))


def _of_group(group: Group, space: Space, whole: Kernel, by: Prover) -> Proof:
    if group.argument is not None:
        of = group.argument.of
        below = () if of is None else (by.kernel(of, space),)
        rest = Proof(group.rest, space, group.argument.method, group.argument.rule, group.argument.premises, below)
    else:
        rest = by.by_rules(group.rest, space)
        if not rest.complete:
            rest = _of_terms(group.rest, space, whole, by) or by_coefficients(group.rest, space, by) or rest
    if group.shared is None:
        return rest
    return Proof(_whole(group), space, "rule", Product.rule, (), (by.kernel(group.shared, space), rest))


def _of_terms(k: Kernel, space: Space, whole: Kernel, by: Prover) -> Proof | None:
    """Prove a sum of terms by a proof of each term.

    k may also be a single term. ``whole`` is the kernel that is being proven: a term equal to it is not used, since
    the proof would be circular. None if a term is not proven.
    """
    if isinstance(k, Sum):
        below = tuple(by.kernel(term, space) for term in k.terms if term != whole)
        proof = Proof(k, space, "rule", Sum.rule, (), below) if len(below) == len(k.terms) else None
    else:
        proof = by.kernel(k, space) if k != whole else None
    # if incomplete, the coefficient matrix is tried next
    return proof if proof is not None and proof.complete else None


MULTIPLIED_OUT = Theorem("multiplied out", "S0 Theorem 1 (1)–(3), S2 rules 2, 3, 5", proves=multiplied_out)
