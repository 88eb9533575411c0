"""Controls that several pages have: a class; a place."""

from collections.abc import Sequence

import streamlit as st

from kernviz.data import Dataset
from kernviz.ui import doors


def class_choice(
    classes: Sequence[str], key: str = "positive", label: str = "class +1, against the rest", help: str | None = None
) -> str:
    """One of these, by its name as it was written; the first where the address names none."""
    shown = [doors.plain(name) for name in classes]
    chosen = st.selectbox(label, shown, key=key, bind="query-params", help=help)
    return classes[shown.index(chosen)] if chosen in shown else classes[0]


def place_fields(
    name: str, data: Dataset, empty: str, keys: Sequence[str] = ("px", "py"), reach: float = 1e6
) -> tuple[float, ...]:
    """A number for each column; empty fields mean what ``empty`` says, are left out, and leave the address alone."""
    given = [
        place.number_input(doors.markdown(f"{name}, {column}"), -reach, reach, None, step=0.1, format="%.4g", key=key,
                           bind="query-params", placeholder=empty)
        for place, column, key in zip(st.columns(data.d), data.columns, keys, strict=False)
    ]  # fmt: skip
    return tuple(value for value in given if value is not None)
