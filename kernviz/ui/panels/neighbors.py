"""Controls of the Nearest neighbours page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kernviz.kernels import RBF
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.neighbors import TABS
from kernviz.lessons.neighbors_subject import MOST, NEIGHBOURS, SMART, VIEWS, State
from kernviz.ui import query, show
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice, place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click
from kernviz.ui.show import Frame

LOW, HIGH = 1e-3, 1e4
VIEW = query.choice("nn_view", VIEWS, label="the view")
PARAMS = (
    VIEW,
    query.integer("nn_k", 5, low=1, high=MOST, label="k, neighbours"),
    query.flag("nn_hatch", True, label="hatching"),
    query.flag("nn_answer", False, label="the answer of Quiz 3"),
    query.text("positive", "", label="the class counted as +1"),
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
)
_FOLLOWED = "_nn_followed"  # the sidebar's kernel γ was last set from


def controls(places: Frame) -> tuple[State, dict[str, DeltaGenerator]]:
    """The view, k, what that view needs; and the tabs, because one of them has a switch of its own."""
    query.seed(PARAMS)
    data = dataset_in_force()
    state = State(data, kernel_in_force())
    with places.controls:
        st.segmented_control("View", VIEWS, default=NEIGHBOURS, required=True, key="nn_view", bind="query-params",
                             label_visibility="collapsed", width="stretch")  # fmt: skip
        view = str(query.current(VIEW))
        k = int(number("nn_k", "k, neighbours", 1, MOST, 5, whole=True))
        state = replace(state, view=view, k=k)
        if view == SMART:
            state = _machine(state)
        if data.d > 1:
            words = "the SVM and the nearest point disagree" if view == SMART else "Euclid's nearest point is another"
            hatch = st.toggle(f"hatch where {words}", True, key="nn_hatch", bind="query-params")
            state = replace(state, hatch=hatch)
        with st.expander("Probe"):
            state = replace(state, probe=place_fields("probe", state.data, "middle"))
    titles = TABS if view == NEIGHBOURS else (TABS[3], TABS[2], *TABS[4:])
    tabs: dict[str, DeltaGenerator] = dict(zip(titles, places.below.tabs(list(titles)), strict=True))
    with tabs["Quiz 3"]:
        answer = st.toggle("show the answer", key="nn_answer", bind="query-params")
    return replace(state, answer=answer), tabs


def _machine(state: State) -> State:
    """γ and C of the second view."""
    _follow_sidebar()
    gamma = number("nn_gamma", "γ, width", LOW, HIGH, 1.0, log=True, help="exp(−γ‖x − z‖²). It starts at the sidebar's γ where that is a Gaussian.")  # fmt: skip
    C = number("nn_C", "C, penalty", 0.01, 1e4, 10.0, log=True, help="No α is larger than C.")
    positive = ""
    if len(state.data.classes) > 2:
        positive = class_choice(state.data.classes)
    return replace(state, gamma=gamma, C=C, positive=positive)


def draw(built: Lesson, places: Frame, tabs: dict[str, DeltaGenerator]) -> None:
    """The lesson, its tabs under the controls they have."""
    show.lesson(replace(built, tabs=()), places, on_click=clicked)
    contents = {tab.title: tab.blocks for tab in built.tabs}
    for title, place in tabs.items():
        with place:
            for item in contents.get(title, ()):
                show.block(item)
            if title not in contents:
                st.caption("There is nothing to show here; the reason stands at the top of the page.")


def clicked(event: Click) -> None:
    """A click in the picture moves the probe there."""
    st.session_state["px"] = float(f"{event.x:.4g}")
    if dataset_in_force().d > 1:
        st.session_state["py"] = float(f"{event.y:.4g}")


def _follow_sidebar() -> None:
    """Start from the sidebar's γ where it has a Gaussian, unless the address says otherwise; then follow its changes."""
    kernel = kernel_in_force()
    text, entering = str(kernel), "nn_gamma" not in st.session_state
    changed = st.session_state.get(_FOLLOWED) != text
    st.session_state[_FOLLOWED] = text
    given = entering and "nn_gamma" in st.query_params
    if isinstance(kernel, RBF) and (changed or entering) and not given and LOW <= kernel.gamma <= HIGH:
        st.session_state["nn_gamma"] = float(kernel.gamma)
