"""Opening and reading a page under test: what it draws, before any browser sees it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from kernviz.lessons.address import written
from kernviz.ui import binary_message, navigation

ROOT = Path(__file__).parents[2]


@cache
def entries() -> dict[str, navigation.Entry]:
    """Every page by its name."""
    return {entry.name: entry for entry in navigation.entries(ROOT)}


def visit(page: str = "svm", /, **address: Any) -> AppTest:
    """That page of the app as the address opens it; no exception is on it."""
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return sound((at if page == navigation.HOME else at.switch_page(str(entries()[page].path))).run())


def sound(at: AppTest) -> AppTest:
    """No exception on the page."""
    assert not at.exception, [element.value for element in at.exception]
    return at


def pictures(at: AppTest) -> dict[str, dict[str, Any]]:
    """Every picture the page shows, key -> ``{"figure": {"data", "layout", "frames"}, "options": {"alt", …}}``."""
    found = {}
    for element in at.get("bidi_component"):
        proto = element.proto
        if proto.component_name == "kernviz_plot":
            message = binary_message.unpack(proto.bytes)
            found[message["options"]["filename"].removeprefix("kernviz-")] = message
    return found


def figures(at: AppTest) -> list[dict[str, Any]]:
    """Their figures alone, in the order of the page: ``figure["data"][0]["z"]`` is a numpy array again."""
    return [message["figure"] for message in pictures(at).values()]


def numbers(block: Any) -> dict[str, dict[str, Any]]:
    """Every number there is to move in a page under test, or a part of it: label -> what the browser is told, and its
    key.
    """
    found = {}
    for element in block.get("bidi_component"):
        if element.proto.component_name == "kernviz_number":
            message = json.loads(element.proto.json)
            found[message["label"]] = message | {"key": element.proto.id.split("-", 2)[2]}
    return found


def moved(at: AppTest, name: str, value: float | str) -> AppTest:
    """Run the page as when a person has moved that number: its name (``C``), or its label (``γ, width of rbf``)."""
    told = next(n for label, n in numbers(at).items() if name in (label, n["key"].removesuffix("-number")))
    text = value if isinstance(value, str) else written(value)
    at.session_state[told["key"]] = {"value": {"value": None, "text": text, "seq": told["seq"] + 1}}
    return at.run()


def readouts(at: AppTest) -> dict[str, str]:
    """Every read-out of the page: label -> value."""
    found = {}
    for element in at.get("bidi_component"):
        if element.proto.component_name == "kernviz_readouts":
            found |= {label: value for label, value, _ in json.loads(element.proto.json)["items"]}
    return found


def person(at: AppTest, name: str) -> Any:
    """The widget that a person moves to set this value of the address, whichever it is by now."""
    kinds = (at.toggle, at.selectbox, at.number_input, at.text_input, at.text_area, at.get("button_group"))
    return next(w for kind in kinds for w in kind if w.key and w.key.rpartition("-")[0] == name)
