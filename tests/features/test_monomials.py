"""Distinct monomials, their weights and the three ways to count them."""

import math
from itertools import product

import numpy as np
import pytest

from kernviz.features.monomials import Dimensions, arrangements, index_tuples, power_coefficient, terms
from kernviz.kernels import Polynomial


@pytest.mark.parametrize(
    ("degree", "gamma", "c", "m"), [(2, 1, 1, 2), (3, 0.5, 2, 3), (4, 2, 0.3, 2), (2, 1, 0, 2), (1, 1, 0, 1)]
)
def test_the_coordinates_give_the_kernel(degree: int, gamma: float, c: float, m: int) -> None:
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(7, m)), rng.normal(size=(5, m))
    found = terms(degree, gamma, c, m)
    phi = lambda P: np.stack([t.at(P) for t in found], axis=1)  # noqa: E731
    np.testing.assert_allclose(phi(X) @ phi(Z).T, Polynomial(degree, gamma, c)(X, Z), rtol=1e-12, atol=1e-12)


def test_s0_features_at_its_two_points() -> None:
    found = terms(2, 1, 1, 2)
    x, z = ([float(t.at(np.array([p]))[0]) for t in found] for p in ([1.0, 2.0], [3.0, -1.0]))
    r = math.sqrt(2)
    assert x == pytest.approx([1, 2 * r, 4, r, 2 * r, 1])
    assert z == pytest.approx([9, -3 * r, 1, 3 * r, -r, 1])


def test_c_zero_leaves_the_highest_degree() -> None:
    assert [t.label for t in terms(2, 1, 0, 2)] == ["x₁²", "√2·x₁x₂", "x₂²"]
    assert terms(2, 0, 0, 2) == ()


@pytest.mark.parametrize("numbers", [(-1, 1, 1), (2, -0.5, 1), (2, 1, -0.5)])
def test_negative_numbers_are_refused(numbers: tuple[int, float, float]) -> None:
    degree, gamma, c = numbers
    with pytest.raises(ValueError, match=f"degree = {degree}, γ = {gamma:g}, c = {c:g}"):
        terms(degree, gamma, c, 2)


def test_scalings_of_s3() -> None:
    assert power_coefficient(2, 0.3, 1, 1) == pytest.approx(2 * 0.3)  # √(2γ) squared
    assert {t.exponents: t.weight for t in terms(2, 0.3, 1, 2)}[(2, 0)] == pytest.approx(0.3)


@pytest.mark.parametrize(("m", "k"), [(1, 4), (2, 2), (2, 3), (3, 2), (4, 3)])
def test_counts_against_counting(m: int, k: int) -> None:
    sizes = Dimensions(m, k)
    every = [J for r in range(k + 1) for J in product(range(m), repeat=r)]
    assert sizes.repeated == len(every)
    assert sizes.distinct == len({tuple(sorted(J)) for J in every})
    grouped = index_tuples(m, k)
    assert sizes.with_ones == sum(len(g) for g in grouped.values())
    assert sizes.distinct == len(grouped)


def test_numbers_of_the_notes() -> None:
    ten = Dimensions(10, 2)
    assert (ten.with_ones, ten.repeated, ten.distinct) == (121, 111, 66)
    assert (Dimensions(2, 2).repeated, Dimensions(2, 2).distinct) == (7, 6)
    assert Dimensions(10, 10).distinct == 184756
    assert Dimensions(10, 10).repeated == pytest.approx(1.1e10, rel=0.02)


def test_tuples_of_one_monomial_are_its_multinomial_number() -> None:
    """In (1 + x·z)^k the coefficient of a monomial is how many tuples stand for it."""
    by_exponents = {t.exponents: t.coefficient for t in terms(3, 1, 1, 2)}
    assert {e: len(g) for e, g in index_tuples(2, 3).items()} == by_exponents
    assert arrangements((2, 1)) == 3
