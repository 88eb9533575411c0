"""A faster session-state lookup for text and number fields.

A field looks up one entry of the session's state, not a copy of all entries.

Streamlit's two fields make that copy each time they are drawn, four times a move. They make the
copy to find out if a visitor has emptied them. Of the app's hundred entries, every component's
is wrapped in a class of its own for the copy. The state itself answers both questions the
fields have: is there such an entry, and what is it?
"""

from __future__ import annotations

from kernviz.ui.streamlit_internals import patches


def install() -> None:
    """Patch the text and number fields once.

    Called before the first visitor. The patch has no effect on a Streamlit whose fields ask in
    another way.
    """
    patches.keep_session_state_uncopied()
