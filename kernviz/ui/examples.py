"""The menu of a page's examples, and changes of page from callbacks.

An example opens on the page it belongs to. A callback cannot change the page. It notes the page with
`request_page`, and the next run goes there (`rerun_if_requested`, `open_requested_page`).
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import data_list, drawing, navigation, query
from kernviz.ui.data_choice import forget_points
from kernviz.wording import say

_GO, _HERE, _MENU = "_go", "_here", "examples_menu"


def open_preset(preset: Preset, here: str) -> None:
    """Apply an example and go to its page (callback).

    `here` is the name of the page shown now. Values that the example leaves out go to their defaults. Data and kernel
    that the example does not mention stay.
    """
    if _MENU in st.session_state:
        st.session_state[_MENU] = False
    drawing.remember()
    own = "data" in preset.values
    kept = ("data", "pts") if own else drawing.PARAMS_OF_DATA
    query.forget(keep=("speak", "k", *kept))  # all other parameters are reset to their defaults
    if own:
        st.session_state["data"] = preset.values["data"]
        data_list.chosen_for(preset.page)
        forget_points()
    for key, value in preset.values.items():
        st.session_state[key] = value
    if preset.page != here:
        request_page(preset.page)


def arrive(page: str) -> None:
    """Register the page that this run shows."""
    st.session_state[_HERE] = page


def here() -> str:
    """Return the page of the last run.

    In a callback this is the page on which the button was pressed.
    """
    return str(st.session_state.get(_HERE, ""))


def request_page(page: str) -> None:
    """Make the next run go to a page (for callbacks)."""
    st.session_state[_GO] = page


def rerun_if_requested() -> None:
    """Rerun the whole app if a callback asked for another page.

    Called first when a fragment runs.
    """
    if _GO in st.session_state:
        st.rerun()


def open_requested_page(root: Path) -> None:
    """Go to the page noted by the last callback.

    Called from app.py, before any widget.
    """
    if name := st.session_state.pop(_GO, None):
        navigation.switch(root, name)


def examples_menu(page: str) -> None:
    """Draw the examples of one page behind a button.

    Nothing is drawn if the page has no examples.
    """
    mine = [(number, preset) for number, preset in enumerate(PRESETS) if preset.page == page]
    if not mine:
        return
    # "rerun" makes Streamlit track if the menu is open, so that `open_preset` can close it
    with st.popover(say("Examples"), key=_MENU, on_change="rerun"):
        for number, preset in mine:
            st.button(
                f"{preset.sentence}  ·  {preset.lecture}",
                key=f"example_{number}",
                on_click=open_preset,
                args=(preset, page),
                type="tertiary",
            )
