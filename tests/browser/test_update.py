"""A room across processes, and an update during a lecture, under ``kernviz serve``."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE, _wait_until
from tests.browser.rooms import opened_room, send_number
from tests.browser.served import Served, cookie_of, copied, eventually, two, well
from tests.browser.test_live import WATCH, dragging
from tests.browser.test_pages import drawn, idle, numbers, query

pytestmark = pytest.mark.slow
Open = Callable[..., Any]
COURSE = "course?course=what_is_a_kernel"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("app"))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, chromium: str, program: Path) -> Iterator[Served]:
    """Run two processes of a copy of the app with default settings."""
    with two(tmp_path_factory.mktemp("served"), program) as found:
        yield found


@pytest.fixture
def opened(browser: Any, served: Served) -> Iterator[Open]:
    """Yield ``opened(address, port)``, which opens a page in a new browser context.

    The proxy keeps its visitor with the process at that port; without a port, with any process.
    """
    contexts = []

    def open_page(address: str, port: int | None = None, **window: Any) -> Any:
        size = {"viewport": {"width": 1440, "height": 900}} | window
        context = browser.new_context(reduced_motion="reduce", **size)
        contexts.append(context)
        if port is not None:
            context.add_cookies([{"name": "kernviz", "value": cookie_of(served, port), "url": served.url}])
        page = context.new_page()
        page.set_default_timeout(3 * PATIENCE)
        page.wait_for_function = partial(_wait_until, page, timeout=3 * PATIENCE)
        page.goto(f"{served.url}/{address}")
        return page

    yield open_page
    for context in contexts:
        context.close()


TOLD = '[class*="st-key-kv-told-of-"] [data-testid="stAlert"]'
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_a_room_survives_the_end_of_the_lecturers_process(served: Served, opened: Open) -> None:
    one, other = served.servers
    lecturer = opened(f"{COURSE}&step=the-short-way", one)
    code = opened_room(lecturer)
    phones = [opened(f"r/{code}", port, **PHONE) for port in (one, other)]
    for phone in phones:
        send_number(phone, "16")
    lecturer.get_by_text("2 of 2 have answered").wait_for()

    served.servers[one].send_signal(signal.SIGKILL)  # the lecturer goes on with the other process, the room too
    lecturer.get_by_role("button", name="Reveal").click()
    for phone in phones:
        phone.get_by_text("the 1 was left out").wait_for()
    lecturer.get_by_text("2 of 2 have answered · 0 right").wait_for()
    lecturer.get_by_role("button", name="Close the room").click()
    for phone in phones:
        phone.get_by_text("Nothing of it is kept").wait_for()
    eventually(lambda: len(served.servers) == 2 and all(map(well, served.servers)))


def renewed(program: Path) -> None:
    """Make the copy of the app a newer version: a changed Python file and a changed script."""
    page = program / "kernviz" / "lessons" / "svm" / "picture.py"
    page.write_text(page.read_text("utf-8") + "\n# a newer version\n", "utf-8")
    words = program / "kernviz" / "ui" / "assets" / "room.js"
    text = words.read_text("utf-8")
    assert text.count('inWords("Open a room")') == 1
    words.write_text(text.replace('inWords("Open a room")', '"Open a newer room"'), "utf-8")


def answer(page: Any, number: str) -> None:
    page.get_by_role("textbox", name="Your number").fill(number)
    page.keyboard.press("Enter")


def test_an_update_during_a_lecture_loses_no_point_and_no_answer(served: Served, opened: Open, program: Path) -> None:
    """Open pages go on, and new pages are of the new version."""
    one, other = served.servers
    old = {server.pid for server in served.servers.values()}
    mine = opened("svm?n=40", one)
    drawn(mine)
    mine.locator(".kv-grip[role=application]").first.focus()
    mine.keyboard.press("n")
    mine.keyboard.press("Delete")  # a point is gone: the others are the visitor's own
    mine.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
    idle(mine)
    points, there = query(mine, "pts"), numbers(mine)
    course = opened(f"{COURSE}&step=the-short-way", other)
    course.locator(".kv-plot[data-revision]").first.wait_for()  # the script that lets Enter answer is there
    answer(course, "16")  # the first wrong answer
    course.locator(TOLD).wait_for()
    idle(course)
    lecturer = opened(f"{COURSE}&step=the-short-way", one)
    code = opened_room(lecturer)
    phone = opened(f"r/{code}", other, **PHONE)
    send_number(phone, "16")

    renewed(program)
    served.process.send_signal(signal.SIGHUP)
    eventually(lambda: not old & {server.pid for server in served.servers.values()}, patience=180)
    eventually(lambda: len(served.servers) == 2 and all(map(well, served.servers)))

    for page in (mine, course, lecturer):
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        idle(page)
    assert query(mine, "pts") == points
    assert numbers(mine) == there
    mine.evaluate(WATCH)
    with dragging(mine, "C", 60):
        mine.wait_for_function("window.seen.length >= 2")
    mine.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(mine)
    assert query(mine, "pts") == points
    mine.get_by_role("tab").nth(1).click()  # a script may be needed that this page has not had yet
    idle(mine)
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    phone.get_by_text("the 1 was left out").wait_for()
    course.locator(TOLD).wait_for()
    newer = opened(f"{COURSE}&step=the-short-way")
    newer.get_by_role("button", name="Open a newer room").wait_for()
