"""Links in Chromium: a row of Words, the badge of a refuted kernel, and an example of Home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]
pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_word_is_found_and_applied_to_the_kernel(app: str, visit: Visit) -> None:
    page = visit(f"{app}/words?n=80&k=rbf(gamma%3D2)&tab=Operations")
    link = page.get_by_role("link", name="exp(k)", exact=True)
    link.wait_for()
    wrong = page.evaluate(
        "[...document.querySelectorAll('.kv-link-table math')].filter((m) => /[\\\\{}^_]/.test(m.textContent)).length"
    )
    assert wrong == 0
    page.get_by_label("Search the words").fill("normalise weight")
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-link-table tbody tr')].filter((row) => !row.hidden).length === 0"
    )
    page.get_by_label("Search the words").fill("exponential of a kernel")
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-link-table tbody tr')].filter((row) => !row.hidden).length === 1"
    )
    assert "n=80" in link.get_attribute("href")  # the link itself contains the points
    link.click()
    page.get_by_role("heading", name="Compose").wait_for()
    page.wait_for_function("new URLSearchParams(location.search).get('k') === 'exp(rbf(gamma=2))'")
    page.wait_for_function("new URLSearchParams(location.search).get('n') === '80'")


@pytest.mark.slow
def test_the_badge_of_a_refuted_kernel_links_to_its_witness(app: str, visit: Visit) -> None:
    """The sidebar's kernel is a fragment of its own; the badge must still change the page."""
    page = visit(f"{app}/svm?k=linear+-+1")
    page.get_by_role("button", name="✗ refuted on ℝ²").click(position={"x": 20, "y": 8})
    page.wait_for_function("location.pathname === '/compose'")
    page.get_by_role("tab", name="Witness", selected=True).wait_for()


@pytest.mark.slow
def test_an_example_opens_at_the_top_of_its_page(app: str, visit: Visit) -> None:
    page = visit(f"{app}/?find=Six+lines")
    card = page.locator(".kv-gallery a").first
    card.scroll_into_view_if_needed()
    down = "document.querySelector('[data-testid=stMain]').scrollTop"
    assert page.evaluate(down) > 100
    card.click()
    page.get_by_role("heading", name="Polynomial features").wait_for()
    page.locator(".kv-plot[data-revision]").first.wait_for()
    assert page.evaluate(down) == 0
