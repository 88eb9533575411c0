r"""A kernel multiplied out: Σ c·(product of the parts that are not sums or products), with exact coefficients.

−1 − u squared is 1 + 2u + u²; e^{k} − ½e^{k} is ½e^{k}. Where every coefficient is ≥ 0 and every part is a kernel, so is k.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction

from kernviz.kernels.algebra import Constant, Power, Product, Scaled, Sum
from kernviz.kernels.bipolynomial import decimal
from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import LARGEST_DEGREE
from kernviz.kernels.rules import Exp, PolynomialOf

MOST_TERMS = 200
CANCELLED = 1e-12  # a sum of numbers such as 1/e and 0.37 that is smaller than this share of them has no known sign
LARGEST_EXPONENT = 20.0  # e^20 and e^−20 are factors a text can still carry

Term = frozenset[tuple[Kernel, int]]  # parts with their powers
Terms = dict[Term, Fraction]
ONE: Term = frozenset()


class _Undecided(Exception):
    """Too many terms, or a sign that floats cannot tell."""


def multiplied_out(k: Kernel) -> Kernel | None:
    """The same function as a sum of products of parts with its coefficients collected; None beyond 200 terms, or where a
    coefficient is too large or too small for a float (a sign that rounds to 0 would prove too much)."""
    try:
        return _together(_terms(k))
    except (_Undecided, OverflowError):
        return None


def _together(terms: Terms) -> Kernel:
    sizes: dict[Term, list[float]] = defaultdict(list)
    for parts, c in terms.items():
        body = frozenset((part, n) for part, n in parts if not _exponent(part))
        sizes[body].append(float(c) * math.exp(sum(n * _exponent(part) for part, n in parts)))
    written = [_written(body, _sum(values)) for body, values in sizes.items()]
    if not written:
        return Constant(0.0)
    return written[0] if len(written) == 1 else Sum(tuple(written))


def _sum(values: list[float]) -> float:
    total = math.fsum(values)
    if abs(total) <= CANCELLED * sum(map(abs, values)):
        raise _Undecided
    return total


def _written(parts: Term, size: float) -> Kernel:
    factors: list[Kernel] = []
    for part, n in sorted(parts, key=lambda item: str(item[0])):
        whole, rest = divmod(n, LARGEST_DEGREE)
        factors += [Power(part, LARGEST_DEGREE)] * whole
        factors += [part if rest == 1 else Power(part, rest)] if rest else []
    if not factors:
        return Constant(size)
    body = factors[0] if len(factors) == 1 else Product(tuple(factors))
    return body if size == 1 else Scaled(size, body)


def _exponent(part: Kernel) -> float:
    """c of a part e^c, else 0. Such a number is kept apart while terms are collected: no fraction is e^{−1}, so nothing
    but e^{−1} may cancel it."""
    return part.k.c if isinstance(part, Exp) and isinstance(part.k, Constant) else 0.0


def _terms(k: Kernel) -> Terms:
    expansion = k.expand() if not isinstance(k, (Sum, Product)) else None
    if isinstance(expansion, (Power, Sum, Product, Scaled)):  # poly(…) opens up, rbf(…) stays one part
        return _terms(expansion)
    if isinstance(k, Constant):
        return _kept({ONE: decimal(k.c)})
    if isinstance(k, Scaled):
        return _times({ONE: decimal(k.c)}, _terms(k.k))
    if isinstance(k, Sum):
        total: Terms = defaultdict(Fraction)
        for term in k.terms:
            for parts, c in _terms(term).items():
                total[parts] += c
        return _kept(total)
    if isinstance(k, Product):
        return _product([_terms(term) for term in k.terms])
    if isinstance(k, Power):
        return _product([_terms(k.k)] * k.n)
    if isinstance(k, PolynomialOf):
        inner = _terms(k.k)
        total = {}
        for a in reversed(k.coefficients):
            total = _added(_times(total, inner), {ONE: decimal(a)})
        return total
    if isinstance(k, Exp):
        return _without_constant(k)
    return {frozenset({(k, 1)}): Fraction(1)}


def _without_constant(k: Exp) -> Terms:
    """e^{u − 1} is e^{−1}·e^u: a constant in the exponent is a factor > 0, whatever its sign."""
    inner = _terms(k.k)
    constant = float(inner.pop(ONE, Fraction(0)))
    if abs(constant) > LARGEST_EXPONENT or (constant == 0 and inner):
        return {frozenset({(k, 1)}): Fraction(1)}
    factor = [(Exp(Constant(constant)), 1)] if constant else []
    body = [(Exp(_together(inner)), 1)] if inner else []
    return {frozenset([*factor, *body]): Fraction(1)}


def _product(factors: list[Terms]) -> Terms:
    total: Terms = {ONE: Fraction(1)}
    for factor in factors:
        total = _times(total, factor)
    return total


def _added(left: Terms, right: Terms) -> Terms:
    total = defaultdict(Fraction, left)
    for parts, c in right.items():
        total[parts] += c
    return _kept(total)


def _times(left: Terms, right: Terms) -> Terms:
    total: Terms = defaultdict(Fraction)
    for p, a in left.items():
        for q, b in right.items():
            powers = Counter(dict(p))
            powers.update(dict(q))
            total[frozenset(powers.items())] += a * b
            if len(total) > MOST_TERMS:
                raise _Undecided
    return _kept(total)


def _kept(terms: Terms) -> Terms:
    return {parts: c for parts, c in terms.items() if c}
