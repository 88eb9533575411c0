"""Page in a real browser after a bug, a forged message and a restart of the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import navigation
from tests.browser.conftest import START, free_port, serving
from tests.browser.protocol import TURNS, forged, session, widgets

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
PAGES = [entry.name for entry in navigation.entries(Path(__file__).parents[2])]


ADDRESS = {"course": {"course": "what_is_a_kernel", "step": "two-rings"}}


def idle(page: Any) -> None:
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def drawn(page: Any) -> None:
    page.locator('.st-key-five .kv-plot[data-revision]:has([aria-label="Five points in a row."])').wait_for()
    idle(page)


@pytest.mark.parametrize("where", ["lesson", "callback"])
def test_a_bug_keeps_the_picture_and_shows_an_error_number(site: str, visit: Visit, where: str) -> None:
    page = visit(f"{site}/failing")
    drawn(page)
    if where == "lesson":
        page.get_by_text("fail", exact=True).click()
    else:
        page.get_by_role("button", name="fail in a callback").click()
    report = page.locator('[class*="st-key-kv-mishap"]')
    report.wait_for()
    drawn(page)
    assert re.search(r"number [0-9a-f]{6}\.", report.inner_text())
    assert "ZeroDivisionError" not in page.content()
    assert page.get_by_test_id("stException").count() == 0
    if where == "lesson":
        page.get_by_text("fail", exact=True).click()
    else:
        page.get_by_role("slider", name="moved").press("ArrowRight")
    report.wait_for(state="detached")
    drawn(page)


def complaints(elements: list[Any]) -> list[str]:
    """Return the visible error messages."""
    kinds = [(e.WhichOneof("type"), e) for e in elements]
    return [
        str(e)[:400] for kind, e in kinds if kind == "exception" or (kind == "alert" and "went wrong" in e.alert.body)
    ]


@pytest.mark.parametrize(
    "name", [pytest.param(p, marks=pytest.mark.long if i % 4 else ()) for i, p in enumerate(PAGES)]
)
def test_values_that_no_page_would_send_cause_no_error(app: str, name: str) -> None:
    """Try menu values that are no options, uploads that never took place, and numbers and clicks out of range."""
    with session(app, "" if name == navigation.HOME else name, **ADDRESS.get(name, {})) as visitor:
        first = visitor.run()
        found = widgets(first)
        assert len(found) > (1 if name in navigation.ALONE else 10)
        for turn in range(TURNS):
            states = [forged(widget, kind, turn) for widget, kind in found.items()]
            elements = visitor.run([state for state in states if state is not None])
            assert complaints(elements) == []
            assert len(elements) > len(first) / 3


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="C, penalty").first


def at_rest(page: Any) -> Any:
    """Return the page when its first run has ended."""
    slider(page).wait_for()
    idle(page)
    return page


def shown(page: Any, value: str) -> None:
    """Assert that slider, field and address agree."""
    page.wait_for_function(
        "(v) => document.querySelector('.st-key-C-number .kv-exact')?.value === v && new"
        " URLSearchParams(location.search).get('C') === v",
        arg=value,
    )
    assert slider(page).get_attribute("aria-valuetext") == value


@pytest.mark.parametrize("arrival", [pytest.param("", marks=pytest.mark.long), "?C=8"])
@pytest.mark.long
def test_after_a_restart_the_first_move_starts_from_where_the_slider_stands(
    visit: Visit, chromium: str, tmp_path: Path, arrival: str
) -> None:
    port = free_port()
    with serving(START, tmp_path, port) as app:
        page = at_rest(visit(f"{app}/svm{arrival}"))
        page.locator(".st-key-C-number .kv-exact").fill("16")
        page.keyboard.press("Enter")
        shown(page, "16")
        idle(page)
        page.get_by_role("tab", name="Scale and swap").click()
        page.get_by_label("s, multiply w and b, exact value").fill("3")
        page.keyboard.press("Enter")
        page.wait_for_function("new URLSearchParams(location.search).get('s') === '3'")
        idle(page)
    with serving(START, tmp_path, port):
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        slider(page).press("ArrowRight")
        shown(page, "20")
        page.wait_for_function(
            "new URLSearchParams(location.search).get('s') === '3'"
        )  # and the others stay as they are


def gone(page: Any) -> None:
    page.wait_for_function(
        "document.querySelector('[data-test-connection-state]').dataset.testConnectionState !== 'CONNECTED'"
    )


@pytest.mark.parametrize("moved", [False, True])
def test_a_move_made_while_the_server_is_away_counts_when_it_is_back(
    visit: Visit, chromium: str, tmp_path: Path, moved: bool
) -> None:
    """The page has been moved before, or not: Streamlit itself reruns only the former after a restart."""
    port = free_port()
    with serving(START, tmp_path, port) as app:
        page = at_rest(visit(f"{app}/svm?C=10&n=60"))
        if moved:
            slider(page).press("ArrowRight")
            shown(page, "13")
            idle(page)
    gone(page)
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    now = "16" if moved else "13"
    page.wait_for_function("(v) => document.querySelector('.st-key-C-number .kv-exact')?.value === v", arg=now)
    with serving(START, tmp_path, port):
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        shown(page, now)


def test_after_a_restart_the_first_key_counts(visit: Visit, chromium: str, tmp_path: Path) -> None:
    """A key pressed at the moment of reconnection moves the number, and it stays there."""
    port = free_port()
    with serving(START, tmp_path, port) as app:
        page = at_rest(visit(f"{app}/svm?C=10&n=60"))
        slider(page).press("ArrowRight")
        shown(page, "13")
        idle(page)
    gone(page)
    with serving(START, tmp_path, port):
        slider(page).focus()
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        page.keyboard.press("ArrowRight")
        shown(page, "16")
        page.wait_for_timeout(1500)  # messages of the new server in the meantime are older
        shown(page, "16")


def test_a_point_moved_while_the_server_is_away_is_there_when_it_is_back(
    visit: Visit, chromium: str, tmp_path: Path
) -> None:
    port = free_port()
    with serving(START, tmp_path, port) as app:
        page = at_rest(visit(f"{app}/svm?n=20"))
    gone(page)
    points = page.locator(".kv-grip[role=application]").first
    points.focus()
    page.keyboard.press("n")
    page.keyboard.press("Delete")
    with serving(START, tmp_path, port):
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        page.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
