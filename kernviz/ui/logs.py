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
_LEVEL = re.compile(r"\[(notice|warn|error|crit|alert|emerg)\]")  # as nginx writes it
_LEVELS = {
    "notice": "info",
    "warn": "warning",
    "error": "error",
    "crit": "critical",
    "alert": "critical",
    "emerg": "critical",
}
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
        when = datetime.fromtimestamp(record.created, UTC)
        more = {"trace": hidden(self.formatException(record.exc_info))} if record.exc_info else {}
        return _entry(when, record.levelname.lower(), record.name, hidden(record.getMessage()), **more)


def structured() -> bool:
    """Return True if each line of the log is a JSON object."""
    return os.environ.get(SETTING, "").strip().lower() == "json"


def entry(message: str, logger: str, level: str = "info", **more: str) -> str:
    """Return a line of the structured log, with the present time.

    logger  who says it, as "kernviz.ui.report"
    more    further fields
    """
    return _entry(datetime.now(UTC), level, logger, message, **more)


def of_process(line: str, process: str) -> str:
    """Return a process's line of output for the common structured log.

    The field `process` is added to a JSON object. Any other text becomes the message of an object. "" without text.
    """
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        parsed = None
    if isinstance(parsed, dict):
        return json.dumps(parsed | {"process": process}, ensure_ascii=False)
    found = _LEVEL.search(line)
    level = _LEVELS[found[1]] if found else "info"
    return entry(hidden(line.strip()), "output", level, process=process) if line.strip() else ""


def _entry(when: datetime, level: str, logger: str, message: str, **more: str) -> str:
    record = {"time": when.isoformat(timespec="milliseconds"), "level": level, "logger": logger, "message": message}
    return json.dumps(record | more, ensure_ascii=False)


def handlers() -> set[logging.Handler]:
    """Return the handlers of all loggers of this process."""
    root = logging.getLogger()
    loggers = [root, *(found for found in root.manager.loggerDict.values() if isinstance(found, logging.Logger))]
    return {handler for logger in loggers for handler in logger.handlers}


def prepare() -> None:
    """Install a formatter that hides addresses in this process's log handlers.

    Called when the server starts. A structured log is prepared before that, too, and then holds Python's warnings.
    """
    if structured():
        logging.captureWarnings(True)
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler())
    for handler in handlers():
        if structured():
            handler.setFormatter(Structured())
        elif not isinstance(handler.formatter, Plain):
            before = handler.formatter
            handler.setFormatter(Plain(before._fmt if before else "%(levelname)s %(name)s: %(message)s"))
