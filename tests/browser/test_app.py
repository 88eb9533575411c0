"""Every page of the real app on a phone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernviz.ui import navigation

PAGES = [entry for entry in navigation.entries(Path(__file__).parents[2]) if entry.name != navigation.HOME]
Visit = Callable[..., Any]
TITLES = """() => { const bar = document.querySelector('.kv-pages .kv-here').textContent;
  const same = [...document.querySelectorAll('h1')].filter((each) => each.textContent.trim() === bar);
  return [same.length, same.filter((each) => getComputedStyle(each.parentElement.closest('[class*=st-key-]')).clipPath === 'none').length] }"""


def address(app: str, entry: navigation.PageEntry) -> str:
    return f"{app}/{entry.name}"


def shown(page: Any) -> None:
    """Wait until the page has run and drawn everything."""
    page.locator("[data-testid=stMainBlockContainer]").get_by_role("heading").first.wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-plot')].every((p) => p.dataset.revision || !p.clientWidth)"
    )


QUESTION = "document.querySelector('.st-key-kv-head p')?.getBoundingClientRect().left ?? 0"


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "entry",
    [pytest.param(e, id=e.name, marks=pytest.mark.long if i % 5 else ()) for i, e in enumerate(PAGES)],
)
def test_a_page_opens_on_a_phone_without_errors(app: str, visit: Visit, entry: navigation.PageEntry) -> None:
    page = visit(address(app, entry), width=390, height=844, touch=True)
    shown(page)
    assert page.title() == entry.title
    assert (
        page.locator(
            '[data-testid="stException"], [class*="st-key-kv-mishap"], [role="dialog"], .kv-failure:not([hidden])'
        ).count()
        == 0
    )
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator(".kv-pages .kv-here").wait_for()
    assert page.evaluate(TITLES) == [1, 0]  # one for screen readers; what is seen is in the bar
    assert page.evaluate(QUESTION) <= 24  # pixels: nothing but the page's edge is before it
    # The app was started in an unrelated folder. Without its own config.toml the background would be white.
    paper = page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    assert paper == "rgb(251, 250, 247)"
    assert page.evaluate("location.search") == ""  # nothing is set, so the address has no parameters
    assert page.complaints == []
    foreign = [url for url in page.requested if not url.startswith((app, app.replace("http", "ws"), "data:", "blob:"))]
    assert foreign == []
