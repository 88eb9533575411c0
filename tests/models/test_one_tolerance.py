"""Pages and models call the same matrices symmetric and the same eigenvalues negative, on both sides of the bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

import kernviz as kv
from kernviz.mercer.spectrum import skew_tolerance, spectrum, spectrum_on, tolerance
from kernviz.models.base import NotAKernelError, check_positive, gram

Array = NDArray[np.float64]
NEAR = (0.5, 0.9, 0.99, 1.01, 1.1, 2.0)  # times the bound
SIZES = (2, 12, 13, 60, 200)


@dataclass(frozen=True)
class Lookup(kv.Kernel):
    """Kernel that looks its values up: the points are the numbers of rows."""

    table: tuple[tuple[float, ...], ...]

    def _gram(self, X: Array, Z: Array) -> Array:
        rows, columns = X[:, 0].astype(int), Z[:, 0].astype(int)
        return np.asarray(self.table, dtype=X.dtype)[np.ix_(rows, columns)]


def accepted(K: Array) -> bool:
    """Return True if a model accepts the matrix as symmetric."""
    rows = np.arange(len(K), dtype=np.float64)[:, None]
    try:
        gram(Lookup(tuple(map(tuple, K.tolist()))), rows)
    except ValueError:
        return False
    return True


def positive(K: Array) -> bool:
    """Return True if a model accepts the matrix as positive."""
    try:
        check_positive(K)
    except NotAKernelError:
        return False
    return True


def matrix(n: int, size: float) -> Array:
    """A positive definite matrix (n, n) with entries up to `size`."""
    A = np.random.default_rng(n).normal(size=(n, n + 2))
    K = A @ A.T
    return np.asarray((K + K.T) / (2 * np.abs(K).max()) * size)


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
@pytest.mark.parametrize("n", SIZES)
def test_a_skew_near_the_bound_is_judged_alike(n: int, size: float, near: float) -> None:
    K = matrix(n, size)
    K[0, 1] += near * skew_tolerance(K)
    rows = np.arange(n, dtype=np.float64)[:, None]
    said = spectrum(K).symmetric
    assert said is (near < 1)
    assert accepted(K) is said
    assert spectrum_on(Lookup(tuple(map(tuple, K.tolist()))), rows).symmetric is said


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
@pytest.mark.parametrize("n", SIZES)
def test_an_eigenvalue_near_the_bound_is_judged_alike(n: int, size: float, near: float) -> None:
    """K is diagonal, so its eigenvalues are its entries and nothing rounds them."""
    K = np.eye(n) * size
    K[-1, -1] = -near * tolerance(np.eye(n) * size)
    assert spectrum(K).semidefinite is (near < 1)
    assert positive(K) is spectrum(K).semidefinite
