"""A table of links to examples.

In this session a click changes the page and keeps the drawn points.
"""

from __future__ import annotations

import hashlib
from functools import partial
from urllib.parse import urlencode

from kernviz.lessons.address import written
from kernviz.lessons.lesson import Cell, LinkTable
from kernviz.ui import drawing, escaping, examples
from kernviz.ui.component import component, reported

NAME = "link_table"


def draw(table: LinkTable) -> None:
    """Draw the table of links."""
    key = (
        f"{NAME}-{hashlib.sha256(repr((table.head, [row[0].text for row in table.rows[:1]])).encode()).hexdigest()[:8]}"
    )
    data = {
        "head": [escaping.plain(text) for text in table.head],
        "rows": [[_cell_data(cell) for cell in row] for row in table.rows],
        "caption": escaping.plain(table.caption),
        "search": escaping.plain(table.search),
        "of_data": drawing.PARAMS_OF_DATA,
    }
    component(NAME)(key=key, data=data, on_open_change=partial(_opened, key, table))


def _cell_data(cell: Cell) -> dict[str, object]:
    """Return the non-empty fields of a table cell."""
    params = {name: written(value) for name, value in cell.to.values.items()} if cell.to else {}
    href = f"{cell.to.page}?{urlencode(params)}" if cell.to else ""
    data = {
        "text": escaping.plain(cell.text),
        "href": href,
        "curve": cell.curve,
        "formula": cell.formula,
        "finds": cell.found_by,
    }
    return {name: value for name, value in data.items() if value}


def _opened(key: str, table: LinkTable) -> None:
    opened = reported(key, "open")
    if (
        isinstance(opened, list | tuple)
        and len(opened) == 2
        and all(type(index) is int and index >= 0 for index in opened)
    ):
        row, column = opened
        if row < len(table.rows) and column < len(table.rows[row]):
            preset = table.rows[row][column].to
            if preset is not None:
                examples.open_preset(preset, examples.here())
