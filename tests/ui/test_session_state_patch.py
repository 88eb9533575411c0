"""Text and number fields with the patch: they behave as before, without a copy of the session's state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.elements.widgets import number_input, text_widgets
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest

from kernviz.ui.streamlit_internals import patches

FIRST = {"text": "a", "area": "b", "number": 2.5, "whole": 3}


def page() -> None:
    import streamlit as st

    for name, value in {"text": "a", "number": 2.5}.items():
        if st.session_state.get("emptied"):
            st.session_state[name] = None
        elif st.session_state.get("set"):
            st.session_state[name] = "z" if name == "text" else 7.0
        else:
            st.session_state.setdefault(name, value)
    st.text_input("text", key="text")
    st.text_area("area", "b", key="area")
    st.number_input("number", key="number")
    st.number_input("whole", 0, 9, 3, key="whole")


@pytest.fixture(params=["as Streamlit asks", "one entry"])
def copies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    for module in (number_input, text_widgets):
        monkeypatch.setattr(module, "get_session_state", module.get_session_state)
    made: list[int] = []
    copy = SessionState.filtered_state.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(SessionState, "filtered_state", property(lambda self: made.append(1) or copy(self)))
    if request.param == "one entry":
        patches.keep_session_state_uncopied()
        patches.keep_session_state_uncopied()  # a second call has no effect
        yield made
        assert not made
    else:
        yield made
        assert made  # if this fails, the patch is no longer needed


def values(at: AppTest) -> dict[str, object]:
    return {element.key: element.value for element in (*at.text_input, *at.text_area, *at.number_input)}


def test_a_field_shows_what_is_typed_what_code_sets_and_that_it_is_empty(copies: list[int]) -> None:
    at = AppTest.from_function(page).run()
    assert values(at) == FIRST
    at.text_input[0].set_value("y")
    at.number_input[1].set_value(4).run()
    assert values(at) == FIRST | {"text": "y", "whole": 4}
    at.session_state["set"] = True
    assert values(at.run()) == FIRST | {"text": "z", "number": 7.0, "whole": 4}
    at.session_state["emptied"] = True
    assert values(at.run()) == FIRST | {"text": None, "number": None, "whole": 4}
    assert not at.exception
