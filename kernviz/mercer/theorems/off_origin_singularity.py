"""Refutation of functions by their smoothness on a sphere.

A function is no kernel if it is less smooth on a sphere ‖x − z‖ = w than at x = z. The proof applies
the Cauchy–Schwarz inequality to two wave packets u and v around two points.

Let x₀ − z₀ have the length w. Let no coordinate of x₀, z₀ and x₀ − z₀ be 0. Near (x₀, z₀) let k be the
sum of three parts: a smooth function, a·(1 − ‖x − z‖/w)ʲ with a ≠ 0 on one side of the sphere, and
terms of higher order. Near (x₀, x₀) and (z₀, z₀) let k be smooth except for two kinds of terms. These
are ‖x − z‖ᵖ times smooth functions of ‖x − z‖², and terms with kinks |xᵢ − zᵢ|. Let
u = φ(x)·e^{itθ·x} around x₀ and v the same around z₀, with θ = (x₀ − z₀)/w and φ ≥ 0 smooth. Then:

* |⟨u, Kv⟩| ≥ c·t^{−(d+1)/2−j} for large t, by the stationary point of the sphere in the direction
  θ (Erdélyi 1956, 2.8).
* ⟨u, Ku⟩ = O(t^{−d−p}) for ‖x − z‖ᵖ (Askey 1973). Terms with kinks are split into even and odd
  parts in each coordinate. This gives products of |xᵢ − zᵢ|, i ∈ S, with a factor without kinks. The
  transform of a kink is at most 1/(1 + ωᵢ²), convolved with the transform of the other factor. The
  latter is O(‖ω‖^{−d−p}) or smaller. θ has no coordinate 0. So the product is O(t^{−d−p}) if S does
  not contain every coordinate, else O(t^{−2d}) + O(t^{−d−p}). So kinks count as p = d.

A kernel has |⟨u, Kv⟩|² ≤ ⟨u, Ku⟩·⟨v, Kv⟩. So k is no kernel if j < (d − 1)/2 + p. For powers of the
triangle this is Askey's bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_series

from kernviz.kernels.ball_arithmetic import Point, fraction
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.expr import Kernel, kernel_of
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.weighted import Weighted
from kernviz.kernels.work_budget import charge
from kernviz.mercer.search_budget import cost
from kernviz.mercer.theorems.smoothness import combined, leaves, level_between, roughness_of
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say

START = Fraction(1, 4)  # coordinates of z, in widths
HIGHEST = 9  # highest order of a jump that is checked
SLACK = 1e-30  # relative radius of the balls for functions smooth at the sphere


@dataclass(frozen=True)
class Jump:
    """Jump of a derivative on a sphere ‖x − z‖ = radius.

    The derivative of this ``order`` jumps.
    """

    radius: Fraction
    order: int


def jump(f: Form, d: int) -> Jump | None:
    """Return a sphere that refutes f on [0, ∞)ᵈ.

    The sphere then refutes f on ℝᵈ too. None without such a sphere, or if the smoothness of f is
    unknown.
    """
    found = [leaf for piece in f.pieces() for leaf in leaves(kernel_of(piece))]
    rough = [roughness_of(leaf, d) for leaf in found]
    known = [p for p in rough if p is not None]
    if len(known) < len(rough):
        return None
    roughness = min(known, default=SMOOTH)
    edges = {edge[0] for leaf in found if (edge := leaf._edge()) is not None}
    for width in sorted(edges):
        order = _order(f, width, d)
        if order is not None and order < (d - 1) / 2 + roughness:
            return Jump(width, order)
    return None


def _order(f: Form, width: Fraction, d: int) -> int | None:
    """Return the order j of the jump of f at a sphere.

    f inside minus f outside is a·(1 − ‖r‖/w)ʲ, a ≠ 0, plus terms of higher order. None if the order
    is uncertain.

    f is a series in 1 − ‖r‖/w. A factor that is smooth at the sphere enters with its value at the sphere only. Its
    slope is left out, which may hide a jump of higher order: (1 − r)·box is the triangle. So a coefficient counts
    as 0 only if it is 0 for any values of the smooth factors. For this, each value is a ball with a radius > 0, and
    a coefficient is exactly 0 only if no such ball contributes.
    """
    z: Point = tuple(fraction(width * START) for _ in range(d))
    x: Point = tuple(a + fraction(width * share) for a, share in zip(z, direction(d), strict=True))
    inside = evaluated(f, lambda k: _value(k, width, x, z, inside=True))
    outside = evaluated(f, lambda k: _value(k, width, x, z, inside=False))
    if inside is None or outside is None:
        return None
    for order in range(HIGHEST):
        both = inside[order], outside[order]
        # Outside the support the series is constant, so its coefficients of order ≥ 1 are 0. The value jumps
        # only if a leaf has a box.
        a = both[0] if order else both[0] - both[1] if _has_box(f, width) else arb(0)
        if a != 0:  # certain: a ball that contains 0 does not compare unequal to 0
            return order
        if not a.is_zero():
            return None
    return None


def _has_box(f: Form, width: Fraction) -> bool:
    """Return True if a leaf's value jumps at this width.

    All other functions are continuous at the sphere.
    """
    edges = (leaf._edge() for piece in f.pieces() for leaf in leaves(kernel_of(piece)))
    return any(edge is not None and edge[0] == width and edge[1][0] != 0 for edge in edges)


def direction(d: int) -> list[Fraction]:
    """Return a unit vector of ℝᵈ with rational coordinates.

    None of the coordinates is 0.
    """
    total = 1 + Fraction(d - 1, d * d)
    return [2 / (d * total)] * (d - 1) + [(2 - total) / total]


def _value(k: Kernel, width: Fraction, x: Point, z: Point, inside: bool) -> arb_series | None:
    if isinstance(k, Weighted):
        weight, value = _as_any_number(arb(k.f.enclosed(x) * k.f.enclosed(z))), _value(k.k, width, x, z, inside)
        return None if weight is None or value is None else weight * value
    if k._of_values and k.children:
        below = [_value(child, width, x, z, inside) for child in k.children]
        levels = [level_between(k, child._enclosed(x, x), child._enclosed(z, z)) for child in k.children]
        return None if None in below else combined(k, below, levels)
    edge = k._edge()
    if edge is not None and edge[0] < width:
        return arb_series([0])  # outside the support, also near the sphere
    if edge is None or edge[0] != width:
        return _as_any_number(arb(k._enclosed(x, z)))
    return arb_series(list(edge[1]) if inside else [0])


def _as_any_number(value: arb) -> arb_series | None:
    """Return a ball of nonzero radius around the value.

    None if the value may be 0.
    """
    return arb_series([value * arb(1, SLACK)]) if value != 0 else None


def evaluated(f: Form, value: Callable[[Kernel], Any]) -> Any:
    """Return f with its pieces replaced by `value`.

    The values are numbers or series. The result is None if a value is None.
    """
    total: Any = arb(0)
    for term, c in f.items:
        value_of_term = _of_term(term, value)
        if value_of_term is None:
            return None
        total = total + c.ball() * value_of_term
    return total


def _of_term(term: Term, value: Callable[[Kernel], Any]) -> Any:
    product: Any = arb(1)
    for piece, n in term.pieces:
        k = kernel_of(piece)
        charge(cost(k) + n / 2)
        factor = value(k)
        if factor is None:
            return None
        for _ in range(n):
            product = product * factor
    if term.exponent is None:
        return product
    exponent = evaluated(term.exponent, value)
    return None if exponent is None else product * exponent.exp()


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Refute k by its smoothness on a sphere; else return None."""
    f = form(k, space) if space.kind == "vectors" and not space.every else None
    return None if f is None else _flaw(f, space)


def _flaw(f: Form, space: Space) -> Flaw | None:
    found = jump(f, space.d)
    if found is None:
        return None
    radius = float(found.radius)
    if found.order == 0:
        why = say(
            "it jumps where ‖x − ‹z›‖ = {radius}, and it is too smooth at x = ‹z› for that: a kernel with such a "
            "jump is at least as rough at x = ‹z›, and in more than one dimension rougher",
            radius=radius,
        )
    else:
        why = say(
            "its derivative of order {order} jumps where ‖x − ‹z›‖ = {radius}, and it is too smooth at x = ‹z› for "
            "that: a kernel with such a jump is at least as rough at x = ‹z›, and in more than one dimension rougher",
            order=found.order,
            radius=radius,
        )
    return Flaw(why, "Erdélyi (1956), Askey (1973)")


ROUGH_SPHERE = Theorem("rough on a sphere", "Erdélyi (1956), Askey (1973)", refutes=refuted)
