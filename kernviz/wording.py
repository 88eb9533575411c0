"""Every word a visitor reads, in the visitor's language."""

from __future__ import annotations

from typing import Any


def say(message: str, /, **values: Any) -> str:
    """The message in the language in force, with its values put in."""
    return message.format(**values) if values else message


def phrase(message: str, /) -> str:
    """The message as it is, marked to be translated where it is shown."""
    return message
