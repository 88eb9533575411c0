"""Pre-images: never worse than the best training point, whatever the kernel."""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.models.preimage import preimages

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
