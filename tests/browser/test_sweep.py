"""Sweep in the real app: computed once, then browsed without the server; stopped, applied, and as a map."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import sleep
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.test_axe import axe, sizes_and_themes, violations
from tests.browser.test_pages import drawn, idle, numbers, query, quiet

__all__ = ["axe"]
Visit = Callable[..., Any]
READY = """() => { const fold = document.querySelector('.kv-sweep');
  return fold?.open && !fold.querySelector('.kv-film').hidden && fold.querySelector('progress').hidden }"""
FRAMES = "/kernviz-sweep/"
SLIM = 44  # pixels: most height of the bar of a sweep


def opened(visit: Visit, url: str, **more: Any) -> Any:
    """Open the page and return it when its sweep is computed."""
    page = visit(url, **more)
    page.locator(".kv-plot[data-revision]").first.wait_for(state="attached")
    page.wait_for_function(READY)
    idle(page)
    return page


def step(page: Any, key: str) -> int:
    """Press one key on the sweep's slider; return the number of the frame painted then."""
    rail = page.locator(".kv-sweep input[type=range]")
    rail.press(key)
    page.wait_for_function(
        "() => { const d = document.querySelector('.kv-sweep').dataset; return d.shown === d.place }"
    )
    return int(page.locator(".kv-sweep").get_attribute("data-shown"))


SCRUB = """async () => {
  const fold = document.querySelector('.kv-sweep'), rail = fold.querySelector('input[type=range]'), seen = [];
  for (let i = 0; i <= Number(rail.max); i++) {
    rail.value = i;
    rail.dispatchEvent(new Event('input'));
    while (fold.dataset.shown !== String(i)) await new Promise(requestAnimationFrame);
    seen.push([document.querySelector('.kv-plot [role=img]').ariaLabel, document.querySelectorAll('.kv-readouts dd')[1].innerText]);
  }
  return seen;
}"""


def alt(page: Any) -> str:
    return str(page.locator(".kv-plot [role=img]").first.get_attribute("aria-label"))


@pytest.mark.slow
def test_browsing_sixty_frames_makes_no_request(app: str, visit: Visit) -> None:
    page = opened(visit, f"{app}/svm?n=200&sweep=gamma:0.01:100:60")
    progress = page.locator(".kv-work").inner_text()
    size = re.search(r"60 pictures, ([\d.]+) MB kept in this browser", progress)
    assert size is not None, progress
    assert 1 < float(size[1]) < 8
    asked = len(page.requested)
    seen = page.evaluate(SCRUB)
    assert page.requested[asked:] == []
    assert len(seen) == 60
    assert len({words for words, _ in seen}) > 50
    assert query(page, "k") is None  # nothing is set
    step(page, "Home")
    there = tuple(seen[step(page, "ArrowRight")])
    page.get_by_role("button", name="Stay here").click()
    page.wait_for_function("new URLSearchParams(location.search).get('k') !== null")
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    assert (alt(page), numbers(page)[1]) == there  # the frame shows the page's own result
    assert page.evaluate(READY)  # and the sweep is still there
    step(page, "End")
    page.get_by_role("button", name="Options of the sweep").click()
    page.get_by_role("button", name="Back").click()
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    idle(page)
    page.wait_for_function("(n) => document.querySelectorAll('.kv-readouts dd')[1].innerText === n", arg=there[1])
    assert alt(page) == there[0]
    quiet(page, app)


@pytest.mark.long
def test_a_cell_of_a_map_opens_the_page_at_its_values(app: str, visit: Visit) -> None:
    page = opened(visit, f"{app}/svm?n=40&sweep=gamma:0.1:10:3&sweep2=C:1:100:3")
    cells = page.locator(".kv-map td a")
    assert cells.count() == 9
    params = parse_qs(urlsplit(cells.nth(8).get_attribute("href")).query)
    assert (params["k"], params["C"], params["n"]) == (["rbf(gamma=10)"], ["100"], ["40"])
    assert "sweep" not in params
    first, last = cells.nth(0), cells.nth(8)
    first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert last.evaluate("cell => cell === document.activeElement")
    page.keyboard.press("Enter")
    page.wait_for_function("new URLSearchParams(location.search).get('C') === '100'")
    idle(page)
    assert query(page, "k") == "rbf(gamma=10)"
    page.get_by_role("combobox", name="read-out of the curve").select_option("support vectors")
    mine = numbers(page)[1]
    assert cells.nth(8).inner_text() == mine.split(" / ")[0]
    assert cells.nth(8).get_attribute("aria-current") == "true"
    quiet(page, app)


