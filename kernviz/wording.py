"""Every word a visitor reads, in the visitor's language."""

from __future__ import annotations

from typing import Any


def say(message: str, /, **values: Any) -> str:
    """The message in the language in force, with its values put in."""
    return message.format(**values) if values else message


def several(n: int, one: str, many: str, /, **values: Any) -> str:
    """One of two messages, by a count that is their {n}: other languages may have more forms than English."""
    return (one if n == 1 else many).format(n=n, **values)


def phrase(message: str, /) -> str:
    """The message as it is, marked to be translated where it is shown."""
    return message
