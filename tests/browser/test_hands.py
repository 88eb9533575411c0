"""Hands on the picture in the real app: mouse, keyboard, finger; the picture follows while something is held, and at rest
the address says what was done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_pages import idle, query, quiet

Visit = Callable[..., Any]
WATCH = """() => { window.seen = []; const p = document.querySelector('.kv-plot');
  new MutationObserver(() => window.seen.push([p.dataset.revision, p.querySelector('[role=img]').ariaLabel])).observe(p, { attributes: true, attributeFilter: ['data-revision'] }) }"""
PIXEL = """([x, y]) => { const g = document.querySelector('.kv-graph'), b = g.getBoundingClientRect(), f = g._fullLayout;
  return [b.left + f.xaxis._offset + f.xaxis.l2p(x), b.top + f.yaxis._offset + f.yaxis.l2p(y)] }"""
RANGE = "() => [...document.querySelector('.kv-graph')._fullLayout.xaxis.range]"


def open_page(app: str, visit: Visit, address: str, **options: Any) -> Any:
    page = visit(f"{app}/{address}", **options)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    page.locator(".kv-grip").first.wait_for(state="attached")
    idle(page)
    still(page)
    return page


def still(page: Any) -> None:
    """Wait until the picture stays where it is on the screen."""
    page.wait_for_function(
        """() => new Promise((done) => { const at = () => JSON.stringify(document.querySelector('.kv-graph').getBoundingClientRect());
             const before = at(); setTimeout(() => done(before === at()), 250) })"""
    )


def at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where on the screen a place of the picture is."""
    px, py = page.evaluate(PIXEL, [x, y])
    return px, py


def drag(page: Any, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
    """Press at one place of the picture and move to another; not released."""
    (x, y), (right, up) = at(page, *start), at(page, *end)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(x + (right - x) * step / steps, y + (up - y) * step / steps)
        page.wait_for_timeout(60)


def says(page: Any, name: str, *near: float) -> None:
    """Wait until the address says numbers close to these, one after another, under the names."""
    names = name.split()
    page.wait_for_function(
        """([names, near]) => names.every((n, i) => Math.abs(Number(new URLSearchParams(location.search).get(n) ?? NaN) - near[i]) < 0.02)""",
        arg=[names, list(near)],
    )
    idle(page)


# ---- the probe -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["svm", "home", "neighbors"])
def test_the_probe_is_dragged_and_the_picture_follows(app: str, visit: Visit, name: str) -> None:
    path = "" if name == "home" else name
    page = open_page(app, visit, f"{path}?n=60&px=0.5&py=0.5")
    before = page.evaluate(RANGE)
    page.evaluate(WATCH)
    drag(page, (0.5, 0.5), (-1, 1))
    page.wait_for_function("window.seen.length >= 3")  # pictures while nothing is committed
    assert query(page, "px") == "0.5"
    page.mouse.up()
    says(page, "px py", -1, 1)
    assert page.evaluate(RANGE) == before
    quiet(page, app)


def test_escape_gives_up(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    page.evaluate(WATCH)
    drag(page, (0.5, 0.5), (-1, 1))
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_function("window.seen.length && window.seen.at(-1)[1].includes('(0.5, 0.5)')")
    assert query(page, "px") == "0.5"


def test_the_probe_by_keys_alone(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    grip = page.get_by_role("slider", name="the probe")
    grip.focus()
    assert grip.get_attribute("aria-valuetext") == "(0.5, 0.5)"
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("Number(new URLSearchParams(location.search).get('px')) < 0.45")
    far = 0.5 - float(query(page, "px") or "nan")
    idle(page)
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_function(
        "(px) => Math.abs(Number(new URLSearchParams(location.search).get('px')) - px) < 0.02", arg=0.5 - 0.9 * far
    )
    assert query(page, "py") == "0.5"
    quiet(page, app)


def test_a_drag_on_the_empty_plane_does_not_zoom(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    before = page.evaluate(RANGE)
    drag(page, (1.8, 1.8), (1.0, 1.2))
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.evaluate(RANGE) == before
    assert query(page, "px") == "0.5"


def touch(page: Any, *moves: tuple[float, float]) -> None:
    """A finger down at the first place of the screen, along the others, and up."""
    client = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(moves):
        points = [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": points})
        page.wait_for_timeout(30)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def line(start: tuple[float, float], end: tuple[float, float], steps: int = 12) -> list[tuple[float, float]]:
    return [
        (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
        for i in range(steps + 1)
    ]


def test_a_finger_drags_the_probe_up_and_the_page_scrolls_beside_it(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5", width=390, height=844, touch=True)
    page.locator(".kv-graph").first.scroll_into_view_if_needed()
    still(page)
    scrolled = "document.querySelector('[data-testid=\"stMain\"]').scrollTop"
    before = page.evaluate(scrolled)
    touch(page, *line(at(page, 0.5, 0.5), at(page, 0.5, 1.8)))
    says(page, "px py", 0.5, 1.8)
    assert page.evaluate(scrolled) == before
    still(page)
    start = at(page, 1.9, 1.5)
    touch(page, *line(start, (start[0], start[1] - 160)))
    page.wait_for_function(f"(before) => {scrolled} > before + 50", arg=before)
    assert query(page, "py") == "1.8" or abs(float(query(page, "py") or "nan") - 1.8) < 0.02
    quiet(page, app)
