"""Bound on the log lines that a visitor can cause.

A browser that sends rubbish makes Streamlit and uvicorn write a line each time, some with a traceback or with words of
the browser. Lines of one place in the code count together. After `MOST_LINES` of them in a minute the others are
left out, and the next minute begins with their number. Lines of kernviz itself are all written, as each names another
error, but only `MOST_LINES` in a minute have the traceback of one place.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from types import TracebackType

from kernviz.ui import logs

# lines of one place in the code that are written in a minute
MOST_LINES = 10
# characters of a line that are written
LONGEST_LINE = 2_000
# places whose lines are counted
MOST_PLACES = 500
MINUTE = 60.0
OWN = "kernviz"
Place = tuple[str, int]


class Paced(logging.Filter):
    """Log filter that bounds the lines of each place in the code."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock, self._lock = clock, Lock()
        # place -> beginning of its minute, lines since then
        self._counts: OrderedDict[Place, tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the log record is to be written.

        A long message is cut. The first one of a new minute says how many were left out in the last.
        """
        if record.name.partition(".")[0] == OWN:
            if record.exc_info and record.exc_info[2] and self._counted(_deepest(record.exc_info[2])) is None:
                record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]!r}"[:LONGEST_LINE], ()
                record.exc_info = record.exc_text = None
            return True
        left_out = self._counted((record.pathname, record.lineno))
        if left_out is None:
            return False
        try:
            message = record.getMessage()
        except (TypeError, ValueError, KeyError):  # wrong arguments; raised here, this would reach the code that logs
            return True
        if left_out or len(message) > LONGEST_LINE:
            more = f" ({left_out} more such lines were left out)" if left_out else ""
            record.msg, record.args = f"{message[:LONGEST_LINE]}{more}", ()
        return True

    def _counted(self, place: Place) -> int | None:
        """Count a line and return the number of lines left out.

        None if this line is left out, too.
        """
        now = self._clock()
        with self._lock:
            begun, count = self._counts.pop(place, (now, 0))
            left_out = 0
            if now - begun >= MINUTE:
                begun, count, left_out = now, 0, max(0, count - MOST_LINES)
            self._counts[place] = begun, count + 1
            while len(self._counts) > MOST_PLACES:
                self._counts.popitem(last=False)
        return left_out if count < MOST_LINES else None


def _deepest(trace: TracebackType) -> Place:
    """Return the place in the code that raised the error."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


def install() -> None:
    """Let the handlers of this process's log leave lines out.

    Called when the server starts, after the log is prepared.
    """
    paced = Paced()
    for handler in logs.handlers():
        if not any(isinstance(each, Paced) for each in handler.filters):
            handler.addFilter(paced)
