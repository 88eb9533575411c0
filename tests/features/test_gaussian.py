"""The truncated Gaussian map against the kernel, and its closed-form tail against the sum."""

import math

import numpy as np
import pytest

from kernviz.arrays import Array
from kernviz.features import gaussian
from kernviz.features.monomials import arrangements, exponents
from kernviz.features.widths import CONVENTIONS, convention
from kernviz.kernels import RBF


def features(X: Array, gamma: float, T: int) -> Array:
    """Return the coordinates √((2γ)^|a| / a!) xᵃ e^{−γ‖x‖²} of degree |a| < T on ℝᵈ, (n, d) -> (n, C(T−1+d, d))."""
    decay = np.exp(-gamma * (X**2).sum(axis=1))
    weights = {
        a: math.sqrt((2 * gamma) ** m * arrangements(a) / math.factorial(m))
        for m in range(T)
        for a in exponents(X.shape[1], m)
    }
    return np.stack([weight * np.prod(X ** np.array(a), axis=1) * decay for a, weight in weights.items()], axis=1)


@pytest.mark.parametrize("gamma", [0.5, 1.0, 3.0])
def test_enough_terms_give_the_kernel(gamma: float) -> None:
    rng = np.random.default_rng(1)
    X, Z = rng.uniform(-2, 2, (40, 2)), rng.uniform(-2, 2, (40, 2))
    exact = np.exp(-gamma * ((X - Z) ** 2).sum(axis=1))
    np.testing.assert_allclose(gaussian.truncated(X, Z, gamma, 200), exact, atol=1e-13)


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("T", [1, 4, 7])
def test_features_multiply_to_the_truncated_kernel(d: int, T: int) -> None:
    rng = np.random.default_rng(2)
    X, Z = rng.normal(size=(6, d)), rng.normal(size=(6, d))
    left, right = features(X, 0.7, T), features(Z, 0.7, T)
    assert left.shape[1] == gaussian.dimension(d, T)
    np.testing.assert_allclose((left * right).sum(axis=1), gaussian.truncated(X, Z, 0.7, T), rtol=1e-12, atol=1e-15)


def test_psi_is_the_feature_map_on_the_line() -> None:
    x = np.array([-2.0, 0.0, 0.5, 3.0])
    np.testing.assert_allclose(gaussian.psi(x, 1.3, 9), features(x[:, None], 1.3, 9), rtol=1e-12, atol=1e-300)
    poisson = gaussian.psi([1.5], 2.0, 6)[0] ** 2
    mean = 2 * 2.0 * 1.5**2
    assert poisson == pytest.approx([math.exp(-mean) * mean**m / math.factorial(m) for m in range(6)])


@pytest.mark.parametrize("T", [1, 2, 5, 12])
def test_the_tail_equals_kernel_minus_truncated_sum(T: int) -> None:
    rng = np.random.default_rng(3)
    X, Z = rng.uniform(-1.5, 1.5, (200, 2)), rng.uniform(-1.5, 1.5, (200, 2))
    gone = np.exp(-((X - Z) ** 2).sum(axis=1)) - gaussian.truncated(X, Z, 1.0, T)
    np.testing.assert_allclose(gaussian.missing(X, Z, 1.0, T), gone, atol=1e-14)
    limit = gaussian.bound(X, Z, 1.0, T)
    for shrunk in (1.0, 1e-3):
        gone_here = np.abs(gaussian.missing(X, shrunk * Z, 1.0, T))
        assert (gone_here <= gaussian.bound(X, shrunk * Z, 1.0, T) * (1 + 1e-12)).all()
    assert (np.abs(gone) <= limit + 1e-14).all()
    same_sign = (X * Z).sum(axis=1) >= 0
    np.testing.assert_allclose(gone[same_sign], limit[same_sign], atol=1e-14)
    assert np.abs(gone).max() <= gaussian.worst(1.5 * 2**0.5, 1.0, T) + 1e-14


def test_numbers_of_the_notes() -> None:
    one, half, three = np.array([[1.0]]), np.array([[0.5]]), np.array([[3.0]])
    assert RBF(0.5)(one, half)[0, 0] == pytest.approx(0.88250, abs=5e-6)
    assert gaussian.missing(one, half, 0.5, 6)[0] == pytest.approx(1.25e-5, rel=0.01)
    assert RBF(1)(one, half)[0, 0] == pytest.approx(0.77880, abs=5e-6)
    assert gaussian.missing(one, half, 1, 4)[0] == pytest.approx(1.5e-2, rel=0.02)
    assert gaussian.missing(one, half, 1, 8)[0] == pytest.approx(8e-6, rel=0.01)
    assert gaussian.truncated(three, three, 1, 20)[0] == pytest.approx(0.651, abs=5e-4)
    assert gaussian.truncated(three, three, 1, 30)[0] == pytest.approx(0.994, abs=5e-4)


@pytest.mark.parametrize(
    ("radius", "gamma", "tolerance"), [(1, 1, 1e-2), (3, 1, 1e-8), (0.1, 0.5, 1e-2), (6, 10, 1e-4)]
)
def test_terms_needed_is_the_smallest(radius: float, gamma: float, tolerance: float) -> None:
    T = gaussian.terms_needed(radius, gamma, tolerance)
    assert gaussian.worst(radius, gamma, T) <= tolerance
    assert T == 1 or gaussian.worst(radius, gamma, T - 1) > tolerance


def test_extremes_stay_finite() -> None:
    far = np.array([[100.0, -100.0], [0.0, 0.0]])
    for T in (1, 60):
        assert np.isfinite(gaussian.truncated(far, far, 1000.0, T)).all()
        assert np.isfinite(gaussian.missing(far, -far, 1000.0, T)).all()
        assert np.isfinite(gaussian.psi([0.0, 100.0], 1000.0, T)).all()


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="T = 0"):
        gaussian.psi([1.0], 1.0, 0)
    with pytest.raises(ValueError, match="γ = 0"):
        gaussian.truncated([[1.0]], [[1.0]], 0.0, 3)
    with pytest.raises(ValueError, match="tolerance"):
        gaussian.terms_needed(1, 1, 0)
    with pytest.raises(ValueError, match="more than"):
        gaussian.terms_needed(1e5, 1e3, 1e-2)


@pytest.mark.parametrize("one", CONVENTIONS, ids=lambda c: c.name)
def test_conventions_go_back_and_forth(one: object) -> None:
    for gamma in (0.01, 0.5, 1.0, 7.0):
        assert one.to_gamma(one.from_gamma(gamma)) == pytest.approx(gamma)  # type: ignore[attr-defined]


def test_conventions_of_the_notes() -> None:
    assert [c.to_gamma(1.0) for c in CONVENTIONS] == pytest.approx([1, 1, 0.5, 0.5, math.log(2)])
    assert convention(CONVENTIONS[3].name).to_gamma(2.0) == 1 / 8
    with pytest.raises(ValueError, match="no convention"):
        convention("furlongs")
