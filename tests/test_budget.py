"""Budgets of processor time: they end long computations, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import numpy as np
import pytest

import kernviz as kv
from kernviz import budget
from kernviz.budget import OverBudgetError, check, within
from kernviz.compute import shared
from kernviz.models.one_versus_rest import OneVersusRest
from kernviz.models.selection import cross_validated
from kernviz.models.svm import KernelSVC
from kernviz.solvers.active_set import active_set
from kernviz.solvers.interior import interior
from kernviz.solvers.problem import FREE, Problem


class Clock:
    """Simulated processor time of a thread, which grows by `tick` at each reading."""

    def __init__(self) -> None:
        self.now, self.tick = 0.0, 0.0

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made = Clock()
    monkeypatch.setattr(budget, "clock", made)
    monkeypatch.setattr(budget, "_ending", Event())
    return made


def test_without_a_budget_nothing_ends(clock: Clock) -> None:
    clock.now = 1e9
    check()
    assert budget.left() == float("inf")


def test_a_budget_ends_longer_computations_and_applies_to_its_block_only(clock: Clock) -> None:
    with within(2):
        clock.now += 2
        check()
        clock.now += 0.1
        with pytest.raises(OverBudgetError) as error:
            check()
        assert error.value.seconds == 2
    check()


@pytest.mark.parametrize(("outer", "inner", "spent"), [(1, 5, 1), (5, 1, 1)])
def test_of_two_budgets_the_one_that_ends_first_counts(clock: Clock, outer: float, inner: float, spent: float) -> None:
    with within(outer):
        with within(inner):
            assert budget.left() == 1
            clock.now += 1.5
            with pytest.raises(OverBudgetError) as problem:
                check()
            assert problem.value.seconds == spent
        assert budget.left() == outer - 1.5


@pytest.mark.parametrize("which", [0, 1])
def test_an_abandoned_computation_ends_in_nested_budgets(clock: Clock, which: int) -> None:
    gone = [False, False]
    with within(3, lambda: gone[0]), within(9, lambda: gone[1]):
        check()
        gone[which] = True
        with pytest.raises(OverBudgetError):
            check()


def test_a_budget_applies_to_its_own_thread_alone(clock: Clock) -> None:
    seen: list[float] = []
    with within(1):
        other = Thread(target=lambda: seen.append(budget.left()))
        other.start()
        other.join()
    assert seen == [float("inf")]


def test_a_process_that_ends_computes_no_more(clock: Clock) -> None:
    with within(100):
        budget.end()
        with pytest.raises(OverBudgetError):
            check()
    check()  # a script without a budget goes on


# ---- solvers and models check the budget -----------------------------------------------------------------------------

HARD = kv.toy("moons", n=60, noise=0.5, seed=1)
POLY = kv.parse("poly(degree=10)")


def problem(n: int = 12) -> Problem:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 3))
    return Problem(X @ X.T + np.eye(n), -np.ones(n), np.full(n, -1.0), np.full(n, 1.0), 0.5)


COMPUTED = {
    "svm": lambda: KernelSVC(POLY, 1e6).fit(HARD.X, HARD.signs),
    "svm by the interior point": lambda: KernelSVC(POLY, 1e3, engine="cvxopt").fit(HARD.X, HARD.signs),
    "hard margin": lambda: KernelSVC(kv.parse("rbf(gamma=1)")).fit(HARD.X, HARD.signs),
    "folds": lambda: cross_validated(KernelSVC(POLY, 1e3), HARD.X, HARD.signs),
    "a machine a class": lambda: OneVersusRest(POLY, 1e3).fit(HARD.X, np.arange(60) % 3),
    "active set": lambda: active_set(problem(), np.zeros(12), np.full(12, FREE, dtype=np.int8)),
    "interior point": lambda: interior(problem()),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_every_fit_can_be_ended(clock: Clock, name: str) -> None:
    """The budget ends in the middle of the fit, by the number of readings of the clock."""
    COMPUTED[name]()  # without a budget it has an answer
    with within(1e9):
        before, clock.tick = clock.now, 1.0
        COMPUTED[name]()
        looks = clock.now - before
    assert looks > 1
    clock.tick = 0.0
    with within(looks / 2):
        clock.tick = 1.0
        with pytest.raises(OverBudgetError):
            COMPUTED[name]()


def test_results_over_budget_are_not_cached_but_their_cost_is(clock: Clock) -> None:
    begun: list[int] = []

    @shared()
    def slow(x: int) -> int:
        begun.append(x)
        for _ in range(10):
            clock.now += 1
            check()
        return x

    for seconds, times in ((3, 1), (3, 1), (2, 1), (6, 2), (6, 2)):
        with within(seconds), pytest.raises(OverBudgetError) as error:
            slow(1)
        assert error.value.seconds == seconds
        assert len(begun) == times, seconds
    with within(3), pytest.raises(OverBudgetError):
        slow(2)  # another has its own
    with within(20):
        assert slow(1) == 1
    with within(0.5):
        assert slow(1) == 1  # remembered
    assert begun == [1, 1, 2, 1]
