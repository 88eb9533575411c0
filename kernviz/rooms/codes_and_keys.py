"""Codes of rooms, and random keys of lecturers and students.

A code lets anybody join a room. The lecturer and each student have a random key that nobody can guess. A student is
known by the key alone.
"""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # letters and digits that cannot be confused
LENGTH = 6  # letters of a code; 7·10⁸ codes for a few rooms


def new_code() -> str:
    """Return a random code that grants the right to join only."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Return a typed room code in capitals, without blanks and hyphens.

    The result is "" if the text cannot be a code.
    """
    code = "".join(text.split()).upper().replace("-", "")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""


def new_key() -> str:
    """Return a random key for the lecturer or a student."""
    return secrets.token_urlsafe(24)


def digest(key: str) -> str:
    """Return a key's SHA-256 digest.

    The digest is stored instead of the key, because it cannot be used as a key.
    """
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
