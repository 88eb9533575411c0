"""Numbers about kernels in the lecture notes S0 to S4, each computed by the library."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz.features import polynomial
from kernviz.kernels import Product, Scaled, Sum
from kernviz.kernels.parse import kernel_words
from tests.strategies import few

X, Z = np.array([[1.0, 2.0]]), np.array([[3.0, -1.0]])
ROOT2 = math.sqrt(2)


# ---- S0 --------------------------------------------------------------------------------------------------------------


def test_s0_the_dot_product_is_a_kernel_with_the_identity_as_its_map() -> None:
    k = kv.Linear()
    assert k(X, Z) == 1 * 3 + 2 * -1
    phi = kv.feature_map(k, d=2)
    assert phi is not None
    assert phi(X).tolist() == X.tolist()
    assert phi.labels == ("x₁", "x₂")


def test_s0_the_map_of_the_quadratic_kernel() -> None:
    phi = kv.feature_map(kv.Polynomial(degree=2, gamma=1, coef0=1), d=2)
    assert phi is not None
    assert phi.labels == ("x₁²", "√2·x₁x₂", "x₂²", "√2·x₁", "√2·x₂", "1")
    assert np.allclose(phi(X), [[1, 2 * ROOT2, 4, ROOT2, 2 * ROOT2, 1]], rtol=1e-15)
    assert np.allclose(phi(Z), [[9, -3 * ROOT2, 1, 3 * ROOT2, -ROOT2, 1]], rtol=1e-15)
    assert (phi(X) @ phi(Z).T).item() == pytest.approx(4, rel=1e-15)
    assert kv.Polynomial(2)(X, Z) == 4
    assert phi.dimension == 6 == math.comb(4, 2)


@pytest.mark.parametrize(("degree", "d"), [(1, 1), (2, 2), (3, 2), (2, 10), (3, 4), (5, 3)])
def test_s0_the_degree_fixes_the_dimension(degree: int, d: int) -> None:
    phi = kv.feature_map(kv.Polynomial(degree), d=d)
    assert phi is not None
    assert phi.dimension == math.comb(d + degree, degree)


def test_s0_a_polynomial_of_a_kernel_needs_its_signs() -> None:
    """⚠ E1: u² − 2u + 1 has the eigenvalue −4 at ±1, and −u has −1."""
    assert np.linalg.eigvalsh(kv.parse("polynomial(linear, [1, -2, 1])")([[1.0], [-1.0]]))[0] == pytest.approx(-4)
    assert kv.parse("-linear")([[1.0]]) == -1


@pytest.mark.parametrize(("outer", "inner"), [(2, 3), (3, 2), (1, 4), (4, 2)])
def test_s0_degrees_multiply(outer: int, inner: int) -> None:
    for k in (kv.Polynomial(inner) ** outer, kv.PolynomialOf(kv.Polynomial(inner), (1.0,) * outer + (1.0,))):
        expanded = polynomial(k, 2)
        assert expanded is not None
        assert expanded.degree == outer * inner


def test_s0_theorem_1_every_rule_keeps_eigenvalues_from_below_zero() -> None:
    rows = np.random.default_rng(0).normal(size=(12, 2))
    for text in (
        "rbf(1) + linear",
        "0.5*rbf(1)",
        "rbf(1)*poly(2)",
        "weight(first, rbf(1))",
        "rbf(1) @ circle(3)",
        "exp(linear)",
    ):
        K = kv.parse(text)(rows)
        assert np.linalg.eigvalsh(K)[0] > -12 * np.finfo(float).eps * np.abs(K).max() * 12, text


def test_s0_corollary_1_partial_sums_of_the_exponential() -> None:
    """exp(K) = Σ Kⁿ/n!, entry by entry: the polynomial of degree T tends to it."""
    rows = np.array([[0.3, 0.1], [1.0, -1.0], [-0.5, 1.5]])
    whole = kv.Exp(kv.Linear())(rows)
    largest = np.abs(kv.Linear()(rows)).max()
    for T in range(1, 19):
        partial = kv.PolynomialOf(kv.Linear(), tuple(1 / math.factorial(n) for n in range(T + 1)))
        assert kv.judge(partial, d=2).verdict is kv.Verdict.PROVEN
        rest = largest ** (T + 1) / math.factorial(T + 1) * math.exp(largest)  # Lagrange's remainder
        assert rest / 100 < np.abs(whole - partial(rows)).max() < rest


@few(60)
@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.05, 4))
def test_s0_the_gaussian_splits_into_f_times_exp_times_f(x: float, z: float, gamma: float) -> None:
    product = math.exp(-gamma * x * x) * math.exp(2 * gamma * x * z) * math.exp(-gamma * z * z)
    # e^ stretches the rounding of exponents: 36 + 72 + 36 on one side, 144 on the other, three roundings of eps/2 each
    assert kv.RBF(gamma)([[x]], [[z]]).item() == pytest.approx(product, rel=450 * np.finfo(float).eps, abs=1e-300)


def test_s0_exercise_the_gaussian_of_the_quadratic_features() -> None:
    """K₁ = (1 + xz)², x = 1, z = 2, σ² = 1: d² = 4 − 18 + 25 = 11, k = 1.67e-5."""
    quadratic = kv.Polynomial(2, 1, 1)
    x, z = [[1.0]], [[2.0]]
    assert (quadratic(x, x) - 2 * quadratic(x, z) + quadratic(z, z)).item() == 11
    k = kv.GaussianOf(quadratic, gamma=1)
    assert k(x, z).item() == pytest.approx(math.exp(-11), rel=1e-15)
    assert f"{k(x, z).item():.2e}" == "1.67e-05"
    rows = np.linspace(-2, 2, 9)[:, None]
    assert np.linalg.eigvalsh(k(rows))[0] > 0
    assert kv.judge(k, rows).verdict is kv.Verdict.PROVEN


def test_s0_distance_of_two_gaussian_images() -> None:
    """‖φ(x) − φ(z)‖² = 2 − 2e⁻¹ = 1.2642, so 1.1244 (⚠ E8)."""
    k = kv.RBF(1)
    squared = (k([[0.0]]) - 2 * k([[0.0]], [[1.0]]) + k([[1.0]])).item()
    assert round(squared, 4) == 1.2642
    assert round(math.sqrt(squared), 4) == 1.1244


# ---- S1 --------------------------------------------------------------------------------------------------------------


def test_s1_the_gaussian_value_of_the_series() -> None:
    """exp(−‖x − x′‖²/2) at 1 and ½ is 0.88250: γ = ½ in S1."""
    assert round(kv.RBF(0.5)([[1.0]], [[0.5]]).item(), 5) == 0.88250


def test_s1_distinct_monomials_of_ten_coordinates() -> None:
    """⚠ E19: (m + 1)^k = 121 and 111 count repeats; distinct are C(12, 2) = 66."""
    phi = kv.feature_map(kv.Polynomial(2), d=10)
    assert phi is not None
    assert phi.dimension == 66


# ---- S2 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [0.5, 1, 2, 0.1])
def test_s2_quiz_1_the_gaussian_in_four_steps(gamma: float) -> None:
    """The proof cites the rules 1, 2, 7, 6, in this order."""
    k = kv.RBF(gamma)
    proof = kv.prove(k)
    assert proof.complete
    steps = proof.steps()
    assert [step.rule.sources["S2"] for step in steps] == ["rule 1", "rule 2", "rule 7", "rule 6"]
    assert [step.index for step in steps] == [1, 2, 3, 4]
    assert all(step.complete for step in steps)
    dot, scaled, exponential, weighted = (step.kernel(X, Z).item() for step in steps)
    assert dot == 1
    assert scaled == 2 * gamma
    assert exponential == math.exp(2 * gamma)
    f = [math.exp(-gamma * (row**2).sum()) for row in (X, Z)]
    assert weighted == pytest.approx(f[0] * exponential * f[1], rel=1e-15)
    assert weighted == pytest.approx(k(X, Z).item(), rel=80 * np.finfo(float).eps)
    assert [step.formula for step in steps[1:]] == [
        rf"{2 * gamma:g}\,k_{{1}}",
        "e^{k_{2}}",
        steps[3].formula,
    ]
    assert "k_{3}" in steps[3].formula


def test_s2_quiz_1_at_the_points_of_the_notes_to_the_last_digits() -> None:
    rows = np.array([[0.0], [0.5], [1.0]])
    expansion = kv.RBF(1).expand()
    assert np.abs(expansion(rows) - kv.RBF(1)(rows)).max() <= 2e-16


def test_s2_the_polynomial_kernel_needs_a_whole_degree() -> None:
    """(1 + u)^{2.5} has a negative Taylor coefficient; a Gram matrix of few points has a negative eigenvalue."""
    with pytest.raises(ValueError, match=r"degree = 2.5 must be a whole number"):
        kv.Polynomial(2.5)  # type: ignore[arg-type]
    rows = np.linspace(-0.9, 0.9, 9)
    K = (1 + np.outer(rows, rows)) ** 2.5
    assert np.linalg.eigvalsh(K)[0] < -1e-6


def test_s2_quiz_2_sets_as_indicator_vectors() -> None:
    """k = e^{|S₁ ∩ S₂|}: {a, b, c} and {b, c, d} share two, e² = 7.389."""
    assert round(kv.Exp(kv.Linear())([[1, 1, 1, 0]], [[0, 1, 1, 1]]).item(), 3) == 7.389


# ---- S3 --------------------------------------------------------------------------------------------------------------


def test_s3_fun_time_2_has_the_value_of_the_notes() -> None:
    """ζ = 2, γ = ½, u = 1: (2 + ½)² = 6.25."""
    k = kv.Polynomial(2, gamma=0.5, coef0=2)
    assert k([[1.0]], [[1.0]]).item() == 6.25
    phi = kv.feature_map(k, d=1)
    assert phi is not None
    assert (phi([[1.0]]) @ phi([[1.0]]).T).item() == pytest.approx(6.25, rel=1e-15)


def test_s3_the_gaussian_value_of_the_taylor_series() -> None:
    assert round(kv.RBF(1)([[1.0]], [[0.5]]).item(), 5) == 0.77880


def test_s3_polynomial_kernels_grow_and_vanish() -> None:
    """0.5²⁰ = 9.5e-7 and 3²⁰ = 3.5e9: K → 0 or K → big; conditions 4e14 and 1.05 for γ = 1 and 100 on 20 points."""
    k = kv.Polynomial(20, gamma=1, coef0=0)
    assert f"{k([[1.0]], [[0.5]]).item():.1e}" == "9.5e-07"
    assert f"{k([[1.0]], [[3.0]]).item():.1e}" == "3.5e+09"
    rows = np.linspace(-2, 2, 20)[:, None]
    assert np.linalg.cond(kv.RBF(1)(rows)) > 1e14
    assert round(np.linalg.cond(kv.RBF(100)(rows)), 2) == 1.05


def cited(note: str) -> set[str]:
    """Return the rule numbers of a note that some node of the language cites."""
    classes = [*kernel_words().values(), Sum, Scaled, Product]
    return {cls.rule.sources.get(note, "")[:6] for cls in classes if cls.rule is not None}


# ---- S4 --------------------------------------------------------------------------------------------------------------


def test_s4_all_six_construction_rules_are_there() -> None:
    assert {f"rule {i}" for i in range(1, 7)} <= cited("S4")


def test_s2_all_eight_rules_are_there() -> None:
    assert {f"rule {i}" for i in range(1, 9)} <= cited("S2")


@pytest.mark.parametrize(("nu", "printed"), [(0.5, 0.13534), (1.5, 0.13973), (2.5, 0.13866), (math.inf, math.exp(-2))])
def test_s4_matern_at_distance_two(nu: float, printed: float) -> None:
    """⚠ E34: with √(2ν)·r/ℓ; for ν → ∞ it is exp(−r²/2ℓ²)."""
    assert kv.Matern(nu, 1)([[0.0]], [[2.0]]).item() == pytest.approx(printed, abs=5e-6)


def test_s4_matern_tends_to_the_gaussian() -> None:
    rows = np.linspace(0, 3, 7)[:, None]
    limit = kv.RBF(0.5)(rows)
    assert np.allclose(kv.Matern(math.inf, 1)(rows), limit, rtol=1e-15)
    gaps = [np.abs(kv.Matern(nu, 1)(rows) - limit).max() for nu in (0.5, 1.5, 2.5, 10, 50, 100)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 5e-3


def test_s4_the_square_of_the_dot_product() -> None:
    """(x·x′)² with (x₁², √2x₁x₂, x₂²): x = (1, 2), z = (3, −1) gives 9 − 12 + 4 = 1."""
    k = kv.Polynomial(2, gamma=1, coef0=0)
    phi = kv.feature_map(k, d=2)
    assert phi is not None
    assert phi.labels == ("x₁²", "√2·x₁x₂", "x₂²")
    terms = (phi(X) * phi(Z)).ravel()
    assert np.allclose(terms, [9, -12, 4], rtol=1e-15)
    assert k(X, Z).item() == 1 == round(terms.sum(), 12)


def test_s4_general_degree_keeps_only_the_highest_monomials() -> None:
    phi = kv.feature_map(kv.Polynomial(3, gamma=1, coef0=0), d=2)
    assert phi is not None
    assert phi.labels == ("x₁³", "√3·x₁²x₂", "√3·x₁x₂²", "x₂³")
