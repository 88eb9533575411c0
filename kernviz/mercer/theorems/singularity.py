"""Refutation of functions by a singularity that no kernel has.

The singularity is that of log(1 + u²), (1 + u²)^q or tanh(γu + c), u = x·z.

On a half-line from 0, x = sv and z = tv, let k = Σ Lⁿ·Aₙ, L one of these. Let every Aₙ be analytic
in s and t near 0, and in t near 0 in one disc for every s. If k is a kernel,
Mⱼ = (∂s∂t)ʲk(0, 0)/j!² is ≥ 0. The mean of k over s = re^{iθ}, t = re^{−iθ} is Σ Mⱼr²ʲ. There L is
evaluated at real numbers only, u = r²‖v‖². So the mean is analytic for all small r > 0, and the
series converges there (Pringsheim 1894). By |∂tʲk(s, 0)/j!|² ≤ k(s, s)·Mⱼ (Cauchy, Schwarz)
k(s, t) is then analytic in t in one disc around 0, for every s. But L has its singularity at a
t = a/s, inside this disc for a large s. For log, continuation around the singularity N times
leaves N!·(2πi)ᴺ·A_N = 0, N the highest power. For roots every class of q modulo 1 is 0 separately.
tanh has a pole wherever A_N is not 0. So k is no kernel if these are not 0. Nor is f(x)·k·f(z), if
f is 0 at 0 alone.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from kernviz.kernels.ball_arithmetic import Point
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import LINEAR
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.power_series import power_series
from kernviz.mercer.theorems.branch_points import continues, root_of, singular_of, turns
from kernviz.mercer.theorems.off_origin_singularity import evaluated
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say

PLACES = ((fmpq(1), fmpq(1, 2)), (fmpq(3, 2), fmpq(1, 7)))  # pairs (s, t) at which a function is shown to be ≠ 0


def singular_piece(f: Form, d: int) -> Kernel | None:
    """Return the piece whose singularity refutes f as a kernel.

    None if this argument shows nothing.
    """
    roots = {piece for piece in f.pieces() if root_of(piece) is not None}
    found = {piece for piece in f.pieces() if singular_of(piece) is not None} | roots
    if not found or not all(continues(piece) for piece in set(f.pieces()) - found):
        return None
    inside = {piece for term, _ in f.items if term.exponent is not None for piece in term.exponent.pieces()}
    if roots or found & inside:
        return min(found, key=str) if _branched(f, d) or _changes_on_continuation(f, roots) else None
    return next(iter(found)) if len(found) == 1 and _of_powers(f, d, next(iter(found))) else None


def _of_powers(f: Form, d: int, own: Kernel) -> bool:
    highest = max(_power(term, own) for term, _ in f.items)
    front = Form(frozenset((_without(term, own), c) for term, c in f.items if _power(term, own) == highest))
    alone = singular_of(own) == "transcendental" or len(front.items) == 1  # several terms might cancel at every pole
    return alone and _differs_from_zero(front, d)


def _branched(f: Form, d: int) -> bool:
    """Return True if the branched terms of f do not cancel.

    A branched term has a factor (1 + u²)^q, q not an integer. Terms whose q differ by an integer form a class. In
    some class the terms must not add up to 0.
    """
    classes: dict[Fraction, dict[Term, Exact]] = {}
    for term, c in f.items:
        q = _root(term)
        if q is None:
            return False
        classes.setdefault(q % 1, {})[term] = c
    return any(_differs_from_zero(Form(frozenset(of.items())), d) for q, of in classes.items() if q)


def _changes_on_continuation(f: Form, roots: set[Kernel]) -> bool:
    """Return True if continuation around the branch point changes f.

    f is Σ aₙwⁿ in one w = (1 + u²)^q up to weights, with some aₙ ≠ 0 and qn not an integer.

    Continuation around the branch point replaces w by we^{2πiq} and changes such an f.
    """
    own, *others = roots or {LINEAR}
    series = power_series(f, own) if roots and not others else None
    q = root_of(own) or Fraction(0)
    return series is not None and any(c and (q * n) % 1 for n, c in enumerate(series.coefficients))


def _root(term: Term) -> Fraction | None:
    """Return the exponent q of a term's factor (1 + u²)^q.

    None if another factor of the term is singular.
    """
    total = Fraction(0)
    for piece, n in term.pieces:
        if singular_of(piece) is not None:
            return None
        total += n * (root_of(piece) or 0)
    for inner, c in () if term.exponent is None else term.exponent.items:
        if (
            all(singular_of(piece) is None and root_of(piece) is None for piece, _ in inner.pieces)
            and inner.exponent is None
        ):
            continue
        ((of, n),) = inner.pieces if len(inner.pieces) == 1 else ((LINEAR, 0),)
        q = None if n != 1 or inner.exponent is not None or c.fraction is None else turns(of, c.fraction)
        if q is None:
            return None
        total += q
    return total


def _power(term: Term, piece: Kernel) -> int:
    return dict(term.pieces).get(piece, 0)


def _without(term: Term, piece: Kernel) -> Term:
    return Term(frozenset(pair for pair in term.pieces if pair[0] != piece), term.exponent)


def _differs_from_zero(f: Form, d: int) -> bool:
    """Return True if f is certainly ≠ 0 at some tested pair.

    The pairs are sv and tv, with v = (1, 1/2, 1/3, …).
    """
    for s, t in PLACES:
        x: Point = tuple(s / (i + 1) for i in range(d))
        z: Point = tuple(t / (i + 1) for i in range(d))
        if _value(f, x, z) != 0:
            return True
    return False


def _value(f: Form, x: Point, z: Point) -> arb:
    return arb(evaluated(f, lambda piece: arb(piece._enclosed(x, z))))


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Return the refutation of k by a singularity, or None."""
    f = form(k, space) if space.kind == "vectors" and not space.every else None
    piece = None if f is None else singular_piece(f, space.d)
    if piece is None:
        return None
    return Flaw(
        say(
            "on a half-line from 0 it is singular at the complex points where {piece} is singular, as near to 0 as "
            "one likes, and its other parts are not. A kernel that is analytic near 0 would be analytic in one disc",
            piece=piece,
        ),
        say("Pringsheim (1894), Cauchy and Schwarz"),
    )


SINGULARITY = Theorem(
    "singularity",
    "a kernel that is analytic near 0 is analytic in one disc",
    "Pringsheim (1894), Cauchy, Schwarz",
    "the kind of its singularities; whether it is analytic on half-lines",
    refutes=refuted,
)

__all__ = ["SINGULARITY", "singular_piece"]
