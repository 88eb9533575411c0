"""Opening a ready-made state: on this page, or on the one it belongs to."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from kernviz.lessons.presets import LECTURES, PRESETS, Preset
from kernviz.ui import drawing, navigation, query
from kernviz.ui.data_picker import forget_points

_GO = "_go"
_MENU = "examples_menu"

LABELS = {
    "svm": "Support vectors",
    "ridge": "Ridge regression",
    "polynomial": "Polynomial features",
    "gaussian": "Gaussian features",
    "geometry": "Feature-space geometry",
    "dual": "Dual & representer",
    "sphere": "Smallest hypersphere",
    "pca": "Kernel PCA",
    "neighbors": "Nearest neighbours",
    "multiclass": "Many classes",
    "objects": "Sets, strings, graphs",
}  # titles that are not the name of the page


def open_preset(preset: Preset, here: str) -> None:
    """A callback: set the values before the widgets of the next run, and remember where to go; the menu closes."""
    if _MENU in st.session_state:
        st.session_state[_MENU] = False
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


def lead(page: str) -> None:
    """A callback: the next run goes to that page."""
    st.session_state[_GO] = page


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
    with st.popover("Examples", key=_MENU, on_change=_opened):
        for number, preset in mine:
            st.button(
                f"{preset.sentence}  ·  {preset.lecture}",
                key=f"example_{number}",
                on_click=open_preset,
                args=(preset, page),
                type="tertiary",
            )


def cards() -> None:
    """All examples: a tab for each lecture, in it the pages' examples together."""
    st.header("Start from an example of the lectures", anchor=False)
    tabs = st.tabs([f"{lecture} · {title}" for lecture, title in LECTURES.items()])
    for place, lecture in zip(tabs, LECTURES, strict=True):
        mine = [(i, preset) for i, preset in enumerate(PRESETS) if preset.lecture == lecture]
        with place:
            _cards(sorted(mine, key=lambda item: _label(item[1])))


def _cards(presets: list[tuple[int, Preset]]) -> None:
    for start in range(0, len(presets), 4):
        for place, (number, preset) in zip(st.columns(4), presets[start : start + 4], strict=False):
            with place.container(border=True, height="stretch"):
                st.markdown(preset.sentence)
                st.button(_label(preset), key=f"card_{number}", on_click=open_preset, args=(preset, "home"))


def _label(preset: Preset) -> str:
    return LABELS.get(preset.page, preset.page.capitalize())
