"""Layout of every page in a window: a large picture, controls beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.layout import HALL, IDLE, PAGES, STORIES, Measured, all_windows, measured, story_windows

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
HIGH, WIDE = 0.55, 0.50  # of the window, at least
IN_A_HALL = 0.75  # of its height
FRAME_IN_A_HALL = 0.55  # of its height, at least: the plane, the scene or the rows inside the picture
IN_GERMAN = 0.65  # of its height, at least: the plane beside a legend with long names
ON_A_PHONE = 0.90  # of its width
NEAR = 200  # pixels from the picture to the nearest control, at most
WITHOUT = ("words", "kernel_or_not", "errata", "who_drew_this")  # pages of words, or of a question
OFTEN = ("svm", "lift")
STEPS = (
    "what_is_a_kernel&step=bumps",
    "what_is_a_kernel&step=two-rings",
    "what_is_a_kernel&step=lift",
    "s0&step=ruler",
)


@pytest.mark.parametrize(
    "name",
    [page if page in OFTEN else pytest.param(page, marks=pytest.mark.long) for page in PAGES if page not in WITHOUT],
)
def test_the_picture_is_large_and_a_control_is_near(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/{name}", width=1440, height=900)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    assert not [row.row() for row in all_windows(page, name) if not large(row)]


@pytest.mark.parametrize(
    "query",
    [pytest.param("", marks=pytest.mark.long), pytest.param("lang=de", marks=pytest.mark.long)],
    ids=["en", "de"],
)
@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_cut_or_covered(app: str, visit: Visit, name: str, query: str) -> None:
    page = visit(f"{app}/{name}?{query}", width=1440, height=900)
    page.locator(".kv-jump").wait_for(state="attached", timeout=60_000)
    assert not [row.row() for row in all_windows(page, name) if any(row.faults().values())]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", STORIES)
def test_no_text_of_a_story_is_cut_or_covered(app: str, visit: Visit, name: str, lang: str) -> None:
    page = visit(f"{app}/{name}&lang={lang}", width=1440, height=900)
    assert not [row.row() for row in story_windows(page, name) if any(row.faults().values())]


def large(row: Measured) -> bool:
    """Return True if the picture has its share of the window and a control is near it."""
    if row.window.startswith("390"):
        return row.width >= ON_A_PHONE
    high, frame = (IN_A_HALL, FRAME_IN_A_HALL) if "hall" in row.window else (HIGH, 0.0)
    if row.planeHeight < frame:
        return False
    return row.height >= high and row.width >= WIDE and row.control is not None and row.control <= NEAR


@pytest.mark.parametrize("name", ["geometry", pytest.param("sphere", marks=pytest.mark.long)])
def test_long_names_in_the_legend_leave_the_plane_its_size(app: str, visit: Visit, name: str) -> None:
    """German names in one line would take a third of the picture's width in a lecture hall."""
    page = visit(f"{app}/{name}?lang=de&size=hall", width=HALL[0], height=HALL[1])
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    row = measured(page, name, "hall")
    assert row.planeHeight >= IN_GERMAN, row.row()


@pytest.mark.parametrize("step", [STEPS[0], *(pytest.param(step, marks=pytest.mark.long) for step in STEPS[1:])])
def test_the_picture_of_a_presented_step_is_large(app: str, visit: Visit, step: str) -> None:
    page = visit(f"{app}/course?course={step}&present=1", width=HALL[0], height=HALL[1])
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    row = measured(page, step, "presented")
    assert row.height >= IN_A_HALL, row.row()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_numbers_under_a_long_presented_question_are_on_the_screen(app: str, visit: Visit, lang: str) -> None:
    page = visit(f"{app}/course?course={STEPS[0]}&present=1&lang={lang}", width=HALL[0], height=HALL[1])
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    measured(page, STEPS[0], "presented")
    box = page.locator(".kv-readouts").last.bounding_box()
    assert box["y"] + box["height"] <= HALL[1], box


