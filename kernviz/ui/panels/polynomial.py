"""Controls of the Polynomial features page."""

from __future__ import annotations

import streamlit as st

from kernviz.kernels import Linear, Polynomial
from kernviz.kernels.facts import subscript, superscript
from kernviz.lessons.polynomial import DEFAULT_X, DEFAULT_Z, State
from kernviz.ui import expression, query
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.controls import class_choice
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number

A = (1.0, 2.0, 1.0, 0.0)  # p(u) = 1 + 2u + u²
PARAMS = (
    query.integer("po_degree", 2, low=1, high=10, label="degree"),
    query.number("po_c", 1.0, low=0.0, high=5.0, label="c"),
    query.integer("po_line", 6, low=1, high=6, label="line of the expansion"),
    query.integer("po_d", 2, low=1, high=3, label="coordinates"),
    *(query.number(f"po_x{i + 1}", DEFAULT_X[i], low=-1e3, high=1e3, label="the point x") for i in range(3)),
    *(query.number(f"po_z{i + 1}", DEFAULT_Z[i], low=-1e3, high=1e3, label="the point z") for i in range(3)),
    query.flag("hard", False, label="hard margin"),
    query.text("positive", "", label="the class counted as +1"),
    query.integer("po_m", 10, low=1, high=1000, label="m"),
    query.integer("po_k", 2, low=1, high=10, label="k"),
    *(query.number(f"po_a{i}", A[i], low=-3.0, high=3.0, label=f"coefficient {i}") for i in range(4)),
    query.integer("po_inner", 2, low=1, high=4, label="inner degree"),
    query.integer("po_outer", 3, low=1, high=4, label="outer degree"),
    query.number("po_u", 10.0, low=-20.0, high=20.0, label="u"),
)
_FOLLOWED = "_po_followed"  # the sidebar's kernel the sliders were last set from


def controls() -> State:
    """Draw them; the kernel of the page first, then what each tab needs."""
    query.seed(PARAMS)
    _follow_sidebar()
    data = dataset_in_force()
    degree = int(number("po_degree", "d, degree", 1, 10, 2, whole=True))
    gamma = number("po_gamma", "γ, slope", 0.001, 1000.0, 1.0, log=True, help="Stretches degree r by √γʳ.")
    c = number("po_c", "c (ζ in S3)", 0, 5, 1, step=0.1, help="0: only the highest degree is left.")
    line = int(number("po_line", "line of the expansion", 1, 6, 6, whole=True))
    text = str(Polynomial(degree, gamma, c))
    st.button(
        "Use this kernel",
        key="po_use",
        on_click=_use,
        args=(text,),
        help=f"Puts {text} into the sidebar, for every page.",
    )
    m, x, z = _points()
    C, hard, positive = _margin(data.classes)
    with st.expander("Size of the feature space"):
        left, right = st.columns(2)
        with left:
            size_m = int(number("po_m", "m, coordinates of a point", 1, 100, 10, whole=True, most=1000))
        with right:
            size_k = int(number("po_k", "k, degree", 1, 10, 2, whole=True))
    with st.expander("p(u), nested degrees, Fun Time 1"):
        a = tuple(_coefficients())
        left, right = st.columns(2)
        with left:
            inner = int(number("po_inner", "inner degree", 1, 4, 2, whole=True))
        with right:
            outer = int(number("po_outer", "outer degree", 1, 4, 3, whole=True))
        u = number("po_u", "u = x·x′ in Fun Time 1", -20, 20, 10, step=0.5)
    return State(
        data, kernel_in_force(), degree, gamma, c, m, x, z, line, C, hard, positive, size_m, size_k, a, inner, outer, u
    )


def _coefficients() -> list[float]:
    found, places = [], st.columns(2)
    for i, start in enumerate(A):
        with places[i % 2]:
            found.append(number(f"po_a{i}", f"a{subscript(i)}, of u{superscript(i)}", -3, 3, start, step=0.5))
    return found


def _points() -> tuple[int, tuple[float, ...], tuple[float, ...]]:
    with st.expander("The two points, and how many coordinates they have"):
        m = int(number("po_d", "coordinates", 1, 3, 2, whole=True))
        x, z = (_point(name, m) for name in "xz")
    return m, x, z


def _point(name: str, m: int) -> tuple[float, ...]:
    defaults = DEFAULT_X if name == "x" else DEFAULT_Z
    found = []
    for i, place in enumerate(st.columns(m)):
        with place:
            found.append(number(f"po_{name}{i + 1}", f"{name}{i + 1}", -5, 5, defaults[i], least=-1e3, most=1e3))
    return tuple(found)


def _margin(classes: tuple[str, ...]) -> tuple[float, bool, str]:
    with st.expander("Machine of “Three margins”"):
        hard = st.toggle(
            "hard margin", key="hard", bind="query-params", help="As S3 draws it: no point inside the margin."
        )
        C = 1.0 if hard else number("C", "C, penalty", 0.001, 1e6, 1.0, log=True)
        positive = ""
        if len(classes) > 2:
            positive = class_choice(classes)
    return C, hard, positive


def _use(text: str) -> None:
    """A callback: the page's kernel becomes everyone's. It can be undone in the sidebar."""
    st.session_state[_FOLLOWED] = text
    expression.put(text)


def _follow_sidebar() -> None:
    """Start from the sidebar's kernel where it is a polynomial, unless the address says otherwise; then follow its changes."""
    kernel = kernel_in_force()
    kernel = Polynomial(1, 1.0, 0.0) if isinstance(kernel, Linear) else kernel
    text, entering = str(kernel), "po_degree" not in st.session_state
    given = any(key in st.query_params for key in ("po_degree", "po_gamma", "po_c"))
    changed = st.session_state.get(_FOLLOWED) != text
    st.session_state[_FOLLOWED] = text
    if not isinstance(kernel, Polynomial) or not (changed or entering) or (entering and given):
        return
    if 1 <= kernel.degree <= 10 and 0.001 <= kernel.gamma <= 1000 and 0 <= kernel.coef0 <= 5:
        st.session_state["po_degree"] = kernel.degree
        st.session_state["po_gamma"] = float(kernel.gamma)
        st.session_state["po_c"] = float(kernel.coef0)
