"""Opening a ready-made state: on this page, or on the one it belongs to."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from kernviz.lessons.presets import PRESETS, Preset
from kernviz.ui import drawing, navigation, query
from kernviz.ui.data_picker import forget_points

_GO = "_go"


def open_preset(preset: Preset, here: str) -> None:
    """A callback: set the values before the widgets of the next run, and remember where to go."""
    drawing.remember()
    query.forget(keep=("data", "k", "pts"))  # what an example does not say is at its default
    if "data" in preset.values:
        st.session_state["data"] = preset.values["data"]
        forget_points()
    for key, value in preset.values.items():
        st.session_state[key] = value
    if preset.page != here:
        go(preset.page)


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


def examples_menu(page: str) -> None:
    """The examples of one page, behind a button; nothing where there are none."""
    mine = [(number, preset) for number, preset in enumerate(PRESETS) if preset.page == page]
    if not mine:
        return
    with st.popover("Examples"):
        for number, preset in mine:
            st.button(
                f"{preset.sentence}  ·  {preset.lecture}",
                key=f"example_{number}",
                on_click=open_preset,
                args=(preset, page),
                type="tertiary",
            )
