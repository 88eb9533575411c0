"""The comment lines at the top of a file: `# title: …`, `# source: …` and what else a table cannot say itself."""

import re
from collections.abc import Mapping

from kernviz.data.checks import DataError
from kernviz.data.text import MAX_LABEL, MAX_TITLE, one_line, shorten

# Longest value kept of each; `classes` may name ten of them.
FIELDS = {"title": MAX_TITLE, "source": 2 * MAX_TITLE, "name": MAX_LABEL, "task": 20, "target": MAX_LABEL}
FIELDS |= {"positive": MAX_LABEL, "classes": 20 * MAX_LABEL}
_LINE = re.compile(rf"#\s*({'|'.join(FIELDS)})\s*:(.*)", re.IGNORECASE)

# A spreadsheet splits a comment line at its commas, too: a part that begins like a formula gets a ' in front.
_PART = re.compile(r"([,;]\s*)(?=[=+\-@'])")
_GUARDED_PART = re.compile(r"([,;]\s*)'(?=[=+\-@'])")


def read_header(text: str) -> tuple[dict[str, str], str, int]:
    """The fields (unknown comments are skipped), the text below, and how many lines were taken off."""
    header: dict[str, str] = {}
    lines = 0
    while text.startswith("#") or (text and not text.partition("\n")[0].strip()):
        line, _, text = text.partition("\n")
        lines += 1
        if found := _LINE.match(line):
            field = found[1].lower()
            header[field] = shorten(_GUARDED_PART.sub(r"\1", one_line(found[2])), FIELDS[field])
    header = {field: value for field, value in header.items() if value}
    if "task" in header:
        header["task"] = header["task"].rstrip(",; ").lower()  # spreadsheets append empty cells
        if header["task"] not in ("classification", "regression", "none"):
            raise DataError(f"# task: {header['task']!r} must be classification, regression or none")
    return header, text, lines


def write_header(header: Mapping[str, str]) -> str:
    """The comment lines for the fields that are not empty: read_header(write_header(h))[0] == h."""
    return "".join(f"# {field}: " + _PART.sub(r"\1'", value) + "\n" for field, value in header.items() if value)
