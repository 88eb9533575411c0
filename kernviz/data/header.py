"""Comment lines at the top of a CSV file.

They are `# title: …`, `# source: …` and other fields.
"""

import re
from collections.abc import Mapping

from kernviz.data.checks import DataError
from kernviz.data.text import MAX_LABEL, MAX_TITLE, one_line, shorten
from kernviz.wording import say

# Longest value kept for each key; `classes` may list ten names.
FIELDS = {"title": MAX_TITLE, "source": 2 * MAX_TITLE, "name": MAX_LABEL, "task": 20, "target": MAX_LABEL}
FIELDS |= {"positive": MAX_LABEL, "classes": 20 * MAX_LABEL}
MAX_LINES = 1000
_LINE = re.compile(rf"#\s*({'|'.join(FIELDS)})\s*:(.*)", re.IGNORECASE)

# A spreadsheet also splits a comment line at its commas. A part that looks like a formula gets a leading '.
_PART = re.compile(r"([,;]\s*)(?=[=+\-@'])")
_GUARDED_PART = re.compile(r"([,;]\s*)'(?=[=+\-@'])")


def read_header(text: str) -> tuple[dict[str, str], str]:
    """Return the fields of the comment lines and the text below.

    The comment lines are empty lines of this text, so that line numbers stay those of the file. Unknown
    comments are skipped. Raises DataError for an unknown task, and for more than MAX_LINES lines.
    """
    header: dict[str, str] = {}
    lines = start = 0
    while start < len(text):
        # find returns −1 for a last line without a line end; the remainder is then len(text)
        end = text.find("\n", start) % (len(text) + 1)
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            break
        start, lines = end + 1, lines + 1
        if lines > MAX_LINES:
            raise DataError(
                say(
                    "the file begins with more than {limit} lines of comments: this is no table",
                    limit=MAX_LINES,
                )
            )
        if found := _LINE.match(line):
            field = found[1].lower()
            header[field] = shorten(_GUARDED_PART.sub(r"\1", one_line(found[2])), FIELDS[field])
    header = {field: value for field, value in header.items() if value}
    if "task" in header:
        header["task"] = header["task"].rstrip(",; ").lower()  # spreadsheets append empty cells
        if header["task"] not in ("classification", "regression", "none"):
            raise DataError(say("# task: {task!r} must be classification, regression or none", task=header["task"]))
    return header, "\n" * lines + text[start:]


def write_header(header: Mapping[str, str]) -> str:
    """Return the comment lines of the fields that are not empty.

    Reading is the inverse: read_header(write_header(h))[0] == h.
    """
    return "".join(f"# {field}: " + _PART.sub(r"\1'", value) + "\n" for field, value in header.items() if value)
