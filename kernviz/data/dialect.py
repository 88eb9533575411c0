"""Detection of a table's dialect: delimiter, decimal sign, header line.

The decimal sign is a point or a comma. `guess_dialect` is for a table of points, read by `data/csv.py`.
`guess_dialect_among` is for a visitor's file with any columns, read by `data/file_reading.py`.

Every dialect is tried on the first rows. The best dialect has the most numeric columns, and rows of
one length. A search for the most frequent character splits "1,5;1" wrongly, where the comma is a
decimal sign. csv.Sniffer makes the same error, and so does pandas, which uses it (3 of the 9 tables
of the test, 3 of the 12 in `datasets`). Neither detects the decimal sign, and neither reports the
line of a wrong cell.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kernviz.data.checks import DataError
from kernviz.data.text import is_missing, number
from kernviz.wording import say

SPACE = " "
SAMPLE = 60  # rows that are examined
MAX_EMPTY = 10_000
MAX_CELLS = 300  # cells in a line; spreadsheets append empty cells, which are removed later

Rows = Sequence[Sequence[str]]
Score = tuple[float, ...]  # compared in order; True is 1


@dataclass(frozen=True)
class Dialect:
    """Dialect of a table.

    `decimal` is '.' or ','.
    """

    delimiter: str
    decimal: str

    def rows(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield line number and cells of each row that is not blank.

        A row that spans lines has the number of its last line. The cells are stripped. Raises DataError for
        an unclosed quotation mark, too many cells in a line, and too many empty lines.
        """
        reader = csv.reader(io.StringIO(text), delimiter=self.delimiter, skipinitialspace=True, strict=True)
        empty = 0
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise DataError(
                    say(
                        'line {line} cannot be split into cells ({error}): is a quotation mark " opened '
                        "and not closed?",
                        line=reader.line_num,
                        error=error,
                    )
                ) from None
            if len(cells) > MAX_CELLS:
                raise DataError(
                    say(
                        "line {line} has {cells} cells, but at most {most} are allowed",
                        line=reader.line_num,
                        cells=len(cells),
                        most=MAX_CELLS,
                    )
                )
            cells = [cell.strip() for cell in cells]
            if any(cells):
                yield reader.line_num, cells
            elif (empty := empty + 1) > MAX_EMPTY:
                raise DataError(
                    say("line {line}: more than {most} empty lines: delete them", line=reader.line_num, most=MAX_EMPTY)
                )


DIALECTS = tuple(Dialect(*pair) for pair in ((",", "."), (";", "."), (";", ","), ("\t", "."), ("\t", ",")))


def numeric_columns(rows: Rows, decimal: str) -> list[bool]:
    """Return a mask of the columns of numbers.

    In such a column more than half of the cells that are not missing are numbers.
    """
    width = max((len(row) for row in rows), default=0)
    verdict = []
    for j in range(width):
        cells = [row[j] for row in rows if j < len(row) and not is_missing(row[j])]
        numbers = sum(number(cell, decimal) is not None for cell in cells)
        verdict.append(2 * numbers > len(cells))
    return verdict


def guess_dialect(text: str) -> Dialect:
    """Return the dialect of a table of points.

    The table has at most one column of words. Of several equally good dialects the first is taken. Raises DataError.
    """
    score, dialect, fault = _best(text, DIALECTS, _points_score)
    if fault and not score[0]:  # not a table, and the reason is known: report it instead of guessing
        raise fault
    return dialect


def guess_dialect_among(text: str, delimiter: str = "", decimal: str = "") -> Dialect:
    """Return the dialect of any table.

    The delimiter or the decimal sign may be given; an empty argument is not given. Raises DataError.
    """
    candidates = (*DIALECTS, Dialect(SPACE, "."), Dialect(SPACE, ","))
    agreeing = [d for d in candidates if delimiter in ("", d.delimiter) and decimal in ("", d.decimal)]
    _, dialect, _ = _best(text, agreeing or [Dialect(delimiter or ";", decimal or ".")], _any_score)
    return dialect


def _best(
    text: str, dialects: Sequence[Dialect], score: Callable[[Rows, Dialect], Score]
) -> tuple[Score, Dialect, DataError | None]:
    """Return the best score, its dialect, and the first error.

    An error is that of a dialect that cannot read the text. Raises that error if no dialect can read the text.
    """
    scores: list[tuple[Score, Dialect]] = []
    fault = None
    for dialect in dialects:
        try:
            rows = [cells for _, cells in islice(dialect.rows(text), SAMPLE)]
            scores.append((score(rows, dialect), dialect))
        except DataError as error:
            fault = fault or error
    if not scores and fault:
        raise fault
    return *max(scores, key=lambda pair: pair[0]), fault


def _points_score(rows: Rows, dialect: Dialect) -> Score:
    """Return the score of a dialect for a table of points.

    The tuple is compared in order: at most one column of words, share of rows of the commonest length,
    share of numeric columns, more than one column.
    """
    if not rows:
        raise DataError(
            say("the file is empty: write the names of the columns in the first line, then one point per line")
        )
    [(width, common)] = Counter(len(row) for row in rows).most_common(1)
    even = [row for row in rows if len(row) == width]
    numeric = numeric_columns(even[1:] or even, dialect.decimal)
    if not any(numeric) or len(numeric) - sum(numeric) > 1:
        return False, 0.0, 0.0, width > 1
    return True, common / len(rows), sum(numeric) / width, width > 1


def _any_score(rows: Rows, dialect: Dialect) -> Score:
    """Return the score of a dialect for a table of any columns.

    Short rows may have gaps at their end. Rows longer than the first count against the dialect.
    The tuple is compared in order: no other separator in all rows, a numeric column, share of rows no
    longer than the first, more than one column, share of rows of the commonest length, share of numeric
    columns, no space between cells.
    """
    if not rows:
        return (False,)
    others = [mark for mark in ";\t" if mark != dialect.delimiter]
    whole = not any(all(any(mark in cell for cell in cells) for cells in rows) for mark in others)
    numeric = numeric_columns(rows[1:] or rows, dialect.decimal)
    [(width, common)] = Counter(len(cells) for cells in rows).most_common(1)
    fitting = sum(len(cells) <= max(len(rows[0]), 1) for cells in rows) / len(rows)
    share = sum(numeric) / max(len(numeric), 1)
    return whole, any(numeric), fitting, width > 1, common / len(rows), share, dialect.delimiter != SPACE


def has_header(rows: Rows, decimal: str) -> bool:
    """Return True if the first row names the columns.

    They are names if some column of numbers has no number in the first row. Without a column of
    numbers they are names unless all cells of the first row are numbers or gaps.
    """

    def is_value(cell: str) -> bool:
        return number(cell, decimal) is not None or is_missing(cell)

    numeric = numeric_columns(rows[1:], decimal)
    tested = [cell for cell, is_number in zip(rows[0], numeric, strict=False) if is_number] or rows[0]
    return not all(is_value(cell) for cell in tested)
