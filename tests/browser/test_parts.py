"""Fragments redrawn by a move, read from the server's messages without a browser."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf.message import Message
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.browser.protocol import Session, session

MAIN, SIDEBAR = 0, 1


def names(elements: list[Any]) -> list[str]:
    """Return the kind of each element, or the name of our component."""
    kinds = [element.WhichOneof("type") or "block" for element in elements]
    return [
        e.bidi_component.component_name.removeprefix("kernviz_") if kind == "bidi_component" else kind
        for e, kind in zip(elements, kinds, strict=True)
    ]


def component_data(elements: list[Any], name: str) -> dict[str, Any]:
    """Return the last data of the component with that name."""
    found = [e.bidi_component for e, each in zip(elements, names(elements), strict=True) if each == name]
    return dict(json.loads(found[-1].json or found[-1].mixed.json))


def number(elements: list[Any], symbol: str) -> tuple[str, dict[str, Any]]:
    """Return id and data of a number's control."""
    for element, name in zip(elements, names(elements), strict=True):
        if name == "number":
            data = json.loads(element.bidi_component.json)
            if data["label"].startswith(symbol):
                return element.bidi_component.id, data
    raise LookupError(symbol)


def moved(elements: list[Any], symbol: str, text: str) -> WidgetState:
    """Return the message of a number that is released at ``text``."""
    which, data = number(elements, symbol)
    return WidgetState(id=which, json_value=json.dumps({"value": {"seq": data["seq"] + 1, "text": text}}))


def part_of(visitor: Session, elements: list[Message], symbol: str) -> str:
    """Return the fragment that contains a number."""
    which, _ = number(elements, symbol)
    place = next(i for i, e in enumerate(elements) if names([e]) == ["number"] and e.bidi_component.id == which)  # type: ignore[attr-defined]
    return visitor.places[place][1]


def test_the_picture_is_drawn_before_the_sidebar(app: str) -> None:
    with session(app, "svm") as visitor:
        elements = visitor.run()
        sidebar = next(i for i, (place, _) in enumerate(visitor.places) if place == SIDEBAR)
        assert "plot" in names(elements[:sidebar])
        assert number(elements[sidebar:], "γ")


def test_a_number_of_the_page_draws_the_body_again_and_nothing_else(app: str) -> None:
    with session(app, "svm") as visitor:
        first = visitor.run()
        part = part_of(visitor, first, "C")
        again = visitor.run([moved(first, "C", "8")], part)
        assert {place for place, _ in visitor.places} == {MAIN}
        assert "heading" not in names(again)
        assert "plot" in names(again)
        assert number(again, "C")[1]["value"] == "8"
        assert (
            component_data(again, "shell")["state"] | {"C": "8", "k": None} == component_data(again, "shell")["state"]
        )


def test_a_number_of_the_kernel_draws_the_body_and_the_kernel(app: str) -> None:
    with session(app, "svm") as visitor:
        first = visitor.run()
        again = visitor.run([moved(first, "γ", "2.5")], part_of(visitor, first, "γ"))
        assert visitor.runs == 1, "the kernel's part first, and then both"
        assert names(again).index("plot") < names(again).index("text_input")
        assert "selectbox" not in names(again)
        assert "heading" not in names(again)
        assert number(again, "γ")[1]["value"] == "2.5"
        assert component_data(again, "shell")["state"]["k"] == "rbf(gamma=2.5)"


def test_a_page_that_sets_the_kernel_draws_everything(app: str) -> None:
    with session(app, "polynomial") as visitor:
        first = visitor.run()
        which, part = next(
            (e.button.id, place[1])  # type: ignore[attr-defined]
            for e, place in zip(first, visitor.places, strict=True)
            if names([e]) == ["button"] and e.button.label == "Use this kernel"  # type: ignore[attr-defined]
        )
        again = visitor.run([WidgetState(id=which, trigger_value=True)], part)
        assert "heading" in names(again)
        assert "selectbox" in names(again)
        assert component_data(again, "shell")["state"]["k"].startswith("poly(")


def test_a_request_for_an_unknown_fragment_draws_the_whole_page(app: str) -> None:
    """After a restart the browser asks for a fragment of the former server."""
    with session(app, "svm") as visitor:
        elements = visitor.run(part="0123456789abcdef")
        assert "heading" in names(elements)
        assert "plot" in names(elements)
