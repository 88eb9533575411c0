"""Geometry in feature space: the same numbers from kernel values as from φ itself, and the notes' numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.preprocessing import KernelCenterer

import kernviz as kv
from kernviz.arrays import Array
from kernviz.features import geometry as geo
from kernviz.kernels import RBF, Kernel, Linear, Polynomial

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(7, 2)), rng.normal(size=(5, 2))
p, q = rng.normal(size=7), rng.normal(size=5)

FINITE = [Linear(), Polynomial(2, 1, 1), Polynomial(3, 0.5, 2), Linear() + 0.5 * Polynomial(2, 1, 0)]
TRAP = Polynomial(1, 1, -1)  # x·z − 1


def phi(k: Kernel, points: Array) -> Array:
    features = kv.feature_map(k, d=2)
    assert features is not None
    return features(points)


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_two_points_of_a_gaussian() -> None:
    """k = 0.3679, d² = 1.2642, d = 1.1244, 68.4°, ‖Φ̄‖² = 0.684 < 1."""
    a, b = [[0.0]], [[1.0]]
    k = RBF(1)
    assert k(a, b)[0, 0] == pytest.approx(0.3679, abs=5e-5)
    assert geo.squared_distance(k, a, b)[0, 0] == pytest.approx(1.2642, abs=5e-5)
    assert geo.distance(k, a, b)[0, 0] == pytest.approx(1.1244, abs=5e-5)
    assert geo.angle(k, a, b)[0, 0] == pytest.approx(68.4, abs=0.05)
    assert geo.mean_norm2(k([0.0, 1.0])) == pytest.approx(0.684, abs=5e-4)
    np.testing.assert_array_equal(geo.norm(k, [0.0, 1.0]), 1)


def test_exercise_of_s0() -> None:
    """The squared distance that k₁ = (1 + xz)² gives 1 and 2 is 11."""
    assert geo.squared_distance(Polynomial(2, 1, 1), [[1.0]], [[2.0]])[0, 0] == 11
    assert np.exp(-11) == pytest.approx(1.67e-5, rel=1e-3)


def test_variance_is_one_minus_the_norm_of_the_mean() -> None:
    """For a Gaussian, trace K′ / n = 1 − ‖Φ̄‖²."""
    K = RBF(0.7)(X)
    assert np.trace(geo.center(K)) / len(X) == pytest.approx(1 - geo.mean_norm2(K), rel=1e-14)


# ---- against φ -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", FINITE, ids=str)
def test_every_number_is_the_one_that_features_give(k: Kernel) -> None:
    F, G = phi(k, X), phi(k, Z)
    P, Q, mean = p @ F, q @ G, F.mean(axis=0)
    assert geo.inner(k, p, X, q, Z) == pytest.approx(P @ Q)
    assert geo.squared_separation(k, p, X, q, Z) == pytest.approx((P - Q) @ (P - Q))
    assert geo.combination_norm(k, p, X) == pytest.approx(np.linalg.norm(P))
    np.testing.assert_allclose(geo.norm(k, X), np.linalg.norm(F, axis=1))
    apart = np.linalg.norm(F[:, None] - G[None], axis=2)
    np.testing.assert_allclose(geo.distance(k, X, Z), apart, atol=1e-12)
    cosine = (F @ G.T) / np.outer(np.linalg.norm(F, axis=1), np.linalg.norm(G, axis=1))
    np.testing.assert_allclose(geo.angle(k, X, Z), np.degrees(np.arccos(cosine.clip(-1, 1))), atol=1e-5)
    assert geo.mean_norm2(k(X)) == pytest.approx(mean @ mean)
    np.testing.assert_allclose(geo.distance_to_mean(k, X, Z), np.linalg.norm(G - mean, axis=1), atol=1e-12)
    np.testing.assert_allclose(geo.density(k, X, Z), G @ mean, atol=1e-12)
    np.testing.assert_allclose(geo.center(k(X)), (F - mean) @ (F - mean).T, atol=1e-11)
    np.testing.assert_allclose(geo.centered_block(k(Z, X), k(X)), (G - mean) @ (F - mean).T, atol=1e-11)


def test_centring_is_eq_4_and_hkh() -> None:
    K, n = RBF(1)(X), len(X)
    H = np.eye(n) - 1 / n
    np.testing.assert_allclose(geo.center(K), H @ K @ H, atol=1e-15)
    np.testing.assert_allclose(geo.center(K).sum(axis=1), 0, atol=1e-14)
    assert np.abs(K.sum(axis=1)).min() > 1  # not so before


@pytest.mark.parametrize("k", [*FINITE, RBF(1), TRAP], ids=str)
def test_centring_is_scikit_learns(k: Kernel) -> None:
    theirs = KernelCenterer().fit(k(X))
    np.testing.assert_allclose(geo.center(k(X)), theirs.transform(k(X)), atol=1e-12)
    np.testing.assert_allclose(geo.centered_block(k(Z, X), k(X)), theirs.transform(k(Z, X)), atol=1e-12)


def test_the_mean_is_the_minimum_of_the_summed_squares() -> None:
    """Any other point of the span, written by weights, has a larger Σ‖φ(xᵢ) − Φ‖²."""
    k, mean = RBF(1), np.full(7, 1 / 7)

    def summed(weights: Array) -> float:
        return sum(geo.squared_separation(k, unit, X, weights, X) for unit in np.eye(7))

    best = summed(mean)
    for _ in range(20):
        assert summed(mean + 0.1 * rng.normal(size=7)) > best
    # erratum E9: moving all of Φ by t along a direction of norm 1 costs n·t², so ∂g/∂Φ is 2nΦ − 2Σφ
    direction = np.zeros(7)
    direction[0] = 1.0
    assert summed(mean + 0.5 * direction) - best == pytest.approx(7 * 0.25)


def test_gaussian_angles_and_distances_are_bounded() -> None:
    far = 3 * rng.normal(size=(20, 2))
    assert geo.angle(RBF(1), far, far).max() <= 90
    assert geo.distance(RBF(1), far, far).max() <= np.sqrt(2)
    assert geo.angle(Linear(), [[1.0, 0]], [[-1.0, 0]])[0, 0] == 180


def test_parzen_integrates_to_one() -> None:
    line = np.linspace(-12, 12, 4001)
    values = geo.density(RBF(2.0), X[:, :1], line) * np.sqrt(2.0 / np.pi)
    assert values.sum() * (line[1] - line[0]) == pytest.approx(1, rel=1e-9)


def test_a_point_is_at_no_distance_from_itself() -> None:
    """Roundoff must not make a squared distance negative, whatever the offset."""
    for k in (Linear(), Polynomial(5, 1, 1), kv.parse("exp(linear)"), RBF(3) * Polynomial(3)):
        shifted = rng.normal(size=(30, 2)) + 4
        squared = geo.squared_distance(k, shifted, shifted)
        assert squared.min() >= 0
        assert np.diag(squared).max() <= 1e-10 * k.diag(shifted).max()


# ---- what is no kernel -----------------------------------------------------------------------------------------------


def test_a_trap_shows_and_is_refused_in_words() -> None:
    a, b = [[0.0]], [[1.0]]
    assert geo.squared_distance(-RBF(1), a, b)[0, 0] == pytest.approx(-1.2642, abs=5e-5)
    with pytest.raises(ValueError, match=r"= -1\.26424 at rows 0 and 0 of X and Z must be ≥ 0: k is not a kernel"):
        geo.distance(-RBF(1), a, b)
    with pytest.raises(ValueError, match=r"k\(x,x\) = -1 at row 0 of X must be ≥ 0"):
        geo.norm(TRAP, a)
    with pytest.raises(ValueError, match="‖P‖² = pᵀKp"):
        geo.combination_norm(TRAP, [1.0], a)
    with pytest.raises(ValueError, match=r"cos = .* must be in \[−1, 1\]"):
        geo.angle(Polynomial(1, 1, -1), [[1.1]], [[3.0], [-3.0]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: geo.angle(Linear(), [[2.0], [0.0]], [[1.0]]), "row 1 of X or of row 0 of Z is the origin"),
        (lambda: geo.angle(Linear(), [[2.0]], [[1.0], [3.0], [0.0]]), "row 0 of X or of row 2 of Z is the origin"),
        (lambda: geo.inner(Linear(), [1, 2], [[0.0]], [1], [[1.0]]), "one weight to each of the 1 points"),
        (lambda: geo.center([[1.0, 2.0]]), r"shape \(1, 2\): a Gram matrix is \(n, n\)"),
        (lambda: geo.centered_block([[1.0]], np.eye(2)), "one column per row of K"),
        (lambda: geo.density(Polynomial(20), [[1e20]], [[1e20]]), "not a finite number"),
        (lambda: geo.norm(Linear(), np.zeros((0, 2))), "n ≥ 1"),
        (lambda: geo.norm(Linear(), [[1.0], [2.0, 3.0]]), "row 1 has 2 coordinates and row 0 has 1"),
        (lambda: geo.norm(lambda X, Z=None: X, [[0.0], [np.nan]]), "contains NaN or infinity in row 1"),
        (lambda: geo.norm(Linear(), np.array([[1j]])), "points are complex numbers"),
    ],
)
def test_invalid_arguments_are_refused(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()  # type: ignore[operator]


def test_the_length_of_the_mean_is_a_number_where_there_is_one() -> None:
    assert geo.mean_norm(np.eye(4)) == 0.5
    assert np.isnan(geo.mean_norm([[0.0, -1.0], [-1.0, 0.0]]))
