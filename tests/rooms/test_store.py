"""All stores behave alike: the rules of a room, atomically, with several processes too."""

from __future__ import annotations

import multiprocessing
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest

from kernviz.rooms import room as limits
from kernviz.rooms.codes_and_keys import digest
from kernviz.rooms.location import OFF, SETTING, opened_store
from kernviz.rooms.redis import Redis
from kernviz.rooms.room import (
    Full,
    NotAMember,
    Place,
    QuestionClosed,
    RoomNotFound,
    TooLong,
    TooMuch,
)
from kernviz.rooms.rooms import BURST, RateLimiter, Rooms, rooms
from kernviz.rooms.sqlite import SQLite
from tests.browser.conftest import free_port
from tests.browser.instance import missing
from tests.rooms.attend import attend

pytestmark = pytest.mark.flaky(reruns=2)  # a busy machine may disturb other programs; a real fault fails three times

ONE, TWO = Place("s3", "first"), Place("s3", "second", 4)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis server of this test alone."""
    try:
        import redis
    except ImportError:
        missing("the package redis is not installed")
    program = shutil.which("redis-server") or missing("no redis-server on this machine: apt-get install redis-server")
    port, folder = free_port(), tmp_path_factory.mktemp("redis")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603
    address = f"redis://127.0.0.1:{port}/0"
    try:
        with redis.Redis.from_url(address) as client:
            for _ in range(200):
                with suppress(redis.ConnectionError):
                    client.ping()
                    break
                time.sleep(0.05)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


@pytest.fixture(params=["sqlite", "redis"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "rooms.sqlite")
    found: str = request.getfixturevalue("redis_server")
    import redis

    with redis.Redis.from_url(found) as client:
        client.flushall()
    return found


@pytest.fixture
def hall(address: str, tmp_path: Path) -> Iterator[Rooms]:
    """Rooms with a clock that stands still unless it is moved."""
    store: Any = opened_store(address, tmp_path)
    found = Rooms(store, clock=Clock())
    yield found
    store.shut()


class Clock:
    def __init__(self) -> None:
        self.now = 1e9

    def __call__(self) -> float:
        return self.now


def pass_time(hall: Rooms, seconds: float) -> None:
    assert isinstance(hall.clock, Clock)
    hall.clock.now += seconds


def test_a_question_is_asked_answered_and_revealed(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada, bob = hall.join(made.code), hall.join(made.code)
    assert hall.look(made.code).students == 2
    hall.answer(made.code, ada, ONE.name, "3")
    hall.answer(made.code, bob, ONE.name, "4")
    hall.answer(made.code, ada, ONE.name, "5")
    assert hall.answers(made.code, made.key) == ("4", "5")
    assert hall.answered(made.code, ada) == "5"
    before = hall.look(made.code)
    after = hall.reveal(made.code, made.key)
    assert after.revealed
    assert after.version > before.version
    with pytest.raises(QuestionClosed, match="shown"):
        hall.answer(made.code, bob, ONE.name, "5")
    assert hall.reveal(made.code, made.key) == after


def test_another_question_has_its_own_answers_and_the_first_keeps_its(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    hall.answer(made.code, ada, ONE.name, "3")
    hall.reveal(made.code, made.key)
    second = hall.ask(made.code, made.key, TWO)
    assert (second.place, second.revealed) == (TWO, False)
    assert hall.answers(made.code, made.key) == ()
    assert hall.answered(made.code, ada) is None
    with pytest.raises(QuestionClosed, match="another question"):
        hall.answer(made.code, ada, ONE.name, "4")
    hall.answer(made.code, ada, TWO.name, "x")
    back = hall.ask(made.code, made.key, ONE)
    assert back.revealed
    assert back.version > second.version
    assert hall.answers(made.code, made.key) == ("3",)
    assert hall.ask(made.code, made.key, ONE) == back  # the same again changes nothing


def test_only_the_lecturer_may(hall: Rooms) -> None:
    made, other = hall.open(ONE), hall.open(ONE)
    ada = hall.join(made.code)
    for key in ("", other.key, ada, made.key.lower(), digest(made.key)):
        for act in (hall.reveal, hall.close, hall.answers, hall.mine):
            with pytest.raises(NotAMember):
                act(made.code, key)
        with pytest.raises(NotAMember):
            hall.ask(made.code, key, TWO)
    assert hall.look(made.code).place == ONE


def test_only_who_has_joined_may_answer(hall: Rooms) -> None:
    made, other = hall.open(ONE), hall.open(ONE)
    stranger = hall.join(other.code)
    for who in ("", "ada", stranger):
        with pytest.raises(NotAMember):
            hall.answer(made.code, who, ONE.name, "3")
        with pytest.raises(NotAMember):
            hall.answered(made.code, who)
    assert hall.answers(made.code, made.key) == ()


def test_nothing_is_left_of_a_closed_room(hall: Rooms, address: str) -> None:
    made = hall.open(ONE)
    hall.answer(made.code, hall.join(made.code), ONE.name, "a very particular answer")
    hall.close(made.code, made.key)
    for act in (lambda: hall.look(made.code), lambda: hall.join(made.code), lambda: hall.close(made.code, made.key)):
        with pytest.raises(RoomNotFound):
            act()
    if address.startswith("redis"):
        import redis

        with redis.Redis.from_url(address) as client:
            assert not client.keys("*")
    else:
        for path in Path(address).parent.iterdir():
            assert b"a very particular answer" not in path.read_bytes(), path


def test_earlier_answers_live_as_long_as_their_room(redis_server: str) -> None:
    import redis

    hall = Rooms(Redis(redis_server))
    with redis.Redis.from_url(redis_server) as client:
        client.flushall()
        made = hall.open(ONE)
        hall.answer(made.code, hall.join(made.code), ONE.name, "3")
        (answers,) = client.keys("*answers:*")
        client.expire(answers, 60)  # nearly twelve hours later
        hall.ask(made.code, made.key, TWO)
        assert client.ttl(answers) > 60
    hall.store.shut()


def test_forgotten_rooms_are_closed(hall: Rooms) -> None:
    visited, empty = hall.open(ONE), hall.open(ONE)
    ada = hall.join(visited.code)
    pass_time(hall, limits.EMPTY + 1)
    assert hall.sweep() == 1
    with pytest.raises(RoomNotFound):
        hall.look(empty.code)
    hall.answer(visited.code, ada, ONE.name, "3")
    pass_time(hall, limits.IDLE - 1)
    assert hall.sweep() == 0
    pass_time(hall, 2)
    assert hall.sweep() == 1
    with pytest.raises(RoomNotFound):
        hall.look(visited.code)


def test_a_repeated_question_or_reveal_keeps_a_room_open(hall: Rooms) -> None:
    made = hall.open(ONE)
    hall.answer(made.code, hall.join(made.code), ONE.name, "3")
    hall.reveal(made.code, made.key)
    for again in (lambda: hall.ask(made.code, made.key, ONE), lambda: hall.reveal(made.code, made.key)):
        pass_time(hall, limits.IDLE - 1)
        again()
        pass_time(hall, 2)
        assert hall.sweep() == 0


def test_rooms_and_students_are_limited(hall: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_STUDENTS", 3)
    hall.most = 2
    made = hall.open(ONE)
    hall.open(ONE)
    with pytest.raises(Full, match="2 rooms"):
        hall.open(ONE)
    ada, *_ = [hall.join(made.code) for _ in range(3)]
    with pytest.raises(Full, match="3 students"):
        hall.join(made.code)
    with pytest.raises(TooLong, match="characters"):
        hall.answer(made.code, ada, ONE.name, "x" * (limits.LONGEST + 1))
    for _ in range(BURST):
        hall.answer(made.code, ada, ONE.name, "x")
    with pytest.raises(TooMuch, match="often"):
        hall.answer(made.code, ada, ONE.name, "y")
    pass_time(hall, 2)
    hall.answer(made.code, ada, ONE.name, "z")
    assert hall.answers(made.code, made.key) == ("z",)


def test_a_store_opened_again_knows_all(hall: Rooms, address: str, tmp_path: Path) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    hall.answer(made.code, ada, ONE.name, "3")
    store: Any = opened_store(address, tmp_path)
    again = Rooms(store, clock=hall.clock)
    assert again.look(made.code) == hall.look(made.code)
    assert again.answers(made.code, made.key) == ("3",)
    store.shut()


# ---- several processes ----------------------------------------------------------------------------------------------


PROCESSES = multiprocessing.get_context("forkserver")  # one process imports kernviz; the others are forked from it
PROCESSES.set_forkserver_preload(["tests.rooms.attend"])


def attending(address: str, code: str, who: str, count: int, pause: float = 0.0) -> ForkServerProcess:
    """Run students in a process of their own."""
    process = PROCESSES.Process(target=attend, args=(address, code, ONE.name, who, count, pause))
    process.start()
    return process


def ended(process: ForkServerProcess) -> int | None:
    """Return a process's exit code, within a minute."""
    process.join(60)
    return process.exitcode


