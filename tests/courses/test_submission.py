"""Answers in a link: packed, unpacked, judged again; any link opens."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import reader
from kernviz.courses.attempts import Attempt, kept
from kernviz.courses.submission import LONGEST_NAME, Answer, HandedIn, by_step, is_right, judge_all, unpack
from tests.courses.packing import pack

COURSE = reader.courses()["what_is_a_kernel"]
OLD = "W1sidGhlLXNob3J0LXdheSIsMCwiMjUiXSxbIm5lZ2F0aXZlLWVuZXJneSIsMSwibWMyPS0xIl0sWyJuZXZlci1uZWdhdGl2ZSIsNywiMiJdXQ"
OLD_ANSWERS = (
    Answer("the-short-way", 0, "25"),
    Answer("negative-energy", 1, "mc2=-1"),
    Answer("never-negative", 7, "2"),
)


@given(st.lists(st.builds(Answer, st.text(max_size=10), st.integers(0, 9999), st.text(max_size=30)), max_size=6))
def test_packed_answers_unpack_unchanged(answers: list[Answer]) -> None:
    assert unpack(pack(answers)) == HandedIn(tuple(answers))
    assert unpack(pack(answers, "Ada")) == HandedIn(tuple(answers), "Ada")


@given(st.text(max_size=80))
def test_any_link_opens(packed: str) -> None:
    assert isinstance(unpack(packed), HandedIn)


@pytest.mark.parametrize(
    "document",
    [
        None,
        3,
        {},
        [1],
        [["a"]],
        [["a", -1, "b"]],
        [["a", True, "b"]],
        [["a", 1.5, "b"]],
        [["a", 1, "b" * 1001]],
        [[[]] * 9],
        {"by": 3, "answers": [["a", 0, "b"]]},
        {"by": "Ada", "answers": {"a": 0}},
        {"answers": [["a", 0, "b"]]},
    ],
)
def test_invalid_answers_are_left_out(document: object) -> None:
    assert unpack(base64.urlsafe_b64encode(json.dumps(document).encode()).decode()).answers == ()


def test_a_right_a_wrong_a_strange_and_an_unreadable_answer() -> None:
    found = judge_all(
        COURSE,
        [
            Answer("gone", 0, "1"),
            Answer("the-short-way", 0, "25"),
            Answer("the-short-way", 0, "4"),
            Answer("the-short-way", 0, "?"),
        ],
    )
    assert [each.judgement.right if each.judgement else None for each in found] == [True, False, None, None]
    assert all(each.problem for each in found[2:])


def test_an_old_link_keeps_its_meaning() -> None:
    """A link of the first form: one answer a step, and no name."""
    handed = unpack(OLD)
    assert handed == HandedIn(OLD_ANSWERS)
    assert [is_right(each) for each in by_step(judge_all(COURSE, handed.answers))] == [True, True, False]


def test_a_later_wrong_answer_takes_no_right_one_away() -> None:
    given = [Answer("the-short-way", 0, text) for text in ("16", "25", "4")]
    (one,) = by_step(judge_all(COURSE, unpack(pack(given)).answers))
    assert [each.answer.text for each in one] == ["16", "25", "4"]
    assert is_right(one)
    assert not is_right(one[:1])


@given(st.text(max_size=200))
def test_a_name_is_one_short_line(typed: str) -> None:
    by = unpack(pack([], typed)).by
    assert len(by) <= LONGEST_NAME
    assert by.isprintable()
    assert by == " ".join(by.split())


@given(st.lists(st.builds(Attempt, st.integers(0, 3), st.sampled_from("abc"), st.booleans()), max_size=8))
def test_the_first_the_last_right_and_the_last_answer_are_kept(attempts: list[Attempt]) -> None:
    found: tuple[Attempt, ...] = ()
    for one in attempts:
        found = kept([*found, one])
    assert found == kept(attempts)
    assert len(found) <= 3
    assert any(attempt.right for attempt in found) is any(attempt.right for attempt in attempts)
    if attempts:
        assert (found[0], found[-1]) == (attempts[0], attempts[-1])
        right = [attempt for attempt in attempts if attempt.right]
        assert not right or right[-1] in found
