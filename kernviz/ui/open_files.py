"""Limits on open files, which bound the number of visitors.

Each visitor's connection is an open file, and the number of open files is limited.

The usual limit, 1024, is the soft one. A process may raise it by itself up to the hard limit
(``ulimit -Hn``, ``LimitNOFILE=`` of systemd). Streamlit opens four files a session. The first is
its connection. The other three belong to an event loop for scripts that use asyncio. The app's
scripts do not use it, so all sessions share one event loop.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from time import monotonic
from typing import Any

from kernviz.ui.streamlit_internals import names, patches

resource: Any
try:
    resource = import_module("resource")
except ImportError:  # Windows has no limit on open files
    resource = None

MOST = 2**20  # files; a higher limit makes no difference
EVERY = 60.0  # seconds between two log lines about connections without a free file
# asyncio logs a connection that cannot be accepted, uvicorn one that cannot be served
LOGS = ("asyncio", "uvicorn.error")
LOOP = names.LOOP


def prepare() -> None:
    """Raise the limit of open files; let sessions share an event loop.

    The filter :class:`Counted` is added to the loggers of LOGS. Called before the first visitor.
    """
    raise_limit()
    patches.wrap_session_making(sharing)
    counted = Counted()
    for name in LOGS:
        logging.getLogger(name).addFilter(counted)


def raise_limit() -> int | None:
    """Raise the process's limit of open files as far as possible.

    Return the new limit, or None where the system does not state it.
    """
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # macOS has a second limit beside the hard one
            return soft
        return most
    return soft


class _Idle(asyncio.SelectorEventLoop):
    """An event loop that never runs and stays open.

    Calls of close() have no effect.
    """

    def close(self) -> None:
        """Do nothing: other sessions use the event loop, too."""


@cache
def idle() -> asyncio.AbstractEventLoop:
    """Return the event loop that all sessions share."""
    return _Idle()


def sharing(init: Callable[..., None]) -> Callable[..., None]:
    """Wrap ``__init__`` of a session to use the shared event loop.

    The shared loop takes the place of the session's own loop.
    """

    @wraps(init)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        own = getattr(self, LOOP, None)
        if own is not None and own is not idle():
            own.close()
            setattr(self, LOOP, idle())

    return made


class Counted(logging.Filter):
    """Log filter for connections that wait, as too many files are open.

    It lets one line a minute pass, with their number. Otherwise there would be thousands of lines.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock, self._last_record, self._count = clock, -EVERY, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the log record is to be written.

        A record about too many open files gets a message with the number of tries.
        """
        problem = record.exc_info[1] if record.exc_info else None
        if not isinstance(problem, OSError) or problem.errno not in (errno.EMFILE, errno.ENFILE):
            return True
        self._count += 1
        now = self._clock()
        if now - self._last_record < EVERY:
            return False
        record.msg = "too many open files: connections had to wait, %d tries since the last line (raise ulimit -n)"
        record.args, record.exc_info, record.exc_text = (self._count,), None, None
        self._last_record, self._count = now, 0
        return True
