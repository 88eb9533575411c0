"""A field for a text or a number looks up one entry of the session's state, not a copy of all of them.

Streamlit's two fields make that copy each time they are drawn, four times a move, to see whether a person has emptied
them; of our hundred entries every component's is wrapped in a class of its own for it. The state itself answers both
questions they have: is there such an entry, and what is it?
"""

from __future__ import annotations

from kernviz.ui.streamlit_internals import patches


def install() -> None:
    """Patch the fields once, before the first visitor; no effect on a Streamlit whose fields ask in another way."""
    patches.keep_session_state_uncopied()
