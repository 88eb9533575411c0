"""Servers, windows and visits for the tests of the running app.

Without Chromium the tests are skipped, except in CI, where that is a failure.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui.serving.free_ports import free_ports

collect_ignore = ["site"]  # an app, not tests: importing it draws its pages
ROOT = Path(__file__).parents[2]
SITE = Path(__file__).parent / "site"
START = ["-c", "from kernviz.ui.start import main; main()", "--headless"]  # as a user does
SERVE = [*START[:2], "serve"]  # with several processes behind nginx
PATIENCE = 20_000  # ms for a loaded machine; a passing test waits far less


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent.relative_to(ROOT).as_posix() + "/"
    for item in items:
        if item.nodeid.startswith(here):
            item.add_marker("browser")
            item.add_marker(
                pytest.mark.flaky(reruns=2)
            )  # a busy machine may disturb a real mouse; a real fault fails three times


def free_port() -> int:
    """Return a port on which nothing listens."""
    return free_ports(1)[0]


@contextmanager
def serving(
    command: list[str], folder: Path, port: int | None = None, *, prefix: str = "", rooms: Path | None = None
) -> Iterator[str]:
    """Run the server ``command`` in ``folder``, on a free port of this machine; end it by its process id.

    prefix  the beginning of every path: "/kernviz"
    rooms   the file of its rooms; one in ``folder`` by default
    """
    port = port or free_port()
    with starting(command, folder, port, prefix=prefix, rooms=rooms):
        yield f"http://127.0.0.1:{port}{prefix}"


@contextmanager
def starting(
    command: list[str],
    folder: Path,
    port: int,
    *,
    prefix: str = "",
    rooms: Path | None = None,
    settings: Mapping[str, str] | None = None,
    program: Path | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server as `serving` does, but on a given port, and yield its process.

    settings  further environment variables
    program   a copy of the app to run; its rooms are then in the app's default place
    """
    log = folder / "server.log"
    command = [sys.executable, *command, f"--server.port={port}"]
    environment = os.environ | {"PYTHONPATH": str(program or ROOT), "HOME": str(folder)}
    environment.pop("KERNVIZ_ROOMS", None)
    if not program:
        environment["KERNVIZ_ROOMS"] = str(rooms or folder / "rooms")
    environment |= settings or {}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the second server need not compile everything again
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, env=environment)  # noqa: S603
        try:
            _wait(f"http://127.0.0.1:{port}{prefix}/_stcore/health", process, log)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(health: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(health, timeout=1):  # noqa: S310  a literal http address of this machine
                return
        except OSError:
            time.sleep(0.25)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[str]:
    """Yield the address of the small app of tests/browser/site, run with the real settings."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(SITE, folder, dirs_exist_ok=True)
    shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
    with serving(
        ["-m", "streamlit", "run", "app.py", "--server.address=127.0.0.1", "--server.headless=true"], folder
    ) as url:
        yield url


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[str]:
    """Yield the address of the real app, started as a user does, from an unrelated folder."""
    with serving(START, tmp_path_factory.mktemp("app")) as url:
        yield url


@pytest.fixture(scope="session")
def windows(browser: Any) -> Iterator[Callable[[bool], Any]]:
    """Yield ``window(touch)``, which returns the browser context that all tests share, and so its caches.

    In each an empty page of this machine stays open. With it stays the process that shows all pages of this
    machine, and that process compiles the scripts once.
    """
    contexts: dict[bool, Any] = {}

    def window(touch: bool) -> Any:
        if touch not in contexts:
            contexts[touch] = browser.new_context(reduced_motion="reduce", has_touch=touch)
            empty = contexts[touch].new_page()
            empty.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
            empty.goto("http://127.0.0.1/")
        return contexts[touch]

    yield window
    for context in contexts.values():
        context.close()


STORES = "try { localStorage.clear(); sessionStorage.clear() } catch {}"


@pytest.fixture
def visit(windows: Callable[[bool], Any]) -> Iterator[Callable[..., Any]]:
    """Yield ``visit(url, width=1280, height=900, theme="light", …)``, which opens a page as a new visitor.

    ``page.requested`` lists the page's requests, ``page.complaints`` its script errors and console errors.

    touch    a screen for fingers
    motion   "no-preference" for a visitor who likes motion
    returns  True for a visitor whose browser keeps what is stored when the page is loaded again
    """
    pages = []

    def open_page(
        url: str,
        *,
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        touch: bool = False,
        motion: str = "reduce",
        returns: bool = False,
    ) -> Any:
        page = windows(touch).new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion=motion)
        page.set_default_timeout(PATIENCE)
        page.requested, page.complaints = [], []
        page.wait_for_function = partial(_wait_until, page)
        page.on("request", lambda request: page.requested.append(request.url))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda message: _note(page.complaints, message))
        page.add_init_script(
            f"if (window.name !== 'again') {{ {STORES} window.name = 'again' }}" if returns else STORES
        )
        page.goto(url)
        return page

    yield open_page
    for page in pages:
        with suppress(Exception):  # the page may have no address any more
            page.evaluate("indexedDB.deleteDatabase('kernviz')")  # a file left by one test must not reach another
        page.close()


@pytest.fixture
def own(browser: Any) -> Iterator[Any]:
    """Yield a page in a new browser context with a storage of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    with suppress(Exception):  # a clock that a test has stopped may keep the page from closing
        context.close()


@pytest.fixture
def lecturer(own: Any) -> Any:
    """Return the lecturer's page; visits of the same test are those of others."""
    return own


def _wait_until(page: Any, expression: str, arg: Any = None, timeout: float = PATIENCE) -> None:
    """Poll an expression in the page until it is true; raise TimeoutError after ``timeout`` ms.

    Playwright's own `wait_for_function` needs eval, which the app's Content-Security-Policy forbids.
    """
    end = time.monotonic() + timeout / 1000
    while not _true(page, expression, arg):
        if time.monotonic() > end:
            raise TimeoutError(f"not true within {timeout:.0f} ms: {expression}")
        page.wait_for_timeout(20)


def _true(page: Any, expression: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Exception as problem:
        if "Execution context was destroyed" in str(problem):  # interrupted by a navigation: ask the new page
            return False
        raise


def _note(complaints: list[str], message: Any) -> None:
    if message.type == "error":
        complaints.append(message.text)
