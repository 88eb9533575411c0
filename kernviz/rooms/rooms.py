"""Operations on rooms, with their permissions and rate limits.

The rooms themselves are in a `Store`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from kernviz.rooms import room as limits
from kernviz.rooms.codes_and_keys import digest, new_code, new_key
from kernviz.rooms.location import OFF, opened_store, setting
from kernviz.rooms.room import NotAMember, Place, Room, RoomNotFound, TooLong, TooMuch
from kernviz.rooms.store import Store
from kernviz.wording import say

BURST, PACE = 10, 1.0  # answers of a student allowed at once, and further answers per second
JOINS, JOIN_PACE = 400, 40.0  # students who may join at once, and further students per second
ADDRESS_JOINS, ADDRESS_JOIN_PACE = 300, 2.0  # the same for one network address, which a campus may share
ADDRESS_GUESSES, ADDRESS_GUESS_PACE = 400, 1.0  # wrong codes from one network address, at once and per second
ADDRESS_ROOMS, ADDRESS_ROOM_PACE = 20, 1 / 60  # rooms opened from one network address, at once and per second
REMEMBERED = 5000  # names whose rate limit is stored
_STARTED = time.time() - time.monotonic()


def steady_time() -> float:
    """Return the seconds since 1970, unaffected by changes of the clock.

    The result is the time at the start of the process plus the time passed since then. So a machine
    whose clock is set in mid-lecture keeps its rooms.
    """
    return _STARTED + time.monotonic()


class RateLimiter:
    """Token bucket per name, in the memory of this process.

    `burst` actions are allowed at once, then `rate` a second.
    """

    def __init__(self, burst: int, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # name -> actions left, at which time
        self._lock = Lock()

    def take(self, who: str, now: float) -> None:
        """Count an action.

        Raises TooMuch if the limit is exceeded.
        """
        self._spend(who, now, 1.0)

    def check(self, who: str, now: float) -> None:
        """Raise TooMuch if one more action would exceed the limit."""
        self._spend(who, now, 0.0)

    def _spend(self, who: str, now: float, cost: float) -> None:
        with self._lock:
            left, at = self._left.pop(who, (float(self.burst), now))
            left = min(self.burst, left + self.rate * max(0.0, now - at))
            self._left[who] = (left - cost if left >= 1 else left, now)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
        if left < 1:
            raise TooMuch(say("too often: wait a few seconds"))


@dataclass(frozen=True)
class NewRoom:
    """New room: the code to join by, and the lecturer's key.

    The key is stored nowhere else.
    """

    code: str
    key: str


class Rooms:
    """Rooms of a store, with the operations of lecturer and students.

    The lecturer's operations take the lecturer's key. They raise NotAMember for a wrong key.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = steady_time, most: int = limits.MOST_ROOMS) -> None:
        self.store, self.clock, self.most = store, clock, most
        self._answers, self._joins = RateLimiter(BURST, PACE), RateLimiter(JOINS, JOIN_PACE)
        self._address_joins = RateLimiter(ADDRESS_JOINS, ADDRESS_JOIN_PACE)
        self._guesses = RateLimiter(ADDRESS_GUESSES, ADDRESS_GUESS_PACE)
        self._openings = RateLimiter(ADDRESS_ROOMS, ADDRESS_ROOM_PACE)

    def open(self, place: Place, address: str = "") -> NewRoom:
        """Open a room with this question.

        Raises Full at the limit of rooms, TooMuch at the limit of one network address. An empty address
        is unknown and has no limit of its own.
        """
        if address:
            self._openings.take(address, self.clock())
        self.sweep()
        while True:
            code, key = new_code(), new_key()
            if self.store.create(Room(code, digest(key), place), self.most, self.clock()):
                return NewRoom(code, key)

    def look(self, code: str) -> Room:
        """Return the room of a code.

        Raises RoomNotFound if there is none.
        """
        return self.store.read(code)

    def sought(self, code: str, address: str) -> Room:
        """Return the room of a code, with a limit on wrong codes.

        Raises TooMuch for an address with too many wrong codes, even if this one is right.
        """
        if not address:
            return self.store.read(code)
        self._guesses.check(address, self.clock())
        try:
            return self.store.read(code)
        except RoomNotFound:
            self._guesses.take(address, self.clock())
            raise

    def join(self, code: str, address: str = "") -> str:
        """Add a student and return the student's key.

        Raises RoomNotFound for a wrong code, TooMuch at a rate limit, Full at the limit of students.
        """
        self.sought(code, address)
        if address:  # before the room's own limit, so that requests refused here do not use that limit up
            self._address_joins.take(f"{code} {address}", self.clock())
        self._joins.take(code, self.clock())
        student = new_key()
        self.store.enter(code, student, limits.MOST_STUDENTS, self.clock())
        return student

    def answer(
        self, code: str, student: str, question: str, text: str, check: Callable[[], object] = lambda: None
    ) -> None:
        """Store a student's answer; the last answer counts.

        `question` is the name of the question and round that the student answers. Raises QuestionClosed
        if another question or round is asked, the time is over, or the answer is revealed. Raises TooLong,
        NotAMember or TooMuch, too.

        `check` raises if the text is no answer. This call may take a while, and comes after the checks
        of student and rate.
        """
        if len(text) > limits.LONGEST:
            raise TooLong(say("an answer has at most {limit} characters", limit=limits.LONGEST))
        self.store.answer_of(code, student)
        self._answers.take(student, self.clock())
        check()
        self.store.put(code, question, student, text, self.clock())

    def answered(self, code: str, student: str, number: int = 0) -> str | None:
        """Return the student's answer to the current question, or None.

        `number` is the round, by default the current one.
        """
        return self.store.answer_of(code, student, number)

    def left(self, room: Room) -> float | None:
        """Return the seconds left on a room's timer, if any."""
        return max(0.0, room.closes - self.clock()) if room.closes else None

    def ask(self, code: str, key: str, place: Place) -> Room:
        """Ask another question, for the lecturer."""
        self.mine(code, key)
        return self.store.ask(code, place, self.clock())

    def reveal(self, code: str, key: str) -> Room:
        """Reveal the answer to everyone, for the lecturer."""
        self.mine(code, key)
        return self.store.reveal(code, self.clock())

    def answer_again(self, code: str, key: str) -> Room:
        """Ask the current question again after a discussion, for the lecturer."""
        self.mine(code, key)
        return self.store.begin_round(code, limits.ROUNDS, self.clock())

    def set_timer(self, code: str, key: str, seconds: float) -> Room:
        """Close the answers after some seconds; 0 removes the timer.

        Only the lecturer's key may do so. Raises TooLong unless 0 ≤ seconds ≤ 3600, and QuestionClosed if the answer is
        revealed.
        """
        self.mine(code, key)
        if not 0 <= seconds <= limits.LONGEST_TIMER:
            raise TooLong(say("a timer has 0 to {most} seconds", most=int(limits.LONGEST_TIMER)))
        now = self.clock()
        return self.store.set_timer(code, now + seconds if seconds else 0.0, now)

    def pairs(self, code: str, key: str) -> tuple[tuple[str | None, str | None], ...]:
        """Return each student's answers in both rounds, for the lecturer."""
        self.mine(code, key)
        return self.store.pairs(code)

    def record(self, code: str, key: str) -> tuple[tuple[str, str], ...]:
        """Return all answers with their questions and rounds, sorted, for the lecturer."""
        return tuple(sorted(answer for answers in self.by_student(code, key) for answer in answers))

    def by_student(self, code: str, key: str) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the record of each student, without the names, for the lecturer."""
        self.mine(code, key)
        return self.store.by_student(code)

    def answers(self, code: str, key: str) -> tuple[str, ...]:
        """Return all answers to the current question, for the lecturer."""
        self.mine(code, key)
        return self.store.answers(code)

    def strike(self, code: str, key: str, texts: Collection[str], *, dismiss: bool = False) -> int:
        """Remove answers by their texts, for the lecturer; return their number.

        With `dismiss` the authors of these answers have to join again.
        """
        self.mine(code, key)
        return self.store.strike(code, texts, dismiss, self.clock())

    def dismiss_silent(self, code: str, key: str) -> int:
        """Remove the students who have not answered anything yet, for the lecturer."""
        self.mine(code, key)
        return self.store.dismiss_silent(code, self.clock())

    def close(self, code: str, key: str) -> None:
        """Delete the room with all its data, for the lecturer."""
        self.mine(code, key)
        self.store.close(code)

    def sweep(self) -> int:
        """Delete abandoned rooms; return their number."""
        now = self.clock()
        return self.store.sweep(now - limits.IDLE, now - limits.EMPTY)

    def mine(self, code: str, key: str) -> Room:
        """Return the room of a code, checking the lecturer's key.

        Raises NotAMember for a wrong key.
        """
        room = self.store.read(code)
        if not room.opens(key):
            raise NotAMember(say("only the lecturer who opened this room may do that"))
        return room


@cache
def _rooms(location: str, beside: Path) -> Rooms:
    return Rooms(opened_store(location, beside))


def rooms(beside: Path) -> Rooms | None:
    """Return the rooms of this server; None if switched off.

    `beside` is the folder of the default room file.
    """
    return None if setting() == OFF else _rooms(setting(), beside)
