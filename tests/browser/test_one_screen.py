"""Steps of all courses: the row for the answer and the picture are on one screen and stay there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from kernviz.courses import reader
from tests.browser.conftest import PATIENCE
from tests.browser.rooms import opened_room, phone_in
from tests.browser.test_course import click
from tests.browser.test_pages import idle

Visit = Callable[..., Any]
SIZES = [(1280, 720), (390, 844)]
ROW = ".st-key-kv-answering"
FIELD = f"{ROW} input[type=text]"
ANSWER = f'{ROW} [class*="st-key-answer_"] button'
ONWARD = f'{ROW} [class*="st-key-next_"] button'
STILL = 2  # pixels that an element may have moved
ROWS = ("number", "weights", "write")
# Positions of the row for the answer, of its parts, and of the picture.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    '.st-key-kv-answering, .st-key-kv-answering input[type=text], .st-key-kv-answering [class*="st-key-answer_"] button, .st-key-kv-onward, .kv-plot')]
    .map((each) => [each.className.match(/st-key-\\S+|kv-plot/)?.[0] ?? each.tagName, each.getBoundingClientRect()])
    .map(([name, box]) => [name, [box.left, box.top, box.right, box.bottom].map(Math.round)]))"""
# The row or the picture, if it is not on the screen. On a phone the picture of a tree is the tree in which a candidate is
# placed: its proof follows the reply.
SEEN = """() => ['.st-key-kv-answering', innerWidth <= 640 && document.querySelector('.kv-tree') ? '.kv-tree' : '.kv-plot'].flatMap((each) => {
    const found = document.querySelector(each), box = found?.getBoundingClientRect();
    return !found || (box.top >= -1 && box.bottom <= innerHeight + 1) ? [] : [`${each} ${Math.round(box.top)}…${Math.round(box.bottom)}`]; })"""
# The question, if the row for the answer is over its end.
ASKED = """() => {
    const row = document.querySelector('.st-key-kv-answering, .kv-tree'),
        asked = [...document.querySelectorAll('.stMarkdown p > strong:only-child')].at(-1)?.getBoundingClientRect();
    return !row || !asked || asked.bottom <= row.getBoundingClientRect().top + 1 ? [] : ['the end of the question is covered']; }"""
# The first line of the reply, if it is covered or off the screen.
UNSEEN = """() => {
    const texts = (each) => document.createTreeWalker(each, NodeFilter.SHOW_TEXT, (node) =>
        node.data.trim() && node.parentElement.getClientRects().length ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
    const reply = [...document.querySelectorAll('[class*="st-key-kv-told"]')].find((each) => each.innerText.trim());
    if (!reply) return document.querySelector('.st-key-kv-onward button[kind=primary]') ? ['no reply'] : [];
    const line = document.createRange();
    line.selectNodeContents(texts(reply).nextNode());
    const { left, top, bottom } = line.getClientRects()[0];
    return reply.contains(document.elementFromPoint(left + 2, (top + bottom) / 2)) ? []
        : [`reply at ${Math.round(top)}…${Math.round(bottom)}`]; }"""
BOXES = "() => JSON.stringify([...document.querySelectorAll('.st-key-kv-answering, .kv-plot')].map((e) => e.getBoundingClientRect()))"


def settle(page: Any) -> None:
    """Wait until the script is done and row and picture have not moved for 300 ms."""
    idle(page)
    before, end = "", time.monotonic() + PATIENCE / 1000
    while (now := page.evaluate(BOXES)) != before and time.monotonic() < end:
        before = now
        page.wait_for_timeout(300)
        idle(page)


def arrive(page: Any, number: int) -> None:
    page.get_by_text(f"· {number} of", exact=False).first.wait_for()
    page.locator(ROW).wait_for()
    settle(page)


