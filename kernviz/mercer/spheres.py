r"""Functions of x − z that are less smooth on a sphere than at x = z: no kernels, by the tail of their Fourier transform.

Let f be a smooth function of r but for r = 0, where it is smooth plus rᵖ times a smooth function of r², and for spheres ‖r‖ = w
across which it, or a derivative, jumps: f_inside − f_outside ≈ a·(1 − ‖r‖/w)ʲ with a ≠ 0. Times a smooth kernel of compact
support, positive at w, the Fourier transform at ω is a·C·cos(w‖ω‖ − φ)·‖ω‖^{−(d+1)/2−j} for each such w, up to terms of higher
order, and O(‖ω‖^{−d−p}) for the origin. Waves of different lengths and mean 0 do not cancel: where j < (d − 1)/2 + p some
frequency is below 0. For powers of the triangle it is Askey's bound. Sources: Erdélyi (1956), 2.8; Askey (1973).
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

HIGHEST = 9  # order of a jump that is looked at
SLACK = 1e-30  # the radius, as a share, of what is smooth at the sphere


@dataclass(frozen=True)
class Jump:
    """At ‖x − z‖ = radius the derivative of this order jumps, and near x = z there is ‖x − z‖ᵖ at worst."""

    radius: Fraction
    order: int
    roughness: float


def jump(f: Form, d: int) -> Jump | None:
    """A sphere that refutes f, a sum of functions of x − z on ℝᵈ; None where there is none, or it is not known how smooth f is."""
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
    """j where f inside less f outside is a·(1 − ‖r‖/w)ʲ, a ≠ 0, and terms of higher order; None where that is not certain.

    What is smooth at the sphere is taken for one number, and a coefficient that is 0 by such numbers alone may grow back by
    their slopes: (1 − r)·box is the triangle. So all coefficients before must be 0 whatever these numbers are: each is a
    ball with a radius, and only what no ball has a part in is 0 with none.
    """
    half = [width * share / 2 for share in direction(d)]
    x: Point = tuple(fraction(v) for v in half)
    z: Point = tuple(fraction(-v) for v in half)
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
    if k.values and k.children:
        below = [_value(child, width, x, z, inside) for child in k.children]
        return None if None in below else k._combined(below, [child._enclosed(z, z) for child in k.children])
    edge = k._edge()
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
