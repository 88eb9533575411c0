"""Conversion of cells to numbers; every error names line, column and value."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data.checks import LARGEST, MAX_COLUMNS, DataError
from kernviz.data.dialect import numeric_columns
from kernviz.data.text import MAX_LABEL, is_missing, number, one_line, shorten, unguard
from kernviz.wording import say

Row = tuple[int, list[str]]  # line number, cells


def clean_name(cell: str) -> str:
    """Return a column name for display.

    The name is one line of at most 40 characters, with no # in front.
    """
    return shorten(unguard(one_line(cell)).lstrip("# "), MAX_LABEL)


@dataclass(frozen=True)
class DataTable:
    """Rows of one length and their column names."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    decimal: str
    numeric: tuple[bool, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, header: Sequence[str] | None, rows: Sequence[Row], decimal: str) -> "DataTable":
        """Return a table after a check of its rows and names.

        All rows must have one length. Column names are made unique. Raises DataError.
        """
        if not rows:
            raise DataError(
                say("the table has a header line but no points: write each point on a line of its own below it")
            )
        width = width_of(header, rows)
        even: list[Row] = []
        for line, cells in rows:
            if len(cells) < width or any(cells[width:]):
                raise DataError(
                    say(
                        "line {line} has {cells} cells, but the table has {width} columns: write one value for each "
                        "column",
                        line=line,
                        cells=len(cells),
                        width=width,
                    )
                )
            even.append((line, cells[:width]))
        used, names, notes = used_columns(header, even)
        if len(names) > MAX_COLUMNS + 1:
            raise DataError(
                say(
                    "the table has {count} columns, more than {limit} and a target: leave some out",
                    count=len(names),
                    limit=MAX_COLUMNS,
                )
            )
        numeric = tuple(numeric_columns([cells for _, cells in used], decimal))
        return cls(names, used, decimal, numeric, notes)

    def line(self, i: int) -> int:
        """Return the line of the file that holds point i.

        Points count from 0.
        """
        return self.rows[i][0]

    def where(self, i: int, j: int) -> str:
        """Return the place of point i and column j in words.

        For example: line 7, column 'x1'.
        """
        return say("line {line}, column {column!r}", line=self.line(i), column=self.names[j])

    def value(self, i: int, j: int) -> float:
        """Return the number of point i in column j.

        A gap is nan. Raises DataError for any other cell that is no finite number within ±10⁶.
        """
        cell = self.rows[i][1][j]
        value = number(cell, self.decimal)
        if value is None:
            if is_missing(cell):
                return float("nan")
            where, text = self.where(i, j), shorten(cell)
            raise DataError(
                say(
                    "{where}: {text!r} is not a number with a decimal comma; correct it or name the target",
                    where=where,
                    text=text,
                )
                if self.decimal == ","
                else say(
                    "{where}: {text!r} is not a number with a decimal point; correct it or name the target",
                    where=where,
                    text=text,
                )
            )
        if np.isinf(value) and not any(ch.isdigit() for ch in cell):
            raise DataError(
                say("{where}: {cell!r} is infinite: every number must be finite", where=self.where(i, j), cell=cell)
            )
        if abs(value) > LARGEST:
            raise DataError(
                say(
                    "{where}: {text} is beyond |x| ≤ 10⁶: rescale the column (other units)",
                    where=self.where(i, j),
                    text=shorten(cell),
                )
            )
        return value

    def numbers(self, columns: Sequence[int]) -> tuple[Array, NDArray[np.bool_]]:
        """Return the coordinates (n, d), and a mask (n,) of complete rows.

        Missing values are nan. Raises DataError.
        """
        X = np.array([[self.value(i, j) for j in columns] for i in range(len(self.rows))], dtype=np.float64)
        return X, np.asarray(~np.isnan(X).any(axis=1), dtype=np.bool_)


def width_of(header: Sequence[str] | None, rows: Sequence[Row]) -> int:
    """Return the number of columns.

    Without a header the number is the commonest length of the rows.
    """
    return len(header) if header else Counter(len(cells) for _, cells in rows).most_common(1)[0][0]


def used_columns(
    header: Sequence[str] | None, rows: Sequence[Row]
) -> tuple[tuple[Row, ...], tuple[str, ...], tuple[str, ...]]:
    """Return rows of one length without empty columns, column names, notes.

    A column is empty if neither the header nor a row has text in it.
    """
    width = len(rows[0][1])
    used = [j for j in range(width) if (header and header[j]) or any(cells[j] for _, cells in rows)]
    names, notes = column_names([header[j] for j in used] if header else None, len(used))
    return tuple((line, [cells[j] for j in used]) for line, cells in rows), names, notes


def column_names(header: Sequence[str] | None, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a unique, non-empty name for each column, and notes.

    The notes list each name that differs from the header. Without a header the names are x1, x2, …
    """
    if header is None:
        return tuple(f"x{j + 1}" for j in range(width)), (
            say("there is no header line: the columns are called x1, x2…"),
        )
    names: list[str] = []
    notes: list[str] = []
    for j, cell in enumerate(header):
        name = wanted = clean_name(cell) or f"x{j + 1}"
        count = 2
        while name in names or (name != wanted and name in header):
            name, count = f"{shorten(wanted, MAX_LABEL - 6)} ({count})", count + 1
        if name != one_line(unguard(cell)):
            notes.append(
                say(
                    "column {j} ({cell!r} in the file) is called {name!r}",
                    j=j + 1,
                    cell=shorten(one_line(cell)),
                    name=name,
                )
            )
        names.append(name)
    return tuple(names), tuple(notes)
