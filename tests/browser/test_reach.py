"""Use of the app without a mouse, and on unusual screens.

These are a phone, a projector in a lecture hall, and a machine without WebGL.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import navigation
from tests.browser.conftest import PATIENCE
from tests.browser.instance import SWITCHES
from tests.browser.test_app import shown

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
MOST = 20  # key presses from the top of a page to a result
FOCUSED = "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent)"
AT_THE_TOP = "document.activeElement.closest('.kv-jump') !== null"


class Keys:
    """Keyboard that counts its key presses."""

    def __init__(self, page: Any) -> None:
        self.page, self.pressed = page, 0
        page.locator(".kv-jump").wait_for(state="attached")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def tab_to(self, name: str) -> None:
        """Press Tab, and arrows among the links at the top, until the focused element has this name."""
        while self.page.evaluate(FOCUSED) != name:
            assert self.pressed < MOST, f"{name} is not reached; the focus is on {self.page.evaluate(FOCUSED)}"
            self.press("ArrowRight" if self.page.evaluate(AT_THE_TOP) else "Tab")


# ---- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "link", "control", "name"),
    [
        pytest.param("svm", "To the controls", "C, penalty", "C", id="svm"),
        pytest.param("lift", "To data and kernel", "γ, inverse width of rbf", "k", id="lift", marks=pytest.mark.long),
    ],
)
def test_a_number_is_moved_by_few_keys_from_the_top(
    app: str, visit: Visit, address: str, link: str, control: str, name: str
) -> None:
    page = visit(f"{app}/{address}")
    shown(page)
    keys = Keys(page)
    keys.tab_to(link)
    keys.press("Enter")
    keys.tab_to(control)
    while page.evaluate("document.activeElement.getAttribute('role')") != "slider":
        keys.press("Tab")
    keys.press("ArrowRight")
    page.wait_for_function("(name) => new URLSearchParams(location.search).has(name)", name)
    assert keys.pressed <= MOST


def test_an_example_is_opened_by_few_keys_from_the_top(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    shown(page)
    keys = Keys(page)
    keys.tab_to("To the examples")
    keys.press("Enter")
    keys.press("Enter")
    menu = page.locator('[data-testid="stPopoverBody"]')
    menu.wait_for()
    page.wait_for_function("document.activeElement.closest('[data-testid=\"stPopoverBody\"] button') !== null")
    keys.press("Tab")
    keys.press("Enter")
    assert keys.pressed <= MOST
    page.wait_for_function("location.search.includes('k=')")


@pytest.mark.long
def test_the_probe_and_the_tabs_are_few_presses_away(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    shown(page)
    page.locator(".st-key-plane .kv-grip").first.wait_for(state="attached")
    keys = Keys(page)
    keys.tab_to("To the picture")
    keys.press("Enter")
    assert page.evaluate(FOCUSED) == "probe"
    keys.press("ArrowRight")
    page.wait_for_function("new URLSearchParams(location.search).has('px')")
    page.evaluate("document.querySelector('.kv-jump button').focus()")
    keys.tab_to("To the tabs")
    keys.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "tab"
    assert keys.pressed <= MOST


def test_a_question_mark_lists_the_keys_except_in_a_text_field(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    shown(page)
    page.locator(".kv-jump").wait_for(state="attached")
    dialog = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    dialog.filter(has_text="eraser").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    page.locator(".st-key-k input").focus()
    page.keyboard.press("?")
    assert not dialog.is_visible()


# ---- a phone ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_on_a_phone_the_pages_are_in_the_bar(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=390, height=844, touch=True)
    shown(page)
    bar = page.get_by_role("navigation", name="Pages", exact=True)
    bar.get_by_role("button", name="Support vectors").tap()
    assert bar.get_by_role("listitem").count() == len(navigation.entries(Path(__file__).parents[2]))
    bar.get_by_role("link", name="Smallest hypersphere").tap()
    page.wait_for_function("location.pathname === '/sphere'")
    bar.get_by_role("button", name="Smallest hypersphere").wait_for()
    assert not bar.get_by_role("list").first.is_visible()
    shown(page)
    bar.get_by_role("link", name="Page after: Nearest neighbours").tap()
    page.wait_for_function("location.pathname === '/neighbors'")
    assert page.locator('[data-testid="stSidebar"]').get_attribute("data-collapsed") == "true"


def test_on_a_phone_the_picture_stays_beside_the_number_that_moves_it(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=390, height=844, touch=True)
    shown(page)
    slider = page.get_by_role("slider", name="C, penalty")
    slider.evaluate("(it) => it.scrollIntoView({block: 'end'})")
    page.wait_for_timeout(300)
    plane = page.locator(".st-key-plane .nsewdrag").first.bounding_box()
    at = slider.bounding_box()
    assert plane["y"] >= 40
    assert plane["y"] + plane["height"] < at["y"] < at["y"] + at["height"] <= 844 + 1  # a page scrolls by whole pixels
    page.get_by_text("Certificate").first.evaluate("(it) => it.scrollIntoView({block: 'end'})")
    page.wait_for_timeout(300)
    assert page.locator(".st-key-plane .nsewdrag").first.bounding_box()["y"] >= 40


def test_a_closed_drawer_is_no_stop_of_the_keyboard(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=390, height=844)
    shown(page)
    drawer = page.get_by_test_id("stSidebar")
    drawer.get_by_label("Help for Kernel").wait_for(state="attached")  # the last element, once drawn
    seen = "(drawer) => [...drawer.querySelectorAll(':is(input, button)')].filter((it) => it.checkVisibility({visibilityProperty: true})).length"
    assert drawer.get_attribute("data-collapsed") == "true"
    assert drawer.evaluate(seen) == 0
    keys = Keys(page)
    keys.tab_to("To data and kernel")
    keys.press("Enter")
    page.wait_for_function("document.activeElement.closest('[data-testid=\"stSidebarUserContent\"]') !== null")
    assert drawer.evaluate(seen) > 0


@pytest.mark.long
def test_on_a_phone_every_line_of_a_proof_ends_in_its_box(app: str, visit: Visit) -> None:
    page = visit(f"{app}/compose?k=1.2*rbf(gamma=2)-rbf(gamma=1)", width=390, height=844, touch=True)
    page.locator(".st-key-proof .kv-plot[data-revision]").wait_for()
    ends = """() => {
        const right = document.querySelector('.st-key-proof .kv-graph').getBoundingClientRect().right - 4;
        const lines = [...document.querySelectorAll('.st-key-proof text tspan, .st-key-proof text')];
        return [lines.length, lines.filter((each) => each.getBoundingClientRect().right > right - 4).map((each) => each.textContent)];
    }"""
    page.wait_for_function(f"({ends})()[0] > 20")
    assert page.evaluate(ends)[1] == []


@pytest.mark.long
def test_the_drawer_is_hidden_while_its_number_is_moved(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=390, height=844, touch=True)
    shown(page)
    page.get_by_role("button", name="Expand sidebar").tap()
    slider = page.get_by_role("slider", name="γ, inverse width of rbf")
    slider.focus()
    seen = "getComputedStyle(document.querySelector('[data-testid=\"stSidebarContent\"]')).visibility"
    page.keyboard.down("ArrowRight")
    page.wait_for_function(f"{seen} === 'hidden'")
    assert slider.evaluate("(it) => getComputedStyle(it).visibility") == "visible"
    page.keyboard.up("ArrowRight")
    page.wait_for_function(f"{seen} === 'visible'")


# ---- a hall ----------------------------------------------------------------------------------------------------------


def smallest(page: Any) -> float:
    """Return the smallest font size of the picture, in pixels."""
    words = ".st-key-plane .kv-graph .xtick text, .st-key-plane .kv-graph .legendtext"
    page.locator(words).first.wait_for(state="attached")
    size = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.st-key-plane .kv-graph text')].filter((t) => t.textContent && t.getClientRects().length)"
        ".map((t) => parseFloat(getComputedStyle(t).fontSize)))"
    )
    return float(size)


@pytest.mark.long
def test_the_size_for_a_hall_is_one_switch_and_stays(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=1280, height=720)
    shown(page)
    plain = smallest(page)
    page.get_by_role("button", name="Large, for a hall").click()
    page.wait_for_function("location.search === '?size=hall'")
    page.wait_for_function("document.querySelector('.st-key-plane .kv-graph')._fullLayout.legend.font.size > 18")
    assert smallest(page) == pytest.approx(1.7 * plain)
    assert smallest(page) >= 18  # a third of it can still be read
    slider = page.get_by_role("slider", name="C, penalty")
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '1.3'")
    shown(page)
    assert "size=hall" in page.url
    assert smallest(page) == pytest.approx(1.7 * plain)
    page.reload()
    shown(page)
    assert smallest(page) == pytest.approx(1.7 * plain)
    assert page.locator(".kv-notes").count() == 0  # the address is understood
    page.get_by_role("button", name="Large, for a hall").click()
    page.wait_for_function("!location.search.includes('size')")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["svm", "story?story=what-is-a-kernel"])
def test_p_switches_the_size_for_a_hall(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/{name}", width=1280, height=720)
    page.locator(".kv-jump").wait_for(state="attached")
    shown(page)
    page.keyboard.press("p")
    page.wait_for_function("new URLSearchParams(location.search).get('size') === 'hall'")
    page.keyboard.press("p")
    page.wait_for_function("!location.search.includes('size')")


@pytest.mark.slow
def test_p_has_its_other_meanings_in_a_picture_and_in_a_course(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm", width=1280, height=720)
    page.locator(".kv-jump").wait_for(state="attached")
    shown(page)
    page.locator(".kv-plot .kv-grip").first.press("p")  # the point before
    assert "size" not in page.url
    page.goto(f"{app}/course?course=s0")
    page.locator(".kv-course li, .kv-course button").first.wait_for()
    shown(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("p")
    page.wait_for_function("new URLSearchParams(location.search).get('present') === '1'")
    assert "size" not in page.url


@pytest.mark.parametrize(
    "name", ["svm", *(pytest.param(each, marks=pytest.mark.long) for each in ("ridge", "mercer", "dual"))]
)
def test_in_a_hall_the_picture_ends_on_the_first_screen(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/{name}?size=hall", width=1280, height=720)
    page.locator(".kv-plot[data-revision]").first.wait_for()
    page.locator(".kv-jump").wait_for(state="attached")
    page.wait_for_function("document.querySelector('.kv-plot').getBoundingClientRect().bottom <= innerHeight")
    bar = page.locator(".kv-plot").first.locator(".colorbar")
    assert all(each["y"] + each["height"] <= 720 for each in (one.bounding_box() for one in bar.all()))


# ---- without WebGL ---------------------------------------------------------------------------------------------------


@pytest.fixture
def flat(browser: Any, chromium: str) -> Iterator[Any]:
    """Yield a browser without WebGL, in addition to the shared one."""
    instance = browser.browser_type.launch(executable_path=chromium, args=[*SWITCHES, "--disable-3d-apis"])
    yield instance
    instance.close()


@pytest.mark.long
def test_without_webgl_a_3d_picture_is_a_projection_that_turns(app: str, flat: Any) -> None:
    page = flat.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{app}/lift")
    picture = page.locator(".kv-plot[data-revision]").first
    picture.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    graph = "document.querySelector('.kv-plot .kv-graph')"
    assert not page.evaluate(f"{graph}._fullLayout.scene") if page.evaluate(f"Boolean({graph}._fullLayout)") else False
    assert "WebGL" not in picture.inner_text()
    corner = f"(() => {{ const [box] = {graph}.data; return [...box.x].slice(0, 2) }})()"
    before = page.evaluate(corner)
    box = picture.locator(".nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 250)
    page.mouse.down()
    page.mouse.move(box["x"] + 280, box["y"] + 270, steps=5)
    page.mouse.up()
    for _ in range(100):
        if page.evaluate(corner) != before:
            break
        page.wait_for_timeout(100)
    assert page.evaluate(corner) != before
    assert complaints == []
