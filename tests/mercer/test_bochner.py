"""Functions of x − z decided by their spectral measure: thresholds by hand, and both answers attacked."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb
from hypothesis import given, note
from hypothesis import strategies as st
from scipy.special import ive

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.spectral import CauchyDensity, GaussianDensity
from kernviz.mercer.laplacians import nowhere_negative
from kernviz.mercer.witness import witness
from kernviz.wording import speaking, with_exponents
from tests.strategies import few, searched

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


def verdict(text: str, d: float) -> Verdict:
    return kv.judge(kv.parse(text), d=d).verdict


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("2*rbf(2) - rbf(1)", 1, PROVEN),
        ("2*rbf(2) - rbf(1)", 2, PROVEN),  # the density is 0 at ω = 0, exactly
        ("1.999*rbf(2) - rbf(1)", 2, REFUTED),
        ("2*rbf(2) - rbf(1)", 3, REFUTED),
        ("2.8284271247461903*rbf(2) - rbf(1)", 3, PROVEN),  # 2^{3/2} = 2.82842712474619009…
        ("2.8284271247461900*rbf(2) - rbf(1)", 3, REFUTED),
        ("1.4142135623730951*rbf(2) - rbf(1)", 1, PROVEN),  # √2 = 1.41421356237309504…
        ("1.4142135623730950*rbf(2) - rbf(1)", 1, REFUTED),
        ("rbf(1) - 0.5*rbf(2)", 1, REFUTED),  # the wider density is left alone far out
        ("3*rbf(9) - rbf(1)", 1, PROVEN),  # √9 = 3: 0 at ω = 0 with odd d
        ("2.999*rbf(9) - rbf(1)", 1, REFUTED),
        ("rbf(3) - rbf(2) + 0.5*rbf(1)", 2, PROVEN),  # two changes of sign: by intervals
        ("laplacian - 0.49*laplacian(2)", 1, PROVEN),  # less than γ₁/γ₂ = ½
        ("laplacian - 0.51*laplacian(2)", 1, REFUTED),
        ("laplacian - 0.25*laplacian(2)", 2, PROVEN),  # (½)² in the plane, exactly
        ("laplacian - 0.26*laplacian(2)", 2, REFUTED),
        ("laplacian(1) + laplacian(4) - laplacian(2)", 2, PROVEN),  # by boxes of frequencies
        ("2*laplacian(0.4) - laplacian(0.8) + 0.5*laplacian(1.2)", 3, PROVEN),
        ("laplacian(1) + laplacian(4) - 1.5*laplacian(2)", 2, REFUTED),
        ("matern(1.5, 1) - 0.2*matern(2.5, 1)", 3, PROVEN),
        ("matern(2.5, 1) - 0.2*matern(1.5, 1)", 3, REFUTED),  # heavier tail taken away
        ("rational(1, 1) - 0.1*rbf", 2, PROVEN),
        ("rbf - 0.1*rational(1, 1)", 2, REFUTED),
        ("rbf - 0.001", 2, REFUTED),
        ("cosine(2)*cosine(1) - 0.5*cosine(3)", 1, PROVEN),  # ½cos 3r + ½cos r
        ("cosine(2)*cosine(1) - 0.501*cosine(3)", 1, REFUTED),
        ("cosine(1)**2 - 0.5", 1, PROVEN),
        ("cosine(1)**2 - 0.501", 1, REFUTED),
        ("periodic(1, 1) - 0.465", 1, PROVEN),  # e⁻¹·I₀(1) = 0.46576
        ("periodic(1, 1) - 0.466", 1, REFUTED),
        ("periodic(1, 2) - 0.4*cosine(3.14)", 1, REFUTED),  # 3.14 is not π
        ("expsine(1, 2) - 0.46", 1, PROVEN),
        ("periodic(1, 1) - 0.2169", 2, PROVEN),  # 0.46576² = 0.216934
        ("periodic(1, 1) - 0.217", 2, REFUTED),
        ("triangle(1) - 0.01*rbf", 1, REFUTED),  # the density of a triangle touches 0
        ("rbf + 0.1*box", 1, REFUTED),
        ("1000*laplacian + 0.001*box", 1, REFUTED),  # below 0 once ω passes 10⁶
        ("1000*matern(0.1, 1) + 0.001*box", 1, REFUTED),
        ("100*matern(0.25) + 0.001*box", 2, REFUTED),
        ("-1*box + 3*rbf", 1, REFUTED),
        ("linear*(2*rbf(2) - rbf(1))", 2, PROVEN),  # beside a kernel
        ("linear + 2*rbf(2) - rbf(1)", 2, PROVEN),
    ],
)
def test_the_verdict_turns_where_the_algebra_says(text: str, d: int, expected: Verdict) -> None:
    assert verdict(text, d) is expected


def test_every_dimension_at_once() -> None:
    """Σ cᵢ·rbf(γᵢ) is a kernel in every dimension exactly when no cᵢ is negative (Schoenberg 1938)."""
    judged = kv.judge(kv.parse("2*rbf(2) - rbf(1)"), d=math.inf)
    assert judged.verdict is REFUTED
    assert judged.space.d == 3
    assert "every d: on ℝ³" in judged.sentence
    assert verdict("1000*rbf(1.1) - rbf(1)", math.inf) is REFUTED  # from d = 145 on
    assert verdict("rbf(1.1) + 3*rbf(1) + rational + exp(tent)", math.inf) is PROVEN
    assert verdict("cosine", math.inf) is REFUTED
    assert verdict("triangle", math.inf) is REFUTED
    with pytest.raises(ValueError, match="choose that space"):
        kv.judge(kv.parse("bilinear([[1]])"), d=math.inf)


def test_every_dimension_is_every_one_with_the_columns_used() -> None:
    assert kv.judge(kv.parse("rbf(1) @ column(2)"), d=math.inf).verdict is kv.Verdict.PROVEN
    assert kv.judge(kv.parse("box @ column(2)"), d=math.inf).verdict is kv.Verdict.REFUTED


LEAVES = [
    "box({})",
    "triangle({})",
    "rbf({})",
    "matern(1.5, {})",
    "matern(0.7, {})",
    "rational({}, 1.5)",
    "expower(1, {})",
    "laplacian({})",
]


@st.composite
def mixtures(draw: Any) -> str:
    size = draw(st.integers(2, 4))
    terms = []
    for _ in range(size):
        number = draw(st.sampled_from(("0.2", "0.5", "1", "1.7", "3", "8")))
        c = draw(st.sampled_from(("-3", "-1", "-0.5", "-0.1", "-0.02", "0.3", "1", "2", "4")))
        terms.append(f"{c}*" + draw(st.sampled_from(LEAVES)).format(number))
    return " + ".join(terms)


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(12)
@given(text=mixtures(), seed=st.integers(0, 9))
def test_both_answers_survive_attack(d: int, text: str, seed: int) -> None:
    attack(d, text, seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_both_answers_survive_attack_in_a_long_search(part: int) -> None:
    @searched(part, 100)
    @given(d=st.integers(1, 3), text=mixtures(), seed=st.integers(0, 9))
    def search(d: int, text: str, seed: int) -> None:
        attack(d, text, seed)

    search()


def attack(d: int, text: str, seed: int) -> None:
    """No points refute a proven kernel, and the density of a refuted one is negative in floats, computed separately."""
    k = kv.parse(text)
    note(text)
    judged = kv.judge(k, d=d)
    if judged.verdict is PROVEN:
        rng = np.random.default_rng(seed)
        for scale in (0.1, 1.0, 10.0):
            assert witness(k, np.round(rng.normal(size=(14, d)) * scale, 3)) is None
    elif judged.refuted_by == "spectral":
        finding = judged.spectral.finding if judged.spectral else None
        assert finding is not None
        assert judged.spectral is not None
        assert finding.wave or judged.spectral.mixture.at(finding.omega) < 0


@pytest.mark.slow
def test_boxes_of_frequencies_see_no_less_than_a_grid() -> None:
    """Σ c·S of Laplacians at random: what is said to be > 0 everywhere is so on a grid, and most that is, is said."""
    choices = [Fraction(1, 3), Fraction(1), Fraction(2), Fraction(5)]
    rng, bounded, so = np.random.default_rng(0), 0, 0
    axis = np.concatenate([[0], np.geomspace(1e-3, 1e3, 25)])
    for d in (2, 3):
        grid = np.stack(np.meshgrid(*[axis] * d), axis=-1)
        for _ in range(40):
            gammas = [choices[i] for i in rng.permutation(4)[:3]]
            c = [1.0, -float(rng.uniform(0.02, 0.6)), float(rng.uniform(0, 2))]
            parts = [(arb(a), CauchyDensity(d, g)) for a, g in zip(c, gammas, strict=True)]
            S = sum(
                a * np.prod(2 * float(g) / (float(g) ** 2 + grid**2), axis=-1) for a, g in zip(c, gammas, strict=True)
            )
            positive = bool((S > 0).all())
            found = nowhere_negative(parts)
            assert positive or not found
            bounded, so = bounded + found, so + positive
    assert bounded >= 0.6 * so > 10


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.5098*periodic**2 - periodic", PROVEN),  # e·I₀(1)/I₀(2) = 1.50972
        ("1.5097*periodic**2 - periodic", REFUTED),
        ("2.03*periodic(0.5, 2)**2 - periodic(0.5, 2)", PROVEN),
        ("periodic - 0.0001*periodic**2", REFUTED),  # from the 15th overtone on
        ("periodic - 1e-9*periodic(1, 2)", REFUTED),  # at a frequency where there is nothing else
        ("periodic(1, 2) - 0.2*periodic", REFUTED),  # Iₙ falls faster for n twice as large
        ("2*periodic**3 - periodic**2 + 0.001*cosine(3) - 0.1*periodic", PROVEN),
        ("2*periodic**3 - periodic**2 - 0.001*cosine(3) - 0.1*periodic", REFUTED),
        ("linear*(2*periodic**2 - periodic)", PROVEN),
        ("exp(2*periodic**2 - periodic)", PROVEN),
        ("2*periodic(0.5, 3) - periodic(1, 3)**4", PROVEN),  # one function, written twice
        ("periodic(0.5, 3) - 2*periodic(1, 3)**4", REFUTED),
    ],
)
def test_overtones_are_outweighed_or_not(text: str, expected: Verdict) -> None:
    assert verdict(text, 1) is expected


def attacked_overtones(rng: np.random.Generator) -> str:
    """A polynomial of periodic kernels of one period, its verdict beside its Fourier coefficients worked out apart."""
    terms = [(float(rng.choice([-3, -1, -0.3, -0.01, 0.2, 1, 2, 5])), rng.integers(0, 4, 2)) for _ in range(3)]
    widths = rng.choice([0.4, 0.8, 1.0, 3.0], 2, replace=False)
    text = " + ".join(f"{c}*periodic({widths[0]}, 3)**{n}*periodic({widths[1]}, 3)**{m}" for c, (n, m) in terms)
    u = [n / widths[0] ** 2 + m / widths[1] ** 2 for _, (n, m) in terms]
    parts = np.array([c for c, _ in terms])[:, None] * ive(np.arange(600), np.array(u)[:, None])
    least = (parts.sum(axis=0) / np.maximum(np.abs(parts).sum(axis=0), 1e-300)).min()
    found = verdict(text, 1)
    assert found is not PROVEN or least > -1e-9, text
    assert found is not REFUTED or least < 1e-9, text
    return found.value


def test_overtones_against_bessel_functions() -> None:
    rng = np.random.default_rng(3)
    found = [attacked_overtones(rng) for _ in range(12)]
    assert {"proven", "refuted"} <= set(found)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_overtones_against_bessel_functions_at_length(part: int) -> None:
    rng = np.random.default_rng(part)
    for _ in range(100):
        attacked_overtones(rng)


def test_a_refutation_without_points_has_a_frequency() -> None:
    judged = kv.judge(kv.parse("triangle(1) - 0.01*rbf(1)"), d=1)
    if judged.witness is None:
        assert judged.refuted_by == "spectral"
        assert "6.283" in judged.sentence
    assert judged.spectral is not None
    assert judged.spectral.finding is not None
    assert judged.spectral.finding.omega == pytest.approx(2 * math.pi)


def test_undecided_densities_stay_open() -> None:
    """A part with an unknown density may be added, never subtracted."""
    assert verdict("2*rbf(2) - rbf(1) + exp(cosine)", 1) is PROVEN
    judged = kv.judge(kv.parse("rbf - 0.0001*expower(0.5)"), d=2)
    assert judged.spectral is None


@pytest.mark.parametrize(
    "text", ["rbf(1) - 1e-9*rbf(1.0001)", "0.001*rbf(1) + rbf(1.1) - 1e-3*rbf(1.101)", "rbf(1) - 1e-200*rbf(1.001)"]
)
def test_a_density_below_every_float_is_said_in_shares(text: str) -> None:
    """(π/γ)^{½}e^{−ω²/4γ} underflows at a frequency near a thousand; the quotient of two such numbers does not."""
    judged = kv.judge(kv.parse(text), d=1)
    assert judged.spectral is not None
    found = judged.spectral.finding
    assert found is not None
    assert (found.holds, found.value) == (False, 0.0)
    every = [(float(c), float(S.gamma)) for c, S in judged.spectral.mixture.densities if isinstance(S, GaussianDensity)]
    widest = min(every)[1]
    shares = [
        c / math.sqrt(gamma) * math.exp(found.omega**2 / 4 * (1 / widest - 1 / gamma)) for c, gamma in every
    ]  # of the widest's e^{−ω²/4γ}
    assert -sum(v for v in shares if v < 0) / sum(v for v in shares if v > 0) == pytest.approx(found.times, rel=1e-6)
    assert found.times > 1.005
    assert f"{found.times:.2f}"[:3] in judged.sentence


@pytest.mark.parametrize(
    ("text", "d"), [("rbf - rational(1, 0.4)", 1), ("rbf - rational(1, 0.5)", 2), ("rbf - rational(1, 0.25)", 2)]
)
def test_a_density_of_minus_infinity_is_called_so(text: str, d: int) -> None:
    found = kv.judge(kv.parse(text), d=d).spectral
    assert found is not None
    assert found.finding is not None
    assert found.finding.value == -math.inf
    assert found.finding.words == "−∞"


def test_a_density_beyond_floats_is_written_out() -> None:
    """−(π/γ)^{d/2}e^{−ω²/4γ} at ω = 1, and far out."""
    for gamma, d in ((0.001, 400), (0.001, 4), (0.0001, 1)):
        found = kv.judge(kv.parse(f"-rbf({gamma})"), d=d).spectral
        assert found is not None
        assert found.finding is not None
        logarithm = (d / 2 * math.log(math.pi / gamma) - found.finding.omega**2 / (4 * gamma)) / math.log(10)
        with speaking("de"):
            german = found.finding.words
        assert german == found.finding.words.replace(".", ",")
        sign, rest = found.finding.words[0], found.finding.words[1:]
        assert sign == "−"
        assert "e" not in rest
        mantissa, _, exponent = with_exponents(rest).partition("e")
        assert math.log10(float(mantissa)) + float(exponent or 0) == pytest.approx(logarithm, abs=1e-3)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("2*laplacian(2) - laplacian(1)", 1, Verdict.PROVEN),  # 6ω²/((1 + ω²)(4 + ω²))
        ("1.9999999*laplacian(2) - laplacian(1)", 1, Verdict.REFUTED),
        ("2*laplacian(1) - laplacian(2)", 1, Verdict.PROVEN),  # 0 far out
        ("1.9999999*laplacian(1) - laplacian(2)", 1, Verdict.REFUTED),
        ("8*matern(1.5, 0.5) - matern(1.5, 1)", 3, Verdict.PROVEN),
        ("7.9999999*matern(1.5, 0.5) - matern(1.5, 1)", 3, Verdict.REFUTED),
        ("2*matern(1.5, 0.5) - matern(1.5, 1)", 1, Verdict.PROVEN),
        ("1.9999999*matern(1.5, 0.5) - matern(1.5, 1)", 1, Verdict.REFUTED),
        ("3*laplacian(3) - laplacian(2) - laplacian(1)", 1, Verdict.REFUTED),
        ("4*laplacian(4) - laplacian(2) - 0.5*laplacian(1)", 1, Verdict.PROVEN),  # S(0) = 2 − 1 − 1
        ("3.9999999*laplacian(4) - laplacian(2) - 0.5*laplacian(1)", 1, Verdict.REFUTED),
        ("4.5*laplacian(3) - laplacian(2) - laplacian(1)", 1, Verdict.PROVEN),  # S(0) = 9 − 3 − 6 = 0, over 3
        ("2*rbf(4) - rbf(1)", 1, Verdict.PROVEN),
        ("2*rbf(2) - rbf(1)", 2, Verdict.PROVEN),
    ],
)
def test_the_boundary_itself_is_decided(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected
