"""Several classes: counts of the notes, scikit-learn's strategies, the decision DAG, one objective with its
certificate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.exceptions import NotFittedError
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial, Sigmoid
from kernviz.models.crammer_singer import CrammerSinger
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.pairwise import DecisionDAG, OneVersusOne
from kernviz.models.refusals import NotAKernelError
from kernviz.models.svm import KernelSVC, NotSeparableError
from kernviz.solvers import multiclass as solver
from kernviz.solvers.multi_program import Program, balanced, finish
from kernviz.solvers.multiclass import MultiSolution
from kernviz.solvers.qp import Status

Codes = NDArray[np.int64]
STRATEGIES = [OneVersusRest, OneVersusOne, DecisionDAG, CrammerSinger]


def rosette(n: int = 80, classes: int = 4, noise: float = 0.7, seed: int = 0) -> tuple[Array, Codes]:
    """Clouds around the corners of a regular polygon."""
    rng, codes = np.random.default_rng(seed), np.arange(n) % classes
    angle = 2 * np.pi * codes / classes
    return 2 * np.c_[np.cos(angle), np.sin(angle)] + noise * rng.normal(size=(n, 2)), codes


PROBE = np.random.default_rng(9).uniform(-4, 4, (300, 2))


# ---- the notes' counts -----------------------------------------------------------------------------------------------


def test_machines_for_four_classes() -> None:
    """4 machines one against the rest, 1 program, 6 pairs; 3 questions along the DAG."""
    X, y = rosette()
    assert len(OneVersusRest(RBF(1)).fit(X, y).machines_) == 4
    assert CrammerSinger(RBF(1)).fit(X, y).dual_coef_.shape == (80, 4)
    pairs = OneVersusOne(RBF(1)).fit(X, y)
    assert len(pairs.machines_) == len(pairs.pairs_) == 6
    assert [len(machine.X_) for machine in pairs.machines_] == [40] * 6  # each sees its two classes only
    assert len(DecisionDAG(RBF(1)).fit(X, y).dag_path([0.3, 0.2])) == 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_clear_clouds_are_told_apart_whatever_their_names(strategy: type) -> None:
    X, y = rosette(noise=0.2)
    names = np.array(["north", "east", "south", "west"])[y]
    machine = strategy(RBF(1), C=10.0).fit(X, names)
    np.testing.assert_array_equal(machine.predict(X), names)
    assert machine.classes_.tolist() == ["east", "north", "south", "west"]


# ---- one against the rest --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), RBF(0.5)], ids=str)
def test_one_against_the_rest_is_scikit_learns(kernel: Kernel) -> None:
    X, y = rosette()
    ours = OneVersusRest(kernel, C=2.0).fit(X, y)
    oracle = OneVsRestClassifier(SVC(kernel="precomputed", C=2.0, tol=1e-10)).fit(kernel(X), y)
    f = oracle.decision_function(kernel(PROBE, X))
    np.testing.assert_allclose(ours.decision_function(PROBE), f, atol=1e-5 * np.abs(f).max())
    np.testing.assert_array_equal(ours.predict(PROBE), f.argmax(axis=1))


def test_ambiguous_regions_are_claimed_by_none_or_by_several() -> None:
    X, y = rosette(noise=0.3)
    machine = OneVersusRest(Linear(), C=1.0).fit(X, y)
    claims = (machine.values(PROBE) > 0).sum(axis=1)
    assert {0, 1, 2} <= set(claims.tolist())
    np.testing.assert_array_equal(machine.ambiguous(PROBE), claims != 1)
    assert machine.ambiguous([[0.0, 0.0]])[0]  # the middle belongs to nobody
    clear = ~machine.ambiguous(PROBE)
    np.testing.assert_array_equal(machine.predict(PROBE[clear]), (machine.values(PROBE[clear]) > 0).argmax(axis=1))


# ---- pairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), RBF(0.5)], ids=str)
def test_pairs_are_scikit_learns(kernel: Kernel) -> None:
    X, y = rosette()
    ours = OneVersusOne(kernel, C=2.0).fit(X, y)
    oracle = OneVsOneClassifier(SVC(kernel="precomputed", C=2.0, tol=1e-10)).fit(kernel(X), y)
    np.testing.assert_allclose(ours.decision_function(PROBE), oracle.decision_function(kernel(PROBE, X)), atol=1e-5)
    np.testing.assert_array_equal(ours.predict(PROBE), oracle.predict(kernel(PROBE, X)))
    votes = ours.votes(PROBE)
    np.testing.assert_array_equal(votes.sum(axis=1), 6)
    np.testing.assert_array_equal(votes[np.arange(300), ours.predict(PROBE)], votes.max(axis=1))


def test_dag_asks_the_machines_that_its_path_names() -> None:
    X, y = rosette()
    names = np.array(list("abcd"))[y]
    dag, pairs = DecisionDAG(RBF(0.5)).fit(X, names), OneVersusOne(RBF(0.5)).fit(X, names)
    predicted, values = dag.predict(PROBE), pairs.values(PROBE)
    for i in range(0, 300, 7):
        left = list("abcd")
        for (first, last), winner in dag.dag_path(PROBE[i]):
            assert (first, last) == (left[0], left[-1])
            f = values[i, pairs.pairs_.index(("abcd".index(first), "abcd".index(last)))]
            assert winner == (last if f > 0 else first)
            left.remove(first if winner == last else last)
        assert left == [predicted[i]]
    # a class that beats every other has all votes, and no path can lose it
    certain = pairs.votes(PROBE).max(axis=1) == 3
    assert certain.mean() > 0.9
    np.testing.assert_array_equal(predicted[certain], pairs.predict(PROBE)[certain])


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("strategy", STRATEGIES[:3])
def test_values_that_are_known_name_the_same_class(strategy: type, classes: int) -> None:
    X, y = rosette(classes=classes)
    machine = strategy(RBF(0.5), C=3.0).fit(X, y + 7)
    np.testing.assert_array_equal(machine.classes_[machine.winners(machine.values(PROBE))], machine.predict(PROBE))


def test_a_dag_of_pairs_trains_nothing() -> None:
    X, y = rosette()
    pairs = OneVersusOne(RBF(0.5), C=3.0).fit(X, y)
    dag, trained = DecisionDAG.of(pairs), DecisionDAG(RBF(0.5), C=3.0).fit(X, y)
    assert dag.machines_ is pairs.machines_
    np.testing.assert_array_equal(dag.predict(PROBE), trained.predict(PROBE))
    assert dag.dag_path(PROBE[0]) == trained.dag_path(PROBE[0])
    with pytest.raises(NotFittedError):
        DecisionDAG.of(OneVersusOne())


def test_a_machine_that_fails_is_named() -> None:
    X, y = rosette()
    with pytest.raises(NotSeparableError, match="class 0 against the rest: no hard margin exists") as caught:
        OneVersusRest(Linear(), C=np.inf).fit(X, y)
    assert caught.value.weights.shape == (80,)
    X[y == 2] = X[y == 1]
    with pytest.raises(NotSeparableError, match="class 1 against class 2: 20 points have an identical point"):
        OneVersusOne(RBF(1), C=np.inf).fit(X, y)


# ---- one objective ---------------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("C", [1e-2, 1.0, 1e2, 1e4])
@pytest.mark.parametrize(
    ("kernel", "classes"),
    [(Linear(), 3), (Polynomial(2), 4), (Polynomial(5), 3), (RBF(0.5), 3), (RBF(5), 4), (RBF(100), 3), (Linear(), 10)],
    ids=str,
)
def test_both_objectives_written_out_again_meet(kernel: Kernel, classes: int, C: float) -> None:
    """Weak duality: a feasible t bounds every machine from below, so equality proves both to be optimal."""
    X, y = rosette(60, classes)
    machine, K = CrammerSinger(kernel, C).fit(X, y), kernel(X)
    t, own = machine.dual_coef_, np.eye(classes, dtype=bool)[y]
    size = np.abs(t).max()
    np.testing.assert_allclose(t.sum(axis=0), 0, atol=1e-12 * size)
    np.testing.assert_allclose(t.sum(axis=1), 0, atol=1e-12 * size)
    assert t[~own].max() <= 0
    assert t[own].max() <= C * (1 + 1e-15)
    f = K @ t + machine.intercept_
    half = (t * (K @ t)).sum() / 2
    slack = np.maximum(0, (f + ~own).max(axis=1) - f[own])
    primal, dual = half + C * slack.sum(), t[own].sum() - half
    noise = 64 * np.finfo(float).eps * (1 + (np.abs(K) @ np.abs(t)).max()) * (np.abs(t).sum() + 60 * C)
    assert primal == pytest.approx(dual, abs=noise)
    certificate = machine.certificate_
    assert certificate.optimal
    assert certificate.stage == "interior point, exact finish"
    assert (certificate.primal, certificate.dual) == pytest.approx((primal, dual), abs=noise)
    np.testing.assert_allclose(machine.slack_, slack, atol=2 * certificate.tolerance)
    np.testing.assert_allclose(machine.values(X), f, atol=1e-9 * max(1, np.abs(f).max()) + certificate.tolerance)


@pytest.mark.parametrize("C", [0.5, 50.0])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3), RBF(2)], ids=str)
def test_two_classes_are_the_support_vector_machine_of_twice_the_penalty(kernel: Kernel, C: float) -> None:
    """½‖w₀‖² + ½‖w₁‖² with w₁ = −w₀ is ¼‖w‖² for w = w₁ − w₀."""
    X, y = rosette(50, 2, noise=1.2)
    one, pair = CrammerSinger(kernel, C).fit(X, y), KernelSVC(kernel, 2 * C).fit(X, y)
    assert pair.free_.size  # so that b is unique
    np.testing.assert_allclose(one.decision_function(PROBE), pair.decision_function(PROBE), rtol=1e-8, atol=1e-8)
    np.testing.assert_array_equal(one.predict(PROBE), pair.predict(PROBE))
    np.testing.assert_allclose(one.dual_coef_[:, 1], pair.dual_coef_ / 2, atol=1e-8 * C)
    assert one.certificate_.primal == pytest.approx(pair.certificate_.primal / 2, rel=1e-9)


@pytest.mark.parametrize("c", [1e-6, 1e6])
def test_scaling_the_kernel_is_scaling_the_penalty(c: float) -> None:
    X, y = rosette(60, 3)
    one, other = CrammerSinger(RBF(1), 2.0).fit(X, y), CrammerSinger(c * RBF(1), 2.0 / c).fit(X, y)
    np.testing.assert_allclose(other.dual_coef_ * c, one.dual_coef_, atol=1e-10)
    np.testing.assert_allclose(other.decision_function(PROBE), one.decision_function(PROBE), atol=1e-9)


def test_neither_the_order_of_points_nor_of_classes_nor_the_origin_matters() -> None:
    X, y = rosette(60, 3)
    one = CrammerSinger(Polynomial(2), 2.0).fit(X, y)
    order = np.random.default_rng(2).permutation(60)
    np.testing.assert_allclose(
        CrammerSinger(Polynomial(2), 2.0).fit(X[order], y[order]).values(X), one.values(X), atol=1e-9
    )
    turned = CrammerSinger(Polynomial(2), 2.0).fit(X, (y + 1) % 3)
    np.testing.assert_allclose(turned.values(X)[:, [1, 2, 0]], one.values(X), atol=1e-9)
    away = X + np.array([30, -50])
    linear, moved = CrammerSinger(Linear(), 2.0).fit(X, y), CrammerSinger(Linear(), 2.0).fit(away, y)
    np.testing.assert_allclose(moved.values(away), linear.values(X), atol=1e-9)


def test_without_the_other_points_nothing_changes() -> None:
    X, y = rosette(90, 3)
    one = CrammerSinger(RBF(1), 1.0).fit(X, y)
    fewer = CrammerSinger(RBF(1), 1.0).fit(X[one.support_], y[one.support_])
    assert len(one.support_) < 80
    np.testing.assert_allclose(fewer.values(PROBE), one.values(PROBE), atol=1e-9)
    np.testing.assert_array_equal(one.slack_[np.setdiff1d(np.arange(90), one.support_)], 0)


def test_a_kernel_on_sum_zero_is_enough_for_one_objective_too() -> None:
    X, y = rosette(40, 3)
    assert CrammerSinger(Sigmoid(gamma=0.1, coef0=-3.0)).fit(0.3 * X, y).certificate_.optimal


def test_zero_gram_matrix() -> None:
    machine = CrammerSinger(Linear(), 1.0).fit(np.zeros((4, 1)), [0, 1, 2, 2])
    assert machine.predict([[0.0]])[0] == 2  # the majority
    assert machine.certificate_.optimal


# ---- the solver ------------------------------------------------------------------------------------------------------


def test_the_residual_tells_a_wrong_answer() -> None:
    X, y = rosette(30, 3)
    K = RBF(1)(X)
    answer = solver.solve_multiclass(K, y, 3, 1.0)
    means = K.mean(axis=0)
    program = Program(K - means[:, None] - means[None] + means.mean(), y, 3, 1.0, K)
    b = answer.b
    assert program.residual(answer.t, b) < 1e-12
    assert program.residual(answer.t * 0.999, b) > 1e-4
    assert program.residual(answer.t, b + np.array([1e-3, 0, 0])) > 1e-4
    tilted = answer.t.copy()
    tilted[0] += [1e-3, 0, 0]
    assert program.residual(tilted, b) > 1e-4


def test_rows_and_columns_of_t_have_a_criterion_of_their_own() -> None:
    """With a box of 1e-12 no sum moves f visibly; `balanced` mends rows where an entry is below its bound."""
    X, y = rosette(30, 3)
    K = RBF(1)(X)
    answer = solver.solve_multiclass(K, y, 3, 1e-12)
    program = Program(K, y, 3, 1e-12, K)
    assert program.solved(answer.t, answer.b)
    row, other = np.argwhere(~program.own & (answer.t < 0))[0]
    tilted = answer.t.copy()
    tilted[row, other] *= 1 - 1e-3
    assert program.residual(tilted, answer.b) <= program.roundoff(tilted, answer.b)
    assert not program.solved(tilted, answer.b)
    mended = balanced(tilted, program.bound)
    np.testing.assert_allclose(mended.sum(axis=1), 0, atol=4e-28)
    assert np.all(mended <= program.bound)


def test_finish_gives_up_rather_than_guess() -> None:
    X, y = rosette(60, 3)
    program = Program(RBF(0.1)(X), y, 3, 1.0, RBF(0.1)(X))
    t, b = np.zeros((60, 3)), np.zeros(3)
    assert finish(program, t, b, np.ones((60, 3), dtype=bool)) is None  # a row at its bounds cannot sum to 0
    assert finish(program, t, b, np.zeros((60, 3), dtype=bool)) is None


def test_without_the_finish_the_answer_is_near_and_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from kernviz.solvers import multi_interior

    X, y = rosette(40, 3)
    exact = CrammerSinger(RBF(1)).fit(X, y)
    monkeypatch.setattr(multi_interior, "finish", lambda *a: None)
    assert CrammerSinger(RBF(1)).fit(X, y).certificate_.stage == "interior point, exact finish"  # tried once more
    monkeypatch.setattr(solver, "finish", lambda *a: None)
    near = CrammerSinger(RBF(1)).fit(X, y)
    assert near.certificate_.stage == "interior point"
    np.testing.assert_allclose(near.values(PROBE), exact.values(PROBE), atol=1e-5)
    monkeypatch.setattr(
        multi_interior, "_inverse", lambda M: (_ for _ in ()).throw(ArithmeticError("K + D is not positive definite"))
    )
    with pytest.raises(ValueError, match="the conditions of optimality are violated by"):
        CrammerSinger(RBF(1)).fit(X, y)


def test_weights_that_do_not_balance_are_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each class's weights add up to 0, else the intercept is not the best one, whatever else is reported."""
    from kernviz.models import crammer_singer

    def uneven(*given: Any) -> MultiSolution:
        found = solver.solve_multiclass(*given)
        spoilt = found.t.copy()
        spoilt[0] += [0.5, -0.5, 0.0]  # a point's own still do
        return replace(found, t=spoilt)

    monkeypatch.setattr(crammer_singer, "solve_multiclass", uneven)
    with pytest.raises(ValueError, match="the conditions of optimality are violated by"):
        CrammerSinger(RBF(1)).fit(*rosette(40, 3))


# ---- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_refusals_of_all(strategy: type) -> None:
    X, y = rosette(40)
    with pytest.raises(ValueError, match="only one class"):
        strategy().fit(X, np.zeros(40, dtype=int))
    with pytest.raises(ValueError, match="C = -1"):
        strategy(C=-1).fit(X, y)
    with pytest.raises(NotAKernelError, match="smallest eigenvalue"):
        strategy(Polynomial(2, 1, -1)).fit(X, y)
    with pytest.raises(ValueError, match="kernel value at row 0 of X"):
        strategy(Polynomial(4)).fit(X, y).predict([[1e100, 1e100]])
    with pytest.raises(NotFittedError):
        strategy().predict(X)


def test_one_objective_has_its_limits() -> None:
    with pytest.raises(ValueError, match=r"C = inf must be a finite number"):
        CrammerSinger(C=np.inf).fit(*rosette())
    with pytest.raises(ValueError, match="500 points of 4 classes make one program of 2000 unknowns, and at most 1200"):
        CrammerSinger().fit(*rosette(500))
    assert solver.solve_multiclass(np.eye(4), np.array([0, 0, 1, 1]), 2, 1.0).status is Status.OPTIMAL
