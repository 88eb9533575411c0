"""Answers in a link: packed, unpacked, judged again; whatever a link says, it opens."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernviz.courses import reader
from kernviz.courses.handed_in import Answer, judged, pack, unpack

COURSE = reader.courses()["what_is_a_kernel"]


@given(st.lists(st.builds(Answer, st.text(max_size=10), st.integers(0, 9999), st.text(max_size=30)), max_size=6))
def test_what_is_packed_comes_out(answers: list[Answer]) -> None:
    assert unpack(pack(answers)) == tuple(answers)


@given(st.text(max_size=80))
def test_any_link_opens(packed: str) -> None:
    assert isinstance(unpack(packed), tuple)


@pytest.mark.parametrize(
    "said",
    [
        None,
        3,
        {},
        [1],
        [["a"]],
        [["a", -1, "b"]],
        [["a", True, "b"]],
        [["a", 1.5, "b"]],
        [["a", 1, "b" * 501]],
        [[[]] * 9],
    ],
)
def test_what_is_no_answer_is_left_out(said: object) -> None:
    assert unpack(base64.urlsafe_b64encode(json.dumps(said).encode()).decode()) == ()


def test_a_right_a_wrong_a_strange_and_an_unreadable_answer() -> None:
    found = judged(
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
