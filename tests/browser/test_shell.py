"""Shell of every page, in a real browser: pictures survive changes, and the address is the state."""

from collections.abc import Callable
from typing import Any

import pytest

from kernviz.ui.asset_routes import source

pytestmark = pytest.mark.slow

# The page under test; change these for another app.
PAGE, HEADING, FLAT = "/plane", "Plane", "plane"
SOLID_PAGE, SOLID = "/solid", "surface"
SLIDER, FIELD = "C, penalty", "C, penalty, exact value"

Visit = Callable[..., Any]
RANGES = "[...g._fullLayout.xaxis.range, ...g._fullLayout.yaxis.range]"


def drawn(page: Any, key: str = FLAT) -> Any:
    """Return the picture ``key``, once it has been drawn."""
    picture = page.locator(f".st-key-{key} .kv-plot[data-revision]")
    picture.wait_for()
    return picture


def inside(page: Any, key: str, expression: str) -> Any:
    """Return the value of a JavaScript expression of ``g``, the plotly graph of the picture ``key``."""
    return page.evaluate(
        f"(() => {{ const g = document.querySelector('.st-key-{key} .kv-graph'); return {expression} }})()"
    )


def drag(page: Any, x: float, y: float, right: float, down: float) -> None:
    """Drag the mouse from (x, y) by ``right`` and ``down`` pixels."""
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def settle(page: Any, text: str) -> None:
    """Wait until ``text`` is on the page and no computation or drawing is under way."""
    page.get_by_text(text).first.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def press(page: Any, name: str, *keys: str) -> None:
    """Press arrow keys on the slider ``name`` as fast as the browser takes them."""
    page.get_by_role("slider", name=name).focus()
    for key in keys:
        page.keyboard.press(key)


@pytest.fixture
def page(site: str, visit: Visit) -> Any:
    page = visit(site + PAGE)
    drawn(page, FLAT)
    return page


def test_a_deep_link_is_served_whole(site: str, visit: Visit) -> None:
    # The first test of this file: if the file runs alone, this is the first request to its server.
    page = visit(f"{site}{PAGE}?C=3.7&degree=3&rings=false&k=linear&ds=xor")
    settle(page, "C=3.7 degree=3 rings=False x=0.0 k='linear' ds='xor'")
    drawn(page)
    assert page.title() == HEADING
    assert page.get_by_role("link", name="Home").is_visible()
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("slider", name=SLIDER).get_attribute("aria-valuetext") == "3.7"


def test_no_other_machine_is_contacted_and_no_error_is_logged(page: Any, site: str) -> None:
    page.get_by_role("link", name="Home").click()
    page.get_by_role("heading", name="Home").wait_for()
    foreign = [
        url for url in page.requested if not url.startswith((site, site.replace("http", "ws"), "data:", "blob:"))
    ]
    assert foreign == []
    assert page.complaints == []


def test_zoom_is_kept_for_new_numbers_until_it_is_reset(page: Any) -> None:
    whole = inside(page, FLAT, RANGES)
    page.locator(f'.st-key-{FLAT} .modebar-btn[data-title="Zoom"]').evaluate("(tool) => tool.click()")
    box = page.locator(f".st-key-{FLAT} .nsewdrag").first.bounding_box()
    drag(page, box["x"] + 60, box["y"] + 60, 100, 100)
    page.wait_for_function(f"document.querySelector('.st-key-{FLAT} .kv-graph')._fullLayout.xaxis.range[1] < 2")
    zoom = inside(page, FLAT, RANGES)
    press(page, SLIDER, "ArrowRight", "ArrowRight", "ArrowRight")
    page.get_by_role("img", name="The field at C = 2", exact=True).wait_for()
    settle(page, "C=2.0 ")
    assert inside(page, FLAT, RANGES) == pytest.approx(zoom)
    page.mouse.dblclick(box["x"] + 90, box["y"] + 90)
    page.wait_for_function(f"document.querySelector('.st-key-{FLAT} .kv-graph')._fullLayout.xaxis.range[1] > 2.9")
    press(page, SLIDER, "ArrowRight")
    page.get_by_role("img", name="The field at C = 2.5", exact=True).wait_for()
    assert inside(page, FLAT, RANGES) == pytest.approx(whole, abs=0.2)