def reveal(page: Any, step: Any) -> None:
    """Give an answer, mostly a wrong one, and wait until the page is still."""
    if step.question.kind in ROWS:
        page.locator(f"{ROW} input[type=text]").fill(step.question.slips(step.scene(0))[0])
        page.keyboard.press("Enter")
    elif step.question.kind == "choose":
        page.locator('[data-testid="stRadio"] label').nth(2).click()  # the first one, not visible, names the group
        idle(page)
        page.locator(ANSWER).click()
    elif step.question.kind == "point":
        click(page, step.scene(0).state.data.X[0].tolist())
        page.locator(ANSWER).click()
    elif step.question.kind == "draw":
        corners = step.question.solution(step.scene(0)).split("; ")
        for place in (len(corners) // 4, -1 - len(corners) // 4):
            click(page, [float(part) for part in corners[place].split()])
        page.locator(ANSWER).click()
    elif step.question.kind == "tree":
        page.locator(f'.kv-candidate[value="{step.question.slips(step.scene(0))[0]}"]').click()
    else:
        page.locator(ANSWER).click()
    settle(page)


VISITS = [(course, *size) for course in sorted(reader.courses()) for size in SIZES]
OFTEN = {("s3", 1280, 720), ("s0", 390, 844)}  # the others take longer, and run with -m long
HIGHER = {"enough-terms", "quiz-1"}  # steps whose picture changes its height when a wrong answer is explained


@pytest.mark.slow
@pytest.mark.parametrize(
    ("course", "width", "height"),
    [visit if visit in OFTEN else pytest.param(*visit, marks=pytest.mark.long) for visit in VISITS],
)
def test_the_row_and_the_picture_are_on_one_screen(
    app: str, visit: Visit, course: str, width: int, height: int
) -> None:
    """Row and picture stay there before the answer, after a wrong one, and with the right one shown.

    The first line of the reply is seen, too. On a wide screen neither row nor picture moves.
    """
    found, steps = list[str](), reader.courses()[course].steps
    page = visit(f"{app}/course?course={course}", width=width, height=height)
    for number, step in enumerate(steps, start=1):
        arrive(page, number)
        before = page.evaluate(PLACES)
        found += [f"{step.name}, asked: {each}" for each in page.evaluate(SEEN) + page.evaluate(ASKED)]
        reveal(page, step)
        found += [f"{step.name}, answered: {each}" for each in page.evaluate(SEEN) + page.evaluate(UNSEEN)]
        after = page.evaluate(PLACES)
        if width > 640:
            higher = (
                page.locator(ONWARD).count() or step.name in HIGHER
            )  # the answer's picture may be of another height
            if higher and "kv-plot" in before and "kv-plot" in after:
                before["kv-plot"][2:] = after["kv-plot"][2:]
            found += [
                f"{step.name} moves: {name} {before[name]} {after[name]}"
                for name in before
                if name in after and max(abs(a - b) for a, b in zip(before[name], after[name], strict=True)) > STILL
            ]
        if page.get_by_role("button", name="Show the answer").and_(page.locator(":enabled")).count():
            page.get_by_role("button", name="Show the answer").click()
            page.locator(ONWARD).wait_for()
            settle(page)
        if page.locator(ONWARD).count():
            found += [f"{step.name}, shown: {each}" for each in page.evaluate(SEEN) + page.evaluate(UNSEEN)]
        if number < len(steps):
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("ArrowRight")
    assert not found, "\n".join(found)


def test_enter_answers_and_goes_on(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=s0&step=six-coordinates")
    arrive(page, 2)
    steps = reader.courses()["s0"].steps
    field = page.get_by_role("textbox", name="Your number")
    answer = page.locator(ANSWER)
    assert answer.is_enabled()
    field.press_sequentially("1")
    page.get_by_text("Understood: 1").wait_for()  # without another key
    field.press("ArrowLeft")  # in a field an arrow moves the caret, not the course
    field.press("Enter")
    page.get_by_text("Not so:").wait_for()
    arrive(page, 2)
    idle(page)
    field.fill(steps[1].question.solution(steps[1].scene(0)))
    field.press("Enter")
    page.get_by_test_id("stAlertContentSuccess").get_by_text("Right:").wait_for()
    page.locator(ONWARD).wait_for()
    idle(page)
    field.press("Enter")
    arrive(page, 3)


@pytest.mark.slow
def test_the_first_press_on_answer_answers(app: str, visit: Visit) -> None:
    """The button is pressed right after typing, before a run has shown how the text was understood."""
    page = visit(f"{app}/course?course=s0&step=six-coordinates")
    arrive(page, 2)
    page.get_by_role("textbox", name="Your number").press_sequentially("12")
    page.locator(ANSWER).click()
    page.get_by_text("Not so: 12").wait_for()


@pytest.mark.slow
def test_counted_answers_are_on_the_presented_screen_when_they_are_revealed(app: str, visit: Visit) -> None:
    lecturer = visit(f"{app}/course?course=what_is_a_kernel&step=never-negative&present=1", width=1280, height=720)
    phone = phone_in(visit, app, opened_room(lecturer))
    phone.get_by_role("radio").first.check(force=True)
    phone.get_by_role("button", name="Answer").click()
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    lecturer.get_by_text("1 of 1 have answered · ").wait_for()
    bars, answer = lecturer.locator(".kv-room > ol"), lecturer.get_by_text("An answer:")
    for each in (bars, answer):
        box = each.bounding_box()
        assert box["y"] + box["height"] < 720
