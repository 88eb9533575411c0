"""The kernel expression everyone works on: one text, its past, and the last valid kernel.

The text is the widget ``k``, which is also what the address carries. Everything that changes the kernel (typing, a
slider, the block editor, an example, the browser's back button) ends in that text, and is noted here, in one place:
that is how undo covers all of them. A text that cannot be used changes nothing but the message: the last valid kernel
stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import streamlit as st

from kernviz.kernels import Kernel, KernelSyntaxError, parse
from kernviz.kernels.maths import Reading, readings
from kernviz.kernels.menu import misfit
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.lessons.subject import KERNEL as DEFAULT
from kernviz.lessons.subject import KERNEL_PARAM
from kernviz.ui import parts, query, widget_sync
from kernviz.wording import phrase, remembered, say, spoken

KEY = "k"
PARAMS = (KERNEL_PARAM,)
PLACE = "side"  # where its field is drawn
HINT = phrase(
    "For example 0.5*rbf(gamma=2) + exp(linear), or as the lectures write: (x·z + 1)², "
    "exp(−‖x − z‖²/4). Join kernels with + - * ** and @, then press Enter."
)

_MEMORY = "_kernel"
_LONGEST_PAST = 200


@dataclass
class _Memory:
    shown: str | None = None  # what the field says; None before it was drawn for the first time
    text: str = DEFAULT  # the last valid text
    past: list[str] = field(default_factory=list)  # valid texts before it, the latest last
    why: Hashable = None  # what made the last change: the moves of one number are one step of undo
    refusal: tuple[Hashable, str] | None = None  # an edit that could not be made, and the reason
    from_maths: tuple[str, str] | None = None  # maths that was typed, and the text it was read as
    d: int = 2


@dataclass(frozen=True)
class State:
    """What is written, the kernel in use, and why they differ if they do; what the text was typed as, or may mean."""

    text: str
    kernel: Kernel
    d: int
    problem: str = ""
    pointer: tuple[str, str] | None = None  # the text around the mistake, and the mark to set under it
    typed: str = ""  # the maths it was read from, where it was
    offers: tuple[Reading, ...] = ()  # what a text that cannot be used may mean


def state() -> State:
    """The expression in force."""
    memory = _memory()
    text = str(st.session_state.get(KEY, DEFAULT)) if memory.shown is None else memory.shown
    try:
        typed = memory.from_maths[0] if memory.from_maths and memory.from_maths[1] == text else ""
        return State(text, _understood(text, memory.d), memory.d, typed=typed)
    except ValueError as problem:
        pointer = _pointer(problem) if isinstance(problem, KernelSyntaxError) else None
        offers = tuple(reading for reading in readings(text) if _fits(reading.text, memory.d))
        return State(text, _last_valid(memory), memory.d, _said(problem), pointer, offers=offers)


def in_force() -> Hashable:
    """What those depend on who compute with it."""
    memory = _memory()
    return memory.shown, memory.text, memory.d


def written() -> Hashable:
    """What depends on more than the kernel: what is said of it, and whether it can be undone."""
    return in_force(), can_undo(), _memory().refusal, _memory().from_maths


def settle(d: int) -> None:
    """Before anything is drawn: the address where it decides, and the dimension of the data from now on."""
    memory = _memory()
    memory.d = d
    text = str(query.soon(KERNEL_PARAM))
    if memory.shown is None:  # maths in the address stands in the field until the next run
        memory.shown = text = _in_words(memory, text)
        memory.text = text if _fits(text, d) else DEFAULT
    elif query.going_back() and text != memory.text:
        _set(memory, text)


def hand_over() -> None:
    """Before its part is drawn alone after the body, which writes the address: what the field is going to hold."""
    memory = _memory()
    if parts.alone() and parts.running(parts.KERNEL) and KEY in st.session_state and memory.shown is not None:
        widget_sync.mirror(PLACE, KEY, memory.shown, put, typed=True)


def text_field(d: int) -> None:
    """The field that owns the text and its place in the address. Once a run, before anything else of the composer.

    d is the dimension of the data from now on: a 2×2 matrix A does not fit the line.
    """
    memory = _memory()
    memory.d = d
    if KEY in st.session_state and memory.shown is not None:
        widget_sync.mirror(PLACE, KEY, memory.shown, put, typed=True)
    st.text_input(
        say("Kernel"),
        DEFAULT,
        max_chars=LONGEST_TEXT,
        key=KEY,
        bind="query-params",
        help=spoken(HINT),
        autocomplete="off",
    )
    text = str(st.session_state[KEY])
    widget_sync.settled(PLACE, KEY, text, put, typed=True)
    if text != memory.text:  # the browser's back button has changed it, or it fits now that the data are others
        _set(memory, text)


def put(text: str) -> None:
    """A text from elsewhere: typed, or an example. It can be undone."""
    memory = _memory()
    memory.refusal = None
    _set(memory, str(text))


def change(make: Callable[[Kernel], Kernel | None], why: Hashable, *, one_step: bool = False) -> None:
    """Put what `make` makes of the kernel in force in its place. A ValueError becomes a `refusal(why)`.

    With `one_step` all changes in a row with the same `why`, such as the moves of one slider, are undone together.
    """
    kernel, memory = state().kernel, _memory()
    memory.refusal = None
    try:
        made = make(kernel)
    except ValueError as problem:
        memory.refusal = (why, _said(problem))
        return
    if made is not None:
        _set(memory, str(made), why, one_step=one_step)


def refusal(why: Hashable) -> str:
    """Why the last change of that kind could not be made, or nothing."""
    refused = _memory().refusal
    return refused[1] if refused and refused[0] == why else ""


def undo() -> None:
    """A callback: the text before the last change; first of all, a text that cannot be used gives way to the last valid
    one.
    """
    parts.listen()
    memory = _memory()
    memory.refusal, memory.why = None, None
    if memory.shown == memory.text and memory.past:
        memory.text = memory.past.pop()
    memory.shown = memory.text


def can_undo() -> bool:
    """Whether there is anything to go back to."""
    memory = _memory()
    return bool(memory.past) or memory.shown not in (None, memory.text)


def start_again() -> None:
    """A callback: the kernel everyone begins with. It can be undone."""
    parts.listen()
    put(DEFAULT)


def _memory() -> _Memory:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    return memory


def _in_words(memory: _Memory, text: str) -> str:
    """A text, or the one it certainly means where it is maths as it is printed; that is remembered, to be said."""
    if _fits(text, memory.d):
        return text
    found = readings(text)
    if len(found) != 1 or found[0].where or not _fits(found[0].text, memory.d):
        return text
    memory.from_maths = (text, found[0].text)
    return found[0].text


def _set(memory: _Memory, text: str, why: Hashable = None, *, one_step: bool = False) -> None:
    memory.shown = text = _in_words(memory, text)
    if text == memory.text or not _fits(text, memory.d):
        return
    if not (one_step and why == memory.why):
        memory.past = [*memory.past, memory.text][-_LONGEST_PAST:]
    memory.text, memory.why = text, why


@remembered(512)
def _understood(text: str, d: int) -> Kernel:
    kernel = parse(text)
    if reason := misfit(kernel, d):
        raise ValueError(reason)
    return kernel


def _fits(text: str, d: int) -> bool:
    try:
        return bool(_understood(text, d))
    except ValueError:
        return False


def _last_valid(memory: _Memory) -> Kernel:
    """Going back as far as the dimension of the data asks for."""
    return next((parse(t) for t in (memory.text, *reversed(memory.past)) if _fits(t, memory.d)), parse(DEFAULT))


def _said(problem: ValueError) -> str:
    return problem.problem if isinstance(problem, KernelSyntaxError) else str(problem)


def _pointer(error: KernelSyntaxError, around: int = 14) -> tuple[str, str] | None:
    """A window narrow enough for the sidebar; nothing for an empty text."""
    start, end = max(0, error.column - around), error.column + around
    shown = "".join(c if c.isprintable() else " " for c in error.text[start:end])
    front = "…" if start else ""
    mark = " " * (len(front) + error.column - start) + "^"
    return (front + shown + ("…" if end < len(error.text) else ""), mark) if shown else None
