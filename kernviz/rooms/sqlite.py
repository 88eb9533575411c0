"""Rooms in one SQLite file, shared by all processes beside it.

Every act is one short transaction that takes the file's only pen at its beginning (BEGIN IMMEDIATE), so none fails half
way; a second process waits for it. What was written outlives a process that is killed. What is deleted is overwritten.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from kernviz.rooms.room import Full, Gone, Late, Place, Room, Stranger

PATIENCE = 10.0  # seconds to wait for another process's pen
SCHEMA = """
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, lock TEXT, course TEXT, step TEXT, variant INTEGER,
    version INTEGER, touched REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revealed (room TEXT REFERENCES room ON DELETE CASCADE, place TEXT, PRIMARY KEY (room, place))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS student (room TEXT REFERENCES room ON DELETE CASCADE, name TEXT, PRIMARY KEY (room, name))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (room TEXT REFERENCES room ON DELETE CASCADE, place TEXT, student TEXT, text TEXT,
    PRIMARY KEY (room, place, student)) WITHOUT ROWID;
"""
ROOM = """SELECT code, lock, course, step, variant, version,
    EXISTS (SELECT 1 FROM revealed WHERE room = code AND place = course || '/' || step || '/' || variant),
    (SELECT count(*) FROM student WHERE room = code) FROM room WHERE code = ?"""


class SQLite:
    """A store in that file. One connection a process, one act at a time: each takes a fraction of a millisecond."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # nobody else's to read
        self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        for line in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
            self._file.execute(f"PRAGMA {line}")
        self._file.executescript(SCHEMA)

    def create(self, room: Room, most: int, now: float) -> bool:
        at = room.place
        with self._writing() as file:
            if file.execute("SELECT count(*) FROM room").fetchone()[0] >= most:
                raise Full(f"there are {most} rooms already")
            row = (room.code, room.lock, at.course, at.step, at.variant, room.version, now)
            return file.execute("INSERT OR IGNORE INTO room VALUES (?, ?, ?, ?, ?, ?, ?)", row).rowcount == 1

    def read(self, code: str) -> Room:
        with self._lock:
            return self._room(code)

    def ask(self, code: str, place: Place, now: float) -> Room:
        with self._writing() as file:
            if self._room(code).place != place:
                row = (place.course, place.step, place.variant, now, code)
                file.execute(
                    "UPDATE room SET course = ?, step = ?, variant = ?, touched = ?, version = version + 1"
                    " WHERE code = ?",
                    row,
                )
            return self._room(code)

    def reveal(self, code: str, now: float) -> Room:
        with self._writing() as file:
            room = self._room(code)
            if not room.revealed:
                file.execute("INSERT INTO revealed VALUES (?, ?)", (code, room.place.name))
                file.execute("UPDATE room SET version = version + 1, touched = ? WHERE code = ?", (now, code))
            return self._room(code)

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        with self._writing() as file:
            if self._room(code).students >= most and not self._has(code, student):
                raise Full(f"this room has {most} students already")
            file.execute("INSERT OR IGNORE INTO student VALUES (?, ?)", (code, student))
            file.execute("UPDATE room SET touched = ? WHERE code = ?", (now, code))

    def put(self, code: str, place: str, student: str, text: str, now: float) -> None:
        with self._writing() as file:
            room = self._room(code)
            if room.place.name != place:
                raise Late("another question is asked by now")
            if room.revealed:
                raise Late("the answer is shown already")
            if not self._has(code, student):
                raise Stranger("join the room first")
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", (code, place, student, text))
            file.execute("UPDATE room SET touched = ? WHERE code = ?", (now, code))

    def answers(self, code: str) -> tuple[str, ...]:
        with self._lock:
            where = (code, self._room(code).place.name)
            found = self._file.execute("SELECT text FROM answer WHERE room = ? AND place = ?", where)
            return tuple(sorted(text for (text,) in found))

    def answer_of(self, code: str, student: str) -> str | None:
        with self._lock:
            where = (code, self._room(code).place.name, student)
            if not self._has(code, student):
                raise Stranger("join the room first")
            query = "SELECT text FROM answer WHERE room = ? AND place = ? AND student = ?"
            found = self._file.execute(query, where).fetchone()
            return found and str(found[0])

    def close(self, code: str) -> None:
        with self._writing() as file:
            file.execute("DELETE FROM room WHERE code = ?", (code,))
        self._forget()

    def sweep(self, idle: float, empty: float) -> int:
        unvisited = "code NOT IN (SELECT room FROM student) AND touched < ?"
        with self._writing() as file:
            gone = file.execute(f"DELETE FROM room WHERE touched < ? OR ({unvisited})", (idle, empty)).rowcount  # noqa: S608
        if gone:
            self._forget()
        return gone

    def shut(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._file.close()

    def _forget(self) -> None:
        """What was deleted is not left in the log of changes, either."""
        with self._lock:
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")

    def _room(self, code: str) -> Room:
        found = self._file.execute(ROOM, (code,)).fetchone()
        if found is None:
            raise Gone("there is no such room, or it is closed")
        code, lock, course, step, variant, version, revealed, students = found
        return Room(code, lock, Place(course, step, variant), version, bool(revealed), students)

    def _has(self, code: str, student: str) -> bool:
        query = "SELECT 1 FROM student WHERE room = ? AND name = ?"
        return self._file.execute(query, (code, student)).fetchone() is not None
