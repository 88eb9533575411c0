"""Limits of the exact arguments.

Undecidable cases stay open. Cases just beyond the range of a search are not called proven.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer import prover
from kernviz.mercer.minimal_witness import shrunk
from kernviz.mercer.power_series import LONGEST, Series, Summand
from kernviz.mercer.search import find
from kernviz.mercer.spectrum import spectrum

PROVEN, REFUTED, OPEN = Verdict.PROVEN, Verdict.REFUTED, Verdict.OPEN


@pytest.mark.parametrize("m", [58, 59, 60, 61, 62, 100])
def test_a_power_beyond_the_coefficients_looked_at_is_not_taken_for_outgrown(m: int) -> None:
    """e^u − u^m has the coefficient 1/m! − 1 < 0, computed or not."""
    one = Exact.of(Fraction(1))
    growing, power = Summand(one, 0, ((1, Fraction(1)),)), Summand(-one, m)
    found = Series((growing, power))
    assert not found.holds
    assert found.negative == (m if m < LONGEST else None)
    assert not Series((Summand(one, 0, ((1, Fraction(1)), (2, Fraction(1)))), power)).holds
    assert Series((growing, Summand(one, m))).holds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(linear) - 0.5*exp(0.99*linear)", PROVEN),  # n!·aₙ = 1 − ½·0.99ⁿ
        # n!·aₙ = 1 − c·n·0.99ⁿ⁻¹, least at n = 99 and 100: 1 − 36.97c, and 1 − 32.94c at n = 59
        ("exp(linear) - 0.0286*linear*exp(0.99*linear)", REFUTED),
        ("exp(linear) - 0.031*linear*exp(0.99*linear)", REFUTED),
        ("linear*exp(linear) - 0.9*linear*exp(0.99*linear)", PROVEN),
        ("linear*exp(linear) - exp(0.99*linear) + 1", PROVEN),  # n!·aₙ = n − 0.99ⁿ
    ],
)
def test_differences_of_kernels_by_the_size_of_the_negative_part(text: str, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=1).verdict is expected


@pytest.mark.parametrize("d", [1, 2, math.inf])
def test_e_to_the_u_minus_u_to_the_sixtieth_is_no_kernel(d: float) -> None:
    """At x = z with x·z = 16 it is e¹⁶ − 16⁶⁰."""
    assert kv.judge(kv.parse("exp(linear) - (linear**20)**3"), d=d).verdict is not PROVEN


def test_the_first_negative_coefficient_is_named_where_no_points_are_shown() -> None:
    j = kv.judge(kv.parse("exp(linear) - linear**20*linear**20*linear**19"), d=math.inf)
    assert j.witness is None
    assert j.refuted_by == "series"
    assert j.sentence.endswith("the coefficient of (x·z)⁵⁹ in its power series is −1, below 0.")


def test_the_matrix_of_coefficients_is_named_where_no_points_are_shown() -> None:
    """n(x·z)² − ‖x‖²‖z‖² is a kernel for up to n counts."""
    j = kv.judge(kv.parse("20*linear**2 - weight(sqnorm, 1)"), d=math.inf)
    assert (j.verdict, j.refuted_by, j.witness) == (REFUTED, "coefficients", None)
    assert j.space.d == 21
    assert "on ℝ²¹, its matrix of coefficients has a negative eigenvalue" in j.sentence


@pytest.mark.parametrize(("c", "expected"), [(1.4, PROVEN), (1.5, OPEN), (1.6, REFUTED)])
def test_a_density_that_touches_zero_stays_open(c: float, expected: Verdict) -> None:
    """In the plane with y = e^{−s/4} the density is π·4y(y³ − ½cy + ¼), and for c = 1.5 that is 4πy(y − ½)²(y + 1)."""
    k = kv.parse(f"rbf(1) - {c}*rbf(0.5) + rbf(0.25)")
    assert kv.judge(k, d=2).verdict is expected


def test_a_difference_of_nearly_equal_widths_stays_open() -> None:
    """Negative from ω² = 8·10¹³ on, beyond the frequencies searched."""
    assert kv.judge(kv.parse("rbf(1) - 1e-9*rbf(1.000000000001)"), d=1).verdict is OPEN


@pytest.mark.sampled(3)
@pytest.mark.parametrize("beside", ["", " + 0.0001*triangle(6)", " + 0.0001*laplacian(3)", " - 0.0001*laplacian(0.5)"])
@pytest.mark.parametrize(("c", "proven"), [(0.58, True), (0.605, False), (0.61, False)])
def test_a_density_negative_between_the_places_asked_is_not_proven(c: float, proven: bool, beside: str) -> None:
    """2/(1 + ω²) − c√π·e^{−ω²/4} is least against its parts at ω² = 3, and there 0 for c = e^{¾}/2√π = 0.5972."""
    assert (kv.judge(kv.parse(f"laplacian - {c}*rbf{beside}"), d=1).verdict is PROVEN) is proven


def test_a_triangle_is_counted_as_nothing_where_it_may_touch_zero() -> None:
    """The triangle's density has its fourth zero at ω = 8π/14.51, ω² = 3, where the rest, ½
    − 0.62√π·e^{−¾}, is −0.019.
    """
    assert kv.judge(kv.parse("laplacian + triangle(14.51) - 0.62*rbf"), d=1).verdict is not PROVEN
    assert kv.judge(kv.parse("laplacian + triangle(14.51) - 0.58*rbf"), d=1).verdict is PROVEN


@pytest.mark.parametrize(
    ("text", "density"),
    [
        ("rbf(1) - 1.6*rbf(0.5) + rbf(0.25)", lambda y: 4 * y * (y**3 - 0.8 * y + 0.25)),
        ("rbf(2) - rbf(1)", lambda y: 0.5 * y**0.5 - y),
        ("rbf(1) - rbf(2)", lambda y: y - 0.5 * y**0.5),
    ],
)
def test_the_density_is_negative_where_and_as_much_as_is_said(text: str, density: Callable[[float], float]) -> None:
    """In the plane e^{−γr²} has π/γ·e^{−ω²/4γ}; y = e^{−ω²/4}."""
    known = kv.judge(kv.parse(text), d=2).spectral
    assert known is not None
    assert known.finding is not None
    assert not known.finding.holds
    assert known.finding.value < 0
    assert known.finding.value == pytest.approx(math.pi * density(math.exp(-(known.finding.omega**2) / 4)), rel=1e-9)


def test_a_polynomial_with_other_terms_is_refuted_by_a_line_through_the_origin() -> None:
    k = kv.parse("0.9*linear**2 + rbf*linear - weight(sqnorm, 1)")
    assert kv.judge(k, d=2).verdict is REFUTED


def test_two_points_show_that_a_function_is_not_symmetric() -> None:
    """sin(x − z) = −sin(z − x)."""
    k = kv.parse("sinediff")
    found = find(k, Space(1))
    assert found is not None
    assert found.points.tolist() == [[1.0], [-1.0]]
    assert not found.symmetric
    assert found.matrix[0, 1] == -found.matrix[1, 0] == pytest.approx(math.sin(2))
    many = shrunk(k, np.linspace(-1, 1, 5)[:, None])
    assert many is not None
    assert not many.symmetric
    assert np.isnan(many.eigenvalue)
    assert shrunk(k, np.array([[2.0]])) is None  # sin 0 = 0: one point shows nothing


def test_the_size_of_a_matrix_counts_without_its_sign() -> None:
    with pytest.raises(ValueError, match="squares of it overflow"):
        spectrum([[-1e151]])
    assert spectrum([[-1.0, -2.0], [-2.0 + 1e-10, -1.0]]).symmetric
    assert not spectrum([[-1.0, -2.0], [-2.0 + 1e-8, -1.0]]).symmetric


def test_the_power_0_of_anything_is_1_with_and_without_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for work in (prover.PROVING, 0):
        monkeypatch.setattr(prover, "PROVING", work)
        prover._prove.cache_clear()
        assert kv.prove(kv.Sigmoid() ** 0).complete
        assert not kv.prove(kv.Sigmoid() ** 1).complete


@pytest.mark.sampled(5)
@pytest.mark.parametrize("d", [1, 2, math.inf])
@pytest.mark.parametrize(
    "text",
    [
        "((1e12*rbf)**20)**2 - rbf",
        "((1e12*rbf)**20)**2*linear - rbf*linear",
        "((1e12*laplacian)**20)**2 - laplacian",
        "((1e12*cosine)**20)**2 - cosine",
        "exp(((1e12*rbf)**20)**2 - rbf)",
        "exp(1000*rbf) - exp(999)*rbf",
        "exp(linear) - ((1e12*linear)**20)**2",
        "((1e-12*rbf)**20)**2 - ((1e-12*rbf)**20)**3",
    ],
)
def test_factors_beyond_the_floats_are_judged(text: str, d: float) -> None:
    """Multiplied out, a factor is 1e480 or 1e-480, and no kernel can be written with it."""
    found = kv.judge(kv.parse(text), d=d)
    assert found.sentence
    assert found.verdict in (REFUTED, OPEN) or found.proof.steps()
    if found.series is not None:
        assert not any(math.isnan(found.series.scaled(n)) for n in range(LONGEST))
