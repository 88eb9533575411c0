"""Checks of a Gram matrix that every model makes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels import RBF
from kernviz.mercer.spectrum import spectrum, spectrum_on, tolerance
from kernviz.models.base import WORTH_A_PROOF
from kernviz.models.gram_checks import check_positive, gram
from kernviz.models.pca import KernelPCA
from kernviz.models.refusals import NotAKernelError
from kernviz.models.ridge import KernelRidge
from kernviz.models.svm import KernelSVC
from kernviz.wording import short
from tests.strategies import few, kernels


class Table:
    """A kernel that is no node of ours: the values of given points, which are their own numbers 0, 1, …"""

    def __init__(self, K: Array) -> None:
        self.K = K

    def __call__(self, X: Array, Z: Array | None = None, /) -> Array:
        rows = X[:, 0].astype(int)
        return self.K[np.ix_(rows, rows if Z is None else Z[:, 0].astype(int))]

    def diag(self, X: Array, /) -> Array:
        return np.diag(self.K)[X[:, 0].astype(int)]

    def with_params(self, **values: Any) -> Any:
        return self


def numbers(n: int) -> Array:
    return np.arange(float(n))[:, None]


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e8])
def test_the_tolerance_scales_with_the_kernel(size: float) -> None:
    """8n·eps·‖K‖ is what rounding may take away; twice as much is the kernel's fault, and both scale with K."""
    for part, fine in ((0.1, True), (0.5, True), (2.0, False), (1e5, False)):
        K = size * np.diag([1.0, 1.0, 1.0, -part * tolerance(np.eye(4))])
        if fine:
            check_positive(K)
        else:
            with pytest.raises(
                NotAKernelError,
                match=re.escape(f"smallest eigenvalue {short(K[3, 3])}, largest {short(size)} ".replace("−", "-")),
            ):
                check_positive(K)


@pytest.mark.parametrize(("n", "lowest"), [(2, -5e-10), (200, -1.5e-8), (200, -1e-9), (3, 1e-12), (200, 0.0)])
def test_a_page_and_a_model_agree_on_negative_eigenvalues(n: int, lowest: float) -> None:
    """diag(1, …, 1, λ): the page Mercer called −5·10⁻¹⁰ of two points none, the models −1.5·10⁻⁸ of 200."""
    K = np.diag([1.0] * (n - 1) + [lowest])
    assert spectrum(K).negative == (lowest < 0)
    assert spectrum(K).semidefinite is not (lowest < 0)
    if lowest < 0:
        with pytest.raises(NotAKernelError):
            check_positive(K)
    else:
        check_positive(K)


@few(60)
@given(data=st.data())
def test_they_agree_on_random_kernels(data: Any) -> None:
    """True ones and traps, with what each is off by itself."""
    d, n = data.draw(st.sampled_from((1, 2, 3))), data.draw(st.sampled_from((14, 40)))
    k = data.draw(kernels(d, traps=True, size=4))
    note(str(k))
    size = data.draw(st.sampled_from((0.1, 1.0, 30.0)))
    X = np.random.default_rng(data.draw(st.integers(0, 99))).normal(size=(n, d)) * size
    with np.errstate(all="ignore"):
        K = k(X)
    if not (np.isfinite(K).all() and np.array_equal(K, K.T) and 0 < np.abs(K).max() < 1e100):
        return
    found = spectrum_on(k, X)
    try:
        check_positive(K, values=(k, X))
        passes = True
    except NotAKernelError:
        passes = False
    border = abs(found.smallest + found.tolerance) < found.tolerance / 10
    assert passes is found.semidefinite or border, (found.smallest, found.tolerance)


def test_a_matrix_is_symmetric_up_to_the_noise_of_its_entries() -> None:
    K = np.eye(3) + 1.0
    K[0, 2] += 2.0**-40
    found = gram(Table(K), numbers(3))
    np.testing.assert_array_equal(found, found.T)
    assert found[0, 2] == 1 + 2.0**-41
    K[0, 2] += 1e-3
    with pytest.raises(ValueError, match=r"not symmetric, .* k\(x_0, x_2\) = 1\.001 but k\(x_2, x_0\) = 1$"):
        gram(Table(K), numbers(3))
    K[2, 1] = np.inf
    with pytest.raises(ValueError, match=r"k\(x_2, x_1\) = inf is not a finite number"):
        gram(Table(K), numbers(3))
    with pytest.raises(ValueError, match=r"shape \(3, 2\) for 3 points"):
        gram(lambda X: K[:, :2], numbers(3))


