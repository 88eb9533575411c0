"""Page *Who drew this?*: no hint before the answer, and after it a picture of each choice."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from kernviz.courses.drawn.how_many import how_many
from kernviz.courses.drawn.which_machine_quiz import GAMMA, MACHINE, which_machine
from tests.test_pages import GARBAGE, current_value, sound
from tests.ui.helpers import pictures
from tests.ui.test_courses import page_text, press, visit


def answer(at: AppTest, choice: int) -> AppTest:
    at.radio[0].set_value(choice)
    return press(sound(at.run()), "Answer")


@pytest.mark.parametrize("asked", [MACHINE, GAMMA])
def test_a_right_answer_is_explained_and_all_choices_are_drawn(asked: str) -> None:
    riddle = which_machine(asked, 3, 1, 1)
    at = visit("who_drew_this", set="3", about=asked)
    assert riddle.question in page_text(at)
    assert list(at.radio[0].options) == [riddle.words(i) for i in range(len(riddle.choices))]
    assert set(pictures(at)) == {"who"}
    assert riddle.because(riddle.right) not in page_text(at)
    answer(at, riddle.right)
    assert at.success
    assert riddle.because(riddle.right) in at.success[0].value
    assert set(pictures(at)) == {"who", *(f"who-{i}" for i in range(len(riddle.choices)))}
    assert at.radio[0].disabled


def test_a_wrong_answer_gets_a_reason_and_the_right_answer() -> None:
    riddle = which_machine(MACHINE, 3, 2, 1)
    wrong = (riddle.right + 1) % len(riddle.choices)
    at = answer(visit("who_drew_this", set="3", number="2"), wrong)
    assert riddle.because(wrong) in at.error[0].value
    assert riddle.because(riddle.right) in at.info[0].value
    assert current_value(press(at, "Next →"), "number") == 3
    assert not at.error


def test_support_vectors_are_ringed_after_the_count() -> None:
    riddle = how_many(3, 1, 1)
    at = visit("who_drew_this", set="3", about="count")
    assert "support vector" not in pictures(at)["how-many"]["options"]["alt"]
    answer(at, riddle.right)
    assert at.success
    assert "support vector" in pictures(at)["how-many"]["options"]["alt"]
    press(at, "Open the whole page")
    assert [title.value for title in at.title] == ["Support vectors"]
    assert (current_value(at, "data"), current_value(at, "n"), current_value(at, "C")) == (
        riddle.points.name,
        riddle.points.n,
        riddle.machine.number,
    )


def test_level_and_kind_stay_chosen_when_they_are_pressed_again() -> None:
    groups = visit("who_drew_this", set="3", level="2").get("button_group")
    assert [group.proto.label for group in groups if not group.proto.required] == []
    assert {group.proto.label for group in groups} >= {"What is asked", "Level"}


@pytest.mark.parametrize("kind", ["negative", "nan", "long", "markup"])
def test_any_address_opens(kind: str) -> None:
    at = visit("who_drew_this", set=GARBAGE[kind], about=GARBAGE[kind], level=GARBAGE[kind], number=GARBAGE[kind])
    assert at.radio
