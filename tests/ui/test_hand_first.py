"""A live picture comes before the run that follows it, and no visitor waits for another's."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic

import pytest
import streamlit as st

from kernviz.ui import hand_first, parts


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    state: dict[str, str] = {}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(hand_first, "AWHILE", 5.0)
    yield state
    assert not hand_first._asking


def waited() -> float:
    start = monotonic()
    hand_first.wait()
    return monotonic() - start


def test_a_session_keeps_its_name_and_another_has_another(session: dict[str, str]) -> None:
    first = hand_first.name()
    assert hand_first.name() == first
    session.clear()
    assert hand_first.name() != first


def test_a_run_begins_when_the_last_of_its_hands_requests_is_computed() -> None:
    hand, done, began = hand_first.name(), [Event(), Event()], []

    def request(end: Event) -> None:
        with hand_first.asking(hand):
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
    with pytest.raises(ZeroDivisionError), hand_first.asking(hand_first.name()):
        _ = 1 / 0
    assert waited() < 1


def test_nobody_waits_for_another_hand_nor_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = hand_first.name()
    with hand_first.asking("another's"):
        assert waited() < 1
    monkeypatch.setattr(hand_first, "AWHILE", 0.05)
    with hand_first.asking(mine):
        assert 0.05 <= waited() < 1


def test_a_run_of_the_whole_page_waits_as_one_of_a_part_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_first, "AWHILE", 0.05)
    with hand_first.asking(hand_first.name()):
        start = monotonic()
        parts.begin()
        assert 0.05 <= monotonic() - start < 1


def test_a_session_without_a_name_waits_for_none() -> None:
    with hand_first.asking(""):  # name of a request without the header
        assert waited() < 1
        assert not hand_first.follows({})


def test_a_run_follows_a_hand_while_its_picture_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(hand_first, "monotonic", lambda: now[0])
    hand = hand_first.name()
    state = {hand_first._HAND: hand}
    assert not hand_first.follows(state)
    with hand_first.asking(hand):
        assert hand_first.follows(state)
    assert hand_first.follows(state)
    now[0] += hand_first.LATELY
    assert not hand_first.follows(state)


def test_it_remembers_no_more_hands_than_a_few_classes_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_first, "MOST", 3)
    for hand in "abcd":
        with hand_first.asking(hand):
            pass
    assert [*hand_first._seen][-3:] == ["b", "c", "d"]
    assert len(hand_first._seen) == 3
