"""Page in a real browser over a bad network: slow, lossy, interrupted, or without websockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.bad_network import Relay, relayed
from tests.browser.test_live import WATCH, dragging
from tests.browser.test_pages import drawn, idle, numbers, query

pytestmark = pytest.mark.slow
Visit = Callable[..., Any]
LATE = 60_000  # ms: over such a network a page takes its time
BEHIND = "The picture is late"


@pytest.fixture
def relay(app: str) -> Iterator[Relay]:
    with relayed(app) as made:
        yield made


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="C, penalty").first


def moved(page: Any, value: str) -> None:
    page.wait_for_function("(v) => new URLSearchParams(location.search).get('C') === v", arg=value, timeout=LATE)
    idle(page)


def test_dragging_works_at_300_ms_latency_and_5_percent_loss(app: str, relay: Relay, visit: Visit) -> None:
    relay.delay, relay.loss = 0.15, 0.05
    page = visit(f"{relay.url}/svm?n=60")
    page.set_default_timeout(LATE)
    drawn(page)
    page.evaluate(WATCH)
    thumb = slider(page)
    before = thumb.get_attribute("aria-valuetext")
    with dragging(page, "C", 60):
        assert thumb.get_attribute("aria-valuetext") != before  # the slider itself does not wait for the server
        page.wait_for_function("window.seen.length >= 3", timeout=LATE)
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null", timeout=LATE)
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')", timeout=LATE)
    fresh = visit(page.url.replace(relay.url, app))
    drawn(fresh)
    page.wait_for_timeout(500)
    assert numbers(page) == numbers(fresh)


def test_a_message_reports_that_the_picture_is_behind(relay: Relay, visit: Visit) -> None:
    page = visit(f"{relay.url}/svm?n=60")
    page.set_default_timeout(LATE)
    drawn(page)
    relay.delay = 4.0
    status = page.get_by_role("status").filter(has_text=BEHIND)
    with dragging(page, "C", 60):
        status.wait_for(timeout=LATE)
        relay.delay = 0.0
        status.wait_for(state="detached", timeout=LATE)
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null", timeout=LATE)


def test_a_page_goes_on_after_the_sleep_of_a_laptop(relay: Relay, visit: Visit) -> None:
    page = visit(f"{relay.url}/svm?n=60&C=10")
    page.set_default_timeout(LATE)
    drawn(page)
    slider(page).press("ArrowRight")
    moved(page, "13")
    relay.asleep = True  # nothing gets through, and nobody is told
    page.wait_for_timeout(3000)
    slider(page).press("ArrowRight")  # pressed before the page knows that its connection is dead
    page.wait_for_timeout(500)
    relay.cut()
    relay.asleep = False
    page.wait_for_selector('[data-test-connection-state="CONNECTED"]', timeout=LATE)
    moved(page, "16")
    slider(page).press("ArrowRight")
    moved(page, "20")
    assert query(page, "n") == "60"


def test_a_message_reports_that_websockets_are_blocked(relay: Relay, visit: Visit) -> None:
    relay.websockets = False
    page = visit(f"{relay.url}/svm?n=60")
    page.set_default_timeout(LATE)
    status = page.get_by_role("status").filter(has_text="This page has no connection to its server yet")
    status.wait_for(timeout=LATE)
    relay.websockets = True
    page.reload()
    drawn(page)
    page.wait_for_timeout(1000)
    assert status.count() == 0
    relay.websockets = False
    german = visit(f"{relay.url}/svm?n=60&lang=de")
    german.get_by_role("status").filter(has_text="keine Verbindung zu ihrem Server").wait_for(timeout=LATE)
