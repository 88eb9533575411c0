"""Functions of x·z decided by their power series: thresholds by hand, coefficients against numerical derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.exact_numbers import ONE
from kernviz.kernels.normal_form import form
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt, left
from kernviz.mercer.power_series import Series, Summand, power_series
from kernviz.mercer.terms import whole_series
from kernviz.mercer.witness import witness
from tests.strategies import few

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


def series(text: str) -> Series:
    found = form(kv.parse(text), Space(2))
    assert found is not None
    known = power_series(found)
    assert known is not None
    return known


@pytest.mark.sampled(3)
@pytest.mark.parametrize("d", [1, 2, 3, math.inf])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(linear) - linear - 1", PROVEN),
        ("exp(linear) - 0.5*linear**2", PROVEN),  # a₂ = 0
        ("exp(linear) - 0.51*linear**2", REFUTED),
        ("exp(linear) - 1e-17*linear**12", PROVEN),
        ("exp(linear) - 2.08767569878681*1e-9*linear**12", REFUTED),  # 1/12! = 2.08767569878680989…·10⁻⁹
        ("exp(logsquare)", PROVEN),
        ("exp(logsquare) - linear**2 - 1", PROVEN),
        ("exp(2*linear) - exp(linear)", PROVEN),
        ("exp(2*linear) - 1.001*exp(linear)", REFUTED),
        ("linear*exp(2*linear) - 0.5*exp(linear) + 0.5", PROVEN),  # a₂ = 2 − ¼, a₁ = 1 − ½, a₃ = 2 − 1/12, a₀ = 0
        ("exp(linear + 1) - 2.8*linear", REFUTED),  # e = 2.71828…
        ("exp(linear + 1) - 2.7*linear", PROVEN),
        ("exp(linear**2 + linear) - linear**3", PROVEN),  # 1/6 + 1
        ("exp(linear**2 + linear) - 1.2*linear**3", REFUTED),
        ("weight(decay(1), exp(linear) - linear)", PROVEN),
        ("rbf - weight(decay(1), linear)", PROVEN),  # e^{−‖x‖²−‖z‖²}(e^{2u} − u)
        ("rbf - weight(decay(1), 2.1*linear)", REFUTED),
        ("exp(exp(linear)) - 2.8*linear", REFUTED),  # e·u
        ("gaussian_of(logsquare, 3)", PROVEN),  # a weight and (1 + u²)⁶
    ],
)
def test_the_verdict_turns_where_the_algebra_says(text: str, expected: Verdict, d: float) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.parametrize(
    ("text", "f"),
    [
        ("exp(linear) - 0.51*linear**2", lambda u: np.exp(u) - 0.51 * u**2),
        ("linear**3*exp(0.5*linear) + exp(linear**2 - linear)", lambda u: u**3 * np.exp(u / 2) + np.exp(u * u - u)),
        ("exp(linear - 1)", lambda u: np.exp(u - 1)),
    ],
)
def test_coefficients_are_those_of_the_function(text: str, f: object) -> None:
    known = series(text)
    for u in (-0.4, 0.1, 0.7):
        total = sum(known.value(n) * u**n for n in range(40))
        assert total == pytest.approx(f(u), rel=1e-12)  # type: ignore[operator]
    assert known.scaled(3) == pytest.approx(6 * known.value(3))


TERMS = ("linear**{n}", "exp({b}*linear)", "linear*exp({b}*linear)")


@pytest.mark.slow
@few(80)
@given(
    st.lists(
        st.tuples(st.sampled_from(TERMS), st.integers(0, 4), st.sampled_from((0.5, 1, 2)), st.integers(-4, 6)),
        min_size=2,
        max_size=4,
    )
)
def test_both_answers_are_the_ones_of_many_coefficients(terms: list[tuple[str, int, float, int]]) -> None:
    """n!·aₙ by hand for n < 200, with fractions: Σ c·n(n−1)…(n−m+1)·bⁿ⁻ᵐ."""
    text = " + ".join(f"{c}*" + t.format(n=n, b=b) for t, n, b, c in terms)
    exact = [Fraction(0)] * 200
    for t, n, b, c in terms:
        for i in range(200):
            if t == TERMS[0]:
                exact[i] += c * math.factorial(i) if i == n else 0
            else:
                m = 0 if t == TERMS[1] else 1
                if i >= m:
                    exact[i] += c * math.perm(i, m) * Fraction(b) ** (i - m)
    verdict = kv.judge(kv.parse(text), d=2).verdict
    assert verdict is (PROVEN if min(exact) >= 0 else REFUTED)


def test_a_negative_coefficient_gives_points() -> None:
    """Differences of order n at 0: certain in balls, far below what a float can see."""
    k = kv.parse("exp(linear) - 1.0001*linear**5 + linear**5 - 0.01*linear**5")
    found = whole_series(k, Space(1))
    assert found is not None
    assert found.negative == 5
    assert witness(k, np.arange(6.0)[:, None] / 64) is not None


def cost(work: Callable[[], object]) -> float:
    """Return the units of work that a computation charges."""
    return attempt(lambda: (before := left(), work(), before - left())[-1], math.nan, 1e9)


@pytest.mark.parametrize(
    "text", ["rbf(gamma=0.37)", "exp(linear)", "3*exp(2*linear)*linear", "exp(linear + linear**2)"]
)
def test_a_plainly_positive_series_is_paid_and_not_computed(text: str) -> None:
    """The series costs as much as its coefficients and has their signs."""

    paid, computed = (whole_series(kv.parse(text), Space(2)) for _ in range(2))
    assert paid is not None
    assert computed is not None
    assert paid.plainly_positive
    assert cost(paid.pay) == cost(lambda: computed.coefficients) > 0
    assert "coefficients" not in vars(paid)
    assert paid.negative is None
    assert paid.holds is computed.holds is True
    assert paid.coefficients == computed.coefficients
    assert all(a.sign in (0, 1) for a in computed.coefficients)


@pytest.mark.parametrize("text", ["exp(linear) - linear", "linear - 1", "exp(-1*linear)"])
def test_any_other_series_is_computed_when_paid(text: str) -> None:
    found = whole_series(kv.parse(text), Space(2))
    assert found is not None
    assert not found.plainly_positive
    assert cost(found.pay) > 0
    assert "coefficients" in vars(found)


@given(st.fractions(0, 9), st.fractions(-9, 9), st.integers(0, 5), st.integers(1, 12))
def test_coefficients_follow_the_definition(p: Fraction, q: Fraction, m: int, n: int) -> None:
    """The coefficients of uᵐ·e^{pu + qu²} are those of the product of the two exponential series."""
    exponent = tuple((j, each) for j, each in ((1, p), (2, q)) if each)
    products = [Fraction(0)] * n
    for i in range(n):
        for j in range(n):
            if m + i + 2 * j < n:
                products[m + i + 2 * j] += p**i / math.factorial(i) * (q**j / math.factorial(j))
    assert Summand(ONE, m, exponent).series(n) == products
