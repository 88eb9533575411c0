"""Rooms in Redis, for processes on several machines.

Every change is one script, which Redis runs atomically. The keys of a room expire 12 hours after the last change, even
if all processes have ended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from kernviz.rooms.redis_scripts import (
    ASK,
    BEGIN,
    CLOSE,
    CREATE,
    ENTER,
    PUT,
    REVEAL,
    ROUND,
    SILENT,
    STRIKE,
    SWEEP,
    TIMER,
)
from kernviz.rooms.room import (
    EMPTY,
    GRACE,
    IDLE,
    Place,
    Room,
    RoomError,
    answer_shown,
    disk_full,
    grouped_by_student,
    memory_full,
    not_joined,
    paired,
    question_closed,
    room_not_found,
    time_over,
    too_many_rooms,
    too_many_students,
)

ALL = "kernviz:rooms"  # sorted set: code -> time of its last change
EXPIRES = int(2 * max(IDLE, EMPTY))

REFUSED: dict[str, Callable[[], RoomError]] = {
    "gone": room_not_found,
    "late": question_closed,
    "shown": answer_shown,
    "over": time_over,
    "stranger": not_joined,
}


class Redis:
    """Room store in the Redis server at an address.

    This store needs the package redis: ``pip install "kernviz[redis]"``.
    """

    def __init__(self, address: str) -> None:
        import redis

        self._redis: Any = redis.Redis.from_url(address, decode_responses=True)
        self._refusal = redis.ResponseError
        scripts = {"create": CREATE, "ask": ASK, "reveal": REVEAL, "enter": ENTER, "put": PUT}
        scripts |= {"round": ROUND, "timer": TIMER, "strike": STRIKE, "silent": SILENT, "close": CLOSE, "sweep": SWEEP}
        self._scripts = {name: self._redis.register_script(BEGIN + body) for name, body in scripts.items()}

    def create(self, room: Room, most: int, now: float) -> bool:
        at = room.place
        values = (most, room.key_digest, at.course, at.step, at.variant, room.version)
        return bool(self._run("create", room.code, now, *values, full=too_many_rooms(most)))

    def count(self) -> int:
        return int(self._redis.zcard(ALL))

    def read(self, code: str) -> Room:
        key, rounds = _keys(code)[1], _keys(code)[6]
        fields = self._redis.hgetall(key)
        if not fields:
            raise room_not_found()
        place = Place(fields["course"], fields["step"], int(fields["variant"]))
        line = self._redis.pipeline(transaction=False)
        line.sismember(f"{key}:revealed", place.name).scard(f"{key}:students")
        line.hmget(rounds, f"round {place.name}", f"closes {place.name}")
        revealed, students, (number, closes) = line.execute()
        state = bool(revealed), int(students), int(number or 1), float(closes or 0)
        return Room(code, fields["lock"], place, int(fields["version"]), *state)

    def ask(self, code: str, place: Place, now: float) -> Room:
        self._run("ask", code, now, place.course, place.step, place.variant)
        return self.read(code)

    def reveal(self, code: str, now: float) -> Room:
        self._run("reveal", code, now)
        return self.read(code)

    def begin_round(self, code: str, number: int, now: float) -> Room:
        self._run("round", code, now, number)
        return self.read(code)

    def set_timer(self, code: str, closes: float, now: float) -> Room:
        self._run("timer", code, now, closes)
        return self.read(code)

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        self._run("enter", code, now, student, most, full=too_many_students(most))

    def put(self, code: str, question: str, student: str, text: str, now: float) -> None:
        self._run("put", code, now, question, student, text, GRACE, question=question)

    def answers(self, code: str) -> tuple[str, ...]:
        return tuple(sorted(self._redis.hvals(_keys(code, self.read(code).question)[5])))

    def pairs(self, code: str) -> tuple[tuple[str | None, str | None], ...]:
        place = self.read(code).place
        line = self._redis.pipeline(transaction=False)
        for number in (1, 2):
            line.hgetall(_keys(code, place.in_round(number))[5])
        return paired(*line.execute())

    def by_student(self, code: str) -> tuple[tuple[tuple[str, str], ...], ...]:
        self.read(code)
        questions = sorted(self._redis.smembers(_keys(code)[4]))
        line = self._redis.pipeline(transaction=False)
        for question in questions:
            line.hgetall(_keys(code, question)[5])
        found = zip(questions, line.execute(), strict=True)
        return grouped_by_student(
            (student, question, text) for question, given in found for student, text in given.items()
        )

    def answer_of(self, code: str, student: str, number: int = 0) -> str | None:
        room = self.read(code)
        keys = _keys(code, room.place.in_round(number or room.round))
        if not self._redis.sismember(keys[2], student):
            raise not_joined()
        found: str | None = self._redis.hget(keys[5], student)
        return found

    def strike(self, code: str, texts: Collection[str], dismiss: bool, now: float) -> int:
        return self._run("strike", code, now, int(dismiss), *texts)

    def dismiss_silent(self, code: str, now: float) -> int:
        return self._run("silent", code, now)

    def close(self, code: str) -> None:
        self._run("close", code, 0)

    def sweep(self, idle: float, empty: float) -> int:
        old = self._redis.zrangebyscore(ALL, "-inf", f"({max(idle, empty)}")
        return sum(self._run("sweep", code, 0, idle, empty) for code in old)

    def shut(self) -> None:
        """Close the connections."""
        self._redis.close()

    def _run(
        self, script: str, code: str, now: float, *values: Any, question: str = "", full: RoomError | None = None
    ) -> int:
        """Run a Redis script and return its integer result.

        Raises `full` if the script returns 'full', or the RoomError of another refusal. Raises DiskFull if Redis has no
        memory left, or cannot write its file. Then the script has changed nothing.
        """
        try:
            reply = self._scripts[script](keys=_keys(code, question), args=[now, code, EXPIRES, *values])
        except self._refusal as refused:
            raise _no_space(refused) or refused from None
        if reply == "full" and full is not None:
            raise full
        if isinstance(reply, str):
            raise REFUSED[reply]()
        return int(reply)


def _no_space(refused: Exception) -> RoomError | None:
    """Return the error for a Redis without space.

    None for a refusal with another reason.
    Inside a script Redis names the reason after the script's name.
    """
    text = str(refused)
    if "OOM" in text or "maxmemory" in text:
        return memory_full()
    return disk_full() if "MISCONF" in text else None


def _keys(code: str, question: str = "") -> list[str]:
    key = f"kernviz:room:{code}"
    parts = ("students", "revealed", "places", f"answers:{question}", "rounds")
    return [ALL, key, *(f"{key}:{part}" for part in parts)]
