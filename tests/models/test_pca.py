"""Kernel PCA: plain PCA where the kernel is linear, scikit-learn up to sign, S4's figure, and pre-images."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.decomposition import PCA
from sklearn.decomposition import KernelPCA as Oracle
from sklearn.exceptions import NotFittedError

import kernviz as kv
from kernviz.arrays import Array
from kernviz.data.toys import toy
from kernviz.features.geometry import center
from kernviz.kernels import RBF, Kernel, Laplacian, Linear, Polynomial, Sigmoid
from kernviz.models import preimage
from kernviz.models.pca import KernelPCA
from kernviz.models.refusals import NotAKernelError

KERNELS = [Linear(), Polynomial(2), Polynomial(4, 0.5, 1), RBF(0.3), RBF(5), RBF(1) * Polynomial(2) + Linear()]


def cloud(n: int = 40, d: int = 2, seed: int = 0) -> Array:
    return np.random.default_rng(seed).normal(size=(n, d)) * np.arange(1, d + 1) + 0.5


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_eigenvalues_of_the_figure_in_s4() -> None:
    """Erratum E39: what the slide prints are eigenvalues of K′ (N·λ); mean over 20 draws of its data."""
    drawn = [KernelPCA(RBF(10), 8).fit(toy("three_clusters", seed=seed).X).eigenvalues_ for seed in range(20)]
    mean, spread = np.mean(drawn, axis=0), np.std(drawn, axis=0)
    np.testing.assert_allclose(mean, [22.7, 21.7, 4.2, 3.8, 3.3, 2.9, 2.5, 2.2], rtol=0.04)
    slide = [21.72, 21.65, 4.11, 3.93, 3.66, 3.09, 2.60, 2.53]
    assert np.all(np.abs(mean - slide) < 3 * spread)


def test_variance_is_lambda_only_if_centred_and_normalised() -> None:
    """Erratum E38: without λN aᵀa = 1 the variance is λ·Nλ (there 134.4 = 8·4.098² for λ = 4.098, so N
    = 8).
    """
    X, k, n = cloud(8), Polynomial(2), 8
    right = KernelPCA(k, 3).fit(X)
    lam = right.eigenvalues_ / n
    np.testing.assert_allclose(right.transform(X).var(axis=0), lam, rtol=1e-12)
    np.testing.assert_allclose(right.transform(X).mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose((right.dual_coef_**2).sum(axis=0) * lam * n, 1, rtol=1e-12)
    longer = KernelPCA(k, 3, normalize=False).fit(X)
    np.testing.assert_allclose(longer.transform(X).var(axis=0), lam * lam * n, rtol=1e-12)
    np.testing.assert_allclose((longer.dual_coef_**2).sum(axis=0), 1, rtol=1e-12)
    raw = KernelPCA(k, 3, center=False).fit(X)
    np.testing.assert_allclose((raw.transform(X) ** 2).mean(axis=0), raw.eigenvalues_ / n, rtol=1e-12)
    assert raw.transform(X)[:, 0].var() < 0.8 * raw.eigenvalues_[0] / n  # what it found is mostly the mean


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_reconstruction_error_is_the_sum_of_the_eigenvalues_left_out(count: int) -> None:
    """Erratum E36: J = (1/N) Σₙ‖xₙ − x̃ₙ‖² = Σ_{i>M} λᵢ."""
    X = cloud(30, 4)
    lam = np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]
    model = KernelPCA(Linear(), count).fit(X)
    error = ((X - model.reconstruct(X)) ** 2).sum(axis=1).mean()
    assert error == pytest.approx(lam[count:].sum(), rel=1e-11, abs=1e-12)
    assert model.left_out_ / 30 == pytest.approx(error, rel=1e-11, abs=1e-12)
    np.testing.assert_allclose(model.left_out(X).mean(), error, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(model.eigenvalues_, 30 * lam[:count], rtol=1e-12)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_the_same_identity_in_any_feature_space(kernel: Kernel) -> None:
    X = cloud()
    model = KernelPCA(kernel, 3).fit(X)
    assert model.left_out(X).sum() == pytest.approx(model.left_out_, rel=1e-9, abs=1e-9 * model.total_)
    assert model.total_ == pytest.approx(np.trace(center(kernel(X))))
    everything = KernelPCA(kernel, None).fit(X)
    assert everything.explained_share_.sum() == pytest.approx(1)
    assert everything.left_out(X).max() <= 1e-10 * model.total_


# ---- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_scikit_learn_agrees_up_to_sign(kernel: Kernel) -> None:
    X, probe = cloud(), cloud(15, seed=1)
    model, oracle = KernelPCA(kernel, 2).fit(X), Oracle(2, kernel="precomputed").fit(kernel(X))
    np.testing.assert_allclose(model.eigenvalues_, oracle.eigenvalues_, rtol=1e-10)
    theirs = oracle.transform(kernel(probe, X))
    signs = np.sign((model.transform(probe) * theirs).sum(axis=0))
    np.testing.assert_allclose(model.transform(probe), signs * theirs, atol=1e-9 * np.abs(theirs).max())


def test_linear_is_plain_pca() -> None:
    X, probe = cloud(30, 4), cloud(10, 4, seed=1)
    model, oracle = KernelPCA(Linear(), 3).fit(X), PCA(3).fit(X)
    axes = model.dual_coef_.T @ X
    np.testing.assert_allclose(np.abs((axes * oracle.components_).sum(axis=1)), 1, rtol=1e-12)
    np.testing.assert_allclose(model.explained_share_, oracle.explained_variance_ratio_, rtol=1e-12)
    np.testing.assert_allclose(model.reconstruct(probe), oracle.inverse_transform(oracle.transform(probe)), atol=1e-12)
    np.testing.assert_allclose(model.inverse_transform(model.transform(probe)), model.reconstruct(probe), atol=1e-12)


def test_projections_are_those_of_the_features() -> None:
    X, probe, k = cloud(12), cloud(7, seed=1), Polynomial(2)
    phi = kv.feature_map(k, d=2)
    assert phi is not None
    mean = phi(X).mean(axis=0)
    values, axes = np.linalg.eigh((phi(X) - mean).T @ (phi(X) - mean))
    model = KernelPCA(k, 3).fit(X)
    np.testing.assert_allclose(model.eigenvalues_, values[::-1][:3], rtol=1e-10)
    theirs = (phi(probe) - mean) @ axes[:, ::-1][:, :3]
    np.testing.assert_allclose(np.abs(model.transform(probe)), np.abs(theirs), atol=1e-9 * np.abs(theirs).max())


# ---- laws ------------------------------------------------------------------------------------------------------------


def test_signs_do_not_depend_on_the_order_of_the_points() -> None:
    X = cloud()
    order = np.random.default_rng(4).permutation(40)
    one, other = KernelPCA(RBF(1), 3).fit(X), KernelPCA(RBF(1), 3).fit(X[order])
    np.testing.assert_allclose(other.transform(X), one.transform(X), atol=1e-9)
    largest = np.abs(one.eigenvectors_).argmax(axis=0)
    assert np.all(one.eigenvectors_[largest, range(3)] > 0)


def test_ties_of_a_symmetric_set_keep_the_sign() -> None:
    """(−1, 1) and (1, 1): both entries of the eigenvector are 1/√2, and the first one is made positive."""
    for x in ([-1.0, 1.0], [1.0, -1.0], [-3.0, 3.0]):
        model = KernelPCA(Linear(), 1).fit(np.c_[x, np.ones(2)])
        assert model.eigenvectors_[0, 0] == pytest.approx(np.sqrt(0.5))


def test_fewer_dimensions_than_components() -> None:
    X = cloud(10, 2)
    model = KernelPCA(Linear(), 5).fit(X)
    np.testing.assert_array_equal(model.eigenvalues_[2:], 0)
    np.testing.assert_array_equal(model.transform(X)[:, 2:], 0)
    np.testing.assert_allclose(model.reconstruct(X), X, atol=1e-12)
    offset = KernelPCA(Linear(), 5).fit(X + 1e4)  # the digits lost to the offset are no new directions
    np.testing.assert_array_equal(offset.eigenvalues_[2:], 0)
    same = KernelPCA(RBF(1), 2).fit(np.ones((4, 2)))
    assert same.total_ == 0
    np.testing.assert_array_equal(same.explained_share_, 0)
    np.testing.assert_array_equal(same.transform(X), 0)


def test_centring_needs_the_centred_gram_matrix_only() -> None:
    X = 0.3 * cloud()
    sigmoid = Sigmoid(gamma=0.1, coef0=-3.0)
    model = KernelPCA(sigmoid, 2).fit(X)
    np.testing.assert_allclose(model.transform(X).var(axis=0) * 40, model.eigenvalues_, rtol=1e-9)
    with pytest.raises(NotAKernelError):
        KernelPCA(sigmoid, 2, center=False).fit(X)


# ---- pre-images ------------------------------------------------------------------------------------------------------


def distance_in_features(k: Kernel, model: KernelPCA, Z: Array, T: Array) -> Array:
    """‖φ(z) − Φ̄ − Σ t v‖² up to its constant, one row each."""
    weights = T @ model.dual_coef_.T + 1 / len(model.X_)
    return np.asarray(k.diag(Z) - 2 * (k(Z, model.X_) * weights).sum(axis=1))


@pytest.mark.parametrize(
    "kernel",
    [
        RBF(2),
        RBF(10),
        3 * RBF(2),
        Polynomial(2),
        Polynomial(5),
        kv.parse("matern(nu=1.5, length=1)"),
        RBF(2) + Linear(),
        kv.parse("exp(linear)"),
    ],
    ids=str,
)
def test_preimages_are_minima_and_no_training_point_is_closer(kernel: Kernel) -> None:
    X = toy("circles", n=60, noise=0.1).X
    model = KernelPCA(kernel, 3).fit(X)
    probe, T = X[::6] + 0.05, model.transform(X[::6] + 0.05)
    found = model.reconstruct(probe)
    reached = distance_in_features(kernel, model, found, T)
    for other in [probe, *(np.tile(x, (len(probe), 1)) for x in X)]:
        assert np.all(reached <= distance_in_features(kernel, model, other, T) + 1e-12)
    for i in range(0, len(probe), 3):
        better = minimize(
            lambda z, i=i: distance_in_features(kernel, model, z[None], T[i : i + 1])[0], found[i], method="Nelder-Mead"
        ).fun
        assert reached[i] <= better + 1e-9 * kernel.diag(X).max()


def test_preimages_of_a_gaussian_satisfy_mikas_fixed_point() -> None:
    X = toy("moons", n=60, noise=0.1).X
    model = KernelPCA(RBF(2), 4).fit(X)
    found = model.reconstruct(X)
    pulls = RBF(2)(found, X) * (model.transform(X) @ model.dual_coef_.T + 1 / 60)
    np.testing.assert_allclose(found, pulls @ X / pulls.sum(axis=1)[:, None], atol=1e-6)


def test_preimages_denoise() -> None:
    """Points off a circle are pulled back to a closed curve, which no linear component can do."""
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, 150)
    X = np.c_[np.cos(angle), np.sin(angle)] * (1 + 0.12 * rng.normal(size=150))[:, None]

    def spread(Z: Array) -> float:
        return float(np.linalg.norm(Z, axis=1).std())

    assert spread(KernelPCA(RBF(1), 4).fit(X).reconstruct(X)) < 0.2 * spread(X)
    assert spread(KernelPCA(Linear(), 1).fit(X).reconstruct(X)) > spread(X)


def test_with_all_components_a_training_point_is_its_own_preimage() -> None:
    X = cloud(20)
    for kernel in (RBF(1), Laplacian(1), Polynomial(3)):
        for normalize in (True, False):
            model = KernelPCA(kernel, None, normalize=normalize).fit(X)
            np.testing.assert_allclose(model.reconstruct(X), X, atol=1e-5)
            np.testing.assert_allclose(model.inverse_transform(model.transform(X)), X, atol=1e-5)


def test_preimages_do_not_leave_the_domain_of_a_kernel() -> None:
    """min(x, z) is a kernel on [0, ∞); below 0 its "squared distance" falls for ever."""
    X = np.linspace(0.1, 2, 12)[:, None]
    model = KernelPCA(kv.parse("minimum"), 2, center=False).fit(X)
    assert model.inverse_transform([[0.1, 0.0], [0.01, 0.01]]).min() > -0.1


def test_preimages_of_many_points_come_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    X = cloud(30)
    model = KernelPCA(RBF(1), 3).fit(X)
    whole = model.reconstruct(X)
    monkeypatch.setattr(preimage, "AT_ONCE", 100)
    np.testing.assert_allclose(model.reconstruct(X), whole, atol=1e-7)


# ---- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, -1, 41, 2.5, "2"])
def test_number_of_components(count: object) -> None:
    with pytest.raises(ValueError, match=r"n_components = .* must be a whole number from 1 to n_samples = 40"):
        KernelPCA(RBF(1), count).fit(cloud())  # type: ignore[arg-type]


def test_invalid_kernels_and_data_are_refused() -> None:
    X = cloud()
    with pytest.raises(NotAKernelError, match="centred Gram matrix"):
        KernelPCA(Polynomial(2, 1, -1)).fit(X)
    with pytest.raises(ValueError, match="kernel value at row 0 of X"):
        KernelPCA(Polynomial(20)).fit(X).transform([[1e20, 1e20]])
    with pytest.raises(ValueError, match=r"T has shape \(1, 3\): it must hold 2 finite coordinates per point"):
        KernelPCA(RBF(1)).fit(X).inverse_transform(np.zeros((1, 3)))
    for use in ("transform", "reconstruct", "left_out", "inverse_transform"):
        with pytest.raises(NotFittedError):
            getattr(KernelPCA(), use)(X)