@pytest.mark.long
def test_a_sweep_ends_with_its_page_a_changed_value_or_the_stop_button(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm?n=40")
    drawn(page)
    page.route(f"**{FRAMES}**", lambda route: (sleep(0.15), route.continue_()))
    page.locator(".kv-sweep summary").click()
    page.get_by_role("button", name="Compute").click()
    page.wait_for_function("!document.querySelector('.kv-sweep .kv-film').hidden")
    step(page, "ArrowRight")  # browsing the frames does not stop the computation
    before = len([url for url in page.requested if FRAMES in url])
    page.wait_for_function(
        f"performance.getEntriesByType('resource').filter((r) => r.name.includes('{FRAMES}')).length > {before}"
    )
    page.get_by_role("button", name="Cancel").click()
    asked = len(page.requested)
    page.wait_for_timeout(700)
    assert not [url for url in page.requested[asked:] if FRAMES in url]
    assert page.locator(".kv-problem", has_text="Cancelled.").is_visible()
    page.get_by_role("button", name="Compute").click()
    page.get_by_role("slider", name="C, penalty").press("ArrowRight")
    page.get_by_text("The page has changed since then: compute the sweep again.").wait_for()
    asked = len(page.requested)
    page.wait_for_timeout(700)
    assert not [url for url in page.requested[asked:] if FRAMES in url]
    page.get_by_role("button", name="Compute").click()
    page.wait_for_function("!document.querySelector('.kv-sweep .kv-film').hidden")
    page.get_by_test_id("stTopNavSection").filter(has_text="Machines").click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Ridge").click()
    page.wait_for_function("location.pathname === '/ridge'")
    page.get_by_role("heading", name="Ridge").wait_for()
    idle(page)
    asked = len(page.requested)
    page.wait_for_timeout(700)
    assert not [url for url in page.requested[asked:] if FRAMES in url]
    assert not page.locator(".kv-sweep").evaluate("fold => fold.open && !fold.querySelector('.kv-film').hidden")


@pytest.mark.long
def test_a_sweep_plays_by_key_and_slowly_with_reduced_motion(app: str, visit: Visit) -> None:
    page = opened(visit, f"{app}/mercer?sweep=gamma:0.1:10:9")
    step(page, "Home")
    page.keyboard.press("Space")
    page.wait_for_timeout(1600)
    page.keyboard.press("Space")
    place = int(page.locator(".kv-sweep").get_attribute("data-shown"))
    assert 1 <= place <= 3  # these windows ask for less motion: one a second
    page.wait_for_timeout(1200)
    assert int(page.locator(".kv-sweep").get_attribute("data-shown")) == place
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('.kv-sweep').dataset.shown === '8'")
    page.get_by_role("button", name="Play the sweep").wait_for()  # the animation stops at the end


@pytest.mark.long
def test_frames_side_by_side_and_invalid_choices_of_frames(app: str, visit: Visit) -> None:
    page = opened(visit, f"{app}/svm?n=40&sweep=gamma:1:100:3:side")
    page.wait_for_function("document.querySelectorAll('.kv-side .kv-small svg.main-svg').length >= 3")
    assert [words.split(" support")[0] for words in page.locator(".kv-side button > span").all_inner_texts()] == [
        f"γ = {value}" for value in (1, 10, 100)
    ]
    asked = len(page.requested)
    page.locator(".kv-side button").nth(2).click()
    page.wait_for_function("document.querySelector('.kv-sweep').dataset.shown === '2'")
    assert page.requested[asked:] == []
    wrong = visit(f"{app}/svm?sweep=nope:1:2")
    wrong.get_by_text("sweep=nope:1:2 was ignored: the page has no number of that name; it has gamma, C, s.").wait_for()


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(f"{page}?{address}", marks=pytest.mark.long)
        for page, address in (
            ("svm", "n=40&k=poly(degree=2)&sweep=degree:1:4:4:side"),
            ("svm", "n=40&sweep=gamma:0.1:10:3&sweep2=C:1:100:3"),
            ("lift", "sweep=lf_t:0:1:4:side"),
        )
    ],
)
def test_no_rule_of_axe_is_broken(app: str, visit: Visit, axe: str, address: str) -> None:
    page = opened(visit, f"{app}/{address}", width=1440, height=900)
    page.wait_for_timeout(500)
    found = {}
    for how in sizes_and_themes(page):
        found[how] = violations(page, axe)
        wide = page.evaluate(
            "document.querySelector('.kv-sweep').scrollWidth - document.querySelector('.kv-sweep').clientWidth"
        )
        assert wide <= 0, f"{how}: {wide} pixels too wide"
    assert not any(found.values()), found


@pytest.mark.slow
def test_in_a_hall_the_bar_of_a_sweep_covers_no_axis_title(app: str, visit: Visit) -> None:
    page = opened(visit, f"{app}/svm?n=40&sweep=gamma:1:100:3&size=hall", width=1280, height=720)
    page.wait_for_function(
        "() => { const box = (s) => document.querySelector(s)?.getBoundingClientRect();"
        " return box('.kv-plot .xtitle')?.bottom <= box('.kv-sweep').top && box('.kv-sweep').bottom <= innerHeight }"
    )


@pytest.mark.slow
@pytest.mark.parametrize("more", ["12", "3:side"])
def test_a_link_with_a_sweep_shows_it_on_the_first_screen(app: str, visit: Visit, more: str) -> None:
    """The slider is visible under the picture.

    Pictures side by side are as wide as the page, and have their read-outs.
    """
    page = opened(visit, f"{app}/svm?n=40&sweep=gamma:1:100:{more}", width=1280, height=720)
    bar = page.locator(".kv-sweep .kv-bar")
    if "side" not in more:
        box = bar.bounding_box()
        assert box["y"] > 0
        assert box["y"] + box["height"] <= 720
        whole, picture = (page.locator(each).first.bounding_box() for each in (".kv-sweep", ".kv-plot"))
        assert whole["height"] <= SLIM  # one row, so that it covers no axis title
        assert whole["y"] >= picture["y"] + picture["height"] - 1
        assert not page.locator(".kv-sweep form").is_visible()  # folded away
        page.get_by_role("button", name="Options of the sweep").click()
        page.get_by_role("button", name="Range, map …").click()
        assert page.locator(".kv-sweep form").is_visible()
        return
    page.wait_for_function("document.querySelectorAll('.kv-side .kv-small svg.main-svg').length >= 3")
    page.wait_for_function(
        "() => { const box = document.querySelector('.kv-side').getBoundingClientRect(); return box.top >= 0 && box.top < 600 }"
    )
    wide = page.evaluate("document.querySelector('.kv-side').clientWidth")
    assert wide > 0.95 * page.evaluate("document.querySelector('.st-key-kv-below').clientWidth")
    for words in page.locator(".kv-side button > span").all_inner_texts():
        assert words.count(" · ") == 2  # three read-outs
