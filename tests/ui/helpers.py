"""Reading a page under test: what it draws, before any browser sees it."""

from typing import Any

from streamlit.testing.v1 import AppTest

from kernviz.ui import wire


def pictures(at: AppTest) -> dict[str, dict[str, Any]]:
    """Every picture the page shows, key -> ``{"figure": {"data", "layout", "frames"}, "options": {"alt", …}}``."""
    found = {}
    for element in at.get("bidi_component"):
        proto = element.proto
        if proto.component_name == "kernviz_plot":
            message = wire.unpack(proto.bytes)
            found[message["options"]["filename"].removeprefix("kernviz-")] = message
    return found


def figures(at: AppTest) -> list[dict[str, Any]]:
    """Their figures alone, in the order of the page: ``figure["data"][0]["z"]`` is a numpy array again."""
    return [message["figure"] for message in pictures(at).values()]
