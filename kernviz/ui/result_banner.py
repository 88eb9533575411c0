"""Main result across the top of a page.

The result is shown at rest and during a drag. At rest the text is Streamlit's. While the visitor
drags in the picture, a text of the component's own replaces it.
"""

from __future__ import annotations

from kernviz.ui.component import component

NAME = "result_banner"


def follow() -> None:
    """Draw the container of the live text.

    Called before the texts at rest are drawn.
    """
    component(NAME)(key="kv-band-live", data={})
