"""Proofs by rules of a node about its values on spheres.

A function of the distance may be a kernel on a sphere although it is none in space. Every proof is
complete; else the result is None.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.argument_rules import DEFINITION
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.node_facts import sphere_rule
from kernviz.mercer.theorems.theorem import Prover, Theorem


def on_sphere(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove k₁ after a map φ into a sphere.

    The proof is by a rule of k₁ on the sphere, or by applying φ to the children of k₁.
    """
    norm2 = _on_sphere(k, space)
    if not isinstance(k, Mapped) or norm2 is None:
        return None
    own = sphere_rule(k.k, norm2)
    if own is not None:
        return _complete(Proof(k, space, "rule", own[0], own[1], ()))
    if not (k.k._of_values and k.k.children):
        return None
    inner = k.k.with_children(tuple(Mapped(child, k.phi) for child in k.k.children))
    return _complete(Proof(k, space, "definition", DEFINITION, (), (by.kernel(inner, space),)))


def conditionally_on_sphere(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove that k₁ on a sphere is conditionally positive definite.

    k is k₁ after a map into the sphere. The proof is by a rule of k₁ on the sphere.
    """
    norm2 = _on_sphere(k, space)
    own = sphere_rule(k.k, norm2, conditional=True) if isinstance(k, Mapped) and norm2 is not None else None
    return None if own is None else _complete(Proof(k, space, "conditional", *own, ()))


def _on_sphere(k: Kernel, space: Space) -> int | None:
    """Return the constant ‖φ(x)‖² of a kernel after a spherical map.

    None for any other kernel.
    """
    return k.phi.on_sphere(space.d) if isinstance(k, Mapped) and not space.every else None


def _complete(proof: Proof) -> Proof | None:
    return proof if proof.complete else None


ON_SPHERES = Theorem("spheres", "Schoenberg (1942)", proves=on_sphere, conditionally=conditionally_on_sphere)
