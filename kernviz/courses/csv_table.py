"""Tables of answers as CSV files for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence

_FORMULA = "=+-@\t\r"  # a spreadsheet computes a cell that begins with one of these characters
_FORMULAS = re.compile(r"\$([^$]+)\$")
_SIGNS = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"\\(left|right|[,;! ])", ""),
        (r"\\cdot ?", "·"),
        (r"\\\|", "‖"),
        (r"\^\{?\\top\}? ?", "ᵀ"),
        (r"\\(tanh|ln|exp|max|min)", r"\1"),
        (r"\^(\{2\}|2(?![0-9.]))", "²"),
        (r"\^(\{3\}|3(?![0-9.]))", "³"),
        (r"-", "−"),
        (r"'", "′"),
        (r"\{(.′?)\}", r"\1"),
        *[(r"\{([^{}]*)\}", r"(\1)")] * 3,  # braces in braces
    )
)
_MARKED = re.compile(r"`(?P<code>[^`]*)`|[*$\\]+")


def plain(text: str) -> str:
    """Return a text for a table cell, without Markdown and TeX markup.

    Code stays as written, for example ``linear**2``.
    """
    text = _FORMULAS.sub(lambda found: _in_signs(found[1]), text)
    return " ".join(_MARKED.sub(lambda found: found["code"] or "", text).split())


def _in_signs(formula: str) -> str:
    """Return a formula in signs of plain text, for example e^(−‖x−z‖²/2)."""
    for pattern, sign in _SIGNS:
        formula = pattern.sub(sign, formula)
    return formula


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
