"""Stories in the browser: scroll, drag a number, answer a question, read on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE

FIRST, SECOND = "what-is-a-kernel", "why-is-it-allowed"
SHOWN = ".kv-plot[data-revision]"
INSIDE = """() => [...document.querySelectorAll('.kv-story-text *')].filter((e) => {
    if (e.closest('.kv-plot, math, [hidden]')) return false;
    const box = e.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
}).map((e) => e.className || e.tagName)"""


WIDE = pytest.param((1280, 720, "light"), id="wide")
PHONE = pytest.param((390, 844, "dark"), id="phone", marks=pytest.mark.slow)


@pytest.fixture(params=[WIDE, PHONE])
def reader(visit: Callable[..., Any], request: pytest.FixtureRequest) -> Any:
    """Return a page whose storage is empty at first; wide, or as on a phone."""
    wide, high, theme = request.param
    return visit("about:blank", width=wide, height=high, theme=theme, touch=wide < 700, returns=True)


def figure(page: Any, number: int) -> Any:
    """Return the picture with that number, once it is drawn."""
    found = page.locator(".kv-story-figure").nth(number)
    found.scroll_into_view_if_needed()
    found.locator(SHOWN).wait_for()
    return found


def sentence(page: Any, hand: str) -> Any:
    return page.locator(f"p:has([data-hand='{hand}'])").first


def pull(page: Any, x: float, y: float, by: float) -> None:
    """Drag to the side: by a mouse, or on a phone by a finger."""
    if page.viewport_size["width"] > 700:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by, y, steps=10)
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + by * step / 10, "y": y}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_number_is_dragged_and_picture_and_sentence_follow(app: str, reader: Any) -> None:
    page = reader
    page.goto(f"{app}/story?story={FIRST}")
    hand = page.locator("[data-hand='lf_b']").first
    first = figure(page, 1)
    before, plot = sentence(page, "lf_b").inner_text(), first.locator(SHOWN)
    revision = plot.get_attribute("data-revision")
    assert re.search(r"x = 0, 5 of", before)
    hand.scroll_into_view_if_needed()
    box = hand.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pull(page, x, y, -78)
    page.wait_for_function("() => document.querySelector('p:has([data-hand=lf_b]) .kv-value').textContent === '2'")
    assert float(hand.get_attribute("aria-valuenow")) == pytest.approx(-2.5, abs=0.4)
    page.wait_for_function(f"(r) => document.querySelector('{SHOWN}').dataset.revision !== r", arg=revision)
    assert "lf_b=-2." in first.get_by_role("link").get_attribute("href")


@pytest.mark.slow
def test_a_number_plays_until_it_is_stopped_and_sentence_and_picture_follow(app: str, reader: Any) -> None:
    """▶ is reached by keys and has a name; nothing plays by itself."""
    page = reader
    page.goto(f"{app}/story?story={FIRST}")
    hand, first = page.locator("[data-hand='lf_b']").first, figure(page, 1)
    button = sentence(page, "lf_b").get_by_role("button", name=re.compile("^Play "))
    assert button.get_attribute("aria-pressed") == "false"
    assert "\n" not in sentence(page, "lf_b").inner_text()  # the copied text is still one sentence
    revision, values = first.locator(SHOWN).get_attribute("data-revision"), set()
    hand.focus()
    page.keyboard.press("Tab")
    assert button.evaluate("(e) => e === document.activeElement")
    page.keyboard.press("Enter")
    while len(values) < 3:  # the number goes there and back, so that some values come twice
        page.wait_for_function(
            "(seen) => !seen.includes(document.querySelector('[data-hand=lf_b]').ariaValueNow)",
            arg=list(values),
            timeout=PATIENCE,
        )
        values.add(hand.get_attribute("aria-valuenow"))
    assert button.get_attribute("aria-pressed") == "true"
    page.wait_for_function(f"(r) => document.querySelector('{SHOWN}').dataset.revision !== r", arg=revision)
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "false"
    stopped = hand.get_attribute("aria-valuenow")
    page.wait_for_timeout(2500)
    assert hand.get_attribute("aria-valuenow") == stopped
    assert "stopped at" in sentence(page, "lf_b").get_by_role("status").inner_text()


@pytest.mark.slow
def test_keys_move_a_number_and_a_double_click_resets_it(app: str, reader: Any) -> None:
    page = reader
    page.goto(f"{app}/story?story={FIRST}")
    hand = page.locator("[data-hand='lf_b']").first
    figure(page, 1)
    hand.focus()
    for key, value in (("End", 4.5), ("Home", -4.5), ("Escape", 0)):
        page.keyboard.press(key)
        assert float(hand.get_attribute("aria-valuenow")) == value
    page.keyboard.press("ArrowRight")
    assert 0 < float(hand.get_attribute("aria-valuenow")) < 1
    hand.dblclick()
    assert float(hand.get_attribute("aria-valuenow")) == 0


@pytest.mark.slow
def test_a_question_hides_what_follows_until_it_is_answered(app: str, reader: Any) -> None:
    page = reader
    page.goto(f"{app}/story?story={FIRST}")
    second = page.get_by_role("heading", name="A second coordinate")
    question = page.get_by_role("region", name=re.compile("the best cut"))
    question.wait_for()
    assert not second.is_visible()
    field = question.get_by_role("textbox")
    field.fill("5")
    field.press("Enter")
    question.get_by_text("Not so").wait_for()
    assert not second.is_visible()
    field.fill("2")
    question.get_by_role("button", name="Check").click()
    question.get_by_text("Right").wait_for()
    second.wait_for()
    page.reload()
    second.wait_for()  # the answer is kept in this browser
    page.get_by_role("button", name="Read on without an answer").click()
    page.get_by_role("heading", name="The same in the plane").wait_for()
    assert page.evaluate(INSIDE) == []


@pytest.mark.slow
def test_a_question_of_moving_is_judged_by_the_picture(app: str, reader: Any) -> None:
    page = reader
    page.goto(f"{app}/story?story={SECOND}")
    figure(page, 1)
    question = page.get_by_role("region", name=re.compile("Drag the weights"))
    question.get_by_role("button", name="Check").click()
    question.get_by_text("Not so").wait_for()
    for name, value in (("mc2", "End"), ("mc3", "End")):
        page.locator(f"[data-hand='{name}']").focus()
        page.keyboard.press(value)
    question.get_by_role("button", name="Check").click()
    question.get_by_text("Right").wait_for()
    page.get_by_role("heading", name="One number for all weights").wait_for()


@pytest.mark.slow
def test_a_story_is_told_to_its_end_in_german(app: str, reader: Any) -> None:
    """Every picture is drawn, nothing stands outside the window."""
    page = reader
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{app}/story?story={SECOND}&lang=de")
    page.get_by_role("heading", name="Warum ist das erlaubt?").wait_for()
    while (skip := page.get_by_role("button", name="Ohne Antwort weiterlesen").locator("visible=true")).count():
        skip.first.click()
    for number in range(page.locator(".kv-story-figure").count()):
        figure(page, number)
    assert page.evaluate(INSIDE) == []
    link = page.get_by_role("link", name="Was ist ein Kernel?").last
    link.focus()
    assert link.get_attribute("href").endswith("lang=de")
    assert faults == []


@pytest.mark.slow
def test_the_list_leads_to_each_story(app: str, reader: Any) -> None:
    page = reader
    page.goto(f"{app}/story")
    page.get_by_role("link", name="What is a kernel?").click()
    page.get_by_role("heading", name="One cut is not enough").wait_for()
