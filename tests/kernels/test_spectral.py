"""Spectral densities against numerical Fourier transforms; their bounds and ratios against values on a grid."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy.integrate import quad
from scipy.special import jv

import kernviz as kv
from kernviz.kernels.density_ratio import ratio_bound
from kernviz.kernels.spectral import (
    BesselDensity,
    BoxDensity,
    CauchyDensity,
    Density,
    GaussianDensity,
    StudentDensity,
    TriangleDensity,
)
from kernviz.mercer.spectral_facts import density_of

LEAVES = ["rbf(0.7)", "matern(0.8, 1.3)", "matern(1.5, 0.6)", "matern(2.5, 1)", "expower(1, 0.9)", "rational(0.7, 2.5)"]


def density(text: str, d: int) -> Density:
    found = density_of(kv.parse(text), d)
    assert found is not None
    return found


def transform(k: kv.Kernel, omega: float, d: int) -> float:
    """∫ k(r)·e^{−iω·r} dr over ℝᵈ for a function of the distance, by quadrature."""
    f: Callable[[float], float] = lambda r: float(k(np.zeros((1, d)), np.eye(1, d) * r)[0, 0])  # noqa: E731
    order = d / 2 - 1
    if d == 1:
        return 2 * quad(lambda r: f(r) * np.cos(omega * r), 0, 60, limit=800)[0]
    front = (2 * np.pi) ** (d / 2) * omega**-order
    return front * quad(lambda r: f(r) * r ** (d / 2) * jv(order, omega * r), 0, 60, limit=800)[0]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("text", [*LEAVES, "box(1.2)"])
def test_a_density_is_the_fourier_transform(text: str, d: int) -> None:
    k = kv.parse(text)
    if text.startswith("box"):
        assert float(density(text, d).at(arb(0))) == pytest.approx(
            {1: 2.4, 2: np.pi * 1.44, 3: 4 / 3 * np.pi * 1.2**3}[d]
        )
        return
    for omega in (0.3, 1.1, 2.3):
        wanted = transform(k, omega, d)
        assert float(density(text, d).at(arb(omega) ** 2)) == pytest.approx(wanted, rel=2e-3, abs=2e-3)


def test_densities_on_the_line_are_the_transforms() -> None:
    assert float(density("triangle(2)", 1).at(arb(1.7) ** 2)) == pytest.approx(
        transform(kv.parse("triangle(2)"), 1.7, 1), rel=1e-6
    )
    assert float(density("laplacian(0.8)", 1).at(arb(1.7) ** 2)) == pytest.approx(2 * 0.8 / (0.64 + 1.7**2))
    gamma, omega = 0.8, 0.4
    for d in (2, 3):  # in the direction (1, …, 1)
        assert float(density("laplacian(0.8)", d).at(d * arb(omega) ** 2)) == pytest.approx(
            (2 * gamma / (gamma**2 + omega**2)) ** d
        )


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("text", [*LEAVES, "laplacian(0.7)", "triangle(1.5)", "box(0.9)"])
def test_bounds_hold_between_their_ends(text: str, d: int) -> None:
    S = density_of(kv.parse(text), d)
    if S is None:
        assert (text, d > 1) == ("triangle(1.5)", True)
        return
    for low, high in ((0.01, 0.5), (0.5, 3.0), (3.0, 40.0)):
        least, most = S.bounds(arb(low), arb(high))
        for s in np.linspace(low, high, 25):
            assert not S.at(arb(float(s))) < least
            assert not S.at(arb(float(s))) > most


FAMILIES: list[Callable[[int], Density]] = [
    lambda d: GaussianDensity(d, Fraction(1, 2)),
    lambda d: GaussianDensity(d, Fraction(2)),
    lambda d: StudentDensity(d, Fraction(1, 2), Fraction(1)),
    lambda d: StudentDensity(d, Fraction(3, 2), Fraction(3)),
    lambda d: StudentDensity(d, Fraction(3, 2), Fraction(1, 3)),
    lambda d: StudentDensity(d, Fraction(5, 2), Fraction(40)),
    lambda d: BesselDensity(d, Fraction(1), Fraction(1, 3)),
    lambda d: BesselDensity(d, Fraction(1), Fraction(2)),
    lambda d: BesselDensity(d, Fraction(3), Fraction(5)),
    lambda d: CauchyDensity(d, Fraction(1)),
    lambda d: CauchyDensity(d, Fraction(3)),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_no_ratio_exceeds_its_bound(d: int) -> None:
    """Asked in the direction (1, …, 1) and, for products over coordinates, along an axis and at random."""
    rng, bounded = np.random.default_rng(0), 0
    for upper, lower in itertools.permutations([family(d) for family in FAMILIES], 2):
        for start in (0.0, 0.3, 5.0, 200.0):
            bound = ratio_bound(upper, lower, arb(start))
            if bound is None:
                continue
            bounded += 1
            for s in start + np.geomspace(1e-3, 1e4, 30):
                ratio = upper.at(arb(float(s))) / lower.at(arb(float(s)))
                assert not ratio > bound * (1 + arb(10) ** -80), (upper, lower, start, s)
            if isinstance(upper, CauchyDensity) and isinstance(lower, CauchyDensity):
                for omega in rng.normal(size=(50, d)) * 10 ** rng.uniform(-2, 2, size=(50, 1)):
                    u, v = float(upper.gamma), float(lower.gamma)
                    assert np.prod(u / v * (v * v + omega**2) / (u * u + omega**2)) <= float(bound) * (1 + 1e-12)
    assert bounded > 60  # most pairs are bounded from some place on, one way round


def test_bessel_ratios_keep_within_the_bounds_of_the_slope() -> None:
    """Segura (2011), checked: the slope of −log S lies within the bounds used, here and at larger ω."""
    from kernviz.kernels.density_ratio import _slope

    for order in (
        Fraction(-5, 2),
        Fraction(-1, 3),
        Fraction(0),
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(1),
        Fraction(7, 2),
        Fraction(20),
    ):
        S = BesselDensity(1, Fraction(2), order + Fraction(1, 2))
        c = (1 / arb(2)).sqrt()
        for omega in (0.01, 0.3, 2.0, 30.0):
            low, high = _slope(S, arb(omega)) if S.p > 0 else (arb(0), arb(10) ** 9)
            for farther in (omega, 1.5 * omega, 10 * omega):
                x, mu = c * farther, arb(str(float(order)))
                slope = c * x.bessel_k(mu - 1) / x.bessel_k(mu)
                assert not slope < low * (1 - arb(10) ** -60)
                assert not slope > high * (1 + arb(10) ** -60)


def test_declared_zeros_of_densities_are_zeros() -> None:
    for s in TriangleDensity(1, Fraction(3)).touches():
        assert abs(float(TriangleDensity(1, Fraction(3)).at(s))) < 1e-50
    for d in (1, 2, 3):
        assert any(BoxDensity(d, Fraction(2)).at(s) < 0 for s in BoxDensity(d, Fraction(2)).touches())


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("text", [*LEAVES, "box(1.2)"])
def test_a_curve_is_the_density_at_its_places(text: str, d: int) -> None:
    S = density(text, d)
    at = S.curve()
    places = [arb(s) for s in (0.3, 2.0, 50.0, 0.3)]
    assert [at(s).mid() for s in places] == [S.at(s).mid() for s in places]
