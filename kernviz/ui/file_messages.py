"""Parsing of the browser's messages about a file (assets/file.js).

The messages are untrusted input.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from kernviz.data.file_reading import ENCODINGS, ReadOptions
from kernviz.data.import_plan import Choice
from kernviz.wording import say

LONGEST_BODY, LONGEST_NAME = 2_000_000, 200  # characters


@dataclass(frozen=True)
class File:
    """A file as sent by the browser.

    `content` is gzipped. `refused` is the reason why the file cannot be used, or "". `lines` = (sent, total) if only a
    part was sent.
    """

    id: str
    name: str
    content: bytes = b""
    refused: str = ""
    lines: tuple[int, int] | None = None

    @property
    def stem(self) -> str:
        """Return the name of the file without the extension."""
        return self.name.rsplit(".", 1)[0] or self.name


def file_of(message: Mapping[str, Any]) -> File | None:
    """Parse a message as a file, or return None if invalid."""
    name, key, body = message.get("name"), message.get("id"), message.get("body", "")
    if not (isinstance(name, str) and isinstance(key, str) and isinstance(body, str)):
        return None
    name, key = name[:LONGEST_NAME], key[:80]
    if message.get("large"):
        return File(key, name, refused=say("the file is too large to be sent: save a part of it, at most 200 MB"))
    if message.get("unlined"):
        return File(key, name, refused=say("a line of the file has more than 4 MB: save it as a table, one row a line"))
    if len(body) > LONGEST_BODY:
        return File(
            key,
            name,
            refused=say(
                "the packed file has {n} characters, and at most {most} are read: save a part of it",
                n=len(body),
                most=LONGEST_BODY,
            ),
        )
    if message.get("unread"):
        return File(key, name, refused=say("the file could not be read: choose it again"))
    lines = message.get("lines")
    known = isinstance(lines, list) and len(lines) == 2 and all(type(v) is int and 0 <= v < 1e9 for v in lines)
    try:
        content = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return File(key, name, refused=say("the file was damaged on its way: choose it again"))
    return File(key, name, content, lines=(lines[0], lines[1]) if known and lines else None)


def made_of(message: object) -> tuple[ReadOptions, Choice | None]:
    """Parse how a stored file is read, and its chosen columns.

    The browser stores them with the file. If they are invalid, return the default way of reading and None.
    """
    if not isinstance(message, Mapping):
        return ReadOptions(), None
    read_options, choice = message.get("way"), message.get("choice")
    try:
        return _checked(ReadOptions, read_options), _checked(Choice, choice)
    except (TypeError, ValueError):
        return ReadOptions(), None


def _checked(kind: Any, message: object) -> Any:
    if not isinstance(message, Mapping):
        raise TypeError(kind)
    given = {f.name: message.get(f.name) for f in fields(kind) if f.name in message}
    for name, value in given.items():
        usual = getattr(kind(), name)
        if name == "columns":
            given[name] = tuple(text for text in value or () if isinstance(text, str))[:100]
        elif name == "header":
            given[name] = value if isinstance(value, bool) else None
        elif name == "encoding":
            given[name] = value if value in ENCODINGS else ""
        elif name in ("delimiter", "decimal"):
            given[name] = value if value in (",", ";", "\t", " ", ".") else ""
        elif name == "task" and value not in ("classification", "regression", "none"):
            raise ValueError(value)
        elif type(value) is not type(usual) or (name == "seed" and not 0 <= value < 2**32):  # type: ignore[operator]
            raise ValueError(name)
    return kind(**given)
