"""Counted work: a cached result is charged once a question, and a question ends when its budget is exhausted."""

from __future__ import annotations

import sys

import pytest
from flint import arb

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.ball_arithmetic import fraction
from kernviz.kernels.bessel import bessel_k
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.work_budget import attempt, cached, charge, left


@cached(8)
def leaf(n: int) -> int:
    charge(10)
    return n


@cached(8)
def tree(n: int) -> int:
    charge(1)
    return leaf(n) + leaf(n + 1) + leaf(n)


def spent(*asked: int) -> float:
    before = left()
    for n in asked:
        tree(n)
    return before - left()


def test_kept_or_not_a_question_costs_the_same() -> None:
    costs = [attempt(lambda: spent(3, 4, 3), None, 1000) for _ in range(2)]
    assert costs == [32, 32]  # three leaves and two trees, whatever was asked before


@pytest.mark.parametrize("known", [False, True])
def test_a_question_ends_with_its_work_known_or_not(known: bool) -> None:
    start = 100 if known else 200
    if known:
        tree(start)
    assert attempt(lambda: tree(start), None, 20) is None
    assert attempt(lambda: tree(start), None, 21) == 3 * start + 1


def test_a_cached_value_is_charged_once_per_question() -> None:
    def both() -> float:
        attempt(lambda: tree(40), None)
        return spent(40, 41)  # of the second: itself and one leaf

    assert attempt(both, None, 1000) == 11
    assert attempt(lambda: (attempt(lambda: tree(50), None, 15), spent(50)), None, 1000) == (None, 21)  # not paid there


def test_an_inner_budget_is_charged_to_the_outer_one() -> None:
    def both() -> float:
        assert attempt(lambda: charge(50), "too much", 20) == "too much"
        assert attempt(lambda: charge(50), "too much", 60) is None
        return left()

    assert attempt(both, None, 100) == 30
    assert left() == float("inf")


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "d"),
    [
        ("(matern(3.5, 0.63)*cosine(1.3)**2)**20", 2),  # 2⁴⁰ waves, one by one
        ("polynomial(minimum**20 - minimum, [0, 1, 2, 3])**3", 1),
        ("poly(20, 1, -1)*poly(20)", float("inf")),
        ("weight(sqnorm, normalize(rational(16, 1.3)) + tent) @ square", float("inf")),  # a million terms for d = 1000
    ],
)
def test_the_less_a_verdict_may_take_the_less_is_known(text: str, d: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A smaller budget may only turn verdicts to OPEN; without a budget the first would take days."""
    judging = sys.modules["kernviz.mercer.judge"]
    verdicts = []
    for most in (300, judging.TOTAL_WORK):
        monkeypatch.setattr(judging, "TOTAL_WORK", most)
        judging._judge.cache_clear()
        judging._in_every_dimension.cache_clear()
        verdicts.append(kv.judge(kv.parse(text), d=d).verdict)
    assert verdicts[0] in (Verdict.OPEN, verdicts[1])


@pytest.mark.parametrize("nu", [0, 1, 2, 7, 0.3, 30.8, 500])
def test_bessel_functions_meet_where_one_way_ends(nu: float) -> None:
    """K_{ν+1}(s) = K_{ν−1}(s) + (2ν/s)·K_ν(s) on both sides of the switch."""
    order = decimal(nu) + 1
    for s in (arb(1), arb(49), arb(51), arb(1000)):
        low, middle, high = (bessel_k(fraction(order + step), s) for step in (-1, 0, 1))
        assert abs(high - low - 2 * fraction(order) / s * middle) < high * arb(10) ** -25
