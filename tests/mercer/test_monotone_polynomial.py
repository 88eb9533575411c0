"""Polynomials of the minimum, decided exactly, and other rules on maps and powers: by hand, both ways."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpq_poly

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.theorems.monotone_polynomial import not_negative, of_the_minimum, rises_where_positive

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


@pytest.mark.parametrize("seed", range(60))
def test_signs_of_polynomials(seed: int) -> None:
    """Against roots in floats; double roots on purpose."""
    rng = np.random.default_rng(seed)
    roots = [Fraction(int(n), 2) for n in rng.integers(-6, 7, size=int(rng.integers(1, 4)))]
    p = fmpq_poly([int(rng.choice([1, -1]))])
    for root in roots:
        p *= fmpq_poly([fmpq(-root.numerator, root.denominator), 1]) ** int(rng.integers(1, 3))
    low = None if seed % 2 else fmpq(int(rng.integers(-3, 4)))
    start = -10.0 if low is None else float(Fraction(int(low.p), int(low.q)))
    values = [p(fmpq(round((start + step / 64) * 64), 64)) for step in range(64 * 20)]
    assert not_negative(p, low) == all(value >= 0 for value in values)


@pytest.mark.parametrize(
    ("text", "d", "nonnegative", "expected"),
    [
        ("gaussian_of(minimum**3, 16)", 1, False, PROVEN),
        ("gaussian_of(minimum**2, 16)", 1, False, REFUTED),  # falls where x < 0
        ("gaussian_of(minimum**3, 16)", 2, False, REFUTED),
        ("1.5*gaussian_of(polynomial(minimum, [-1.5, 1, -0.5, 1]), 1.6)", 1, False, PROVEN),
        ("polynomial(minimum, [0, 1, -0.5, 1])", 1, True, PROVEN),
        ("gaussian_of(polynomial(maximum, [-1, -1.5, -2, -1.5]), 4)", 1, False, PROVEN),  # falls as max rises
        ("gaussian_of(polynomial(maximum, [-1, -1.5, 4, -1.5]), 4)", 1, False, REFUTED),
        ("gaussian_of(polynomial(maximum, [0, -1, -1]), 4)", 1, True, PROVEN),
        ("gaussian_of(polynomial(maximum, [0, -1, -1]), 4)", 1, False, REFUTED),
        ("normalize(-2 + minimum)", 1, False, PROVEN),  # min(x − 2, z − 2) where it counts
        ("normalize(polynomial(minimum, [2, -3, 1]))", 1, True, REFUTED),  # > 0 before 1 as well
        ("normalize(polynomial(minimum, [-1, 1, 1]))", 1, True, PROVEN),
        ("normalize(polynomial(polynomial(minimum, [-1, -0.5, 0.5]), [-1.5, 0.5, 0.5]))", 1, True, PROVEN),
        ("polynomial(minimum, [0, 1, -3, 1])", 1, True, REFUTED),
        ("polynomial(minimum, [-1, 1, 0, 1])", 1, True, REFUTED),
        ("exp(-1*polynomial(negdistance(0.7), [0, -1.5, 0.5]))", 2, False, PROVEN),  # −r^0.7·1.5 − 0.5·r^1.4
        ("exp(-1*polynomial(negdistance(1.1), [0, 0, 0.5]))", 2, False, REFUTED),  # −r^2.2
        ("exp(negdistance(0.7)**2)", 2, False, REFUTED),
        ("exp(negdistance(0.5)**3)", 2, False, PROVEN),
        ("(logsquare @ radius) @ circle(4)", 2, False, PROVEN),
        ("((-1*logsquare) @ radius) @ circle(4)", 2, False, REFUTED),
        ("polynomial(expsine(4, 1) @ radius, [-2, 1, 1.5])", 2, False, PROVEN),
        ("polynomial(expsine(4, 1) @ radius, [-3, 1, 1.5])", 2, False, REFUTED),
    ],
)
def test_by_hand(text: str, d: int, nonnegative: bool, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d, nonnegative=nonnegative).verdict is expected


@pytest.mark.parametrize(
    ("coefficients", "low", "expected"),
    [
        ([2], None, True),
        ([0], None, True),
        ([-2], 0, False),
        ([1, 0, 1], None, True),  # t² + 1
        ([-1, 0, 1], None, False),
        ([-1, 0, 1], 1, True),  # from its root on
        ([1, 0, 0, 0, 1], None, True),
        ([2, -3, 1], None, False),
        ([0, 0, 1, 1], -1, True),  # t²(t + 1)
        ([0, 0, 1, 1], -2, False),
    ],
)
def test_signs_by_hand(coefficients: list[int], low: int | None, expected: bool) -> None:
    assert not_negative(fmpq_poly(coefficients), None if low is None else fmpq(low)) is expected


@pytest.mark.parametrize("seed", range(25))
def test_rising_where_it_is_positive(seed: int) -> None:
    """Against a fine grid, with roots on it."""
    rng = np.random.default_rng(seed)
    p = fmpq_poly([int(rng.choice([1, -1]))])
    for root in rng.integers(-3, 4, size=int(rng.integers(1, 4))):
        p *= fmpq_poly([-int(root), 1])
    p += fmpq_poly([fmpq(int(rng.integers(-2, 3)), 2)])
    low = None if seed % 2 else fmpq(int(rng.integers(-3, 4)))
    start = fmpq(-8) if low is None else low
    grid = [start + fmpq(step, 16) for step in range(16 * 16)]
    assert rises_where_positive(p, low) == all(p(t) <= 0 or p.derivative()(t) >= 0 for t in grid)


@pytest.mark.parametrize(
    "text",
    ["minimum**3 + rbf", "minimum**3*rbf", "exp(minimum) + minimum**3", "minimum**3 - plus**3"],
)
def test_what_is_no_polynomial_of_the_minimum(text: str) -> None:
    assert of_the_minimum(kv.parse(text), Space(1)) is None
