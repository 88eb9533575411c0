"""Runs that a newer one overtakes: each is given up in the middle of its computation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunData
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests

import kernviz.budget as budget
from kernviz.ui import error_reporting
from kernviz.ui.streamlit_internals import run


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> ScriptRequests:
    """Return the queue of requests of a script that seems to run in this thread."""
    made = ScriptRequests()
    context: Any = SimpleNamespace(script_requests=made)
    monkeypatch.setattr(run, "_context", lambda _: context)
    return made


def test_a_newer_run_of_the_page_and_the_end_of_the_session_are_heard(requests: ScriptRequests) -> None:
    overtaken = run.overtaken()
    assert not overtaken()
    requests.request_rerun(RerunData())
    assert overtaken()
    requests.on_scriptrunner_yield()  # the newer one begins
    assert not overtaken()
    requests.request_stop()
    assert overtaken()


def test_a_run_of_a_part_waits_for_its_turn(requests: ScriptRequests) -> None:
    overtaken = run.overtaken()
    requests.request_rerun(RerunData(fragment_id="a"))
    assert not overtaken()
    assert requests.on_scriptrunner_yield() is None  # as Streamlit itself does
    requests.request_rerun(RerunData(fragment_id="b", is_fragment_scoped_rerun=True))
    assert overtaken() == (requests.on_scriptrunner_yield() is not None)


def test_outside_of_a_run_nothing_is_overtaken() -> None:
    assert not run.overtaken()()


def test_an_overtaken_computation_ends_at_its_next_step(
    requests: ScriptRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[object] = []
    monkeypatch.setattr(error_reporting, "_show", shown.append)
    steps = 0
    with error_reporting.caught():
        for _ in range(1000):
            budget.check()
            steps += 1
            if steps == 3:
                requests.request_rerun(RerunData())
    assert steps == 3
    assert len(shown) == 1  # the message, whose first element ends the run
