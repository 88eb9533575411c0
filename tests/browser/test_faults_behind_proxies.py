"""A page and a room in a real browser while something ends behind the proxy, or between the proxy and the browser.

Each test runs with the nginx of ``kernviz serve`` alone, and with Caddy and TLS before it. The rooms are in Redis.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kernviz.rooms.location import SETTING
from tests.browser.bad_network import Relay, relayed
from tests.browser.conftest import PATIENCE, _wait_until, free_port
from tests.browser.rooms import opened_room, room_code
from tests.browser.served import Served, eventually, two, well
from tests.browser.test_live import WATCH, dragging
from tests.browser.test_network import LATE, moved, slider
from tests.browser.test_pages import drawn, idle, query
from tests.browser.test_update import COURSE, PHONE
from tests.rooms.test_faults import redis_at
from tests.ui import front_proxies

pytestmark = pytest.mark.slow
Open = Callable[..., Any]


@dataclass
class Hall:
    """Running app: its processes, its Redis and the relay between the browser and the proxy."""

    url: str
    served: Served
    relay: Relay
    redis: ExitStack
    folder: Path
    port: int = field(default_factory=free_port)

    def well(self) -> bool:
        return len(self.served.servers) == 2 and all(map(well, self.served.servers))

    def begin_redis(self) -> None:
        self.redis.enter_context(redis_at(self.port, self.folder))

    def end_redis(self) -> None:
        """Kill Redis; the room is in its file."""
        self.redis.close()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Hall]:
    folder, port = tmp_path_factory.mktemp("hall"), free_port()
    with ExitStack() as stack:
        redis = stack.enter_context(ExitStack())
        redis.enter_context(redis_at(port, folder))
        served = stack.enter_context(two(folder, settings={SETTING: f"redis://127.0.0.1:{port}/0"}))
        proxy = served.url
        if request.param == "caddy":
            behind = urlsplit(served.url).port or 0
            front = stack.enter_context(front_proxies.caddy([behind], tmp_path_factory.mktemp("caddy")))
            proxy = f"https://{front_proxies.HOST}:{front.port}"
        relay = stack.enter_context(relayed(proxy))
        at = urlsplit(proxy)
        yield Hall(f"{at.scheme}://{at.hostname}:{relay.port}", served, relay, redis, folder, port)


@pytest.fixture
def opened(browser: Any, hall: Hall) -> Iterator[Open]:
    """Yield ``opened(address)``, which opens a page in a new browser context."""
    contexts = []

    def open_page(address: str, **window: Any) -> Any:
        size = {"viewport": {"width": 1440, "height": 900}} | window
        contexts.append(browser.new_context(reduced_motion="reduce", ignore_https_errors=True, **size))
        page = contexts[-1].new_page()
        page.set_default_timeout(LATE)
        page.wait_for_function = partial(_wait_until, page, timeout=3 * PATIENCE)
        page.goto(f"{hall.url}/{address}")
        return page

    yield open_page
    hall.relay.delay, hall.relay.loss, hall.relay.websockets, hall.relay.asleep = 0.0, 0.0, True, False
    for context in contexts:
        context.close()


def begun(opened: Open) -> Any:
    """Return a page whose number was moved once."""
    page = opened("svm?n=60&C=10")
    drawn(page)
    slider(page).press("ArrowRight")
    moved(page, "13")
    return page


def goes_on(page: Any, before: str = "16", after: str = "20") -> None:
    """Assert that a page moves on from where it stood, by key and by hand, with live pictures."""
    page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
    slider(page).press("ArrowRight")
    moved(page, before)
    slider(page).press("ArrowRight")
    moved(page, after)
    assert query(page, "n") == "60"
    page.evaluate(WATCH)
    with dragging(page, "C", 60):
        page.wait_for_function("window.seen.length >= 2")
    page.wait_for_function("(v) => new URLSearchParams(location.search).get('C') !== v", arg=after)
    idle(page)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "terminated"])
def test_a_page_goes_on_after_its_process_ended(hall: Hall, opened: Open, number: signal.Signals) -> None:
    page = begun(opened)
    for port in list(hall.served.servers):
        ended = hall.served.servers[port]
        ended.send_signal(number)
        eventually(lambda ended=ended: ended.pid not in {each.pid for each in hall.served.servers.values()})
        eventually(hall.well)
    goes_on(page)


def test_keys_pressed_during_an_update_all_count(hall: Hall, opened: Open) -> None:
    page = begun(opened)
    old = {each.pid for each in hall.served.servers.values()}
    hall.served.process.send_signal(signal.SIGHUP)
    presses = 0
    while old & {each.pid for each in hall.served.servers.values()} and presses < 12:
        slider(page).press("ArrowRight")
        presses += 1
        page.wait_for_timeout(1000)
    eventually(lambda: hall.well() and not old & {each.pid for each in hall.served.servers.values()}, patience=180)
    assert presses >= 2, "the update was over at once"
    idle(page)
    shown = slider(page).get_attribute("aria-valuetext")
    fresh = opened("svm?n=60&C=10")
    drawn(fresh)
    for _ in range(1 + presses):
        slider(fresh).press("ArrowRight")
    assert slider(fresh).get_attribute("aria-valuetext") == shown
    moved(page, shown)


def test_a_room_goes_on_after_redis_was_away(hall: Hall, opened: Open) -> None:
    lecturer = opened(f"{COURSE}&step=the-short-way")
    code = opened_room(lecturer)
    phones = [opened(f"r/{code}", **PHONE) for _ in range(2)]
    for phone in phones:
        phone.get_by_role("textbox", name="Your number").fill("16")
    phones[0].get_by_role("button", name="Answer").click()
    phones[0].get_by_text("Sent:").wait_for()
    lecturer.get_by_text("1 of 2 have answered").wait_for()
    page = begun(opened)
    hall.end_redis()
    try:
        phones[1].get_by_role("button", name="Answer").click()
        phones[1].get_by_text("could not be done now").wait_for()
        goes_on(page)  # pages need no Redis
        lecturer.wait_for_timeout(3000)
        assert room_code(lecturer) == code
    finally:
        hall.begin_redis()
    assert phones[1].get_by_role("textbox", name="Your number").input_value() == "16"
    phones[1].get_by_role("button", name="Answer").click()
    phones[1].get_by_text("Sent:").wait_for()
    lecturer.get_by_text("2 of 2 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    for phone in phones:
        phone.get_by_text("the 1 was left out").wait_for()
    lecturer.get_by_role("button", name="Close the room").click()
    for phone in phones:
        phone.get_by_text("Nothing of it is kept").wait_for()


def test_a_proxy_that_blocks_websockets_is_named(hall: Hall, opened: Open) -> None:
    if hall.url.startswith("https"):
        pytest.skip("a relay cannot see a websocket inside TLS")
    hall.relay.websockets = False
    page = opened("svm?n=60")
    notice = page.get_by_role("status").filter(has_text="This page has no connection to its server yet")
    notice.wait_for()
    hall.relay.websockets = True
    page.reload()
    drawn(page)
    assert notice.count() == 0


def test_dragging_works_at_300_ms_latency_and_5_percent_loss(hall: Hall, opened: Open) -> None:
    hall.relay.delay, hall.relay.loss = 0.15, 0.05
    goes_on(begun(opened))


def test_a_page_goes_on_after_it_was_frozen_and_the_server_forgot_it(hall: Hall, opened: Open) -> None:
    """As in a laptop that slept: no script runs, the connection is dead, and the processes were renewed."""
    page = begun(opened)
    browser = page.context.new_cdp_session(page)
    hall.relay.asleep = True
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    for port in list(hall.served.servers):
        ended = hall.served.servers[port]
        ended.send_signal(signal.SIGKILL)
        eventually(lambda ended=ended: ended.pid not in {each.pid for each in hall.served.servers.values()})
        eventually(hall.well)
    hall.relay.cut()
    hall.relay.asleep = False
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    goes_on(page)
