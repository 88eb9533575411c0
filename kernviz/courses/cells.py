"""Tables of answers as CSV files for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

_FORMULA = "=+-@\t\r"  # a spreadsheet computes a cell that begins so
_MARKED = re.compile(r"`(?P<code>[^`]*)`|[*$\\]+")


def plain(text: str) -> str:
    """Return words without marks of markdown and TeX, for a cell.

    Code stays as written, for example ``linear**2``.
    """
    return " ".join(_MARKED.sub(lambda found: found["code"] or "", text).split())


def as_csv(table: Mapping[str, Sequence[str]]) -> str:
    """Return a table, given by columns, as a CSV file.

    A cell that a spreadsheet would compute begins with an apostrophe.
    """
    file = io.StringIO()
    write = csv.writer(file)
    write.writerow(table)
    for cells in zip(*table.values(), strict=True):
        write.writerow([f"'{cell}" if cell[:1] in _FORMULA and cell else cell for cell in cells])
    return file.getvalue()
