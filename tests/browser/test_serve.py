"""``kernviz serve`` with a real nginx: processes share pictures, and one may be killed."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from kernviz.ui import cacheable_urls
from tests.browser.protocol import session
from tests.browser.served import Served, drawn, eventually, get, status_of, two, websockets, well

VISITORS = 6  # with two processes all of them are in one of them once in 32 times


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with two(tmp_path) as found:
        yield found


@pytest.mark.slow
def test_pictures_are_shared_and_a_killed_server_is_replaced(served: Served) -> None:
    servers = served.servers
    assert len(servers) == 2
    eventually(lambda: all(map(well, servers)))

    # A picture is computed once; later requests get it from the proxy.
    address = f"{served.url}/kernviz-live/{cacheable_urls.version()}/en/svm?n=20"
    status, headers, body = get(address, Accept_Encoding="gzip")
    assert (status, headers["X-Kernviz-Cache"]) == (200, "MISS")
    for _ in range(3):
        _, headers, again = get(address, Accept_Encoding="gzip")
        assert (headers["X-Kernviz-Cache"], again) == ("HIT", body)
        assert headers["Set-Cookie"] is None  # or a proxy before this one would give it to everybody
    assert len(get(address)[2]) > len(body)  # without compression it is another stored answer

    with ExitStack() as stack:
        visitors = [stack.enter_context(session(served.url, "svm", n="40")) for _ in range(VISITORS)]
        for visitor in visitors:
            assert "kernviz_plot" in drawn(visitor)
        spread = {port: websockets(server) for port, server in servers.items()}
        assert sum(spread.values()) >= VISITORS  # beside connections that nginx keeps open
        dead, alive = servers
        survivor = servers[alive].pid
        servers[dead].send_signal(signal.SIGKILL)
        began = time.monotonic()
        with session(served.url, "ridge") as fresh:  # a new page opens before the process is back
            assert "kernviz_plot" in drawn(fresh)
        assert status_of(f"{served.url}/svm") == 200
        assert get(f"{served.url}/kernviz-live/svm?n=23")[0] == 200  # not stored: it is computed now
        took = time.monotonic() - began
        went_on = 0
        for visitor in visitors:
            try:
                assert "kernviz_plot" in drawn(visitor)  # another run of the same session
                went_on += 1
            except ConnectionClosed:  # its process was killed; a browser would connect again
                with session(served.url, "svm", n="40") as again:
                    assert "kernviz_plot" in drawn(again)
        assert went_on >= 1
        assert took < 20  # the machine may be busy
        assert served.servers[alive].pid == survivor
    eventually(lambda: len(served.servers) == 2 and all(map(well, served.servers)))
    assert "ended with -9; it is started again" in served.log.read_text()


@pytest.mark.slow
def test_all_processes_end_at_a_signal(served: Served) -> None:
    eventually(lambda: all(map(well, served.servers)))
    children = served.process.children(recursive=True)
    assert len(children) >= 4  # two servers, nginx and its worker
    served.process.terminate()
    took = eventually(lambda: not served.process.is_running() or served.process.status() == psutil.STATUS_ZOMBIE)
    assert took < 5 + 2  # the machine may be busy
    assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
