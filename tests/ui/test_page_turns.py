"""Turns of page runs: few at once, shared by address, and other visitors are served while one floods the server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.sync.client import connect

from kernviz.ui import live_before_rerun, page_turns
from kernviz.ui.page_turns import MOST_AT_ONCE, Turns
from kernviz.ui.streamlit_internals import script_threads
from tests.browser import protocol
from tests.browser.conftest import START, serving
from tests.ui.test_serving import eventually

HALL, HOME = "192.0.2.1", "192.0.2.2"


def never() -> bool:
    return False


class Runs:
    """Runs that hold their turn until told to end."""

    def __init__(self, most: int) -> None:
        self.turns, self.most, self.inside, self.lock = Turns(most), 0, list[str](), Lock()
        self.ends: dict[str, Event] = {}
        self.threads: list[Thread] = []

    def begin(self, address: str, name: str, ended: Callable[[], bool] = never) -> None:
        self.ends[name] = Event()
        thread = Thread(target=self._run, args=(address, name, ended), daemon=True)
        thread.start()
        self.threads.append(thread)

    def _run(self, address: str, name: str, ended: Callable[[], bool]) -> None:
        with self.turns.turn(address, name, ended):
            with self.lock:
                self.inside.append(name)
                self.most = max(self.most, len(self.inside))
            self.ends[name].wait(20)
            with self.lock:
                self.inside.remove(name)

    def end(self) -> None:
        for each in self.ends.values():
            each.set()
        for thread in self.threads:
            thread.join(20)


@pytest.fixture
def runs() -> Iterator[Runs]:
    made = Runs(3)
    yield made
    made.end()


def test_one_address_leaves_the_last_place_to_others(runs: Runs) -> None:
    for k in range(6):
        runs.begin(HALL, f"hall{k}")
    eventually(lambda: len(runs.inside) == 2)
    time.sleep(0.1)
    assert len(runs.inside) == 2
    assert runs.turns.waiting == 4
    runs.begin(HOME, "home")
    eventually(lambda: "home" in runs.inside)
    runs.end()
    assert runs.most == 3
    assert runs.turns.waiting == 0


def test_a_place_that_is_left_goes_to_the_next(runs: Runs) -> None:
    for k in range(3):
        runs.begin(HALL, f"hall{k}")
        eventually(lambda k=k: len(runs.inside) + runs.turns.waiting == k + 1)
    (late,) = {"hall0", "hall1", "hall2"} - set(runs.inside)
    runs.ends[runs.inside[0]].set()
    eventually(lambda: late in runs.inside)


def test_a_run_whose_session_has_ended_does_not_wait(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_turns, "LOOK", 0.02)
    ended = Event()
    for k in range(2):
        runs.begin(HALL, f"hall{k}")
    eventually(lambda: len(runs.inside) == 2)
    runs.begin(HALL, "gone", ended.is_set)
    time.sleep(0.1)
    assert "gone" not in runs.inside
    ended.set()
    eventually(lambda: "gone" in runs.inside)
    assert runs.turns.waiting == 0


def test_a_place_is_left_by_a_run_that_fails() -> None:
    turns = Turns(2)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), turns.turn(HALL, "a", never):
            _ = 1 / 0
    with turns.turn(HALL, "b", never):
        assert turns.waiting == 0


def test_a_turn_inside_a_turn_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_turns, "_turns", Turns(1))
    monkeypatch.setattr(st, "session_state", {})

    def nested() -> bool:
        with page_turns.turn(), page_turns.turn():
            return True

    with ThreadPoolExecutor(1) as own:
        assert [own.submit(nested).result(5) for _ in range(2)] == [True, True]


def test_as_many_run_at_once_as_the_limit_says() -> None:
    runs = Runs(MOST_AT_ONCE)
    for k in range(2 * MOST_AT_ONCE):
        runs.begin(f"192.0.2.{k}", f"visitor{k}")
    eventually(lambda: len(runs.inside) == MOST_AT_ONCE)
    runs.end()
    assert runs.most == MOST_AT_ONCE


def test_a_thread_that_the_system_refuses_is_started_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_threads, "RETRY_SECONDS", 0.0)
    begun, refusals = Event(), [RuntimeError("can't start new thread")] * 3

    class Refused(Thread):
        def start(self) -> None:
            if refusals:
                raise refusals.pop()
            super().start()

    script_threads.start_patiently(Refused(target=begun.set))
    assert begun.wait(5)
    assert not refusals


# ---- the real server -------------------------------------------------------------------------------------------------

SESSIONS, FLOOD = 60, "127.9.9.9"


def flood(url: str, k: int, until: Event) -> None:
    """Ask for new pages without end, in one session of an address, and read nothing."""
    message = BackMsg()
    message.rerun_script.page_name = "svm"
    address = url.replace("http", "ws") + "/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], source_address=(FLOOD, 0), max_size=None) as socket:  # type: ignore[list-item]
        for turn in range(10_000):
            if until.is_set():
                return
            message.rerun_script.query_string = f"n=40&seed={1000 * k + turn}"
            socket.send(message.SerializeToString())
            until.wait(0.05)


def picture(url: str, seed: int) -> float:
    """Return the seconds until a live picture is answered."""
    begun = time.monotonic()
    connection = HTTPConnection(urlsplit(url).netloc, timeout=20)
    connection.request("GET", f"/kernviz-live/svm?n=40&seed={seed}")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 200
    return time.monotonic() - begun


@pytest.mark.slow
def test_pages_and_pictures_come_while_one_visitor_asks_for_pages_without_end(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Sixty sessions of one address that ask twenty times a second held everybody up for minutes."""
    until = Event()
    with serving(START, tmp_path_factory.mktemp("flood")) as url, ExitStack() as stack:
        with protocol.session(url, "svm", n="40") as visitor:
            visitor.run()
        pool = stack.enter_context(ThreadPoolExecutor(SESSIONS))
        stack.callback(until.set)
        for k in range(SESSIONS):
            pool.submit(flood, url, k, until)
        time.sleep(4)
        pictures = [picture(url, seed) for seed in range(8)]
        begun = time.monotonic()
        with protocol.session(url, "ridge", n="40") as visitor:
            assert len(visitor.run()) > 10
        opened = time.monotonic() - begun
        until.set()
    assert sorted(pictures)[len(pictures) // 2] < 5, pictures
    assert opened < 15


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the session's page be drawn, while many pictures of HALL wait; return the name of the page."""
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(page_turns.live_pool, "many_before", lambda address: address == HALL)
    monkeypatch.setattr(page_turns, "MOST_DELAY", 0.6)
    monkeypatch.setattr(page_turns, "MOST_DELAY_UNSHOWN", 0.3)
    return live_before_rerun.name()


def begun_after(monkeypatch: pytest.MonkeyPatch, address: str) -> float:
    monkeypatch.setattr(page_turns.client_address, "of", lambda _: address)
    start = time.monotonic()
    with page_turns.turn():
        return time.monotonic() - start


def test_a_run_waits_for_many_live_pictures_but_not_for_long(drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert begun_after(monkeypatch, HOME) < 0.3 <= begun_after(monkeypatch, HALL) < 0.6
    with live_before_rerun.asking(drawn):
        pass
    assert begun_after(monkeypatch, HALL) >= 0.6  # its own picture is shown


def test_the_first_run_of_a_page_and_one_that_has_ended_wait_for_no_other_page(
    drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    st.session_state.clear()
    assert begun_after(monkeypatch, HALL) < 0.3
    live_before_rerun.name()
    monkeypatch.setattr(page_turns.script_run, "stopped", lambda: lambda: True)
    assert begun_after(monkeypatch, HALL) < 0.3


def test_a_run_of_a_browser_on_this_machine_waits_for_the_pictures_asked_for_there(
    drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_turns.live_pool, "many_before", lambda address: address == "127.0.0.1")
    start = time.monotonic()
    with page_turns.turn():
        assert time.monotonic() - start >= 0.3
