"""Buttons and click handler of the Gaussian features page."""

from __future__ import annotations

import re

import streamlit as st

from kernviz.features.widths import convention
from kernviz.kernels.named.gaussian import RBF
from kernviz.lessons.gaussian.state import HIGH, State, own_width
from kernviz.lessons.shared.own_gaussian import LOWEST
from kernviz.lessons.shared.training import Failure, train
from kernviz.ui import expression
from kernviz.ui.panels.own_kernel import use_button
from kernviz.ui.plot import Click
from kernviz.wording import say

_WORD = re.compile(r"[^\s,;]+")


def clicked(state: State, event: Click) -> None:
    """Remove or restore the bump of the clicked support vector."""
    if not isinstance(event.customdata, int):
        return
    clicked_word, words = str(event.customdata + 1), _WORD.findall(state.off)
    if "all" in words and not isinstance(result := train(state.signed, state.own, state.penalty), Failure):
        words = [str(i + 1) for i in result.machine.support_]
    others = [word for word in words if word != clicked_word]
    _set_off(", ".join(others if clicked_word in words else [*others, clicked_word]))


def use(state: State) -> None:
    """Draw the button that puts the page's kernel into the sidebar.

    It is drawn if the two kernels differ.
    """
    if own_width(state):
        use_button(state.own, "ga_use")


def bumps(_: State) -> None:
    """Draw the buttons that remove or restore all bumps."""
    left, right = st.columns(2)
    left.button(say("Take all away"), key="ga_none", on_click=_set_off, args=("all",), width="stretch")
    right.button(say("Put all back"), key="ga_all", on_click=_set_off, args=("",), width="stretch")


def set_width(state: State) -> None:
    """Draw the button that sets the page's γ to the converted width."""
    gamma = convention(state.convention).to_gamma(state.width)
    st.button(
        say("Set γ = {gamma:.4g}", gamma=gamma),
        key="ga_set",
        on_click=_set_gamma if own_width(state) else _put_gamma,
        args=(gamma,),
        disabled=not LOWEST <= gamma <= HIGH,
    )


SLOTS = {"use": use, "bumps": bumps, "set width": set_width}


def _set_off(text: str) -> None:
    st.session_state["ga_off"] = text


def _put_gamma(gamma: float) -> None:
    expression.put(str(RBF(float(f"{gamma:.6g}"))))


def _set_gamma(gamma: float) -> None:
    st.session_state["ga_gamma"] = float(f"{gamma:.6g}")
