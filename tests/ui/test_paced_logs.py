"""Lines of the log that a visitor can cause at will: some of them are written, and the number of the others."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.sync.client import connect

from kernviz.ui.paced_logs import LONGEST_LINE, MINUTE, MOST_LINES, MOST_PLACES, Paced
from tests.browser.conftest import ROOT, START, serving


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def record(line: int, text: str = "rubbish %s", name: str = "uvicorn.error") -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "a.py", line, text, ("x",) if "%s" in text else (), None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_so_many_lines_of_a_place_are_written_in_a_minute(clock: Clock) -> None:
    paced = Paced(clock)
    assert [paced.filter(record(1)) for _ in range(MOST_LINES + 2)] == [True] * MOST_LINES + [False] * 2
    assert paced.filter(record(2)), "another place"
    clock.now += MINUTE - 1
    assert not paced.filter(record(1))
    clock.now += 1
    first = record(1)
    assert paced.filter(first)
    assert first.getMessage() == "rubbish x (3 more such lines were left out)"
    second = record(1)
    assert paced.filter(second)
    assert second.getMessage() == "rubbish x"


def test_a_long_line_is_cut(clock: Clock) -> None:
    paced = Paced(clock)
    for size, written in (
        (LONGEST_LINE - 1, LONGEST_LINE - 1),
        (LONGEST_LINE, LONGEST_LINE),
        (LONGEST_LINE + 1, LONGEST_LINE),
    ):
        found = record(1, "a" * size)
        assert paced.filter(found)
        assert len(found.getMessage()) == written


def test_every_line_of_our_own_is_written(clock: Clock) -> None:
    paced = Paced(clock)
    assert all(paced.filter(record(1, name="kernviz.ui.page_run_errors")) for _ in range(5 * MOST_LINES))


@pytest.mark.parametrize("text", ["%d", "%s %s", "%(name)s", "%"])
def test_a_line_with_wrong_arguments_raises_nothing(text: str, clock: Clock) -> None:
    """logging itself reports such a line, and the code that wrote it goes on."""
    wrong = logging.LogRecord("uvicorn.error", logging.WARNING, "a.py", 1, text, ("x",), None)
    assert [Paced(clock).filter(wrong) for _ in range(2)] == [True] * 2


def failure(message: str) -> logging.LogRecord:
    """Return the line of an error, raised at one place."""
    try:
        raise ValueError(message)
    except ValueError as problem:
        about = (type(problem), problem, problem.__traceback__)
    return logging.LogRecord("kernviz.ui.page_run_errors", logging.ERROR, "a.py", 1, "error %s", (message,), about)


def test_so_many_tracebacks_of_a_place_are_written_in_a_minute_and_every_line(clock: Clock) -> None:
    paced, failures = Paced(clock), [failure(f"n{k}") for k in range(MOST_LINES + 2)]
    assert all(map(paced.filter, failures))
    lines = [logging.Formatter().format(each) for each in failures]
    assert ["Traceback" in line for line in lines] == [True] * MOST_LINES + [False] * 2
    assert lines[-1] == f"error n{MOST_LINES + 1}: ValueError('n{MOST_LINES + 1}')"
    clock.now += MINUTE
    later = failure("later")
    assert paced.filter(later)
    assert "Traceback" in logging.Formatter().format(later)


@pytest.mark.parametrize("places", [MOST_PLACES - 1, MOST_PLACES, MOST_PLACES + 1])
def test_so_many_places_are_counted(places: int, clock: Clock) -> None:
    paced = Paced(clock)
    for _ in range(MOST_LINES):
        paced.filter(record(0))
    for line in range(1, places):
        paced.filter(record(line))
    assert paced.filter(record(0)) is (places > MOST_PLACES)


def test_all_handlers_leave_lines_out_once() -> None:
    code = (
        "import logging\n"
        "from kernviz.ui import paced_logs\n"
        "logging.getLogger('a').addHandler(logging.StreamHandler())\n"
        "paced_logs.install(); paced_logs.install()\n"
        f"for k in range({3 * MOST_LINES}): logging.getLogger('a').warning('rubbish %s', k)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stderr.count("rubbish") == MOST_LINES


@pytest.mark.slow
def test_rubbish_of_a_browser_does_not_fill_the_log(tmp_path: Path) -> None:
    with serving(START, tmp_path) as app:
        log = tmp_path / "server.log"
        before = log.stat().st_size
        for _ in range(5 * MOST_LINES):
            with connect(app.replace("http", "ws") + "/_stcore/stream", subprotocols=["streamlit"]) as socket:  # type: ignore[list-item]
                socket.send(b"\xff\xff rubbish")
        text = log.read_text("utf-8")[before:]
        assert 0 < text.count("Error deserializing") <= MOST_LINES
