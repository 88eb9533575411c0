"""Table of points in a real browser: typing, pasting, undo, and the link to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kernviz.data import read_drawn
from tests.browser.test_hands import at, open_page
from tests.browser.test_pages import idle, query, quiet

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
PASTE = """([label, text]) => { const data = new DataTransfer(); data.setData("text/plain", text);
  const at = document.querySelector(`.kv-table input[aria-label="${label}"]`); at.focus();
  at.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })) }"""


def opened(app: str, visit: Visit, address: str) -> Any:
    page = open_page(app, visit, address)
    page.get_by_text("The points as numbers").click()
    page.locator(".kv-table tbody tr").first.wait_for()
    idle(page)
    return page


def cell(page: Any, column: str, row: int) -> Any:
    return page.get_by_label(f"{column}, row {row}", exact=True)


def says(page: Any, pts: str) -> None:
    page.wait_for_function("(pts) => new URLSearchParams(location.search).get('pts') === pts", arg=pts)
    idle(page)


@pytest.mark.long
def test_edits_in_the_table_can_be_undone_in_the_picture(app: str, visit: Visit) -> None:
    page = opened(app, visit, "svm?data=drawn&pts=A: 0.10 2 B: 3 4")
    assert cell(page, "x1", 1).input_value() == "0.10"
    cell(page, "x1", 1).fill("0,25")
    page.keyboard.press("Enter")
    says(page, "A: 0.25 2 B: 3 4")
    cell(page, "x1", 3).click()
    page.keyboard.type("1")
    assert cell(page, "class", 3).input_value() == "B"
    page.keyboard.press("Tab")
    page.keyboard.type("1.50")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    says(page, "A: 0.25 2 B: 3 4 1 1.50")
    cell(page, "x2", 2).fill("four")
    page.keyboard.press("Enter")
    page.get_by_text("“four” is no number").wait_for()
    assert cell(page, "x2", 2).get_attribute("aria-invalid") == "true"
    cell(page, "x2", 2).fill("4")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete row 1", exact=True).click()
    says(page, "A: B: 3 4 1 1.50")
    page.locator('.kv-bar [data-tool="undo"]').first.click()
    says(page, "A: 0.25 2 B: 3 4 1 1.50")
    page.wait_for_function("document.querySelector('.kv-table input').value === '0.25'")
    quiet(page, app)


@pytest.mark.parametrize(
    "text",
    [
        "x\ty\tlabel\n1,5\t2\tA\n-1\t0\tB\n",
        "1.5;2;A\n-1;0;B",
        pytest.param("a,b,c\n1.5,2,A\n-1,0,B\n", marks=pytest.mark.long),
        pytest.param("1.5 2 A\n-1 0 B\n", marks=pytest.mark.long),
    ],
)
def test_rows_of_a_spreadsheet_are_pasted(app: str, visit: Visit, text: str) -> None:
    page = opened(app, visit, "svm?data=drawn&pts=A: 9 9 8 8 B: 7 7")
    page.evaluate(PASTE, ["x1, row 2", text])
    says(page, "A: 9 9 1.5 2 B: -1 0")
    page.get_by_text("2 rows pasted.").wait_for()
    quiet(page, app)


@pytest.mark.long
def test_the_copied_link_opens_the_same_page(app: str, visit: Visit) -> None:
    page = open_page(app, visit, "svm?n=200")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=app)
    page.mouse.click(*at(page, -0.9, -0.6))
    page.wait_for_function("new URLSearchParams(location.search).get('data') === 'drawn'")
    idle(page)
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    pts = query(page, "pts") or ""
    assert pts.startswith("z:")
    assert read_drawn(pts).n == 201
    again = visit(link)
    again.locator(".kv-plot[data-revision]").first.wait_for()
    idle(again)
    assert query(again, "pts") == pts
