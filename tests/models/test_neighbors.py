"""Nearest neighbours in feature space: the flip of the notes, scikit-learn on the same distances, ties, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import KNeighborsClassifier

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.kernels.normalized import Normalized
from kernviz.models.neighbors import KernelNearestNeighbors
from kernviz.models.refusals import NotAKernelError
from tests.models.samples import MinusDistance

KERNELS = [Linear(), Polynomial(2), Polynomial(3, 0.5, 1), RBF(0.3), RBF(5), RBF(1) * Polynomial(2) + Linear()]


def cloud(n: int = 60, classes: int = 3, seed: int = 0) -> tuple[Array, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 2)), rng.integers(0, classes, n)


def induced(kernel: Kernel, X: Array, Z: Array) -> Array:
    return kernel.diag(X)[:, None] - 2 * kernel(X, Z) + kernel.diag(Z)[None, :]


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_the_neighbour_flips_with_the_kernel() -> None:
    """z = 2.2 between 1 and 3. Euclid: 3 (1.44 against 0.64); (1 + xz)²: 1 (17.6 against 18.6); a Gaussian:
    3.
    """
    X, z = [[1.0], [3.0]], [[2.2]]
    for kernel, winner, squared in (
        (Linear(), 3, [1.44, 0.64]),
        (Polynomial(2, 1, 1), 1, [17.6256, 18.5856]),
        (RBF(1), 3, 2 - 2 * np.exp([-1.44, -0.64])),
    ):
        machine = KernelNearestNeighbors(kernel).fit(X, [1, 3])
        assert machine.predict(z)[0] == winner
        np.testing.assert_allclose(machine.squared_distances(z)[0], squared, rtol=1e-14)
        distances, indices = machine.kneighbors(z, 2)
        assert indices[0].tolist() == ([0, 1] if winner == 1 else [1, 0])
        np.testing.assert_allclose(distances[0] ** 2, np.sort(squared), rtol=1e-14)


@pytest.mark.parametrize("gamma", [1e-3, 1.0, 20.0])
def test_a_gaussian_never_flips(gamma: float) -> None:
    """2 − 2k is monotone in ‖x − z‖, also where it rounds to 2 (γ‖x−z‖² up to 700) or to 0."""
    X, y = cloud()
    probe = np.r_[np.random.default_rng(1).uniform(-3, 3, (200, 2)), X, X + 1e-6]
    plain, gaussian = KernelNearestNeighbors(Linear()).fit(X, y), KernelNearestNeighbors(RBF(gamma)).fit(X, y)
    np.testing.assert_array_equal(gaussian.kneighbors(probe)[1], plain.kneighbors(probe)[1])
    np.testing.assert_array_equal(gaussian.predict(probe), plain.predict(probe))
    if gamma == 20.0:
        assert (gaussian.squared_distances(probe).min(axis=1) == 2).any()  # the squared distance alone could not tell


# ---- oracle ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3, 10, 60])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_scikit_learn_on_the_same_distances(kernel: Kernel, count: int) -> None:
    X, y = cloud()
    probe = np.random.default_rng(1).normal(size=(50, 2))
    machine = KernelNearestNeighbors(kernel, count).fit(X, y)
    oracle = KNeighborsClassifier(count, metric="precomputed").fit(np.sqrt(induced(kernel, X, X).clip(min=0)), y)
    D = np.sqrt(induced(kernel, probe, X).clip(min=0))
    np.testing.assert_array_equal(machine.predict(probe), oracle.predict(D))
    np.testing.assert_allclose(machine.predict_proba(probe), oracle.predict_proba(D), rtol=1e-14)
    distances, indices = machine.kneighbors(probe)
    theirs, at = oracle.kneighbors(D)
    np.testing.assert_allclose(distances, theirs, atol=1e-7)
    clear = np.diff(theirs, axis=1, prepend=-1, append=9e9) > 1e-9  # where √d² still tells the neighbours apart
    np.testing.assert_array_equal(indices[clear[:, :-1] & clear[:, 1:]], at[clear[:, :-1] & clear[:, 1:]])


# ---- ties ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [*KERNELS, Normalized(RBF(0.7) + Linear() + 1)], ids=str)
def test_ties_go_by_the_order_of_the_training_set(kernel: Kernel) -> None:
    """Turning the points by 90° makes exact ties that the roundings of the kernel break differently."""
    angles = np.arange(12) * np.pi / 6
    X = np.c_[np.cos(angles), np.sin(angles)]
    machine = KernelNearestNeighbors(kernel, 12).fit(X, np.arange(12))
    assert machine.kneighbors([[0.0, 0.0]])[1][0].tolist() == list(range(12))
    twins = KernelNearestNeighbors(kernel).fit(np.r_[X, X], np.arange(24) % 3)
    np.testing.assert_array_equal(twins.kneighbors(X)[1][:, 0], np.arange(12))


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_few_neighbours_are_the_first_of_all(count: int) -> None:
    """A few candidates decide in most rows; where a tie reaches past them the whole row must."""
    rng = np.random.default_rng(3)
    grid = np.stack(np.meshgrid(np.arange(7.0), np.arange(7.0)), axis=-1).reshape(-1, 2)
    X = np.r_[grid, grid[::-1], np.tile([[3.0, 3.0]], (20, 1)), rng.normal(size=(30, 2))]
    probe = np.r_[grid, grid + 0.5, rng.uniform(-1, 7, (100, 2))]
    for kernel in (Linear(), Polynomial(2), RBF(0.3)):
        machine = KernelNearestNeighbors(kernel).fit(X, np.zeros(len(X)))
        everyone = machine.kneighbors(probe, len(X))[1]
        np.testing.assert_array_equal(machine.kneighbors(probe, count)[1], everyone[:, :count])


def test_equal_votes_go_to_the_class_that_sorts_first() -> None:
    machine = KernelNearestNeighbors(Linear(), 2).fit([[0.0], [1.0]], ["b", "a"])
    assert machine.predict([[0.1]])[0] == "a"
    np.testing.assert_array_equal(machine.predict_proba([[0.1]]), [[0.5, 0.5]])


def test_far_beyond_the_underflow_all_are_equally_far() -> None:
    machine = KernelNearestNeighbors(RBF(100)).fit([[0.0], [1.0]], [0, 1])
    assert machine.predict([[50.0]])[0] == 0


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_minus_the_distance_induces_a_distance() -> None:
    """−‖x−z‖ is no kernel, but its d² = 2‖x−z‖ is a squared distance in feature space."""

    X, y = cloud()
    one, other = KernelNearestNeighbors(MinusDistance()).fit(X, y), KernelNearestNeighbors(Linear()).fit(X, y)
    np.testing.assert_array_equal(one.predict(X + 0.1), other.predict(X + 0.1))
    np.testing.assert_allclose(one.squared_distances(X) ** 2, 4 * other.squared_distances(X), atol=1e-12)


@pytest.mark.parametrize("count", [0, -1, 61, 2.5, "3", None, float("nan")])
def test_the_number_of_neighbours_must_fit(count: object) -> None:
    with pytest.raises(ValueError, match=r"n_neighbors = .* must be a whole number from 1 to n_samples = 60"):
        KernelNearestNeighbors(RBF(1), count).fit(*cloud())  # type: ignore[arg-type]


def test_invalid_kernels_and_data_are_refused() -> None:
    X, y = cloud()
    with pytest.raises(NotAKernelError):
        KernelNearestNeighbors(-RBF(1)).fit(X, y)
    with pytest.raises(ValueError, match="kernel value at row 0 of X"):
        KernelNearestNeighbors(Polynomial(20)).fit(X, y).predict([[1e20, 1e20]])
    with pytest.raises(ValueError, match="from 1 to n_samples = 60"):
        KernelNearestNeighbors().fit(X, y).kneighbors(X, 100)
    for use in ("predict", "kneighbors", "squared_distances"):
        with pytest.raises(NotFittedError):
            getattr(KernelNearestNeighbors(), use)(X)
