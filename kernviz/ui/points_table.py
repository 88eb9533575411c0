"""Editable table of the points, for typing and pasting.

Table and picture edit the same points.

The browser's half is assets/table.js. A change of the table is applied like a change in the
picture (drawing.py). It turns any dataset into drawn points, and undo reverts it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from kernviz.data import DataError, Dataset, read_drawn, write_drawn
from kernviz.data.drawn import MOST_DRAWN, NoPoint
from kernviz.data.drawn_rows import Rows, read_rows, with_cells, write_rows
from kernviz.lessons.shared.axis_limits import sheet_of
from kernviz.ui import drawing
from kernviz.ui.component import component, reported
from kernviz.ui.session_memory import of_session
from kernviz.wording import say

KEY, OPEN = "kv-points", "points_table_open"
LONGEST = 400  # characters of a cell
_MEMORY = "_points_table"


@dataclass
class _TableState:
    shown: Rows | None = None  # the rows sent to the browser
    classes: tuple[str, ...] = ()  # classes of the rows sent
    last_edit: str = ""  # identifier of the last edit applied
    problem: str = ""  # why that edit was refused


def listen() -> None:
    """Apply the typed rows of the points table.

    Called first in a run, and in a callback. Each message is applied once.
    """
    memory, edit = _memory(), reported(KEY, "rows")
    if not isinstance(edit, Mapping) or memory.shown is None:
        return
    identifier = str(edit.get("said"))[:80]
    if identifier == memory.last_edit:
        return
    memory.last_edit, memory.problem = identifier, ""
    typed_rows = edit.get("rows")
    if not isinstance(typed_rows, list) or not all(isinstance(row, list) for row in typed_rows):
        return
    try:
        text = write_rows(with_cells(memory.shown, [_texts(row) for row in typed_rows[: MOST_DRAWN + 1]]))
        read_drawn(text)
    except NoPoint:
        pass
    except DataError as problem:
        memory.problem = str(problem)
        return
    drawing.put(text, before=memory.classes)
    drawing.flush()


def _texts(row: list[object]) -> list[str]:
    """Return the cells of a row as texts.

    Raises DataError for a cell that is too long.
    """
    texts = [str(cell) for cell in row]
    for text in texts:
        if len(text) > LONGEST:
            raise DataError(
                say("a cell has {n} characters, and at most {most} are read: shorten it", n=len(text), most=LONGEST)
            )
    return texts


def points_table(data: Dataset, mine: bool) -> None:
    """Draw the points table, if it is open.

    `mine`: the points are drawn points, of which there may be none.
    """
    memory = _memory()
    try:
        rows = read_rows(drawing.text() if mine else write_drawn(replace(data, sheet=sheet_of(data))))
    except DataError:  # too many points or coordinates to be edited as drawn points
        memory.shown = None
        return
    fold = st.expander(say("The points as numbers"), key=OPEN, on_change="rerun")
    if not fold.open:
        memory.shown = None
        return
    memory.shown, memory.classes = rows, data.classes
    message = {
        "columns": rows.columns,
        "rows": rows.cells,
        "labelled": rows.labelled,
        "most": MOST_DRAWN,
        "problem": memory.problem,
    }
    with fold:
        component("table")(key=KEY, data=message, on_rows_change=listen)


def _memory() -> _TableState:
    return of_session(_MEMORY, _TableState)
