"""Extraction of translatable messages for `pybabel extract`.

Messages come from pages, courses, and the browser's scripts and HTML. pyproject.toml says from
which files.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Message = tuple[int, None, str, list[str]]  # line, function, message, comments: the tuple Babel expects
# keys of a course file whose texts are translated
READ = ("title", "says", "reveal", "ask", "because", "nudge", "text")
IN_SCRIPT = re.compile(r'inWords\(\s*("(?:[^"\\]|\\.)*")')
IN_HTML = re.compile(
    r"""(>|aria-label="|placeholder=")([^<>"]*[A-Za-z]{2}[^<>"]*)(<|")"""
)  # visible or spoken text in HTML


def pages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> list[Message]:
    """Return title and question of a page, from its docstring's first line.

    This line is "title — question".
    """
    first = (ast.get_docstring(ast.parse(file.read())) or "").partition("\n")[0]
    return [(1, None, part.strip(), []) for part in first.split("—", 1) if part.strip()]


def courses(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> list[Message]:
    """Return the texts of a course that are shown to students.

    Its formulas, states and conditions are left out.
    """
    return [(1, None, text, []) for text in dict.fromkeys(_texts(tomllib.load(file))) if text.strip()]


def _texts(table: Any) -> Iterator[str]:
    if isinstance(table, list):
        for item in table:
            yield from _texts(item)
    elif isinstance(table, dict):
        for name, value in table.items():
            if name in READ and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)


def html(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> list[Message]:
    """Return the visible texts, placeholders and aria-labels in a component's HTML."""
    return [(1, None, found[2], []) for found in IN_HTML.finditer(file.read().decode())]


def scripts(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> list[Message]:
    """Return the messages of our scripts: `inWords("…")`."""
    return [(1, None, json.loads(found), []) for found in IN_SCRIPT.findall(file.read().decode())]
