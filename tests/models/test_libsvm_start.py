"""libsvm guesses, the solver finishes, the certificate asks neither: the same machine as cvxopt's, whatever the
guess.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from sklearn.svm import SVC

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial
from kernviz.models import base, svm
from kernviz.models.libsvm_start import libsvm_guesses
from kernviz.models.refusals import NotAKernelError
from kernviz.models.svm import KernelSVC
from tests.models.samples import cloud


@pytest.mark.parametrize("C", [1e-6, 1e-2, 1.0, 1e2, 1e4])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3), RBF(0.1), RBF(10.0)], ids=str)
def test_both_engines_train_one_machine(kernel: Kernel, C: float) -> None:
    X, y = cloud()
    quick, slow = KernelSVC(kernel, C).fit(X, y), KernelSVC(kernel, C, engine="cvxopt").fit(X, y)
    assert quick.certificate_.optimal
    assert slow.certificate_.optimal
    assert slow.certificate_.iterations > 0
    both = quick.certificate_.gap_tolerance + slow.certificate_.gap_tolerance
    assert quick.certificate_.primal == pytest.approx(slow.certificate_.primal, abs=both)
    if len(quick.free_):
        np.testing.assert_allclose(quick.decision_function(X), slow.decision_function(X), atol=1e-6)


def test_most_guesses_are_finished_without_the_interior_point() -> None:
    stages = [
        KernelSVC(RBF(g), C).fit(*cloud(60, s)).certificate_.stage
        for s in range(3)
        for g in (0.1, 1, 10)
        for C in (0.1, 10)
    ]
    assert stages.count("warm start") >= 15


@pytest.mark.parametrize("wrong", [0.0, 1.0, float("nan")])
def test_a_wrong_guess_changes_no_answer(monkeypatch: pytest.MonkeyPatch, wrong: float) -> None:
    def mislead(K: Array, signs: Array, C: float, weights: Array | None) -> Iterator[Array]:
        yield wrong * C * signs

    X, y = cloud()
    true = KernelSVC(RBF(1), 3.0).fit(X, y)
    monkeypatch.setattr(svm, "libsvm_guesses", mislead)
    misled = KernelSVC(RBF(1), 3.0).fit(X, y)
    assert misled.certificate_.optimal
    np.testing.assert_allclose(misled.decision_function(X), true.decision_function(X), atol=1e-9)


def test_the_second_guess_is_nearer_and_neither_goes_on_for_ever() -> None:
    X, y = cloud(40)
    K, signs = RBF(1)(X), y.astype(float)
    exact = KernelSVC(RBF(1), 3.0).fit(X, y).dual_coef_
    near, nearer = (float(np.abs(g - exact).max()) for g in libsvm_guesses(K, signs, 3.0))
    assert nearer < near / 10
    assert len(list(libsvm_guesses(Linear()(X), signs, 1e6))) == 1


@pytest.mark.parametrize("C", [1e-2, 1.0, 1e2])
def test_a_guess_equals_libsvms_full_answer(C: float) -> None:
    X, y = cloud()
    K = RBF(1)(X)
    plain = SVC(kernel="precomputed", C=C, tol=1e-3).fit(K, y)
    guess = next(libsvm_guesses(K, y.astype(float), C))
    np.testing.assert_array_equal(np.flatnonzero(guess), np.sort(plain.support_))
    np.testing.assert_array_equal(guess[plain.support_], plain.dual_coef_[0])


def test_numbers_that_overflow_in_libsvm_are_no_refusal() -> None:
    X, y = cloud(40)
    K = 1e200 * RBF(1)(X)
    assert list(libsvm_guesses(K, y.astype(float), 1e-200)) == []
    assert KernelSVC(1e200 * RBF(1), 1e-200).fit(X, y).certificate_.optimal


def test_an_engine_is_one_of_two() -> None:
    with pytest.raises(ValueError, match="engine = 'smo' must be one of libsvm, cvxopt"):
        KernelSVC(RBF(1), engine="smo").fit(*cloud())


def test_a_proof_spares_the_factorisation_and_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = cloud(160)
    asked = []
    monkeypatch.setattr(base, "check_positive", lambda K, **_: asked.append(len(K)))
    KernelSVC(RBF(1)).fit(X, y)
    assert asked == []
    KernelSVC(RBF(1)).fit(X + 1e5, y)  # proven, but so far out that K holds the roundoff of its distances
    KernelSVC(RBF(1)).fit(X[:90], y[:90])
    KernelSVC(RBF(1) - RBF(2)).fit(X, y)
    assert asked == [160, 90, 160]
    monkeypatch.undo()
    with pytest.raises(NotAKernelError):
        KernelSVC(Polynomial(2, 1, -1)).fit(X, y)
