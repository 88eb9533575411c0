import numpy as np
import pytest

from kernviz.features.eigen import largest
from kernviz.kernels import RBF
from kernviz.models.pca import KernelPCA


@pytest.mark.parametrize("n", [1, 2, 10, 50, 100, 120, 400])
def test_equal_eigenvalues_are_all_found(n: int) -> None:
    matrix = np.eye(n) - 1 / n  # centred Gram matrix of a narrow Gaussian: LAPACK may miss its n − 1 equal eigenvalues
    count = min(3, n)
    values, vectors = largest(matrix, count)
    assert np.allclose(values, ([1.0] * (n - 1) + [0.0])[:count], atol=n * np.finfo(float).eps)
    assert np.allclose(vectors.T @ vectors, np.eye(count), atol=n * np.finfo(float).eps)
    assert np.allclose(matrix @ vectors, vectors * values, atol=n * np.finfo(float).eps)


def test_the_largest_eigenvalues_equal_those_of_eigvalsh() -> None:
    A = np.random.default_rng(0).normal(size=(40, 40))
    values, _ = largest(A @ A.T, 5)
    assert np.allclose(values, np.linalg.eigvalsh(A @ A.T)[::-1][:5], rtol=1e-12)


@pytest.mark.parametrize("n", [50, 100, 400])
def test_pca_with_a_narrow_gaussian_has_its_components(n: int) -> None:
    X = np.random.default_rng(0).normal(size=(n, 2))
    model = KernelPCA(RBF(1e6), 2).fit(X)
    assert model.eigenvalues_.shape == (2,)
    assert np.allclose(model.eigenvalues_, 1, atol=n * np.finfo(float).eps)
