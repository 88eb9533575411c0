"""Rooms in one SQLite file, shared by all processes of this machine.

Every change is one short transaction. It takes the write lock at its beginning (BEGIN IMMEDIATE), so that no change
fails half way; a second process waits. Committed data survive a killed process. Deleted data are overwritten.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from kernviz.rooms.room import (
    DiskFull,
    Place,
    Room,
    answer_shown,
    disk_full,
    grouped_by_student,
    not_joined,
    paired,
    room_not_found,
    too_many_rooms,
    too_many_students,
)

PATIENCE = 10.0  # seconds to wait for another process's write lock
RESERVE = 256 * 1024  # bytes reserved on the disk, so that a room can be closed on a full disk
BATCH = 20  # rows deleted at once on a full disk; their write-ahead log fits into the reserve
NO_SPACE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
SCHEMA = """
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, lock TEXT, course TEXT, step TEXT, variant INTEGER,
    version INTEGER, touched REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revealed (room TEXT REFERENCES room ON DELETE CASCADE, place TEXT, PRIMARY KEY (room, place))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS student (room TEXT REFERENCES room ON DELETE CASCADE, name TEXT, PRIMARY KEY (room, name))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (room TEXT REFERENCES room ON DELETE CASCADE, place TEXT, student TEXT, text TEXT,
    PRIMARY KEY (room, place, student)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS round (room TEXT REFERENCES room ON DELETE CASCADE, place TEXT, number INTEGER, closes REAL,
    PRIMARY KEY (room, place)) WITHOUT ROWID;
"""
ROOM = """SELECT code, lock, course, step, variant, version,
    EXISTS (SELECT 1 FROM revealed WHERE room = code AND place = course || '/' || step || '/' || variant),
    (SELECT count(*) FROM student WHERE room = code), ifnull(number, 1), ifnull(closes, 0.0)
    FROM room LEFT JOIN round ON room = code AND place = course || '/' || step || '/' || variant WHERE code = ?"""
TOUCHED = "UPDATE room SET touched = ? WHERE code = ?"
CHANGED = "UPDATE room SET version = version + 1, touched = ? WHERE code = ?"


class SQLite:
    """Room store in a SQLite file.

    Each process has one connection. One thread at a time uses the connection, for a fraction of a
    millisecond.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # readable only by the user who runs the server
        self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        for line in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON"):
            self._file.execute(f"PRAGMA {line}")
        self._file.executescript(SCHEMA)
        self._reserve = path.with_name(path.name + "-reserve")
        self._keep_reserve()

    def create(self, room: Room, most: int, now: float) -> bool:
        at = room.place
        with self._writing() as file:
            if file.execute("SELECT count(*) FROM room").fetchone()[0] >= most:
                raise too_many_rooms(most)
            row = (room.code, room.key_digest, at.course, at.step, at.variant, room.version, now)
            return file.execute("INSERT OR IGNORE INTO room VALUES (?, ?, ?, ?, ?, ?, ?)", row).rowcount == 1

    def count(self) -> int:
        with self._lock:
            return int(self._file.execute("SELECT count(*) FROM room").fetchone()[0])

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
            else:
                file.execute(TOUCHED, (now, code))
            return self._room(code)

    def reveal(self, code: str, now: float) -> Room:
        with self._writing() as file:
            room = self._room(code)
            if not room.revealed:
                file.execute("INSERT INTO revealed VALUES (?, ?)", (code, room.place.name))
                file.execute(CHANGED, (now, code))
            else:
                file.execute(TOUCHED, (now, code))
            return self._room(code)

    def begin_round(self, code: str, number: int, now: float) -> Room:
        with self._writing() as file:
            room = self._room(code)
            if room.revealed:
                raise answer_shown()
            if number > room.round:
                file.execute("INSERT OR REPLACE INTO round VALUES (?, ?, ?, 0)", (code, room.place.name, number))
                file.execute(CHANGED, (now, code))
            return self._room(code)

    def set_timer(self, code: str, closes: float, now: float) -> Room:
        with self._writing() as file:
            room = self._room(code)
            if room.revealed:
                raise answer_shown()
            file.execute(
                "INSERT OR REPLACE INTO round VALUES (?, ?, ?, ?)", (code, room.place.name, room.round, closes)
            )
            file.execute(CHANGED, (now, code))
            return self._room(code)

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        with self._writing() as file:
            if self._room(code).students >= most and not self._has(code, student):
                raise too_many_students(most)
            file.execute("INSERT OR IGNORE INTO student VALUES (?, ?)", (code, student))
            file.execute(TOUCHED, (now, code))

    def put(self, code: str, question: str, student: str, text: str, now: float) -> None:
        with self._writing() as file:
            room = self._room(code)
            if refusal := room.refusal(question, now):
                raise refusal
            if not self._has(code, student):
                raise not_joined()
            file.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", (code, question, student, text))
            file.execute(TOUCHED, (now, code))

    def answers(self, code: str) -> tuple[str, ...]:
        with self._lock:
            where = (code, self._room(code).question)
            found = self._file.execute("SELECT text FROM answer WHERE room = ? AND place = ?", where)
            return tuple(sorted(text for (text,) in found))

    def pairs(self, code: str) -> tuple[tuple[str | None, str | None], ...]:
        with self._lock:
            place = self._room(code).place
            query = "SELECT student, text FROM answer WHERE room = ? AND place = ?"
            first, second = (dict(self._file.execute(query, (code, place.in_round(number)))) for number in (1, 2))
            return paired(first, second)

    def by_student(self, code: str) -> tuple[tuple[tuple[str, str], ...], ...]:
        with self._lock:
            self._room(code)
            return grouped_by_student(
                self._file.execute("SELECT student, place, text FROM answer WHERE room = ?", (code,))
            )

    def answer_of(self, code: str, student: str, number: int = 0) -> str | None:
        with self._lock:
            room = self._room(code)
            where = (code, room.place.in_round(number or room.round), student)
            if not self._has(code, student):
                raise not_joined()
            query = "SELECT text FROM answer WHERE room = ? AND place = ? AND student = ?"
            found = self._file.execute(query, where).fetchone()
            return found and str(found[0])

    def strike(self, code: str, texts: Collection[str], dismiss: bool, now: float) -> int:
        with self._writing() as file:
            where = (code, self._room(code).question)
            found = file.execute("SELECT student, text FROM answer WHERE room = ? AND place = ?", where)
            students = [student for student, text in found if text in texts]
            for student in students:
                file.execute("DELETE FROM answer WHERE room = ? AND place = ? AND student = ?", (*where, student))
                if dismiss:
                    file.execute("DELETE FROM answer WHERE room = ? AND student = ?", (code, student))
                    file.execute("DELETE FROM student WHERE room = ? AND name = ?", (code, student))
            file.execute(CHANGED, (now, code))
        return len(students)

    def dismiss_silent(self, code: str, now: float) -> int:
        silent = "room = ? AND name NOT IN (SELECT student FROM answer WHERE room = ?)"
        with self._writing() as file:
            self._room(code)
            file.execute(TOUCHED, (now, code))
            return file.execute(f"DELETE FROM student WHERE {silent}", (code, code)).rowcount  # noqa: S608  our text

    def close(self, code: str) -> None:
        try:
            self._drop(code)
        except DiskFull:
            self._reserve.unlink(missing_ok=True)
            self._drop_in_batches(code)
            self._keep_reserve()
        self._forget()

    def _drop(self, code: str) -> None:
        with self._writing() as file:
            file.execute("DELETE FROM room WHERE code = ?", (code,))

    def _drop_in_batches(self, code: str) -> None:
        """Delete a room with little disk space.

        A few rows are deleted at a time, and the write-ahead log is truncated after each batch.
        """
        for table in ("answer", "student", "revealed", "round"):
            key = {"answer": "place, student", "student": "name", "revealed": "place", "round": "place"}[table]
            some = f"room = ? AND ({key}) IN (SELECT {key} FROM {table} WHERE room = ? LIMIT {BATCH})"  # noqa: S608  ours
            left = True
            while left:
                with self._writing() as file:
                    left = file.execute(f"DELETE FROM {table} WHERE {some}", (code, code)).rowcount > 0  # noqa: S608  ours
                self._forget()
        self._drop(code)

    def sweep(self, idle: float, empty: float) -> int:
        unvisited = "code NOT IN (SELECT room FROM student) AND touched < ?"
        with self._writing() as file:
            gone = file.execute(f"DELETE FROM room WHERE touched < ? OR ({unvisited})", (idle, empty)).rowcount  # noqa: S608  ours
        if gone:
            self._forget()
        return gone

    def shut(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def _keep_reserve(self) -> None:
        """Reserve the disk space for closing a room on a full disk.

        Nothing is reserved if no space is left.
        """
        try:
            if not self._reserve.exists():
                self._reserve.write_bytes(bytes(RESERVE))
        except OSError:
            self._reserve.unlink(missing_ok=True)

    def _forget(self) -> None:
        """Truncate the write-ahead log, so that nothing deleted remains there."""
        with self._lock:
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._file.execute("BEGIN IMMEDIATE")
                yield self._file
                self._file.execute("COMMIT")
            except BaseException as problem:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                if isinstance(problem, sqlite3.OperationalError) and problem.sqlite_errorcode in NO_SPACE:
                    raise disk_full() from problem
                raise

    def _room(self, code: str) -> Room:
        found = self._file.execute(ROOM, (code,)).fetchone()
        if found is None:
            raise room_not_found()
        code, lock, course, step, variant, version, revealed, students, number, closes = found
        return Room(code, lock, Place(course, step, variant), version, bool(revealed), students, number, closes)

    def _has(self, code: str, student: str) -> bool:
        query = "SELECT 1 FROM student WHERE room = ? AND name = ?"
        return self._file.execute(query, (code, student)).fetchone() is not None
