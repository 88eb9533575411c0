"""Controls of the Many classes page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.multiclass_subject import DAG, PAIRS, REST, SINGLE, STRATEGIES, State
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click

STRATEGY = query.choice("mc_how", STRATEGIES, label="the strategy")
PARAMS = (
    STRATEGY,
    query.flag("mc_hatch", True, label="hatching"),
    query.flag("mc_lines", False, label="the lines of the machines"),
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
)


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    data = dataset_in_force()
    st.selectbox("Strategy", STRATEGIES, key="mc_how", bind="query-params")
    strategy = str(query.current(STRATEGY))
    C = number("mc_C", "C, penalty", 0.001, 1e4, 1.0, log=True, help="What a unit of slack costs, in every machine.")
    hatch, lines = True, False
    many = len(data.classes) > 2
    if many and data.d > 1 and strategy != SINGLE:
        left, right = st.columns(2)
        if strategy in (REST, PAIRS):
            words = "hatch none or several" if strategy == REST else "hatch equal votes"
            hatch = left.toggle(words, True, key="mc_hatch", bind="query-params")
        lines = (right if strategy != DAG else left).toggle(
            "lines of the machines", key="mc_lines", bind="query-params", help="f = 0 of every machine."
        )
    with st.expander("Probe"):
        probe = place_fields("probe", data, "middle")
    return State(data, kernel_in_force(), strategy, C, probe, lines, hatch)


def clicked(event: Click) -> None:
    """A click in the picture moves the probe there."""
    st.session_state["px"] = float(f"{event.x:.4g}")
    if dataset_in_force().d > 1:
        st.session_state["py"] = float(f"{event.y:.4g}")
