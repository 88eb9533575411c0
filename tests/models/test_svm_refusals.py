"""Errors of the kernel SVM, and the limits of valid input.

An error gives the reason and a proof.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from kernviz.arrays import Array
from kernviz.kernels import RBF, Linear, Polynomial, Sigmoid
from kernviz.models.refusals import NotAKernelError
from kernviz.models.svm import KernelSVC, NotSeparableError, NotSolvedError
from kernviz.solvers.problem import EPS
from tests.models.samples import SQUARE, XOR, MinusDistance, cloud


def test_hard_margin_that_does_not_exist_comes_with_the_proof() -> None:
    K = Linear()(SQUARE)
    with pytest.raises(NotSeparableError, match=r"convex hulls .* meet .* finite C or another kernel") as caught:
        KernelSVC(Linear(), C=np.inf).fit(SQUARE, XOR)
    weights = caught.value.weights
    assert np.all(weights >= 0)
    assert weights[XOR > 0].sum() == pytest.approx(1)
    assert weights[XOR < 0].sum() == pytest.approx(1)
    b = weights * XOR
    assert np.sqrt(abs(b @ K @ b)) <= 1e-6
    assert caught.value.distance <= 1e-6


@pytest.mark.parametrize("gamma", [1e-4, 1e-6])
def test_separable_in_theory_only(gamma: float) -> None:
    """A Gaussian so wide that the two clouds differ in the last digits: separable by theorem, not by a double."""
    X, y = cloud(40)
    with pytest.raises(NotSeparableError, match="convex hulls"):
        KernelSVC(RBF(gamma), C=np.inf).fit(X, y)


def test_equal_points_of_two_classes_are_named() -> None:
    X = np.array([[0.0, 0], [1, 2], [1, 2], [3, 4], [3, 4], [5, 5]])
    y = np.array([0, 0, 1, 1, 0, 1])
    with pytest.raises(
        NotSeparableError, match=r"2 points have an identical point .* \[1\.0, 2\.0\] \(rows 2 and 1\)"
    ) as caught:
        KernelSVC(RBF(1), C=np.inf).fit(X, y)
    assert caught.value.pairs == [(2, 1), (3, 4)]
    assert KernelSVC(RBF(1), C=10.0).fit(X, y).certificate_.optimal  # a soft margin takes them


@pytest.mark.parametrize("C", [0, -1.0, float("nan"), "1", None])
def test_penalty_must_be_positive(C: object) -> None:
    with pytest.raises(ValueError, match=r"C = .* must be a number > 0"):
        KernelSVC(RBF(1), C=C).fit(SQUARE, XOR)  # type: ignore[arg-type]


def test_one_class_has_nothing_to_separate() -> None:
    with pytest.raises(ValueError, match="only one class"):
        KernelSVC(RBF(1)).fit(SQUARE, [1, 1, 1, 1])


def test_three_classes_are_too_many() -> None:
    with pytest.raises(ValueError, match=r"Only binary classification .* 3 classes"):
        KernelSVC(RBF(1)).fit(SQUARE, [0, 1, 2, 1])


def test_a_kernel_that_is_none_is_refused_with_its_eigenvalues() -> None:
    X, y = cloud(30)
    trap = Polynomial(2, gamma=1, coef0=-1)  # (x·z − 1)²
    centred = trap(X) - trap(X).mean(0)[None] - trap(X).mean(1)[:, None] + trap(X).mean()
    values = np.linalg.eigvalsh(centred)
    assert values[0] < 0
    with pytest.raises(NotAKernelError, match=r"smallest eigenvalue -\d.*largest \d") as caught:
        KernelSVC(trap).fit(X, y)
    assert caught.value.smallest == pytest.approx(values[0])
    assert caught.value.largest == pytest.approx(values[-1])


def test_a_kernel_on_sum_zero_is_enough() -> None:
    """−‖x−z‖ has a zero diagonal and negative eigenvalues, yet the SVM only sees Σ αy = 0."""

    X, y = cloud(40)
    machine = KernelSVC(MinusDistance(), C=10.0).fit(X, y)
    assert machine.certificate_.optimal
    assert machine.weight_norm2_ > 0
    np.testing.assert_allclose((y * machine.decision_function(X))[machine.free_], 1, atol=1e-10)
    # adding a constant makes it a kernel on these points, and the same machine
    X2, y2 = cloud(30)
    sigmoid = Sigmoid(gamma=0.1, coef0=-3.0)
    assert KernelSVC(sigmoid, C=1.0).fit(0.3 * X2, y2).certificate_.optimal


def test_values_that_are_not_finite_are_named() -> None:
    with pytest.raises(ValueError, match=r"k\(x_0, x_0\) = inf is not a finite number .* scale the data"):
        KernelSVC(Polynomial(20)).fit(1e20 * SQUARE, XOR)


def test_an_asymmetric_function_is_no_kernel() -> None:
    class FirstTimesSum:
        def __call__(self, X: Array, Z: Array | None = None) -> Array:
            Z = X if Z is None else Z
            return X[:, :1] * Z.sum(1)[None]

        def diag(self, X: Array) -> Array:
            return X[:, 0] * X.sum(1)

    with pytest.raises(ValueError, match="not symmetric"):
        KernelSVC(FirstTimesSum()).fit(*cloud(5))


def test_a_text_is_not_yet_a_kernel() -> None:
    with pytest.raises(ValueError, match=r"kernel = 'rbf' must be a kernviz kernel"):
        KernelSVC("rbf").fit(SQUARE, XOR)


def test_numbers_that_defeat_the_solver_are_not_passed_off_as_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from kernviz.models import svm
    from kernviz.solvers.qp import Solution, Status

    true = svm.solve_sound

    def poor(shift: float) -> None:
        def solve(*args: object, **options: object) -> Solution:
            answer = true(*args, **options)  # type: ignore[arg-type]
            return replace(answer, kkt=shift, status=Status.NUMERICAL)

        monkeypatch.setattr(svm, "solve_sound", solve)

    poor(1e-2)
    with pytest.raises(NotSolvedError, match=r"violated by 0\.01"):
        KernelSVC(RBF(1)).fit(*cloud())
    poor(float("nan"))
    with pytest.raises(NotSolvedError, match="violated by nan"):
        KernelSVC(RBF(1)).fit(*cloud())
    poor(1e-5)
    with pytest.warns(ConvergenceWarning, match="10⁻⁵ only"):
        KernelSVC(RBF(1)).fit(*cloud())


# ---- edges -----------------------------------------------------------------------------------------------------------


def test_two_points() -> None:
    machine = KernelSVC(Linear(), C=np.inf).fit([[0.0], [2.0]], [0, 1])
    assert machine.margin_ == pytest.approx(1)
    np.testing.assert_allclose(machine.alpha_, 0.5)


def test_all_points_at_the_origin_of_feature_space() -> None:
    machine = KernelSVC(Linear(), C=1.0).fit(np.zeros((3, 1)), [0, 1, 1])
    assert machine.weight_norm2_ == 0
    assert machine.margin_ == np.inf
    assert machine.predict([[0.0]]).tolist() == [1]  # the majority


def test_a_penalty_beyond_every_double_is_still_certified() -> None:
    X, y = cloud(30)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        machine = KernelSVC(RBF(50.0), C=1e300).fit(X, y)
    terms = float((np.abs(RBF(50.0)(X)) @ machine.alpha_).max())
    assert machine.certificate_.kkt <= max(1e-9, 32 * EPS * terms) * 2
    assert machine.bounded_.size == 0


def test_two_numbers_that_are_not_whole_are_no_classes() -> None:
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        KernelSVC(Linear()).fit([[0.0], [1.0], [2.0]], [0.5, 1.5, 0.5])
