"""TCP_NODELAY: on a socket bound as Streamlit binds it, and by response times of the real server."""

import http.client
import os
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kernviz.ui.tcp_nodelay import DESCRIPTORS, set_tcp_nodelay
from tests.browser.conftest import START, serving

pytestmark = pytest.mark.skipif(
    not os.path.isdir(DESCRIPTORS), reason="this system does not list what a process has open"
)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Yield a listening socket as Streamlit makes it, with no protocol named."""
    with socket.socket(family=socket.AF_INET) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        yield sock


def _nodelay(sock: socket.socket) -> bool:
    return bool(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


def test_a_connection_inherits_the_option_from_its_listening_socket(listener: socket.socket) -> None:
    assert not _nodelay(listener)
    assert set_tcp_nodelay() >= 1
    assert _nodelay(listener)
    with socket.create_connection(listener.getsockname()) as client:
        accepted, _ = listener.accept()
        with accepted:
            assert _nodelay(accepted)
            assert not _nodelay(client), "only what listens, and what came in on it"


def test_no_descriptor_stays_open_and_other_sockets_are_unchanged(listener: socket.socket) -> None:
    before = len(os.listdir(DESCRIPTORS))
    with socket.socket() as other:
        set_tcp_nodelay()
        assert not _nodelay(other)
    assert len(os.listdir(DESCRIPTORS)) == before


@pytest.mark.long
def test_the_server_does_not_hold_a_body_back_until_its_header_is_acknowledged(tmp_path: Path) -> None:
    """With Nagle's algorithm every body but the first few comes 40 ms after its header, even on an idle machine."""
    with serving(START, tmp_path) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc)
        waits = []
        for _ in range(40):
            connection.request("GET", "/_stcore/health")
            answer = connection.getresponse()  # the header has arrived
            start = time.perf_counter()
            assert answer.read() == b"ok"
            waits.append(time.perf_counter() - start)
        connection.close()
    assert statistics.quantiles(waits[10:], n=4)[0] < 0.02  # the faster ones, as a busy machine delays some
