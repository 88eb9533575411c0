"""Runs that a newer one overtakes: each is given up in the middle of its computation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

import kernviz.budget as budget
from kernviz.lessons import svm
from kernviz.ui import fragments, page_run_errors
from kernviz.ui.streamlit_internals import names, run
from tests.ui.helpers import pictures, readouts, sound, visit


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> ScriptRequests:
    """Return the queue of requests of a script that seems to run in this thread."""
    made = ScriptRequests()
    context: Any = SimpleNamespace(script_requests=made, fragment_ids_this_run=None)
    monkeypatch.setattr(run, "_context", lambda _: context)
    return made


@contextmanager
def drawing(part: str | None, *parts: str) -> Iterator[None]:
    """Seem to draw a part in this thread, in a run of ``parts``, or of the whole script if there are none."""
    run._context(names.OVERTAKEN).fragment_ids_this_run = list(parts) or None
    ThreadState.initialize(fragment_id=part)
    try:
        yield
    finally:
        ThreadState.initialize(fragment_id=None)


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


def test_a_newer_run_of_the_part_being_drawn_is_heard_and_draws_the_rest_too(requests: ScriptRequests) -> None:
    overtaken = run.overtaken()
    with drawing("b", "a", "b", "c"):
        requests.request_rerun(RerunData(fragment_id="b"))
        assert overtaken()
        request = requests.on_scriptrunner_yield()  # Streamlit ends the run at its next element
    assert request is not None
    assert request.rerun_data.fragment_id_queue == ["b", "c"]  # the first part was finished
    assert request.rerun_data.is_fragment_scoped_rerun
    assert not overtaken()


@pytest.mark.parametrize(
    ("part", "parts", "asked"),
    [
        ("a", ("a",), RerunData(fragment_id="b")),
        (None, (), RerunData(fragment_id="b")),
        ("b", ("b",), RerunData(fragment_id="b", is_auto_rerun=True)),
    ],
    ids=["another part", "none is drawn", "a timer"],
)
def test_any_other_run_of_a_part_waits(
    requests: ScriptRequests, part: str | None, parts: tuple[str, ...], asked: RerunData
) -> None:
    overtaken = run.overtaken()
    with drawing(part, *parts):
        requests.request_rerun(asked)
        assert not overtaken()
        assert requests.on_scriptrunner_yield() is None


def test_a_run_of_the_whole_script_begins_anew_for_the_part_it_is_drawing(requests: ScriptRequests) -> None:
    overtaken = run.overtaken()
    with drawing("b"):
        requests.request_rerun(RerunData(fragment_id="b", query_string="C=3"))
        assert overtaken()
        request = requests.on_scriptrunner_yield()
    assert request is not None
    assert request.rerun_data.fragment_id_queue == []  # everything, as the rest of the page is not drawn yet
    assert not request.rerun_data.is_fragment_scoped_rerun
    assert request.rerun_data.query_string == "C=3"


def test_requests_that_follow_join_the_one_that_overtakes(requests: ScriptRequests) -> None:
    overtaken = run.overtaken()
    with drawing("b", "b"):
        requests.request_rerun(RerunData(fragment_id="b"))
        assert overtaken()
        requests.request_rerun(RerunData(fragment_id="c", query_string="C=4"))
        request = requests.on_scriptrunner_yield()
    assert request is not None
    assert request.rerun_data.fragment_id_queue == ["b", "c"]
    assert request.rerun_data.query_string == "C=4"


@pytest.mark.parametrize("expensive", [False, True], ids=["before the lesson", "in the lesson"])
def test_a_page_whose_part_is_wanted_again_stops_and_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch, expensive: bool
) -> None:
    """The whole script runs; meanwhile a number of the part below the title moves."""
    begun, finished = [], []

    def ask() -> None:
        context: Any = get_script_run_ctx()
        (body,) = run.fragments_named(fragments.BODY)
        context.script_requests.request_rerun(
            RerunData(fragment_id=body, query_string="n=23", page_script_hash=context.page_script_hash)
        )

    def build(state: Any) -> Any:
        begun.append(state.data.n)
        if expensive and len(begun) == 1:
            ask()
        budget.check()
        finished.append(state.data.n)
        return svm_build(state)

    def leave() -> None:
        if not expensive and not left:
            left.append(True)
            ask()

    left: list[bool] = []
    svm_build = svm.PAGE.build
    monkeypatch.setattr(svm, "PAGE", replace(svm.PAGE, build=build))
    monkeypatch.setattr("kernviz.ui.show.rerun_if_requested", leave)
    at = sound(visit("svm", n="23"))
    assert finished == [23], "the run that was overtaken went on"
    assert len(begun) == 1 + expensive
    assert not at.warning
    assert pictures(at)["plane"]
    assert readouts(at)


def test_outside_of_a_run_nothing_is_overtaken() -> None:
    assert not run.overtaken()()


def test_an_overtaken_computation_ends_at_its_next_step(
    requests: ScriptRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[object] = []
    monkeypatch.setattr(page_run_errors, "_show", shown.append)
    steps = 0
    with page_run_errors.caught():
        for _ in range(1000):
            budget.check()
            steps += 1
            if steps == 3:
                requests.request_rerun(RerunData())
    assert steps == 3
    assert len(shown) == 1  # the message, whose first element ends the run
