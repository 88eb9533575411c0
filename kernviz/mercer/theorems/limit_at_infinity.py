r"""Limit of a function of x − z as ‖x − z‖ → ∞; if it is negative, the function is no kernel.

n points, all far from each other, have uᵀKu ≈ n·k(0) + n(n − 1)·k(∞) for u = (1, …, 1): below 0 for a large n.
"""

from __future__ import annotations

from flint import arb

from kernviz.kernels.ball_arithmetic import ZERO, Point
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form, Term
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Space, rounded
from kernviz.kernels.squared_norms import SquaredNorms
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say


def at_infinity(f: Form, d: int) -> arb | None:
    """k(∞) of a sum of functions of x − z; None if there is no such number, or it is not known."""
    total = arb(0)
    for term, c in f.items:
        one = _of_term(term, d)
        if one is None:
            return None
        total += c.ball() * one
    return total


def _of_term(term: Term, d: int) -> arb | None:
    value = arb(1)
    for piece, n in term.pieces:
        one = _of_kernel(piece, d)
        if one is None:
            return None
        value *= one**n
    if term.exponent is None:
        return value
    exponent = _of_exponent(term.exponent, d)
    return None if exponent is None else value * exponent


def _of_exponent(exponent: Form, d: int) -> arb | None:
    """Limit of e^{exponent}: 0 if a part of it goes to −∞ and the rest has a finite limit."""
    rest: list[tuple[Term, Exact]] = []
    powers: dict[Kernel, list[tuple[int, Exact]]] = {}
    for term, c in exponent.items:
        ((piece, n),) = term.pieces if len(term.pieces) == 1 else ((None, 0),)
        if piece is not None and term.exponent is None and (piece.sinks or piece in (LINEAR, SquaredNorms())):
            powers.setdefault(piece, []).append((n, c))
        else:
            rest.append((term, c))
    value = at_infinity(Form(frozenset(rest)), d)
    if value is None or not powers:
        return None if value is None else value.exp()
    return arb(0) if all(_falls(piece, terms) for piece, terms in powers.items()) else None


def _falls(piece: Kernel, terms: list[tuple[int, Exact]]) -> bool:
    """True if Σ c·pieceⁿ → −∞ by its highest power.

    x·z and ‖x‖² + ‖z‖² are tested one by one; together they stand for −c‖x − z‖²/2.
    """
    n, c = max(terms, key=lambda term: term[0])
    if not piece.sinks:
        return n == 1 and c.sign == (1 if piece == LINEAR else -1)
    return c.sign == (1 if n % 2 else -1)


def _of_kernel(k: Kernel, d: int) -> arb | None:
    if k.fades:
        return arb(0)
    if not k.values:
        return None
    below = [_of_kernel(child, d) for child in k.children]
    origin: Point = (ZERO,) * d
    known = [value for value in below if value is not None]
    if len(known) < len(below):
        return None
    found = k._combined(known, [child._enclosed(origin, origin) for child in k.children])
    return None if found is None else arb(found)


def refuted(k: Kernel, f: Form, space: Space) -> Flaw | None:
    """Refutation of f by its value at infinity."""
    end = at_infinity(f, space.d)
    if end is None or not end < 0:
        return None
    return Flaw(
        say(
            "it comes to {limit}, below 0, as ‖x − z‖ grows: enough points far from each other refute it",
            limit=rounded(float(end.mid())),
        ),
        "Bochner (1933)",
    )


VALUE_AT_INFINITY = Theorem(
    "value at infinity",
    "a kernel's value at infinity is not negative",
    "Bochner (1933)",
    "whether it fades or sinks far out",
    refutes_limit=refuted,
)

__all__ = ["VALUE_AT_INFINITY", "at_infinity"]
