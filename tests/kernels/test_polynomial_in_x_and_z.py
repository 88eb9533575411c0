"""Exact polynomials in (x, z): decimals as written, products, substitution, and a limit on their size."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.kernels.polynomial_in_x_and_z import MOST_MONOMIALS, Bipolynomial, TooLarge, decimal
from tests.strategies import few

dot = Bipolynomial.dot


def test_decimals_are_read_as_they_are_written() -> None:
    assert decimal(0.1) == Fraction(1, 10)
    assert decimal(0.1) + decimal(0.2) == decimal(0.3)
    assert decimal(1e-300) == Fraction(1, 10**300)
    assert decimal(-2.5) == Fraction(-5, 2)


def at(p: Bipolynomial, x: list[Fraction], z: list[Fraction]) -> Fraction:
    total = Fraction(0)
    for (a, b), c in p.terms.items():
        for value, e in zip([*x, *z], [*a, *b], strict=True):
            c *= value**e
        total += c
    return total


halves = st.integers(-6, 6).map(lambda n: Fraction(n, 2))


@few(60)
@given(data=st.data())
def test_arithmetic_is_that_of_the_values(data: Any) -> None:
    d = data.draw(st.integers(1, 3))
    exponents = st.tuples(*[st.integers(0, 2)] * d)
    terms = st.dictionaries(st.tuples(exponents, exponents), halves.filter(bool), max_size=4)
    p, q = Bipolynomial(d, data.draw(terms)), Bipolynomial(d, data.draw(terms))
    x, z = ([data.draw(halves) for _ in range(d)] for _ in range(2))
    P, Q = at(p, x, z), at(q, x, z)
    assert at(p + q, x, z) == P + Q
    assert at(p * q, x, z) == P * Q
    assert at(p.power(3), x, z) == P**3
    assert at(p.scaled(-0.3), x, z) == P * Fraction(-3, 10)
    f = {(1,) * d: Fraction(2), (0,) * d: Fraction(-1, 3)}
    both = [sum(c * np.prod([v**e for v, e in zip(point, k, strict=True)]) for k, c in f.items()) for point in (x, z)]
    assert at(p.weighted(f), x, z) == both[0] * P * both[1]
    images = [(Fraction(-1, 2), tuple(2 * int(i == j) for j in range(d))) for i in range(d)]
    squares = ([-v * v / 2 for v in point] for point in (x, z))
    assert at(p.substituted(images, d), x, z) == at(p, *squares)
    assert all(c for r in (p + q, p * q, p.scaled(0.0)) for c in r.terms.values())


def test_zero_and_degrees() -> None:
    zero = dot(2) + dot(2).scaled(-1.0)
    assert zero.terms == {}
    assert zero.degree == 0
    assert zero.monomials() == []
    assert (dot(2) + Bipolynomial.constant(2, 1.0)).power(3).degree == 3


def test_monomials_come_in_the_order_of_the_notes() -> None:
    """S0: x₁², x₁x₂, x₂², x₁, x₂, 1."""
    p = (dot(2) + Bipolynomial.constant(2, 1.0)).power(2)
    assert p.monomials() == [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)]


@pytest.mark.slow
def test_polynomials_beyond_the_limit_are_too_large() -> None:
    with pytest.raises(TooLarge, match=f"more than {MOST_MONOMIALS} monomials"):
        (dot(5) + Bipolynomial.constant(5, 1.0)).power(20)
    big = (dot(1) + Bipolynomial.constant(1, 1.0)).power(400)
    with pytest.raises(TooLarge, match="more than 100000 products"):
        big * big
