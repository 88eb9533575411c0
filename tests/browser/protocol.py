"""Client of Streamlit's websocket protocol that can send messages no page would send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from google.protobuf.message import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class Session:
    """Session of a visitor on one page."""

    def __init__(self, socket: Any, page: str, address: dict[str, str]) -> None:
        self.socket, self.page, self.query, self.hash = socket, page, urlencode(address), ""
        self.places: list[tuple[int, str]] = []  # elements of the last run: main (0) or sidebar (1), and the fragment
        self.runs = 0  # number of runs that the last request took

    def run(self, states: list[WidgetState] | None = None, part: str = "") -> list[Message]:
        """Request a run with these widget values, of one fragment if named; return the elements it draws."""
        message = BackMsg()
        message.rerun_script.query_string, message.rerun_script.page_script_hash = self.query, self.hash
        message.rerun_script.page_name = "" if self.hash else self.page
        message.rerun_script.widget_states.widgets.extend(states or [])
        message.rerun_script.fragment_id = part
        self.socket.send(message.SerializeToString())
        found: list[Message] = []
        self.places, self.runs = [], 0
        while True:
            answer = ForwardMsg.FromString(self.socket.recv(timeout=20))
            kind = answer.WhichOneof("type")
            self.runs += kind == "new_session"
            if kind == "navigation":
                self.hash = answer.navigation.page_script_hash
            if kind == "delta" and answer.delta.WhichOneof("type") in ("new_element", "add_block"):
                self.places.append((answer.metadata.delta_path[0], answer.delta.fragment_id))
            if kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
                found.append(answer.delta.new_element)
            if kind == "delta" and answer.delta.WhichOneof("type") == "add_block":
                found.append(answer.delta.add_block)
            # A run may be interrupted by another, which draws the page; the loop waits for that one.
            if kind == "script_finished" and answer.script_finished in FINISHED and len(found) > 1:
                return found
            if kind == "script_finished":
                found, self.places = [], []


@contextmanager
def session(app: str, page: str, **address: str) -> Iterator[Session]:
    """Connect as a visitor of a page with the parameters ``address``; yield the session."""
    with connect(app.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
        yield Session(socket, page, address)


def widgets(elements: list[Message]) -> dict[str, str]:
    """Return id -> kind of every element with a value."""
    found = {}
    for element in elements:
        kind = element.WhichOneof("type")  # type: ignore[arg-type]
        inner = getattr(element, kind, None) if kind else None
        if inner is not None and getattr(inner, "id", "").startswith("$$"):
            texts = kind == "slider" and bool(inner.options)
            found[inner.id] = "button_group" if texts else str(kind)
    return found


def forged(widget: str, kind: str, turn: int) -> WidgetState | None:
    """Return a value of the right type for this kind of widget that no page would send.

    There are TURNS such values of each kind; ``turn`` counts from 0. Other kinds of widgets give None.
    """
    state = WidgetState(id=widget)
    text = ("![a](//stranger.example/x.png)", "", "\x00" * 9000)[turn]
    match kind:
        case "selectbox" | "text_input" | "text_area":
            state.string_value = text
        case "button_group":
            state.string_array_value.data.extend([[text], [], [text, "b"]][turn])
        case "slider":
            state.double_array_value.data.extend([[1e308], [-99.0, 3.0, 1.0], []][turn])
        case "number_input":
            state.double_value = (1e308, -1e308, 0.123456789)[turn]
        case "file_uploader":
            state.file_uploader_state_value.uploaded_file_info.add(file_id=text[:40] or "none", name=text[:40], size=3)
        case "bidi_component":
            state.json_value = (
                (
                    '{"click": {"x": "a"}, "edit": {"text": 5, "seq": []}, "selection": {"rows": [10000000], "columns":'
                    ' 1}, "value": {"text": "nan", "seq": 1e9}}'
                ),
                (
                    '{"edit": {"text": "a: 1 b:", "seq": 99999999999999999999}, "undo": 7, "click": {"x": null, "y":'
                    ' 1e400, "z": 0}, "value": {"text": "1e12", "seq": 1}}'
                ),
                '{"edit": [], "click": "x", "value": {"text": "5", "seq": 2}}',
            )[turn]
        case "dataframe":
            state.string_value = f'{{"selection": {{"rows": [{(10**7, -5, 0)[turn]}], "columns": [], "cells": []}}}}'
        case _:
            return None
    return state


TURNS = 3
