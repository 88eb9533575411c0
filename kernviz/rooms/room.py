"""Data of a room, its limits, and the errors of its operations."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernviz.rooms.codes_and_keys import digest
from kernviz.wording import say

MOST_ROOMS = 500
MOST_STUDENTS = 1000
LONGEST = 2000  # characters of an answer
IDLE = 6 * 3600.0  # seconds after which a room in which nothing happens is closed
EMPTY = 3600.0  # the same for a room without students
ROUNDS = 2  # times a question is asked: before and after the discussion
LONGEST_TIMER = 3600.0  # seconds
GRACE = 2.0  # seconds for answers on their way when the time is over


class RoomError(Exception):
    """Error of a refused operation on a room.

    The text is a sentence for the visitor.
    """


class RoomNotFound(RoomError):
    """Error of a code without a room, or of a closed room."""


class Full(RoomError):
    """Error of a room or server at its limit."""


class QuestionClosed(RoomError):
    """Error of an answer that comes too late.

    The answer has been revealed, or another question is asked.
    """


class NotAMember(RoomError):
    """Error of a request by someone outside the room.

    The person is not the lecturer of this room, or not one of its students.
    """


class TooMuch(RoomError):
    """Error of too many requests."""


class TooLong(RoomError):
    """Error of an answer or a timer above its limit."""


class DiskFull(RoomError):
    """Error of a store without space left."""


def room_not_found() -> RoomNotFound:
    """Return the error for a code without a room."""
    return RoomNotFound(say("there is no such room, or it is closed"))


def too_many_rooms(most: int) -> Full:
    """Return the error for a server at its limit of rooms."""
    return Full(say("there are {most} rooms already", most=most))


def too_many_students(most: int) -> Full:
    """Return the error for a room at its limit of students."""
    return Full(say("this room has {most} students already", most=most))


def question_closed() -> QuestionClosed:
    """Return the error for an answer to an earlier question."""
    return QuestionClosed(say("another question is being asked now"))


def answer_shown() -> QuestionClosed:
    """Return the error for an answer after the reveal."""
    return QuestionClosed(say("the answer is shown already"))


def time_over() -> QuestionClosed:
    """Return the error for an answer after the end of the timer."""
    return QuestionClosed(say("the time is over"))


def not_joined() -> NotAMember:
    """Return the error for a student who is not in the room."""
    return NotAMember(say("join the room first"))


def disk_full() -> DiskFull:
    """Return the error for a store on a full disk."""
    return DiskFull(say("the disk of this server is full: no answer can be kept until there is space on it"))


def memory_full() -> DiskFull:
    """Return the error for a store whose memory is full."""
    return DiskFull(say("the memory for rooms is full: no answer can be kept until a room is closed"))


@dataclass(frozen=True)
class Place:
    """Question asked in a room.

    The question is a step of a course, in a variant.
    """

    course: str
    step: str
    variant: int = 0

    @property
    def name(self) -> str:
        """Return the name of this question in its room."""
        return f"{self.course}/{self.step}/{self.variant}"

    def in_round(self, number: int) -> str:
        """Return the name of this question in a round, from 1."""
        return self.name if number <= 1 else f"{self.name}/{number}"


def read_question(name: str) -> tuple[Place, int]:
    """Return the question and the round of a question's name."""
    course, step, variant, *later = name.split("/")
    return Place(course, step, int(variant)), int(later[0]) if later else 1


@dataclass(frozen=True)
class Room:
    """Room of a lecturer and a class.

    `key_digest` is the digest of the lecturer's key. `version` grows with every change that the
    students of the room should see. `round` is 1, or 2 after a discussion. Answers are accepted until
    `closes`, in seconds by the clock of the rooms; 0 means without a timer.
    """

    code: str
    key_digest: str
    place: Place
    version: int = 1
    revealed: bool = False
    students: int = 0
    round: int = 1
    closes: float = 0.0

    @property
    def question(self) -> str:
        """Return the name of the current question and round."""
        return self.place.in_round(self.round)

    def refusal(self, question: str, now: float) -> QuestionClosed | None:
        """Return the error for an answer that is too late, else None.

        `question` is the name of the question and round that the student answers.
        """
        if question != self.question:
            return question_closed()
        if self.revealed:
            return answer_shown()
        return time_over() if self.closes and now > self.closes + GRACE else None

    def opens(self, key: str) -> bool:
        """Return True if ``key`` is the lecturer's key."""
        return hmac.compare_digest(self.key_digest, digest(key))


def paired(first: Mapping[str, str], second: Mapping[str, str]) -> tuple[tuple[str | None, str | None], ...]:
    """Return each student's pair of answers in two rounds, without the names.

    The arguments are student -> answer of each round. The pairs are in the order of their texts.
    """
    pairs = ((first.get(student), second.get(student)) for student in first.keys() | second.keys())
    return tuple(sorted(pairs, key=lambda pair: tuple(text or "" for text in pair)))


def grouped_by_student(answers: Iterable[tuple[str, str, str]]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return the answers of each student, without the names.

    The arguments are triples (student, key of question and round, answer). The result is in the order of its texts.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for student, question, text in answers:
        found.setdefault(student, []).append((question, text))
    return tuple(sorted(tuple(sorted(given)) for given in found.values()))
