"""Students simulated in a process of their own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from kernviz.rooms.location import opened_store
from kernviz.rooms.rooms import Rooms


def attend(address: str, code: str, place: str, who: str, count: int, pause: float) -> None:
    """Have each student join and answer three times."""
    store: Any = opened_store(address, Path())
    rooms = Rooms(store)
    for i in range(count):
        student = rooms.join(code)
        for turn in range(3):
            rooms.answer(code, student, place, f"{who} {i} {turn}")
            time.sleep(pause)
    store.shut()
