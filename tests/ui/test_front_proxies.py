"""nginx and Caddy with the files of deploy/, run for real with TLS: what a visitor and a process see of them.

tests/ui/test_nginx_limits.py tries the limits on rate and connections, tests/browser/test_proxies.py the whole app.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from kernviz.ui import live
from kernviz.ui.serving import nginx
from tests.ui import front_proxies
from tests.ui.asking import run
from tests.ui.front_proxies import ASSET, HOST, PICTURE, SOMEBODY, Front, Process, unverified

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

VISITORS = 12  # all of them are with one of two processes once in 2000 times
PREFIX = "/kernviz"


@dataclass(frozen=True)
class Served:
    """Running proxy and the processes behind it; ``ended`` ends the process at a port."""

    front: Front
    processes: tuple[Process, ...]
    ended: Callable[[int], None]
    caches: bool


@contextmanager
def serving(kind: str, folder: Path) -> Iterator[Served]:
    """Run a proxy of deploy/ before two processes."""
    processes = (Process(), Process())
    with ExitStack() as stack:
        running = {each.port: stack.enter_context(ExitStack()) for each in processes}
        for each in processes:
            running[each.port].enter_context(each.running())
        proxy: AbstractContextManager[Front]
        if kind == "nginx":
            proxy = front_proxies.nginx_of_ones_own(processes, PREFIX)
        else:
            proxy = front_proxies.caddy([each.port for each in processes], folder, prefix=PREFIX)
        front = stack.enter_context(proxy)
        yield Served(front, processes, lambda port: running[port].close(), kind == "nginx")


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(request.param, tmp_path_factory.mktemp("proxy")) as found:
        yield found


def test_the_process_sees_the_visitor_and_the_page_without_its_prefix(served: Served) -> None:
    """An address that the visitor forges does not count, or one visitor would be many."""
    for path in ("/svm?n=40", "/r/ABC", "/kernviz-room/x"):
        report = served.front.ask(path, {"X-Forwarded-For": "1.2.3.4"}, source=SOMEBODY).report
        assert report["path"] == path.partition("?")[0]
        assert report["client"] == SOMEBODY
        assert (report["scheme"], report["host"]) == ("https", f"{HOST}:{served.front.port}")


def test_an_address_without_tls_or_slash_leads_to_the_page(served: Served) -> None:
    front = served.front
    answer = front_proxies.asked(front.plain, f"{PREFIX}/svm?n=40", tls=False)
    assert answer.status in (301, 308)
    assert re.fullmatch(rf"https://{HOST}(:{front.port})?{PREFIX}/svm\?n=40", answer.headers["Location"])
    bare = front_proxies.asked(front.port, PREFIX)
    assert bare.status in (301, 308)
    assert bare.headers["Location"].endswith(f"{PREFIX}/")


def test_a_visitor_stays_with_one_process_until_it_ends(served: Served) -> None:
    first = [served.front.ask("/svm") for _ in range(VISITORS)]
    assert len({each.report["process"] for each in first}) == 2, "the visitors are spread"
    for each in first:
        assert "HttpOnly" in each.headers["Set-Cookie"] or not served.caches
        for path in ("/svm?n=41", "/kernviz-room/y"):
            again = served.front.ask(path, {"Cookie": each.cookie})
            assert again.report["process"] == each.report["process"]
            assert not again.cookie


def test_a_websocket_passes_and_reaches_the_process_of_its_visitor(served: Served) -> None:
    for _ in range(4):
        page = served.front.ask("/svm")
        subprotocol, answers = run(echoes(served.front, page.cookie, ("one", "two" * 5000)))
        assert subprotocol == "streamlit"
        assert answers == [f"{page.report['process']} {text}" for text in ("one", "two" * 5000)]


async def echoes(front: Front, cookie: str, texts: tuple[str, ...]) -> tuple[str | None, list[str | bytes]]:
    """Send texts through a websocket and return the subprotocol and the answers.

    The client is the one for asyncio. The synchronous one reads and writes one TLS connection in two threads, and of
    1,000 handshakes one then waits for ever.
    """
    async with (
        asyncio.timeout(20),
        connect(
            f"wss://{HOST}:{front.port}{PREFIX}/_stcore/stream",
            ssl=unverified(),
            subprotocols=["streamlit"],  # type: ignore[list-item]
            additional_headers={"Cookie": cookie},
        ) as socket,
    ):
        answers: list[str | bytes] = []
        for text in texts:
            await socket.send(text)
            answers.append(await socket.recv())
        return socket.subprotocol, answers


@pytest.mark.parametrize("encoding", ["gzip", "gzip, deflate, br, zstd"])
def test_texts_are_compressed_and_pictures_pass_as_they_are(served: Served, encoding: str) -> None:
    packed = served.front.ask("/kernviz-assets/1/app.css", {"Accept-Encoding": encoding})
    assert packed.headers["Content-Encoding"] in ("gzip", "zstd")
    assert len(packed.body) < len(ASSET) / 5
    assert served.front.ask("/kernviz-assets/1/app.css").body == ASSET.encode()
    picture = served.front.ask("/kernviz-live/1/en/svm", {"Accept-Encoding": encoding})
    assert (picture.headers["Content-Encoding"], picture.body) == (None, PICTURE)


def test_an_answer_that_lasts_sets_no_cookie_and_says_how_long(served: Served) -> None:
    """A cache before the proxy would give one visitor's cookie to everybody."""
    for path in ("/kernviz-live/1/en/lasts", "/kernviz-assets/1/other.css"):
        answer = served.front.ask(path)
        assert answer.status == 200
        assert answer.headers["Set-Cookie"] is None
    for path, lasts in (("lasts", "public, max-age=86400, immutable"), ("own", "private, no-store")):
        assert served.front.ask(f"/kernviz-live/1/en/{path}").headers["Cache-Control"] == lasts


