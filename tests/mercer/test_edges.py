"""Where the exact arguments end: what they cannot say stays open, and what is just beyond what they look at is not taken for shown."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.exact import Exact
from kernviz.kernels.facts import Space
from kernviz.mercer.power_series import LONGEST, Series, Summand
from kernviz.mercer.search import find
from kernviz.mercer.shrink import shrunk
from kernviz.mercer.spectrum import spectrum

PROVEN, REFUTED, OPEN = Verdict.PROVEN, Verdict.REFUTED, Verdict.OPEN


@pytest.mark.parametrize("m", [58, 59, 60, 61, 62, 100])
def test_a_power_beyond_the_coefficients_looked_at_is_not_taken_for_outgrown(m: int) -> None:
    """e^u − u^m has the coefficient 1/m! − 1 < 0, whether it is among those looked at or not."""
    one = Exact.of(Fraction(1))
    growing, power = Summand(one, 0, ((1, Fraction(1)),)), Summand(-one, m)
    found = Series((growing, power))
    assert not found.holds
    assert found.negative == (m if m < LONGEST else None)
    assert not Series((Summand(one, 0, ((1, Fraction(1)), (2, Fraction(1)))), power)).holds
    assert Series((growing, Summand(one, m))).holds


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
    assert j.space.d == 30
    assert "on ℝ³⁰, its matrix of coefficients has a negative eigenvalue" in j.sentence


@pytest.mark.parametrize(("c", "expected"), [(1.4, PROVEN), (1.5, OPEN), (1.6, REFUTED)])
def test_a_density_that_touches_zero_stays_open(c: float, expected: Verdict) -> None:
    """In the plane with y = e^{−s/4} the density is π·4y(y³ − ½cy + ¼), and for c = 1.5 that is 4πy(y − ½)²(y + 1)."""
    k = kv.parse(f"rbf(1) - {c}*rbf(0.5) + rbf(0.25)")
    assert kv.judge(k, d=2).verdict is expected


@pytest.mark.parametrize(("text", "d", "expected"), [
    ("20*linear**2 + rbf*linear - weight(sqnorm, 1)", 2, PROVEN),
    ("0.9*linear**2 + rbf*linear - weight(sqnorm, 1)", 2, REFUTED),  # on the line through 0 and a point far out
    ("linear**2 + rbf*linear - 0.5*weight(sqnorm, 1)", 2, PROVEN),  # n(x·z)² − ‖x‖²‖z‖² with n = 2
])  # fmt: skip
def test_a_polynomial_decided_by_its_coefficients_beside_what_is_none(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


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
