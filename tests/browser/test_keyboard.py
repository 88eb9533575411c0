"""Stops of the Tab key: few before a page's numbers, one per button group.

On a new page the focus goes to the content.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import navigation
from tests.browser.test_app import shown

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
MOST = 15  # stops of the Tab key
PAGES = [entry.name for entry in navigation.entries(Path(__file__).parents[2])]
FIRST = "[class*='st-key-kv-numbers-'] [role=slider]"
C = ".st-key-C-number [role=slider]"
THERE = """(selector) => [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length)"""
REACHED = "(selector) => document.activeElement.matches(selector)"
NAME = "(document.activeElement.ariaLabel || document.activeElement.textContent).trim()"


def settled(page: Any) -> None:
    """Wait until the page has drawn itself and its groups of buttons are single stops."""
    shown(page)
    page.wait_for_function("document.querySelector('.kv-jump button[tabindex=\"0\"]') !== null")
    page.wait_for_timeout(700)  # longer than the interval at which the page looks for new buttons


def stops(page: Any, selector: str) -> int:
    """Press Tab until the focus is on the element; return the number of presses."""
    for count in range(1, 3 * MOST):
        page.keyboard.press("Tab")
        if page.evaluate(REACHED, selector):
            return count
    pytest.fail(f"{selector} is not reached; the focus is on {page.evaluate(NAME)}")


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "name", [pytest.param(page, marks=() if page in {"home", "svm"} else pytest.mark.long) for page in PAGES]
)
def test_the_numbers_of_a_page_are_few_stops_away(app: str, visit: Visit, name: str, language: str) -> None:
    page = visit(f"{app}/{'' if name == navigation.HOME else name}?lang={language}")
    settled(page)
    if page.evaluate(THERE, FIRST):
        assert stops(page, FIRST) <= MOST
    if page.evaluate(THERE, C):
        page.evaluate("document.activeElement.blur(), document.querySelector('.kv-jump button').focus()")
        page.keyboard.press("Enter")  # to the controls
        assert 1 + (0 if page.evaluate(REACHED, C) else stops(page, C)) <= MOST


def test_keys_lead_from_home_to_the_penalty_of_support_vectors(app: str, visit: Visit) -> None:
    page = visit(app)
    settled(page)
    pressed = []

    def press(key: str) -> None:
        page.keyboard.press(key)
        pressed.append(key)

    def arrow_to(name: str) -> None:
        while name not in page.evaluate(NAME):
            assert len(pressed) < 30, page.evaluate(NAME)
            press("ArrowRight")

    press("Tab")
    arrow_to("To the pages")
    press("Enter")
    arrow_to("Machines")
    press("Enter")
    page.wait_for_function("document.activeElement.role === 'menuitem'")
    assert "Support vectors" in page.evaluate(NAME)
    press("Enter")
    page.wait_for_function("location.pathname === '/svm'")
    settled(page)
    assert page.evaluate("document.activeElement.dataset.testid") == "stMain"  # the focus is on the content
    assert pressed.count("Tab") + stops(page, C) <= MOST
    page.keyboard.press("ArrowRight")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '1.3'")


def test_a_group_of_buttons_is_one_stop_with_arrows_inside(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    settled(page)
    for group in (".kv-tools .kv-bar", ".modebar", ".kv-reach", '[data-testid="stTopNav"]'):
        members = page.locator(group).first.locator("button:visible:enabled")
        assert members.count() > 2
        assert [members.nth(i).get_attribute("tabindex") for i in range(members.count())].count("0") == 1, group
    bar = page.locator(".kv-tools .kv-bar").first.locator("button:enabled")
    bar.first.focus()
    page.keyboard.press("ArrowLeft")
    assert bar.last.evaluate("(it) => it === document.activeElement")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert bar.last.evaluate("(it) => it === document.activeElement")  # where it was left
    page.keyboard.press("Home")
    assert bar.first.evaluate("(it) => it === document.activeElement")


def test_a_number_is_typed_and_played_from_its_slider(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    settled(page)
    thumb, play = page.locator(C), page.get_by_role("button", name="Play C", exact=True)
    thumb.focus()
    page.keyboard.press("Space")
    assert play.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    assert play.get_attribute("aria-pressed") == "false"
    thumb.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(NAME) == "C, penalty, exact value"
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '2.5'")
