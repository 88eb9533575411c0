r"""Functions with a singularity of log(1 + u²), (1 + u²)^q or tanh(γu + c), u = x·z, where a kernel has none.

On a half-line from 0, x = sv and z = tv, let k = Σ Lⁿ·Aₙ, L one of these, every Aₙ analytic in s and t near 0, and in
t near 0 in one disc for every s. If k is a kernel, Mⱼ = (∂s∂t)ʲk(0, 0)/j!² is ≥ 0, and the mean of k over s = re^{iθ},
t = re^{−iθ} is Σ Mⱼr²ʲ. There L is asked at real numbers only, u = r²‖v‖²: the mean is analytic for all small r > 0,
and the series converges there (Pringsheim 1894). By |∂tʲk(s, 0)/j!|² ≤ k(s, s)·Mⱼ (Cauchy, Schwarz) k(s, t) is then
analytic in t in one disc around 0, for every s. But L has its singularity at a t = a/s, inside for a large s. Turning
around it N times leaves N!·(2πi)ᴺ·A_N = 0 of log, N the highest power; of roots every class of q by whole numbers is 0
by itself; tanh has a pole wherever A_N is not 0. So k is no kernel where these are not 0; nor is f(x)·k·f(z), where f
is 0 at 0 alone.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from kernviz.kernels.enclosure import Point
from kernviz.kernels.exact import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form import Form, Term
from kernviz.kernels.rules import LINEAR
from kernviz.mercer.power_series import power_series
from kernviz.mercer.spheres import evaluated

PLACES = ((fmpq(1), fmpq(1, 2)), (fmpq(3, 2), fmpq(1, 7)))  # s and t where what must not be 0 is worked out


def singular_piece(f: Form, d: int) -> Kernel | None:
    """The piece with a singularity where no kernel has one; None where this shows nothing."""
    roots = {piece for piece in f.pieces() if piece.root is not None}
    found = {piece for piece in f.pieces() if piece.singular is not None} | roots
    if not found or not all(piece.continues for piece in set(f.pieces()) - found):
        return None
    inside = {piece for term, _ in f.items if term.exponent is not None for piece in term.exponent.pieces()}
    if roots or found & inside:
        return min(found, key=str) if _branched(f, d) or _turned(f, roots) else None
    return next(iter(found)) if len(found) == 1 and _of_powers(f, d, next(iter(found))) else None


def _of_powers(f: Form, d: int, own: Kernel) -> bool:
    highest = max(_power(term, own) for term, _ in f.items)
    front = Form(frozenset((_without(term, own), c) for term, c in f.items if _power(term, own) == highest))
    alone = own.singular == "transcendental" or len(front.items) == 1  # else together they may be 0 at every pole
    return alone and _differs_from_zero(front, d)


def _branched(f: Form, d: int) -> bool:
    """Whether terms with (1 + u²)^q, q no whole number, do not add up to 0."""
    classes: dict[Fraction, dict[Term, Exact]] = {}
    for term, c in f.items:
        q = _root(term)
        if q is None:
            return False
        classes.setdefault(q % 1, {})[term] = c
    return any(_differs_from_zero(Form(frozenset(of.items())), d) for q, of in classes.items() if q)


def _turned(f: Form, roots: set[Kernel]) -> bool:
    """Whether f is Σ aₙwⁿ of one w = (1 + u²)^q up to weights, some aₙ ≠ 0 with qn no whole number: another function of
    we^{2πiq}.
    """
    own, *others = roots or {LINEAR}
    series = power_series(f, own) if roots and not others else None
    q = own.root or Fraction(0)
    return series is not None and any(c and (q * n) % 1 for n, c in enumerate(series.coefficients))


def _root(term: Term) -> Fraction | None:
    """q of a term; None where something else in it is singular."""
    total = Fraction(0)
    for piece, n in term.pieces:
        if piece.singular is not None:
            return None
        total += n * (piece.root or 0)
    for inner, c in () if term.exponent is None else term.exponent.items:
        if all(piece.singular is None and piece.root is None for piece, _ in inner.pieces) and inner.exponent is None:
            continue
        ((of, n),) = inner.pieces if len(inner.pieces) == 1 else ((LINEAR, 0),)
        q = None if n != 1 or inner.exponent is not None or c.fraction is None else of._turns(c.fraction)
        if q is None:
            return None
        total += q
    return total


def _power(term: Term, piece: Kernel) -> int:
    return dict(term.pieces).get(piece, 0)


def _without(term: Term, piece: Kernel) -> Term:
    return Term(frozenset(pair for pair in term.pieces if pair[0] != piece), term.exponent)


def _differs_from_zero(f: Form, d: int) -> bool:
    """Whether f is not 0 at some sv and tv, v = (1, 1/2, 1/3, …)."""
    for s, t in PLACES:
        x: Point = tuple(s / (i + 1) for i in range(d))
        z: Point = tuple(t / (i + 1) for i in range(d))
        if _value(f, x, z) != 0:
            return True
    return False


def _value(f: Form, x: Point, z: Point) -> arb:
    return arb(evaluated(f, lambda piece: arb(piece._enclosed(x, z))))


__all__ = ["singular_piece"]
