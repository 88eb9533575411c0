"""Controls of the Smallest hypersphere page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.data import Dataset
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.shared.typed import typed_points
from kernviz.lessons.sphere import EVERYONE, MEAN, PLACE, PLANE, SPACE, STEPS, TABS, State, has_space
from kernviz.ui import query, show
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice, place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click
from kernviz.ui.show import Frame, Tabs, selected_row

FAR = 1e6
PARAMS = (
    query.choice("sp_view", [PLANE, SPACE], PLANE, label="the view"),
    query.text("sp_class", EVERYONE, label="the points to enclose"),
    query.flag("sp_soft", False, label="points outside"),
    query.number("sp_nu", 0.1, low=0.01, high=1.0, label="ν"),
    query.flag("sp_one", False, label="one-class SVM"),
    query.flag("sp_move", False, label="move the centre"),
    query.choice("sp_start", [MEAN, PLACE], MEAN, label="where your centre starts"),
    query.number("sp_t", 0.0, low=-0.25, high=1.75, label="t"),
    query.Param("sp_cx", "number", None, "your centre", -FAR, FAR),
    query.Param("sp_cy", "number", None, "your centre", -FAR, FAR),
    query.Param("px", "number", None, "the probe", -FAR, FAR),
    query.Param("py", "number", None, "the probe", -FAR, FAR),
    query.text("sp_pts", "", longest=2000, label="points of your own"),
    query.choice("sp_step", list(STEPS), STEPS[0], label="the step"),
)
TYPED = PARAMS[12]


def controls(places: Frame) -> tuple[State, Tabs]:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    with places.controls:
        state = _state()
        data = _points(state)
        if has_space(replace(state, typed="")) if data is state.data else has_space(state):
            view = st.segmented_control("View", [PLANE, SPACE], default=PLANE, key="sp_view", bind="query-params", required=True,
                                        width="stretch", label_visibility="collapsed")  # fmt: skip
            state = replace(state, view=view or PLANE)
        else:
            st.caption("φ(x) = x for this kernel: the plane is feature space, and the sphere a circle in it.")
        if data is not state.data:
            st.caption("The points typed below stand in for the data of the sidebar.")
        if len(data.classes) > 0 and not state.typed.strip():
            enclose = class_choice(
                (EVERYONE, *data.classes),
                "sp_class",
                "enclose",
                help="Labels play no part: the sphere encloses points.",
            )
            state = replace(state, enclose=enclose)
        state = _outside(state)
        state = state if state.soft else _centre(state, data)
        with st.expander("Probe, points of your own"):
            state = replace(state, probe=place_fields("probe", data, "middle", reach=FAR))
            st.text_input("Points of your own", key="sp_pts", bind="query-params", placeholder="0, 1", autocomplete="off",
                          help="Instead of the data. Numbers with commas: points of the line. 0 0; 1 0 are two points of the plane. Empty: the data.")  # fmt: skip
    tabs = dict(zip(TABS, places.below.tabs(list(TABS)), strict=True))
    with tabs["Derivation"]:
        step = st.segmented_control(
            "Step",
            list(STEPS),
            default=STEPS[0],
            key="sp_step",
            bind="query-params",
            required=True,
            label_visibility="collapsed",
        )
    return replace(state, step=step or STEPS[0], selected=selected_row("sp_row")), tabs


def _state() -> State:
    typed = str(query.current(TYPED) or "") if "sp_pts" in st.session_state else str(st.query_params.get("sp_pts", ""))
    return State(dataset_in_force(), kernel_in_force(), typed)


def _points(state: State) -> Dataset:
    """What the picture will show: the typed points if they can be read."""
    try:
        return typed_points(state.typed) if state.typed.strip() else state.data
    except ValueError:
        return state.data


def _outside(state: State) -> State:
    left, right = st.columns(2, gap="small")
    soft = left.toggle(
        "points outside, ν",
        key="sp_soft",
        bind="query-params",
        help="Up to a share ν of the points may lie outside, at a price.",
    )
    compare = right.toggle("one-class SVM", key="sp_one", bind="query-params", help="scikit-learn's machine on the same points, dotted. The same boundary for a Gaussian, another for most kernels.")  # fmt: skip
    nu = number("sp_nu", "ν, share that may lie outside", 0.01, 1, 0.1, step=0.01) if soft else 0.1
    return replace(state, soft=soft, compare=compare, nu=nu)


def _centre(state: State, data: Dataset) -> State:
    moving = st.toggle(
        "move the centre",
        key="sp_move",
        bind="query-params",
        help="Take another centre c and see how far the farthest point is from it.",
    )
    if not moving:
        return state
    left, right = st.columns([1, 1], gap="small", vertical_alignment="bottom")
    start = left.segmented_control(
        "from", [MEAN, PLACE], default=MEAN, key="sp_start", bind="query-params", required=True
    )
    with right:
        t = number("sp_t", "t, to c∗ at t = 1", -0.25, 1.75, 0, step=0.05)
    state = replace(state, moving=True, start=start or MEAN, t=t)
    return (
        replace(state, place=place_fields("start", data, "first point", ("sp_cx", "sp_cy"), FAR))
        if start == PLACE
        else state
    )


def draw(built: Lesson, places: Frame, tabs: Tabs) -> None:
    """The lesson: what belongs in a tab under that tab's controls."""
    show.lesson_under(built, places, tabs, clicked, "There is no sphere; the reason stands at the top of the page.")


def clicked(event: Click) -> None:
    """A click moves the start of your centre where that is a place, else the probe."""
    now = st.session_state
    moves_start = bool(now.get("sp_move")) and not now.get("sp_soft") and now.get("sp_start") == PLACE
    x, y = ("sp_cx", "sp_cy") if moves_start else ("px", "py")
    now[x] = float(f"{event.x:.4g}")
    if _points(_state()).d > 1:
        now[y] = float(f"{event.y:.4g}")
