"""Control of a number: mouse, finger, keys and typing, and the order of its messages."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import asset_routes

# The everyday test of a number: tests/browser/test_live.py, by mouse and keys.
pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
TABLE = Path(__file__).parents[1] / "typed_numbers.json"
C, N, T, NU = "C, penalty", "n, points", "t, place", "ν, smoothness"
# A substitute for live.js that records its calls.
DOUBLE = """
window.told = [];
export const held = false;
export const move = (name, text) => void window.told.push([name, text]);
export const release = () => void window.told.push([window.told.at(-1)?.[0], null]);
export const onPicture = () => () => {};
export const onReadouts = () => () => {};
export const settle = () => {};
"""

# Waits until fonts are loaded and nothing moves, so that a press hits the measured place.
STILL = """async () => {
    await document.fonts.ready;
    const places = () => [...document.querySelectorAll("[role=slider]")].map((e) => e.getBoundingClientRect().top).join();
    for (let before = "", same = 0; same < 6; ) {
        const now = places();
        same = now === before ? same + 1 : 0;
        before = now;
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}"""


@pytest.fixture
def page(site: str, visit: Visit) -> Any:
    return opened(visit, site)


def opened(visit: Visit, site: str, address: str = "", *, script: str = "", **window: Any) -> Any:
    page = visit("about:blank", **window)
    page.add_init_script(script)
    page.route("**/live.js", lambda route: route.fulfill(body=DOUBLE, content_type="text/javascript"))
    page.goto(f"{site}/numbers{address}")
    slider(page).wait_for()
    says(page, "C=")
    page.evaluate(STILL)
    return page


def slider(page: Any, name: str = C) -> Any:
    return page.get_by_role("slider", name=name)


def field(page: Any, name: str = C) -> Any:
    return page.get_by_role("textbox", name=f"{name}, exact value")


def value(page: Any, name: str = C) -> float:
    text = slider(page, name).get_attribute("aria-valuetext")
    return math.inf if text == "∞" else float(text)


def says(page: Any, text: str) -> None:
    """Wait until Python has used this value."""
    page.get_by_text(text).first.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def sent_values(page: Any, name: str = "C") -> list[str | None]:
    """Return the texts live.js received, with None for a release."""
    return [text for who, text in page.evaluate("window.told") if who == name]


def middle(page: Any, name: str = C) -> tuple[float, float]:
    box = slider(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def track(page: Any, name: str = C) -> dict[str, float]:
    return dict(slider(page, name).locator("xpath=..").bounding_box())


def grab(page: Any, name: str = C) -> tuple[float, float]:
    x, y = middle(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


# ---- mouse -----------------------------------------------------------------------------------------------------------


def test_a_drag_sends_live_messages_and_one_final_value(page: Any) -> None:
    x, y = grab(page)
    for right in range(1, 121):
        page.mouse.move(x + right, y)
    dragged = value(page)
    assert dragged > 1.5
    assert sent_values(page)[-1] == field(page).input_value() == f"{dragged:g}"
    assert len(sent_values(page)) > 5
    assert None not in sent_values(page)
    page.get_by_text("runs=1", exact=True).wait_for()  # Python has not run again
    page.mouse.up()
    says(page, f"C={dragged} ")
    assert sent_values(page)[-1] is None
    says(page, "runs=2")
    page.wait_for_function("(C) => new URLSearchParams(location.search).get('C') === C", arg=f"{dragged:g}")
    assert value(page) == dragged


@pytest.mark.long
def test_the_positions_of_a_drag_are_about_a_hundred_round_numbers(page: Any) -> None:
    box = track(page)
    page.mouse.move(*middle(page))
    page.mouse.down()
    page.mouse.move(box["x"] - 50, box["y"] + 10)
    for step in range(1200):
        page.mouse.move(box["x"] - 50 + step * (box["width"] + 100) / 1200, box["y"] + 10)
    page.mouse.up()
    heard = list(dict.fromkeys(text for text in sent_values(page) if text))
    assert 100 <= len(heard) <= 125  # six decades, twenty a decade
    assert (heard[0], heard[-1]) == ("0.001", "1000")
    assert {"0.01", "0.1", "0.5", "1", "1.3", "2", "2.5", "100"} <= set(heard)
    assert all(len(text.replace(".", "").strip("0")) <= 2 for text in heard if float(text) < 10)
    assert [float(text) for text in heard] == sorted(float(text) for text in heard)


def test_a_drag_keeps_the_distance_to_the_pointer_and_a_press_on_the_track_jumps(page: Any) -> None:
    x, y = middle(page)
    page.mouse.move(x + 7, y)
    page.mouse.down()
    assert value(page) == 1
    page.mouse.move(x + 67, y)
    page.mouse.move(x + 67, y + 1)
    page.wait_for_function(
        "(e) => e[0].getAttribute('aria-valuetext') !== e[1]", arg=[slider(page).element_handle(), "1"]
    )
    assert middle(page)[0] - x == pytest.approx(60, abs=4)  # half a position
    page.mouse.up()
    box = track(page)
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 10)
    says(page, "C=1000")
    page.mouse.click(box["x"] + 2, box["y"] + 10)
    says(page, "C=0.001 ")


@pytest.mark.parametrize("way", ["shift", pytest.param("away", marks=pytest.mark.long)])
def test_a_drag_can_be_ten_times_as_fine(page: Any, way: str) -> None:
    x, y = grab(page)
    page.mouse.move(x + 5, y)
    if way == "shift":
        page.keyboard.down("Shift")
    down = 90 if way == "away" else 0
    page.mouse.move(x + 5, y + down)
    before = value(page)
    heard = len(sent_values(page))
    for right in range(1, 201):
        page.mouse.move(x + 5 + right, y + down)
    box = track(page)
    assert value(page) / before == pytest.approx(10 ** (6 * 20 / (box["width"] - 20)), rel=0.02)  # as for 20 pixels
    fine = [text for text in sent_values(page)[heard:] if text]
    assert len(set(fine)) >= 10
    assert {len(text.replace(".", "")) for text in fine} <= {1, 2, 3}
    assert any(len(text) == 4 for text in fine)  # such as 1.02
    page.mouse.up()
    says(page, f"C={value(page)} ")


def test_escape_restores_the_value_before_the_drag(page: Any) -> None:
    x, y = grab(page)
    page.mouse.move(x + 90, y, steps=5)
    assert value(page) != 1
    page.keyboard.press("Escape")
    assert value(page) == 1
    page.mouse.move(x + 120, y, steps=3)
    page.mouse.up()
    assert value(page) == 1
    assert sent_values(page)[-2:] == ["1", None]
    page.get_by_text("runs=1", exact=True).wait_for()


@pytest.mark.long
def test_two_clicks_on_thumb_or_label_bring_the_default(page: Any) -> None:
    for place in ("thumb", "label"):
        field(page).fill("50")
        field(page).press("Enter")
        says(page, "C=50")
        if place == "thumb":
            page.mouse.dblclick(*middle(page))
        else:
            page.get_by_text(C, exact=True).dblclick()
        says(page, "C=1.0 ")


# ---- finger ----------------------------------------------------------------------------------------------------------


def finger(page: Any, *places: tuple[float, float], lift: bool = True) -> None:
    """Move a finger over the screen as browser input, which may become a scroll."""
    touch = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(places):
        kind = "touchMove" if i else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(20)
    if lift:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_sideways_and_taps(site: str, visit: Visit) -> None:
    page = opened(visit, site, width=390, height=500, touch=True)
    x, y = middle(page)
    finger(page, (x, y), *((x + right, y + 1) for right in range(4, 84, 4)))
    dragged = value(page)
    assert dragged > 3
    says(page, f"C={dragged} ")
    assert sent_values(page)[-1] is None
    box = track(page)
    page.touchscreen.tap(box["x"] + 4, box["y"] + 12)
    says(page, "C=0.001 ")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.long
def test_a_finger_that_goes_down_scrolls_and_moves_nothing(site: str, visit: Visit) -> None:
    page = opened(visit, site, width=390, height=300, touch=True)
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    slider(page).scroll_into_view_if_needed()
    before = page.evaluate(scrolled)
    box = track(page)
    x, y = box["x"] + box["width"] * 0.8, box["y"] + 12
    finger(page, *((x, y - up) for up in range(0, 120, 8)))
    page.wait_for_function(f"{scrolled} > {before} + 40")
    assert value(page) == 1
    assert sent_values(page) == []


# ---- keys ------------------------------------------------------------------------------------------------------------


def test_keys_step_to_round_numbers(page: Any) -> None:
    slider(page).focus()
    seen = []
    for key in (
        "ArrowRight",
        "ArrowUp",
        "ArrowLeft",
        "Shift+ArrowRight",
        "PageUp",
        "PageDown",
        "End",
        "ArrowDown",
        "Home",
    ):
        page.keyboard.press(key)
        seen.append(value(page))
    assert seen == [1.3, 1.6, 1.3, 1.32, 13.2, 1.32, 1000, 790, 0.001]
    says(page, "C=0.001 ")
    slider(page, N).focus()
    seen = []
    for key in ("ArrowRight", "PageUp", "Shift+ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
        seen.append(value(page, N))
    assert seen == [101, 111, 110, 4, 1000]
    slider(page, T).focus()
    seen = []
    for key in ("ArrowRight", "Shift+ArrowRight", "PageDown"):
        page.keyboard.press(key)
        seen.append(value(page, T))
    assert seen == [0.01, 0.011, -0.089]
    slider(page, NU).focus()
    page.keyboard.press("End")
    says(page, "nu=inf")
    assert value(page, NU) == math.inf
    page.keyboard.press("ArrowLeft")
    says(page, "nu=5")


def test_a_held_key_sends_live_messages_and_one_final_value(page: Any) -> None:
    slider(page).focus()
    page.keyboard.down("ArrowRight")
    page.wait_for_timeout(400)  # delay before a keyboard repeats
    for _ in range(9):
        page.keyboard.down("ArrowRight")
        page.wait_for_timeout(30)
    assert sent_values(page) == ["1.3", "1.6", "2", "2.5", "3.2", "4", "5", "6.3", "7.9", "10"]
    page.get_by_text("runs=1", exact=True).wait_for()
    page.keyboard.up("ArrowRight")
    says(page, "C=10")
    says(page, "runs=2")
    assert sent_values(page)[-1] is None


@pytest.mark.long
def test_a_key_without_a_keyup_event_counts_as_released(page: Any) -> None:
    slider(page).focus()
    page.keyboard.down("ArrowRight")
    page.keyboard.down("ArrowRight")
    says(page, "C=1.6 ")
    assert sent_values(page) == ["1.3", "1.6", None]
    page.keyboard.up("ArrowRight")


# ---- typing ----------------------------------------------------------------------------------------------------------


def test_a_number_is_read_as_it_is_meant(page: Any) -> None:
    for text, number in (
        ("1,5", "1.5"),
        ("1e-3", "0.001"),
        ("1/3", "0.3333333333333333"),
        (" 3.14159 ", "3.14159"),
        ("10^-2", "0.01"),
        (".5", "0.5"),
        ("1,234,567/1e3", "1234.567"),
        ("½", "0.5"),
        ("2×3!", "12"),
    ):
        field(page).fill(text)
        field(page).press("Enter")
        says(page, f"C={number} ")
        assert slider(page).get_attribute("aria-valuetext") == number


def test_an_unreadable_text_gets_a_message_and_the_old_number_stays(page: Any) -> None:
    problem = page.locator(".st-key-C-number .kv-problem")
    for text, sentence in (
        ("soon", "“soon” is not a number."),
        ("", "C needs a number."),
        ("1e7", "C must be between 10⁻⁶ and 10⁶."),
        ("-1", "C must be between 10⁻⁶ and 10⁶."),
        ("∞", "C must be between 10⁻⁶ and 10⁶."),
    ):
        field(page).fill(text)
        field(page).press("Enter")
        assert problem.inner_text() == sentence
        assert value(page) == 1
        assert field(page).get_attribute("aria-invalid") == "true"
    field(page, N).fill("2.5")
    field(page, N).press("Enter")
    assert page.locator(".st-key-n-number .kv-problem").inner_text() == "n must be a whole number."
    assert field(page).input_value() == "1"  # after leaving, the field shows the value in use
    page.get_by_text("runs=1", exact=True).wait_for()
    field(page).fill("2")
    assert problem.is_hidden()
    field(page).press("Tab")  # leaving the field is as good as Enter
    says(page, "C=2.0 ")


def test_every_spelling_of_the_table_has_its_value_in_the_browser_too(page: Any) -> None:
    rows = json.loads(TABLE.read_text("utf-8"))
    script = """async ([address, rows]) => {
        const { readNumber } = await import(new URL(address, document.baseURI));
        const read = (text, sign) => readNumber(text, sign);
        return rows.map(([text]) => [".", ","].map((sign) => read(text, sign)));
    }"""
    found = page.evaluate(script, [asset_routes.url("typed_number.js"), rows])
    for (text, *expected), read in zip(rows, found, strict=True):
        for language, values, got in zip(("en", "de"), expected, read, strict=True):
            value = "unclear" if "readings" in got else got.get("value")
            assert value == (
                values if values is None or isinstance(values, str) else pytest.approx(values, rel=1e-14)
            ), (
                text,
                language,
            )


def test_a_typed_number_with_two_readings_is_refused_with_both(page: Any) -> None:
    field(page).fill("1,500")
    field(page).press("Enter")
    problem = page.locator(".st-key-C-number .kv-problem").inner_text()
    assert problem == "“1,500” can mean 1.5 or 1500: type the one that is meant."


def test_infinity_is_accepted_where_it_is_allowed(page: Any) -> None:
    for text in ("∞", "inf"):
        field(page, NU).fill(text)
        field(page, NU).press("Enter")
        says(page, "nu=inf")
        assert field(page, NU).input_value() == "∞"
        field(page, NU).fill("1.5")
        field(page, NU).press("Enter")
        says(page, "nu=1.5")


def test_the_range_grows_with_what_is_typed(page: Any) -> None:
    field(page).fill("4321")
    field(page).press("Enter")
    says(page, "C=4321")
    assert slider(page).get_attribute("aria-valuemax") == "5000"
    slider(page).press("End")
    says(page, "C=5000")
    slider(page).press("Home")
    says(page, "C=0.001 ")
    assert slider(page).get_attribute("aria-valuemax") == "5000"


# ---- order of messages -----------------------------------------------------------------------------------------------


LATE = """
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (type, handler, ...more) {
        const late = (event) => setTimeout(() => handler.call(this, event), window.late ?? 0);
        return listen.call(this, type, type === "message" ? late : handler, ...more);
    };
"""


def far_away(visit: Visit, site: str, address: str = "") -> Any:
    """Open a page to which the server's messages come 0.8 seconds late."""
    page = opened(visit, site, address, script=LATE)
    page.evaluate("window.late = 800")
    return page


def test_a_late_answer_does_not_change_a_held_number(site: str, visit: Visit) -> None:
    page = far_away(visit, site)
    slider(page).press("ArrowRight")  # 1.3 is on its way, and its answer late
    x, y = grab(page)
    page.mouse.move(x + 90, y, steps=3)
    before = value(page)
    says(page, "C=1.3 ")  # the answer has come
    assert value(page) == before > 1.6
    page.mouse.up()
    says(page, f"C={before} ")
    assert value(page) == before


@pytest.mark.long
def test_an_answer_to_an_older_move_changes_nothing(site: str, visit: Visit) -> None:
    page = far_away(visit, site)
    slider(page).focus()
    seen = []
    for _ in range(20):
        seen.append(value(page))
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(150)
    assert seen == sorted(set(seen))
    says(page, "C=100.0 ")
    assert value(page) == 100


def test_quick_moves_end_on_the_last(site: str, visit: Visit) -> None:
    page = opened(visit, site, "?slow=true")
    slider(page).focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    assert value(page) == 10
    says(page, "C=10")
    assert value(page) == 10


def test_a_value_set_by_an_example_reaches_the_control(page: Any) -> None:
    slider(page).press("End")
    says(page, "C=1000")
    page.get_by_role("button", name="Example", exact=True).click()
    says(page, "C=3.0 ")
    assert value(page) == 3
    slider(page).press("ArrowRight")
    says(page, "C=3.2 ")


def test_going_back_restores_the_earlier_number(page: Any) -> None:
    slider(page).press("End")
    says(page, "C=1000")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '1000'")
    page.get_by_role("link", name="Plane").click()
    page.get_by_role("heading", name="Plane").wait_for()
    slider(page).wait_for()
    assert value(page) == 1000  # the same number, on another page
    slider(page).press("ArrowLeft")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '790'")
    page.go_back()
    page.get_by_role("heading", name="Numbers").wait_for()
    says(page, "C=1000")
    assert value(page) == 1000


# ---- accessibility and size ------------------------------------------------------------------------------------------


def test_aria_attributes_describe_the_slider(page: Any) -> None:
    attributes = slider(page).evaluate("(e) => Object.fromEntries([...e.attributes].map((a) => [a.name, a.value]))")
    assert attributes["aria-label"] == C
    assert (attributes["aria-valuemin"], attributes["aria-valuemax"], attributes["aria-valuenow"]) == (
        "0.001",
        "1000",
        "1",
    )
    assert attributes["aria-orientation"] == "horizontal"
    assert (
        page.evaluate("(id) => document.getElementById(id).textContent", attributes["aria-describedby"])
        == "What a unit of slack costs."
    )
    help = page.get_by_role("button", name=f"What is {C}?")
    assert help.get_attribute("title") == "What a unit of slack costs."
    help.click()
    assert page.get_by_text("What a unit of slack costs.").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_number_is_compact_and_large_enough_for_a_finger(site: str, visit: Visit, width: int) -> None:
    page = opened(visit, site, width=width, touch=width == 390)
    for name in (C, N, T, NU):
        box = slider(page, name).bounding_box()
        assert min(box["width"], box["height"]) >= 20
        whole = slider(page, name).locator("xpath=../..").bounding_box()
        assert whole["height"] <= 54
        assert whole["x"] + whole["width"] <= width
    assert page.complaints == []


@pytest.mark.long
def test_the_scripts_are_fetched_once(page: Any) -> None:
    for name in ("number.js", "positions.js"):
        assert page.requested.count(next(url for url in page.requested if url.endswith(name))) == 1
    assert asset_routes.url("number.js") in " ".join(page.requested)
