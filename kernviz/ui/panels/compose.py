"""Controls of the Compose page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.compose import State
from kernviz.lessons.exponential_series import exponential
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force

DEFAULTS = {"x": (1.0, 2.0, 1.0), "z": (3.0, -1.0, 0.0)}
PARAMS = (
    *(
        query.number(f"{p}{i + 1}", DEFAULTS[p][i], low=-1e6, high=1e6, label=f"the point {p}")
        for p in "xz"
        for i in range(2)
    ),
    query.integer("terms", 4, low=0, high=30, label="terms of the series"),
)


def controls() -> State:
    """The two points at which k(x, z) is worked out, and the length of the exponential series where there is one."""
    query.seed(PARAMS)
    data, kernel = dataset_in_force(), kernel_in_force()
    with st.expander("The two points x and z"):
        x, z = (_point(name, data.d) for name in "xz")
        terms = 4
        if exponential(kernel) is not None:
            terms = st.slider("N, terms of the exponential series", 0, 30, 4, key="terms", bind="query-params")
    return State(data, kernel, x, z, terms)


def _point(name: str, d: int) -> tuple[float, ...]:
    return tuple(
        place.number_input(
            f"{name}{i + 1}",
            -1e6,
            1e6,
            DEFAULTS[name][i],
            step=0.5,
            format="%.4g",
            key=f"{name}{i + 1}",
            bind="query-params",
        )
        for i, place in enumerate(st.columns(d))
    )
