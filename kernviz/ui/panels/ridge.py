"""Controls of the Ridge regression page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.ridge import VIEWS, State, best_ridge
from kernviz.lessons.ridge_machine import DEFAULT, HIGH, LOW
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice, place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click
from kernviz.ui.show import selected_row

VIEW = query.choice("rr_view", VIEWS, label="picture")
PARAMS = (
    query.flag("rr_ols", False, label="no ridge"),
    query.text("positive", "", label="the class counted as +1"),
    VIEW,
    query.flag("rr_band", False, label="Gaussian process band"),
    query.flag("rr_noise", False, label="band of a new measurement"),
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
)
HELP = "What α = (K + λI)⁻¹y adds to the diagonal of K: σ², the variance of the noise, in S2; λ in S4. Large: a flat, calm curve."


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    data, kernel = dataset_in_force(), kernel_in_force()
    ols = st.toggle(
        "no ridge (λ = 0): OLS", key="rr_ols", bind="query-params", help="Kernel least squares by the pseudo-inverse."
    )
    ridge = DEFAULT if ols else number("rr_ridge", "λ (S4) = σ² (S2), ridge", LOW, HIGH, DEFAULT, log=True, help=HELP)
    positive = ""
    if len(data.classes) > 2:
        positive = class_choice(data.classes)
    _best(State(data, kernel, positive=positive))
    view = VIEWS[0]
    if data.d == 2:
        st.segmented_control("Picture", VIEWS, default=VIEWS[0], required=True, key="rr_view", bind="query-params",
                             label_visibility="collapsed")  # fmt: skip
        view = str(query.current(VIEW))
    band, noise = _band()
    with st.expander("Probe z"):
        probe = place_fields("z", data, "middle")
    return State(data, kernel, ridge, ols, positive, view, band, noise, probe, selected_row("rr_row"))


def _best(state: State) -> None:
    st.button(
        "Take the best λ",
        key="rr_best",
        on_click=_take_best,
        args=(state,),
        disabled=state.data.y is None,
        help="The λ with the smallest leave-one-out error, from one eigendecomposition.",
    )


def _take_best(state: State) -> None:
    found = best_ridge(state)
    if found is not None:
        st.session_state["rr_ols"] = False
        st.session_state["rr_ridge"] = found


def _band() -> tuple[bool, bool]:
    with st.container(horizontal=True, gap="small"):
        band = st.toggle("Gaussian process band, 95 %", key="rr_band", bind="query-params")
        if not band:
            return False, False
        noise = st.toggle("with the noise σ²", key="rr_noise", bind="query-params",
                          help="Off: where the function is. On: where a new measurement of it would fall.")  # fmt: skip
    return band, noise


def clicked(event: Click) -> None:
    """A click in the picture moves the probe there."""
    st.session_state["px"] = float(f"{event.x:.4g}")
    if dataset_in_force().d > 1:
        st.session_state["py"] = float(f"{event.y:.4g}")
