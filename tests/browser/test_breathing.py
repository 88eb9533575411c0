"""Button ▶ beside a number: the number moves by itself, stops at a touch, and keeps its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.conftest import PATIENCE
from tests.browser.test_pages import drawn, idle, numbers, query, quiet

Visit = Callable[..., Any]
LIVE = "/kernviz-live/"
# Records every picture drawn from now on: revision, time, exact value, read-outs, and the visible caption.
WATCH = """() => {
  const plot = document.querySelector('.kv-plot');
  window.drawn = [];
  new MutationObserver(() => requestAnimationFrame(() => window.drawn.push({
    revision: plot.dataset.revision, at: performance.now(),
    value: document.querySelector('.kv-breathing .kv-exact')?.value,
    readouts: [...document.querySelectorAll('.kv-readouts dd')].map((dd) => dd.innerText).join(),
    caption: [...document.querySelectorAll('[class*="st-key-kv-caption-"] :is(.kv-caption, [data-testid=stCaptionContainer])')].find((e) => e.checkVisibility())?.innerText,
  }))).observe(plot, { attributes: true, attributeFilter: ['data-revision'] });
}"""

# There is a slider, and beside each one a button ▶.
ALL_PLAY = """(() => {
  const rails = [...document.querySelectorAll('[data-testid=stMain] :is(input[type=range], .kv-number .kv-rail)')].filter((rail) => rail.checkVisibility());
  return rails.length > 0 && rails.every((rail) => rail.closest('.kv-way, .kv-bar')?.querySelector('.kv-breathe, .kv-play')?.checkVisibility());
})"""


@pytest.fixture
def lively(visit: Visit) -> Callable[[str], Any]:
    """Return ``lively(url)``, which opens a page without reduced motion."""

    def opened(url: str) -> Any:
        page = visit("about:blank", motion="no-preference")
        page.set_default_timeout(2 * PATIENCE)
        page.at_once = []
        under_way: set[Any] = set()

        def began(request: Any) -> None:
            if LIVE in request.url:
                under_way.add(request)
                page.at_once.append(len(under_way))

        page.on("request", began)
        page.on("requestfinished", lambda request: under_way.discard(request))
        page.on("requestfailed", lambda request: under_way.discard(request))
        page.goto(url)
        page.locator(".kv-plot[data-revision]").first.wait_for(state="attached")
        idle(page)
        return page

    return opened


def play(page: Any, symbol: str) -> Any:
    return page.get_by_role("button", name=f"Play {symbol}", exact=True)


def pictures(page: Any, count: int) -> list[dict[str, Any]]:
    """Wait until ``count`` pictures are drawn, at most 20 s; return all that were drawn."""
    for _ in range(400):
        if page.evaluate("window.drawn.length") >= count:
            break
        page.wait_for_timeout(50)
    return list(page.evaluate("window.drawn"))


@pytest.mark.slow
def test_a_playing_number_stops_at_a_touch_and_keeps_its_value(app: str, lively: Callable[[str], Any]) -> None:
    page = lively(f"{app}/svm?n=40")
    page.wait_for_function(f"{ALL_PLAY}()")
    page.evaluate(WATCH)
    button = play(page, "γ")
    button.focus()
    page.keyboard.press("Enter")
    seen = pictures(page, 6)
    assert button.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Tab")  # moving the focus is no touch
    assert button.get_attribute("aria-pressed") == "true"
    assert len({each["value"] for each in seen}) >= 5  # slider, read-outs and caption follow
    assert len({each["readouts"] for each in seen}) >= 5
    assert len({each["caption"] for each in seen}) >= 2
    assert max(page.at_once) == 1
    page.mouse.move(3, 600)
    page.mouse.down()
    page.mouse.up()
    assert button.get_attribute("aria-pressed") == "false"
    field = page.get_by_role("textbox", name="γ, inverse width of rbf, exact value")
    stopped = field.input_value()
    assert page.get_by_text(f"γ stopped at {stopped}.").count() == 1
    page.wait_for_selector(f'.kv-number [role=slider][aria-valuetext="{stopped}"]')
    idle(page)
    for _ in range(200):
        if parse_qs(urlsplit(page.url).query).get("k") == [f"rbf(gamma={stopped})"]:
            break
        page.wait_for_timeout(50)
    assert query(page, "k") == f"rbf(gamma={stopped})"
    count = page.evaluate("window.drawn.length")
    page.wait_for_timeout(700)
    assert page.evaluate("window.drawn.length") <= count + 1  # the picture at rest may still come
    assert field.input_value() == stopped
    assert page.complaints == []


@pytest.mark.long
def test_a_second_period_makes_no_requests_and_the_button_stops_playing(app: str, lively: Callable[[str], Any]) -> None:
    page = lively(f"{app}/svm?n=30&k=poly(degree=3,gamma=1,coef0=1)")
    page.evaluate(WATCH)
    button = play(page, "d")
    button.click()
    pictures(page, 6)
    page.wait_for_timeout(8500)
    asked = len(page.at_once)
    before = len(page.evaluate("window.drawn"))
    pictures(page, before + 4)
    assert len(page.at_once) == asked
    button.click()
    assert button.get_attribute("aria-pressed") == "false"


@pytest.mark.long
def test_dragging_stops_a_playing_number(app: str, lively: Callable[[str], Any]) -> None:
    page = lively(f"{app}/svm?n=40")
    page.evaluate(WATCH)
    play(page, "C").click()
    pictures(page, 3)
    thumb = page.get_by_role("slider", name="C, penalty")
    box = thumb.locator("xpath=..").bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    there = thumb.get_attribute("aria-valuetext")
    assert there is not None
    assert float(there) > 1000
    idle(page)
    page.wait_for_timeout(1000)
    assert thumb.get_attribute("aria-valuetext") == there
    assert query(page, "C") == there
    assert page.complaints == []


@pytest.mark.slow
def test_a_playing_number_steps_slowly_with_reduced_motion(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=40")
    drawn(page)
    page.evaluate(WATCH)
    play(page, "C").press(" ")
    seen = pictures(page, 3)
    assert seen[2]["at"] - seen[0]["at"] > 1900
    page.keyboard.press("Escape")
    assert play(page, "C").get_attribute("aria-pressed") == "false"
    quiet(page, app)


@pytest.mark.long
def test_play_buttons_have_names_and_move_their_numbers(app: str, visit: Visit) -> None:
    for name in ("lift", "gaussian", "sphere", "dual", "ridge", "pca", "geometry"):
        page = visit(f"{app}/{name}")
        drawn(page)
        buttons = page.locator(".kv-breathe:visible")
        assert buttons.count() > 0
        names = [buttons.nth(i).get_attribute("aria-label") or "" for i in range(buttons.count())]
        assert all(name.startswith("Play ") and len(name) > 5 for name in names), names
        last = buttons.last
        before = last.locator("xpath=../..").locator(".kv-exact").input_value()
        last.press("Enter")
        page.wait_for_function(
            "(before) => document.querySelector('.kv-breathing .kv-exact')?.value !== before", arg=before
        )
        page.keyboard.press("Escape")
        page.close()


@pytest.mark.slow
def test_home_moves_by_itself_until_the_first_touch(app: str, lively: Callable[[str], Any], visit: Visit) -> None:
    """After the touch the number has its initial value again. With reduced motion nothing moves."""
    page = lively(f"{app}/")
    page.evaluate(WATCH)
    assert len(pictures(page, 4)) >= 4
    page.get_by_role("button", name="Play γ", exact=True, pressed=True).wait_for()
    page.mouse.click(3, 600)
    assert play(page, "γ").get_attribute("aria-pressed") == "false"
    assert page.get_by_role("slider", name="γ, inverse width of rbf").get_attribute("aria-valuetext") == "1"
    page.wait_for_timeout(1500)
    assert "k=" not in page.url
    shown = numbers(page)
    count = page.evaluate("window.drawn.length")
    page.wait_for_timeout(800)
    assert page.evaluate("window.drawn.length") <= count + 1
    still = visit(f"{app}/")
    drawn(still)
    still.evaluate(WATCH)
    still.wait_for_timeout(2000)
    assert still.evaluate("window.drawn.length") == 0
    assert numbers(still) == shown


@pytest.mark.slow
def test_every_slider_of_a_course_has_a_button_that_plays_it(app: str, visit: Visit) -> None:
    page = visit(f"{app}/course?course=what_is_a_kernel&step=one-cut")
    page.wait_for_function(f"{ALL_PLAY}()")


@pytest.mark.slow
def test_the_x_of_a_riddle_plays_until_a_touch(app: str, visit: Visit) -> None:
    page = visit(f"{app}/kernel_or_not")
    page.wait_for_function(f"{ALL_PLAY}()")
    page.emulate_media(reduced_motion="no-preference")
    rail, button = page.locator(".kv-section input[type=range]"), page.get_by_role("button", name="Play x")
    before = rail.input_value()
    button.click()
    page.wait_for_function("(v) => document.querySelector('.kv-section input').value !== v", before)
    page.locator(".kv-section svg").click(position={"x": 5, "y": 5})
    assert button.get_attribute("aria-pressed") == "false"
    at = rail.input_value()
    page.wait_for_timeout(400)
    assert rail.input_value() == at
    assert page.complaints == []
