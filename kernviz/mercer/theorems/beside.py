"""Proof of a product by one premise about some factors, the others being kernels."""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Rule, Space
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.theorem import Prover


def beside(k: Kernel, space: Space, by: Prover, rule: Rule, found: tuple[Premise, list[Kernel]] | None) -> Proof | None:
    """Proof of k by `rule`, if its premise holds and every other factor is a kernel; else None."""
    if found is None or not found[0].holds:
        return None
    proof = Proof(k, space, "rule", rule, (found[0],), tuple(by.kernel(factor, space) for factor in found[1]))
    return proof if proof.complete else None


__all__ = ["beside"]
