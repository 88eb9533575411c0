"""Order of live pictures and runs: a run waits for its own visitor's live picture only."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic

import pytest
import streamlit as st

from kernviz.ui import live_before_rerun, page_turns


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    state: dict[str, str] = {}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(live_before_rerun, "AWHILE", 5.0)
    yield state
    assert not live_before_rerun._asking


def waited() -> float:
    start = monotonic()
    live_before_rerun.wait()
    return monotonic() - start


def test_a_session_keeps_its_name_and_another_has_another(session: dict[str, str]) -> None:
    first = live_before_rerun.name()
    assert live_before_rerun.name() == first
    session.clear()
    assert live_before_rerun.name() != first


def test_a_run_starts_when_the_pages_last_live_request_is_computed() -> None:
    hand, done, began = live_before_rerun.name(), [Event(), Event()], []

    def request(end: Event) -> None:
        with live_before_rerun.asking(hand):
            end.wait(5)

    requests = [Thread(target=request, args=(each,)) for each in done]
    for each in requests:
        each.start()
    run = Thread(target=lambda: began.append(waited()))
    run.start()
    done[0].set()
    run.join(0.1)
    assert run.is_alive()
    done[1].set()
    for each in (*requests, run):
        each.join(5)
    assert 0.05 < began[0] < 4


def test_a_request_that_fails_holds_no_run_up() -> None:
    with pytest.raises(ZeroDivisionError), live_before_rerun.asking(live_before_rerun.name()):
        _ = 1 / 0
    assert waited() < 1


def test_a_run_does_not_wait_for_other_pages_or_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = live_before_rerun.name()
    with live_before_rerun.asking("another's"):
        assert waited() < 1
    monkeypatch.setattr(live_before_rerun, "AWHILE", 0.05)
    with live_before_rerun.asking(mine):
        assert 0.05 <= waited() < 1


def test_a_run_of_the_whole_page_waits_as_one_of_a_part_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_before_rerun, "AWHILE", 0.05)
    with live_before_rerun.asking(live_before_rerun.name()):
        start = monotonic()
        with page_turns.turn():
            pass
        assert 0.05 <= monotonic() - start < 1


def test_a_session_without_a_name_waits_for_none() -> None:
    with live_before_rerun.asking(""):  # name of a request without the header
        assert waited() < 1
        assert not live_before_rerun.follows({})


def test_a_run_counts_as_following_a_drag_while_its_picture_is_recent(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(live_before_rerun, "monotonic", lambda: now[0])
    hand = live_before_rerun.name()
    state = {live_before_rerun._HAND: hand}
    assert not live_before_rerun.follows(state)
    with live_before_rerun.asking(hand):
        assert live_before_rerun.follows(state)
    assert live_before_rerun.follows(state)
    now[0] += live_before_rerun.LATELY
    assert not live_before_rerun.follows(state)


def test_the_number_of_recorded_pages_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_before_rerun, "MOST", 3)
    for hand in "abcd":
        with live_before_rerun.asking(hand):
            pass
    assert [*live_before_rerun._seen][-3:] == ["b", "c", "d"]
    assert len(live_before_rerun._seen) == 3
