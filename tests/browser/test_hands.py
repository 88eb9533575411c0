"""Edits in the picture of the real app, by mouse, keyboard and finger.

The picture follows a drag, and after the release the address contains the edit.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest

from kernviz.data import Dataset, load, read_drawn
from tests.browser.test_pages import idle, query, quiet

Visit = Callable[..., Any]
WATCH = """() => { window.seen = []; const p = document.querySelector('.kv-plot');
  new MutationObserver(() => window.seen.push([p.dataset.revision, p.querySelector('[role=img]').ariaLabel])).observe(p, { attributes: true, attributeFilter: ['data-revision'] }) }"""
PIXEL = """([x, y]) => { const g = document.querySelector('.kv-graph'), b = g.getBoundingClientRect(), f = g._fullLayout;
  return [b.left + f.xaxis._offset + f.xaxis.l2p(x), b.top + f.yaxis._offset + f.yaxis.l2p(y)] }"""
WHERE = """const g = document.querySelector('.st-key-steer .kv-graph'), b = g.getBoundingClientRect(), f = g._fullLayout;
  const up = (y) => b.top + f.yaxis._offset + f.yaxis.l2p(y);
  return [b.left + f.xaxis._offset + f.xaxis.l2p(2), up(0), up(3)]"""  # the bar of c₂
RANGE = "() => [...document.querySelector('.kv-graph')._fullLayout.xaxis.range]"


def open_page(app: str, visit: Visit, address: str, **options: Any) -> Any:
    page = visit(f"{app}/{address}", **options)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    page.locator(".kv-grip").first.wait_for(state="attached")
    idle(page)
    still(page)
    return page


def still(page: Any) -> None:
    """Wait until the picture stays in its place on the screen."""
    page.wait_for_function(
        """() => new Promise((done) => { const at = () => JSON.stringify(document.querySelector('.kv-graph').getBoundingClientRect());
             const before = at(); setTimeout(() => done(before === at()), 250) })"""
    )


def at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Return the screen position of a place of the picture."""
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
    """Wait until the parameters ``name`` of the address (space between two) are within 0.02 of ``near``."""
    names = name.split()
    page.wait_for_function(
        """([names, near]) => names.every((n, i) => Math.abs(Number(new URLSearchParams(location.search).get(n) ?? NaN) - near[i]) < 0.02)""",
        arg=[names, list(near)],
    )
    idle(page)


# ---- the probe -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["svm", pytest.param("neighbors", marks=pytest.mark.long)])
def test_the_probe_is_dragged_and_the_picture_follows(app: str, visit: Visit, name: str) -> None:
    page = open_page(app, visit, f"{name}?n=60&px=0.5&py=0.5")
    before = page.evaluate(RANGE)
    page.evaluate(WATCH)
    drag(page, (0.5, 0.5), (-1, 1))
    page.wait_for_function("window.seen.length >= 3")  # live pictures, nothing committed
    assert query(page, "px") == "0.5"
    page.mouse.up()
    says(page, "px py", -1, 1)
    assert page.evaluate(RANGE) == before
    quiet(page, app)


