r"""Functions that are less smooth on a sphere ‖x − z‖ = w than at x = z: no kernels, by waves around two points.

Let x₀ − z₀ have the length w and no coordinate 0, nor x₀ and z₀. Near (x₀, z₀) let k be smooth but for a·(1 − ‖x −
z‖/w)ʲ, a ≠ 0, on one side of the sphere, and terms of higher order. Near (x₀, x₀) and (z₀, z₀) let it be smooth but for
‖x − z‖ᵖ times smooth functions of ‖x − z‖², and for |xᵢ − zᵢ|. For u = φ(x)·e^{itθ·x} around x₀ and v the same around
z₀, θ = (x₀ − z₀)/w, φ ≥ 0 smooth:

* |⟨u, Kv⟩| ≥ c·t^{−(d+1)/2−j} for large t, by the stationary point of the sphere in the direction θ (Erdélyi 1956,
  2.8).
* ⟨u, Ku⟩ = O(t^{−d−p}) for ‖x − z‖ᵖ (Askey 1973). Even and odd parts in each coordinate make of kinks |xᵢ − zᵢ|
  products of some
  of them, i ∈ S, with the rest: the transform of each is at most 1/(1 + ωᵢ²) convolved with what is O(‖ω‖^{−d−p}) or
  faster. θ has no coordinate 0: that is O(t^{−d−p}) where S leaves a coordinate out, else O(t^{−2d}) + O(t^{−d−p}). So
  kinks count as p = d.

A kernel has |⟨u, Kv⟩|² ≤ ⟨u, Ku⟩·⟨v, Kv⟩, so where j < (d − 1)/2 + p it is none. For powers of the triangle it is
Askey's bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_series

from kernviz.kernels.differences import SMOOTH, leaves
from kernviz.kernels.enclosure import Point, fraction
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form import Form, Term
from kernviz.kernels.work import charge
from kernviz.mercer.effort import cost

START = Fraction(1, 4)  # where z lies, in widths
HIGHEST = 9  # order of a jump that is looked at
SLACK = 1e-30  # the radius, as a share, of what is smooth at the sphere


@dataclass(frozen=True)
class Jump:
    """At ‖x − z‖ = radius the derivative of this order jumps, and near x = z there is ‖x − z‖ᵖ at worst."""

    radius: Fraction
    order: int
    roughness: float


def jump(f: Form, d: int) -> Jump | None:
    """A sphere that refutes f on [0, ∞)ᵈ, and so on ℝᵈ; None where there is none, or it is not known how smooth
    f is.
    """
    found = [leaf for piece in f.pieces() for leaf in leaves(piece)]
    rough = [leaf._roughness(d) for leaf in found]
    known = [p for p in rough if p is not None]
    if len(known) < len(rough):
        return None
    roughness = min(known, default=SMOOTH)
    edges = {edge[0] for leaf in found if (edge := leaf._edge()) is not None}
    for width in sorted(edges):
        order = _order(f, width, d)
        if order is not None and order < (d - 1) / 2 + roughness:
            return Jump(width, order, roughness)
    return None


def _order(f: Form, width: Fraction, d: int) -> int | None:
    """j where f inside less f outside is a·(1 − ‖r‖/w)ʲ, a ≠ 0, and terms of higher order; None where that is not
    certain.

    What is smooth at the sphere is taken for one number, and a coefficient that is 0 by such numbers alone may grow
    back by their slopes: (1 − r)·box is the triangle. So all coefficients before must be 0 whatever these numbers are:
    each is a ball with a radius, and only what no ball has a part in is 0 with none.
    """
    z: Point = tuple(fraction(width * START) for _ in range(d))
    x: Point = tuple(a + fraction(width * share) for a, share in zip(z, direction(d), strict=True))
    inside = evaluated(f, lambda k: _value(k, width, x, z, inside=True))
    outside = evaluated(f, lambda k: _value(k, width, x, z, inside=False))
    if inside is None or outside is None:
        return None
    for order in range(HIGHEST):
        both = inside[order], outside[order]
        # beyond the first all are inside: without an edge there is one number
        a = both[0] if order else both[0] - both[1] if _has_box(f, width) else arb(0)
        if a != 0:  # certainly: a ball that may be 0 is not unequal to it
            return order
        if not a.is_zero():
            return None
    return None


def _has_box(f: Form, width: Fraction) -> bool:
    """Whether something that jumps itself sits there; all else is as large inside as outside, at the sphere."""
    edges = (leaf._edge() for piece in f.pieces() for leaf in leaves(piece))
    return any(edge is not None and edge[0] == width and edge[1][0] != 0 for edge in edges)


def direction(d: int) -> list[Fraction]:
    """A vector of length 1 in fractions, with no coordinate 0: 1/d in all but one, put on the sphere from its pole."""
    total = 1 + Fraction(d - 1, d * d)
    return [2 / (d * total)] * (d - 1) + [(2 - total) / total]


def _value(k: Kernel, width: Fraction, x: Point, z: Point, inside: bool) -> arb_series | None:
    if k.framed:
        frame, value = _as_any_number(arb(k._frame(x, z))), _value(k.children[0], width, x, z, inside)
        return None if frame is None or value is None else frame * value
    if k.values and k.children:
        below = [_value(child, width, x, z, inside) for child in k.children]
        levels = [k._level(child._enclosed(x, x), child._enclosed(z, z)) for child in k.children]
        return None if None in below else k._combined(below, levels)
    edge = k._edge()
    if edge is not None and edge[0] < width:
        return arb_series([0])  # all around
    if edge is None or edge[0] != width:
        return _as_any_number(arb(k._enclosed(x, z)))
    return arb_series(list(edge[1]) if inside else [0])


def _as_any_number(value: arb) -> arb_series | None:
    """A number whose ball has a radius and is not 0; None where it may be 0."""
    return arb_series([value * arb(1, SLACK)]) if value != 0 else None


def evaluated(f: Form, value: Callable[[Kernel], Any]) -> Any:
    """f, its pieces by `value`: a number or a series; None where one is None."""
    total: Any = arb(0)
    for term, c in f.items:
        one = _of_term(term, value)
        if one is None:
            return None
        total = total + c.ball() * one
    return total


def _of_term(term: Term, value: Callable[[Kernel], Any]) -> Any:
    product: Any = arb(1)
    for piece, n in term.pieces:
        charge(cost(piece) + n / 2)
        one = value(piece)
        if one is None:
            return None
        for _ in range(n):
            product = product * one
    if term.exponent is None:
        return product
    exponent = evaluated(term.exponent, value)
    return None if exponent is None else product * exponent.exp()


__all__ = ["Jump", "evaluated", "jump"]
