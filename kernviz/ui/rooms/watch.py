"""Waiting for a new version of a room.

There is one query of the store at a time, however many requests wait.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any
from weakref import WeakKeyDictionary

from kernviz.rooms.room import Room
from kernviz.rooms.rooms import Rooms

MOMENT = 0.2  # seconds between two queries
# seconds after which an unchanged room is returned (random in this range); shutdown waits no longer
PATIENCE = 8.0, 12.0

_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()


class Watch:
    """The registry of rooms with waiting requests, in one event loop."""

    def __init__(self) -> None:
        self.waiting: dict[str, set[asyncio.Future[None]]] = {}  # code -> one future for each waiting request
        self.looking: dict[str, asyncio.Task[None]] = {}

    async def newer(self, rooms: Rooms, code: str, since: int) -> Room:
        """Return the room once its version differs from `since`.

        After a random time within PATIENCE the room is returned anyway. Raises RoomNotFound if the code has no room.
        """
        room = await asyncio.to_thread(rooms.look, code)
        if room.version != since:
            return room
        changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(code, set()).add(changed)
        if code not in self.looking:
            self.looking[code] = asyncio.create_task(self._look(rooms, code, since))
        try:
            await asyncio.wait_for(changed, random.uniform(*PATIENCE))  # noqa: S311  spreads the repeated requests
        except TimeoutError:
            pass
        finally:
            self.waiting.get(code, set()).discard(changed)
        return await asyncio.to_thread(rooms.look, code)

    async def _look(self, rooms: Rooms, code: str, version: int) -> None:
        try:
            while self.waiting.get(code):
                await asyncio.sleep(MOMENT)
                if (await asyncio.to_thread(rooms.look, code)).version != version:
                    break
        except Exception:  # room or store is gone: the waiting requests see that themselves
            return
        finally:
            del self.looking[code]
            for changed in self.waiting.pop(code, ()):
                if not changed.done():
                    changed.set_result(None)


def watch() -> Watch:
    """Return the Watch object of this event loop."""
    found: Watch = _loops.setdefault(asyncio.get_running_loop(), Watch())
    return found
