"""What a page shows at one place of a sweep: the message a live request gets there, every read-out complete, and the
numbers the read-outs say.

Classmates who open the same sweep share its frames while there is room: ROOM bytes a process, the oldest go first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from kernviz.compute import politely
from kernviz.data import Dataset
from kernviz.lessons import sweep
from kernviz.lessons.lesson import Block, Lesson, Number, Numbers, Picture, Row
from kernviz.lessons.meter import Meter, meter
from kernviz.lessons.retold import build
from kernviz.lessons.sweep import Sweep
from kernviz.ui import binary_message, doors, live
from kernviz.wording import ENGLISH, language, say, speaking

ROOM = 32 * 2**20  # bytes
CURVE, MAP = "curve", "map"
TELLING = {  # the read-outs a sweep begins with where they move: a curve of one number, a map of two
    "support vectors": CURVE,
    **dict.fromkeys(("cross-validated", "left out", "left-out error", "held out", "error"), MAP),
}


@dataclass(frozen=True)
class Asked:
    """One place of a sweep: the page, its address, what the address says there; which tab of the page goes along.

    It carries all it depends on, so that any process may answer it.
    """

    page: str
    said: Mapping[str, Sequence[str]]
    there: Mapping[str, str]
    tab: str = ""
    pictures: bool = True
    files: Mapping[str, Dataset] = field(default_factory=dict)
    language: str = ENGLISH


def asked(page: str, said: Mapping[str, Sequence[str]], sweeps: tuple[Sweep, ...], place: int, **more: Any) -> Asked:
    """That place of a sweep; of a map only the read-outs."""
    tabs = {each.number.tab for each in sweeps} - {""}
    there = sweep.asked_for(sweeps, place)
    return Asked(page, said, there, "".join(tabs), len(sweeps) == 1, language=language(), **more)


def frame(asked: Asked) -> bytes:
    """It, computed: patiently, so that whoever moves something with a hand goes first."""
    with speaking(asked.language):
        return _frame(asked)


def _frame(asked: Asked) -> bytes:
    found = live.meant(asked.page, {**asked.said, **{name: [text] for name, text in asked.there.items()}}, asked.files)
    if found is None:
        return binary_message.packed({"problem": say("This cannot be computed here.")})
    page, state = found
    with politely(patient=True):
        lesson = build(page, state)
        content = live.content(_complete(lesson))
        blocks = [block for tab in lesson.tabs if tab.title == asked.tab for block in _flat(tab.blocks)]
        values = [*lesson.measured, *(number for item in lesson.readouts for number in item.items)]
        values += [number for block in blocks if isinstance(block, Numbers) for number in block.items]
        more = {block.key: live.drawn(block) for block in blocks if isinstance(block, Picture)}
        content["pictures"] = content["pictures"] | more if asked.pictures else {}
        measured = meter(state)
        content["meter"] = _marks(measured)
        values += [] if measured is None else measured.readouts
        content["values"] = [_value(number) for number in values]
    content["at"] = asked.there
    content["set"] = sweep.in_address(state, asked.there)
    return binary_message.packed(content)


def _complete(lesson: Lesson) -> Lesson:
    """With the read-outs a hand does not wait for."""
    items = tuple(
        Numbers(tuple(replace(number, said=number.value) for number in item.items))
        if isinstance(item, Numbers)
        else item
        for item in lesson.besides
    )
    return replace(lesson, besides=items)


def _marks(measured: Meter | None) -> list[tuple[str, float]]:
    """What a power does, to be drawn: with the power itself in the place of Q."""
    if measured is None or measured.power is None:
        return []
    return [(label.replace("Q", str(measured.power)), value) for label, value in measured.numbers]


def _value(number: Number) -> list[Any]:
    """Label, text, the number in it, what it tells."""
    text = doors.plain(number.value)
    return [doors.plain(number.label), text, sweep.number_in(text), TELLING.get(number.label, "")]


def _flat(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Row):
            for column in block.columns:
                yield from _flat(column)
        else:
            yield block


class Kept:
    """Frames by what was asked for, at most so many bytes of them."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.size = 0
        self._held: OrderedDict[object, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object) -> bytes | None:
        """What was kept, if it is still there."""
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def put(self, key: object, made: bytes) -> None:
        """Keep it."""
        with self._lock:
            self.size += len(made) - len(self._held.pop(key, b""))
            self._held[key] = made
            while self.size > self.room:
                self.size -= len(self._held.popitem(last=False)[1])
