"""Buttons of the Mercer page, and the clicks on both its pictures."""

from __future__ import annotations

import numpy as np
import streamlit as st

from kernviz.lessons import mercer as lesson
from kernviz.lessons.mercer import picture
from kernviz.lessons.mercer.matrix import Matrix, matrix_of
from kernviz.lessons.mercer.state import FEW, State
from kernviz.lessons.mercer.steering import negative_weights
from kernviz.lessons.mercer.typed_matrix import written
from kernviz.ui.panels import mercer_search as search
from kernviz.ui.plot import Click
from kernviz.wording import say

_NONE = "_me_none"  # set when a negative eigenvector was requested and there is none


def clicked(state: State, event: Click) -> None:
    """Select the clicked cell of the heat map, or a row.

    A click in the plane selects the nearest point's row.
    """
    matrix = _matrix(state)
    if matrix is None:
        return
    if event.picture == "gram":
        i, j = int(event.y), int(event.x)  # the axes show the indices of the points
        if 1 <= i <= matrix.n and 1 <= j <= matrix.n:
            st.session_state["mi"], st.session_state["mj"] = i, j
    elif matrix.data is not None:
        X = matrix.data.X
        away = np.abs(X[:, 0] - event.x) if X.shape[1] == 1 else np.hypot(X[:, 0] - event.x, X[:, 1] - event.y)
        st.session_state["mi"] = int(np.argmin(away)) + 1


def by_hand(state: State) -> None:
    """Draw the sentence and buttons for editing cells by hand.

    The sentence says if a cell can be edited. One button turns the matrix into a typed matrix, the
    other turns it back.
    """
    matrix = _matrix(state)
    if matrix is None:
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if why := picture.why_not_draggable(matrix):
            st.caption(why, width="content")
        if matrix.data is None:
            st.button(say("Back to the points"), key="me_back", on_click=_type, args=("",))
        elif (taken := picture.editable_copy(matrix)) is not None:
            pair = picture.pair_of(state, matrix)
            text, row, column = written(taken), pair.row + 1, pair.column + 1
            st.button(say("Type this matrix"), key="me_type", on_click=_type, args=(text, row, column))


def _type(text: str, row: int | None = None, column: int | None = None) -> None:
    st.session_state["mm"], st.session_state["mi"], st.session_state["mj"] = text, row, column


def vector(state: State) -> None:
    """Draw the buttons for a test vector c.

    The first gives a vector with cᵀKc < 0, if such a vector exists. The second gives another random
    vector.
    """
    matrix = _matrix(state)
    if matrix is None:
        return
    with st.container(horizontal=True, gap="xsmall"):
        st.button(say("Find me a negative one"), key="me_negative", on_click=_find_negative, args=(matrix,))
        if matrix.n > FEW:
            st.button(say("Another random vector"), key="me_random", on_click=_draw_again, args=(state.draw,))
    if st.session_state.pop(_NONE, False):
        st.caption(
            say(
                "There is none: λₘᵢₙ = {smallest:.3g}, so cᵀKc ≥ 0 for every c, up to rounding.",
                smallest=matrix.spectrum.smallest,
            )
        )


SLOTS = {
    lesson.BY_HAND: by_hand,
    "vector": vector,
    "search": search.search,
    "shelf": search.shelf,
    "options": search.options,
}


def _matrix(state: State) -> Matrix | None:
    try:
        return matrix_of(state)
    except ValueError:  # the lesson shows the error
        return None


def _find_negative(matrix: Matrix) -> None:
    weights = negative_weights(matrix)
    st.session_state[_NONE] = weights is None
    if matrix.n > FEW:
        st.session_state["mt"] = 90.0
    elif weights is not None:
        for m, value in enumerate(weights):
            st.session_state[f"mc{m + 1}"] = value


def _draw_again(draw: int) -> None:
    st.session_state["ms"] = (draw + 1) % 10000
    st.session_state["mt"] = 0.0
