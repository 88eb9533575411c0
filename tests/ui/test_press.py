"""Press of a button whose run is overtaken: the next run does the work."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock

import pytest

from kernviz.ui import download
from kernviz.ui import press as press_module
from kernviz.ui.panels import mercer_search


class Overtaken(BaseException):
    """End of a run for a newer one, as Streamlit raises it where the page draws an element."""


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Give the page a session in a dictionary, and elements that draw nothing."""
    found: dict[str, Any] = {}
    drawing = MagicMock(session_state=found)
    monkeypatch.setattr("streamlit.session_state", found)
    monkeypatch.setattr(mercer_search, "st", drawing)
    monkeypatch.setattr(mercer_search, "_asked", lambda state: "asked")
    monkeypatch.setattr(mercer_search, "trail", lambda found: ())
    monkeypatch.setattr(download, "component", lambda name: MagicMock())
    return found


def cut(*_: Any) -> Any:
    raise Overtaken


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


def test_a_search_that_is_overtaken_is_done_by_the_next_run(
    session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session[mercer_search._PRESSED] = True
    monkeypatch.setattr(mercer_search, "_search_visibly", cut)
    with pytest.raises(Overtaken):
        mercer_search.search(MagicMock())
    monkeypatch.setattr(mercer_search, "_search_visibly", lambda state: ("tried",))
    mercer_search.search(MagicMock())
    assert session == {mercer_search._TRAIL: ("asked", ("tried",))}


def test_a_file_whose_run_is_overtaken_is_made_by_the_next_run(session: dict[str, Any]) -> None:
    arguments = "label", "name.txt", "text/plain"
    key = download._pressed("k")
    session[key] = 3
    with pytest.raises(Overtaken):
        download.download(arguments[0], cut, *arguments[1:], key="k", about="about")
    assert session[key] == 3
    download.download(arguments[0], lambda: "text", *arguments[1:], key="k", about="about")
    assert session == {}


@pytest.mark.parametrize("overtaken", [True, False])
def test_work_that_fails_is_tried_again_only_where_the_run_is_overtaken(
    overtaken: bool, session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kernviz.ui.streamlit_internals.run.overtaken", lambda: lambda: overtaken)
    session["pressed"] = 1
    with pytest.raises(ZeroDivisionError), press_module.press("pressed"):
        fail()
    assert ("pressed" in session) is overtaken
