"""Page that collects a class's answers: forty links, pasted or dropped, become summaries and a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.courses.test_collection import forty

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
DROP = """(text) => {
  const data = new DataTransfer(); data.items.add(new File([text], "links.txt", { type: "text/plain" }));
  document.querySelector("textarea").dispatchEvent(
    new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data })); }"""


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 720, False), (390, 844, True)])
def test_forty_links_become_summaries_and_a_table(app: str, visit: Visit, width: int, height: int, touch: bool) -> None:
    page = visit(f"{app}/course?collect=1", width=width, height=height, touch=touch)
    links = forty()
    page.locator("textarea").fill("\n".join(links[:39]))
    page.get_by_text("39 students").wait_for()
    page.evaluate(DROP, links[39])
    page.get_by_text("40 students").wait_for()
    page.get_by_role("heading", name="All answers").wait_for()
    assert page.locator("[data-testid=stMain] h2:visible").all_inner_texts() == [
        "Step by step",
        "Reasons against wrong answers",
        "All answers",
    ]
    ideas = page.locator("[data-testid=stMain] [data-testid=stMarkdownContainer] li:visible").all_inner_texts()
    assert ideas[0] == "10 students: That is (x·z)²: the 1 was left out."
    with page.expect_download() as saved:
        page.get_by_role("button", name="Table as CSV").or_(page.get_by_role("link", name="Table as CSV")).click()
    assert saved.value.suggested_filename == "answers.csv"
    assert len(saved.value.path().read_text(encoding="utf-8-sig").splitlines()) == 41
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("heading", name="All answers").wait_for(state="detached")
