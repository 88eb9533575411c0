"""A field for a text or a number looks up one entry of the session's state, not a copy of all of them.

Streamlit's two fields make that copy each time they are drawn, four times a move, to see whether a person has emptied
them; of our hundred entries every component's is wrapped in a class of its own for it. The state itself answers both
questions they have: is there such an entry, and what is it?
"""

from __future__ import annotations

from typing import Any

from streamlit.elements.widgets import number_input, text_widgets

ASKING = (number_input, text_widgets)


class _Asked:
    """A session's state, with itself in the place of the copy."""

    def __init__(self, state: Any) -> None:
        self.filtered_state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.filtered_state, name)


def look_up() -> None:
    """Before the first visitor, once: where a later Streamlit asks in another way, it goes on doing so."""
    for module in ASKING:
        ask = getattr(module, "get_session_state", None)
        if ask is not None and not getattr(ask, "one_entry", False):

            def asked(ask: Any = ask) -> Any:
                return _Asked(ask())

            asked.one_entry = True  # type: ignore[attr-defined]
            module.get_session_state = asked  # type: ignore[attr-defined]
