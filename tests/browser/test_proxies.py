"""App below a path prefix, behind nginx or Caddy, and in two processes: everything works in each set-up."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno

from kernviz.ui.serving import nginx
from tests.browser.conftest import ROOT, SERVE, START, free_port, serving
from tests.browser.instance import missing
from tests.browser.rooms import opened_room, send_number
from tests.browser.test_live import WATCH, dragging
from tests.browser.test_pages import drawn, idle, numbers, query, quiet
from tests.browser.test_sweep import READY, step
from tests.ui import front_proxies

Visit = Callable[..., Any]
COURSE = "course?course=what_is_a_kernel&step=the-short-way"


@dataclass(frozen=True)
class SetUp:
    """Way to serve the app.

    path       the beginning of every address
    prefix_known  True if the server knows that path
    proxy      True if nginx is in front; it removes a path unknown to the server
    caddy      True if Caddy is in front, with the file of deploy/ (instead of nginx, or before ``kernviz serve``)
    processes  number of server processes
    choice     nginx's line that assigns a request to a process; in turn by default
    command    True if ``kernviz serve`` starts all of it
    """

    path: str = ""
    prefix_known: bool = False
    proxy: bool = True
    caddy: bool = False
    processes: int = 1
    choice: str = ""
    command: bool = False


SETUPS = {
    "prefix": SetUp("/kernviz", prefix_known=True, proxy=False),
    "prefix-behind-a-proxy": SetUp("/kernviz", prefix_known=True),
    "prefix-taken-away": SetUp("/our/r/kernviz"),
    "two-processes-by-cookie": SetUp(processes=2, choice="hash $visitor consistent;"),
    "two-processes-in-turn": SetUp(processes=2),
    "caddy-takes-the-prefix-away": SetUp("/our/r/kernviz", processes=2, caddy=True),
    "caddy-before-the-command": SetUp(processes=2, command=True, caddy=True),
    "the-command": SetUp(processes=2, command=True),
    "the-command-with-a-prefix": SetUp("/kernviz", prefix_known=True, processes=2, command=True),
}

NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
{user}
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def site(setup: SetUp, port: int, servers: list[str]) -> str:
    """Return the configuration of docs/serving.md for a set-up."""
    (text,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "serving.md").read_text("utf-8"), re.DOTALL)
    changes = {
        "hash $visitor consistent;": setup.choice,
        "server 127.0.0.1:8501; server 127.0.0.1:8502;": " ".join(f"server {urlsplit(url).netloc};" for url in servers),
        "listen 80;": f"listen 127.0.0.1:{port};",
        "location /kernviz/ ": f"location {setup.path}/ ",
        "proxy_pass http://kernviz/;": f"proxy_pass http://kernviz{'' if setup.prefix_known or not setup.path else '/'};",
    }
    for old, here in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, here)
    return text


@contextmanager
def proxied(setup: SetUp, folder: Path, servers: list[str]) -> Iterator[str]:
    """Run an nginx in front of the servers and yield the app's address; end it by its process id."""
    found = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin") or missing(
        "no nginx on this machine: apt-get install nginx-light"
    )
    port, config = free_port(), folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    config.write_text(NGINX.format(folder=folder, user=user, site=site(setup, port, servers)))
    command = [found, "-p", str(folder), "-c", str(config), "-e", str(folder / "nginx.log")]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        address = f"http://127.0.0.1:{port}{setup.path}"
        for _ in range(100):
            try:
                with urllib.request.urlopen(address + "/_stcore/health", timeout=5):  # noqa: S310  this machine
                    break
            except OSError:
                assert process.poll() is None, (folder / "nginx.log").read_text()
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def behind_caddy(setup: SetUp, folder: Path, servers: list[str]) -> Iterator[str]:
    """Run Caddy in front of the servers and yield the app's address."""
    ports = [urlsplit(url).port or 0 for url in servers]
    with front_proxies.caddy(ports, folder, prefix=setup.path, tls=False) as front:
        yield f"http://{front_proxies.HOST}:{front.port}{setup.path}"


@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.slow) for name in SETUPS])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[str]:
    """Yield the address of the app, in each of the set-ups."""
    setup = SETUPS[request.param]
    known = setup.path if setup.prefix_known else ""
    more = [f"--server.baseUrlPath={known}"] if known else []
    shared = tmp_path_factory.mktemp("nginx")
    if setup.command:
        nginx.found() or missing("no nginx on this machine: apt-get install nginx-light")
    with ExitStack() as stack:
        if setup.command:
            url = stack.enter_context(serving([*SERVE, f"--processes={setup.processes}", *more], shared, prefix=known))
            yield stack.enter_context(behind_caddy(setup, shared, [url])) if setup.caddy else url
            return
        servers = [
            stack.enter_context(
                serving([*START, *more], tmp_path_factory.mktemp("process"), prefix=known, rooms=shared / "rooms")
            )
            for _ in range(setup.processes)
        ]
        before = behind_caddy if setup.caddy else proxied
        yield stack.enter_context(before(setup, shared, servers)) if setup.proxy else servers[0]


