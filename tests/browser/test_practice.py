"""Practice over two days with a moved clock.

Wrong answers are asked again on the next day, together with riddles; then practice is done.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Step
from kernviz.courses.kernel_quiz import riddle
from kernviz.courses.questions.choose import Choose
from tests.browser.test_pages import idle

MORNING = datetime(2026, 5, 4, 10, 0)
TOMORROW = "Tomorrow one question comes back for practice."
COURSE, STEP = "what_is_a_kernel", "the-short-way"


def wrong(page: Any) -> None:
    field = page.get_by_role("textbox", name="Your number")
    field.wait_for()
    idle(page)
    field.fill("-1000")
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text("Not so", exact=False).first.wait_for()


@pytest.mark.slow
def test_the_end_of_a_first_course_says_when_its_questions_come_back(app: str, own: Any) -> None:
    page, step = own, reader.courses()["s0"].steps[-1]
    page.goto(f"{app}/course?course=s0&step={step.name}")
    wrong(page)
    assert not page.locator(".kv-practice").count()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".kv-practice").get_by_text(TOMORROW).wait_for()


@pytest.mark.slow
def test_wrong_answers_are_asked_again_on_the_next_day(app: str, own: Any) -> None:
    page = own
    page.clock.set_fixed_time(MORNING)
    page.goto(f"{app}/course?course={COURSE}&step={STEP}")
    wrong(page)
    idle(page)
    page.goto(app)
    page.locator(".kv-course-list li").first.wait_for()
    idle(page)
    assert page.locator(".kv-practice").inner_text() == TOMORROW  # nothing is due on the same day

    page.clock.set_fixed_time(MORNING + timedelta(days=1))
    page.goto(app)
    offer = page.locator(".kv-practice")
    offer.get_by_text("5 questions for today").wait_for()
    assert "1 answered wrongly before · 4 answered long ago or new" in offer.inner_text()
    offer.get_by_role("button", name="Start").click()

    page.get_by_role("heading", name=reader.courses()[COURSE].steps[3].title).wait_for()
    assert page.locator(".kv-five li").count() == 5
    wrong(page)
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="Next →").click()

    page.get_by_role("heading", name="Kernel or not?").wait_for()
    five = page.evaluate("JSON.parse(localStorage.getItem('kernviz-practice')).five")
    _, seed, _, _ = five[1].split(":")
    valid = riddle(int(seed), 1, 1).valid
    page.locator(".kv-section path").wait_for()
    idle(page)
    page.keyboard.press("ArrowLeft" if valid else "ArrowRight")
    page.get_by_text("Right.", exact=False).first.wait_for()
    page.get_by_role("button", name="Next →").click()

    for left in (2, 1, 0):
        page.get_by_role("heading", name="Who drew this?").wait_for()
        page.get_by_text(f"question {5 - left} of 5").wait_for()
        idle(page)
        page.get_by_role("radio").first.check(force=True)
        idle(page)
        page.get_by_role("button", name="Answer", exact=True).click()
        idle(page)
        page.get_by_role("button", name="Next →" if left else "Finish").click()

    for sentence in ("Done for today.", "one day of practice", "Next: tomorrow"):
        page.locator(".kv-practice").get_by_text(sentence).first.wait_for()

    page.clock.set_fixed_time(MORNING + timedelta(days=2))
    page.goto(app)
    page.locator(".kv-practice").get_by_role("button", name="Start").wait_for()
    assert "one day of practice" in page.locator(".kv-practice").inner_text()
    page.locator(".kv-practice").get_by_role("button", name="Start").click()
    page.get_by_text("question 1 of").wait_for()
    five = page.evaluate("JSON.parse(localStorage.getItem('kernviz-practice')).five")
    assert any(f":{STEP}:" in item for item in five)  # wrong again yesterday: it comes again


@pytest.mark.slow
def test_beside_a_wrong_answer_another_step_with_its_idea_is_asked(app: str, own: Any) -> None:
    page, steps = own, {step.name: step for step in reader.courses()["s0"].steps}
    page.clock.set_fixed_time(MORNING)
    asked = steps["a-minus"]
    slip = asked.question.slips(asked.scene(0))[0]
    page.goto(f"{app}/course?course=s0&step={asked.name}")
    page.get_by_role("radio").first.wait_for()
    idle(page)
    choose(page, asked.question.understood(slip, asked.scene(0)), asked)
    page.get_by_text("Not so", exact=False).first.wait_for()
    idle(page)

    page.clock.set_fixed_time(MORNING + timedelta(days=1))
    page.goto(app)
    offer = page.locator(".kv-practice")
    offer.get_by_role("button", name="Start").wait_for()
    assert "1 answered wrongly before · 1 with the same idea as one of these" in offer.inner_text()
    offer.get_by_role("button", name="Start").click()
    strip = page.locator(".kv-practice")
    strip.get_by_text("Asked again: you answered this question wrongly on May 4.").wait_for()
    page.get_by_role("radio").first.wait_for()
    idle(page)
    answer_first(page)
    page.get_by_role("button", name="Next →").click()
    page.get_by_role("heading", name=steps["a-negative-square"].title).wait_for()
    reason = f"Same idea as “{asked.title}”, which you answered wrongly on May 4."
    strip.get_by_text(reason, exact=True).wait_for()  # the wrong idea itself would tell the answer
    idle(page)
    answer_first(page)
    strip.get_by_text("The wrong idea is: a minus sign makes a formula no kernel.").wait_for()


def choose(page: Any, words: str, step: Step) -> None:
    """Choose the option with these words and answer."""
    question = step.question
    assert isinstance(question, Choose)
    order = [question.words(place, step.scene(0)) for place in question.order(f"s0_{step.name}_0")]
    page.get_by_role("radio").nth(order.index(words)).check(force=True)
    idle(page)
    page.get_by_role("button", name="Answer", exact=True).click()


def answer_first(page: Any) -> None:
    """Choose the first option, answer, and show the answer if that was wrong."""
    page.get_by_role("radio").first.check(force=True)
    idle(page)
    page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_text(re.compile("^(Right|Not so)")).first.wait_for()
    idle(page)
    if page.get_by_role("button", name="Show the answer").count():
        page.get_by_role("button", name="Show the answer").click()
        page.get_by_role("button", name="Next →").wait_for()
