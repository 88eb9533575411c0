"""Open files: the limit is raised, sessions share, and a lack of them is one line in the log."""

from __future__ import annotations

import asyncio
import errno
import logging
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.app_session import AppSession

from kernviz.ui import open_files


class Limits(SimpleNamespace):
    """Substitute for the module `resource`, with limits of open files."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def getrlimit(self, which: int) -> tuple[int, int]:
        assert which == self.RLIMIT_NOFILE
        return self.soft, self.hard

    def setrlimit(self, which: int, limits: tuple[int, int]) -> None:
        assert which == self.RLIMIT_NOFILE
        if self.refuses:
            raise ValueError("not allowed")
        self.soft, self.hard = limits


@pytest.mark.parametrize(
    ("soft", "hard", "refuses", "has"),
    [
        (1024, 20_000, False, 20_000),
        (1024, 1024, False, 1024),
        (1024, -1, False, open_files.MOST),
        (-1, -1, False, -1),
        (1024, 2**30, False, open_files.MOST),
        (256, -1, True, 256),
    ],
)
def test_the_limit_is_raised_as_far_as_it_may_be(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, refuses: bool, has: int
) -> None:
    limits = Limits(soft=soft, hard=hard, refuses=refuses)
    monkeypatch.setattr(open_files, "resource", limits)
    assert open_files.raise_limit() == has
    assert (limits.soft, limits.hard) == (has, hard)


def test_without_a_system_limit_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "resource", None)
    assert open_files.raise_limit() is None


def test_sessions_share_one_loop_and_none_can_close_it() -> None:
    own: list[asyncio.AbstractEventLoop] = []

    def init(self: Any) -> None:
        own.append(asyncio.new_event_loop())
        setattr(self, open_files.LOOP, own[-1])

    made = open_files.sharing(init)
    sessions = [SimpleNamespace(), SimpleNamespace()]
    for session in sessions:
        made(session)  # type: ignore[arg-type]
    assert [file.is_closed() for file in own] == [True, True]
    first, second = (getattr(session, open_files.LOOP) for session in sessions)
    assert first is second
    first.close()
    assert not second.is_closed()


def test_streamlit_still_has_a_loop_a_session() -> None:
    """If a later version has no such loop, or renames it, `sharing` has to be adapted."""
    init: Any = getattr(AppSession.__init__, "__wrapped__", AppSession.__init__)
    assert open_files.LOOP in init.__code__.co_names


def record(number: int = errno.EMFILE) -> logging.LogRecord:
    problem = OSError(number, "no")
    return logging.LogRecord("asyncio", logging.ERROR, "", 0, "accept failed", (), (OSError, problem, None))


def test_a_lack_of_files_is_one_log_line_a_period() -> None:
    now = [0.0]
    heard = open_files.Counted(lambda: now[0])
    lines = [record() for _ in range(1000)]
    assert [heard.filter(line) for line in lines] == [True] + [False] * 999
    assert "1 tries" in lines[0].getMessage()
    assert lines[0].exc_info is None
    now[0] = open_files.EVERY
    last = record()
    assert heard.filter(last)
    assert "1000 tries" in last.getMessage()


def test_other_lines_of_the_log_stay() -> None:
    heard = open_files.Counted(lambda: 0.0)
    other, plain = record(errno.EPIPE), logging.LogRecord("asyncio", logging.ERROR, "", 0, "hello", (), None)
    for file in (other, other, plain, plain):
        assert heard.filter(file)
    assert plain.getMessage() == "hello"
