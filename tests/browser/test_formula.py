"""Formula on Compose: its numbers are sliders in place, by mouse, key and finger.

Picture, verdict and address follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.test_number import finger
from tests.browser.test_pages import idle, query

Visit = Callable[..., Any]
KERNEL = "1.5*rbf(gamma=2) - rbf(gamma=1)"  # no kernel on ℝ²; with 2 in the place of 1.5 it is one
FACTOR = "c, factor of 1st rbf"
BAND = "document.querySelector('.st-key-kv-band').innerText"


def opened(visit: Visit, app: str, **window: Any) -> Any:
    page = visit(f"{app}/compose?k={quote(KERNEL)}", **window)
    page.locator(".st-key-proof .kv-plot[data-revision]").first.wait_for()
    page.wait_for_function("document.querySelectorAll('.kv-slot[aria-valuetext]').length === 4")
    idle(page)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    return page


def handle(page: Any, name: str = FACTOR) -> Any:
    return page.locator(".kv-formula").get_by_role("slider", name=name, exact=True)


def middle(page: Any) -> tuple[float, float]:
    handle(page).scroll_into_view_if_needed()
    box = handle(page).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def agrees(page: Any) -> float:
    """Wait until the kernel in the address has the number of the handle FACTOR; return that number."""
    value = float(handle(page).get_attribute("aria-valuetext"))
    page.wait_for_function(
        "(start) => (new URLSearchParams(location.search).get('k') ?? '').startsWith(start)", arg=f"{value:g}*rbf"
    )
    idle(page)
    assert handle(page).text_content() == f"{value:g}"
    return value


@pytest.mark.slow
def test_a_drag_moves_number_verdict_picture_and_address(app: str, visit: Visit) -> None:
    page = opened(visit, app)
    assert "refuted" in page.evaluate(BAND)
    before = page.locator(".st-key-proof .kv-plot").get_attribute("data-revision")
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=10)
    dragged = float(handle(page).get_attribute("aria-valuetext"))
    assert dragged > 2
    page.wait_for_function(
        "(before) => document.querySelector('.st-key-proof .kv-plot').dataset.revision !== before", arg=before
    )
    page.wait_for_function("document.querySelector('.kv-band-live').textContent.includes('proven on ℝ²')")
    assert query(page, "k") == KERNEL  # nothing is set while it is held
    page.mouse.up()
    assert agrees(page) == dragged
    assert "proven on ℝ²" in page.evaluate(BAND)
    assert page.locator(".kv-band-live").is_hidden()


@pytest.mark.slow
def test_keys_step_and_type_a_number_in_the_formula(app: str, visit: Visit) -> None:
    page = opened(visit, app)
    handle(page).focus()
    page.keyboard.press("ArrowRight")
    assert agrees(page) > 1.5
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.ariaLabel") == f"{FACTOR}, exact value"
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    page.wait_for_function("new URLSearchParams(location.search).get('k').startsWith('0.5*')")
    assert agrees(page) == 0.5


@pytest.mark.slow
def test_the_control_of_the_number_moved_last_is_below_the_formula(app: str, visit: Visit) -> None:
    page = opened(visit, app)
    rows = page.locator("[class*='st-key-kv-handled'] .kv-number:visible .kv-name")
    assert rows.all_inner_texts() == [FACTOR]
    handle(page, "γ, inverse width of 2nd rbf").focus()
    assert rows.all_inner_texts() == ["γ, inverse width of 2nd rbf"]


@pytest.mark.slow
def test_a_finger_drags_a_number_in_the_formula(app: str, visit: Visit) -> None:
    page = opened(visit, app, width=390, height=844, touch=True)
    x, y = middle(page)
    finger(page, (x, y), *((x + right, y + 1) for right in range(4, 44, 4)))
    assert agrees(page) > 2
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.long
def test_a_number_in_the_formula_follows_a_lectures_notation(app: str, visit: Visit) -> None:
    page = visit(f"{app}/compose?k=rbf(gamma%3D2)&speak=S4")
    page.wait_for_function("document.querySelectorAll('.kv-slot[aria-valuetext]').length === 1")
    assert page.locator(".kv-slot").get_attribute("aria-valuetext") == "0.25"  # σ² = 1/(2γ)
