"""The interface of room stores. Processes may share a store: every operation is atomic."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from kernviz.rooms.room import Place, Room


class Store(Protocol):
    """Operations of a store. `now` is in seconds, by any one clock.

    A code that names no room raises RoomNotFound, and a disk without space DiskFull.
    """

    def create(self, room: Room, most: int, now: float) -> bool:
        """Store a new room; False if its code is taken. Full if there are `most` already."""

    def read(self, code: str) -> Room:
        """Return the room."""

    def ask(self, code: str, place: Place, now: float) -> Room:
        """Set the current question. Answers to others stay, and revealed ones stay revealed."""

    def reveal(self, code: str, now: float) -> Room:
        """Reveal the answer; from then on none is accepted to this question."""

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        """Add a student, once. Full if there are `most` already."""

    def put(self, code: str, place: str, student: str, text: str, now: float) -> None:
        """Store a student's answer in place of an earlier one.

        QuestionClosed if another place is asked or it is revealed, NotAMember if the student has not joined.
        """

    def answers(self, code: str) -> tuple[str, ...]:
        """Return the answers to the current question, without their authors."""

    def answer_of(self, code: str, student: str) -> str | None:
        """Return the student's answer to the current question, or None. NotAMember if they have not joined."""

    def strike(self, code: str, texts: Collection[str], dismiss: bool, now: float) -> int:
        """Delete the answers with these texts to the current question; return their number.

        `dismiss`: their authors leave the room, and their answers to other questions are deleted too.
        """

    def dismiss_silent(self, code: str, now: float) -> int:
        """Remove the students without any answer in this room; return their number."""

    def close(self, code: str) -> None:
        """Delete all data of the room, even on a full disk. Closing twice is no error."""

    def sweep(self, idle: float, empty: float) -> int:
        """Delete the rooms unchanged since `idle`, or since `empty` if they have no students; return their number."""

    def count(self) -> int:
        """Return the number of rooms."""
