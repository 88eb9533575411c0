"""Small simulation of a lecture: a room, pictures and pages.

In the middle a process is killed and the app is updated.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks import whole_lecture
from kernviz.rooms.location import SETTING
from kernviz.ui import trusted_proxies
from kernviz.ui.serving import nginx
from tests.browser.instance import missing

pytestmark = pytest.mark.slow


def test_no_student_is_lost_and_every_answer_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    if nginx.found() is None:
        missing("no nginx on this machine: apt-get install nginx-light")
    monkeypatch.setenv(SETTING, "")  # set by the benchmark, and put back
    monkeypatch.setenv(trusted_proxies.SETTING, "")
    options = whole_lecture.parser().parse_args(["--students=30", "--pages=0.1", "--thinking=3"])
    with ThreadPoolExecutor(1) as thread:  # the browser of other tests keeps an event loop in this thread
        found = thread.submit(whole_lecture.run_lecture, options).result()
    assert whole_lecture.nobody_is_lost(found), found
    assert found["pictures"] % 30 == 0
    assert found["pages_opened_again"] >= 1  # the kill and the update were felt


def test_a_lost_answer_or_picture_is_seen() -> None:
    asked = {"as_sent": True, "answers_kept": 3}
    whole = {"students": 3, "in_the_room": 3, "killed": asked, "updated": asked, "pictures_lost": 0}
    whole |= {"pages": 1, "pages_alive": 1}
    assert whole_lecture.nobody_is_lost(whole)
    for part in (
        {"in_the_room": 2},
        {"in_the_room": 4},
        {"killed": asked | {"answers_kept": 2}},
        {"updated": asked | {"as_sent": False}},
        {"pictures_lost": 1},
        {"pages_alive": 0},
    ):
        assert not whole_lecture.nobody_is_lost(whole | part), part