@pytest.mark.parametrize("n", [WORTH_A_PROOF - 1, WORTH_A_PROOF, WORTH_A_PROOF + 1])
def test_no_proof_stands_in_for_looking_at_a_kernel_of_others(n: int) -> None:
    K = np.eye(n)
    KernelRidge(Table(K), ridge=1.0).fit(numbers(n), np.ones(n))
    K[n - 1, n - 1] = -1e-3
    with pytest.raises(NotAKernelError, match=r"smallest eigenvalue -0\.001"):
        KernelRidge(Table(K), ridge=1.0).fit(numbers(n), np.ones(n))


def test_a_ridge_smaller_than_the_roundoff_still_fits() -> None:
    """K + ridge·I has the eigenvalue −10⁻¹¹ + 10⁻¹³: no Cholesky factor, and the other three are solved for all the
    same.
    """
    K = np.diag([1.0, 2.0, 4.0, -1e-11])
    machine = KernelRidge(Table(K), ridge=1e-13).fit(numbers(4), np.array([1.0, 1.0, 1.0, 0.0]))
    np.testing.assert_allclose(machine.dual_coef_, [1.0, 0.5, 0.25, 0.0], rtol=1e-12)


def test_a_variance_that_overflows_names_its_row() -> None:
    """k(x, z) = 10¹⁶⁰ is a float, and its square is none."""
    K = np.eye(4)
    K[3, 1] = K[1, 3] = 1e160
    machine = KernelRidge(Table(K), ridge=1.0).fit(numbers(2), np.ones(2))
    assert machine.std([[2.0]]).tolist() == [1.0]
    with pytest.raises(ValueError, match=r"the variance at row 1 of X overflows"):
        machine.std([[2.0], [3.0]])


def test_components_are_named_for_scikit_learn() -> None:
    X = np.random.default_rng(0).normal(size=(6, 2))
    machine = KernelPCA(RBF(1), n_components=2).fit(X)
    assert machine.get_feature_names_out().tolist() == ["kernelpca0", "kernelpca1"]


def test_machines_keep_their_default_parameters() -> None:
    """Scripts leave them out."""
    machines = [kv.KernelSVC, kv.KernelRidge, kv.KernelPCA, kv.SmallestHypersphere, kv.SoftHypersphere]
    assert [cls().get_params() for cls in (*machines, kv.KernelNearestNeighbors)] == [
        {"kernel": None, "C": 1.0, "engine": "libsvm"},
        {"kernel": None, "ridge": 1.0},
        {"kernel": None, "n_components": 2, "center": True, "normalize": True},
        {"kernel": None},
        {"kernel": None, "nu": 0.1},
        {"kernel": None, "n_neighbors": 1},
    ]


@pytest.mark.parametrize("wrong", [np.full((3, 2), np.nan), np.zeros((3, 3)), np.zeros((0, 2)), np.zeros(3)])
def test_valid_points_are_accepted_and_invalid_ones_refused(wrong: Array) -> None:
    """Points that are plainly sound skip the checks of scikit-learn, which refuses all others."""
    machine = KernelSVC(RBF(1.0)).fit(np.array([[0.0, 0.0], [1.0, 1.0]]), [0, 1])
    assert machine.decision_function(np.zeros((3, 2))).shape == (3,)
    with pytest.raises(ValueError, match=r"\w"):
        machine.decision_function(wrong)


def test_points_that_are_plainly_sound_are_noted_as_scikit_learn_notes_them() -> None:
    X, y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2
    machine = kv.KernelSVC(kv.RBF(1.0)).fit(X.tolist(), y.tolist())
    machine.feature_names_in_ = np.array(["a", "b"], dtype=object)  # as a table's fit would have left it
    machine.fit(X, y)
    assert machine.n_features_in_ == 2
    assert not hasattr(machine, "feature_names_in_")
    with pytest.raises(ValueError, match="3 features"):
        machine.predict(np.zeros((1, 3)))
    for labels in (y, y.astype(bool), y.astype(np.uint8)):
        other = kv.KernelSVC(kv.RBF(1.0)).fit(X, labels)
        np.testing.assert_array_equal(other.alpha_, machine.alpha_)
    for bad in (X[:29], X[:, :0], np.where(X > 1, np.nan, X), X[:0], X[0]):
        with pytest.raises(ValueError):
            kv.KernelSVC(kv.RBF(1.0)).fit(bad, y)
