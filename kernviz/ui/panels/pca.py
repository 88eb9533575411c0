"""Button that turns u to the best direction, for Kernel PCA."""

from __future__ import annotations

import streamlit as st

from kernviz.data import Dataset
from kernviz.lessons.pca.state import State
from kernviz.lessons.pca.views.by_hand import TO_PEAK, eigen_angle
from kernviz.wording import say


def to_peak(state: State) -> None:
    """Draw the button that turns u to the first eigenvector."""
    st.button(say("Turn to u₁"), key="pc_peak", on_click=_turn, args=(state.data,))


SLOTS = {TO_PEAK: to_peak}


def _turn(data: Dataset) -> None:
    st.session_state["pc_angle"] = round(eigen_angle(data.X), 1)
