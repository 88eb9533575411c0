"""Messages sent together: they become one write to the browser's connection, without loss."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kernviz.ui import write_coalescing
from tests.ui.asking import run as loop_of_its_own


class Wire:
    """Transport that records each write."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return False


class Connection:
    """Substitute for an uvicorn websocket: a transport, and a method that writes to it."""

    def __init__(self) -> None:
        self.transport: Any = Wire()

    async def send(self, message: Any) -> None:
        self.transport.write(message["bytes"])


def client(wrap: bool) -> tuple[Any, Connection, asyncio.Queue[bytes]]:
    """Return a client as Streamlit has it, its connection, and the queue of messages to that connection."""
    connection, queue, scope = Connection(), asyncio.Queue[bytes](), {"type": "websocket"}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        async def sender() -> None:
            while True:
                await send({"type": "websocket.send", "bytes": await queue.get()})

        scope["task"] = asyncio.create_task(sender())

    async def open_it() -> None:
        await (write_coalescing.WriteCoalescingMiddleware(app) if wrap else app)(scope, None, connection.send)  # type: ignore[arg-type]

    asyncio.get_running_loop().create_task(open_it())
    return SimpleNamespace(_websocket=SimpleNamespace(scope=scope)), connection, queue


def wire(connection: Connection) -> Wire:
    found = connection.transport
    return found._transport if isinstance(found, write_coalescing.Pipe) else found


@pytest.mark.parametrize(("wrap", "writes"), [(True, [b"012", b"3"]), (False, [b"0", b"1", b"2", b"3"])])
def test_messages_sent_together_are_written_at_once(wrap: bool, writes: list[bytes]) -> None:
    async def run() -> list[bytes]:
        someone, connection, queue = client(wrap)
        await asyncio.sleep(0.01)
        with write_coalescing.at_once(someone):
            for part in (b"0", b"1", b"2"):
                queue.put_nowait(part)
        await asyncio.sleep(0.01)
        queue.put_nowait(b"3")
        await asyncio.sleep(0.01)
        return wire(connection).writes

    assert loop_of_its_own(run()) == writes


def test_an_error_in_between_holds_no_message_back() -> None:
    async def run() -> list[bytes]:
        someone, connection, queue = client(True)
        await asyncio.sleep(0.01)
        queue.put_nowait(b"0")
        with pytest.raises(asyncio.QueueEmpty), write_coalescing.at_once(someone):
            asyncio.Queue[int]().get_nowait()
        await asyncio.sleep(0.01)
        return wire(connection).writes

    assert loop_of_its_own(run()) == [b"0"]


def test_a_connection_of_another_kind_is_left_as_it_is() -> None:
    async def run() -> Any:
        async def nobody(message: Any) -> None:
            """Send nothing; no method of a connection."""

        scope: dict[str, Any] = {"type": "websocket"}

        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert send is nobody

        await write_coalescing.WriteCoalescingMiddleware(app)(scope, None, nobody)  # type: ignore[arg-type]
        return scope

    assert write_coalescing.PIPE not in loop_of_its_own(run())


def test_uvicorn_still_writes_as_expected() -> None:
    """If a later version writes otherwise, each message is a write again, and the module has to be adapted."""
    for does in (WebSocketsSansIOProtocol.connection_made, WebSocketsSansIOProtocol.send):
        assert "transport" in does.__code__.co_names