CUT_FORMULAS = """() => [...document.querySelectorAll('[data-testid="stColumn"] .katex-display')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.slice(0, 30))"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_formula_fits_its_column_in_a_hall_and_after_the_column_is_narrower(
    app: str, visit: Visit, motion: str
) -> None:
    """A formula's width is measured right after its font size is set, so the size must not change in a transition."""
    page = visit(f"{app}/geometry?size=hall", width=HALL[0], height=HALL[1])
    page.emulate_media(reduced_motion=motion)
    formulas = page.locator('[data-testid="stColumn"] .katex-display')
    formulas.nth(1).wait_for(timeout=60_000)
    page.wait_for_selector(IDLE)
    page.wait_for_function(f"!({CUT_FORMULAS})().length")
    before = formulas.nth(1).bounding_box()["width"]
    formulas.nth(1).evaluate("(each) => (each.closest('[data-testid=stColumn]').style.maxWidth = '300px')")
    page.wait_for_function(f"!({CUT_FORMULAS})().length")
    assert formulas.nth(1).bounding_box()["width"] < before


@pytest.mark.parametrize("size", ["normal", "hall"])
def test_the_size_for_a_hall_hides_menu_and_sidebar(app: str, visit: Visit, size: str) -> None:
    page = visit(f"{app}/svm?size={size}" if size == "hall" else f"{app}/svm", width=HALL[0], height=HALL[1])
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    folded = size == "hall"
    page.wait_for_selector(f'[data-testid="stSidebar"][data-collapsed="{str(folded).lower()}"]', state="attached")
    assert page.locator('[data-testid="stTopNav"]').is_visible() != folded
    page.get_by_role("slider", name="γ, inverse width of rbf").first.wait_for()  # beside the picture, or in the sidebar


UNUSED = """() => {
    const plot = document.querySelector('.kv-plot'), box = plot.getBoundingClientRect();
    const around = plot.closest('[data-testid="stElementContainer"]').getBoundingClientRect();
    const { _size: room, yaxis } = plot.querySelector('.js-plotly-plot')._fullLayout;
    return { below: around.bottom - box.bottom, high: box.height / box.width,
             inside: yaxis?._length && !plot.querySelector('.gl-container canvas') ? room.h - yaxis._length : 0 };
}"""


