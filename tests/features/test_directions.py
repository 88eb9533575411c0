"""Directions from Gram matrices alone equal those of explicit feature vectors."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.features.directions import across, principal

rng = np.random.default_rng(4)
W = np.array([0.5, -2.0, 1.0])
X = rng.normal(size=(9, 3)) * [3.0, 1.0, 0.3] + 5
CENTRED = X - X.mean(axis=0)
F = X @ W + 7.0
NORM = float(np.linalg.norm(W))
VARIANCES = np.linalg.eigvalsh(CENTRED.T @ CENTRED)[::-1]


def test_principal_directions_are_those_of_the_points() -> None:
    found = principal(X @ X.T, F, 2)
    axes = CENTRED.T @ found.combinations
    np.testing.assert_allclose(axes.T @ axes, np.eye(2), atol=1e-12)
    np.testing.assert_allclose(found.positions, CENTRED @ axes, atol=1e-12)
    np.testing.assert_allclose((found.positions**2).sum(axis=0), VARIANCES[:2])
    np.testing.assert_allclose(found.weights, W @ axes)
    np.testing.assert_allclose(found.shares, VARIANCES[:2] / VARIANCES.sum())
    largest = np.abs(found.positions).argmax(axis=0)
    assert (found.positions[largest, [0, 1]] > 0).all()


def test_the_first_across_is_the_machines_own() -> None:
    found = across(X @ X.T, F, NORM)
    np.testing.assert_allclose(found.positions[:, 0], CENTRED @ W / NORM)
    left = CENTRED - np.outer(CENTRED @ W, W) / NORM**2
    rest = left.T @ found.combinations[:, 1:]
    np.testing.assert_allclose(rest.T @ rest, np.eye(2), atol=1e-10)
    np.testing.assert_allclose(W @ rest, 0, atol=1e-10)
    np.testing.assert_allclose(found.positions[:, 1:], CENTRED @ rest, atol=1e-10)
    np.testing.assert_allclose(found.shares, (found.positions**2).sum(axis=0) / VARIANCES.sum())
    assert found.shares.sum() == pytest.approx(1)
    np.testing.assert_array_equal(found.weights, [NORM, 0, 0])
    np.testing.assert_array_equal(found.combinations[:, 0], 0)
    with pytest.raises(ValueError, match="w = 0"):
        across(X @ X.T, F, 0.0)


def test_directions_without_variance_are_zero() -> None:
    """Three points on a line, one place, and fewer points than axes."""
    line = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 6.0]])
    found = principal(line @ line.T, line[:, 0], 3)
    np.testing.assert_array_equal(found.positions[:, 1:], 0)
    np.testing.assert_allclose(found.shares, [1, 0, 0])
    np.testing.assert_array_equal(found.combinations[:, 1:], 0)
    np.testing.assert_array_equal(found.weights[1:], 0)
    nowhere = principal(np.ones((4, 4)), np.ones(4))
    for values in (nowhere.positions, nowhere.weights, nowhere.shares, nowhere.combinations):
        assert not values.any()
    few = principal(np.array([[1.0, -1.0], [-1.0, 1.0]]), [1.0, 3.0], 4)
    np.testing.assert_allclose(np.abs(few.positions), [[1, 0, 0, 0], [1, 0, 0, 0]])
    assert (few.weights.shape, few.shares.shape, few.combinations.shape) == ((4,), (4,), (2, 4))
    assert abs(few.weights[0]) == pytest.approx(1)
    np.testing.assert_array_equal([*few.weights[1:], *few.shares[1:], *few.combinations[:, 1:].ravel()], 0)


def test_a_share_of_almost_nothing_is_none_and_a_small_scale_is_a_scale() -> None:
    """Roundoff is judged relative to all variance: a share of 10⁻¹⁷ is none; small scales of all
    points do not matter.
    """
    a = np.array([[1.0, 0.0], [-1.0, 1e-9], [0.0, -1e-9]])
    assert principal(a @ a.T, a[:, 0], 2).shares[1] == 0
    small, usual = principal(1e-24 * X @ X.T, F, 2), principal(X @ X.T, F, 2)
    np.testing.assert_allclose(small.shares, usual.shares)
    np.testing.assert_allclose(small.positions, 1e-12 * usual.positions)