def test_a_page_shows_live_pictures_and_survives_a_reload(served: str, visit: Visit) -> None:
    page = visit(f"{served}/svm?n=60&lang=de")
    page.locator(".kv-plot[data-revision]").first.wait_for()
    idle(page)
    page.locator('html[lang="de"]').wait_for(state="attached")
    page.get_by_role("button", name="Link kopieren").wait_for()  # texts of kernviz's scripts, fetched separately
    page = visit(f"{served}/svm?n=60")
    drawn(page)
    page.evaluate(WATCH)
    with dragging(page, "C", 60):
        page.wait_for_function("window.seen.length >= 3")  # live pictures, nothing committed
        assert query(page, "C") is None
    page.wait_for_function("new URLSearchParams(location.search).get('C') !== null")
    idle(page)
    page.wait_for_function("!document.documentElement.classList.contains('kv-held')")
    there = numbers(page)
    assert page.url.startswith(f"{served}/svm?")
    page.reload()
    drawn(page)
    assert numbers(page) == there
    quiet(page, served)


@pytest.mark.slow
def test_a_sweep_is_stepped_through(served: str, visit: Visit) -> None:
    page = visit(f"{served}/svm?n=40&sweep=gamma:0.1:10:5")
    drawn(page)
    page.wait_for_function(READY)
    step(page, "Home")
    assert step(page, "ArrowRight") == 1
    quiet(page, served)


@pytest.mark.slow
def test_links_between_pages_stay_below_the_apps_address(served: str, visit: Visit) -> None:
    page = visit(f"{served}/")
    pictures = page.locator(".kv-cards img")
    pictures.first.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.kv-cards img')?.naturalWidth > 0")
    idle(page)
    card = page.locator(".kv-cards a").first
    assert card.evaluate("link => link.href").startswith(served)
    card.click()
    page.wait_for_function("!location.pathname.endsWith('/')")
    idle(page)
    page.go_back()
    page.wait_for_function("location.pathname.endsWith('/')")
    pictures.first.wait_for()
    assert page.url.startswith(f"{served}/")
    page.goto(f"{served}/ridge/")  # with a slash at its end
    page.locator(".kv-plot[data-revision]").first.wait_for()
    assert urlsplit(page.url).path == urlsplit(served).path + "/ridge"
    narrow = visit(f"{served}/svm", width=390)
    narrow.locator(".kv-here").click()
    here = narrow.locator('#kv-all-pages [aria-current="page"]')
    assert here.evaluate("link => link.href").split("?")[0] == f"{served}/svm"
    narrow.get_by_role("link", name="Page after").click()
    narrow.wait_for_function("!location.pathname.endsWith('/svm')")
    idle(narrow)
    assert narrow.url.startswith(f"{served}/")
    quiet(page, served)
    quiet(narrow, served)


@pytest.mark.slow
def test_files_are_downloaded(served: str, visit: Visit) -> None:
    page = visit(f"{served}/svm?n=30")
    drawn(page)
    button = page.get_by_role("button", name="Download", exact=True)
    for _ in range(2):  # each press gives a file
        with page.expect_download() as download:
            button.click()
        rows = Path(download.value.path()).read_text("utf-8").splitlines()
        assert sum(not row.startswith("#") for row in rows) == 31  # a head and the points
        assert download.value.suggested_filename == "moons.csv"
    idle(page)
    quiet(page, served)
    page = visit(f"{served}/{COURSE}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Hand-out").click()
    assert "</html>" in Path(download.value.path()).read_text("utf-8")
    idle(page)
    quiet(page, served)


@pytest.mark.slow
def test_a_room_works_from_opening_to_closing(served: str, lecturer: Any, visit: Visit) -> None:
    lecturer.goto(f"{served}/{COURSE}")
    code = opened_room(lecturer)
    link = f"{served}/r/{code}"
    assert link in lecturer.locator(".kv-way").inner_text()
    rows = segno.make_qr(link, error="m").matrix
    squares = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    assert lecturer.locator(".kv-qr path").get_attribute("d") == squares
    phone = visit(link, width=390, height=844, touch=True)
    send_number(phone, "16")
    lecturer.get_by_text("1 of 1 have answered").wait_for()
    lecturer.get_by_role("button", name="Reveal").click()
    phone.get_by_text("the 1 was left out").wait_for()
    lecturer.get_by_role("button", name="Close the room").click()
    phone.get_by_text("Nothing of it is kept").wait_for()
    quiet(visit(f"{served}/r"), served)
    asked = visit(f"{served}/r/ZZZZZZ")  # no such room: another code may be typed
    asked.get_by_role("textbox").fill(code)
    asked.get_by_role("button", name="Join").click()
    asked.wait_for_function(f"location.href === '{link}'")
