"""Controls of the Gaussian features page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from kernviz.data import Dataset
from kernviz.features.widths import CONVENTIONS, convention
from kernviz.kernels import RBF
from kernviz.lessons.gaussian import DEFAULT_X, DEFAULT_Z, VIEWS, State
from kernviz.ui import expression, query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.plot import Click

NAMES = [c.name for c in CONVENTIONS]
LOW, HIGH = 1e-3, 1e3
SPACES = ["line", "plane"]
VIEW = query.choice("ga_view", VIEWS, label="picture")
SPACE = query.choice("ga_space", SPACES, label="space")
CONVENTION = query.choice("ga_conv", NAMES, label="convention")
PARAMS = (
    VIEW,
    query.integer("ga_T", 8, low=1, high=60, label="T"),
    SPACE,
    *(query.number(f"ga_x{i + 1}", DEFAULT_X[i], low=-100.0, high=100.0, label="the point x") for i in range(2)),
    *(query.number(f"ga_z{i + 1}", DEFAULT_Z[i], low=-100.0, high=100.0, label="the point z") for i in range(2)),
    query.number("ga_r", 3.0, low=0.5, high=10.0, label="radius"),
    query.flag("hard", False, label="hard margin"),
    query.text("positive", "", label="the class counted as +1"),
    query.text("ga_off", "", label="bumps taken away"),
    CONVENTION,
)
_FOLLOWED = "_ga_followed"  # the sidebar's kernel γ was last set from


def controls() -> State:
    """Which picture, γ, and what that picture needs; what does not apply is absent."""
    query.seed(PARAMS)
    _follow_sidebar()
    data = dataset_in_force()
    st.segmented_control("Picture", VIEWS, default=VIEWS[0], required=True, key="ga_view", bind="query-params")
    view = str(query.current(VIEW))
    gamma = number("ga_gamma", "γ, width", LOW, HIGH, 1.0, log=True, help="exp(−γ‖x − z‖²): large γ, narrow bumps.")
    state = State(data, gamma, view)
    if view == VIEWS[0]:
        T, d, x, z, radius = _map()
        state = replace(state, T=T, d=d, x=x, z=z, radius=radius)
    else:
        C, hard, positive = _machine(data)
        state = replace(state, C=C, hard=hard, positive=positive, off=_bumps() if view == VIEWS[1] else "")
    text = str(RBF(gamma))
    st.button(
        "Use this kernel",
        key="ga_use",
        on_click=_use,
        args=(text,),
        help=f"Puts {text} into the sidebar, for every page.",
    )
    name, width = _converter()
    return replace(state, convention=name, width=width)


def _map() -> tuple[int, int, tuple[float, ...], tuple[float, ...], float]:
    T = int(number("ga_T", "T, terms (degrees 0 … T − 1)", 1, 60, 8, whole=True))
    with st.expander("The points x and z, line or plane"):
        st.segmented_control(
            "x and z live on the", SPACES, default=SPACES[0], required=True, key="ga_space", bind="query-params"
        )
        d = 1 + SPACES.index(str(query.current(SPACE)))
        x, z = (_point(name, d) for name in "xz")
        radius = number("ga_r", "radius of the picture", 0.5, 10, 3, step=0.5)
    return T, d, x, z, radius


def _point(name: str, d: int) -> tuple[float, ...]:
    defaults = DEFAULT_X if name == "x" else DEFAULT_Z
    found = []
    for i, place in enumerate(st.columns(d)):
        with place:
            label = f"{name}{i + 1}" if d > 1 else name
            found.append(number(f"ga_{name}{i + 1}", label, -5, 5, defaults[i], least=-100, most=100))
    return tuple(found)


def _machine(data: Dataset) -> tuple[float, bool, str]:
    hard = st.toggle("hard margin", key="hard", bind="query-params", help="C = ∞, as in S3.")
    C = 10.0 if hard else number("ga_C", "C, penalty", 0.001, 1e6, 10.0, log=True)
    positive = ""
    if len(data.classes) > 2:
        positive = class_choice(data.classes)
    return C, hard, positive


def _bumps() -> str:
    off = st.text_input("bumps taken away (numbers of points, or “all”)", "", key="ga_off", bind="query-params",
                        placeholder="for example 3, 17", autocomplete="off")  # fmt: skip
    left, right = st.columns(2)
    left.button("Take all away", key="ga_none", on_click=_set_off, args=("all",), width="stretch")
    right.button("Put all back", key="ga_all", on_click=_set_off, args=("",), width="stretch")
    return off[:500]


def _converter() -> tuple[str, float]:
    with st.expander("Convert a width"):
        st.selectbox("written as", NAMES, key="ga_conv", bind="query-params")
        name = str(query.current(CONVENTION))
        width = number("ga_width", f"{convention(name).symbol}, its value", 0.01, 100, 1, log=True)
        gamma = convention(name).to_gamma(width)
        st.button(
            f"Set γ = {gamma:.4g}", key="ga_set", on_click=_set_gamma, args=(gamma,), disabled=not LOW <= gamma <= HIGH
        )
    return name, width


def clicked(event: Click) -> None:
    """In the error plane a click moves the pair (or z); on a support vector it takes its bump away or puts it back."""
    view = st.session_state.get("ga_view") or VIEWS[0]
    if view == VIEWS[0]:
        low, high = -100.0, 100.0
        values = (min(max(float(f"{v:.3g}"), low), high) for v in (event.x, event.y))
        keys = ("ga_z1", "ga_z2") if st.session_state.get("ga_space") == SPACES[1] else ("ga_x1", "ga_z1")
        for key, value in zip(keys, values, strict=True):
            st.session_state[key] = value
    elif view == VIEWS[1] and isinstance(event.customdata, int):
        _toggle(event.customdata + 1)


def _toggle(number: int) -> None:
    words = str(st.session_state.get("ga_off") or "").replace(",", " ").split()
    words = [w for w in words if w != "all"]
    word = str(number)
    _set_off(", ".join([w for w in words if w != word] if word in words else [*words, word]))


def _set_off(text: str) -> None:
    st.session_state["ga_off"] = text


def _set_gamma(gamma: float) -> None:
    st.session_state["ga_gamma"] = float(f"{gamma:.6g}")


def _use(text: str) -> None:
    """A callback: the page's kernel becomes everyone's. It can be undone in the sidebar."""
    st.session_state[_FOLLOWED] = text
    expression.put(text)


def _follow_sidebar() -> None:
    """Start from the sidebar's kernel where it is a Gaussian, unless the address says otherwise; then follow its changes."""
    kernel = kernel_in_force()
    text, entering = str(kernel), "ga_gamma" not in st.session_state
    changed = st.session_state.get(_FOLLOWED) != text
    st.session_state[_FOLLOWED] = text
    given = entering and "ga_gamma" in st.query_params
    if isinstance(kernel, RBF) and (changed or entering) and not given and LOW <= kernel.gamma <= HIGH:
        st.session_state["ga_gamma"] = float(kernel.gamma)
