"""A table of a lesson on the page."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import streamlit as st

from kernviz.lessons.lesson import Table
from kernviz.ui import doors
from kernviz.wording import decimal

ROW = 33  # pixels of a row of a table


def table(item: Table) -> None:
    """A table of a lesson; one with a key can have a row selected."""
    columns = {doors.plain(name): [_cell(value) for value in values] for name, values in item.columns.items()}
    config: dict[str, Any] = {}
    for name, values in columns.items():
        if len(values) and isinstance(values[0], float):
            columns[name], config[name] = _numbers(values)
    options: dict[str, Any] = {"hide_index": True, "column_config": config}
    if item.height:  # at most: a table of few rows would show empty ones
        lines = 1 + max(map(len, columns.values()), default=0)
        options["height"] = "content" if ROW * lines < item.height else item.height
    rows = _arrow(columns)
    if item.key:
        st.dataframe(rows, key=item.key, on_select="rerun", selection_mode="single-row", **options)
    else:
        st.dataframe(rows, **options)
    if item.caption:
        st.caption(doors.markdown(item.caption))


def _numbers(values: list[Any]) -> tuple[list[Any], Any]:
    """A column of numbers, and how it is shown. Streamlit writes them with a point: where the language has a comma they
    are texts.
    """
    if decimal("0.5") == "0.5":
        return values, st.column_config.NumberColumn(format="%.4g")
    texts = [decimal(f"{value:.4g}") if isinstance(value, float) else value for value in values]
    return texts, st.column_config.TextColumn(alignment="right")


def _arrow(columns: dict[str, list[Any]]) -> Any:
    """As it travels, without the way over pandas, which takes three times as long."""
    try:
        return pa.table(columns)
    except pa.ArrowException:  # a column of numbers and texts
        return columns


def _cell(value: Any) -> Any:
    return doors.plain(value) if isinstance(value, str) else value
