"""Pace of messages: a burst is read at once, and the next one as soon as the bucket has filled so far."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from kernviz.ui import message_pace
from kernviz.ui.message_pace import ADDRESS_BURST, ADDRESS_PACE, BURST, LARGE, MOST_ADDRESSES, PACE, Bucket, MessagePace
from tests.ui.asking import run


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("burst", "pace"), [(BURST, PACE), (ADDRESS_BURST, ADDRESS_PACE)])
def test_a_burst_is_read_at_once_and_then_one_at_a_time(burst: float, pace: float) -> None:
    clock = Clock()
    bucket = Bucket(burst, pace, clock)
    assert [bucket.take(1) for _ in range(int(burst))] == [0.0] * int(burst)
    assert bucket.take(1) == pytest.approx(1 / pace)
    assert bucket.take(1) == pytest.approx(2 / pace)
    clock.now += 3 / pace
    assert bucket.take(1) == pytest.approx(0.0, abs=1e-9)
    clock.now += 1000 * burst
    assert [bucket.take(1) for _ in range(int(burst))] == [0.0] * int(burst)
    assert bucket.take(1) > 0


@pytest.mark.parametrize(("size", "many"), [(0, 1), (LARGE, 2), (10 * LARGE, 11)])
def test_a_large_message_counts_as_several(size: int, many: float) -> None:
    assert message_pace.count({"type": "websocket.receive", "bytes": bytes(size)}) == many
    assert message_pace.count({"type": "websocket.receive", "text": "a" * size}) == many


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Yield the list of all waits. They take no time, and no other time passes."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(message_pace, "monotonic", Clock())
    message_pace._addresses.clear()
    yield found
    message_pace._addresses.clear()


def received(address: str, count: int) -> int:
    """Let a page of this address send so many messages; return how many the app reads."""

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "bytes": b""}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(count):
            read.append(await receive())

    read: list[Any] = []
    scope = {"type": "websocket", "client": (address, 1)}
    run(MessagePace(app)(scope, receive, asyncio.Queue().put))  # type: ignore[arg-type]
    return len(read)


def test_a_page_that_sends_too_much_waits_and_loses_nothing(waits: list[float]) -> None:
    assert received("192.0.2.1", int(BURST)) == BURST
    assert waits == []
    assert received("192.0.2.1", int(BURST) + 2) == BURST + 2
    assert len(waits) == 2


def test_the_pages_of_an_address_share_a_bound_and_others_do_not(waits: list[float]) -> None:
    for k in range(int(ADDRESS_BURST // BURST)):
        received(f"2001:db8:1:2::{k:x}", int(BURST))
    assert waits == []
    received("2001:db8:1:2::ffff", 1)
    assert len(waits) == 1, "an IPv6 address counts with its network"
    received("2001:db8:1:3::1", int(BURST))
    assert len(waits) == 1


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_so_many_addresses_are_counted(more: int, waits: list[float]) -> None:
    first = message_pace._of_address("first")
    for k in range(MOST_ADDRESSES - 1 + more):
        message_pace._of_address(str(k))
    assert (message_pace._of_address("first") is first) is (more <= 0)


def test_requests_pass_untouched(waits: list[float]) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert receive is asked

    async def asked() -> dict[str, Any]:
        return {}

    run(MessagePace(app)({"type": "http"}, asked, asyncio.Queue().put))  # type: ignore[arg-type]
