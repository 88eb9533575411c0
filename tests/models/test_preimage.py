"""Pre-images: never worse than the best training point, whatever the kernel."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.models.preimage import preimages
from kernviz.models.sphere import SmallestHypersphere

KERNELS = (
    "rbf(gamma=4)",
    "3*rbf(gamma=0.5)",
    "matern(nu=2.5)",
    "laplacian",
    "poly(degree=3)",
    "linear*rbf(gamma=4)",
    "weight(decay(0.1), matern(2.5, 0.3))",
)


@pytest.mark.parametrize("text", KERNELS)
def test_no_training_point_is_closer_in_feature_space(text: str) -> None:
    """‖φ(z) − Σ wᵢφ(xᵢ)‖² up to its constant: k(z, z) − 2 Σ wᵢ k(z, xᵢ), for mixtures of far-away groups too."""
    rng = np.random.default_rng(3)
    centres = rng.normal(size=(4, 2)) * 3
    X = np.repeat(centres, 5, axis=0) + rng.normal(size=(20, 2)) * 0.3
    W = np.abs(rng.normal(size=(30, 20))) * (rng.random((30, 20)) < 0.2) / 3
    W[0] = 0.0
    k = kv.parse(text)
    Z = preimages(k, X, W)
    K = k(X)
    at_points = np.diag(K) - 2 * W @ K
    found = k.diag(Z) - 2 * (W * k(Z, X)).sum(axis=1)
    noise = 64 * np.finfo(float).eps * (np.diag(K).max() + np.abs(W) @ np.abs(K).max(axis=1))
    assert (found <= at_points.min(axis=1) + noise).all()


@pytest.mark.parametrize("gamma", [0.05, 0.1, 0.126, 0.3, 2.0, 15.8])
def test_of_a_gaussian_the_descent_comes_to_its_end(gamma: float) -> None:
    """Mika's step stands still there; where two valleys part, a hundred of them would not arrive."""
    X = kv.toy("blobs", n=200).X
    k = kv.RBF(gamma)
    W = np.vstack([np.full(200, 1 / 200), SmallestHypersphere(k).fit(X).center_coef_])
    Z = preimages(k, X, W)
    pulls = W * k(Z, X)
    still = pulls @ X / pulls.sum(axis=1)[:, None] - Z
    assert np.abs(still).max() <= 1e-8 * np.ptp(X, axis=0).max()


def test_a_far_row_of_weights_is_found_as_alone() -> None:
    rng = np.random.default_rng(5)
    X, k = rng.normal(size=(40, 2)) + 1000, kv.RBF(0.8)
    W = rng.random((6, 40)) * (rng.random((6, 40)) < 0.3)
    together = preimages(k, X, W)
    for row, z in zip(W, together, strict=True):
        np.testing.assert_allclose(preimages(k, X, row[None])[0], z, rtol=0, atol=1e-7)
