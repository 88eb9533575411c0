"""What may be done in a room and by whom: the rules in front of a store."""

from __future__ import annotations

import os
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from kernviz.rooms import room as limits
from kernviz.rooms.room import Place, Room, Stranger, TooMuch, digest, new_code, new_key
from kernviz.rooms.store import Store
from kernviz.wording import say

SETTING = "KERNVIZ_ROOMS"  # the environment's name: a file, redis://…, or off
OFF = "off"
FILE = "rooms.sqlite"
BURST, PACE = 10, 1.0  # answers a student may give at once, and each second after that
JOINS, JOIN_PACE = 400, 40.0  # students who may come at once, and each second after that
REMEMBERED = 5000  # of whom the pace is known


class Pace:
    """How often each of many may do something: `burst` times at once, then `rate` a second. In this process."""

    def __init__(self, burst: int, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # who -> how much is left, as of when
        self._lock = Lock()

    def take(self, who: str, now: float) -> None:
        """Once more. TooMuch where that is too often."""
        with self._lock:
            left, at = self._held.pop(who, (float(self.burst), now))
            left = min(self.burst, left + self.rate * max(0.0, now - at))
            self._held[who] = (max(0.0, left - 1) if left >= 1 else left, now)
            while len(self._held) > REMEMBERED:
                self._held.popitem(last=False)
            if left < 1:
                raise TooMuch(say("too often: wait a few seconds"))


@dataclass(frozen=True)
class Opened:
    """A new room: the word to join by, and the lecturer's key, which is kept nowhere else."""

    code: str
    key: str


class Rooms:
    """The rooms of a store. What only the lecturer may do asks for the room's key."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time, most: int = limits.MOST_ROOMS) -> None:
        self.store, self.clock, self.most = store, clock, most
        self._answers, self._joins = Pace(BURST, PACE), Pace(JOINS, JOIN_PACE)

    def open(self, place: Place) -> Opened:
        """A room in which this is asked. Full where there are too many."""
        self.sweep()
        while True:
            code, key = new_code(), new_key()
            if self.store.create(Room(code, digest(key), place), self.most, self.clock()):
                return Opened(code, key)

    def look(self, code: str) -> Room:
        """The room as it is. Gone where there is none."""
        return self.store.read(code)

    def join(self, code: str) -> str:
        """A student comes in: the random word they are known by."""
        self._joins.take(code, self.clock())
        student = new_key()
        self.store.enter(code, student, limits.MOST_STUDENTS, self.clock())
        return student

    def answer(
        self, code: str, student: str, place: str, text: str, check: Callable[[], object] = lambda: None
    ) -> None:
        """A student's answer; the last one counts. Late once another question is asked, or this one is answered.
        `check` raises where it is none; it may take a while, and so comes after whoever is a stranger or too quick.
        """
        if len(text) > limits.LONGEST:
            raise TooMuch(say("an answer has at most {LONGEST} characters", LONGEST=limits.LONGEST))
        self.store.answer_of(code, student)
        self._answers.take(student, self.clock())
        check()
        self.store.put(code, place, student, text, self.clock())

    def answered(self, code: str, student: str) -> str | None:
        """What that student has answered to the question asked."""
        return self.store.answer_of(code, student)

    def ask(self, code: str, key: str, place: Place) -> Room:
        """The lecturer asks something else."""
        return self._mine(code, key) and self.store.ask(code, place, self.clock())

    def reveal(self, code: str, key: str) -> Room:
        """The lecturer shows the answer, and all see it."""
        return self._mine(code, key) and self.store.reveal(code, self.clock())

    def answers(self, code: str, key: str) -> tuple[str, ...]:
        """All answers to the question asked, for the lecturer."""
        self._mine(code, key)
        return self.store.answers(code)

    def close(self, code: str, key: str) -> None:
        """Nothing is left of it."""
        self._mine(code, key)
        self.store.close(code)

    def sweep(self) -> int:
        """Close what has been forgotten; how many."""
        now = self.clock()
        return self.store.sweep(now - limits.IDLE, now - limits.EMPTY)

    def mine(self, code: str, key: str) -> Room:
        """The room, for its lecturer. Stranger for anyone else."""
        return self._mine(code, key)

    def _mine(self, code: str, key: str) -> Room:
        room = self.store.read(code)
        if not room.opens(key):
            raise Stranger(say("only the lecturer who opened this room may do that"))
        return room


def setting() -> str:
    """What the environment says of where rooms are kept."""
    return os.environ.get(SETTING, "").strip()


def is_redis(said: str) -> bool:
    """Whether that setting means Redis."""
    return said.partition("://")[0] in ("redis", "rediss", "unix")


def rooms_file(beside: Path) -> bool:
    """Whether there may be rooms at all: a store that nobody has opened yet need not be made to be cleaned."""
    said = setting()
    own = Path(tempfile.gettempdir()) / f"kernviz-{os.getuid()}" / FILE
    return is_redis(said) or any(path.exists() for path in ([Path(said)] if said else [beside / FILE, own]))


def opened_store(said: str, beside: Path) -> Store:
    """The store of a setting: ``redis://…``, a file, or nothing for a file `beside` the app (where that folder cannot
    be written, one of this user's own among the temporary files).
    """
    if is_redis(said):
        from kernviz.rooms.redis import Redis

        return Redis(said)
    from kernviz.rooms.sqlite import SQLite

    if said:
        return SQLite(Path(said))
    try:
        return SQLite(beside / FILE)
    except OSError:
        own = Path(tempfile.gettempdir()) / f"kernviz-{os.getuid()}"
        own.mkdir(mode=0o700, exist_ok=True)
        if own.stat().st_uid != os.getuid():
            raise
        return SQLite(own / FILE)


@cache
def _rooms(said: str, beside: Path) -> Rooms:
    return Rooms(opened_store(said, beside))


def rooms(beside: Path) -> Rooms | None:
    """The rooms of this server; None where they are switched off."""
    return None if setting() == OFF else _rooms(setting(), beside)


__all__ = ["Opened", "Pace", "Rooms", "is_redis", "opened_store", "rooms", "rooms_file", "setting"]
