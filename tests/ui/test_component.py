"""Components are drawn with less work than Streamlit's own way takes, and alike in all else."""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from streamlit.components.v2.bidi_component import main as drawing
from streamlit.components.v2.bidi_component import serialization
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from kernviz.ui import component
from tests.sources import nodes
from tests.ui.helpers import ROOT, moved, visit

pd = pytest.importorskip("pandas")  # streamlit brings it

EVENTS = "events"
KEPT = [{}, {"value": {"seq": 3, "text": "5"}}, {"click": [1]}, {"press": None, "value": 1}]
Presenter = Callable[[Any, Any], Any]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Undo the patches after the test; return the function that makes them."""
    monkeypatch.setattr(drawing, "make_bidi_component_presenter", drawing.make_bidi_component_presenter)
    monkeypatch.setattr(
        drawing.BidiComponentMixin,
        "_build_bidi_identity_kwargs",
        drawing.BidiComponentMixin._build_bidi_identity_kwargs,
    )
    monkeypatch.setattr(serialization, "is_dataframe_like", serialization.is_dataframe_like)
    return component.prepare


def with_events(events: object) -> SessionState:
    """Return a session's state in which a component has reported these events."""
    state = SessionState()
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata(EVENTS, lambda value: value, lambda value: value, value_type="json_trigger_value")
    )
    state._new_widget_state.set_from_value(EVENTS, events)
    return state


def presenters(prepare: Callable[[], None]) -> tuple[Presenter, Presenter]:
    """Return Streamlit's presenter of a component's state, and that after the patches."""
    first = drawing.make_bidi_component_presenter(EVENTS, "component", {"value", "click", "press"})
    prepare()
    prepare()  # a second call has no effect
    return first, drawing.make_bidi_component_presenter(EVENTS, "component", {"value", "click", "press"})


@pytest.mark.parametrize("kept", [*KEPT, None, "text", 3])
@pytest.mark.parametrize("events", [None, [], [{"event": "press", "value": 7}], {"event": "press", "value": 7}, "odd"])
def test_a_run_reads_the_same_state(kept: Any, events: Any, plain: Callable[[], None]) -> None:
    streamlits, ours = presenters(plain)
    assert ours(kept, with_events(events)) == streamlits(kept, with_events(events))
    assert ours(kept, SessionState()) == streamlits(kept, SessionState())


@pytest.mark.parametrize("kept", KEPT)
def test_looks_at_a_state_make_no_classes(kept: dict[str, Any], plain: Callable[[], None]) -> None:
    streamlits, ours = presenters(plain)
    state = with_events(None)
    assert type(streamlits(kept, state)) is not type(streamlits(kept, state)), "the patch is no longer needed"
    seen = ours(kept, state)
    assert type(seen) is type(ours(kept, state))
    assert deepcopy(seen) is seen
    assert ours(seen, state) is seen
    assert (seen.value, seen.absent) == (kept.get("value"), None)


def ids(at: Any) -> list[str]:
    return [element.proto.id for element in at.get("bidi_component")]


@pytest.mark.parametrize("page", ["svm", "pca"])
def test_each_component_keeps_its_id(page: str, plain: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    before = visit(page)
    names = ids(before)
    assert len(names) > 8
    after = ids(moved(before, "γ, inverse width of rbf", 2.0))
    plain()
    monkeypatch.setattr(drawing, "calc_hash", None)  # no data are hashed
    at = visit(page)
    assert ids(at) == names
    assert ids(moved(at, "γ, inverse width of rbf", 2.0)) == after


TABLES = [pd.DataFrame({"a": [1]}), np.ones(3), pd.Series([1]), [np.ones(2)], {"a": pd.Series([1.0])}, [pd.Series([1])]]


@pytest.mark.parametrize(
    "value", [*TABLES, 1, "a", None, [1, "a"], [[1.0]], {}, [], {"a": [1], "b": {"c": 1}}, {"a": None}, (1, 2), {1: 2}]
)
def test_tables_are_found_as_streamlit_finds_them(value: Any, plain: Callable[[], None]) -> None:
    streamlits = serialization.is_dataframe_like(value)
    plain()
    assert serialization.is_dataframe_like(value) is streamlits


def test_plain_values_are_not_examined(plain: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plain()
    monkeypatch.setattr("streamlit.dataframe_util.determine_data_format", None)
    assert not serialization.is_dataframe_like({"a": [1], "b": None})
    with pytest.raises(TypeError):
        serialization.is_dataframe_like([np.ones(2)])


def unnamed(source: str) -> int:
    """Return how many components a source draws without a key."""
    calls = [node for node in nodes(source) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "component"]
    drawn = [call.func for call in calls if any(each.arg == "key" for each in call.keywords)]
    return sum(call not in drawn for call in made)


def test_every_component_is_drawn_with_a_key() -> None:
    sources = {path: path.read_text("utf-8") for path in (ROOT / "kernviz" / "ui").rglob("*.py")}
    assert sum("component(" in text for text in sources.values()) > 15
    assert [str(path) for path, text in sources.items() if unnamed(text)] == []


@pytest.mark.parametrize("line", ["component('a')(data={})", "draw = component('a')", "component('a')(**told)"])
def test_a_component_without_a_key_is_found(line: str) -> None:
    assert unnamed(line) == 1
    assert unnamed("component('a')(key='b', data={})") == 0
