"""Separate browser that can be ended even if a page hangs, and the memory of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.conftest import PATIENCE
from tests.browser.instance import SWITCHES

IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
ANSWERED = (
    "() => [...document.querySelectorAll('.kv-plot')].every((p) => p.dataset.revision || !p.clientWidth) &&"
    " !!document.querySelector('.kv-plot[data-revision], [data-testid=stAlert]')"
)
STEP = 100  # ms


@contextmanager
def own(browser: Any, chromium: str) -> Iterator[Any]:
    """Start another browser of the same kind."""
    instance = browser.browser_type.launch(executable_path=chromium, args=SWITCHES)
    try:
        yield instance
    finally:
        instance.close()


@contextmanager
def one_after_the_other(browser: Any) -> Iterator[Callable[[str], Any]]:
    """Yield ``visit(url)``, which closes the page before and opens a new one in the same browser context.

    ``page.errors`` lists the page's script errors.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    pages: list[Any] = []

    def visit(url: str) -> Any:
        while pages:
            pages.pop().close()
        page = context.new_page()
        pages.append(page)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(url, timeout=PATIENCE)
        return page

    yield visit
    context.close()


def answered(page: Any, patience: float) -> bool:
    """Return True if the page shows pictures or a message within ``patience`` ms after the run.

    A page whose script never ends raises the driver's TimeoutError.
    """
    page.wait_for_selector(IDLE, timeout=PATIENCE)
    for _ in range(int(patience / STEP)):
        page.wait_for_selector("body", state="attached", timeout=patience)
        if page.evaluate(ANSWERED):
            return True
        page.wait_for_timeout(STEP)
    return False


def exceptions(page: Any) -> int:
    """Return the number of error boxes, Streamlit's and kernviz's."""
    return int(page.locator('[data-testid="stException"], [class*="st-key-kv-mishap"]').count())


def largest_process(browser: Any) -> float:
    """Return the bytes in memory of the largest renderer process."""
    wire = browser.new_browser_cdp_session()
    processes = wire.send("SystemInfo.getProcessInfo")["processInfo"]
    wire.detach()
    sizes = [0.0]
    for process in processes:
        if process["type"] == "renderer":
            status = Path(f"/proc/{process['id']}/status").read_text()
            sizes += [1024.0 * int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")]
    return max(sizes)