@pytest.mark.parametrize("name", ["lift", "dual", "multiclass", "neighbors", "objects"])
def test_on_a_phone_no_room_is_left_unused_around_the_picture(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/{name}", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    found = page.evaluate(UNUSED)
    assert found["below"] <= 40, found  # a line of caption
    assert found["inside"] <= 60, found
    assert found["high"] <= 1.5, found


def test_a_turned_phone_has_the_picture_of_one_held_upright(app: str, visit: Visit) -> None:
    """The box turns from a free shape to a square with padding, over which the graph is drawn."""
    page = visit(f"{app}/svm", width=844, height=390, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    measured(page, "svm", "on its side")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert measured(page, "svm", "upright").planeWidth > 0.7


WHOLE = """() => { const box = document.querySelector('.kv-plot').getBoundingClientRect(), row = [...document.querySelectorAll('.st-key-kv-round-head button')];
    return { bottom: box.bottom, plane: document.querySelector('.nsewdrag').getBoundingClientRect().height,
             cut: row.filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent) }; }"""


@pytest.mark.parametrize(
    ("width", "height", "query"),
    [(*HALL, "size=hall"), (*HALL, "size=hall&lang=de"), (1440, 900, ""), (390, 844, "")],
)
def test_the_picture_of_a_round_is_seen_whole(app: str, visit: Visit, width: int, height: int, query: str) -> None:
    page = visit(f"{app}/who_drew_this?{query}", width=width, height=height, touch=width < 640)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    measured(page, "who_drew_this", query)
    found = page.evaluate(WHOLE)
    assert found["cut"] == []
    assert found["bottom"] <= height, found
    assert found["plane"] >= (HIGH if width > height else 0.2) * height, found


def test_in_a_hall_no_title_is_under_the_button_of_the_sidebar(app: str, visit: Visit) -> None:
    page = visit(f"{app}/errata?size=hall", width=HALL[0], height=HALL[1])
    button = page.get_by_test_id("stExpandSidebarButton")
    button.wait_for(timeout=60_000)
    title = page.locator("h1", has_text="Errata").evaluate(
        "(each) => each.getBoundingClientRect().left + parseFloat(getComputedStyle(each).paddingLeft)"
    )
    box = button.bounding_box()
    assert title >= box["x"] + box["width"], (title, box)


REFUTED = "compose?k=rbf(gamma%3D1)-0.3"


@pytest.mark.parametrize(("width", "height", "size"), [(1440, 900, ""), (*HALL, ""), (*HALL, "&size=hall")])
def test_the_picture_that_decides_is_on_the_first_screen(
    app: str, visit: Visit, width: int, height: int, size: str
) -> None:
    """The verdict in the band and the picture that shows it are seen together."""
    page = visit(f"{app}/{REFUTED}{size}", width=width, height=height)
    page.locator(".st-key-kv-leading .kv-plot[data-revision]").wait_for(timeout=60_000)
    measured(page, "compose", size)
    for selector in (".st-key-kv-band", ".st-key-kv-leading .kv-plot"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height, selector


@pytest.mark.parametrize("width", [1440, 390])
def test_data_can_be_chosen_by_their_small_pictures(app: str, visit: Visit, width: int) -> None:
    page = visit(f"{app}/svm?n=40", width=width, height=900)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    if width < 640:
        page.get_by_test_id("stExpandSidebarButton").click()
    shelf = page.locator(".kv-shelf.kv-slim")
    pressed = shelf.locator("[aria-pressed=true]")
    assert pressed.get_attribute("name") == "moons"
    shelf.get_by_role("button", name="Two circles").click()
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'circles'")
    page.wait_for_function("document.querySelector('.kv-shelf [aria-pressed=true]').name === 'circles'")


SHOWN = """() => [...document.querySelectorAll('[data-testid=stSidebarContent] *')].filter((each) => !each.closest('.kv-number.kv-held')
    && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && each.getClientRects().length && getComputedStyle(each).visibility === 'visible').map((each) => each.textContent.slice(0, 30))"""


def test_on_a_phone_the_drawer_shows_only_the_number_being_dragged(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=40", width=390, height=844, touch=True)
    page.locator(".kv-plot[data-revision]").first.wait_for(timeout=60_000)
    page.get_by_test_id("stExpandSidebarButton").click()
    thumb = page.locator("[data-testid=stSidebar] .kv-number [role=slider]").first
    thumb.wait_for()
    page.wait_for_timeout(500)  # the drawer slides in
    assert page.evaluate(SHOWN)
    box = thumb.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 5, steps=4)
    page.locator("[data-testid=stSidebar][data-kv-held]").wait_for()
    assert page.evaluate(SHOWN) == []
    assert thumb.is_visible()
    page.mouse.up()
    page.wait_for_function(f"({SHOWN})().length > 0")


# Words that end within a table's tools, which a touch screen always shows.
UNDER_TOOLS = """() => [...document.querySelectorAll('[data-testid=stElementToolbar]')].flatMap((tools) => {
  const place = tools.closest('[data-testid=stElementContainer]'), above = place.previousElementSibling;
  const box = tools.getBoundingClientRect();
  if (!above || !box.width || !place.checkVisibility()) return [];
  return above.getBoundingClientRect().bottom > box.top + 1 ? [above.textContent.slice(0, 40)] : [];
})"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["objects", "multiclass", pytest.param("pca", marks=pytest.mark.long)])
def test_on_a_phone_the_tools_of_a_table_cover_no_words(app: str, visit: Visit, name: str) -> None:
    page = visit(f"{app}/{name}", width=390, height=844, touch=True)
    page.locator("[data-testid=stElementToolbar]").first.wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(500)
    assert page.evaluate(UNDER_TOOLS) == []
