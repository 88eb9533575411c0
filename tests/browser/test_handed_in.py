"""Links with handed-in answers, opened one after the other in one tab.

Two links to a course differ in their fragment alone, which loads no page by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kernviz.courses.submission import Answer
from tests.courses.packing import pack

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]


def link(app: str, by: str, text: str, course: str = "what_is_a_kernel", step: str = "the-short-way") -> str:
    return f"{app}/course?course={course}#answers={pack([Answer(step, 0, text)], by)}"


def test_every_link_opened_in_one_tab_shows_its_own_answers(app: str, visit: Visit) -> None:
    links = {"Ada": link(app, "Ada", "16"), "Bo": link(app, "Bo", "25"), "Cy": link(app, "Cy", "1", "s4", "passing")}
    page = visit(links["Ada"])

    def shows(name: str, right: int) -> None:
        page.get_by_text(f"Handed in by {name}.").wait_for()
        page.get_by_text(f"{right} of ").first.wait_for()
        assert page.get_by_text("Handed in by").count() == 1

    shows("Ada", 0)
    page.goto(links["Bo"])
    shows("Bo", 1)
    page.goto(links["Ada"])
    shows("Ada", 0)
    page.go_back()
    shows("Bo", 1)
    page.get_by_role("button", name="To the course").click()
    page.get_by_role("heading", name="One cut").wait_for()
    page.wait_for_function("() => !location.hash")
    page.goto(links["Bo"])  # the link that was shown before
    shows("Bo", 1)
    page.goto(links["Cy"])
    shows("Cy", 0)
    page.goto(links["Ada"])
    shows("Ada", 0)
    assert not page.complaints
