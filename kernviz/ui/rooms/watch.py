"""Waiting for something new in a room: one look at the store a moment, however many wait."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from typing import Any
from weakref import WeakKeyDictionary

from kernviz.rooms.room import Room
from kernviz.rooms.rooms import Rooms

MOMENT = 0.2  # seconds between two looks
PATIENCE = 8.0, 12.0  # seconds after which nothing new is an answer, too: a server that ends waits for no one longer

_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()


class Watch:
    """The rooms somebody waits for, in one process."""

    def __init__(self) -> None:
        self.waiting: dict[str, set[asyncio.Future[None]]] = defaultdict(set)
        self.looking: dict[str, asyncio.Task[None]] = {}

    async def newer(self, rooms: Rooms, code: str, since: int) -> Room:
        """The room, once its version is another than `since`, or after a while. Gone where there is none."""
        room = await asyncio.to_thread(rooms.look, code)
        if room.version != since:
            return room
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting[code].add(told)
        if code not in self.looking:
            self.looking[code] = asyncio.create_task(self._look(rooms, code, since))
        try:
            await asyncio.wait_for(told, random.uniform(*PATIENCE))  # noqa: S311  so that not all come back at once
        except TimeoutError:
            pass
        finally:
            self.waiting[code].discard(told)
        return await asyncio.to_thread(rooms.look, code)

    async def _look(self, rooms: Rooms, code: str, version: int) -> None:
        try:
            while self.waiting[code]:
                await asyncio.sleep(MOMENT)
                if (await asyncio.to_thread(rooms.look, code)).version != version:
                    break
        except Exception:  # the room is gone, or the store is away: whoever waits sees for themselves
            return
        finally:
            del self.looking[code]
            for told in self.waiting.pop(code, ()):
                if not told.done():
                    told.set_result(None)


def watch() -> Watch:
    """The one of this event loop."""
    found: Watch = _loops.setdefault(asyncio.get_running_loop(), Watch())
    return found
