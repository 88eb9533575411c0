"""Waves of the distance times a kernel: densities against numerical transforms, thresholds by hand, proofs attacked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given, note
from hypothesis import strategies as st
from scipy.integrate import quad

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.line_spectrum import Overtones
from kernviz.kernels.modulated_density import RingingExponential, RingingGaussian, ringing
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.spectral import Density
from kernviz.mercer.theorems.cosine_modulation import _least, waves_beside_a_fall
from kernviz.mercer.witness import witness
from tests.strategies import few, searched

PROVEN, REFUTED, OPEN = Verdict.PROVEN, Verdict.REFUTED, Verdict.OPEN


def transform(f: Callable[[float], float], q: float, end: float = 40.0) -> float:
    """∫ f(‖r‖)·e^{−iq·r} dr over ℝ³."""
    whole: float = quad(lambda r: f(r) * r * np.sin(q * r), 0, end, limit=2000)[0]
    return 4 * np.pi / q * whole


@pytest.mark.parametrize(
    ("S", "f"),
    [
        (RingingGaussian(3, Fraction(1, 2), Fraction(3, 2)), lambda r: np.cos(1.5 * r) * np.exp(-0.5 * r * r)),
        (RingingGaussian(3, Fraction(2), Fraction(1, 3)), lambda r: np.cos(r / 3) * np.exp(-2 * r * r)),
        (RingingExponential(3, Fraction(1), Fraction(1, 2)), lambda r: np.cos(r / 2) * np.exp(-r)),
        (RingingExponential(3, Fraction(1), Fraction(2)), lambda r: np.cos(2 * r) * np.exp(-r)),
        (RingingExponential(3, Fraction(2, 3), Fraction(3)), lambda r: np.cos(3 * r) * np.exp(-2 * r / 3)),
    ],
)
def test_a_density_is_the_fourier_transform_and_keeps_its_bounds(S: Density, f: Callable[[float], float]) -> None:
    for q in (0.1, 0.7, 1.9, 3.3):
        assert float(S.at(arb(q) ** 2)) == pytest.approx(transform(f, q), rel=1e-6, abs=1e-6)
    for low, high in ((0.0, 0.4), (0.3, 2.0), (2.0, 50.0)):
        least, most = S.bounds(arb(low), arb(high))
        values = [float(S.at(arb(s))) for s in np.linspace(low, high, 50)]
        assert float(least) <= min(values)
        assert max(values) <= float(most)
    for low in np.linspace(0, 12, 40):  # of a short interval the bounds are near
        least, most = S.bounds(arb(low), arb(low + 1e-4))
        assert float(most - least) <= 2e-3 * max(abs(float(S.at(arb(s)))) for s in np.linspace(0, 12, 200))
    everywhere = [float(S.at(arb(s))) for s in (0.0, *np.geomspace(1e-6, 1e3, 300))]
    assert (min(everywhere) < 0) == S.changes_sign


def test_what_has_no_density_of_its_own() -> None:
    assert ringing(Fraction(1), kv.parse("rbf")._density(2)) is None
    assert ringing(Fraction(1), kv.parse("matern(1.5)")._density(3)) is None
    assert ringing(Fraction(1), None) is None
    assert isinstance(ringing(Fraction(1), kv.parse("matern(0.5, 0.3)")._density(3)), RingingExponential)


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("cosine*rbf(0.5)", 3, PROVEN),  # ω² = 2γ: the density is 0 at 0, exactly
        ("cosine*rbf(0.4999999)", 3, REFUTED),
        ("cosine*rbf(0.5)", 2, PROVEN),
        ("cosine*expower(1, 1.7320509)", 3, PROVEN),  # √3 = 1.7320508…
        ("cosine*expower(1, 1.7320508)", 3, REFUTED),
        ("gaussian_of(tent(1.6), 0.063)*cosine(0.032)", 3, PROVEN),
        ("laplacian(1.7320509)*cosine", 3, PROVEN),  # ω√d ≤ γ is enough
        ("laplacian(1.7320508)*cosine", 3, OPEN),
        ("cosine*rational(1, 2)", 2, PROVEN),  # a density that falls as e^{−‖q‖} times more
        ("cosine*rational(1, 1.9)", 2, OPEN),
        ("cosine(0.5)*matern(1.5, 1)", 3, PROVEN),  # (1.5 + 1.5)/√3·½ = 0.87
        ("cosine(0.6)*matern(1.5, 1)", 3, OPEN),
        ("cosine*rbf*laplacian*linear", 3, PROVEN),  # the other factors need only be kernels
        ("cosine*rbf*cosine", 3, OPEN),  # two waves
        ("cosine*rbf*tent(9)", 3, OPEN),
        ("rbf - cosine(0.1)*rbf", 3, REFUTED),
        ("expsine(0.4, 10)*matern(2.5, 0.05)", 2, PROVEN),
        ("expsine(1, 1)*matern(1.5, 1)", 3, REFUTED),
    ],
)
def test_the_verdict_turns_where_the_algebra_says(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


def test_not_asked_on_the_line_and_beyond_space() -> None:
    for d in (1, 4):
        assert waves_beside_a_fall(kv.parse("cosine(0.1)*rbf"), Space(d)) is None
    assert waves_beside_a_fall(kv.parse("cosine(0.1)*rbf"), Space(2, every=True)) is None


@pytest.mark.parametrize("text", ["matern(0.5, 1)", "matern(2.5, 0.6)", "rational(2, 3)", "rational(0.3, 2)"])
def test_no_density_is_steeper_than_it_says(text: str) -> None:
    S = kv.parse(text)._density(3)
    assert S is not None
    assert S.steepest is not None
    q = np.geomspace(1e-3, 1e3, 400)
    log = np.array([float(S.at(arb(float(v)) ** 2).log()) for v in q])
    slope = np.abs(np.diff(log) / np.diff(q))
    assert slope.max() <= float(S.steepest) ** 0.5 * (1 + 1e-9)
    assert slope.max() >= 0.9 * float(S.steepest) ** 0.5  # and nearly as steep


def test_the_sum_of_waves_is_not_below_its_bound() -> None:
    """S(q)/S₁(q) of exp(−2 sin²(πr/p)/ℓ²)·k₁, by quadrature, against the bound used in the proof."""
    compared = 0
    for text, length, period in (("matern(2.5, 0.5)", 2, 5), ("matern(0.5, 0.4)", 3, 6), ("rational(9, 4)", 1, 4)):
        k, waves = kv.parse(text), ExpSine(length, period)
        S = k._density(3)
        assert S is not None
        least = _least(Overtones(1, Fraction(1, length**2), Fraction(period)), S)
        assert least is not None
        for q in (0.2, 1.0, 4.0):
            product = k * waves
            f = lambda r, product=product: float(product(np.zeros((1, 3)), np.eye(1, 3) * r)[0, 0])  # noqa: E731
            ratio = transform(f, q, 30.0) / float(S.at(arb(q) ** 2))
            assert ratio >= float(least) - 1e-4
            compared += 1
    assert compared == 9


FALLS = ["rbf({})", "matern(0.5, {})", "matern(1.5, {})", "rational({}, 3)", "laplacian({})", "expower(1, {})"]
NUMBERS = ["0.1", "0.4", "1", "3"]


@st.composite
def products(draw: st.DrawFn) -> str:
    wave = draw(st.sampled_from(["cosine({})", "expsine(1, {})", "expsine(0.3, {})"])).format(draw(numbers()))
    return f"{wave}*{draw(st.sampled_from(FALLS)).format(draw(numbers()))}"


def numbers() -> st.SearchStrategy[str]:
    return st.sampled_from(NUMBERS)


def attack(text: str, d: int, seed: int) -> None:
    """No points refute a proven kernel."""
    note(text)
    k = kv.parse(text)
    if kv.judge(k, d=d).verdict is PROVEN:
        rng = np.random.default_rng(seed)
        for scale in (0.1, 1.0, 10.0):
            assert witness(k, np.round(rng.normal(size=(24, d)) * scale, 3)) is None


@few(15)
@given(text=products(), d=st.integers(2, 3), seed=st.integers(0, 9))
def test_no_points_refute_what_is_proven(text: str, d: int, seed: int) -> None:
    attack(text, d, seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_no_points_refute_what_is_proven_in_a_long_search(part: int) -> None:
    @searched(part, 150)
    @given(text=products(), d=st.integers(2, 3), seed=st.integers(0, 9))
    def search(text: str, d: int, seed: int) -> None:
        attack(text, d, seed)

    search()