@pytest.mark.long
def test_escape_cancels_a_drag(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    page.evaluate(WATCH)
    drag(page, (0.5, 0.5), (-1, 1))
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_function("window.seen.length && window.seen.at(-1)[1].includes('(0.5, 0.5)')")
    assert query(page, "px") == "0.5"


@pytest.mark.slow
def test_the_probe_is_moved_by_keys_alone(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    grip = page.get_by_role("slider", name="probe")
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


@pytest.mark.long
def test_a_drag_on_the_empty_plane_does_not_zoom(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=0.5&py=0.5")
    before = page.evaluate(RANGE)
    drag(page, (1.8, 1.8), (1.0, 1.2))
    page.mouse.up()
    page.wait_for_timeout(300)
    assert page.evaluate(RANGE) == before
    assert query(page, "px") == "0.5"


def touch(page: Any, *moves: tuple[float, float]) -> None:
    """Put a finger down at the first place of the screen, move along the others, and lift it."""
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


@pytest.mark.long
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


# ---- points ----------------------------------------------------------------------------------------------------------

PTS = "-1: -2 -1 -1 1 +1: 1 -1 2 1"
OWN = "svm?px=0&py=1.8&data=drawn&pts=" + quote(f"[x1 -3 3] [x2 -3 3] {PTS}")


def numbers_of(page: Any) -> list[float]:
    """Return the numbers of the address's points."""
    return [point for place in written(page).X.tolist() for point in place]


def written(page: Any) -> Dataset:
    return read_drawn(query(page, "pts") or "")


def points(page: Any, count: int) -> Dataset:
    """Wait until address and picture have ``count`` points; return them."""
    page.locator(f'.kv-plot [role=img][aria-label^="Plane with {count} point"]').first.wait_for(state="attached")
    idle(page)
    data = written(page)
    assert data.n == count
    return data


def tool(page: Any, name: str) -> Any:
    return page.get_by_role("toolbar").get_by_role("button", name=name)


@pytest.mark.slow
def test_dragging_a_point_turns_a_data_set_into_drawn_points(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?data=xor_clouds&n=40&px=0&py=0")
    start = load("xor_clouds", n=40)
    row = int(np.argmax(np.linalg.norm(start.X, axis=1)))
    before = page.evaluate(RANGE)
    page.evaluate(WATCH)
    drag(page, tuple(start.X[row]), (0.6, -0.7))
    page.wait_for_function("window.seen.length >= 3")  # the machine follows while nothing is committed
    assert query(page, "data") == "xor_clouds"
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
    idle(page)
    data = written(page)
    assert data.X[row] == pytest.approx([0.6, -0.7], abs=0.03)
    others = np.arange(40) != row
    assert np.array_equal(data.X[others], start.X[others])  # every digit
    assert page.evaluate(RANGE) == before
    page.get_by_role("button", name="Back to xor_clouds").click()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'xor_clouds'")
    idle(page)
    quiet(page, app)


def test_home_follows_the_first_drag_of_a_point(app: str, visit: Visit) -> None:
    """A point of the moons is dragged across the border. A reload restores the moved points."""
    page = open_page(app, visit, "?n=60")
    start = load("moons", n=60)
    row = int(np.argmin(start.X[:, 0]))
    page.evaluate(WATCH)
    drag(page, tuple(start.X[row]), (1.2, -1.2))
    page.wait_for_function("window.seen.length >= 3")
    assert query(page, "data") is None
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
    moved = points(page, 60).X
    assert moved[row] == pytest.approx([1.2, -1.2], abs=0.03)
    page.reload()
    page.locator(".kv-grip").first.wait_for(state="attached")
    assert np.array_equal(points(page, 60).X, moved)
    quiet(page, app)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 1440])
def test_the_picture_stays_in_place_after_the_first_point(app: str, visit: Visit, width: int) -> None:
    """The way back to the data set has room beside the hint, so that no second line pushes the picture down."""
    page = open_page(app, visit, "svm?n=60&px=2&py=2", width=width, height=720)
    before = page.locator(".kv-plot").first.bounding_box()
    page.mouse.click(*at(page, 1.5, 1.5))
    page.get_by_role("button", name="Back to moons").wait_for()
    assert page.locator(".kv-plot").first.bounding_box() == pytest.approx(before, abs=1)


@pytest.mark.slow
def test_an_added_point_survives_reload_and_opens_in_another_browser(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=60&px=2&py=2")
    x, y = at(page, 1.5, 1.5)
    page.mouse.click(x, y)
    assert points(page, 61).X[-1] == pytest.approx([1.5, 1.5], abs=0.03)
    url = page.url
    page.reload()
    page.locator(".kv-grip").first.wait_for(state="attached")
    assert np.array_equal(points(page, 61).X, points(visit(url), 61).X)


def test_each_tool_says_what_a_click_does(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN)
    for name, hint in (
        ("Lasso", "Draw around points: then drag, repaint or erase all of them."),
        ("Eraser", "A click on a point erases it."),
        ("Move the probe", "Drag any point or the probe. A click moves the probe."),
        ("Brush: −1", "Drag any point or the probe. A click adds a point of class −1."),
    ):
        tool(page, name).click()
        page.get_by_text(hint).wait_for()
    assert not page.complaints


@pytest.mark.long
def test_brush_eraser_repaint_and_undo(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN)
    tool(page, "Brush: +1").click()
    page.mouse.click(*at(page, 0, 0))
    assert points(page, 5).labels[-1] == "+1"
    still(page)
    page.mouse.click(*at(page, -1, 1))  # a point of the other class is painted anew
    page.wait_for_function("new URLSearchParams(location.search).get('pts').includes('-1: -2 -1 +1: -1 1')")
    still(page)
    page.mouse.click(*at(page, 2, 1), button="right")
    points(page, 4)
    page.keyboard.press("e")
    page.mouse.click(*at(page, 1, -1))
    points(page, 3)
    for n in (4, 5, 5, 4):
        tool(page, "Undo").click()
        points(page, n)
    assert "-1: -2 -1 -1 1 +1: 1 -1 2 1" in str(query(page, "pts"))
    tool(page, "Redo").click()
    points(page, 5)
    quiet(page, app)


def choose_two(page: Any, *corners: tuple[float, float]) -> None:
    """Draw a lasso through these places with the mouse; it encloses two points."""
    tool(page, "Lasso").click()
    page.mouse.move(*at(page, *corners[0]))
    page.mouse.down()
    for corner in corners[1:]:
        page.mouse.move(*at(page, *corner), steps=5)
    page.mouse.up()
    page.get_by_text("2 points chosen").wait_for()


@pytest.mark.long
def test_a_lasso_takes_many_and_all_of_them_move(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN)
    choose_two(page, (-2.5, -1.6), (-2.5, 1.6), (-0.5, 1.6), (-0.5, -1.6), (-2.5, -1.6))
    drag(page, (-1, 1), (-1, 2))
    page.mouse.up()
    page.wait_for_function(f"!new URLSearchParams(location.search).get('pts').includes('{PTS}')")
    idle(page)
    assert pytest.approx(np.array([[-2, 0], [-1, 2], [1, -1], [2, 1]]), abs=0.03) == written(page).X
    tool(page, "Brush: +1").click()  # all of them are painted
    page.wait_for_function("!/-1: -/.test(new URLSearchParams(location.search).get('pts'))")
    assert set(written(page).labels) == {"+1"}


AROUND_TWO = [(-1, 1), (-2.6, 1.6), (-2.6, -1.6), (-0.6, -1.6), (-0.6, 1.3)]  # begins on a point, encloses two


@pytest.mark.slow
def test_delete_erases_the_points_of_a_lasso_that_began_on_one(app: str, visit: Visit) -> None:
    """The focus stays on the tool's button; Delete works all the same, as the hint says."""
    page = open_page(app, visit, OWN)
    choose_two(page, *AROUND_TWO)
    assert PTS in str(query(page, "pts"))  # none was dragged
    assert page.evaluate("document.activeElement.closest('.kv-tools, [data-tool]') !== null")
    page.keyboard.press("Delete")
    points(page, 2)
    assert "-1: -2" not in str(query(page, "pts"))
    quiet(page, app)


@pytest.mark.slow
def test_a_lasso_of_a_finger_may_begin_on_a_point(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN, width=390, height=844, touch=True)
    tool(page, "Lasso").click()
    still(page)
    corners = [at(page, *corner) for corner in AROUND_TWO]
    touch(page, *[place for a, b in pairwise(corners) for place in line(a, b, 6)])
    page.get_by_text("2 points chosen: drag one of them, tap a class").wait_for()
    assert PTS in str(query(page, "pts"))  # none was dragged
    tool(page, "Erase the 2 chosen points").click()
    points(page, 2)
    quiet(page, app)


@pytest.mark.long
def test_clicks_with_snapping_fill_a_cleared_plane(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "sphere?data=drawn&k=linear&pts=" + quote("[x1 -1 5] [x2 -3 3] 0 2 1 1"))
    tool(page, "Clear").click()
    page.get_by_role("img", name="An empty plane").wait_for()
    tool(page, "Snap").click()
    for i, place in enumerate([(0, 0), (4, 0), (2, 1)]):
        still(page)
        x, y = at(page, *place)
        page.mouse.click(x + 3, y - 4)
        page.wait_for_function(
            "(n) => new URLSearchParams(location.search).get('pts').split('] ').pop().split(' ').length === 2 * n",
            arg=i + 1,
        )
        idle(page)
    page.get_by_text("(2, 0)").first.wait_for()  # the centre of S0's triangle
    assert written(page).X.tolist() == [[0, 0], [4, 0], [2, 1]]


@pytest.mark.long
def test_points_are_edited_by_keys_alone(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN)
    page.get_by_role("application").focus()
    for key in ("2", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    data = points(page, 5)
    assert data.X[-1] == pytest.approx([0.25, 0.5])
    assert data.labels[-1] == "+1"
    page.get_by_role("application").focus()
    page.keyboard.press("n")
    page.get_by_text("Point 1 of 5, −1, (−2, −1)").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("new URLSearchParams(location.search).get('pts').includes('-1: -2.25 -1')")
    idle(page)
    page.keyboard.press("Delete")
    points(page, 4)
    quiet(page, app)


@pytest.mark.long
def test_no_quick_click_is_lost(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?data=xor&px=0&py=0")
    places = [(-1.1, 0.4), (-0.5, -0.4), (0.3, 0.9), (0.6, -0.5), (0.95, 0.2)]
    still(page)
    spots = [at(page, *place) for place in places]
    for x, y in spots:
        page.mouse.click(x, y)
        page.wait_for_timeout(70)
    assert points(page, 9).X[-5:] == pytest.approx(np.array(places), abs=0.03)


def test_a_finger_drags_a_point_on_a_phone_and_the_page_stays(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN, width=390, height=844, touch=True)
    page.evaluate(WATCH)
    touch(page, *line(at(page, 1, -1), at(page, 1, 1.5), 6))
    page.wait_for_function("!new URLSearchParams(location.search).get('pts').includes('+1: 1 -1')")
    assert page.evaluate("window.seen.length") >= 1  # the picture followed before the finger was lifted
    assert pytest.approx(np.array([[-2, -1], [-1, 1], [1, 1.5], [2, 1]]), abs=0.05) == written(page).X
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    quiet(page, app)


@pytest.mark.long
def test_a_finger_sets_and_drags_points_on_a_phone(app: str, visit: Visit) -> None:
    page = open_page(app, visit, OWN, width=390, height=844, touch=True)
    page.locator(".kv-graph").first.scroll_into_view_if_needed()
    still(page)
    page.touchscreen.tap(*at(page, 0, 0))
    points(page, 5)
    still(page)
    touch(page, *line(at(page, 2, 1), at(page, 2, -2)))
    page.wait_for_function("!new URLSearchParams(location.search).get('pts').includes('+1: 1 -1 2 1')")
    idle(page)
    assert written(page).X[4] == pytest.approx([2, -2], abs=0.05) or written(page).X[3] == pytest.approx(
        [2, -2], abs=0.05
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    quiet(page, app)


# ---- handles of lessons ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_drag_turns_u_and_moves_the_ruler_to_another_point(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "pca?data=moons&n=60&pc_view=" + quote("PCA by hand"))
    data = load("moons", n=60)
    middle = data.X.mean(axis=0)
    grip = page.get_by_role("slider", name="the direction u")
    assert grip.get_attribute("aria-valuetext") == "100°"
    far = 0.42 * np.diff(page.evaluate(RANGE))[0]
    turn = np.radians(100)
    start = middle + far * np.array([np.cos(turn), np.sin(turn)])
    drag(page, tuple(start), tuple(middle + far * np.array([np.cos(0.8), np.sin(0.8)])))
    page.mouse.up()
    page.wait_for_function(
        "(a) => Math.abs(new URLSearchParams(location.search).get('pc_angle') - a) < 3", arg=float(np.degrees(0.8))
    )
    page = open_page(app, visit, "geometry?data=xor")
    corners = load("xor").X
    drag(page, tuple(corners[0]), tuple(corners[2] + 0.1))
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('gi') === '3'")
    idle(page)
    page.get_by_role("slider", name="the ruler's first end").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("new URLSearchParams(location.search).get('gi') === '2'")
    quiet(page, app)


# ---- bars and cells --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_bar_of_c_is_dragged_and_its_number_follows(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "mercer?mp=0, 3, 6&k=negdistance&mc2=0", height=1200)
    grip = page.get_by_role("slider", name="c2")
    assert grip.get_attribute("aria-valuetext") == "0"
    inside = f"() => {{ {WHERE} }}"
    x, zero, three = page.evaluate(inside)
    readouts = page.locator("[class*='st-key-readouts']").filter(has_text="cᵀKc").first
    before = readouts.inner_text()
    page.mouse.move(x, zero)
    page.mouse.down()
    page.mouse.move(x + 30, (zero + three) / 2, steps=6)  # the handle moves up and down only
    page.wait_for_function(
        "(old) => document.querySelector(\"[class*='st-key-readouts']\").innerText !== old", arg=before
    )
    assert query(page, "mc2") == "0"  # nothing is set yet
    page.mouse.up()
    says(page, "mc2", 1.5)
    quiet(page, app)


@pytest.mark.slow
def test_dragging_a_cell_of_a_matrix_also_sets_its_mirror_cell(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "mercer?mm=" + quote("4 1; 1 4"))
    readouts = page.locator("[class*='st-key-readouts']").filter(has_text="λₘᵢₙ").first
    x, y = at(page, 1, 0)  # places on axes of categories: column 1 and row 0
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 100, steps=6)  # a step of 0.05 a pixel
    page.wait_for_function(
        "() => /λₘᵢₙ\\s*−2\\s/.test(document.querySelector(\"[class*='st-key-readouts']\").innerText)"
    )
    assert query(page, "mm") == "4 1; 1 4"  # nothing is set yet
    page.mouse.up()
    page.wait_for_function("new URLSearchParams(location.search).get('mm') === '4 6; 6 4'")
    idle(page)
    assert "no" in readouts.inner_text()
    grip = page.get_by_role("slider", name="A cell of the matrix")
    grip.focus()
    assert grip.get_attribute("aria-valuetext") == "K(1, 2) = 6"
    page.keyboard.press("n")
    page.wait_for_function("new URLSearchParams(location.search).get('mi') === '2'")
    idle(page)
    page.keyboard.press("ArrowDown")
    page.wait_for_function("new URLSearchParams(location.search).get('mm') === '4 5.5; 5.5 4'")
    quiet(page, app)


@pytest.mark.long
def test_a_finger_drags_the_chosen_cell_and_scrolls_beside_it(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "mercer?mm=" + quote("4 1; 1 4"), width=390, height=844, touch=True)
    x, y = at(page, 1, 0)
    touch(page, *line((x, y), (x, y - 40)))
    page.wait_for_function("new URLSearchParams(location.search).get('mm') === '4 3; 3 4'")
    idle(page)
    still(page)
    page.touchscreen.tap(*at(page, 1, 1))
    page.wait_for_function("new URLSearchParams(location.search).get('mi') === '2'")
    idle(page)
    still(page)
    x, y = at(page, 0, 0)
    touch(page, *line((x, y), (x, y - 60)))
    page.wait_for_function("(y) => document.querySelector('.kv-graph').getBoundingClientRect().top < y", arg=y - 40)
    assert query(page, "mm") == "4 3; 3 4"
    quiet(page, app)
