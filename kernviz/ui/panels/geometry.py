"""What the declaration of the Geometry page cannot say: a click moves the nearer end of the ruler."""

from __future__ import annotations

import numpy as np
import streamlit as st

from kernviz.lessons.geometry.seen import seen_in
from kernviz.lessons.geometry.state import State
from kernviz.ui.plot import Click


def clicked(state: State, event: Click) -> None:
    """A click near a point: the end of the ruler that is nearer moves there."""
    try:
        seen = seen_in(state)
    except ValueError:  # the lesson says what is wrong
        return
    X = seen.data.X
    at = np.array([event.x, event.y][: X.shape[1]])
    row = int(np.argmin(np.linalg.norm(X - at, axis=1)))
    to_i, to_j = (float(np.linalg.norm(X[r] - at)) for r in (seen.i, seen.j))
    if row not in (seen.i, seen.j):
        st.session_state["gi" if to_i <= to_j else "gj"] = row + 1