@pytest.mark.sampled(2)
def test_two_processes_lose_nobody(hall: Rooms, address: str) -> None:
    made = hall.open(ONE)
    for process in [attending(address, made.code, who, 10) for who in "ab"]:
        assert ended(process) == 0
    assert hall.look(made.code).students == 20
    assert hall.answers(made.code, made.key) == tuple(sorted(f"{who} {i} 2" for who in "ab" for i in range(10)))


@pytest.mark.sampled(2)
def test_a_killed_process_loses_no_accepted_answer(hall: Rooms, address: str) -> None:
    made = hall.open(ONE)
    process = attending(address, made.code, "a", 1000, 0.002)
    while len(hall.answers(made.code, made.key)) < 5:
        time.sleep(0.01)
        assert process.is_alive()
    process.kill()
    assert ended(process) == -signal.SIGKILL
    found = hall.answers(made.code, made.key)
    assert [int(text.split()[1]) for text in sorted(found, key=lambda t: int(t.split()[1]))] == list(range(len(found)))
    assert ended(attending(address, made.code, "b", 2)) == 0  # and the store is undamaged
    assert len(hall.answers(made.code, made.key)) == len(found) + 2


# ---- opening a store ------------------------------------------------------------------------------------------------


def test_a_pace_forgets_who_was_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernviz.rooms.rooms.REMEMBERED", 2)
    pace = RateLimiter(1, 1.0)
    for who in "abc":
        pace.take(who, 0.0)
    assert len(pace._left) == 2
    with pytest.raises(TooMuch):
        pace.take("c", 0.5)
    pace.take("c", 1.6)


def test_rooms_are_counted(hall: Rooms) -> None:
    before = hall.store.count()
    opened = [hall.open(ONE) for _ in range(3)]
    assert hall.store.count() == before + 3
    hall.close(opened[0].code, opened[0].key)
    assert hall.store.count() == before + 2


def test_the_setting_chooses_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, OFF)
    assert rooms(tmp_path) is None
    monkeypatch.delenv(SETTING)
    found = rooms(tmp_path)
    assert found is rooms(tmp_path)
    assert (tmp_path / "rooms.sqlite").stat().st_mode & 0o077 == 0
    assert isinstance(found, Rooms)
    assert isinstance(found.store, SQLite)
    found.store.shut()


def test_an_act_that_fails_leaves_nothing_half_done(tmp_path: Path) -> None:
    store = SQLite(tmp_path / "rooms.sqlite")

    def half() -> None:
        with store._writing() as file:
            file.execute("INSERT INTO room (code) VALUES ('X')")
            file.execute("nonsense")

    with pytest.raises(sqlite3.OperationalError):
        half()
    assert store._file.execute("SELECT count(*) FROM room").fetchone() == (0,)
    store.shut()
