"""The rooms of this server, and the cleaning of those that were forgotten."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from kernviz.courses import reader
from kernviz.rooms import rooms as all_rooms
from kernviz.rooms.rooms import OFF, Rooms, rooms_file, setting
from kernviz.ui.start import find_app
from kernviz.wording import say

OFTEN = 600.0  # seconds between two cleanings


def rooms() -> Rooms | None:
    """The rooms; None where they are switched off."""
    return all_rooms.rooms(_beside())


def on() -> bool:
    """Whether rooms may be opened. Asking makes no file: the first room does."""
    return setting() != OFF


def _beside() -> Path:
    return find_app().parent


def stamp(course: str) -> tuple[object, ...]:
    """What changes when a course's file does."""
    return (reader.courses().get(course),)


async def clean() -> None:
    """As long as the server lives. Where nobody has ever opened a room there is nothing to clean, and no file is
    made.
    """
    while True:
        try:
            if rooms_file(_beside()):
                found = rooms()
                if found is not None:
                    await asyncio.to_thread(found.sweep)
        except Exception:  # the store may be away; later it is back
            logging.getLogger(__name__).exception(say("could not clean the rooms"))
        await asyncio.sleep(OFTEN)
