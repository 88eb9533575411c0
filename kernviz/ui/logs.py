"""Logs without the network addresses of people.

With ``KERNVIZ_LOG=json`` each line is a JSON object, for programs.
"""

from __future__ import annotations

import json
import logging
import os
import re
from datetime import UTC, datetime

SETTING = "KERNVIZ_LOG"
_ADDRESS = re.compile(
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]\d)|(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])"
    r"|(?<![\w:])(?:[0-9a-f]{1,4}:)+:(?:[0-9a-f]{1,4}:?)*",
    re.IGNORECASE,
)
_OWN = re.compile(r"127\.|0\.0\.0\.0$")  # addresses of this machine


def hidden(text: str) -> str:
    """Return a text with other machines' network addresses replaced by "-"."""
    return _ADDRESS.sub(lambda match: match[0] if _OWN.match(match[0]) else "-", text)


class Plain(logging.Formatter):
    """A log formatter with lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, traceback included, without addresses."""
        return hidden(super().format(record))


class Structured(logging.Formatter):
    """A log formatter with JSON lines for programs.

    Each has time, level, logger, message, and a traceback if there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a JSON object, without addresses."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": hidden(record.getMessage()),
        }
        if record.exc_info:
            told["trace"] = hidden(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def prepare() -> None:
    """Install a formatter that hides addresses in this process's log handlers.

    Called once, when the server starts.
    """
    structured = os.environ.get(SETTING, "").strip().lower() == "json"
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler())
    loggers = [root, *(found for found in root.manager.loggerDict.values() if isinstance(found, logging.Logger))]
    for handler in {each for logger in loggers for each in logger.handlers}:
        if structured:
            handler.setFormatter(Structured())
        elif not isinstance(handler.formatter, Plain):
            before = handler.formatter
            handler.setFormatter(Plain(before._fmt if before else "%(levelname)s %(name)s: %(message)s"))
