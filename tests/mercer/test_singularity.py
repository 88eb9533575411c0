"""Singularities that no kernel has: the claim against Taylor coefficients in exact fractions, and
cases without a claim.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.ldl import eliminated
from kernviz.kernels.normal_form import form
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.theorems.singularity import singular_piece
from tests.strategies import few, kernels


def singular(text: str, d: int = 1) -> bool:
    f = form(kv.parse(text), Space(d))
    assert f is not None
    return singular_piece(f, d) is not None


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("logsquare*rational(25, 0.3)", 2, True),
        ("rbf(0.63)*rational(4, 0.5)*logsquare**2 + cosine*logsquare", 1, True),
        ("weight(norm, logsquare*periodic(0.4, 2))", 3, True),
        ("sigmoid(1, 2)*rational + expsine", 2, True),
        ("sigmoid(-1, 0)**2*sinesum", 1, True),
        ("gaussian_of(2.25*logsquare, 3.2)*cosine", 1, True),  # (1 + u²)^14.4
        ("exp(0.5*logsquare)*rational - 3*rational", 1, True),
        ("polynomial(exp(gaussian_of(logsquare, 7.9)), [0.5, 1, 2])", 1, True),  # of (1 + u²)^15.8
        ("polynomial(exp(gaussian_of(logsquare, 8)), [0.5, 1, 2])", 1, False),
        ("logsquare*matern(1.5)", 1, False),  # no singularity is out of place beside |x − z|
        ("gaussian_of(2.5*logsquare, 3.2)*cosine", 1, False),  # (1 + u²)^16
        ("exp(2*logsquare)*rational", 1, False),
        ("exp(0.5*logsquare) - exp(1.5*logsquare) + linear**2*exp(0.5*logsquare)", 1, False),  # 0
        ("logsquare*bilinear([[1, 0], [0, -4]])", 2, False),  # 0 on the half-line that is asked
        ("exp(2*linear)*sigmoid(1, 0) + sigmoid(1, 0)", 1, False),  # e^{2u} − 1 has no poles
        ("sigmoid(1, 0)*sigmoid(2, 0)*rational", 1, False),  # two of them may be related
        ("sigmoid(0, 1)*rational", 1, False),
        ("rational + rbf", 1, False),
    ],
)
def test_singularities_by_hand(text: str, d: int, expected: bool) -> None:
    assert singular(text, d) is expected


@pytest.mark.parametrize("nonnegative", [False, True])
@pytest.mark.parametrize("d", [1, 3])
@few(25)
@given(data=st.data())
def test_no_kernel_has_one(d: int, nonnegative: bool, data: Any) -> None:
    f = form(data.draw(kernels(d, nonnegative=nonnegative)), Space(d, nonnegative))
    assert f is None or singular_piece(f, d) is None


SIZE = 22
Series = list[list[Fraction]]  # by the powers of s and t


def times(a: Series, b: Series) -> Series:
    total = [[Fraction(0)] * SIZE for _ in range(SIZE)]
    for i, row in enumerate(a):
        for j, c in enumerate(row):
            if c:
                for p in range(SIZE - i):
                    for q in range(SIZE - j):
                        total[i + p][j + q] += c * b[p][q]
    return total


def series(terms: dict[tuple[int, int], Fraction]) -> Series:
    return [[terms.get((i, j), Fraction(0)) for j in range(SIZE)] for i in range(SIZE)]


def logarithm() -> Series:
    return series({(2 * n, 2 * n): Fraction((-1) ** (n + 1), n) for n in range(1, SIZE)})


def rational(gamma: Fraction, p: Fraction) -> Series:
    """(1 + γ(s − t)²)^{−p} by the binomial series."""
    base, power = series({(2, 0): gamma, (1, 1): -2 * gamma, (0, 2): gamma}), series({(0, 0): Fraction(1)})
    total, c = [list(row) for row in power], Fraction(1)
    for n in range(1, SIZE):
        c *= (-p - n + 1) / n
        power = times(power, base)
        total = [[u + c * v for u, v in zip(*rows, strict=True)] for rows in zip(total, power, strict=True)]
    return total


@pytest.mark.parametrize(("gamma", "p"), [("0.1", "1"), ("0.5", "0.5")])
def test_the_taylor_coefficients_say_the_same(gamma: str, p: str) -> None:
    """k is a kernel near 0 only if (∂s∂t)-coefficients form a positive matrix; a kernel's do, this product's do not."""
    kernel = rational(Fraction(gamma), Fraction(p))
    for found, expected in ((kernel, True), (times(logarithm(), kernel), False)):
        entries = {(i, j): found[i][j] for i in range(SIZE) for j in range(SIZE) if found[i][j]}
        assert (eliminated(range(SIZE), entries).negative is None) is expected
    assert singular(f"logsquare*rational({gamma}, {p})")


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("(rbf(gamma=0.63)*rational(gamma=4, p=0.5)*logsquare)**2", 3, Verdict.REFUTED),
        ("2.5*gaussian_of(2.25*logsquare, gamma=3.2)", 1, Verdict.REFUTED),
        ("exp(exp(sigmoid(gamma=0, coef0=-1.35)))**2", 1, Verdict.PROVEN),  # a number
    ],
)
def test_verdicts_that_were_open_before(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.parametrize(
    ("text", "nonnegative", "expected"),
    [
        ("(minimum*plus)*expower(0.85, 0.032)", True, Verdict.PROVEN),  # min·(x + z) = min² + xz
        ("minimum*maximum - linear + matern(1.5)", False, Verdict.PROVEN),
        ("minimum**2*plus - minimum**3 - minimum*linear + 1", False, Verdict.PROVEN),
        ("minimum*maximum", False, Verdict.PROVEN),
        ("minimum*plus", False, Verdict.REFUTED),
    ],
)
def test_minimum_and_maximum_meet_on_the_line(text: str, nonnegative: bool, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=1, nonnegative=nonnegative).verdict is expected


@pytest.mark.parametrize(("text", "d"), [("normalize(cosinesum*laplacian(25))", 3), ("normalize(sigmoid(-5, 2))", 1)])
def test_points_beside_a_diagonal_that_turns_negative(text: str, d: int) -> None:
    """Near there the off-diagonal value (a + b)/2 exceeds √(ab): two points refute."""
    found = kv.judge(kv.parse(text), d=d, nonnegative=True).witness
    assert found is not None
    assert len(found) <= 3
