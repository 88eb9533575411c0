"""Bugs in a lesson, a panel or the sidebar.

The page keeps its last picture and shows a number that is also in the log.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

import pytest

from kernviz.lessons import svm
from kernviz.ui import data_picker, page_run_errors
from tests.test_pages import PAGES, SVM, go, sound, visit
from tests.ui.helpers import person, pictures

Mishaps = list[logging.LogRecord]


def broken(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("on purpose")


def number(at: Any) -> str:
    (error,) = at.error
    return re.search(r"number ([0-9a-f]{6})\.", error.value)[1]  # type: ignore[index]


def taken(mishaps: Mishaps) -> logging.LogRecord:
    (record,) = mishaps
    mishaps.clear()
    return record


def test_a_lesson_that_raises_keeps_the_last_picture(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    at = sound(visit(SVM))
    before = pictures(at)["plane"]
    monkeypatch.setattr(svm, "PAGE", replace(svm.PAGE, build=broken))
    person(at, "hard").set_value(True)
    sound(at.run())
    assert pictures(at)["plane"]["figure"].keys() == before["figure"].keys()
    assert pictures(at)["plane"]["options"]["alt"] == before["options"]["alt"]
    record = taken(mishaps)
    assert number(at) in record.getMessage()
    assert record.exc_info[0] is ZeroDivisionError  # type: ignore[index]
    assert "on purpose" not in at.error[0].value  # the words of an error are for the log

    monkeypatch.undo()  # the lesson works again
    person(at, "hard").set_value(False)
    sound(at.run())
    assert not at.error
    assert pictures(at)["plane"]["options"]["alt"] == before["options"]["alt"]


def test_an_error_before_the_first_picture_is_reported(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    monkeypatch.setattr(svm, "PAGE", replace(svm.PAGE, build=broken))
    at = sound(visit(SVM))
    assert number(at) in taken(mishaps).getMessage()
    assert person(at, "hard")  # the controls are there
    assert not [key for key in pictures(at) if key == "plane"]


def test_another_pages_picture_is_not_kept(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    at = sound(visit(next(e for e in PAGES if e.name == "multiclass")))
    monkeypatch.setattr(svm, "PAGE", replace(svm.PAGE, build=broken))
    go(at, SVM)
    taken(mishaps)
    assert not pictures(at)


def test_a_sidebar_that_raises_leaves_the_page(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    at = sound(visit(SVM))
    monkeypatch.setattr(data_picker, "_files", broken)
    sound(at.run())
    assert number(at) in taken(mishaps).getMessage()
    assert pictures(at)["plane"]


def test_an_error_after_the_picture_does_not_draw_it_twice(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    at = sound(visit(SVM))
    monkeypatch.setattr(page_run_errors, "plot", broken)  # a second picture would have the key of the first
    monkeypatch.setattr("kernviz.ui.lesson_table.table", broken)
    sound(at.run())
    assert number(at) in taken(mishaps).getMessage()
    assert pictures(at)["plane"]


def test_a_run_over_budget_keeps_the_picture_and_reports_it(monkeypatch: pytest.MonkeyPatch, mishaps: Mishaps) -> None:
    """The computation is stopped, the controls are there, and easier values work again."""
    at = sound(visit(SVM, k="poly(degree=7)", seed="31"))
    before = pictures(at)["plane"]
    monkeypatch.setattr(page_run_errors, "PART_SECONDS", 0.0)
    at.session_state["C"] = 987.0
    sound(at.run())
    assert not mishaps
    assert not at.error
    (warning,) = [element.value for element in at.warning if "it was stopped" in element.value]
    assert "The picture still shows the last values that could be computed." in warning
    assert pictures(at)["plane"]["options"]["alt"] == before["options"]["alt"]
    monkeypatch.undo()
    at.session_state["C"] = 2.0
    sound(at.run())
    assert not [element for element in at.warning if "it was stopped" in element.value]
    assert pictures(at)["plane"]["options"]["alt"] != before["options"]["alt"]
