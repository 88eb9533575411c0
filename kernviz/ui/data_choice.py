"""Choice of a dataset, forgetting what belongs to the old one."""

from __future__ import annotations

import streamlit as st

from kernviz.lessons.page import of_data
from kernviz.ui import data_list, query


def choose(name: str) -> None:
    """Choose a data set by name (callback)."""
    st.session_state["data"] = name
    forget_points()


def forget_probe() -> None:
    """Forget the probe point, which belongs to the old points."""
    query.forget(*of_data("place"))


def forget_points() -> None:
    """Forget probe, columns, class and number of points.

    They belong to the old data.
    """
    query.forget("cx", "cy", *of_data())
    data_list.at_their_own()
