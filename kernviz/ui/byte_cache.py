"""A cache of answers with a bound in bytes, the least recently used dropped first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock


class ByteCache:
    """A cache of at most ``room`` bytes for all threads of a process.

    An answer larger than the room is not stored, so that it drops no other.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 0
        self.hits = self.misses = 0
        self._held: OrderedDict[object, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object) -> bytes | None:
        """Return the answer, or None."""
        with self._lock:
            found = self._held.get(key)
            if found is None:
                self.misses += 1
            else:
                self.hits += 1
                self._held.move_to_end(key)
            return found

    def put(self, key: object, made: bytes) -> None:
        """Store an answer."""
        with self._lock:
            self.size -= len(self._held.pop(key, b""))
            if len(made) > self.room:
                return
            self._held[key] = made
            self.size += len(made)
            while self.size > self.room:
                self.size -= len(self._held.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget all answers."""
        with self._lock:
            self._held.clear()
            self.size = 0
