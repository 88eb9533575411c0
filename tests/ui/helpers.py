"""Helpers to open and read a page in Streamlit's test client, without a browser."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from kernviz.lessons.address import written
from kernviz.ui import navigation
from tests.wire.decoding import unpack

ROOT = Path(__file__).parents[2]


@cache
def entries() -> dict[str, navigation.PageEntry]:
    """Return every page by its name."""
    return {entry.name: entry for entry in navigation.entries(ROOT)}


def visit(page: str = "svm", /, **address: Any) -> AppTest:
    """Open a page of the app at an address; assert that it has no exception."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return sound((at if page == navigation.HOME else at.switch_page(str(entries()[page].path))).run())


def sound(at: AppTest) -> AppTest:
    """Assert that the page has no exception."""
    assert not at.exception, [element.value for element in at.exception]
    return at


def pictures(at: AppTest) -> dict[str, dict[str, Any]]:
    """Return every picture of the page: key -> ``{"figure": {"data", "layout", "frames"}, "options": {"alt", …}}``."""
    found = {}
    for element in at.get("bidi_component"):
        proto = element.proto
        if _is(element, "plot"):
            message = unpack(proto.bytes)
            found[message["options"]["filename"].removeprefix("kernviz-")] = message
    return found


def _is(element: Any, name: str) -> bool:
    """Return True if the element is the component with that name, in any language."""
    return element.proto.component_name.split("_")[1] == name


def figures(at: AppTest) -> list[dict[str, Any]]:
    """Return the figures in the order of the page; ``figure["data"][0]["z"]`` is a numpy array again."""
    return [message["figure"] for message in pictures(at).values()]


def numbers(block: Any) -> dict[str, dict[str, Any]]:
    """Return every slider of a page or a part of it: label -> its data for the browser, and its key."""
    found = {}
    for element in block.get("bidi_component"):
        if _is(element, "number"):
            message = json.loads(element.proto.json)
            found[message["label"]] = message | {"key": element.proto.id.split("-", 2)[2]}
    return found


def moved(at: AppTest, name: str, value: float | str) -> AppTest:
    """Run the page as after a move of a number, by its name (``C``) or its label (``γ, inverse width of rbf``)."""
    control = next(n for label, n in numbers(at).items() if name in (label, n["key"].removesuffix("-number")))
    text = value if isinstance(value, str) else written(value)
    at.session_state[control["key"]] = {"value": {"value": None, "text": text, "seq": control["seq"] + 1}}
    return at.run()


def readouts(at: AppTest) -> dict[str, str]:
    """Return every read-out of the page: label -> value."""
    found = {}
    for element in at.get("bidi_component"):
        if _is(element, "readouts"):
            found |= {label: value for label, value, _ in json.loads(element.proto.json)["items"]}
    return found


def person(at: AppTest, name: str) -> Any:
    """Return the current widget that sets this value of the address."""
    kinds = (at.toggle, at.selectbox, at.number_input, at.text_input, at.text_area, at.get("button_group"))
    return next(w for kind in kinds for w in kind if w.key and w.key.rpartition("-")[0] == name)
