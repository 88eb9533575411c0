"""Controls of the Kernel PCA page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.data import Dataset
from kernviz.data.images import digits
from kernviz.lessons.pca import ALL, HAND_STEPS, KERNEL, LINEAR, OWN_RBF, SIDEBAR, VIEWS, State
from kernviz.lessons.pca_by_hand import eigen_angle
from kernviz.lessons.pca_denoise import MOST_KEPT
from kernviz.lessons.pca_subject import PANELS
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click

SHOWN = [ALL, *(str(i) for i in range(1, PANELS + 1))]
STEPS = [str(i) for i in range(1, 7)]
VIEW = query.choice("pc_view", VIEWS, VIEWS[1], label="picture")
HAND = query.choice("pc_hand", HAND_STEPS, label="step")
SHOW = query.choice("pc_show", SHOWN, label="component shown")
STEP = query.choice("pc_step", STEPS, label="step of the derivation")
HOW = query.choice("pc_how", [KERNEL, LINEAR], label="reconstruction")
MACHINE = query.choice("pc_kernel", [OWN_RBF, SIDEBAR], label="kernel for the digits")
PARAMS = (
    VIEW,
    HAND,
    query.number("pc_angle", State.angle, low=0.0, high=180.0, label="angle"),
    SHOW,
    STEP,
    query.flag("pc_center", True, label="centre"),
    query.flag("pc_norm", True, label="normalise"),
    query.integer("pc_a", State.across, low=1, high=PANELS, label="component across"),
    query.integer("pc_b", State.up, low=1, high=PANELS, label="component up"),
    query.integer("pc_M", State.M, low=1, high=MOST_KEPT, label="M"),
    HOW,
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
    query.integer("pc_kept", State.kept, low=1, high=64, label="M, of 64"),
    query.integer("pc_image", State.image, low=1, high=len(digits().test), label="test image"),
    MACHINE,
)


def controls() -> State:
    """Which picture, and what that picture needs; what does not apply is absent."""
    query.seed(PARAMS)
    data = dataset_in_force()
    st.segmented_control("Picture", VIEWS, default=VIEWS[1], required=True, key="pc_view", bind="query-params")
    view = str(query.current(VIEW))
    state = State(data, kernel_in_force(), view)
    parts = dict(zip(VIEWS, (_by_hand, _components, _curved, _denoise, _digits), strict=True))
    return parts[view](state)


def _by_hand(state: State) -> State:
    if state.data.d != 2:
        return state
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    with left:
        angle = number("pc_angle", "angle of u, degrees", 0, 180, State.angle, step=0.1)
    right.button("Turn to u₁", key="pc_peak", on_click=_to_peak, args=(state.data,), width="stretch")
    st.segmented_control("Step", HAND_STEPS, default=HAND_STEPS[0], required=True, key="pc_hand", bind="query-params")
    return replace(state, angle=angle, hand=str(query.current(HAND)))


def _to_peak(data: Dataset) -> None:
    st.session_state["pc_angle"] = round(eigen_angle(data.X), 1)


def _components(state: State) -> State:
    *left, middle, right = st.columns(3 if state.data.d == 2 else 2, vertical_alignment="bottom")
    for place in left:
        place.selectbox("show", SHOWN, key="pc_show", bind="query-params")
    center = middle.toggle(
        "centre",
        True,
        key="pc_center",
        bind="query-params",
        help="Take K′ instead of K: subtract the mean of the images.",
    )
    normalize = right.toggle("normalise", True, key="pc_norm", bind="query-params", help="Give v length 1: λN aᵀa = 1.")
    st.segmented_control("Derivation, step", STEPS, default=STEPS[0], required=True, key="pc_step", bind="query-params")
    return replace(
        state, show=str(query.current(SHOW)), center=center, normalize=normalize, step=int(str(query.current(STEP)))
    )


def _curved(state: State) -> State:
    left, right = st.columns(2)
    with left:
        across = number("pc_a", "component across", 1, PANELS, State.across, whole=True)
    with right:
        up = number("pc_b", "component up", 1, PANELS, State.up, whole=True)
    return replace(state, across=int(across), up=int(up))


def _denoise(state: State) -> State:
    st.segmented_control(
        "Reconstruction", [KERNEL, LINEAR], default=KERNEL, required=True, key="pc_how", bind="query-params"
    )
    M = int(number("pc_M", "M, components kept", 1, MOST_KEPT, State.M, whole=True))
    with st.expander("Probe: click in the picture, or type"):
        probe = place_fields("probe", state.data, "middle")
    return replace(state, how=str(query.current(HOW)), M=M, probe=probe)


def _digits(state: State) -> State:
    kept = int(number("pc_kept", "M, components of 64", 1, 64, State.kept, whole=True))
    image = int(number("pc_image", "test image", 1, len(digits().test), State.image, whole=True))
    st.segmented_control(
        "Kernel", [OWN_RBF, SIDEBAR], default=OWN_RBF, required=True, key="pc_kernel", bind="query-params"
    )
    return replace(state, kept=kept, image=image, machine=str(query.current(MACHINE)))


def clicked(event: Click) -> None:
    """A click in the plane moves the probe there."""
    st.session_state["px"] = float(f"{event.x:.4g}")
    if dataset_in_force().d > 1:
        st.session_state["py"] = float(f"{event.y:.4g}")
