"""A room as it is stored, its limits, and what may be wrong with what is asked of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another
LENGTH = 6  # letters of a code: 7·10⁸ of them, for a few rooms
MOST_ROOMS = 50
MOST_STUDENTS = 1000
LONGEST = 2000  # characters of an answer
IDLE = 6 * 3600.0  # seconds after which a room in which nothing happens is closed
EMPTY = 3600.0  # the same, where nobody has come


class RoomError(Exception):
    """Why something cannot be done; its text is a sentence for whoever asked."""


class Gone(RoomError):
    """There is no such room, or no longer."""


class Full(RoomError):
    """A limit is reached."""


class Late(RoomError):
    """The question has been answered for all, or another one is asked."""


class Stranger(RoomError):
    """Not the lecturer of this room, or not one of its students."""


class TooMuch(RoomError):
    """Too long, or too often."""


@dataclass(frozen=True)
class Place:
    """What is asked: a step of a course, in a variant."""

    course: str
    step: str
    variant: int = 0

    @property
    def name(self) -> str:
        """By which the answers to it are told from others of the room."""
        return f"{self.course}/{self.step}/{self.variant}"


@dataclass(frozen=True)
class Room:
    """A room. `lock` is the digest of the lecturer's key; `version` grows with everything its students should see."""

    code: str
    lock: str
    place: Place
    version: int = 1
    revealed: bool = False
    students: int = 0

    def opens(self, key: str) -> bool:
        """Whether that is the lecturer's key."""
        return hmac.compare_digest(self.lock, digest(key))


def digest(key: str) -> str:
    """A key as it is stored: who reads the store cannot use it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_code() -> str:
    """A short word to join by. It opens nothing but the door."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def new_key() -> str:
    """A word nobody guesses: the lecturer's, or a student's."""
    return secrets.token_urlsafe(24)


def read_code(text: str) -> str:
    """A code as somebody types it: in small letters or parted. Empty where it cannot be one."""
    code = "".join(text.split()).upper().replace("-", "")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""