@pytest.mark.long
def test_the_camera_is_kept_for_new_numbers_and_reset_for_new_data(site: str, visit: Visit) -> None:
    page = visit(site + SOLID_PAGE, width=700, height=700)
    box = drawn(page, SOLID).bounding_box()
    drag(page, box["x"] + 150, box["y"] + 180, 70, -40)
    eye = inside(page, SOLID, "g._fullLayout.scene.camera.eye")
    assert eye != {"x": 1.25, "y": 1.25, "z": 1.25}
    before = int(drawn(page, SOLID).get_attribute("data-revision"))
    press(page, "Scale", "ArrowRight")
    page.wait_for_function(f"document.querySelector('.st-key-{SOLID} .kv-plot').dataset.revision > {before}")
    assert inside(page, SOLID, "g._fullLayout.scene.camera.eye") == pytest.approx(eye)
    page.get_by_role("combobox", name="Set").click()
    page.get_by_role("option", name="second").click()
    page.wait_for_function(
        f"document.querySelector('.st-key-{SOLID} .kv-graph')._fullLayout.scene.camera.eye.x == 1.25"
    )


def test_a_click_moves_the_handle(page: Any) -> None:
    box = page.locator(f".st-key-{FLAT} .nsewdrag").first.bounding_box()
    before = drawn(page).get_attribute("data-revision")
    page.mouse.click(box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.9)
    page.wait_for_function("new URLSearchParams(location.search).has('x')")
    left, right = inside(page, FLAT, "g._fullLayout.xaxis.range")
    x = page.evaluate("new URLSearchParams(location.search).get('x')")
    assert float(x) == pytest.approx(left + (right - left) * 0.45, abs=0.03)
    settle(page, f"x={x} ")
    settle(page, "hit=None")
    page.wait_for_function(f"document.querySelector('.st-key-{FLAT} .kv-plot').dataset.revision != '{before}'")
    at = inside(page, FLAT, "[g._fullLayout.xaxis.l2p(2), g._fullLayout.yaxis.l2p(1)]")
    page.mouse.click(box["x"] + at[0] + 2, box["y"] + at[1] + 2)
    settle(page, "hit=9")


@pytest.mark.long
def test_quick_arrow_keys_back_and_forth_end_on_the_right_picture(page: Any) -> None:
    # Three right, three left repeats a message the browser has just dropped: with Streamlit's default settings the
    # tab hangs.
    for _ in range(8):
        press(page, SLIDER, *["ArrowRight"] * 3, *["ArrowLeft"] * 3)
    press(page, SLIDER, "ArrowRight")
    page.get_by_role("img", name="The field at C = 1.3", exact=True).wait_for()
    settle(page, "C=1.3 ")
    page.wait_for_function("location.search == '?C=1.3'")
    assert page.complaints == []


def test_a_number_typed_exactly_is_kept_exactly(page: Any) -> None:
    field = page.get_by_role("textbox", name=FIELD)
    field.fill("3.14159")
    field.press("Enter")
    settle(page, "C=3.14159 ")
    page.wait_for_function("location.search == '?C=3.14159'")
    press(page, SLIDER, "ArrowRight")
    settle(page, "C=3.2 ")  # the next round number
    assert field.input_value() == "3.2"


def test_the_address_alone_opens_the_same_page_for_another_visitor(page: Any, visit: Visit) -> None:
    press(page, SLIDER, "ArrowRight", "ArrowRight")
    settle(page, "C=1.6 ")
    press(page, "Width", *["ArrowRight"] * 12)
    settle(page, "k='rbf(gamma=13)'")
    page.get_by_role("spinbutton", name="Degree").fill("3")
    page.get_by_role("spinbutton", name="Degree").press("Enter")
    state = "C=1.6 degree=3 rings=True x=0.0 k='rbf(gamma=13)' ds='moons'"
    settle(page, state)
    page.wait_for_function("new URLSearchParams(location.search).get('k') == 'rbf(gamma=13)'")
    settle(visit(page.evaluate("location.href")), state)
    page.reload()
    settle(page, state)


