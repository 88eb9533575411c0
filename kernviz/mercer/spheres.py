r"""Functions of x − z that are less smooth on a sphere than at x = z: no kernels, by the tail of their Fourier transform.

Let f be a smooth function of r but for r = 0, where it is smooth plus rᵖ times a smooth function of r², and for spheres ‖r‖ = w
across which it, or a derivative, jumps: f_inside − f_outside ≈ a·(1 − ‖r‖/w)ʲ with a ≠ 0. Times a smooth kernel of compact
support, positive at w, the Fourier transform at ω is a·C·cos(w‖ω‖ − φ)·‖ω‖^{−(d+1)/2−j} for each such w, up to terms of higher
order, and O(‖ω‖^{−d−p}) for the origin. Kinks of |rᵢ| are as those of ‖r‖ (p = 1) in directions with no ωᵢ = 0: planes rᵢ = 0 are
seen in their own directions only, and where they meet a sphere in higher order, by ‖ω‖^{−3/2} each. Waves of different lengths and mean 0 do not cancel: where j < (d − 1)/2 + p some
frequency is below 0. For powers of the triangle it is Askey's bound. Sources: Erdélyi (1956), 2.8; Askey (1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, arb_series

from kernviz.kernels.differences import SMOOTH, leaves
from kernviz.kernels.enclosure import ZERO, Point, fraction
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form import Form, Term

HIGHEST = 9  # order of a jump that is looked at


@dataclass(frozen=True)
class Jump:
    """At ‖x − z‖ = radius the derivative of this order jumps, and near x = z there is ‖x − z‖ᵖ at worst."""

    radius: Fraction
    order: int
    roughness: float


def jump(f: Form, d: int) -> Jump | None:
    """A sphere that refutes f, a sum of functions of x − z on ℝᵈ; None where there is none, or it is not known how smooth f is."""
    found = [leaf for piece in pieces(f) for leaf in leaves(piece)]
    rough = [leaf._roughness(d) for leaf in found]
    known = [p for p in rough if p is not None]
    if len(known) < len(rough):
        return None
    roughness = min(known, default=SMOOTH)
    edges = {edge[0] for leaf in found if (edge := leaf._edge()) is not None}
    for width in sorted(edges):
        for order, a in enumerate(_difference(f, width, d)):
            if order >= (d - 1) / 2 + roughness:
                break
            if a != 0:  # certainly: a ball that may be 0 is not unequal to it
                return Jump(width, order, roughness)
    return None


def pieces(f: Form) -> Iterator[Kernel]:
    """Every piece, those in exponents too."""
    for term, _ in f.items:
        yield from (piece for piece, _ in term.pieces)
        if term.exponent is not None:
            yield from pieces(term.exponent)


def _difference(f: Form, width: Fraction, d: int) -> list[arb]:
    """a₀, a₁, …: f inside less f outside, as a series in 1 − ‖r‖/w, at one point of the sphere."""
    origin: Point = (ZERO,) * d
    x: Point = tuple(fraction(width * share) for share in direction(d))
    inside = evaluated(f, lambda k: _value(k, width, x, origin, inside=True))
    outside = evaluated(f, lambda k: _value(k, width, x, origin, inside=False))
    if inside is None or outside is None:
        return []
    difference = inside - outside
    return [difference[i] for i in range(HIGHEST)]


def direction(d: int) -> list[Fraction]:
    """A vector of length 1 in fractions, with no coordinate 0: 1/d in all but one, put on the sphere from its pole."""
    total = 1 + Fraction(d - 1, d * d)
    return [2 / (d * total)] * (d - 1) + [(2 - total) / total]


def _value(k: Kernel, width: Fraction, x: Point, origin: Point, inside: bool) -> arb_series | None:
    if k.values and k.children:
        below = [_value(child, width, x, origin, inside) for child in k.children]
        return None if None in below else k._combined(below, [child._enclosed(origin, origin) for child in k.children])
    edge = k._edge()
    if edge is None or edge[0] != width:
        return arb_series([arb(k._enclosed(x, origin))])
    return arb_series(list(edge[1]) if inside else [0])


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


__all__ = ["Jump", "evaluated", "jump", "pieces"]
