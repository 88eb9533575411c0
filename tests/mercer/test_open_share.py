"""Few questions stay open: no sample contradicts a share of two in a hundred, and the share notices a lost theorem."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

import kernviz as kv
from benchmarks.theorems import only
from benchmarks.verdicts import questions
from kernviz.mercer.registry import THEOREMS

MOST = 0.02
RARE = 0.001  # a sample contradicts a share if as many open questions or more have at most this probability
EVERYDAY = {"points": (120, 501), "words": (120, 502), "sets": (120, 503)}  # space -> number of questions, seed
SLOW = [
    (space, number, seed)
    for space, number in (("points", 800), ("every dimension", 300), ("words", 1000), ("sets", 1000))
    for seed in (601, 602)
]


def asked(space: str, number: int, seed: int) -> tuple[int, int]:
    """Return how many questions stay open, and how many were asked."""
    verdicts = [
        kv.judge(k, d=d, nonnegative=nonnegative).verdict for d, nonnegative, k in questions(space, number, seed)
    ]
    return verdicts.count(kv.Verdict.OPEN), len(verdicts)


def share_open(space: str, number: int, seed: int) -> float:
    left, number = asked(space, number, seed)
    return left / number


def more_open(share: float, space: str, number: int, seed: int) -> bool:
    """Return whether more than a share of the questions stay open; no further question is asked once it is clear."""
    left = 0
    for d, nonnegative, k in questions(space, number, seed):
        left += kv.judge(k, d=d, nonnegative=nonnegative).verdict == kv.Verdict.OPEN
        if left > share * number:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("space", EVERYDAY)
def test_few_questions_stay_open(space: str) -> None:
    assert share_open(space, *EVERYDAY[space]) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize(("space", "number", "seed"), SLOW)
def test_few_of_many_questions_stay_open(space: str, number: int, seed: int) -> None:
    assert binomtest(*asked(space, number, seed), MOST, "greater").pvalue > RARE


@pytest.mark.parametrize(
    ("space", "name"), [("points", "multiplied out"), ("words", "edit distance"), ("sets", "shared elements")]
)
def test_the_share_notices_a_lost_theorem(space: str, name: str) -> None:
    rest = [theorem for theorem in THEOREMS if theorem.name != name]
    assert len(rest) == len(THEOREMS) - 1
    with only(rest):
        assert more_open(MOST, space, *EVERYDAY[space])