def test_back_returns_to_the_page_before_with_its_state(page: Any) -> None:
    press(page, "Width", *["ArrowRight"] * 3)
    settle(page, "k='rbf(gamma=4)'")
    press(page, SLIDER, "ArrowRight")
    settle(page, "C=1.3 degree=2 rings=True x=0.0 k='rbf(gamma=4)'")
    page.wait_for_function("new URLSearchParams(location.search).get('k') == 'rbf(gamma=4)'")
    page.get_by_role("link", name="Home").click()
    page.get_by_role("heading", name="Home").wait_for()
    assert page.get_by_label("Kernel").input_value() == "rbf(gamma=4)"
    page.wait_for_function("new URLSearchParams(location.search).get('k') == 'rbf(gamma=4)'")
    page.go_back()
    settle(page, "C=1.3 degree=2 rings=True x=0.0 k='rbf(gamma=4)'")
    assert page.evaluate("location.pathname") == PAGE
    # One step for the page: the four moves before it are not steps of their own.
    assert page.evaluate("history.length") == 3


@pytest.mark.long
def test_invalid_parameters_of_the_address_are_reported(site: str, visit: Visit) -> None:
    page = visit(
        f"{site}{PAGE}?C=-1&degree=2.5&ds=../etc&rings=maybe&x=1e400&nonsense=%3Cimg%20src%3Dx%3E&k={'a' * 2000}"
    )
    settle(page, "C=1.0 degree=2 rings=True x=0.0")
    notes = page.locator(".kv-notes p")
    notes.first.wait_for()
    assert set(notes.all_inner_texts()) == {
        "C=-1 was ignored: C must be between 0.01 and 1000, so 1 is used.",
        "degree=2.5 was ignored: the degree must be a whole number, so 2 is used.",
        "ds=../etc was ignored: the data must be one of moons, xor, so moons is used.",
        "rings=maybe was ignored: rings must be true or false, so true is used.",
        "x=1e400 was ignored: x₁ must be between -3 and 3, so 0 is used.",
        "nonsense=<img src=x> was ignored: nothing here has that name.",
        f"k={'a' * 37}… was ignored: the kernel is longer than 500 characters, so rbf(gamma=1) is used.",
    }
    press(page, SLIDER, "ArrowRight")
    settle(page, "C=1.3 ")
    assert not any("C=-1" in line for line in notes.all_inner_texts())  # answered: the parameter has another value now


def test_the_picture_has_the_colours_of_the_current_theme(site: str, visit: Visit) -> None:
    page = visit(site + PAGE, theme="light")
    drawn(page)
    for theme, paper in (("light", "#fbfaf7"), ("dark", "#14181d")):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            f"document.querySelector('.st-key-{FLAT} .kv-graph')._fullLayout.paper_bgcolor.toLowerCase() == '{paper}'"
        )
        scale = inside(page, FLAT, "g._fullData[0].colorscale")
        assert next(color.lower() for at, color in scale if at == 0.5) == paper  # f = 0: the background's colour


def test_a_phone_has_nothing_to_scroll_sideways(site: str, visit: Visit) -> None:
    page = visit(site + PAGE, width=390, height=844, touch=True)
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert drawn(page).bounding_box()["width"] <= 390
    assert inside(page, FLAT, "g._fullLayout.dragmode") is False  # a drag scrolls the page


@pytest.mark.long
def test_a_picture_follows_its_column(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function(
        f"(() => {{ const g = document.querySelector('.st-key-{FLAT} .kv-graph');"
        " return g.clientWidth < 390 && Math.abs(g._fullLayout.width - g.clientWidth) <= 1 })()"
    )
    assert inside(page, FLAT, "Math.abs(g._fullLayout.height - g.clientHeight)") <= 1


def test_a_clean_up_runs_only_for_an_element_that_left_the_page(visit: Visit) -> None:
    """Streamlit calls the clean-up after a superseded message too.

    An element that is still on the page must then be kept, or a drag would end.
    """
    theme = source("theme.js").decode().replace("export ", "")
    ended = visit("about:blank").evaluate(
        "async () => { "
        + theme
        + """
            const element = document.body.appendChild(document.createElement("div"));
            let ended = 0;
            const cleanUp = whenGone(element, () => ended++);
            const after = async () => { cleanUp(); await new Promise((next) => setTimeout(next)); return ended; };
            const before = await after();
            element.remove();
            return [before, await after()];
        }"""
    )
    assert ended == [0, 1]
