"""Tables whose cells lead on, in Chromium: Words finds as one types and puts a word to the kernel; Map keeps the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Visit = Callable[..., Any]
pytestmark = pytest.mark.browser


def test_a_word_is_found_and_put_to_the_kernel(app: str, visit: Visit) -> None:
    page = visit(f"{app}/words?n=80&k=rbf(gamma%3D2)&tab=Operations")
    link = page.get_by_role("link", name="exp(k)", exact=True)
    link.wait_for()
    wrong = page.evaluate(
        "[...document.querySelectorAll('.kv-ways math')].filter((m) => /[\\\\{}^_]/.test(m.textContent)).length"
    )
    assert wrong == 0
    page.get_by_label("Search the words").fill("normalise √")
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-ways tbody tr')].filter((row) => !row.hidden).length === 0"
    )
    page.get_by_label("Search the words").fill("power of a kernel")
    page.wait_for_function(
        "[...document.querySelectorAll('.kv-ways tbody tr')].filter((row) => !row.hidden).length === 1"
    )
    assert "n=80" in link.get_attribute("href")  # the link itself takes the points along
    link.click()
    page.get_by_role("heading", name="Compose").wait_for()
    page.wait_for_function("new URLSearchParams(location.search).get('k') === 'exp(rbf(gamma=2))'")
    page.wait_for_function("new URLSearchParams(location.search).get('n') === '80'")
