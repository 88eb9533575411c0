"""Controls of the Dual & representer page: which view, and what that view needs."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.lessons.dual import VIEWS, State
from kernviz.lessons.dual_descent import STEPS
from kernviz.lessons.dual_sizes import STAGES, measure
from kernviz.lessons.dual_subject import ALGORITHMS, CONSTANT, FREE_SIZE, GROWING, LOSSES, OTHERS, OWN_SIZE
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number

VIEW = query.choice("du_view", VIEWS, label="view")
GROWTH = query.choice("du_R", [GROWING, CONSTANT], label="R")
LOSS = query.choice("du_loss", LOSSES, label="loss")
SIZES = query.choice("du_sizes", [OWN_SIZE, FREE_SIZE], label="sizes")
OTHER = query.choice("du_other", list(OTHERS), State.other, label="the second kernel")
ALGORITHM = query.choice("du_alg", ALGORITHMS, label="algorithm")
MOST_USED, LARGEST = 300, 1000
PARAMS = (
    VIEW,
    query.text("positive", "", label="the class counted as +1"),
    query.flag("hard", False, label="hard margin"),
    query.number("du_t", State.t, low=-1.25, high=1.25, label="t"),
    query.Param("du_i", "integer", None, "the first training point", 1, 2000),
    query.Param("du_j", "integer", None, "the second training point", 1, 2000),
    GROWTH,
    LOSS,
    query.integer("du_m", State.m, low=2, high=MOST_USED, label="points used"),
    query.integer("du_row", 1, low=1, high=MOST_USED, label="row"),
    query.integer("du_step", State.step, low=0, high=STEPS, label="step"),
    query.number("du_rate", State.rate, low=0.05, high=1.05, label="rate"),
    query.number("du_w0", 0.0, low=0.0, high=2.0, label="w₀"),
    SIZES,
    query.integer("du_D", State.D, low=1, high=LARGEST, label="D"),
    query.integer("du_N", State.N, low=2, high=LARGEST, label="N"),
    query.integer("du_seed", 0, low=0, high=9999, label="seed"),
    query.integer("du_stage", 1, low=1, high=len(STAGES), label="step of the derivation"),
    OTHER,
    ALGORITHM,
    query.flag("du_kern", False, label="kernel instead of inner products"),
)
_MEASURED = "_du_measured"


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    data = dataset_in_force()
    st.segmented_control(
        "View", VIEWS, default=VIEWS[0], required=True, key="du_view", bind="query-params", label_visibility="collapsed"
    )
    view = str(query.current(VIEW))
    state = State(data, kernel_in_force(), view)
    drawers = dict(zip(VIEWS, (_span, _solve, _descent, _sizes, _machine, _swap, _recipe), strict=True))
    state = drawers[view](state)
    if len(data.classes) > 2:
        positive = class_choice(data.classes)
        state = replace(state, positive=positive)
    return state


def _span(state: State) -> State:
    t = number("du_t", "t, length of w⊥ in lengths of w∥", -1.25, 1.25, State.t, step=0.05)
    st.segmented_control(
        "R, as a function of ‖w‖", [GROWING, CONSTANT], default=GROWING, required=True, key="du_R", bind="query-params"
    )
    grows = str(query.current(GROWTH))
    lam = _lam() if grows == GROWING else state.lam
    with st.expander("Which two training points"):
        left, right = st.columns(2)
        first = left.number_input("first", 1, 2000, None, 1, key="du_i", bind="query-params", placeholder="first")
        second = right.number_input(
            "second", 1, 2000, None, 1, key="du_j", bind="query-params", placeholder="first of the other class"
        )
    return replace(state, t=t, grows=grows, lam=lam, first=int(first or 0), second=int(second or 0))


def _solve(state: State) -> State:
    st.segmented_control("Loss", LOSSES, default=LOSSES[0], required=True, key="du_loss", bind="query-params")
    lam = _lam()
    left, right = st.columns(2)
    with left:
        m = _points()
    with right:
        row = int(number("du_row", "i, the row written out", 1, MOST_USED, 1, whole=True))
    with st.expander("From C to λ"):
        n = min(m, state.data.n)
        C = number("du_C", "C, penalty", 0.001, 1e6, 1.0, log=True)
        value = min(max(1 / (2 * C * n), 1e-6), 100.0)
        st.button(f"Set λ = 1/(2Cn) = {value:.4g}", key="du_set", on_click=_set_lam, args=(value,))
    return replace(state, loss=str(query.current(LOSS)), lam=lam, m=m, row=row)


def _descent(state: State) -> State:
    step = int(number("du_step", "step", 0, STEPS, State.step, whole=True))
    left, right = st.columns(2)
    with left:
        rate = number("du_rate", "rate, of the largest stable step width", 0.05, 1.05, State.rate, step=0.05)
    with right:
        start = number("du_w0", "length of w₀", 0, 2, 0, step=0.1)
    return replace(state, step=step, rate=rate, start=start, m=_points())


def _sizes(state: State) -> State:
    stage = _stage()
    lam = _lam()
    st.segmented_control(
        "Sizes of", [OWN_SIZE, FREE_SIZE], default=OWN_SIZE, required=True, key="du_sizes", bind="query-params"
    )
    sizes = str(query.current(SIZES))
    D, N = state.D, state.N
    if sizes == FREE_SIZE:
        left, right = st.columns(2)
        with left:
            D = int(number("du_D", "D, features", 1, LARGEST, State.D, whole=True))
        with right:
            N = int(number("du_N", "N, points", 2, LARGEST, State.N, whole=True))
        st.button("Measure the times", key="du_measure", on_click=_measure, args=(D, N))
    measured = st.session_state.get(_MEASURED) if sizes == FREE_SIZE else None
    with st.expander("Matrices of the lemma"):
        seed = number("du_seed", "seed", 0, 50, 0, whole=True, most=9999)
    return replace(state, stage=stage, lam=lam, sizes=sizes, D=D, N=N, seed=int(seed), measured=measured)


def _machine(state: State) -> State:
    return _penalty(replace(state, stage=_stage()))


def _swap(state: State) -> State:
    st.selectbox(
        "k₂, the second kernel", list(OTHERS), list(OTHERS).index(State.other), key="du_other", bind="query-params"
    )
    return _penalty(replace(state, other=str(query.current(OTHER))))


def _recipe(state: State) -> State:
    st.segmented_control(
        "Algorithm", ALGORITHMS, default=ALGORITHMS[0], required=True, key="du_alg", bind="query-params"
    )
    kernelised = st.toggle("put your kernel in the place of the inner products", key="du_kern", bind="query-params")
    return replace(state, algorithm=str(query.current(ALGORITHM)), kernelised=kernelised, m=_points())


def _penalty(state: State) -> State:
    hard = st.toggle("hard margin", key="hard", bind="query-params", help="No point may be inside the margin: C = ∞.")
    if hard:
        return replace(state, hard=True)
    return replace(state, C=number("C", "C, penalty", 0.001, 1e6, 1.0, log=True, help="What a unit of slack costs."))


def _lam() -> float:
    return number("du_lam", "λ, weight of ‖w‖²", 1e-6, 100.0, 0.1, log=True)


def _points() -> int:
    help = "Up to 12: the numbers stand in the cells."
    return int(number("du_m", "points used", 2, MOST_USED, State.m, whole=True, help=help))


def _stage() -> int:
    return int(number("du_stage", "step of the derivation", 1, len(STAGES), 1, whole=True))


def _set_lam(value: float) -> None:
    st.session_state["du_lam"] = float(f"{value:.6g}")


def _measure(D: int, N: int) -> None:
    st.session_state[_MEASURED] = (*measure(D, N), D, N)
