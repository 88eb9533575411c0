"""Proofs by rules that a node states about itself.

The rules are about powers of the node, about a node that is 0, about its mean over a circle, and about
its values on a sphere. Every proof is complete; else the result is None.
"""

from __future__ import annotations

from fractions import Fraction

from kernviz.kernels.algebra import Power
from kernviz.kernels.ball_arithmetic import nearest
from kernviz.kernels.build import scale
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.rules_and_premises import Premise, Space, rounded
from kernviz.mercer.argument_rules import DEFINITION, MEAN
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.node_facts import mean_of, power_rule, sphere_rule
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import say


def by_power(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove kⁿ by a rule that k has for its powers."""
    own = power_rule(k.k, k.n, space) if isinstance(k, Power) else None
    return None if own is None else _complete(Proof(k, space, "rule", own[0], own[1], ()))


def by_vanishing(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove that k is 0, hence a kernel, from a negative child.

    An example is k₁ normalised: it is 0 if −k₁ is a kernel, as k₁(x, x) is then not positive.
    """
    if k._vanishing is None:
        return None
    below = tuple(by.kernel(scale(-1.0, child), space) for child in k.children)
    return _complete(Proof(k, space, "rule", k._vanishing, (), below))


def by_mean(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove k₁ @ circle by the mean of k₁.

    k₁ @ circle is k₁ applied to points on circles, given by their angles. k₁ must be conditionally positive
    definite, and k₁ @ circle a function of the differences of the angles.
    """
    squared = _on_sphere(k, space)
    if not isinstance(k, Mapped) or squared is None:
        return None
    mean = mean_of(k.k, Fraction(2 * squared))  # mean over all angles; 2·squared is the mean of ‖φ(x) − φ(z)‖²
    if mean is None or not mean >= 0:
        return None
    below = by.conditional(k.k, k._child_space(space))
    premise = Premise(
        say("the mean over all angles ≥ 0"), say("it is at least {bound}", bound=rounded(nearest(mean))), True
    )
    return _complete(Proof(k, space, "rule", MEAN, (premise,), (below,)))


def on_sphere(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove k₁ after a map φ into a sphere.

    The proof is by a rule of k₁ on the sphere, or by applying φ to the children of k₁.
    """
    squared = _on_sphere(k, space)
    if not isinstance(k, Mapped) or squared is None:
        return None
    own = sphere_rule(k.k, squared)
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
    squared = _on_sphere(k, space)
    own = sphere_rule(k.k, squared, conditional=True) if isinstance(k, Mapped) and squared is not None else None
    return None if own is None else _complete(Proof(k, space, "conditional", *own, ()))


def _on_sphere(k: Kernel, space: Space) -> int | None:
    """Return the constant ‖φ(x)‖² of a kernel after a spherical map.

    None for any other kernel.
    """
    return k.phi.on_sphere(space.d) if isinstance(k, Mapped) and not space.every else None


def _complete(proof: Proof) -> Proof | None:
    return proof if proof.complete else None


POWERS = Theorem(
    "powers",
    "kⁿ may be a kernel though k is none: (a(x) − a(z))ⁿ and the like, by a rule of k",
    "the rule's own",
    "its rule for kⁿ",
    proves=by_power,
)
VANISHING = Theorem(
    "vanishing", "k₁ normalised is 0 where −k₁ is a kernel", "k(x, x) ≥ 0", "its rule for 0", proves=by_vanishing
)
CIRCLE_MEAN = Theorem(
    "mean over a circle", MEAN.says, "Bochner (1932), Schoenberg (1942)", "a bound of its mean", proves=by_mean
)
ON_SPHERES = Theorem(
    "spheres",
    "a function of the distance may be a kernel on a sphere though it is none in space",
    "Schoenberg (1942)",
    "its rule on a sphere",
    proves=on_sphere,
    conditionally=conditionally_on_sphere,
)

__all__ = ["CIRCLE_MEAN", "ON_SPHERES", "POWERS", "VANISHING"]
