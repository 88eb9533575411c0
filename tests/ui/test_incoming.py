"""Messages that no page sends: dropped if of another kind, refused before they have come if too long."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kernviz.ui.streamlit_internals import incoming
from tests.browser import protocol
from tests.browser.conftest import START, serving

MANY = 100_000
# kinds that Streamlit's websocket answers itself, before a session has them
BEFORE = {"debug_disconnect_websocket", "debug_shutdown_runtime"}


def of_kind(kind: str) -> BackMsg:
    """Return a message of a kind; the request for uploads is for many."""
    message = BackMsg()
    field = message.DESCRIPTOR.fields_by_name[kind]
    if field.message_type is None:
        setattr(message, kind, True)
    else:
        getattr(message, kind).SetInParent()
    if kind == "file_urls_request":
        message.file_urls_request.file_names.extend([""] * MANY)
    return message


KINDS = sorted(field.name for field in BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields)


def test_only_the_kinds_that_pages_send_reach_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[Any] = []
    monkeypatch.setattr(AppSession, "handle_backmsg", lambda _, message: reached.append(message.WhichOneof("type")))
    incoming.drop_unwanted_messages()
    incoming.drop_unwanted_messages()
    for message in [*map(of_kind, KINDS), BackMsg()]:
        AppSession.handle_backmsg(object(), message)  # type: ignore[arg-type]
    assert len(KINDS) > 8
    assert set(reached) == incoming.WANTED
    assert len(reached) == len(incoming.WANTED)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(START, tmp_path_factory.mktemp("app")) as url:
        yield url


@pytest.mark.slow
def test_the_real_server_answers_no_unwanted_message(app: str) -> None:
    with protocol.session(app, "svm", n="40") as visitor:
        assert len(visitor.run()) > 10
        for kind in set(KINDS) - incoming.WANTED - BEFORE:
            visitor.socket.send(of_kind(kind).SerializeToString())
        visitor.socket.send(of_kind("app_heartbeat").SerializeToString())
        found = []
        while "heartbeat_ack" not in found:
            found.append(ForwardMsg.FromString(visitor.socket.recv(timeout=20)).WhichOneof("type"))
        # a run that has just ended may still say so
        assert set(found) <= {"heartbeat_ack", "session_status_changed"}
        assert len(visitor.run()) > 10


@pytest.mark.slow
@pytest.mark.parametrize("above", [0, 1])
def test_a_message_is_refused_as_soon_as_it_says_that_it_is_too_long(app: str, above: int) -> None:
    """Nothing of the message has come but its length."""
    with connect(app.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"]) as socket:  # type: ignore[list-item]
        size = incoming.longest_message() + above
        socket.socket.sendall(b"\x82\xff" + struct.pack("!Q", size) + b"mask")
        with pytest.raises(ConnectionClosed if above else TimeoutError) as closed:
            socket.recv(timeout=5)
        if isinstance(closed.value, ConnectionClosed):
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


@pytest.mark.slow
def test_many_parts_of_a_message_count_together(app: str) -> None:
    with connect(app.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"]) as socket:  # type: ignore[list-item]
        with suppress(ConnectionClosed):
            socket.send(bytes(100_000) for _ in range(incoming.longest_message() // 100_000 + 2))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.slow
def test_a_file_sent_as_to_an_uploader_is_not_kept(app: str) -> None:
    """Streamlit would keep any number of them in memory, for a page that has no uploader."""
    with protocol.session(app, "svm", n="40") as visitor:
        visitor.socket.send(of_kind("rerun_script").SerializeToString())
        first = ForwardMsg.FromString(visitor.socket.recv(timeout=20))
        name = first.new_session.initialize.session_id
        assert name
        connection = HTTPConnection(urlsplit(app).netloc, timeout=20)
        connection.request("GET", "/_stcore/health")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        body = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nabc\r\n--b--\r\n'
        headers = {"Cookie": cookie, "X-Xsrftoken": cookie.partition("=")[2]}
        headers["Content-Type"] = "multipart/form-data; boundary=b"
        connection.request("PUT", f"/_stcore/upload_file/{name}/one", body, headers)
        assert connection.getresponse().status == 404
        connection.close()
