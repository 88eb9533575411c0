"""Interface of room stores, whose operations are all atomic.

Processes may therefore share a store.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from kernviz.rooms.room import Place, Room


class Store(Protocol):
    """Operations of a room store.

    `now` is in seconds, by the same clock in all calls. A code that names no room raises RoomNotFound,
    and a disk without space DiskFull.
    """

    def create(self, room: Room, most: int, now: float) -> bool:
        """Store a new room; return False if its code is taken.

        Raises Full if there are `most` rooms already.
        """

    def read(self, code: str) -> Room:
        """Return the room of a code."""

    def ask(self, code: str, place: Place, now: float) -> Room:
        """Set the current question.

        Answers to other questions stay, and revealed questions stay revealed. A question that is asked
        again is in the round in which it was left.
        """

    def begin_round(self, code: str, number: int, now: float) -> Room:
        """Begin a round of the current question, without a timer.

        Answers of earlier rounds stay. A round that has begun already changes nothing. Raises
        QuestionClosed if the answer is revealed.
        """

    def set_timer(self, code: str, closes: float, now: float) -> Room:
        """Set the time at which answers to the current question close.

        0 removes the timer. Raises QuestionClosed if the answer is revealed.
        """

    def reveal(self, code: str, now: float) -> Room:
        """Reveal the answer to the current question.

        From then on no answer to this question is accepted.
        """

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        """Add a student to a room, unless the student is there already.

        Raises Full for a new student if there are `most` students already.
        """

    def put(self, code: str, question: str, student: str, text: str, now: float) -> None:
        """Store a student's answer in place of an earlier one.

        Raises QuestionClosed as `Room.refusal` says. Raises NotAMember if the student has not joined.
        """

    def answers(self, code: str) -> tuple[str, ...]:
        """Return the answers to the current question and round, without their authors."""

    def pairs(self, code: str) -> tuple[tuple[str | None, str | None], ...]:
        """Return each student's answers in both rounds of the current question.

        None stands for no answer. The authors are left out, and the pairs are in the order of their texts.
        """

    def by_student(self, code: str) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the whole record of each student, without the names.

        A student's record is the sorted pairs (key of question and round, answer). Records are sorted, too.
        """

    def answer_of(self, code: str, student: str, number: int = 0) -> str | None:
        """Return the student's answer to the current question, or None.

        `number` is the round, by default the current one. Raises NotAMember if the student has not joined.
        """

    def strike(self, code: str, texts: Collection[str], dismiss: bool, now: float) -> int:
        """Delete answers to the current question by text; return their number.

        They are those of the current round. With `dismiss` the authors leave the room, and their other answers are
        deleted, too.
        """

    def dismiss_silent(self, code: str, now: float) -> int:
        """Remove the students without any answer in this room; return their number."""

    def close(self, code: str) -> None:
        """Delete all data of the room, even on a full disk.

        Closing twice is no error.
        """

    def sweep(self, idle: float, empty: float) -> int:
        """Delete abandoned rooms and return their number.

        A room is abandoned if its last change was before the time `idle`. For a room without students
        the time is `empty`.
        """

    def count(self) -> int:
        """Return the number of rooms."""
