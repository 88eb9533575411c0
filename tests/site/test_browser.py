"""The site in Chromium, from a plain file server: it moves, by hand and by keys, and stays readable without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from kernviz.lessons.presets import preset
from kernviz.site import examples
from kernviz.site.__main__ import HERO
from tests.site.conftest import SPACE
from tests.site.test_files import FIRST_PAGE

pytestmark = pytest.mark.browser
PAGE = examples.name(preset(HERO))
MOST_FILES = 60  # until the first movement
PAINTED = """() => { const c = document.querySelector('.kv-plate canvas');
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let sum = 0, seen = 0;
  for (let i = 0; i < d.length; i += 4) {
    sum = (sum * 31 + d[i] + d[i + 1] * 3 + d[i + 2] * 7) % 1000003; seen += d[i + 3] > 0; }
  return [sum, seen / (d.length / 4)]; }"""


def opened(browser: Any, address: str, **how: Any) -> Any:
    """A page without a complaint: no error, no failed request, nothing asked of another host."""
    page = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | how)).new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            message.type in ("error", "warning")
            and "getImageData" not in message.text
            and page.complaints.append(message.text)
        ),
    )
    host = address.split("/")[2]
    page.on("request", lambda asked: asked.url.split("/")[2] != host and page.complaints.append(asked.url))
    page.goto(address)
    return page


def moved(page: Any) -> None:
    page.wait_for_selector("[data-shown]", timeout=30_000)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["index.html", f"de/{PAGE}"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_moves_first_waits_for_one_answer_alone(
    browser: Any, served: str, small: Path, name: str, theme: str
) -> None:
    """The page names every file its first movement needs, so none is asked for after another one has come.

    Their number and their bytes, sent without compression, bound the time on a slow line; the machine's own speed has
    no part in it.
    """
    page = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=theme).new_page()
    page.set_default_timeout(30_000)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    page.goto(f"{served}/{name}")
    moved(page)
    named = page.evaluate(
        "[...document.querySelectorAll('link[href], script[src]')].map((each) => each.href ?? each.src)"
    )
    shown = page.evaluate("[...document.images].map((each) => each.currentSrc)")
    assert not asked - {f"{served}/{name}", *named, *shown}
    assert any(each.endswith(".frames") for each in asked)
    assert len(asked) <= MOST_FILES
    assert sum((small / unquote(urlsplit(each).path).lstrip("/")).stat().st_size for each in asked) <= FIRST_PAGE
    page.context.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_page_plays_until_a_touch(browser: Any, served: str, size: tuple[int, int], theme: str) -> None:
    page = opened(browser, f"{served}/index.html", viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    moved(page)
    first = page.get_attribute(".kv-figure", "data-shown")
    page.wait_for_function("(before) => document.querySelector('.kv-figure').dataset.shown !== before", arg=first)
    assert page.get_attribute(".kv-breathe", "aria-pressed") == "true"
    page.click("h1")
    assert page.get_attribute(".kv-breathe", "aria-pressed") == "false"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(PAINTED)[1] > 0.3
    assert not page.complaints
    page.context.close()


def test_the_slider_follows_keys_and_the_numbers_follow_the_slider(browser: Any, served: str) -> None:
    page = opened(browser, f"{served}/{PAGE}", reduced_motion="reduce")
    page.wait_for_selector("[data-ready]")
    assert page.get_attribute(".kv-breathe", "aria-pressed") == "false"  # nothing moves by itself
    assert page.get_attribute(".kv-figure", "data-shown") is None
    before = page.inner_text("dl.numbers")
    page.focus(".kv-bar input")
    page.keyboard.press("End")
    moved(page)
    there = page.evaluate(PAINTED)[0]
    assert page.inner_text(".kv-said") == "γ = 10"
    assert page.get_attribute(".kv-bar input", "aria-valuetext") == "γ = 10"
    assert page.inner_text("dl.numbers") != before
    page.keyboard.press("Home")
    assert page.inner_text(".kv-said") == "γ = 0.1"
    assert page.evaluate(PAINTED)[0] != there
    assert not page.complaints
    page.context.close()


@pytest.mark.slow
def test_a_space_is_seen_at_rest_moved_by_its_number_and_turned_by_hand_and_keys(browser: Any, served: str) -> None:
    page = opened(browser, f"{served}/{examples.name(preset(SPACE))}", reduced_motion="reduce")
    page.wait_for_selector("[data-ready]")
    plate = page.locator(".kv-plate")
    rest, place = plate.screenshot(), page.input_value(".kv-bar input")
    page.focus(".kv-bar input")
    for key in ("Home", "End"):
        page.keyboard.press(key)
    moved(page)
    for _ in range(41):
        if page.input_value(".kv-bar input") != place:
            page.keyboard.press("ArrowLeft")
    assert page.get_attribute(".kv-figure", "data-shown") == place
    assert alike(rest, plate.screenshot()) > 0.97  # the browser's projection lies on Python's
    before, box = page.evaluate(PAINTED)[0], plate.bounding_box()
    page.mouse.move(box["x"] + 150, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 230, box["y"] + 170, steps=4)
    page.mouse.up()
    assert page.evaluate(PAINTED)[0] != before
    plate.focus()
    page.keyboard.press("Home")  # back to where its frame is seen from
    assert page.evaluate(PAINTED)[0] == before
    page.keyboard.press("ArrowRight")
    assert page.evaluate(PAINTED)[0] != before
    page.keyboard.press("ArrowLeft")
    assert alike(rest, plate.screenshot()) > 0.95
    assert not page.complaints
    page.context.close()


@pytest.mark.slow
def test_german_pages_say_german_numbers(browser: Any, served: str) -> None:
    page = opened(browser, f"{served}/de/{PAGE}", reduced_motion="reduce", locale="en-GB")
    page.wait_for_selector("[data-ready]")
    page.focus(".kv-bar input")
    page.keyboard.press("Home")
    assert page.inner_text(".kv-said") == "γ = 0,1"
    assert page.get_attribute(".kv-breathe", "aria-label") == "γ abspielen"
    assert not page.complaints
    page.context.close()


def test_a_frame_has_the_positions_of_the_picture_at_rest(browser: Any, served: str) -> None:
    """At the example's own value the canvas and the drawing show one picture: most pixels are alike."""
    page = opened(browser, f"{served}/{PAGE}", reduced_motion="reduce")
    page.wait_for_selector("[data-ready]")
    plate = page.locator(".kv-plate")
    rest = plate.screenshot()
    place = int(page.input_value(".kv-bar input"))
    page.focus(".kv-bar input")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    moved(page)
    assert int(page.get_attribute(".kv-figure", "data-shown")) == place
    assert alike(rest, plate.screenshot()) > 0.93
    page.keyboard.press("End")
    assert alike(rest, plate.screenshot()) < 0.85
    page.context.close()


def alike(one: bytes, other: bytes) -> float:
    """The share of pixels that differ by little."""
    import io

    import numpy as np
    from PIL import Image

    a, b = (np.asarray(Image.open(io.BytesIO(each)).convert("RGB")).astype(int) for each in (one, other))
    return float((np.abs(a - b).max(axis=2) < 24).mean())


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_without_scripts_there_is_the_picture_at_rest(browser: Any, served: str, size: tuple[int, int]) -> None:
    how = {"viewport": {"width": size[0], "height": size[1]}, "java_script_enabled": False}
    page = opened(browser, f"{served}/{PAGE}", **how)
    shown = page.locator(".kv-plate img")
    shown.wait_for()
    assert shown.bounding_box()["width"] > 300
    assert page.locator(".kv-bar").count() == 0
    page.click("summary")
    assert page.locator("details table tr").count() > 5
    page.context.close()
