"""Controls of the Support vectors page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.svm import State
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice, place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click
from kernviz.ui.show import selected_row

PARAMS = (
    query.flag("hard", False, label="hard margin"),
    query.text("positive", "", label="the class counted as +1"),
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
    query.flag("only_sv", False, label="only support vectors"),
    query.number("s", 1.0, low=0.1, high=10.0, label="s, scale"),
)


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    data = dataset_in_force()
    hard = st.toggle("hard margin", key="hard", bind="query-params", help="No point may be inside the margin: C = ∞.")
    C = (
        1.0
        if hard
        else number(
            "C", "C, penalty", 0.001, 1e6, 1.0, log=True, help="What a unit of slack costs. Small C: a wide margin."
        )
    )
    positive = ""
    if len(data.classes) > 2:
        positive = class_choice(data.classes)
    with st.expander("Probe, delete, scale"):
        probe = place_fields("probe", data, "middle")
        only = st.toggle("delete all points that are no support vector", key="only_sv", bind="query-params")
        s = number("s", "s, multiply w and b", 0.1, 10, 1, log=True)
    return State(data, kernel_in_force(), C, hard, positive, probe, selected_row("row"), only, s)


def clicked(event: Click) -> None:
    """A click in the picture moves the probe there."""
    st.session_state["px"] = float(f"{event.x:.4g}")
    if dataset_in_force().d > 1:
        st.session_state["py"] = float(f"{event.y:.4g}")