def test_a_live_picture_is_stored_and_one_of_a_visitors_file_is_not(served: Served) -> None:
    """Caddy has no cache: behind it `kernviz serve` stores pictures (tests/ui/test_nginx_limits.py)."""
    for _ in range(4):
        for path in ("/kernviz-live/1/en/stored", "/kernviz-live/1/en/owned"):
            assert served.front.ask(path).body == PICTURE
    for path, computed in (("stored", 1 if served.caches else 4), ("owned", 4)):
        assert sum(each.asked[f"/kernviz-live/1/en/{path}"] for each in served.processes) == computed


def test_a_picture_on_half_the_grid_is_stored_briefly_and_by_no_browser(served: Served) -> None:
    def computed() -> int:
        return sum(each.asked["/kernviz-live/1/en/half"] for each in served.processes)

    began = time.monotonic()
    for _ in range(4):
        answer = served.front.ask("/kernviz-live/1/en/half")
        assert (answer.body, answer.headers["Cache-Control"]) == (PICTURE, "no-store")
        assert answer.headers[live.GRID] == live.HALF
    if time.monotonic() - began < live.BRIEFLY - 1:  # not on a machine that stood still meanwhile
        assert computed() == (1 if served.caches else 4)
    before = computed()
    time.sleep(live.BRIEFLY + 1)
    served.front.ask("/kernviz-live/1/en/half")
    assert computed() == before + 1


def test_the_metrics_stay_inside(served: Served) -> None:
    for path in ("/metrics", "//metrics", "/%6detrics", "/./metrics", "/x/../metrics", "/metrics?a=b"):
        answer = served.front.ask(path)
        assert answer.status == 404, path
        assert b"process" not in answer.body
    assert front_proxies.asked(served.front.port, "/metrics").status in (200, 404)
    assert b"process" not in front_proxies.asked(served.front.port, "/metrics").body


def test_browsers_are_told_to_come_back_over_tls(served: Served) -> None:
    for path in ("/svm", "/kernviz-live/1/en/svm", "/kernviz-room/x"):
        assert served.front.ask(path).headers["Strict-Transport-Security"] == "max-age=31536000", path


def test_a_body_may_have_so_many_megabytes(served: Served) -> None:
    most = nginx.BODY_MB * 2**20
    assert served.front.ask("/kernviz-room/x", body=b"a" * most).report["size"] == most
    refused = served.front.ask("/kernviz-room/x", body=b"a" * (most + 1)).status
    assert refused in (413, 502)  # Caddy 2.6 says that the process had no answer


def test_a_head_may_have_the_longest_address_and_not_twice_as_much(served: Served) -> None:
    longest = "/svm?" + "a" * 40_000
    assert served.front.ask(longest, {"Referer": "https://x.example/" + "a" * 4096}).status == 200
    assert served.front.ask("/svm?" + "a" * 80_000).status in (414, 431)
    assert served.front.ask("/svm", {"X-Long": "a" * 80_000}).status in (400, 431)


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_visitors_of_a_process_that_ends_go_on_with_the_other(kind: str, tmp_path: Path) -> None:
    with serving(kind, tmp_path) as served:
        visitors = [served.front.ask("/svm") for _ in range(VISITORS)]
        gone, other = (each.port for each in served.processes)
        served.ended(gone)
        for each in visitors:
            answer = served.front.ask("/svm", {"Cookie": each.cookie})
            assert answer.status == 200
            assert answer.report["process"] == other
        assert served.front.ask("/kernviz-room/x", body=b"answer").report["size"] == 6


def test_caddy_without_a_prefix_has_the_app_at_the_root_of_its_host(tmp_path: Path) -> None:
    process = Process()
    with process.running(), front_proxies.caddy([process.port], tmp_path) as front:
        assert front.ask("/svm").report["path"] == "/svm"
        assert front.ask("/").report["path"] == "/"
        assert front.ask("/metrics").status == 404
