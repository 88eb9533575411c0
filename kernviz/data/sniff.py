"""Detection of a table's dialect: delimiter, decimal sign, header line.

The decimal sign is a point or a comma. A visitor's file, whose dialect can be chosen, is read by `data/reading.py`.

Every dialect is tried on the first rows. The best dialect has the most numeric columns, and rows of
one length. A search for the most frequent character splits "1,5;1" wrongly, where the comma is a
decimal sign. csv.Sniffer makes the same error, and so does pandas, which uses it (3 of the 9 tables
of the test, 3 of the 12 in `datasets`). Neither detects the decimal sign, and neither reports the
line of a wrong cell.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kernviz.data.checks import MAX_COLUMNS, DataError
from kernviz.data.text import is_missing, number
from kernviz.wording import say

SAMPLE = 60  # rows that are examined
MAX_EMPTY = 10_000
MAX_CELLS = 300  # cells in a line; spreadsheets append empty cells, which are removed later


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
                        "line {line} has {cells} cells: {most} columns are the most",
                        line=reader.line_num,
                        cells=len(cells),
                        most=MAX_COLUMNS,
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


def numeric_columns(rows: Sequence[Sequence[str]], decimal: str) -> list[bool]:
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


Score = tuple[bool, float, float, bool]


def _score(text: str, dialect: Dialect) -> Score:
    """Return the score of a dialect on a text.

    The tuple is compared in order: at most one column of words, share of rows of the commonest length,
    share of numeric columns, more than one column.
    """
    rows = [cells for _, cells in islice(dialect.rows(text), SAMPLE)]
    if not rows:
        raise DataError(say("the file is empty: the first line names the columns, then one point a line"))
    [(width, common)] = Counter(len(row) for row in rows).most_common(1)
    even = [row for row in rows if len(row) == width]
    numeric = numeric_columns(even[1:] or even, dialect.decimal)
    if not any(numeric) or len(numeric) - sum(numeric) > 1:
        return False, 0.0, 0.0, width > 1
    return True, common / len(rows), sum(numeric) / width, width > 1


def sniffed(text: str, dialects: Sequence[Dialect] = DIALECTS) -> Dialect:
    """Return the dialect that finds most of a table.

    Of several equally good dialects the first is taken. Raises DataError.
    """
    scores: list[tuple[Score, Dialect]] = []
    fault = None
    for dialect in dialects:
        try:
            scores.append((_score(text, dialect), dialect))
        except DataError as error:
            fault = fault or error
    best, found = max(scores, key=lambda pair: pair[0], default=((False, 0.0, 0.0, False), dialects[0]))
    if fault and not best[0]:  # not a table, and the reason is known: report it instead of guessing
        raise fault
    return found


def has_header(rows: Sequence[Sequence[str]], decimal: str) -> bool:
    """Return True if the first row names the columns.

    They are names if some column of numbers has no number in the first row. Without a column of
    numbers they are names unless all cells of the first row are numbers or gaps.
    """

    def is_value(cell: str) -> bool:
        return number(cell, decimal) is not None or is_missing(cell)

    numeric = numeric_columns(rows[1:], decimal)
    tested = [cell for cell, is_number in zip(rows[0], numeric, strict=False) if is_number] or rows[0]
    return not all(is_value(cell) for cell in tested)
