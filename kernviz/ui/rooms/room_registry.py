"""The rooms of this server, and the removal of abandoned ones."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from kernviz.rooms import rooms as all_rooms
from kernviz.rooms.location import OFF, fault, setting, shown_place, store_may_exist
from kernviz.rooms.rooms import Rooms
from kernviz.ui.start import find_app
from kernviz.wording import say

CLEAN_EVERY = 600.0  # seconds between two removals of abandoned rooms


def rooms() -> Rooms | None:
    """Return the rooms, or None if they are switched off."""
    return all_rooms.rooms(_beside())


def on() -> bool:
    """Return True if rooms may be opened.

    The call creates no file of rooms; the first room creates it.
    """
    return setting() != OFF


def problem() -> str:
    """Return the reason why the configured room store cannot be used.

    The sentence also says what can be done about it. It is "" if the store can be used.
    """
    return fault(setting())


def place() -> str:
    """Return the place of the rooms, or "off".

    The place is a file's path or an address of Redis, shown without its user and password. No file is created.
    """
    location = setting()
    return location if location == OFF else shown_place(location, _beside())


def count() -> int | None:
    """Return the number of rooms.

    Return None if there is no store, or if the store does not answer.
    """
    try:
        existing = _existing()
        return None if existing is None else existing.store.count()
    except Exception as problem_of_store:
        logging.getLogger(__name__).warning("could not count the rooms: %s", problem_of_store)
        return None


def announce() -> None:
    """Log an unusable store setting when the server starts."""
    if found := problem():
        logging.getLogger(__name__).error(found)


def _beside() -> Path:
    return find_app().parent


def _existing() -> Rooms | None:
    """Return the rooms if their store exists and can be used."""
    return rooms() if not problem() and store_may_exist(_beside()) else None


async def clean() -> None:
    """Remove abandoned rooms regularly, as long as the server lives.

    No store is created if there is none.
    """
    await asyncio.to_thread(announce)
    while True:
        try:
            existing = await asyncio.to_thread(_existing)
            if existing is not None:
                await asyncio.to_thread(existing.sweep)
        except Exception:  # the store may be away for a moment
            logging.getLogger(__name__).exception(say("could not clean the rooms"))
        await asyncio.sleep(CLEAN_EVERY)
