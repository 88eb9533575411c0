"""A machine moved to another kernel or C equals one trained from the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kernviz.arrays import Array
from kernviz.kernels import RBF, Kernel, Linear, Polynomial, Sigmoid
from kernviz.models import base, svm
from kernviz.models.refusals import NotAKernelError
from kernviz.models.separability import NotSeparableError
from kernviz.models.svm import KernelSVC
from kernviz.solvers.homotopy import _Walk
from tests.models.samples import cloud


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


def test_with_duplicate_points_the_start_does_not_decide_the_weights() -> None:
    """Every point four times: w is one, α is not, and a neighbour's α would be another than that of a fresh start."""
    X, y = cloud(12)
    X, y = np.tile(X, (4, 1)), np.tile(y, 4)
    for C in (0.3, 1.0, 1e3):
        afresh = KernelSVC(RBF(1.0), C).fit(X, y)
        for other in (RBF(0.9), RBF(3.0), Linear()):
            same(KernelSVC(other, 2.0).fit(X, y).moved(RBF(1.0), C), afresh)


def points(kind: str, rng: np.random.Generator) -> Array:
    if kind == "pairs":
        return np.repeat(rng.normal(size=(8, 2)), 2, axis=0)
    if kind == "lattice":
        return rng.integers(-2, 3, (20, 2)).astype(float)
    return rng.normal(size=({"two": 2, "few": 7, "some": 45}[kind], 2))


@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["two", "few", "some", "pairs", "lattice"])
def test_on_any_walk_every_machine_is_the_one_trained_afresh(kind: str, seed: int) -> None:
    """Steps and leaps of C and the kernel: from bounds alone to none at all, through duplicates and low ranks."""
    rng = np.random.default_rng([seed, len(kind)])
    X = points(kind, rng)
    y = np.where(rng.random(len(X)) < 0.5, 1, -1)
    y[:2] = 1, -1
    kernel: Kernel = RBF(1.0)
    C = 1.0
    machine = KernelSVC(kernel, C).fit(X, y)
    for _ in range(25):
        leap = rng.random() < 0.3
        if leap:
            kernel = [Linear(), Polynomial(2), Polynomial(3), RBF(0.3), RBF(20.0)][rng.integers(5)]
        elif isinstance(kernel, RBF):
            kernel = RBF(float(kernel.gamma * np.exp(rng.normal() / 10)))
        C = float(10 ** rng.uniform(-4, 3)) if rng.random() < 0.3 else float(C * np.exp(rng.normal() / 10))
        machine, afresh = machine.moved(kernel, C), KernelSVC(kernel, C).fit(X, y)
        assert machine.certificate_.optimal >= afresh.certificate_.optimal  # a lattice may keep both from roundoff
        if machine.certificate_.stage == afresh.certificate_.stage == "warm start":
            same(machine, afresh)
        scale = max(1.0, float(np.abs(afresh.values_).max()))
        middle = len(machine.free_) + len(afresh.free_) == 0  # else f is the only one
        if middle or len(machine.free_) * len(afresh.free_):
            np.testing.assert_allclose(machine.values_, afresh.values_, atol=1e-7 * scale)


def test_proofs_and_checks_are_not_repeated_after_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    for n in (base.WORTH_A_PROOF - 50, base.WORTH_A_PROOF + 50):
        machine = KernelSVC(RBF(1.0), 3.0).fit(*cloud(n))
        with monkeypatch.context() as patched:
            patched.setattr(base, "prove", None)
            patched.setattr(base, "check_positive", None)
            there = machine.moved(C=2.0).moved(RBF(1.0), 4.0)
            with pytest.raises(TypeError, match="NoneType"):
                machine.moved(RBF(1.1))
        same(there, KernelSVC(RBF(1.0), 4.0).fit(*cloud(n)))
    wrong = Sigmoid(gamma=1.0, coef0=-1.0)
    with pytest.raises(NotAKernelError):
        machine.moved(wrong)


def test_near_by_libsvm_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = cloud()
    machine, asked = KernelSVC(RBF(1.0), 3.0).fit(X, y), []

    def guesses(K: Array, signs: Array, C: float, weights: Array | None = None) -> Iterator[Array]:
        asked.append(C)
        yield from ()

    monkeypatch.setattr(svm, "libsvm_guesses", guesses)
    machine.moved(RBF(1.01)).moved(C=3.1)
    assert asked == []
    machine.moved(RBF(1000.0))
    assert asked == [3.0]


@pytest.mark.parametrize(
    ("path", "exchanges"),
    [
        ([(RBF(float(g)), 3.0) for g in np.geomspace(0.1, 100, 100)], 150),  # 136 here
        ([(RBF(1.0), float(C)) for C in np.geomspace(1e-2, 1e3, 100)], 210),  # 196
        ([(Polynomial(3, 1, float(c)), 1.0) for c in np.linspace(0, 3, 100)], 44),  # 38
        ([(Polynomial(2), float(C)) for C in np.geomspace(1e-2, 1e3, 100)], 100),  # 94, where points depend on others
    ],
    ids=["gamma", "C", "coef0", "C of a low rank"],
)
def test_a_hundred_positions_need_no_fresh_start(
    monkeypatch: pytest.MonkeyPatch, path: list[tuple[Kernel, float]], exchanges: int
) -> None:
    X, y = cloud(120)
    machine, made, advance = KernelSVC(*path[0]).fit(X, y), [], _Walk.advance

    def counted(walk: _Walk) -> bool:
        made.append(walk)
        return advance(walk)

    monkeypatch.setattr(svm, "libsvm_guesses", lambda *_: iter(()))
    monkeypatch.setattr(_Walk, "advance", counted)
    for kernel, C in path[1:]:
        machine = machine.moved(kernel, C)
        assert machine.certificate_.stage == "warm start"
    assert len(made) <= exchanges


def test_moved_keeps_other_parameters_and_the_first_machine() -> None:
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
