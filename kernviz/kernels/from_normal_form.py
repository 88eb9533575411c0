"""Normal forms written as kernels again.

The proof of a kernel multiplied out needs these kernels.

Pieces and exponents are written exactly or not at all.
A factor in front may be rounded, as long as it keeps its sign, because rules only require a factor ≥ 0.
If every factor is > 0, inside exponents too, `roughly` also rounds the widths of Gaussians and Laplacians.
They are kernels for every width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from kernviz.kernels.constant import Constant
from kernviz.kernels.exact_numbers import Exact, as_typed
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel, kernel_of
from kernviz.kernels.form_writer import Unwritable, provide
from kernviz.kernels.functions import Decay
from kernviz.kernels.linear import LINEAR, SquaredNorms
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.growing import Growing
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.negative_distances import MinusManhattan
from kernviz.kernels.normal_form import UNIT, Form, Term
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import LARGEST_DEGREE
from kernviz.kernels.weighted import Weighted
from kernviz.kernels.work_budget import charge


def written(form: Form, exactly: bool = False, roughly: bool = False) -> Kernel:
    """Return the kernel with this normal form.

    Raises Unwritable if a piece or an exponent would be rounded.
    If `exactly`, also raises Unwritable if a factor would be rounded.
    If `roughly`, raises Unwritable if a factor is not > 0.
    """
    if roughly and any(c.sign != 1 for _, c in form.items):
        raise Unwritable
    terms = [(c, written_term(term, roughly)) for term, c in in_order(form)]
    return combination(terms, exactly) if terms else Constant(0.0)


def combination(terms: Sequence[tuple[Exact, Kernel | None]], exactly: bool = False) -> Kernel:
    """Return the kernel Σ c·k.

    There is at least one pair (c, k). None as k is the number 1. Raises Unwritable if a factor has no float of its
    sign, or, if `exactly`, if a factor would be rounded.
    """
    summands = [_times(k, c, exactly) for c, k in terms]
    return summands[0] if len(summands) == 1 else Sum(tuple(summands))


def in_order(form: Form) -> list[tuple[Term, Exact]]:
    """Return the terms in an order that repeats in every run.

    The constant comes last.
    """
    charge(3 * len(form.items))
    return sorted(form.items, key=lambda item: (item[0] == UNIT, str(_readable(item[0]))))


def _readable(term: Term) -> str:
    exponent = (
        "" if term.exponent is None else " ".join(f"{float(c)}{_readable(t)}" for t, c in in_order(term.exponent))
    )
    return " ".join(sorted(f"{piece}{n}" for piece, n in term.pieces)) + f"[{exponent}]"


def _times(k: Kernel | None, c: Exact, exactly: bool) -> Kernel:
    size = _float(c, exactly)
    if k is None:
        return Constant(size)
    return k if size == 1 else Scaled(size, k)


def _float(c: Exact, exactly: bool) -> float:
    if exactly:
        typed = None if c.fraction is None else as_typed(c.fraction)
        if typed is None:
            raise Unwritable
        return typed
    size, sign = float(c), c.sign
    if sign is None or not math.isfinite(size) or (size > 0) - (size < 0) != sign:
        raise Unwritable
    return size


def written_term(term: Term, roughly: bool = False) -> Kernel | None:
    """Return the kernel of a term.

    None for the empty term, the number 1.
    """
    factors: list[Kernel] = []
    for piece, n in sorted(((kernel_of(piece), n) for piece, n in term.pieces), key=lambda item: str(item[0])):
        whole, rest = divmod(n, LARGEST_DEGREE)
        factors += [Power(piece, LARGEST_DEGREE)] * whole
        factors += [piece if rest == 1 else Power(piece, rest)] if rest else []
    if term.exponent is not None:
        factors += _exponential(term.exponent, roughly)
    if not factors:
        return None
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _exponential(exponent: Form, roughly: bool) -> list[Kernel]:
    """Return the factors of e^{exponent}, as named kernels if possible.

    The named kernels are Gaussians, weights, Laplacians and other exponentials of distances. The rest becomes exp(…).
    """
    rest = dict(in_order(exponent))  # ordered, so that every run gives the same result
    found: list[Kernel] = []
    ends = _take(rest, SquaredNorms())
    weight: Fraction = -ends
    if ends:
        dot = rest.get(_single(LINEAR))
        if dot is not None and dot.fraction == -2 * ends:
            del rest[_single(LINEAR)]
            found.append(RBF(_typed(-ends, roughly)) if ends < 0 else Growing(_typed(ends)))
            weight = Fraction(0)
        elif ends > 0:
            raise Unwritable  # the text language has no name for the weight exp(+γ‖x‖²)
    for piece in [p for p in map(_piece, rest) if isinstance(p, (MinusDistance, MinusManhattan))]:
        c = rest[_single(piece)].fraction
        if c is not None and c > 0:
            del rest[_single(piece)]
            found.append(_of_distance(piece, c, roughly))
        elif isinstance(piece, MinusManhattan):
            raise Unwritable
    if rest:
        found.append(Exp(written(Form(frozenset(rest.items())), exactly=not roughly, roughly=roughly)))
    if not weight:
        return found
    body = found.pop() if found else Constant(1.0)
    return [*found, Weighted(Decay(_typed(weight, roughly)), body)]


def _of_distance(piece: MinusDistance | MinusManhattan, c: Fraction, roughly: bool) -> Kernel:
    if isinstance(piece, MinusManhattan):
        return Laplacian(_typed(c, roughly))
    length = as_typed(1 / c)
    if piece.p == 1 and as_typed(c) is None and length is not None:
        return Matern(0.5, length)
    return PowerExponential(piece.p, _typed(c, roughly))


def _single(piece: Kernel) -> Term:
    return Term(frozenset({(piece, 1)}))


def _piece(term: Term) -> Kernel | None:
    if term.exponent is not None or len(term.pieces) != 1:
        return None
    ((piece, n),) = term.pieces
    return kernel_of(piece) if n == 1 else None


def _take(rest: dict[Term, Exact], piece: Kernel) -> Fraction:
    c = rest.pop(_single(piece), None)
    if c is None:
        return Fraction(0)
    if c.fraction is None:
        raise Unwritable
    return c.fraction


def _typed(value: Fraction, roughly: bool = False) -> float:
    number = as_typed(value)
    if number is None and roughly and 1e-300 < value < 1e300:
        return float(value)
    if number is None:
        raise Unwritable
    return number


provide(written=written, written_term=written_term)
