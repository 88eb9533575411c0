"""Controls of the Mercer page: points or a matrix of one's own, the pair (i, j), the vector c, and clicks on both pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from kernviz.lessons.lesson import Lesson, Picture, Slot
from kernviz.lessons.mercer_steer import negative_weights
from kernviz.lessons.mercer_subject import FEW, State, Subject, subject
from kernviz.ui import query, show
from kernviz.ui.composer import kernel_in_force
from kernviz.ui.data_picker import dataset_in_force
from kernviz.ui.number import number
from kernviz.ui.panels import mercer_search as search
from kernviz.ui.plot import Click
from kernviz.ui.show import Frame

WEIGHTS = State.weights
MOST = 2000  # points there can be; people count from 1
POINTS = query.text("mp", "", longest=2000, label="points of your own")
MATRIX = query.text("mm", "", longest=2000, label="a matrix of your own")
PARAMS = (
    POINTS,
    MATRIX,
    query.Param("mi", "integer", None, "point i", 1, MOST),
    query.Param("mj", "integer", None, "point j", 1, MOST),
    *(query.number(f"mc{m + 1}", WEIGHTS[m], low=-3.0, high=3.0, label=f"c{m + 1}") for m in range(FEW)),
    query.number("mt", 0.0, low=0.0, high=180.0, label="the angle of c"),
    query.integer("ms", 0, low=0, high=9999, label="the random vector"),
)


def controls() -> State:
    """Draw them; what does not apply is absent."""
    query.seed(PARAMS)
    st.text_input("Points of your own, instead of the data", key="mp", bind="query-params", placeholder="0, 3, 6",
                  help="Numbers with commas: points of the line. 0 1; 2 3 are two points of the plane. Empty: the data.",
                  autocomplete="off")  # fmt: skip
    for name, place in zip("ij", st.columns(2), strict=True):
        place.number_input(f"point {name}", 1, MOST, None, 1, key=f"m{name}", bind="query-params", placeholder="any")
    with st.expander("A matrix of your own"):
        st.text_input("Rows with semicolons between", key="mm", bind="query-params", placeholder="0 4; 4 0",
                      help="It stands in for points and kernel. Empty: the kernel on the points.", autocomplete="off")  # fmt: skip
    seen = _seen(_state())
    with st.expander("A vector c, and cᵀKc"):
        if seen is not None:
            _vector(seen)
    return replace(_state(), trail=search.found(_state()))


def draw(built: Lesson, places: Frame, state: State) -> None:
    """The lesson, with clicks on both pictures and the controls that stand in its tabs."""
    show.lesson(replace(built, besides=(), tabs=()), places, on_click=_cell_clicked)
    with places.beside:
        for item in built.beside:
            show.block(item, _point_clicked if isinstance(item, Picture) else None)
    if not built.tabs:
        return
    slots = {"search": lambda: search.search(state), "shelf": search.shelf, "options": search.options}
    with places.below:
        for tab, place in zip(built.tabs, st.tabs([t.title for t in built.tabs]), strict=True):
            with place:
                for item in tab.blocks:
                    if isinstance(item, Slot):
                        slots[item.name]()
                    else:
                        show.block(item)


def _state() -> State:
    """What the widgets say, also inside callbacks."""
    now = st.session_state
    return State(
        dataset_in_force(),
        kernel_in_force(),
        str(query.current(POINTS)),
        str(query.current(MATRIX)),
        _row(now.get("mi")),
        _row(now.get("mj")),
        tuple(float(now.get(f"mc{m + 1}", WEIGHTS[m])) for m in range(FEW)),
        float(now.get("mt", 0.0)),
        int(now.get("ms", 0)),
    )


def _row(counted: int | None) -> int | None:
    return None if counted is None else counted - 1


def _seen(state: State) -> Subject | None:
    try:
        return subject(state)
    except ValueError:  # the lesson says what is wrong
        return None


def _vector(seen: Subject) -> None:
    """A slider for each weight; for many points one angle between a random vector and the worst direction."""
    if seen.n <= FEW:
        places = st.columns(2)
        for m in range(seen.n):
            with places[m % 2]:
                number(f"mc{m + 1}", f"c{m + 1}", -3, 3, WEIGHTS[m], step=0.01)
    else:
        number("mt", "angle in °, from a random vector (0) to the direction of λ_min (90)", 0, 180, 0, step=1)
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Find me a negative one", key="me_negative", on_click=_find_negative)
        if seen.n > FEW:
            st.button("Another random vector", key="me_random", on_click=_draw_again)
    if seen.n > FEW:
        number("ms", "random vector number", 0, 50, 0, whole=True, most=9999)
    if st.session_state.pop("_me_none", False):
        st.caption(f"There is none: λ_min = {seen.spectrum.smallest:.3g}, so cᵀKc ≥ 0 for every c, up to rounding.")


def _find_negative() -> None:
    seen = _seen(_state())
    if seen is None:
        return
    weights = negative_weights(seen)
    st.session_state["_me_none"] = weights is None
    if seen.n > FEW:
        st.session_state["mt"] = 90.0
    elif weights is not None:
        for m, value in enumerate(weights):
            st.session_state[f"mc{m + 1}"] = value


def _draw_again() -> None:
    st.session_state["ms"] = (int(st.session_state.get("ms", 0)) + 1) % 10000
    st.session_state["mt"] = 0.0


def _cell_clicked(event: Click) -> None:
    """A click in the heat map: its row and its column."""
    seen = _seen(_state())
    if seen is None:
        return
    i, j = int(event.y), int(event.x)  # the axes carry the points' own numbers
    if 1 <= i <= seen.n and 1 <= j <= seen.n:
        st.session_state["mi"], st.session_state["mj"] = i, j


def _point_clicked(event: Click) -> None:
    """A click in the plane: the nearest point's row."""
    seen = _seen(_state())
    if seen is None or seen.data is None:
        return
    X = seen.data.X
    away = np.abs(X[:, 0] - event.x) if X.shape[1] == 1 else np.hypot(X[:, 0] - event.x, X[:, 1] - event.y)
    st.session_state["mi"] = int(np.argmin(away)) + 1
