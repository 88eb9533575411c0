"""The kernel SVM: numbers from the notes, laws, and its place in scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

from kernviz.kernels import RBF, Linear, Polynomial
from kernviz.models.svm import KernelSVC
from tests.models.samples import SQUARE, XOR, cloud

# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_xor_of_s3() -> None:
    machine = KernelSVC(Polynomial(2, 1, 1), C=np.inf).fit(SQUARE, XOR)
    np.testing.assert_allclose(machine.alpha_, 1 / 8, rtol=1e-14)
    assert machine.intercept_ == pytest.approx(0, abs=1e-14)
    assert machine.weight_norm2_ == pytest.approx(1 / 2, rel=1e-14)
    assert machine.margin_ == pytest.approx(np.sqrt(2), rel=1e-14)
    probe = np.random.default_rng(0).uniform(-3, 3, (20, 2))
    np.testing.assert_allclose(machine.decision_function(probe), probe[:, 0] * probe[:, 1], atol=1e-13)


def test_one_dimension_of_s1() -> None:
    """w = (0, 0.4), b = −2.6, margin 2.5 on (x, x²); α is not unique, the central one is 0.04 each."""
    x = np.array([-3.0, -2, -1, 0, 1, 2, 3])
    X, y = np.c_[x, x**2], np.where(np.abs(x) > 2.5, 1, -1)
    machine = KernelSVC(Linear(), C=np.inf).fit(X, y)
    np.testing.assert_allclose(machine.dual_coef_ @ X, [0, 0.4], atol=1e-14)
    assert machine.intercept_ == pytest.approx(-2.6, rel=1e-14)
    assert machine.margin_ == pytest.approx(2.5, rel=1e-14)
    assert machine.support_.tolist() == [0, 1, 5, 6]
    np.testing.assert_allclose(machine.alpha_[machine.support_], 0.04, rtol=1e-6)
    np.testing.assert_allclose(machine.decision_function(X), 0.4 * x**2 - 2.6, atol=1e-13)
    closest = (machine.signs_ * machine.decision_function(X)).min()
    assert closest == pytest.approx(1, rel=1e-13)  # canonical scale


def test_primal_meets_dual_with_half_the_norm_only() -> None:
    """Erratum E25: with ½‖w‖² the two objectives agree; with ‖w‖² as printed they are ½‖w‖² apart."""
    X, y = cloud()
    machine = KernelSVC(RBF(1), C=1.0).fit(X, y)
    dual = machine.certificate_.dual
    half, penalty = machine.weight_norm2_ / 2, machine.slack_.sum()
    assert half + penalty == pytest.approx(dual, rel=1e-12)
    assert 2 * half + penalty > dual + 0.9 * half
    assert machine.certificate_.gap == pytest.approx(0, abs=1e-11)


def test_kinds_of_points_and_their_slack() -> None:
    """Errata E26, E46: ξ = max(0, 1 − y·f); only 0 < α < C forces y·f = 1."""
    X, y = cloud()
    machine = KernelSVC(RBF(1), C=1.0).fit(X, y)
    closeness = y * machine.decision_function(X)
    np.testing.assert_allclose(closeness[machine.free_], 1, atol=1e-12)
    assert np.all(closeness[machine.bounded_] <= 1 + 1e-12)
    assert closeness[machine.bounded_].min() < 0.5
    others = np.setdiff1d(np.arange(len(X)), machine.support_)
    assert np.all(closeness[others] >= 1 - 1e-12)
    assert np.all(machine.alpha_[others] == 0)
    assert np.all(machine.alpha_[machine.bounded_] == 1.0)
    np.testing.assert_array_equal(np.sort(np.r_[machine.free_, machine.bounded_]), machine.support_)
    np.testing.assert_allclose(machine.slack_, np.maximum(0, 1 - closeness), atol=1e-12)
    assert np.all(machine.slack_[machine.alpha_ < 1.0] == 0)


def test_bias_of_every_point_is_b_for_the_free_only() -> None:
    X, y = cloud()
    machine = KernelSVC(RBF(1), C=1.0).fit(X, y)
    biases = machine.bias_of_every_point()
    np.testing.assert_allclose(biases[machine.free_], machine.intercept_, atol=1e-12)
    assert np.ptp(biases[machine.bounded_]) > 0.5
    np.testing.assert_allclose(biases, y - RBF(1)(X) @ machine.dual_coef_, atol=1e-12)


def test_contributions_add_up() -> None:
    X, y = cloud()
    machine = KernelSVC(RBF(1), C=1.0).fit(X, y)
    parts = machine.contributions([0.3, -0.2])
    assert parts.shape == machine.support_.shape
    assert parts.sum() + machine.intercept_ == pytest.approx(machine.decision_function([[0.3, -0.2]])[0], rel=1e-13)


def test_without_the_other_points_nothing_changes() -> None:
    """Points with α = 0 can be deleted."""
    X, y = cloud()
    machine = KernelSVC(RBF(1), C=1.0).fit(X, y)
    smaller = KernelSVC(RBF(1), C=1.0).fit(X[machine.support_], y[machine.support_])
    assert len(machine.support_) < len(X)
    probe = np.random.default_rng(1).uniform(-2, 2, (50, 2))
    np.testing.assert_allclose(smaller.decision_function(probe), machine.decision_function(probe), atol=1e-10)


def test_intercept_is_an_interval_when_no_support_vector_is_free() -> None:
    machine = KernelSVC(Linear(), C=0.1).fit([[-1.0], [1.0]], [-1, 1])
    assert machine.free_.size == 0
    assert machine.bounded_.tolist() == [0, 1]
    low, high = machine.intercept_interval_
    # f(x) = 0.2 x + b: both points are inside the margin for |b| ≤ 0.8
    assert (low, high) == pytest.approx((-0.8, 0.8), rel=1e-14)
    assert machine.intercept_ == pytest.approx(0, abs=1e-15)
    objective = [machine.weight_norm2_ / 2 + 0.1 * max(0, 0.8 - b) + 0.1 * max(0, 0.8 + b) for b in (low, 0, high)]
    assert objective == pytest.approx([objective[0]] * 3)


def test_intercept_interval_is_one_value_with_a_free_support_vector() -> None:
    machine = KernelSVC(RBF(1), C=1.0).fit(*cloud())
    assert machine.intercept_interval_ == (machine.intercept_, machine.intercept_)


# ---- laws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("c", [1e-6, 0.3, 1e6])
def test_scaling_the_kernel_is_scaling_the_penalty(c: float) -> None:
    X, y = cloud()
    one, other = KernelSVC(RBF(1), C=2.0).fit(X, y), KernelSVC(c * RBF(1), C=2.0 / c).fit(X, y)
    np.testing.assert_allclose(other.alpha_ * c, one.alpha_, atol=1e-11)
    np.testing.assert_allclose(other.decision_function(X), one.decision_function(X), atol=1e-10)
    assert other.margin_ == pytest.approx(one.margin_ * np.sqrt(c), rel=1e-10)


def test_the_order_of_the_points_does_not_matter() -> None:
    X, y = cloud()
    order = np.random.default_rng(5).permutation(len(X))
    one, other = KernelSVC(RBF(1), C=2.0).fit(X, y), KernelSVC(RBF(1), C=2.0).fit(X[order], y[order])
    np.testing.assert_allclose(other.alpha_, one.alpha_[order], atol=1e-11)
    assert other.intercept_ == pytest.approx(one.intercept_, abs=1e-11)


def test_swapping_the_classes_negates_f() -> None:
    X, y = cloud()
    one, other = KernelSVC(RBF(1)).fit(X, y), KernelSVC(RBF(1)).fit(X, -y)
    np.testing.assert_allclose(other.decision_function(X), -one.decision_function(X), atol=1e-11)
    np.testing.assert_array_equal(other.predict(X), -one.predict(X))


def test_twins_share_one_machine() -> None:
    """A point given twice at C/2 counts as once at C: w and f agree, whatever α does."""
    X, y = cloud(30)
    one = KernelSVC(RBF(1), C=2.0).fit(X, y)
    twice = KernelSVC(RBF(1), C=1.0).fit(np.r_[X, X], np.r_[y, y])
    np.testing.assert_allclose(twice.decision_function(X), one.decision_function(X), atol=1e-10)
    np.testing.assert_allclose(twice.alpha_[:30] + twice.alpha_[30:], one.alpha_, atol=1e-9)


def test_a_large_penalty_becomes_the_hard_margin() -> None:
    X, y = np.array([[0.0, 0], [1, 0], [0, 1], [3, 3], [4, 3], [3, 4]]), np.array([0, 0, 0, 1, 1, 1])
    hard, soft = KernelSVC(Linear(), C=np.inf).fit(X, y), KernelSVC(Linear(), C=1e12).fit(X, y)
    np.testing.assert_allclose(soft.decision_function(X), hard.decision_function(X), rtol=1e-9)
    assert hard.bounded_.size == 0
    assert np.all(hard.slack_ == 0)


# ---- the scikit-learn side -------------------------------------------------------------------------------------------


def test_labels_are_the_users_own() -> None:
    machine = KernelSVC(Polynomial(2, 1, 1)).fit(SQUARE, np.where(XOR > 0, "yes", "no"))
    assert machine.classes_.tolist() == ["no", "yes"]
    assert machine.predict([[2.0, 2.0], [2.0, -2.0]]).tolist() == ["yes", "no"]


def test_parameters_reach_into_the_kernel() -> None:
    machine = KernelSVC(RBF(2.0) + Polynomial(2), C=3.0)
    assert machine.get_params()["kernel"] == RBF(2.0) + Polynomial(2)
    name = next(key for key in machine.get_params() if key.startswith("kernel__") and key.endswith("gamma"))
    before = machine.kernel
    machine.set_params(**{name: 5.0, "C": 4.0})
    assert machine.get_params()[name] == 5.0
    assert machine.C == 4.0
    assert before == RBF(2.0) + Polynomial(2)  # the old kernel is untouched
    assert clone(machine).kernel == machine.kernel
    assert KernelSVC().set_params(kernel__gamma=3.0).kernel == RBF(3.0)
    assert KernelSVC().set_params(kernel=RBF(1), kernel__gamma=3.0).kernel == RBF(3.0)
    with pytest.raises(ValueError, match="nonsense"):
        machine.set_params(kernel__nonsense=1)


def test_grid_search_over_the_kernel() -> None:
    X, y = cloud(40)
    search = GridSearchCV(KernelSVC(RBF(1)), {"kernel__gamma": [0.5, 5.0], "C": [0.1, 10.0]}, cv=2).fit(X, y)
    assert search.best_estimator_.kernel.gamma == search.best_params_["kernel__gamma"]


def test_no_kernel_means_rbf_of_one() -> None:
    X, y = cloud()
    np.testing.assert_array_equal(KernelSVC().fit(X, y).alpha_, KernelSVC(RBF(1)).fit(X, y).alpha_)


def test_a_machine_that_is_not_fitted_is_refused() -> None:
    for use in ("decision_function", "predict", "contributions"):
        with pytest.raises(NotFittedError):
            getattr(KernelSVC(), use)(SQUARE[:1])
    with pytest.raises(NotFittedError):
        KernelSVC().bias_of_every_point()


def test_trace_ends_at_the_machine() -> None:
    machine = KernelSVC(RBF(1), C=1.0).fit(*cloud())
    trace = machine.solver_trace()
    assert len(trace) > 3
    np.testing.assert_allclose(trace[-1].b, machine.dual_coef_, atol=1e-5)
    assert -trace[-1].primal == pytest.approx(machine.certificate_.dual, rel=1e-8)
