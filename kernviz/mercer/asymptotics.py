r"""Limit of a kernel at infinity: k(x + te, z + te) as t → ∞, divided by its growth and a weight f(x)·f(z).

Weights that are nowhere 0 make no difference, shifted points are points, and a limit of kernels is a kernel. So if
this limit is a function of x − z and no kernel, k is none. For a function of x − z itself the argument loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernviz.kernels.exact_numbers import ZERO, Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, written
from kernviz.kernels.inputs import GaussianOf, Normalized
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.normal_form import Form, Term, TooMany, form
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.squared_norms import MinusManhattan, SquaredNorms

HALF = Exact.of(0.5)


@dataclass(frozen=True)
class Size:
    """Growth of a term in t: e^{at² + bt}·tᵐ·logⁿ t."""

    square: Exact
    line: Exact
    power: int = 0
    log: int = 0

    def over(self, other: Size) -> int | None:
        """1, 0 or −1 as this growth is faster, equal or slower than the other; None if the precision does not tell."""
        for own, its in ((self.square, other.square), (self.line, other.line)):
            sign = (own - its).sign
            if sign != 0:
                return sign
        own_powers, its_powers = (self.power, self.log), (other.power, other.log)
        return (own_powers > its_powers) - (own_powers < its_powers)

    def times(self, other: Size, n: int = 1) -> Size:
        """Growth of the product of this and the n-th power of the other."""
        whole = Exact.of(float(n))
        square, line = self.square + other.square * whole, self.line + other.line * whole
        return Size(square, line, self.power + n * other.power, self.log + n * other.log)


STILL = Size(ZERO, ZERO)


def far(k: Kernel, space: Space) -> Form | None:
    """Limit of k, a sum of functions of x − z; None if it is unknown or 0."""
    space = replace(space, nonnegative=False)  # shifted far enough, points have no negative coordinate
    f = form(k, space) if space.kind == "vectors" and not space.every else None
    try:
        found = None if f is None else _far(f, space)
        return None if found is None else found[1]
    except (TooMany, Unwritable, OverflowError):
        return None


def _far(f: Form, space: Space) -> tuple[Size, Form] | None:
    leading: Size | None = None
    total = Form()
    for term, c in f.items:
        found = _of_term(term, space)
        if found is None:
            return None
        size, limit = found
        order = 1 if leading is None else size.over(leading)
        if order is None:
            return None
        if order == 1:
            leading, total = size, Form()
        if order >= 0:
            total = total + limit.scaled(c)
    return (leading, total) if leading is not None and total else None


def _of_term(term: Term, space: Space) -> tuple[Size, Form] | None:
    limit, size = Form.number(1.0), STILL
    for piece, n in term.pieces:
        found = _of_piece(piece, space)
        if found is None:
            return None
        size, limit = size.times(found[0], n), limit * found[1].power(n)
    if term.exponent is None:
        return size, limit
    opened = _of_exponent(term.exponent, space)
    if opened is None:
        return None
    square, line, exponent = opened
    return size.times(Size(square, line)), limit * exponent.exponential()


def _of_exponent(exponent: Form, space: Space) -> tuple[Exact, Exact, Form] | None:
    """(a, b, g) if the exponent is f(x) + f(z) + g(x − z) with f = a‖x‖² + b·Σxᵢ; g as a form; else None."""
    square, line, rest = ZERO, ZERO, Form()
    minus_half_distance = Form.piece(LINEAR) - Form.piece(SquaredNorms()).scaled(HALF)
    for term, c in exponent.items:
        if term == _single(LINEAR):
            square, rest = square + c * HALF, rest + minus_half_distance.scaled(c)
        elif term == _single(SquaredNorms()):
            square = square + c
        elif term == _single(Minimum()):
            line, rest = line + c * HALF, rest + Form.piece(MinusManhattan()).scaled(c * HALF)
        elif term == _single(Plus()):
            line = line + c
        else:
            found = _of_term(term, space)
            if found is None or found[0] != STILL:
                return None
            rest = rest + found[1].scaled(c)
    return square, line, rest


def _of_piece(piece: Kernel, space: Space) -> tuple[Size, Form] | None:
    if piece.stationary or not isinstance(piece, Normalized | GaussianOf | Mapped):
        found = piece._far(space)
        return None if found is None else (Size(ZERO, ZERO, *found[0]), found[1])
    if isinstance(piece, Mapped) and not piece.phi.stays(space):
        return None
    inner = form(piece.k, piece.child_space(space))
    below = None if inner is None else _far(inner, space)
    if below is None or isinstance(piece, Mapped):
        return below
    size, limit = below
    if isinstance(piece, GaussianOf):
        return (STILL, Form.piece(GaussianOf(written(limit, exactly=True), piece.gamma))) if size == STILL else None
    level = limit.diagonal().value
    if level is None or level.sign != 1:
        return None
    inverse = level.inverse()
    return STILL, Form.piece(Normalized(written(limit, exactly=True))) if inverse is None else limit.scaled(inverse)


def _single(piece: Kernel) -> Term:
    return Term(frozenset({(piece, 1)}))


__all__ = ["far"]
