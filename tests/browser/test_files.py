"""Visitor's own file in a real browser: opened, dropped, stored, and restored after a reload or restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.browser.conftest import START, free_port, serving
from tests.browser.test_axe import violations
from tests.browser.test_pages import idle, query, quiet

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
CSV = "a,b,c,label\n" + "".join(f"{i % 5},{i * 7 % 11},{i},{'xy'[i % 2]}\n" for i in range(40))
NAMES = (
    "[...document.querySelectorAll('.st-key-plane .xtitle, .st-key-plane .ytitle')].map((e) => e.textContent).join()"
)
DROP = """([name, text]) => {
  const data = new DataTransfer(); data.items.add(new File([text], name, { type: "text/csv" }));
  const at = document.querySelector(".st-key-plane .kv-graph"), told = { bubbles: true, cancelable: true, dataTransfer: data };
  at.dispatchEvent(new DragEvent("dragover", told));
  const marked = document.documentElement.classList.contains("kv-dropping");
  at.dispatchEvent(new DragEvent("drop", told));
  return marked }"""


def arrive(page: Any) -> None:
    page.locator(".st-key-plane .kv-plot[data-revision]").wait_for()
    page.locator(".st-key-kv-file-chooser button").first.wait_for()
    idle(page)


def give(page: Any, content: str | bytes, name: str = "mine.csv") -> None:
    file = {"name": name, "mimeType": "text/csv", "buffer": content.encode() if isinstance(content, str) else content}
    page.locator('.st-key-kv-file-chooser input[type="file"]').set_input_files(file)


def use(page: Any) -> None:
    page.get_by_role("button", name="Use these points").click()
    kept(page)


def kept(page: Any) -> None:
    page.get_by_text("mine.csv: kept in this browser").wait_for()
    idle(page)


def shown(page: Any, names: str) -> None:
    page.wait_for_function(f"(names) => {NAMES} === names", arg=names)


@pytest.mark.long
def test_the_file_survives_reload_and_restart_until_it_is_forgotten(
    visit: Visit, chromium: str, tmp_path: Path
) -> None:
    port = free_port()
    with serving(START, tmp_path, port) as app:
        page = visit(f"{app}/svm?C=5&cx=c")
        arrive(page)
        give(page, CSV)
        page.get_by_text("Understood: UTF-8, commas between the cells").wait_for()
        use(page)
        page.get_by_role("combobox", name="across").click()
        page.get_by_role("option", name="c", exact=True).click()
        shown(page, "c,b")
        idle(page)
        page.reload()
        arrive(page)
        kept(page)
        shown(page, "c,b")
        assert (query(page, "C"), query(page, "data"), query(page, "cx")) == ("5", "your file", "c")
        quiet(page, app)
    with serving(START, tmp_path, port):
        page.reload()
        arrive(page)
        kept(page)
        shown(page, "c,b")
        page.get_by_role("button", name="Forget it").click()
        page.wait_for_function("!new URLSearchParams(location.search).get('data')")
        page.goto(f"http://127.0.0.1:{port}/svm?data=your+file")
        page.get_by_text("This browser keeps no file of yours").wait_for()
        arrive(page)


def test_a_file_is_dropped_on_the_picture(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    arrive(page)
    assert page.evaluate(DROP, ["mine.csv", "u,v,w\n1,2,a\n3,,b\n5,6,b\n2,2,a\n"])
    page.get_by_role("button", name="Leave out this row").click()
    use(page)
    shown(page, "u,v")
    assert not page.evaluate("document.documentElement.classList.contains('kv-dropping')")
    quiet(page, app)


@pytest.mark.long
def test_a_refusal_stays_until_the_next_file(app: str, visit: Visit) -> None:
    page = visit(f"{app}/svm")
    arrive(page)
    give(page, b"PK\x03\x04book", "book.xlsx")
    page.get_by_role("dialog").get_by_text("an Excel workbook").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_test_id("stSidebar").get_by_text("✗ book.xlsx: the file is").wait_for()
    give(page, CSV)
    use(page)
    assert page.get_by_text("book.xlsx").count() == 0


@pytest.mark.long
def test_a_large_file_is_thinned_evenly_before_it_is_sent(app: str, visit: Visit) -> None:
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(300_000, 2)).tolist()  # 12 MB, sorted by class
    text = "u,v,w\n" + "".join(f"{a},{b},{'p' if i < 200_000 else 'q'}\n" for i, (a, b) in enumerate(numbers))
    page = visit(f"{app}/svm")
    arrive(page)
    page.evaluate("([name, text]) => { window.large = [name, text] }", ["mine.csv", text])
    page.evaluate(f"() => ({DROP})(window.large)")
    page.get_by_text("Of its 300001 lines").wait_for()
    use(page)
    sidebar = page.evaluate("document.querySelector('[data-testid=stSidebar]').textContent")
    assert "1000 of" in sidebar, json.dumps(sidebar)
    page.get_by_role("tab", name="Every point").count()
    quiet(page, app)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_rule_of_axe_is_broken(app: str, visit: Visit, theme: str) -> None:
    pytest.importorskip("axe_playwright_python")
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page = visit(f"{app}/svm?data=xor", width=1440, theme=theme)
    arrive(page)
    page.get_by_text("The points as numbers").click()
    page.locator(".kv-table tbody tr").first.wait_for()
    idle(page)
    assert violations(page, axe) == []
    give(page, "u,v,w\n1,2,a\n3,,b\n5,6,b\n2,2,a\n")
    page.get_by_text("Read it in another way").click()
    page.get_by_label("between cells").wait_for()
    idle(page)
    page.wait_for_timeout(500)  # the dialog is open
    assert violations(page, axe) == []
