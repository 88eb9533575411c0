r"""Proof tree of a kernel: every node with its rule, its premises decided, and the gaps of the proof.

Rules come from the nodes. Other arguments work on whole subtrees: the coefficient matrix decides polynomials
completely, and a kernel multiplied out may have only coefficients ≥ 0 though its text has minus signs: (−1 − x·z)².
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Literal

from kernviz.features.polynomial import coefficient_matrix
from kernviz.kernels.algebra import Power, Product, Sum
from kernviz.kernels.ball_arithmetic import nearest
from kernviz.kernels.build import scale
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.node import check_kernel
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, rounded
from kernviz.kernels.work_budget import attempt, charge, kept
from kernviz.mercer import conditionally_positive, monotone_polynomial
from kernviz.mercer.arguments import (
    BOCHNER,
    COEFFICIENTS,
    DEFINITION,
    MEAN,
    NOTHING,
    REWRITING,
    SERIES,
    SERIES_IN,
    TOO_LONG,
)
from kernviz.mercer.constants import of_a_number
from kernviz.mercer.cosine_modulation import RINGING, waves_beside_a_fall
from kernviz.mercer.decomposition import Part, parts
from kernviz.mercer.mixture_times_conditional import FALLING
from kernviz.mercer.polya import CONVEX, falls_convexly
from kernviz.mercer.tent_times_exponential import TENT, beside_exponential
from kernviz.wording import say

PROVING = 30_000  # budget of a proof, see `kernels.work`
NODE = 10  # cost of one node, without its arguments

Way = Literal["rule", "definition", "coefficients", "rewriting", "spectral", "series", "conditional", "none"]
Line = tuple[Kernel, Space, bool, bool]  # kernel, space, conditional, complete


@dataclass(frozen=True)
class Step:
    """One line of the proof: kᵢ, its formula in earlier kⱼ, rule, kernel, space, premises and the lines it uses."""

    index: int
    formula: str  # LaTeX, in x, z and k_1 … k_{i−1}
    rule: Rule
    kernel: Kernel
    space: Space
    complete: bool
    conditional: bool = False  # proven to be conditionally positive definite only
    premises: tuple[Premise, ...] = ()
    rests: tuple[int, ...] = ()


@dataclass(frozen=True)
class Proof:
    """A node of the proof: the kernel, the kind of argument, its premises, and the proofs of its parts."""

    kernel: Kernel
    space: Space
    way: Way
    rule: Rule
    premises: tuple[Premise, ...]
    parts: tuple[Proof, ...]

    @cached_property
    def complete(self) -> bool:
        """True if every rule applies, all the way down."""
        return self.way != "none" and all(p.holds for p in self.premises) and all(part.complete for part in self.parts)

    def __repr__(self) -> str:
        return f"<Proof {self.kernel} on {self.space}: {'complete' if self.complete else 'incomplete'}>"

    def _repr_html_(self) -> str:
        """The tree as nested lists, each node with its rule, for a notebook."""
        mark = "✓" if self.complete else "✗"
        below = "".join(part._repr_html_() for part in self.parts)
        rule = escape(str(self.rule.name))
        return f"<ul><li>{mark} <code>{escape(str(self.kernel))}</code> <small>{rule}</small>{below}</li></ul>"

    def gaps(self) -> list[tuple[Kernel, str]]:
        """The innermost places where the proof breaks: (node, reason in words)."""
        if self.complete:
            return []
        below = [gap for part in self.parts for gap in part.gaps()]
        failed = [(self.kernel, str(p)) for p in self.premises if not p.holds]
        if self.way == "none" and not below:
            failed.append((self.kernel, say("no rule makes this a kernel")))
        return below + failed

    def steps(self) -> list[Step]:
        """Numbered lines, each built from earlier ones: for the Gaussian kernel, S2's Quiz 1 in four lines."""
        found: dict[Line, Step] = {}
        for node in self._in_order():
            if node._line not in found:
                found[node._line] = node._step(found)
        return list(found.values())

    @property
    def _line(self) -> Line:
        """Identity of a line: kernel, space, conditional or not, complete or not.

        The same function may be a kernel on the line and none in the plane.
        """
        return self.kernel, self.space, self.way == "conditional", self.complete

    def _step(self, earlier: dict[Line, Step]) -> Step:
        lines = [(part, node) for part in self.parts for node in part._nodes_with_lines()]
        below = {part.kernel: earlier[node._line].index for part, node in lines if part.kernel == node.kernel}

        def show(child: Kernel, level: int) -> str:
            return f"k_{{{below[child]}}}" if child in below else plain(child, level)

        return Step(
            len(earlier) + 1,
            self.kernel._latex(show),
            self.rule,
            self.kernel,
            self.space,
            self.complete,
            self.way == "conditional",
            self.premises,
            tuple(sorted({earlier[node._line].index for _, node in lines})),
        )

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Proof]]:
        """Every node with its depth, this one first."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def _in_order(self) -> Iterator[Proof]:
        for part in self.parts:
            yield from part._in_order()
        if self._has_line:
            yield self

    @property
    def _has_line(self) -> bool:
        """True unless the node's parts say the same: an expansion, or a kernel of which only the
        weaker property is used.
        """
        return self.way not in ("definition", "rewriting") and self.rule is not conditionally_positive.KERNEL

    def _nodes_with_lines(self) -> Iterator[Proof]:
        """The nodes whose lines stand for this one."""
        if self._has_line:
            yield self
        else:
            for part in self.parts:
                yield from part._nodes_with_lines()


def plain(child: Kernel, level: int) -> str:
    """LaTeX of a child, in full."""
    from kernviz.kernels.text import _latex_child

    return _latex_child(child, level)


def prove(k: Kernel, d: float = 2, nonnegative: bool = False) -> Proof:
    """Prove k on ℝᵈ, or on its non-negative part, as far as the rules carry.

    A kernel of words, sets or graphs is proven on all of them, whatever d.

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
        If k is not a kernel, does not fit ℝᵈ at all, such as a 3×3 matrix A on the plane, or fits no one kind of
        objects.

    Examples
    --------
    >>> import kernviz as kv
    >>> prove(kv.RBF(2) + 1).complete, prove(kv.MinusDistance(1)).complete
    (True, False)
    """
    check_kernel(k)
    return proven(k, space_of(k, d, nonnegative))


def space_of(k: Kernel, d: float, nonnegative: bool = False) -> Space:
    """ℝᵈ (every ℝᵈ for d = ∞), or all the words, sets or graphs that k compares.

    Raises ValueError if k mixes kinds of objects.
    """
    kind = k.kind or "vectors"
    if kind != "vectors":
        return Space(1, kind=kind)
    return Space(2, nonnegative, every=True) if d == math.inf else Space(d, nonnegative)  # type: ignore[arg-type]


def after(inner: Proof, k: Kernel, mapped: Kernel, space: Space) -> Proof:
    """Proof of k from a proof of its inner kernel; `mapped` is k written as that kernel after a map."""
    below = Proof(mapped, space, "rule", Mapped.rule, (), (inner,))
    return below if k == mapped else Proof(k, space, "definition", DEFINITION, (), (below,))


def proven(k: Kernel, space: Space) -> Proof:
    """The proof as far as it is found within the budget PROVING."""
    return attempt(lambda: _prove(k, space), None, PROVING) or by_rules_alone(k, space)


def by_rules_alone(k: Kernel, space: Space) -> Proof:
    """Proof tree by closure rules only, without other arguments."""
    expansion = k.expand()
    if expansion is not None:
        return Proof(k, space, "definition", DEFINITION, (), (by_rules_alone(expansion, space),))
    parts = tuple(by_rules_alone(child, k.child_space(space)) for child in k.children)
    premises = None if k.rule is None else attempt(lambda: k.premises(space), None)
    if k.rule is None or premises is None:
        return Proof(k, space, "none", TOO_LONG, (), parts)
    return Proof(k, space, "rule", k.rule, premises, parts)


@kept(4096)
def _prove(k: Kernel, space: Space) -> Proof:
    charge(NODE)
    by_rules = _by_rules(k, space)
    if by_rules.complete:
        return by_rules
    return (
        _by_coefficients(k, space)
        or _by_schoenberg(k, space)
        or _by_number(k, space)
        or _by_power(k, space)
        or _by_vanishing(k, space)
        or _by_rising(k, space)
        or _by_mean(k, space)
        or _on_sphere(k, space)
        or _by_decay(k, space)
        or _by_multiplying_out(k, space)
        or by_rules
    )


def _by_rules(k: Kernel, space: Space) -> Proof:
    expansion = k.expand()
    if expansion is not None:
        return Proof(k, space, "definition", DEFINITION, (), (_prove(expansion, space),))
    children = () if isinstance(k, Power) and not k.n else k.children  # k⁰ = 1 for every k
    parts = tuple(_prove(child, k.child_space(space)) for child in children)
    if k.rule is None:
        return Proof(k, space, "none", NOTHING, (), parts)
    return Proof(k, space, "rule", k.rule, k.premises(space), parts)


def _by_coefficients(k: Kernel, space: Space) -> Proof | None:
    if space.kind != "vectors" or space.every:  # 20(x·z)² − ‖x‖²‖z‖² is a kernel for up to 20 counts and not for 21
        return None
    matrix = coefficient_matrix(k, space.d)
    if matrix is None or not matrix.psd:
        return None
    size = len(matrix.monomials)
    premise = Premise(
        "M ⪰ 0", say("M is {size}×{size} of rank {rank}, decided in exact fractions", size=size, rank=matrix.rank), True
    )
    return Proof(k, space, "coefficients", COEFFICIENTS, (premise,), ())


def _by_number(k: Kernel, space: Space) -> Proof | None:
    found = of_a_number(k, space)
    return Proof(k, space, "rule", Constant.rule, (found,), ()) if found is not None and found.holds else None


def _by_power(k: Kernel, space: Space) -> Proof | None:
    """Prove kⁿ by a rule that k has for its powers."""
    own = k.k.power_rule(k.n, space) if isinstance(k, Power) else None
    if own is None:
        return None
    proof = Proof(k, space, "rule", own[0], own[1], ())
    return proof if proof.complete else None


def _by_rising(k: Kernel, space: Space) -> Proof | None:
    found = monotone_polynomial.normalized(k, space) or monotone_polynomial.of_the_minimum(k, space)
    return (
        Proof(k, space, "rule", monotone_polynomial.RISING, found, ())
        if found and all(p.holds for p in found)
        else None
    )


def _by_vanishing(k: Kernel, space: Space) -> Proof | None:
    """Prove that k is 0, by a node that vanishes if minus its child is a kernel."""
    if k.vanishing is None:
        return None
    below = tuple(_prove(scale(-1.0, child), space) for child in k.children)
    proof = Proof(k, space, "rule", k.vanishing, (), below)
    return proof if proof.complete else None


def _by_decay(k: Kernel, space: Space) -> Proof | None:
    """Prove a product in which one factor is no kernel, but the others decay fast enough."""
    for rule, seen in ((TENT, beside_exponential), (RINGING, waves_beside_a_fall), (CONVEX, falls_convexly)):
        found = seen(k, space)
        if found is None or not found[0].holds:
            continue
        proof = Proof(k, space, "rule", rule, (found[0],), tuple(_prove(factor, space) for factor in found[1]))
        if proof.complete:
            return proof
    return None


def _by_mean(k: Kernel, space: Space) -> Proof | None:
    """Prove k₁ @ circle by its mean, if k₁ is conditionally positive definite: a function of x − z on
    a group of angles.
    """
    squared = k.phi.on_sphere(space.d) if isinstance(k, Mapped) and not space.every else None
    if not isinstance(k, Mapped) or squared is None:
        return None
    mean = k.k._mean(Fraction(2 * squared))  # that of ‖φ(x) − φ(z)‖² over all angles
    if mean is None or not mean >= 0:
        return None
    below = _conditional(k.k, k.child_space(space))
    premise = Premise(
        say("the mean over all angles ≥ 0"), say("it is at least {bound}", bound=rounded(nearest(mean))), True
    )
    proof = Proof(k, space, "rule", MEAN, (premise,), (below,))
    return proof if proof.complete else None


def _on_sphere(k: Kernel, space: Space) -> Proof | None:
    """Prove k₁ after a map onto a sphere, by a rule of k₁ there, or by applying the map to the children of k₁."""
    squared = k.phi.on_sphere(space.d) if isinstance(k, Mapped) and not space.every else None
    if not isinstance(k, Mapped) or squared is None:
        return None
    own = k.k.sphere_rule(squared)
    if own is not None:
        proof = Proof(k, space, "rule", own[0], own[1], ())
    elif k.k.values and k.k.children:
        inner = k.k.with_children(tuple(Mapped(child, k.phi) for child in k.k.children))
        proof = Proof(k, space, "definition", DEFINITION, (), (_prove(inner, space),))
    else:
        return None
    return proof if proof.complete else None


def _by_multiplying_out(k: Kernel, space: Space) -> Proof | None:
    found = parts(k, space, lambda part, on: part != k and _prove(part, on).complete)
    if found is None or (len(found) == 1 and found[0].kernel == k and found[0].way == "terms"):
        return None
    proofs = tuple(_of_part(part, space, k) for part in found)
    if len(found) == 1 and found[0].shared is None and found[0].way != "terms":
        return replace(proofs[0], kernel=k)
    total = proofs[0] if len(found) == 1 else Proof(_sum(found), space, "rule", Sum.rule, (), proofs)
    return Proof(k, space, "rewriting", REWRITING, (), (total,)) if total.complete else None


def _sum(found: tuple[Part, ...]) -> Kernel:
    return Sum(tuple(part.kernel for part in found))


def _of_part(part: Part, space: Space, whole: Kernel) -> Proof:
    if part.way == "terms":
        rest = _by_rules(part.rest, space)
        if not rest.complete:
            rest = _of_terms(part.rest, space, whole) or _by_coefficients(part.rest, space) or rest
    elif part.mixture is not None:
        premise = Premise(say("the spectral measure is ≥ 0"), say("S(ω) ≥ 0 for every ω, with error bounds"), True)
        rest = Proof(part.rest, space, "spectral", BOCHNER, (premise,), ())
    elif part.way == "falling":
        premise = Premise(say("∫ Aψ dx ≥ 0"), say("worked out with error bounds"), True)
        rest = Proof(part.rest, space, "spectral", FALLING, (premise,), ())
    else:
        premise = Premise(say("every coefficient ≥ 0"), say("aₙ ≥ 0 for every n, in exact numbers"), True)
        of_the_dot_product = part.of == LINEAR
        below = () if of_the_dot_product else (_prove(part.of, space),)
        rest = Proof(part.rest, space, "series", SERIES if of_the_dot_product else SERIES_IN, (premise,), below)
    if part.shared is None:
        return rest
    return Proof(part.kernel, space, "rule", Product.rule, (), (_prove(part.shared, space), rest))


def _of_terms(k: Kernel, space: Space, whole: Kernel) -> Proof | None:
    """Prove a sum of terms, or a single one, each by a proof of its own."""
    if isinstance(k, Sum):
        below = tuple(_prove(term, space) for term in k.terms if term != whole)
        proof = Proof(k, space, "rule", Sum.rule, (), below) if len(below) == len(k.terms) else None
    else:
        proof = _prove(k, space) if k != whole else None
    return proof if proof is not None and proof.complete else None  # else the coefficient matrix is tried


# ---- conditionally positive definite ------------------------------------------------------------------------------


def _by_schoenberg(k: Kernel, space: Space) -> Proof | None:
    if k.schoenberg is None:
        return None
    below = tuple(_conditional(child, k.child_space(space)) for child in k.children)
    proof = Proof(k, space, "rule", k.schoenberg, (), below)
    return proof if proof.complete else None


@kept(4096)
def _conditional(k: Kernel, space: Space) -> Proof:
    """Proof that k is conditionally positive definite, as far as it is found."""
    proven = _prove(k, space)
    if proven.complete:
        return Proof(k, space, "conditional", conditionally_positive.KERNEL, (), (proven,))
    squared = k.phi.on_sphere(space.d) if isinstance(k, Mapped) and not space.every else None
    on_sphere = k.k.sphere_rule(squared, conditional=True) if isinstance(k, Mapped) and squared is not None else None
    if on_sphere is not None and all(p.holds for p in on_sphere[1]):
        return Proof(k, space, "conditional", *on_sphere, ())
    if k.conditional is not None:
        below = tuple(_conditional(child, k.child_space(space)) for child in k.children)
        proof = Proof(k, space, "conditional", k.conditional, k.conditional_premises(space), below)
        if proof.complete:
            return proof
    of_minimum = monotone_polynomial.of_the_minimum(k, space)
    if of_minimum is not None and of_minimum[0].holds:
        return Proof(k, space, "conditional", monotone_polynomial.RISING, of_minimum[:1], ())

    def known(part: Kernel, on: Space) -> bool:
        return part != k and _prove(part, on).complete

    def conditionally(part: Kernel, on: Space) -> bool:
        return part != k and _conditional(part, on).complete

    if conditionally_positive.by_remainder(k, space, known, conditionally):
        return Proof(k, space, "conditional", conditionally_positive.REMAINDER, (), ())
    return Proof(k, space, "none", NOTHING, (), ())


__all__ = ["BOCHNER", "SERIES", "Proof", "Step", "prove", "space_of"]
