"""A room as seen on the lecturer's screen and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
COURSE = "what_is_a_kernel"


def drag(page: Any, *places: tuple[float, float]) -> None:
    """Drag over the picture, in shares of its size."""
    box = page.locator("svg.over").bounding_box()
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in places]
    page.mouse.move(*at[0])
    page.mouse.down()
    for x, y in at[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()


@pytest.fixture
def lecturer(browser: Any) -> Iterator[Any]:
    """The lecturer's page, in a browser with its own storage."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_a_class_of_one(app: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{app}/course?course={COURSE}&step=the-short-way")
    lecturer.get_by_role("button", name="Open a room").click()
    code = lecturer.locator(".kv-code").inner_text().replace(" ", "")
    phone = visit(f"{app}/r/{code}", width=390, height=844, touch=True)
    phone.get_by_role("textbox", name="Your number").fill("16")
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent:").wait_for()
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    assert not phone.get_by_text("the 1 was left out").count()
    lecturer.get_by_role("button", name="Reveal").click()
    phone.get_by_text("the 1 was left out").wait_for()
    lecturer.get_by_text("1 of 1 have answered · 0 right").wait_for()

    lecturer.goto(f"{app}/course?course={COURSE}&step=who-carries-it")  # a new session: the browser has the key
    phone.get_by_text("3 of 10").wait_for()
    phone.locator("svg.over").click(position={"x": 60, "y": 200})
    phone.locator("svg.over circle").wait_for()
    phone.get_by_role("button", name="Answer").click()
    lecturer.locator(".kv-answers circle").wait_for()

    lecturer.goto(f"{app}/course?course=s4&step=draw-the-border")
    phone.get_by_text("Draw your line").wait_for()
    drag(phone, (0.2, 0.2), (0.5, 0.5), (0.9, 0.8))
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent: a line with").wait_for()
    lecturer.locator(".kv-answers polyline").wait_for()

    lecturer.get_by_role("button", name="Close the room").click()
    phone.get_by_text("Nothing of it is kept").wait_for()
    assert phone.evaluate("localStorage.length") == 0
    assert not [line for line in phone.complaints if "410" not in line]
