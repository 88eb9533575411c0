"""Frames of a sweep.

A frame is the live message of a page at one place, with all read-outs and the numbers in them.

Visitors who open the same sweep share its frames: a process stores ROOM bytes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import kernviz.budget as budget
from kernviz.compute import politely
from kernviz.data import Dataset
from kernviz.lessons import sweep
from kernviz.lessons.kernel_range import Meter, meter
from kernviz.lessons.lesson import MARK, Block, Lesson, Numbers, Picture, Readout, Row
from kernviz.lessons.page import build
from kernviz.lessons.sweep import Sweep
from kernviz.ui import escaping, live
from kernviz.wire import binary_message
from kernviz.wire.content import content, drawn
from kernviz.wording import ENGLISH, language, say, speaking

ROOM = 32 * 2**20  # bytes of stored frames
MOST = 4.0  # seconds of processor time for one frame
CURVE, MAP = "curve", "map"
TELLING = {  # read-outs shown first if they vary: as a curve over one number, or as a map over two
    "support vectors": CURVE,
    **dict.fromkeys(("cross-validated", "left out", "left-out error", "held out", "error"), MAP),
}


@dataclass(frozen=True)
class FrameRequest:
    """A requested frame of a sweep.

    It contains everything the frame depends on, so that any process may compute it.

    page      name of the page
    params    query parameters of the page
    at        values of the swept parameters at this place of the sweep
    tab       title of the tab whose pictures and read-outs are included, or ""
    pictures  False: read-outs only
    files     visitors' files by key
    whole     True: pictures as at rest, without rounding
    """

    page: str
    params: Mapping[str, Sequence[str]]
    at: Mapping[str, str]
    tab: str = ""
    pictures: bool = True
    files: Mapping[str, Dataset] = field(default_factory=dict)
    language: str = ENGLISH
    whole: bool = False


def request_at(
    page: str, params: Mapping[str, Sequence[str]], sweeps: tuple[Sweep, ...], place: int, **more: Any
) -> FrameRequest:
    """Return the request for the frame at one place of a sweep.

    For a map, a sweep of two numbers, only read-outs are requested. `more` holds further fields of `FrameRequest`.
    """
    tabs = {one_sweep.number.tab for one_sweep in sweeps} - {""}
    there = sweep.asked_for(sweeps, place)
    return FrameRequest(page, params, there, "".join(tabs), len(sweeps) == 1, language=language(), **more)


class UncacheableReply(bytes):
    """Message in place of a frame, for the time being.

    A later request may get the frame. The computation took too long, or this process does not know the state.
    Browsers and proxies do not store the message. The process does, so that a repeated request does not cost the time
    again.
    """


def frame(request: FrameRequest) -> bytes:
    """Compute a frame at low priority.

    Live requests go first. Beyond its time limit the frame holds a message instead.
    """
    with speaking(request.language), budget.within(MOST):
        try:
            return _frame(request)
        except budget.OverBudgetError as problem:
            words = say("This place takes more than {n} seconds of computing.", n=problem.seconds)
            reply = {"problem": words, "at": request.at, "pictures": {}, "readouts": []}
            return UncacheableReply(binary_message.packed(reply))


def _frame(request: FrameRequest) -> bytes:
    found = live.page_and_state(
        request.page, {**request.params, **{name: [text] for name, text in request.at.items()}}, request.files
    )
    if found is None:
        return UncacheableReply(binary_message.packed({"problem": say("This cannot be computed here.")}))
    page, state = found
    with politely(patient=True):
        lesson = build(page, state)
        fields = content(_complete(lesson), whole=request.whole)
        blocks = [block for tab in lesson.tabs if tab.title == request.tab for block in _flat(tab.blocks)]
        values = [*lesson.measured, *(number for item in lesson.readouts for number in item.items)]
        values += [number for block in blocks if isinstance(block, Numbers) for number in block.items]
        more = {block.key: drawn(block, whole=request.whole) for block in blocks if isinstance(block, Picture)}
        fields["pictures"] = fields["pictures"] | more if request.pictures else {}
        measured = meter(state)
        fields["meter"] = _marks(measured)
        values += [] if measured is None else measured.readouts
        fields["values"] = [_value(number) for number in values]
    fields["at"] = request.at
    fields["set"] = sweep.in_address(state, request.at)
    return binary_message.packed(fields)


def _complete(lesson: Lesson) -> Lesson:
    """Return the lesson with all read-outs computed.

    These include read-outs that a live picture omits.
    """
    items = tuple(
        replace(item, items=tuple(replace(number, text=number.value) for number in item.items))
        if isinstance(item, Numbers)
        else item
        for item in lesson.besides
    )
    return replace(lesson, besides=items)


def _marks(measured: Meter | None) -> list[tuple[str, float]]:
    """Return label and value of each number of a kernel's range.

    In the labels the kernel's exponent takes the place of Q. Without an exponent the list is empty.
    """
    if measured is None or measured.power is None:
        return []
    return [(label.replace("Q", str(measured.power)), value) for label, value in measured.numbers]


def _value(number: Readout) -> list[Any]:
    """Return the read-out's label, text, number, and role in the sweep.

    The number is the one in the text. The sign of a marked number follows the text, since frames have equal labels.
    """
    text = escaping.plain(number.value)
    shown = f"{text} {MARK}" if number.marked else text
    return [escaping.plain(number.label), shown, sweep.number_in(text), TELLING.get(number.label, "")]


def _flat(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Row):
            for column in block.columns:
                yield from _flat(column)
        else:
            yield block
