"""Points set by hand in the real app: mouse, keyboard, finger; every change retrains the machine and stands in the
address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.test_pages import certificate, drawn, idle, numbers, query, quiet

Visit = Callable[..., Any]
PTS = "-1: -2 -1 -1 1 +1: 1 -1 2 1"
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 22  # the field's margins in pixels, and its window is ±3


def open_field(app: str, visit: Visit, pts: str = PTS, **options: Any) -> Any:
    page = visit(f"{app}/svm?data=drawn&pts={quote(pts)}", **options)
    drawn(page, f"Plane with {len(pts.replace('+1:', '').replace('-1:', '').split()) // 2} points")
    return page


def at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where on the screen a place of the field is."""
    box = page.locator(".kv-canvas > svg").bounding_box()
    across, up = box["width"] - 2 - LEFT - RIGHT, box["height"] - 2 - TOP - BOTTOM
    return box["x"] + 1 + LEFT + (x + 3) / 6 * across, box["y"] + box["height"] - 1 - BOTTOM - (y + 3) / 6 * up


def points(page: Any, text: str) -> None:
    """Wait until the address says so."""
    page.wait_for_function("(text) => new URLSearchParams(location.search).get('pts') === text", arg=text)
    idle(page)


def settled(page: Any) -> list[float]:
    """The numbers of the address's points, when it has stopped changing."""
    said = None
    while said != (said := query(page, "pts")):
        page.wait_for_timeout(600)
        idle(page)
    return [float(word) for word in (said or "").split() if not word.endswith(":")]


def test_the_mouse_sets_moves_paints_and_erases(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.get_by_role("radio", name="+1").click()
    page.mouse.click(*at(page, 0, 2))
    drawn(page, "Plane with 5 points")
    set_here = settled(page)
    assert set_here[-2:] == pytest.approx([0, 2], abs=0.03)
    page.mouse.move(*at(page, -2, -1))
    page.mouse.down()
    page.mouse.move(*at(page, -2.5, 2.5), steps=12)
    page.mouse.up()
    moved = settled(page)
    assert moved[:2] == pytest.approx([-2.5, 2.5], abs=0.03)
    assert moved[2:] == set_here[2:]
    page.mouse.click(*at(page, -1, 1))  # another class is chosen: the point is painted
    page.wait_for_function("new URLSearchParams(location.search).get('pts').includes('+1: -1 1')")
    page.mouse.click(*at(page, 0, 2), button="right")
    drawn(page, "Plane with 4 points")
    page.get_by_role("radio", name="Erase").click()
    page.mouse.click(*at(page, 2, 1))
    drawn(page, "Plane with 3 points")
    assert certificate(page) < 1e-6
    quiet(page, app)


@pytest.mark.long
def test_a_whole_drag_is_one_step_of_undo(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.mouse.move(*at(page, 1, -1))
    page.mouse.down()
    for step in range(1, 16):
        page.mouse.move(*at(page, 1 + 0.1 * step, -1))
        page.wait_for_timeout(40)
    page.mouse.up()
    assert settled(page)[4:6] == pytest.approx([2.5, -1], abs=0.03)
    page.get_by_role("button", name="Undo").first.click()
    points(page, PTS)
    page.get_by_role("button", name="Clear").click()
    points(page, "-1: +1:")
    assert page.get_by_text("No point is set").is_visible()
    page.locator(".kv-canvas > svg").focus()
    page.keyboard.press("Control+z")
    points(page, PTS)


def test_the_keyboard_alone_is_enough(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.locator(".kv-canvas > svg").focus()
    for key in ("2", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    points(page, PTS + " 0.25 0.5")
    page.keyboard.press("n")
    page.keyboard.press("ArrowLeft")
    points(page, PTS.replace("-2 -1", "-2.25 -1") + " 0.25 0.5")
    assert "Point 1 of 5" in page.locator(".kv-said").inner_text()
    page.keyboard.press("Delete")
    points(page, PTS.replace("-2 -1 ", "") + " 0.25 0.5")
    quiet(page, app)


def test_a_finger_sets_points_on_a_phone(app: str, visit: Visit) -> None:
    page = open_field(app, visit, width=390, height=844, touch=True)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.locator(".kv-canvas > svg").scroll_into_view_if_needed()
    page.wait_for_timeout(500)  # the sidebar slides in
    page.touchscreen.tap(*at(page, 0, 2))
    drawn(page, "Plane with 5 points")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    quiet(page, app)


@pytest.mark.long
def test_a_class_more_and_the_link_of_it(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.get_by_role("button", name="One more class").click()
    points(page, "A: " + PTS)
    page.mouse.click(*at(page, 0, -2))
    drawn(page, "Plane with 5 points")
    settled(page)
    other = visit(page.url)
    drawn(other, "Plane with 5 points")
    assert numbers(other) == numbers(page)
    assert other.get_by_test_id("stSidebarUserContent").get_by_role("radio", name="A", exact=True).is_visible()


@pytest.mark.long
def test_a_set_of_the_menu_is_taken_over(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?data=xor")
    drawn(page, "Plane with 4 points")
    shown = numbers(page)
    page.get_by_role("button", name="Move these points by hand").click()
    page.locator(".kv-canvas[data-seq]").wait_for()
    assert len(settled(page)) == 8
    assert numbers(page) == shown
    page.mouse.click(*at(page, 0, 2.5))
    drawn(page, "Plane with 5 points")
    quiet(page, app)


@pytest.mark.long
def test_no_move_is_lost_when_another_control_moves_at_once(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    for i, (x, y) in enumerate([(0, 2), (0.5, -2), (-0.6, 0.2)]):
        page.mouse.click(*at(page, x, y))
        page.get_by_text("hard margin", exact=True).click()
        page.wait_for_timeout(60 * i)
    drawn(page, "Plane with 7 points")
    assert len(settled(page)) == 14


def test_typed_points_are_not_lost_to_the_next_click(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.get_by_text("The points as text").click()
    page.locator(".st-key-pts textarea").fill("A: 0 0 B: 2 2 1 2")
    page.mouse.click(*at(page, -2, 2))  # leaves the text, and does no more
    points(page, "A: 0 0 B: 2 2 1 2")
    page.wait_for_function("document.querySelectorAll('.kv-canvas .kv-hit').length === 3")
    page.mouse.click(*at(page, -2, 2))
    drawn(page, "Plane with 4 points")
    assert len(settled(page)) == 8


@pytest.mark.long
def test_neither_field_nor_picture_begins_anew_while_a_point_is_dragged(app: str, visit: Visit) -> None:
    page = open_field(app, visit)
    page.evaluate("() => { window.purged = 0; const old = Plotly.purge; Plotly.purge = (g) => { purged++; old(g); }; }")
    (x, y), (right, top) = at(page, 1, -1), at(page, 2.49, 1.98)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(40):  # as fast as it goes: new points arrive while the picture of the old ones is on its way
        page.mouse.move(x + (right - x) * step / 39, y + (top - y) * step / 39)
        page.wait_for_timeout(16)
    page.mouse.up()
    assert settled(page)[4:6] == pytest.approx([2.49, 1.98], abs=0.03)
    assert page.evaluate("window.purged") == 0
