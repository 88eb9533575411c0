"""Hand-drawn points as the rows of a table: cells exactly as typed.

>>> rows = read_rows("A: 0.10 2 B: 3 4")
>>> rows.cells, write_rows(rows)
((('0.10', '2', 'A'), ('3', '4', 'B')), 'A: 0.10 2 B: 3 4')
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kernviz.data.checks import DataError
from kernviz.data.drawn import MOST_DRAWN
from kernviz.data.drawn_text import LINE, PLANE_VALUES, VALUES, class_word, parts_of
from kernviz.data.text import number, plain, shorten
from kernviz.typed_number import TypedNumberError, read_number
from kernviz.wording import say

_COLUMNS = {"": ("x1", "x2"), LINE: ("x",), VALUES: ("x", "y"), PLANE_VALUES: ("x1", "x2", "y")}
_COMMA = re.compile(r"[+-]?\d*,\d+")


@dataclass(frozen=True)
class Rows:
    """Table of hand-drawn points, with one row per point.

    `head` is the text of the axes, `kind` is a key of `drawn.NUMBERS`, and `classes` are the named classes.
    A row of `cells` holds the numbers, then the class ("" for none) if the kind allows classes.
    """

    head: str
    kind: str
    columns: tuple[str, ...]
    classes: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]

    @property
    def labelled(self) -> bool:
        """Return True if the last column is the class."""
        return self.kind in ("", LINE)


def read_rows(text: str) -> Rows:
    """Return the rows of a text in the format of `read_drawn`.

    A text without points gives a table without rows. Raises DataError.
    """
    parts = parts_of(text)
    names = [name for name, _ in parts.axes] or _COLUMNS[parts.kind]
    columns = tuple(names[i] if i < len(names) else usual for i, usual in enumerate(_COLUMNS[parts.kind]))
    labelled = parts.kind in ("", LINE)
    cells = tuple(
        (*numbers, *([name] if labelled else [])) for numbers, name in zip(parts.cells, parts.names, strict=True)
    )
    return Rows(parts.head, parts.kind, (*columns, *(["class"] if labelled else [])), tuple(parts.classes), cells)


def write_rows(rows: Rows) -> str:
    """Return the text of the rows.

    Raises DataError, which names the row that lacks a number or a class.
    """
    if len(rows.cells) > MOST_DRAWN:
        raise DataError(
            say(
                "{count} rows are too many: at most {limit} points are set by hand",
                count=len(rows.cells),
                limit=MOST_DRAWN,
            )
        )
    count = len(_COLUMNS[rows.kind])
    labels = [cells[count].strip() if rows.labelled else "" for cells in rows.cells]
    if any(labels) and not all(labels):
        raise DataError(say("row {row} has no class: give one to every row, or to none", row=labels.index("") + 1))
    names = [class_word(label) if label else "" for label in labels]
    words = [rows.head, rows.kind]
    words += [word for word in map(class_word, rows.classes) if word not in names] if any(names) or not names else []
    for i, cells in enumerate(rows.cells):
        if i == 0 or names[i] != names[i - 1]:
            words.append(names[i])
        words += [
            _number(cell, say("row {row}, {column}", row=i + 1, column=rows.columns[j]))
            for j, cell in enumerate(cells[:count])
        ]
    return " ".join(filter(None, words))


def with_cells(rows: Rows, cells: Sequence[Sequence[str]]) -> Rows:
    """Return a table of the same kind with the given rows.

    Short rows are filled up with empty cells, long rows are cut, and empty rows are dropped.
    """
    width = len(rows.columns)
    padded = (tuple([*row, *[""] * width][:width]) for row in cells)
    return replace(rows, cells=tuple(row for row in padded if any(cell.strip() for cell in row)))


def _number(cell: str, where: str) -> str:
    """Return a cell's number with a decimal point, as typed.

    A decimal comma becomes a point, because in one cell it can be nothing else. Another spelling, ½
    or √2, becomes the shortest decimal number of its value.
    """
    text = cell.strip().replace("−", "-")
    text = text.replace(",", ".") if _COMMA.fullmatch(text) else text
    if number(text) is not None:
        return text
    try:
        return plain(read_number(cell))
    except TypedNumberError:
        raise DataError(
            say("{where}: {text!r} is no number", where=where, text=shorten(cell))
            if cell.strip()
            else say("{where}: there is no number", where=where)
        ) from None
