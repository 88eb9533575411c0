"""Expected speed of jobs, by session and by sort."""

from __future__ import annotations

import pytest

from kernviz.ui.job_speeds import FOUND, NEW, QUICK, REMEMBERED, SLOW, JobSpeeds


def speeds_after(*seconds: float) -> JobSpeeds:
    """Return the records after jobs of one sort that took so many seconds, each of a session of its own."""
    speeds = JobSpeeds(0.1, 100)
    for number, each in enumerate(seconds):
        speeds.note(number, "sort", each)
    return speeds


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ([], NEW),
        ([0.05], QUICK),
        ([0.1], SLOW),
        ([0.05, 2.0], NEW),
        ([2.0, 0.05], NEW),
        ([2.0] + [0.05] * REMEMBERED, QUICK),
        ([0.05] + [2.0] * REMEMBERED, SLOW),
        ([2.0, FOUND / 2], SLOW),
        ([FOUND / 2], NEW),
    ],
)
def test_a_new_session_is_judged_by_what_it_asks_for(seconds: list[float], expected: int) -> None:
    speeds = speeds_after(*seconds)
    assert speeds.expected("new", "sort") == expected
    assert speeds.expected("new", "another") == NEW
    assert speeds.expected("new") == NEW


def test_a_known_session_is_judged_by_its_last_job() -> None:
    speeds = speeds_after(2.0, 2.0)
    speeds.note("hand", None, 0.05)
    assert speeds.expected("hand", "sort") == QUICK
    speeds.note("hand", None, 2.0)
    assert speeds.expected("hand", "unknown") == SLOW


def test_the_records_are_bounded_and_the_oldest_are_dropped() -> None:
    speeds = JobSpeeds(0.1, 5)
    for number in range(50):
        speeds.note(number, f"sort {number}", 0.05)
    assert len(speeds) == 2 * 5
    assert speeds.expected(49) == speeds.expected("new", "sort 49") == QUICK
    assert speeds.expected(44) == speeds.expected("new", "sort 44") == NEW
