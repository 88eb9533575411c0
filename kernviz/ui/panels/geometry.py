"""Controls of the Geometry page: the field, the ruler, points of one's own, and in the tabs the weights, X, Φ and σ²."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from kernviz.lessons.geometry import TABS
from kernviz.lessons.geometry_subject import DISTANCE, FROM_POINT, ORIGIN, PARZEN, State, subject
from kernviz.lessons.lesson import Lesson
from kernviz.ui import query, show
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click
from kernviz.ui.show import Frame, Tabs

MOST = 2000  # the largest number a point can have
PARAMS = (
    query.choice("gfield", [DISTANCE, PARZEN], DISTANCE, label="the field"),
    query.text("gpts", "", longest=2000, label="points of your own"),
    query.Param("gi", "integer", None, "the ruler's first end", 1, MOST),
    query.Param("gj", "integer", None, "the ruler's second end", 1, MOST),
    query.text("gp", State.p, longest=200, label="weights p"),
    query.text("gq", State.q, longest=200, label="weights q"),
    query.number("ga", State.place, low=0.0, high=100.0, label="X"),
    query.number("gt", State.t, low=-0.5, high=2.5, label="t"),
    query.choice("gline", [ORIGIN, FROM_POINT], ORIGIN, label="the line of Φ"),
)


def controls(places: Frame) -> tuple[State, Tabs]:
    """Draw all controls, those beside the picture and those at the head of a tab."""
    query.seed(PARAMS)
    with places.controls:
        st.segmented_control("Colour shows", [DISTANCE, PARZEN], default=DISTANCE, key="gfield", bind="query-params",
                             required=True, width="stretch", label_visibility="collapsed")  # fmt: skip
        left, middle, right = st.columns([3, 3, 5], gap="small")
        left.number_input("ruler from", 1, MOST, None, 1, key="gi", bind="query-params", placeholder="first")
        middle.number_input("to point", 1, MOST, None, 1, key="gj", bind="query-params", placeholder="last")
        right.text_input("Points of your own", key="gpts", bind="query-params", placeholder="0, 1", autocomplete="off",
                         help="Instead of the data. Numbers with commas: points of the line. 0 0; 1 0 are two points of the "
                         "plane. Empty: the data.")  # fmt: skip
    tabs = dict(zip(TABS, places.below.tabs(list(TABS)), strict=True))
    with tabs["P and Q"]:
        for place, key, name, default in zip(st.columns(2), ("gp", "gq"), "pq", (State.p, State.q), strict=True):
            place.text_input(f"weights {name}, of the first points", default, key=key, bind="query-params", autocomplete="off",
                             help="Up to five numbers with commas between.")  # fmt: skip
    with tabs["Why it is the minimum"]:
        left, right = st.columns(2)
        with left:
            number("ga", "X in %, from the smallest a (0) to the largest (100)", 0, 100, State.place, step=1)
        with right:
            first, second = st.columns(2, vertical_alignment="bottom")
            with first:
                number("gt", "t, Φ on its line", -0.5, 2.5, State.t, step=0.05)
            second.segmented_control(r"Line through $\bar\Phi$", [ORIGIN, FROM_POINT], default=ORIGIN, key="gline", bind="query-params",
                                     required=True)  # fmt: skip
    with tabs["Exercise"]:
        variance = number("gs", "σ², of the Gaussian", 0.01, 100.0, 1.0, log=True)
    return replace(_state(), variance=variance), tabs


def draw(built: Lesson, places: Frame, tabs: Tabs) -> None:
    """The lesson: what belongs in a tab under that tab's controls."""
    show.lesson_under(
        built, places, tabs, clicked, "There is nothing to measure; the reason stands at the top of the page."
    )


def clicked(event: Click) -> None:
    """A click near a point: the end of the ruler that is nearer moves there."""
    try:
        seen = subject(_state())
    except ValueError:
        return
    X = seen.data.X
    at = np.array([event.x, event.y][: X.shape[1]])
    row = int(np.argmin(np.linalg.norm(X - at, axis=1)))
    to_i, to_j = (float(np.linalg.norm(X[r] - at)) for r in (seen.i, seen.j))
    if row not in (seen.i, seen.j):
        st.session_state["gi" if to_i <= to_j else "gj"] = row + 1


def _state() -> State:
    """What the widgets say, also inside callbacks."""
    now = st.session_state
    return State(
        dataset_in_force(),
        kernel_in_force(),
        str(query.current(PARAMS[1]) or "") if "gpts" in now else "",
        now.get("gi"),
        now.get("gj"),
        now.get("gfield") or DISTANCE,
        str(now.get("gp", State.p)),
        str(now.get("gq", State.q)),
        float(now.get("ga", State.place)),
        float(now.get("gt", State.t)),
        now.get("gline") or ORIGIN,
    )
