"""Limits of a server's rooms against one visitor, one network address, and a full disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kernviz.rooms import location
from kernviz.rooms import rooms as rules
from kernviz.rooms.location import fault, opened_store
from kernviz.rooms.room import DiskFull, NotAMember, RoomNotFound, TooMuch
from kernviz.rooms.rooms import Rooms
from kernviz.rooms.sqlite import SQLite
from tests.rooms.test_store import ONE, TWO, Clock, address, hall, pass_time, redis_server

__all__ = ["address", "hall", "redis_server"]  # fixtures: each test of `hall` runs with every store


# ---- removal by the lecturer -----------------------------------------------------------------------------------------


def test_answers_are_struck_by_their_text_and_can_be_given_again(hall: Rooms) -> None:
    made = hall.open(ONE)
    students = [hall.join(made.code) for _ in range(3)]
    for student, text in zip(students, ("rude", "rude", "4"), strict=True):
        hall.answer(made.code, student, ONE.name, text)
    before = hall.look(made.code)
    assert hall.strike(made.code, made.key, {"rude"}) == 2
    assert hall.answers(made.code, made.key) == ("4",)
    after = hall.look(made.code)
    assert (after.students, after.version > before.version) == (
        3,
        True,
    )  # a new version, so that the students' pages update
    assert hall.answered(made.code, students[0]) is None
    hall.answer(made.code, students[0], ONE.name, "5")
    assert hall.answers(made.code, made.key) == ("4", "5")


def test_whoever_gave_an_answer_can_be_sent_away_with_all_their_answers(hall: Rooms) -> None:
    made = hall.open(ONE)
    rude, kind = hall.join(made.code), hall.join(made.code)
    for place in (ONE, TWO):
        hall.ask(made.code, made.key, place)
        hall.answer(made.code, rude, place.name, "rude" if place is TWO else "4")
        hall.answer(made.code, kind, place.name, "5")
    assert hall.strike(made.code, made.key, {"rude"}, dismiss=True) == 1
    assert hall.look(made.code).students == 1
    with pytest.raises(NotAMember):
        hall.answer(made.code, rude, TWO.name, "rude")
    hall.ask(made.code, made.key, ONE)
    assert hall.answers(made.code, made.key) == ("5",)


def test_whoever_has_answered_nothing_can_be_sent_away(hall: Rooms) -> None:
    made = hall.open(ONE)
    heard = hall.join(made.code)
    hall.answer(made.code, heard, ONE.name, "4")
    hall.ask(made.code, made.key, TWO)  # an answer to an earlier question is one
    for _ in range(5):
        hall.join(made.code)
    assert hall.dismiss_silent(made.code, made.key) == 5
    assert hall.look(made.code).students == 1
    hall.answer(made.code, heard, TWO.name, "x")


def test_only_the_lecturer_takes_away(hall: Rooms) -> None:
    made = hall.open(ONE)
    ada = hall.join(made.code)
    with pytest.raises(NotAMember):
        hall.strike(made.code, ada, {"4"})
    with pytest.raises(NotAMember):
        hall.dismiss_silent(made.code, ada)
    hall.close(made.code, made.key)
    with pytest.raises(RoomNotFound):
        hall.store.strike(made.code, {"4"}, False, 0.0)
    with pytest.raises(RoomNotFound):
        hall.store.dismiss_silent(made.code, 0.0)


# ---- one address -----------------------------------------------------------------------------------------------------


def test_one_address_fills_no_room_and_others_still_come_in(hall: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "_address_joins", rules.RateLimiter(5, 0.5))
    made, other = hall.open(ONE), hall.open(ONE)
    for _ in range(5):
        hall.join(made.code, "192.0.2.1")
    with pytest.raises(TooMuch):
        hall.join(made.code, "192.0.2.1")
    hall.join(made.code, "192.0.2.2")
    hall.join(other.code, "192.0.2.1")  # another room has a count of its own
    pass_time(hall, 2)
    hall.join(made.code, "192.0.2.1")


def test_a_hall_behind_one_address_joins_at_once_and_then_by_its_pace(hall: Rooms) -> None:
    """One below and one above the limit of students at once, and of students a second."""
    code = hall.open(ONE).code
    for _ in range(rules.ADDRESS_JOINS):
        hall.join(code, "192.0.2.1")
    with pytest.raises(TooMuch):
        hall.join(code, "192.0.2.1")
    assert hall.look(code).students == rules.ADDRESS_JOINS == 300
    pass_time(hall, 1)
    for _ in range(int(rules.ADDRESS_JOIN_PACE)):
        hall.join(code, "192.0.2.1")
    with pytest.raises(TooMuch):
        hall.join(code, "192.0.2.1")
    assert rules.ADDRESS_JOIN_PACE == 2


def test_a_room_takes_so_many_at_once_from_everywhere(hall: Rooms) -> None:
    code = hall.open(ONE).code
    for k in range(rules.JOINS):
        hall.join(code, f"192.0.2.{k % 100}")
    with pytest.raises(TooMuch):
        hall.join(code, "198.51.100.1")


def test_who_is_refused_for_the_address_takes_no_place_from_others(hall: Rooms) -> None:
    code = hall.open(ONE).code
    for k in range(rules.ADDRESS_JOINS + rules.JOINS):
        try:
            hall.join(code, "192.0.2.66")
        except TooMuch:
            assert k >= rules.ADDRESS_JOINS
    for k in range(rules.JOINS - rules.ADDRESS_JOINS):
        hall.join(code, f"198.51.100.{k}")


def test_codes_cannot_be_guessed_at_speed(hall: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "_guesses", rules.RateLimiter(3, 0.1))
    made = hall.open(ONE)
    for _ in range(3):
        with pytest.raises(RoomNotFound):
            hall.sought("AAAAAA", "192.0.2.1")
    for code in ("AAAAAA", made.code):  # the refusal does not reveal if the room exists
        with pytest.raises(TooMuch):
            hall.sought(code, "192.0.2.1")
    with pytest.raises(TooMuch):
        hall.join(made.code, "192.0.2.1")
    hall.join(made.code, "192.0.2.2")
    pass_time(hall, 11)
    assert hall.sought(made.code, "192.0.2.1").code == made.code


def test_one_address_opens_few_rooms(hall: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "_openings", rules.RateLimiter(2, 0.01))
    for _ in range(2):
        hall.open(ONE, "192.0.2.1")
    with pytest.raises(TooMuch):
        hall.open(ONE, "192.0.2.1")
    hall.open(ONE, "192.0.2.2")


# ---- a full disk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 640 kB. Mounting it needs root; otherwise the next test simulates a full store."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=640k", "none", str(folder)]
    if not mount or not umount or subprocess.run(command, capture_output=True).returncode:  # noqa: S603
        pytest.skip("no disk can be made here: this user may not mount one")
    yield folder
    subprocess.run([umount, str(folder)], check=True)  # noqa: S603


def test_a_room_on_a_full_disk_can_be_closed(small_disk: Path) -> None:
    store = SQLite(small_disk / "rooms.sqlite")
    hall = Rooms(store, clock=Clock())
    made, other = hall.open(ONE), hall.open(ONE)

    def answer_until_the_disk_is_full() -> None:
        for i in range(1000):
            hall.answer(made.code, hall.join(made.code), ONE.name, f"{i}" + "x" * 1900)

    with pytest.raises(DiskFull, match="disk of this server is full"):
        answer_until_the_disk_is_full()
    fill(small_disk)
    assert len(hall.answers(made.code, made.key)) > 10  # stored answers can be read
    hall.close(made.code, made.key)
    with pytest.raises(RoomNotFound):
        hall.look(made.code)
    hall.answer(other.code, hall.join(other.code), ONE.name, "4")  # and there is space again
    assert hall.answers(other.code, other.key) == ("4",)
    store.shut()


def fill(folder: Path) -> None:
    """Fill the disk to the last byte."""
    with (folder / "fill").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            return


class Full:
    """A connection to a disk without space for a commit while the reserve exists."""

    def __init__(self, connection: sqlite3.Connection, reserve: Path) -> None:
        self.connection, self.reserve = connection, reserve

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, text: str, *values: Any) -> Any:
        if text == "COMMIT" and self.reserve.exists():
            problem = sqlite3.OperationalError("database or disk is full")
            problem.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise problem
        return self.connection.execute(text, *values)


def test_the_reserve_is_given_up_for_closing_a_room(tmp_path: Path) -> None:
    store: Any = SQLite(tmp_path / "rooms.sqlite")
    hall = Rooms(store, clock=Clock())
    made = hall.open(ONE)
    for i in range(50):  # more than a batch
        hall.answer(made.code, hall.join(made.code), ONE.name, str(i))
    store._file = Full(store._file, store._reserve)
    with pytest.raises(DiskFull):
        hall.join(made.code)
    hall.close(made.code, made.key)
    for table in ("room", "student", "answer", "revealed"):
        assert store._file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
    assert store._reserve.stat().st_size > 0  # the reserve is restored for the next room
    store.shut()


# ---- a setting that cannot work --------------------------------------------------------------------------------------


def test_a_setting_that_cannot_work_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, and longer than its header")
    os.mkfifo(tmp_path / "pipe")
    for setting, way_out in {
        str(tmp_path): "name a file in it",
        str(tmp_path / "none" / "rooms.sqlite"): "make it",
        str(tmp_path / "text"): "another kind of file",
        str(tmp_path / "pipe"): "no file",
        str(tmp_path / ("long" * 100)): "cannot be reached",
        "postgres://x/y": "no address of Redis",
        "redis://127.0.0.1:1/0": "cannot be reached",
        "redis://127.0.0.1:port/0": "cannot be reached",
    }.items():
        assert way_out in fault(setting)
        assert f"{location.SETTING}={setting}" in fault(setting)


def test_a_setting_that_works_has_no_fault_and_asking_makes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    for setting in ("", location.OFF, str(file)):
        assert fault(setting) == ""
    assert not file.exists()
    SQLite(file).shut()
    assert fault(str(file)) == ""


def test_a_folder_that_cannot_be_written_is_replaced_without_user_ids_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no os.getuid, and gives 0 as the owner of a folder."""
    monkeypatch.delattr(os, "getuid")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "stat", owned_by_nobody(Path.stat))
    beside = tmp_path / "none"  # a folder that is missing, like one that cannot be written, holds no store
    store = opened_store("", beside)
    assert isinstance(store, SQLite)
    store.shut()
    assert (tmp_path / "kernviz-0" / location.FILE).exists()
    monkeypatch.delenv(location.SETTING, raising=False)
    assert location.store_may_exist(beside)


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    beside = tmp_path / "app"
    beside.mkdir()
    (beside / location.FILE).write_text("notes about my rooms, and no database\n" * 200)
    store: Any = opened_store("", beside)
    store.shut()
    assert Path(location.shown_place("", beside)).parent.parent == tmp_path
    assert Path(location.shown_place("", beside)).exists()


def owned_by_nobody(stat: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
    """Return the function with 0 as the owner of every file, as on Windows."""

    def owned(self: Path, **options: bool) -> os.stat_result:
        found = list(stat(self, **options))
        found[4] = 0
        return os.stat_result(found)

    return owned
