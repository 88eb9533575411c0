"""Practice on the server: it asks the questions in the address, one after the other, and no others."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.courses import ideas, reader
from kernviz.courses.kernel_quiz import riddle
from kernviz.ui.courses import practising
from tests.ui.helpers import visit
from tests.ui.test_courses import page_text, press

FIVE = "step:what_is_a_kernel:the-short-way:17,kernel:7:1:2,drawn:count:3:1:1"


def test_a_step_is_asked_alone_and_leads_to_the_next_question() -> None:
    at = visit("course", course="what_is_a_kernel", step="the-short-way", variant="17", practice=FIVE)
    assert "question 1 of 3" in page_text(at)
    assert not [button for button in at.button if button.label == "All courses"]
    press(_wrong(at), "Show the answer")
    press(at, "Next →")
    assert [title.value for title in at.title] == ["Kernel or not?"]
    assert f"`{riddle(7, 1, 2).kernel}`" in page_text(at)
    assert "question 2 of 3" in page_text(at)


def test_a_riddle_leads_to_the_next_question() -> None:
    at = visit("kernel_or_not", set="7", number="1", level="2", practice=FIVE)
    assert "question 2 of 3" in page_text(at)
    press(press(at, "A kernel"), "Next →")
    assert [title.value for title in at.title] == ["Who drew this?"]
    assert "question 3 of 3" in page_text(at)


def test_the_last_question_leads_home() -> None:
    at = visit("who_drew_this", about="count", set="3", number="1", level="1", practice=FIVE)
    assert "question 3 of 3" in page_text(at)
    press(at, "Finish")
    assert at.session_state["practice"] == ""


def _wrong(at: AppTest) -> AppTest:
    at.text_input[-1].set_value("-1000")
    return press(at.run(), "Answer")


@pytest.mark.parametrize(
    "items",
    [
        "step:what_is_a_kernel:no-such-step:17",
        "step:nowhere:the-short-way:17",
        "kernel:7:1:9",
        "drawn:other:3:1:1",
        "![a](//127.0.0.9/x)",
        ",,,:",
        "step:what_is_a_kernel:the-short-way:18",  # another variant than the one on the page
    ],
)
def test_invalid_questions_are_not_asked(items: str) -> None:
    at = visit("course", course="what_is_a_kernel", step="the-short-way", variant="17", practice=items)
    assert not at.exception
    assert "question 1 of" not in page_text(at)


def test_the_browser_is_told_every_step_with_an_idea_of_the_question() -> None:
    courses = reader.courses()
    item = "step:s0:a-minus:3"
    akin = practising._akin(item)
    idea = ideas.title("a-minus-breaks-it", courses)
    assert {name for name, names in practising._ideas().items() if "a-minus-breaks-it" in names} == {
        "step:s0:a-minus",
        *akin,
    }
    assert {step["idea"] for step in akin.values()} == {idea}
    here, there = (courses[course].step(name) for course, name in OTHERS)
    assert akin["step:s0:a-negative-square"]["title"] == here.title
    assert akin["step:s3:fun-time-4"]["title"] == f"{there.title} ({courses['s3'].title})"
    assert practising._akin("kernel:7:1:2") == practising._akin("step:gone:x:1") == {}


OTHERS = (("s0", "a-negative-square"), ("s3", "fun-time-4"))
