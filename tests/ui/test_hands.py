"""What a hand does in a picture, as the server hears it; what a browser makes of it is in tests/browser."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.helpers import pictures

PAGES = Path(__file__).parents[2] / "pages" / "machines"
APP = str(Path(__file__).parents[2] / "app.py")


def visit(page: str = "svm", **address: str) -> AppTest:
    at = AppTest.from_file(APP, default_timeout=60)
    for name, text in ({"data": "xor"} | address).items():
        at.query_params[name] = text
    at.switch_page(f"pages/machines/{page}.py")
    return sound(at.run())


def sound(at: AppTest) -> AppTest:
    assert not at.exception, [element.value for element in at.exception]
    return at


def told(at: AppTest, key: str = "plane") -> Any:
    """What the browser is told of the hands in that picture."""
    return pictures(at)[key]["options"]["hands"]


def address(at: AppTest) -> Any:
    """What the browser's address is to say."""
    shell = next(e.proto for e in at.get("bidi_component") if e.proto.component_name == "kernviz_shell")
    return json.loads(shell.json)["state"]


def acts(at: AppTest, *done: Any, key: str = "plane", seq: int | None = None) -> AppTest:
    """Run the page as when these were done there, one after the other."""
    first = told(at, key)["seq"] + 1 if seq is None else seq
    numbered = [{"seq": first + i, **act} for i, act in enumerate(done)]
    at.session_state[key] = {"hand": {"seq": first + len(done) - 1, "acts": numbered}}
    return sound(at.run())


def test_a_place_that_was_moved_is_the_states() -> None:
    at = visit()
    assert told(at)["places"] == [{"label": "the probe", "names": ["px", "py"], "at": [0, 0]}]
    at = acts(at, {"place": {"px": 0.25, "py": -0.5}})
    assert told(at)["places"][0]["at"] == [0.25, -0.5]
    assert told(at)["seq"] == 1
    assert (address(at)["px"], address(at)["py"]) == ("0.25", "-0.5")


def test_each_act_is_done_once() -> None:
    at = acts(visit(), {"place": {"px": 0.25, "py": 0}}, {"place": {"px": 0.75, "py": 0}})
    assert told(at)["places"][0]["at"] == [0.75, 0]
    at.session_state["px"] = 0.1  # another control
    at = acts(at, {"place": {"px": 0.25, "py": 0}}, {"place": {"px": 0.75, "py": 0}}, seq=1)  # said again
    assert told(at)["places"][0]["at"] == [0.1, 0]


@pytest.mark.parametrize(
    "hand",
    [
        None,
        "x",
        {"seq": 1},
        {"seq": 1, "acts": "x"},
        {"seq": 1, "acts": [None, 1, {"seq": True, "place": {"px": 1}}]},
        {"seq": 1, "acts": [{"seq": 1, "place": {"px": math.nan, "py": "1", "C": 5.0, "data": 1.0}}]},
        {"seq": 1, "acts": [{"seq": 2**60, "place": {"px": 3.0}}]},
        {"seq": 1, "acts": [{"seq": 1, "place": {"px": 1e9}}]},
    ],
)
def test_anyone_may_send_anything(hand: object) -> None:
    at = visit()
    at.session_state["plane"] = {"hand": hand}
    at = sound(at.run())
    assert told(at)["places"][0]["at"] == [0, 0]
    assert address(at)["C"] is None


@pytest.mark.parametrize("page", ["svm", "multiclass", "neighbors", "ridge", "sphere"])
@pytest.mark.parametrize("data", ["moons", "s1_line"])
def test_the_probe_is_a_handle_where_it_is_drawn(page: str, data: str) -> None:
    at = visit(page, data=data)
    shown = next(iter(pictures(at).values()))
    (place,) = shown["options"]["hands"]["places"]
    assert place["names"] == (["px", "py"] if data == "moons" else ["px"])
    marks = [t for t in shown["figure"]["data"] if t.get("marker", {}).get("symbol") == "diamond"]
    drawn = [(t["x"][0], t["y"][0]) for t in marks if t.get("name") == "probe" and len(t["x"]) == 1]
    assert tuple(place["at"]) in drawn
