"""Quiz "kernel or not": other methods confirm every answer; a seed fixes the set."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest

import kernviz as kv
from kernviz.courses import kernel_quiz
from kernviz.courses.kernel_quiz import LEVELS, Riddle, form, riddle, rising
from tests.oracle import table

SCALES = (0.1, 0.5, 1.0, 3.0)


def confirmed(found: Riddle) -> None:
    """Check a riddle's answer by independent means; raise AssertionError if it is wrong.

    Answer "no kernel": the Gram matrix K of the witness is computed from the definition. K is asymmetric, or
    cᵀKc < 0, beyond rounding. Answer "kernel": `prove` finds the proof again, and Gram matrices of random points at
    four scales have no negative eigenvalue beyond rounding.
    """
    k = kv.parse(str(found.kernel))  # what the page shows is what was judged
    assert k == found.kernel
    if not found.valid:
        seen = found.judgement.witness
        assert seen is not None
        K, error = table(k, seen.points)
        if not seen.symmetric:
            assert (np.abs(K - K.T) > error + error.T).any()
            return
        c = seen.vector
        assert c @ K @ c + np.abs(c) @ (error + 1e-14 * np.abs(K)) @ np.abs(c) < 0, str(k)
        return
    assert found.judgement.refuted_by is None
    again = kv.prove(k, d=found.d)
    assert again.complete, str(k)
    drawn = np.random.default_rng(0)
    for scale in SCALES:
        X = scale * drawn.normal(size=(9, found.d))
        with np.errstate(over="ignore"):
            K = k(X)
        if not np.isfinite(K).all():
            continue  # e to the power of e: beyond every float
        assert np.allclose(K, K.T)
        lowest = np.linalg.eigvalsh((K + K.T) / 2)
        assert lowest[0] > -1e-9 * max(1.0, lowest[-1]), str(k)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_stated_answer_is_confirmed(level: int) -> None:
    for number in range(1, 13):
        confirmed(riddle(0, number, level))


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_riddles(part: int) -> None:
    for number in range(1, 101):
        confirmed(riddle(part + 1, number, 1 + number % LEVELS))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_a_level_has_both_answers_and_does_not_repeat_itself(level: int) -> None:
    found = [riddle(5, number, level) for number in range(1, 41)]
    count = Counter(each.valid for each in found)
    assert min(count.values()) >= 10, count
    assert len({str(each.kernel) for each in found}) >= 15


def test_a_seed_always_gives_the_same_riddles() -> None:
    assert [str(riddle(7, n, rising(n)).kernel) for n in range(1, 9)] == [
        str(riddle.__wrapped__(7, n, rising(n)).kernel) for n in range(1, 9)
    ]
    assert rising(1) == 1
    assert rising(400) == LEVELS


LEAVES = (*kernel_quiz.SMOOTH, *kernel_quiz.OTHERS, *kernel_quiz.TRAPS)


@pytest.mark.parametrize("text", LEAVES)
def test_every_expression_in_the_tables_parses_and_prints_back(text: str) -> None:
    kernel = kv.parse(text)
    assert kv.parse(str(kernel)) == kernel


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_drawn_expression_parses(level: int) -> None:
    drawn = random.Random(level)  # noqa: S311
    for _ in range(1000):
        kv.parse(kernel_quiz._LEVELS[level - 1](drawn))


@pytest.mark.slow
def test_every_text_of_the_tables_is_in_some_riddle() -> None:
    asked = [str(riddle(0, number, level).kernel) for level in range(1, LEVELS + 1) for number in range(1, 41)]
    assert not [text for text in LEAVES if not any(str(kv.parse(text)) in each for each in asked)]


def test_an_expression_that_does_not_parse_raises_value_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_quiz, "_LEVELS", (lambda _: "rbf(alpha=1)",) * LEVELS)
    with pytest.raises(ValueError, match="alpha"):
        riddle.__wrapped__(0, 1, 1)


def test_a_wrong_statement_would_be_caught() -> None:
    true = next(riddle(0, n, 1) for n in range(1, 30) if not riddle(0, n, 1).valid)
    other = next(riddle(0, n, 1) for n in range(1, 30) if riddle(0, n, 1).valid)
    with pytest.raises(AssertionError):
        confirmed(Riddle(other.kernel, true.d, true.judgement))
    with pytest.raises(AssertionError):
        confirmed(Riddle(true.kernel, other.d, other.judgement))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_three_riddles_in_a_row_have_three_forms(level: int) -> None:
    forms = [form(str(riddle(2, number, level).kernel)) for number in range(1, 31)]
    assert not [group for group in zip(forms, forms[1:], forms[2:], strict=False) if len(set(group)) < 3]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("linear + 2*rbf(gamma=1)", "0.5*rbf(gamma=4) + linear"),
        ("2*linear*rbf(gamma=1)", "4*rbf(gamma=2)*linear"),
        ("rbf(gamma=1) - 2*linear", "rbf(gamma=2) - 0.5*linear"),
    ],
)
def test_twins_have_one_form(one: str, other: str) -> None:
    assert form(one) == form(other)
    assert form(one) != form("linear - rbf(gamma=1)")


@pytest.mark.parametrize("level", [1, 3, 5])
def test_no_constant_is_added(level: int) -> None:
    """A constant summand says nothing new: only powers, exponentials and polynomials have one."""
    drawn = random.Random(level)  # noqa: S311
    for _ in range(300):
        text = kernel_quiz._LEVELS[level - 1](drawn)
        assert not re.search(r"(?<![\w(])[+-] \d+(\.\d+)?$", text), text
