"""A machine moved to another kernel or C is the one that training from the start gives, wherever it came from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kernviz.kernels import RBF, Linear, Polynomial
from kernviz.models import svm
from kernviz.models.base import Array
from kernviz.models.separable import NotSeparableError
from kernviz.models.svm import KernelSVC


def cloud(n: int = 60, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, 2))
    return X, np.where(X[:, 1] > np.sin(2 * X[:, 0]) + 0.4 * rng.normal(size=n), 1, -1)


def same(one: KernelSVC, other: KernelSVC) -> None:
    for name in ("alpha_", "dual_coef_", "support_", "free_", "bounded_", "slack_", "signs_", "X_", "classes_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    for name in ("intercept_", "intercept_interval_", "margin_", "certificate_", "n_features_in_"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.get_params() == other.get_params()


@pytest.mark.parametrize(
    "path",
    [
        [(RBF(float(g)), 3.0) for g in np.geomspace(0.1, 100, 25)],
        [(RBF(1.0), float(C)) for C in np.geomspace(1e-2, 1e3, 25)],
        [(Polynomial(3, 1, float(c)), 1.0) for c in np.linspace(0, 3, 25)],
    ],
    ids=["gamma", "C", "coef0"],
)
def test_along_a_slider_every_machine_is_the_one_trained_afresh(path: list[tuple[Any, float]]) -> None:
    X, y = cloud()
    machine = KernelSVC(*path[0]).fit(X, y)
    for kernel, C in path[1:]:
        machine = machine.moved(kernel, C)
        afresh = KernelSVC(kernel, C).fit(X, y)
        assert machine.certificate_.optimal
        if afresh.certificate_.stage == "warm start":  # the interior point's last bits are others
            same(machine, afresh)
        np.testing.assert_allclose(machine.decision_function(X), afresh.decision_function(X), atol=1e-8)


def test_where_weights_may_be_shared_the_way_does_not_decide() -> None:
    """Every point four times: w is one, α is not, and a neighbour's α would be another than that of a fresh start."""
    X, y = cloud(12)
    X, y = np.tile(X, (4, 1)), np.tile(y, 4)
    for C in (0.3, 1.0, 1e3):
        afresh = KernelSVC(RBF(1.0), C).fit(X, y)
        for other in (RBF(0.9), RBF(3.0), Linear()):
            same(KernelSVC(other, 2.0).fit(X, y).moved(RBF(1.0), C), afresh)


def test_near_by_libsvm_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = cloud()
    machine, asked = KernelSVC(RBF(1.0), 3.0).fit(X, y), []

    def guesses(K: Array, signs: Array, C: float) -> Iterator[Array]:
        asked.append(C)
        yield from ()

    monkeypatch.setattr(svm, "libsvm_guesses", guesses)
    machine.moved(RBF(1.01)).moved(C=3.1)
    assert asked == []
    machine.moved(RBF(1000.0))
    assert asked == [3.0]


def test_a_hundred_positions_seldom_need_a_fresh_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """5 do here; 17 where all that is wrong is corrected at once or not at all."""
    X, y = cloud(120)
    asked, fresh = [], svm.libsvm_guesses

    def guesses(K: Array, signs: Array, C: float) -> Iterator[Array]:
        asked.append(C)
        yield from fresh(K, signs, C)

    gammas = np.geomspace(0.1, 100, 100)
    machine = KernelSVC(RBF(0.1), 3.0).fit(X, y)
    monkeypatch.setattr(svm, "libsvm_guesses", guesses)
    for gamma in gammas[1:]:
        machine = machine.moved(RBF(float(gamma)))
    assert len(asked) <= 10


def test_what_is_not_named_stays_and_the_first_machine_too() -> None:
    X, y = cloud()
    first = KernelSVC(RBF(1.0), 3.0, engine="cvxopt").fit(X, y)
    alpha = first.alpha_.copy()
    assert first.moved(C=4.0).get_params() == KernelSVC(RBF(1.0), 4.0, engine="cvxopt").get_params()
    assert first.moved(RBF(2.0)).get_params() == KernelSVC(RBF(2.0), 3.0, engine="cvxopt").get_params()
    assert first.moved(C=4.0).certificate_.iterations > 0  # cvxopt solves, whatever the neighbour says
    np.testing.assert_array_equal(first.alpha_, alpha)


def test_to_and_from_a_hard_margin() -> None:
    X = np.array([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 3.0]])
    soft = KernelSVC(Linear(), 0.1).fit(X, [0, 0, 1, 1])
    hard = soft.moved(C=float("inf"))
    assert hard.margin_ == pytest.approx(1.0)
    same(hard.moved(C=0.1), soft)
    X, y = cloud()
    with pytest.raises(NotSeparableError):
        KernelSVC(Linear(), 1.0).fit(X, y).moved(C=float("inf"))
    with pytest.raises(ValueError, match="C = -1 must be a number > 0"):
        soft.moved(C=-1)
