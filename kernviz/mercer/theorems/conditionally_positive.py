"""Conditionally positive definite functions.

They satisfy uᵀKu ≥ 0 whenever Σuᵢ = 0. This property is weaker than being a kernel.

Schoenberg (1938): e^{t·k} is a kernel for every t > 0 exactly when k is conditionally positive
definite. This property is proven by a rule of the node, or by a proof that k is a kernel.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.argument_rules import KERNEL
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.theorem import Prover, Theorem


def by_schoenberg(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove a node that is a kernel by Schoenberg's theorem.

    Such a node, an exponential for example, is a kernel if its children are conditionally positive definite. None
    for other nodes, or if this is not proven of the children.
    """
    if k._schoenberg is None:
        return None
    below = tuple(by.conditional(child, k._child_space(space)) for child in k.children)
    proof = Proof(k, space, "rule", k._schoenberg, (), below)
    return proof if proof.complete else None


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
    below = tuple(by.conditional(child, k._child_space(space)) for child in k.children)
    proof = Proof(k, space, "conditional", k._conditional_rule, k._conditional_premises(space), below)
    return proof if proof.complete else None


SCHOENBERG = Theorem(
    "Schoenberg's exponential",
    "e^{t·k} is a kernel for every t > 0 exactly when k is conditionally positive definite",
    "Schoenberg (1938)",
    "its rule over conditionally positive definite children",
    proves=by_schoenberg,
)
KERNELS_ARE = Theorem(
    "kernels are conditionally positive definite", KERNEL.says, "Schoenberg (1938)", "nothing", conditionally=as_kernel
)
CLOSURE = Theorem(
    "closure of conditionally positive definite functions",
    "sums, multiples ≥ 0 and the like of conditionally positive definite functions are such",
    "Schoenberg (1938)",
    "its rule for being one",
    conditionally=by_own_rule,
)
__all__ = ["CLOSURE", "KERNELS_ARE", "SCHOENBERG"]
