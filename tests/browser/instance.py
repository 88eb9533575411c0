"""Browser shared by all tests of a process, because Playwright runs only once in a process.

tests/conftest.py makes these fixtures known to all tests.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def missing(what: str) -> NoReturn:
    """Skip the test, or fail in CI, where a skip would go unnoticed."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium; without it the test is skipped."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return path or missing("no Chromium on this machine: apt-get install chromium")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """Yield the Chromium that all tests of the process share.

    Pages of one site and one context share a process, which compiles their scripts once.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install 'kernviz[test]'")
    with sync_playwright() as run:
        instance = run.chromium.launch(executable_path=chromium, args=[*SWITCHES, "--process-per-site"])
        yield instance
        instance.close()
