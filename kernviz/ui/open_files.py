"""Room for many visitors: each is an open file, and their number is limited.

The usual limit, 1024, is the soft one, which a process may raise by itself up to the hard one (``ulimit -Hn``,
``LimitNOFILE=`` of systemd). Of Streamlit's four files a session one is its connection; the other three belong to an
event loop for scripts that use asyncio, which ours do not: all sessions share one.
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
except ImportError:  # Windows has no such limit
    resource = None

MOST = 2**20  # files; a hard limit beyond that is as good as none
EVERY = 60.0  # seconds between two lines in the log
LOGS = ("asyncio", "uvicorn.error")  # who cannot accept a connection, and who cannot serve it
LOOP = names.LOOP


def prepare() -> None:
    """Before the first visitor."""
    raise_limit()
    patches.wrap_session_making(sharing)
    counted = Counted()
    for name in LOGS:
        logging.getLogger(name).addFilter(counted)


def raise_limit() -> int | None:
    """Take as many open files as this process may have; how many. None where the system does not say."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # macOS has a limit of its own beside the hard one
            return soft
        return most
    return soft


class _Idle(asyncio.SelectorEventLoop):
    """A loop that is never run, and stays open whoever closes it."""

    def close(self) -> None:
        """Nothing: others have it, too."""


@cache
def idle() -> asyncio.AbstractEventLoop:
    """Event loop all sessions share."""
    return _Idle()


def sharing(init: Callable[..., None]) -> Callable[..., None]:
    """Wrap ``__init__`` of a session: it has the shared loop in the place of one of its own."""

    @wraps(init)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        own = getattr(self, LOOP, None)
        if own is not None and own is not idle():
            own.close()
            setattr(self, LOOP, idle())

    return made


class Counted(logging.Filter):
    """One line a minute, with a number, of connections that find no file free; they would be thousands."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock, self._said, self._count = clock, -EVERY, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the record is written, with the number of connections as its message."""
        problem = record.exc_info[1] if record.exc_info else None
        if not isinstance(problem, OSError) or problem.errno not in (errno.EMFILE, errno.ENFILE):
            return True
        self._count += 1
        now = self._clock()
        if now - self._said < EVERY:
            return False
        record.msg = "too many open files: connections had to wait, %d tries since the last line (raise ulimit -n)"
        record.args, record.exc_info, record.exc_text = (self._count,), None, None
        self._said, self._count = now, 0
        return True
