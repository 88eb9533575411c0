"""Sweeps and agreement: over-fitting with γ as S3 shows it, refusals that do not end a sweep."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.data.toys import toy
from kernviz.kernels import RBF, Linear, Polynomial
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.ridge import KernelRidge
from kernviz.models.selection import agreement, sweep
from kernviz.models.svm import KernelSVC

MOONS = toy("moons", n=200, noise=0.25)
TRAIN, TEST = ((part.X, part.signs) for part in MOONS.split(0.5, seed=0))


def test_a_narrow_gaussian_over_fits() -> None:
    """γ = 1, 10, 100: training rises to 100 %, test falls, every point becomes a support vector."""
    model = KernelSVC(RBF(1), C=10.0)
    trials = sweep(model, "kernel__gamma", (1, 10, 1000), TRAIN, TEST)
    assert [trial.model.kernel for trial in trials] == [RBF(1), RBF(10), RBF(1000)]
    train, test, share = zip(*((t.train_score, t.test_score, t.support_share) for t in trials), strict=True)
    assert train[2] == 1.0 > train[0]
    assert test[2] < test[0] - 0.05
    assert share[2] > 0.95 > share[0]
    assert model.kernel == RBF(1)
    assert not hasattr(model, "alpha_")


def test_a_setting_that_is_refused_is_a_trial_that_says_why() -> None:
    hard = sweep(KernelSVC(Linear()), "C", (1.0, np.inf), TRAIN, TEST)
    assert hard[0].refused == ""
    assert "no hard margin exists" in hard[1].refused
    assert np.isnan([hard[1].train_score, hard[1].test_score, hard[1].support_share]).all()
    kernels = sweep(KernelRidge(), "kernel", (RBF(1), Polynomial(2, 1, -1)), TRAIN, TEST)
    assert "not a kernel" in kernels[1].refused
    assert kernels[0].train_score > 0.5
    assert np.isnan(kernels[0].support_share)
    with pytest.raises(ValueError, match="parameter"):
        sweep(KernelSVC(), "nonsense", (1,), TRAIN, TEST)


def test_a_narrow_machine_is_a_nearest_neighbour() -> None:
    """As γ grows the SVM agrees with 1-NN at more and more points."""
    neighbour = KernelNearestNeighbors(Linear()).fit(*TRAIN)
    shares = [
        agreement(t.model, neighbour, TEST[0])
        for t in sweep(KernelSVC(C=10.0), "kernel", (RBF(0.1), RBF(1), RBF(50)), TRAIN, TEST)
    ]
    assert shares == sorted(shares)
    assert shares[-1] > 0.95
    assert agreement(neighbour, neighbour, TEST[0]) == 1.0
