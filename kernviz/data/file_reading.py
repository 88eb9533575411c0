"""Table of a file and how it was read.

`parse_csv` refuses a column of words, a gap, or a row that is too long. Here they are part of the
result: the visitor decides about them in the import plan. Options of reading are detected unless
given.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from kernviz.arrays import Array
from kernviz.data.checks import DataError
from kernviz.data.decode import MAX_BYTES, decoded_as
from kernviz.data.dialect import SPACE, guess_dialect_among, has_header, numeric_columns
from kernviz.data.header import read_header
from kernviz.data.table import Row, used_columns, width_of
from kernviz.data.text import is_missing, number, one_line, unguard
from kernviz.wording import phrase, say, several

MOST_ROWS = 120_000  # rows kept; a million rows of two digits would fill the memory of a small server
LOOKED_AT = 2000  # rows, spread over the file, that decide the type of a column
ENCODINGS = ("utf-8", "utf-16", "cp1252", "latin-1", "mac_roman")
_SEPARATORS = {
    ",": phrase("commas"),
    ";": phrase("semicolons"),
    "\t": phrase("tabs"),
    SPACE: phrase("spaces"),
}


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading a file; empty ones are detected."""

    encoding: str = ""
    delimiter: str = ""
    decimal: str = ""
    header: bool | None = None


@dataclass(frozen=True, eq=False)
class FileReading:
    """Table read from a file.

    All `rows` have the same number of cells, and each has its line number.

    `read_options` holds the options used. `fields` are the comment lines above the table. `long` are the line
    numbers of rows with more cells than columns. `numeric` is True for a column in which most cells are numbers.
    """

    read_options: ReadOptions
    fields: Mapping[str, str]
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    long: tuple[int, ...]
    numeric: tuple[bool, ...]
    notes: tuple[str, ...]

    @cached_property
    def _columns(self) -> dict[int, tuple[Array, NDArray[np.bool_]]]:
        return {}

    @property
    def sample(self) -> tuple[Row, ...]:
        """Return at most LOOKED_AT rows, spread evenly."""
        return self.rows[:: math.ceil(len(self.rows) / LOOKED_AT)]

    def numbers(self, j: int) -> tuple[Array, NDArray[np.bool_]]:
        """Return column j as numbers (n,), and a mask of unsuitable cells.

        A cell is unsuitable if it is neither a finite number nor a gap. Unsuitable cells and gaps are nan.
        """
        if j not in self._columns:
            found = [number(cells[j], self.read_options.decimal) for _, cells in self.rows]
            values = np.array([math.nan if v is None else v for v in found], dtype=np.float64)
            odd = ~np.isfinite(values) & ~self.missing(j)
            values[odd] = math.nan
            self._columns[j] = values, odd
        return self._columns[j]

    def missing(self, j: int) -> NDArray[np.bool_]:
        """Return a mask of the gaps in column j."""
        return np.array([is_missing(cells[j]) for _, cells in self.rows], dtype=np.bool_)

    def labels(self, j: int) -> list[str]:
        """Return column j as names of classes."""
        return [unguard(one_line(cells[j])) for _, cells in self.rows]

    @property
    def words(self) -> str:
        """Return a sentence on how the file was read."""
        read_options = self.read_options
        between = _SEPARATORS[read_options.delimiter]
        parted = say("{between} between the cells", between=between) if len(self.names) > 1 else say("one column")
        decimal = say("decimal commas") if read_options.decimal == "," else say("decimal points")
        first = say("the first line names the columns") if read_options.header else say("no line names the columns")
        size = rows_of(len(self.rows)) + ", " + several(len(self.names), "{n} column", "{n} columns")
        return f"{read_options.encoding.upper()}, {parted}, {decimal}; {first}. {size}."


def rows_of(count: int) -> str:
    """Return a count of rows in words: ``1 row``, ``4 rows``."""
    return several(count, "{n} row", "{n} rows")


def understood(content: bytes, read_options: ReadOptions = ReadOptions()) -> FileReading:
    """Return the table in a file's content.

    Raises DataError if the content is not a table of text; the error names the kind of file.
    """
    text, cut, encoding = decoded_as(content, read_options.encoding)
    fields, body = read_header(text)
    dialect = guess_dialect_among(body, read_options.delimiter, read_options.decimal)
    found, thinned = _spread(dialect.rows(body), body.count("\n"))
    if not found:
        raise DataError(
            say("the file is empty: write the names of the columns in the first line, then one point per line")
        )
    stride = math.ceil(len(found) / LOOKED_AT)
    looked_at = [cells for _, cells in [found[0], *found[1::stride]]]
    header = has_header(looked_at, dialect.decimal) if read_options.header is None else read_options.header
    top, found = (found[0][1], found[1:]) if header else (None, found)
    if not found:
        raise DataError(
            say(
                "the file has one line and no points: write each point on a line of its own, below the names of "
                "the columns"
            )
        )
    width = width_of(top, found)
    long = tuple(line for line, cells in found if any(cells[width:]))
    even = [(line, [*cells[:width], *[""] * (width - len(cells))]) for line, cells in found if not any(cells[width:])]
    if not even:
        raise DataError(
            say("line {line} has more cells than the first line: write a name above every column", line=long[0])
        )
    rows, names, notes = used_columns(top, even)
    if cut:
        notes = (*notes, say("only the first {limit} MB of the file were read", limit=MAX_BYTES // 10**6))
    if thinned:
        notes = (*notes, say("one of every {stretch} rows was read, spread evenly over the file", stretch=thinned))
    read = FileReading(
        ReadOptions(encoding, dialect.delimiter, dialect.decimal, header), fields, names, rows, long, (), notes
    )
    return replace(read, numeric=tuple(numeric_columns([cells for _, cells in read.sample], dialect.decimal)))


def _spread(rows: Iterator[Row], lines: int) -> tuple[list[Row], int]:
    """Return the rows of a table, or a sample of them.

    The second result is 0, or the number of rows in a stretch. A file of more than MOST_ROWS lines is
    sampled: the first row, then one random row of each stretch of equal length.
    """
    stretch = math.ceil(lines / MOST_ROWS)
    if stretch <= 1:
        return list(rows), 0
    rng = np.random.default_rng(0)
    found = list(islice(rows, 1))
    while chunk := list(islice(rows, stretch)):
        found.append(chunk[int(rng.integers(len(chunk)))])
    return found, stretch
