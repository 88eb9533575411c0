"""Controls of the Compose page."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.compose import State
from kernviz.lessons.compose_space import DATAS, DIMENSIONS, space_of_question
from kernviz.lessons.exponential_series import exponential
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number

LARGEST = 5  # coordinates of the two points
DEFAULTS = {"x": (1.0, 2.0, 1.0, 0.0, 0.0), "z": (3.0, -1.0, 0.0, 0.0, 0.0)}
ROW = 3  # number fields side by side
SPACE = query.choice("space", DIMENSIONS, label="the space that is asked about")
NONNEGATIVE = query.flag("nonneg", False, label="only points without a negative coordinate")
PARAMS = (
    SPACE,
    NONNEGATIVE,
    *(
        query.number(f"{p}{i + 1}", DEFAULTS[p][i], low=-1e6, high=1e6, label=f"the point {p}")
        for p in "xz"
        for i in range(LARGEST)
    ),
    query.integer("terms", 4, low=0, high=30, label="terms of the series"),
)


def controls() -> State:
    """The space that is asked about, the two points at which k(x, z) is worked out, and the length of the exponential series
    where there is one."""
    query.seed(PARAMS)
    data, kernel = dataset_in_force(), kernel_in_force()
    dimension, nonnegative = _space() if kernel.kind in (None, "vectors") else (None, False)
    d = space_of_question(data, dimension, nonnegative).d
    with st.expander("k at two points x and z of your choice"):
        x, z = (_point(name, d) for name in "xz")
        terms = 4
        if exponential(kernel) is not None:
            terms = int(number("terms", "N, highest power of the exponential series", 0, 30, 4, whole=True))
    return State(data, kernel, x, z, terms, dimension, nonnegative)


def _space() -> tuple[float | None, bool]:
    """The ℝᵈ, None for the data's own, and whether only its part without negative coordinates is meant."""
    chosen = st.segmented_control("Is it a kernel on", tuple(DIMENSIONS), default=DATAS, required=True, key="space",
                                  bind="query-params", help="The data suggest the space; the question may be about another.")  # fmt: skip
    only = st.toggle("only where no coordinate is negative, [0, ∞)ᵈ", key="nonneg", bind="query-params")
    return DIMENSIONS[str(chosen or DATAS)], bool(only)


def _point(name: str, d: int) -> tuple[float, ...]:
    found: list[float] = []
    for start in range(0, d, ROW):
        inside = range(start, min(start + ROW, d))
        for i, place in zip(inside, st.columns(min(ROW, d)), strict=False):
            with place:
                found.append(number(f"{name}{i + 1}", f"{name}{i + 1}", -5, 5, DEFAULTS[name][i], least=-1e6, most=1e6))
    return tuple(found)
