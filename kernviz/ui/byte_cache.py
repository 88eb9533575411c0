"""A cache of answers, bounded in bytes.

The least recently used answer is dropped first.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock


class ByteCache:
    """A thread-safe cache of at most ``room`` bytes.

    All threads of a process share it. An answer larger than ``room`` is not stored, so that it drops
    no other.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 0
        self.hits = self.misses = 0
        self._entries: OrderedDict[object, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object) -> bytes | None:
        """Return the cached answer for a key, or None."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                self.misses += 1
            else:
                self.hits += 1
                self._entries.move_to_end(key)
            return found

    def put(self, key: object, made: bytes) -> None:
        """Store an answer in the cache."""
        with self._lock:
            self.size -= len(self._entries.pop(key, b""))
            if len(made) > self.room:
                return
            self._entries[key] = made
            self.size += len(made)
            while self.size > self.room:
                self.size -= len(self._entries.popitem(last=False)[1])
