"""Addresses with many unknown names: the first are reported one by one, the others together."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1 import AppTest

from kernviz.ui.query import MOST_REPORTED
from tests.browser import protocol
from tests.browser.conftest import START, serving

SCRIPT = """
import streamlit as st
from kernviz.ui import query
query.begin()
query.seed([])
st.session_state["lines"] = query.ignored()
st.session_state["state"] = query.state()
"""


def opened(names: list[str]) -> AppTest:
    at = AppTest.from_string(SCRIPT)
    for name in names:
        at.query_params[name] = "1"
    return at.run()


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_so_many_names_are_reported_one_by_one(more: int) -> None:
    names = [f"a{k}" for k in range(MOST_REPORTED + more)]
    at = opened(names)
    lines = at.session_state["lines"]
    assert [line.partition("=")[0] for line in lines[:MOST_REPORTED]] == names[:MOST_REPORTED]
    further = {1: ["1 more part of the address was ignored."], 2: ["2 more parts of the address were ignored."]}
    assert lines[MOST_REPORTED:] == further.get(more, [])
    left = set(at.query_params)
    assert left == set(names[MOST_REPORTED:])
    assert all(at.session_state["state"][name] is None for name in left), "the browser takes them out of the address"


def test_a_session_remembers_the_newest_reports_alone() -> None:
    at = opened([f"a{k}" for k in range(MOST_REPORTED)])
    for turn in range(3):
        at.query_params[f"b{turn}"] = "1"
        at.run()
    lines = at.session_state["lines"]
    assert len(lines) == MOST_REPORTED
    assert lines[-1].startswith("b2=")
    assert not [line for line in lines if line.startswith(("a0=", "a1=", "a2="))]


@pytest.mark.slow
def test_a_message_with_many_names_is_answered_by_few_and_short_ones(tmp_path: Path) -> None:
    """One message of half a megabyte was answered by a thousand of up to half a megabyte."""
    message = BackMsg()
    message.rerun_script.page_name = "svm"
    message.rerun_script.query_string = urlencode({f"a{k}": "b" * 480 for k in range(990)})
    with serving(START, tmp_path) as app, protocol.session(app, "svm") as visitor:
        visitor.socket.send(message.SerializeToString())
        size = count = 0
        while True:
            got = visitor.socket.recv(timeout=60)
            answer = ForwardMsg.FromString(got)
            size, count = size + len(got), count + (answer.WhichOneof("type") == "page_info_changed")
            if answer.WhichOneof("type") == "script_finished" and answer.script_finished in protocol.FINISHED:
                break
        assert count <= MOST_REPORTED + 5
        assert size < 30 * 2**20
