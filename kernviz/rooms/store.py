"""Where rooms are kept. Several processes may share a store: everything here happens at once or not at all."""

from __future__ import annotations

from typing import Protocol

from kernviz.rooms.room import Place, Room


class Store(Protocol):
    """What a store can do. `now` is in seconds, by whatever clock; a code that names no room raises Gone."""

    def create(self, room: Room, most: int, now: float) -> bool:
        """Keep a new room; False where its code is taken. Full if there are `most` already."""

    def read(self, code: str) -> Room:
        """The room as it is."""

    def ask(self, code: str, place: Place, now: float) -> Room:
        """Another question is asked. Answers to the others stay, and what was revealed stays revealed."""

    def reveal(self, code: str, now: float) -> Room:
        """The answer is shown: no more are taken to this question."""

    def enter(self, code: str, student: str, most: int, now: float) -> None:
        """A student joins; again is once. Full if there are `most` already."""

    def put(self, code: str, place: str, student: str, text: str, now: float) -> None:
        """Keep a student's answer in place of an earlier one. Late where another place is asked or it is revealed,
        Stranger where the student has not joined.
        """

    def answers(self, code: str) -> tuple[str, ...]:
        """What was answered to the question asked, without who."""

    def answer_of(self, code: str, student: str) -> str | None:
        """What that student has answered to it. Stranger where they have not joined."""

    def close(self, code: str) -> None:
        """Nothing of the room is left. Closed twice is closed."""

    def sweep(self, idle: float, empty: float) -> int:
        """Close the rooms in which nothing has happened since `idle`, or since `empty` where nobody is; how many."""
