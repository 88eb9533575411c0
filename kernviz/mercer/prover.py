"""Prover of kernels, by rules and theorems.

The rules of the nodes come first, then the theorems in their order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.normal_form import Form
from kernviz.kernels.products import Power
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt, cached, charge
from kernviz.mercer.argument_rules import DEFINITION, NOTHING, TOO_LONG
from kernviz.mercer.proof import Proof
from kernviz.mercer.registry import having
from kernviz.mercer.theorems.theorem import Argument, Group, Item, Known

PROVING = 30_000  # budget of a proof, see kernels/work_budget.py
NODE = 10  # cost of one node, without its arguments


def prove(k: Kernel, d: float = 2, nonnegative: bool = False) -> Proof:
    """Prove that k is a kernel on ℝᵈ, as far as possible.

    The proof uses closure rules and theorems. A kernel of words, sets or graphs is proven on all, whatever d.

    Parameters
    ----------
    k : Kernel
        The kernel to prove.
    d : int or inf, default=2
        Dimension. ``inf`` stands for every ℝᵈ at once.
    nonnegative : bool, default=False
        Restrict ℝᵈ to points without a negative coordinate.

    Returns
    -------
    Proof
        The proof tree, complete or not: see `Proof.complete`, `Proof.gaps` and `Proof.steps`.

    Raises
    ------
    ValueError
        If k is no `Kernel` object, does not fit ℝᵈ, such as a 3×3 matrix A on the plane, or mixes kinds of objects.

    Examples
    --------
    >>> import kernviz as kv
    >>> prove(kv.RBF(2) + 1).complete, prove(kv.MinusDistance(1)).complete
    (True, False)
    """
    check_kernel(k)
    return proven(k, space_of(k, d, nonnegative))


def space_of(k: Kernel, d: float, nonnegative: bool = False) -> Space:
    """Return the space on which k is judged.

    The space is ℝᵈ (every ℝᵈ for d = ∞), or all the words, sets or graphs that k compares.

    Raises ValueError if k mixes kinds of objects.
    """
    kind = k.kind or "vectors"
    if kind != "vectors":
        return Space(1, kind=kind)
    return Space(2, nonnegative, every=True) if d == math.inf else Space(d, nonnegative)  # type: ignore[arg-type]


def after(inner: Proof, k: Kernel, mapped: Kernel, space: Space) -> Proof:
    """Return a proof of k from a proof of its inner kernel.

    `mapped` is k written as the inner kernel after a map.
    """
    below = Proof(mapped, space, "rule", Mapped.rule, (), (inner,))
    return below if k == mapped else Proof(k, space, "definition", DEFINITION, (), (below,))


def proven(k: Kernel, space: Space) -> Proof:
    """Return the proof of k, as far as it is found.

    The search stays within the budget PROVING. If this budget is exhausted, the result is `by_rules_alone`.
    """
    return attempt(lambda: _prove(k, space), None, PROVING) or by_rules_alone(k, space)


def by_rules_alone(k: Kernel, space: Space) -> Proof:
    """Return the proof tree by closure rules only, without other arguments."""
    expansion = k.expand()
    if expansion is not None:
        return Proof(k, space, "definition", DEFINITION, (), (by_rules_alone(expansion, space),))
    parts = tuple(by_rules_alone(child, k._child_space(space)) for child in _to_prove(k))
    premises = None if k.rule is None else attempt(lambda: k.premises(space), None)
    if k.rule is None or premises is None:
        return Proof(k, space, "none", TOO_LONG, (), parts)
    return Proof(k, space, "rule", k.rule, premises, parts)


def _to_prove(k: Kernel) -> tuple[Kernel, ...]:
    """Return the children whose proofs the rule of a node needs.

    k⁰ = 1 is a kernel for every k.
    """
    return () if isinstance(k, Power) and not k.n else k.children


class _Parts:
    """Prover that gives theorems the proofs of parts.

    See `theorems.theorem.Prover`.
    """

    def kernel(self, k: Kernel, space: Space) -> Proof:
        return _prove(k, space)

    def by_rules(self, k: Kernel, space: Space) -> Proof:
        return _by_rules(k, space)

    def conditional(self, k: Kernel, space: Space) -> Proof:
        return _conditional(k, space)

    def cofactor(self, items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
        found = (theorem.cofactor(items, space, proven) for theorem in having("cofactor") if theorem.cofactor)
        return next((argument for argument in found if argument is not None), None)

    def groups(self, k: Kernel, f: Form, space: Space, known: Known) -> tuple[Group, ...] | None:
        found = (theorem.groups(k, f, space, self, known) for theorem in having("groups") if theorem.groups)
        return next((groups for groups in found if groups), None)


_PARTS = _Parts()


@cached(4096)
def _prove(k: Kernel, space: Space) -> Proof:
    charge(NODE)
    by_rules = _by_rules(k, space)
    if by_rules.complete:
        return by_rules
    found = (theorem.proves(k, space, _PARTS) for theorem in having("proves") if theorem.proves)
    return next((proof for proof in found if proof is not None), by_rules)


def _by_rules(k: Kernel, space: Space) -> Proof:
    expansion = k.expand()
    if expansion is not None:
        return Proof(k, space, "definition", DEFINITION, (), (_prove(expansion, space),))
    parts = tuple(_prove(child, k._child_space(space)) for child in _to_prove(k))
    if k.rule is None:
        return Proof(k, space, "none", NOTHING, (), parts)
    return Proof(k, space, "rule", k.rule, k.premises(space), parts)


@cached(4096)
def _conditional(k: Kernel, space: Space) -> Proof:
    """Return the proof that k is conditionally positive definite.

    The proof goes as far as it is found.
    """
    found = (theorem.conditionally(k, space, _PARTS) for theorem in having("conditionally") if theorem.conditionally)
    return next((proof for proof in found if proof is not None), Proof(k, space, "none", NOTHING, (), ()))


def known(k: Kernel, space: Space) -> bool:
    """Return True if k is proven to be a kernel."""
    return _prove(k, space).complete
