"""A course names the wrong idea again: at the step that comes back to it, and at the end of the course."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from kernviz.courses import reader
from kernviz.courses.course import Course, Step
from tests.ui.helpers import sound, visit
from tests.ui.test_courses import page_text, press

S0 = reader.courses()["s0"]
ASKS, COMES_BACK, LAST = S0.steps[3], S0.steps[6], S0.steps[-1]
TITLE = S0.ideas["a-minus-breaks-it"]
SAME = "the same wrong idea"


def chosen(at: AppTest, step: Step, right: bool) -> AppTest:
    """Answer a step to choose from."""
    question, scene = step.question, step.scene(0)
    at.radio[0].set_value(question.solution(scene) if right else question.slips(scene)[0])
    return press(sound(at.run()), "Answer")


def to(at: AppTest, course: Course, step: Step) -> AppTest:
    at.session_state["step"] = step.name
    return sound(at.run())


def buttons(at: AppTest, start: str) -> list[str]:
    return [button.label for button in at.button if str(button.key).startswith(start)]


def test_a_step_that_comes_back_to_a_missed_idea_leads_to_the_step_before() -> None:
    assert ASKS.idea in COMES_BACK.recalls
    at = visit("course", course="s0", step=ASKS.name)
    chosen(at, ASKS, right=False)
    chosen(at, ASKS, right=True)
    assert SAME not in page_text(at)
    to(at, S0, COMES_BACK)
    assert TITLE not in page_text(at)  # the idea would tell what is wrong
    chosen(at, COMES_BACK, right=False)
    assert SAME not in page_text(at)
    press(at, "Show the answer")
    assert f"Step 4 was about the same wrong idea: “{TITLE}”" in page_text(at)
    press(at, f"→ 4 · {ASKS.title}")
    assert [title.value for title in at.title] == [ASKS.title]


def test_a_step_does_not_name_an_idea_that_was_not_missed() -> None:
    at = visit("course", course="s0", step=ASKS.name)
    chosen(at, ASKS, right=True)
    chosen(at, ASKS, right=False)  # a later answer is not the first
    to(at, S0, COMES_BACK)
    chosen(at, COMES_BACK, right=True)
    assert SAME not in page_text(at)


def test_the_end_of_a_course_lists_the_ideas_that_first_answers_missed() -> None:
    at = visit("course", course="s0", step=ASKS.name)
    chosen(at, ASKS, right=False)
    to(at, S0, COMES_BACK)
    chosen(at, COMES_BACK, right=True)
    assert "Your first answers" not in page_text(at)
    to(at, S0, LAST)
    at.text_input[0].set_value(LAST.question.solution(LAST.scene(0)))
    press(sound(at.run()), "Answer")
    assert "Your first answers: 2 of 3 right." in page_text(at)
    assert f"“{TITLE}”" in page_text(at)
    about = [step for step in S0.steps if "a-minus-breaks-it" in step.ideas]
    marks = {ASKS.name: "✗ ", COMES_BACK.name: "✓ "}
    assert buttons(at, "end_") == [
        f"{marks.get(step.name, '')}{S0.places[step.name] + 1} · {step.title}" for step in about
    ]
    press(at, f"✗ 4 · {ASKS.title}")
    assert [title.value for title in at.title] == [ASKS.title]


def test_the_end_of_a_course_without_a_miss_lists_no_idea() -> None:
    at = visit("course", course="s0", step=LAST.name)
    at.text_input[0].set_value(LAST.question.solution(LAST.scene(0)))
    press(sound(at.run()), "Answer")
    assert "Your first answers: 1 of 1 right." in page_text(at)
    assert "wrong ideas" not in page_text(at)
    assert not buttons(at, "end_")


def test_a_question_of_practice_is_asked_alone_without_earlier_steps() -> None:
    at = visit("course", course="s0", step=ASKS.name)
    chosen(at, ASKS, right=False)
    at.session_state["practice"] = f"step:s0:{COMES_BACK.name}:0"
    to(at, S0, COMES_BACK)
    assert "question 1 of 1" in page_text(at)
    chosen(at, COMES_BACK, right=True)
    assert SAME not in page_text(at)
