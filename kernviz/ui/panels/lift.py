"""Controls of the Lift page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.kernels.label import monomial_label
from kernviz.lessons.lift import State, coordinates
from kernviz.lessons.lift_machine import UP_TO_TWO, Exponents
from kernviz.lessons.lift_view import COORDINATES, chosen, in_order, kinds
from kernviz.ui import query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice, place_fields
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click

OWN, TICKED = "the kernel's φ", "monomials I tick"
TICKS: dict[str, Exponents] = {"lf_10": (1, 0), "lf_01": (0, 1), "lf_20": (2, 0), "lf_11": (1, 1), "lf_02": (0, 2)}
FIRST = ("lf_10", "lf_01")  # ticked at the start: the plane as it is
LINE = {"lf_w1": (-5.0, 5.0, 1.0, "w₁, on x"), "lf_w2": (-5.0, 5.0, 1.0, "w₂, on x²"), "lf_b": (-20.0, 20.0, -4.0, "b")}

PARAMS = (
    query.flag("hard", False, label="hard margin"),
    query.text("positive", "", label="the class counted as +1"),
    query.Param("px", "number", None, "the probe", -1e6, 1e6),
    query.Param("py", "number", None, "the probe", -1e6, 1e6),
    query.number("lf_t", 1.0, low=0.0, high=1.0, label="t, lift"),
    query.flag("lf_plain", False, label="without √2"),
    query.choice("lf_phi", [OWN, TICKED], OWN, label="features"),
    *(query.flag(key, key in FIRST, label=f"monomial {monomial_label(TICKS[key])}") for key in TICKS),
    *(query.number(key, start, low=low, high=high, label=label) for key, (low, high, start, label) in LINE.items()),
)


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    data = dataset_in_force()
    state = State(data, kernel_in_force())
    way = "plane (0) to feature space (1)" if data.d > 1 else "line (0) to the parabola (1)"
    state = replace(state, t=number("lf_t", f"t, from the {way}", 0, 1, 1, step=0.05))
    state = replace(state, line=_line()) if data.d == 1 else _features(state)
    if len(data.classes) > 2:
        positive = class_choice(data.classes)
        state = replace(state, positive=positive)
    state = _penalty(state)
    return state if data.d == 1 else _more(state)


def _line() -> tuple[float, float, float]:
    """The line to drag: w₁·x + w₂·x² + b = 0."""
    w1, w2, b = (number(key, label, low, high, start, step=0.1) for key, (low, high, start, label) in LINE.items())
    return w1, w2, b


def _features(state: State) -> State:
    """The kernel's own φ, with or without its coefficients, or monomials to tick."""
    own = st.segmented_control(
        "Features", [OWN, TICKED], default=OWN, key="lf_phi", bind="query-params", required=True, width="stretch"
    )
    if own == TICKED:
        return replace(state, ticked=_ticks())
    if not state.with_coefficients:
        return state
    plain = st.toggle(
        "without √2: every coefficient of φ is 1",
        key="lf_plain",
        bind="query-params",
        help="The same monomials with coefficient 1, trained again: the same curves are possible, lengths differ.",
    )
    return replace(state, plain=plain)


def _ticks() -> tuple[Exponents, ...]:
    with st.container(horizontal=True, gap="small"):
        ticked = {
            exponents: st.checkbox(
                monomial_label(exponents), key in FIRST, key=key, bind="query-params", width="content"
            )
            for key, exponents in TICKS.items()
        }
    return tuple(exponents for exponents in UP_TO_TWO if ticked[exponents])


def _penalty(state: State) -> State:
    hard = state.hard
    if state.ticked is None:
        hard = st.toggle(
            "hard margin", key="hard", bind="query-params", help="No point may be inside the margin: C = ∞."
        )
    if hard:
        return replace(state, hard=True)
    help = "What a unit of slack costs. Small C: a wide margin."
    return replace(state, C=number("C", "C, penalty", 0.001, 1e6, 1.0, log=True, help=help))


def _more(state: State) -> State:
    """What the three axes are, and the probe."""
    labels = coordinates(state)
    with st.expander("Axes and probe"):
        possible = kinds(labels)
        query.seed([query.choice("lf_view", list(possible), possible[0], label="what the axes show")])
        kind = st.selectbox("the axes show", possible, key="lf_view", bind="query-params")
        trio: tuple[str, ...] = ()
        if kind == COORDINATES and labels is not None and len(labels) > 3:
            ordered = in_order(labels)
            query.seed(
                [query.choice(f"lf_{i + 1}", list(ordered), ordered[i], label=f"axis {i + 1}") for i in range(3)]
            )
            trio = tuple(
                place.selectbox(f"axis {i + 1}", ordered, index=i, key=f"lf_{i + 1}", bind="query-params")
                for i, place in enumerate(st.columns(3, gap="small"))
            )
            if len(set(trio)) < 3:
                st.caption(f"An axis is chosen twice: {', '.join(chosen(labels, trio))} are shown.")
        probe = place_fields("probe", state.data, "near the middle")
    return replace(state, kind=kind, trio=trio, probe=probe)


def clicked(event: Click) -> None:
    """A click in the plane moves the probe there; on the parabola, it moves the line there without turning it."""
    if dataset_in_force().d > 1:
        st.session_state["px"], st.session_state["py"] = float(f"{event.x:.4g}"), float(f"{event.y:.4g}")
        return
    w1, w2 = (float(st.session_state.get(key, LINE[key][2])) for key in ("lf_w1", "lf_w2"))
    low, high = LINE["lf_b"][:2]
    st.session_state["lf_b"] = min(max(round(-(w1 * event.x + w2 * event.y), 1), low), high)
