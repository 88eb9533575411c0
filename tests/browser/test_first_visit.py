"""Bytes on the wire of a first visit, and of a second one, which costs nearly nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.slow

MEGABYTE = 1_000_000


@pytest.fixture
def stranger(browser: Any) -> Iterator[Callable[[str], dict[str, int]]]:
    """Yield ``visit(url)``, which opens the page as a new visitor and returns the bytes received.

    A second call is a later visit of the same visitor.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")

    def visit(url: str) -> dict[str, int]:
        page = context.new_page()
        came = {"http": 0, "websocket": 0}
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda event: _add(came, "http", event["encodedDataLength"]))
        page.on("websocket", lambda each: each.on("framereceived", lambda data: _add(came, "websocket", len(data))))
        page.goto(url)
        page.locator("[data-testid=stMainBlockContainer]").get_by_role("heading").first.wait_for()
        if page.locator(".kv-plot").count() or not url.endswith("/"):
            page.wait_for_selector(".kv-plot[data-revision]")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)
        page.close()
        return came

    yield visit
    context.close()


def _add(came: dict[str, int], way: str, size: float) -> None:
    came[way] += int(size)


@pytest.mark.parametrize(("page", "limit"), [pytest.param("", 3.0, marks=pytest.mark.long), ("svm", 3.1)])
@pytest.mark.long
def test_a_first_visit_is_light_and_a_second_comes_from_the_cache(
    app: str, stranger: Callable[[str], dict[str, int]], page: str, limit: float
) -> None:
    """The syntax highlighter for Python, half a megabyte, is fetched when the tab with the code is opened."""
    first, second = stranger(f"{app}/{page}"), stranger(f"{app}/{page}")
    assert MEGABYTE < sum(first.values()) < limit * MEGABYTE, first
    assert second["http"] < 20_000, second


def test_a_placeholder_keeps_the_place_of_a_picture_that_loads(app: str, browser: Any) -> None:
    """At first neither plot.js nor plotly.js has arrived, then one, then both.

    The content below the picture stays in place.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page, requests = context.new_page(), {}

    def hold(route: Any) -> None:
        requests[route.request.url.rsplit("/", 1)[1]] = route

    for name in ("plot.js", "plotly.min.js"):
        page.route(f"**/{name}", hold)
    page.goto(f"{app}/svm")
    page.wait_for_selector(".kv-plot", state="attached")
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    places, shapes = [], []
    for name, there in (("plot.js", ".kv-plot[style]"), ("plotly.min.js", ".kv-plot[data-revision]"), ("", "")):
        page.wait_for_timeout(1500)
        places.append(page.get_by_role("tab").first.bounding_box()["y"])
        shapes.append(page.evaluate("getComputedStyle(document.querySelector('.kv-plot'), '::before').content"))
        if name:
            while name not in requests:
                page.wait_for_timeout(50)
            requests[name].continue_()
            page.wait_for_selector(there)
    context.close()
    assert max(places) - min(places) < 2, places
    assert shapes == ["none", '""', "none"]
