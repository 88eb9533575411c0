"""Drawing of tables of a lesson."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import streamlit as st

from kernviz.lessons.lesson import Table
from kernviz.ui import escaping
from kernviz.wording import decimal

MOST_PLACES = 6  # decimals of a column
ROW = 33  # pixels of a row of a table


def table(item: Table) -> None:
    """Draw a table of a lesson.

    With a key, a row of the table can be selected.
    """
    columns = {escaping.plain(name): _cells(values) for name, values in item.columns.items()}
    config: dict[str, Any] = {}
    for name, values in columns.items():
        if len(values) and isinstance(values[0], float):
            config[name] = _number_column(values)
    options: dict[str, Any] = {"hide_index": True, "column_config": config}
    if item.height:  # the largest height: a table of few rows would show empty ones
        lines = 1 + max(map(len, columns.values()), default=0)
        options["height"] = "content" if ROW * lines < item.height else item.height
    rows = _arrow(columns)
    if item.key:
        st.dataframe(rows, key=item.key, on_select="rerun", selection_mode="single-row", **options)
    else:
        st.dataframe(rows, **options)
    if item.caption:
        st.caption(escaping.markdown(item.caption))


def _number_column(values: list[Any]) -> Any:
    """Return the configuration of a column of numbers.

    The values stay numbers, because the table would sort texts by their letters. In a language with a decimal comma
    the browser formats them, if a fixed number of decimals suffices for all.
    """
    if decimal("0.5") == "0.5" or (places := _places(values)) is None:
        return st.column_config.NumberColumn(format="%.4g")
    return st.column_config.NumberColumn(format="localized", step=10.0**-places)


def _places(values: list[Any]) -> int | None:
    """Return the number of decimals for a column of numbers.

    The largest value gets four significant digits, and each value at least three. Return None if more than MOST_PLACES
    decimals are needed, or if a value is not finite.
    """
    found = [value for value in values if isinstance(value, float)]
    texts = [f"{value:.3g}" for value in found] + [f"{max(found, key=abs):.4g}"]
    places = max(len(text.partition(".")[2]) for text in texts)
    return None if places > MOST_PLACES or not all(re.fullmatch(r"-?[\d.]+", text) for text in texts) else places


def _arrow(columns: dict[str, list[Any]]) -> Any:
    """Convert columns to an Arrow table.

    The detour over pandas is avoided: it takes three times as long.
    """
    try:
        return pa.table(columns)
    except pa.ArrowException:  # pyarrow refuses a column that mixes numbers and texts
        return columns


def _cells(values: Sequence[Any]) -> list[Any]:
    """Return the cells of a column, with texts escaped.

    A column of numbers as texts, which most columns are, is searched once and not cell by cell.
    """
    if all(type(value) is str for value in values) and escaping.is_plain("\n".join(values)):
        return list(values)
    return [escaping.plain(value) if isinstance(value, str) else value for value in values]
