"""Opening a ready-made state: on this page, or on the one it belongs to."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import data_list, drawing, navigation, query
from kernviz.ui.data_picker import forget_points
from kernviz.wording import say

OF_DATA = ("data", "pts", "was", "n", "noise", "seed", "cx", "cy")  # what the address says of the data
_GO, _HERE, _MENU = "_go", "_here", "examples_menu"


def open_preset(preset: Preset, here: str) -> None:
    """A callback: set the values before the widgets of the next run, and remember where to go; the menu closes. An
    example that says nothing of the data leaves them as they are.
    """
    if _MENU in st.session_state:
        st.session_state[_MENU] = False
    drawing.remember()
    own = "data" in preset.values
    query.forget(
        keep=("speak", "data", "k", "pts") if own else ("speak", "k", *OF_DATA)
    )  # what an example does not say is at its default
    if own:
        st.session_state["data"] = preset.values["data"]
        data_list.chosen_for(preset.page)
        forget_points()
    for key, value in preset.values.items():
        st.session_state[key] = value
    if preset.page != here:
        go(preset.page)


def arrive(page: str) -> None:
    """This run shows that page."""
    st.session_state[_HERE] = page


def here() -> str:
    """The page on which something was pressed."""
    return str(st.session_state.get(_HERE, ""))


def go(page: str) -> None:
    """In a callback: to that page, in the next run."""
    st.session_state[_GO] = page


def leave() -> None:
    """At the beginning of a run of a part: where a callback leads elsewhere, everything runs, and goes there."""
    if _GO in st.session_state:
        st.rerun()


def follow(root: Path) -> None:
    """Go where an example of the last run leads. Called from app.py, before any widget."""
    if name := st.session_state.pop(_GO, None):
        navigation.switch(root, name)


def _opened() -> None:
    """Opening it changes nothing; that it is open is known, so that it can be closed."""


def examples_menu(page: str) -> None:
    """The examples of one page, behind a button; nothing where there are none."""
    mine = [(number, preset) for number, preset in enumerate(PRESETS) if preset.page == page]
    if not mine:
        return
    with st.popover(say("Examples"), key=_MENU, on_change=_opened):
        for number, preset in mine:
            st.button(
                f"{preset.sentence}  ·  {preset.lecture}",
                key=f"example_{number}",
                on_click=open_preset,
                args=(preset, page),
                type="tertiary",
            )
