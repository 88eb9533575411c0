"""Long addresses in pieces, as they come over a network and from Caddy: the server reads them whole."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest

from kernviz.ui import live
from kernviz.ui.streamlit_internals.incoming import LONGEST_HEAD
from tests.browser.conftest import START, serving
from tests.ui.front_proxies import Process

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

SEGMENT = 1400  # bytes that one packet of a network carries
MOST_READ = 2**18  # bytes that asyncio reads at once; the bound is checked between two reads


def status(port: int, path: str, headers: str = "") -> int:
    """Send a request a packet at a time; return the status of the answer, 0 if the connection is closed before."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Connection: close\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for start in range(0, len(head), SEGMENT):
                connection.sendall(head[start : start + SEGMENT])
                connection.settimeout(0.002)  # long enough for the server to read this packet alone
                try:
                    return int(connection.recv(64).split()[1])
                except TimeoutError:
                    connection.settimeout(20)
            return int(connection.recv(64).split()[1])
        except (ConnectionError, IndexError):
            return 0


@pytest.mark.slow
def test_the_longest_address_of_a_live_picture_is_answered(tmp_path: Path) -> None:
    with serving(START, tmp_path) as url:
        port, path = urlsplit(url).port or 0, "/kernviz-live/svm?"
        query = "n=20&more="
        filled = path + query + "a" * (live.LONGEST - len(query))
        assert status(port, filled, f"Referer: {url}/{'b' * 4000}\r\n") == 200
        assert status(port, filled + "a") == 409


def endless(port: int, first: bytes, more: bytes) -> int:
    """Send a request that never ends; return the bytes that the server took before it closed the connection."""
    sent = 0
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection, suppress(ConnectionError):
        connection.sendall(first)
        while sent < 64 * MOST_READ:
            connection.sendall(more)
            sent += len(more)
    return sent


@pytest.mark.parametrize("reader", ["h11", "httptools"])
def test_address_and_headers_have_a_bound(reader: Literal["h11", "httptools"]) -> None:
    process = Process(reader=reader)
    with process.running():
        address, rest = "/" + "a" * (LONGEST_HEAD // 2 - SEGMENT), "a" * (LONGEST_HEAD // 2 - SEGMENT)
        assert status(process.port, address, f"X: {rest}\r\n") == 200
        assert status(process.port, address, f"X: {rest + 'a' * 2 * MOST_READ}\r\n") in (0, 400)
        assert endless(process.port, b"GET /", b"a" * 65_536) < 64 * MOST_READ
        assert endless(process.port, b"GET / HTTP/1.1\r\nX: ", b"a" * 65_536) < 64 * MOST_READ
        assert endless(process.port, b"GET / HTTP/1.1\r\n", b"X: a\r\n" * 10_000) < 64 * MOST_READ


@pytest.mark.parametrize("reader", ["h11", "httptools"])
def test_what_follows_a_body_in_chunks_has_a_bound(reader: Literal["h11", "httptools"]) -> None:
    process = Process(reader=reader)
    body = b"POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"
    with process.running():
        assert endless(process.port, body + b"0\r\nX: ", b"a" * 65_536) < 64 * MOST_READ
        assert endless(process.port, body + b"0\r\n", b"X: a\r\n" * 10_000) < 64 * MOST_READ
        assert endless(process.port, body + b"1;", b"a" * 65_536) < 64 * MOST_READ


@pytest.mark.parametrize("reader", ["h11", "httptools"])
def test_the_bound_of_a_head_is_none_of_a_body(reader: Literal["h11", "httptools"]) -> None:
    """Bodies, and later requests of the same connection, are counted by themselves."""
    process = Process(reader=reader)
    with process.running():
        connection = HTTPConnection("127.0.0.1", process.port, timeout=20)
        for size in (0, 4 * LONGEST_HEAD, LONGEST_HEAD // 2, LONGEST_HEAD // 2, LONGEST_HEAD // 2):
            connection.request("POST", "/a", b"a" * size, {"X": "a" * (LONGEST_HEAD // 3)})
            answer = connection.getresponse()
            assert (answer.status, json.loads(answer.read())["size"]) == (200, size)
        connection.close()
