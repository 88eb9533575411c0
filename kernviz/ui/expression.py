"""The current kernel expression.

The module holds its text, the last valid kernel, and the undo history.

The text is the widget ``k``, which is also a query parameter. Every change of the kernel ends in
that text: typing, a slider, the block editor, an example, the browser's back button. Every change
is recorded here, so that undo covers all of them. A text that cannot be used changes only the
message: the last valid kernel stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import streamlit as st

from kernviz.kernels import Kernel, KernelSyntaxError, parse
from kernviz.kernels.math_notation import NotationReading, readings
from kernviz.kernels.menu import misfit
from kernviz.lessons.data_and_kernel import KERNEL as DEFAULT
from kernviz.lessons.data_and_kernel import KERNEL_PARAM
from kernviz.ui import fragments, query, widget_sync
from kernviz.ui.session_memory import of_session
from kernviz.wording import phrase, remembered, say, spoken

KEY = "k"
PARAMS = (KERNEL_PARAM,)
PLACE = "side"  # part of the key of the kernel's text field
HINT = phrase(
    "For example 0.5*rbf(gamma=2) + exp(linear), or as the lectures write: (x·z + 1)², "
    "exp(−‖x − z‖²/4). Join kernels with + - * ** and @, then press Enter."
)

_MEMORY = "_kernel"
_LONGEST_PAST = 200


@dataclass
class _ExpressionHistory:
    shown: str | None = None  # text of the field; None before it is first drawn
    text: str = DEFAULT  # the last valid text
    past: list[str] = field(default_factory=list)  # earlier valid texts, the latest last
    why: Hashable = None  # origin of the last change: the moves of one number are one step of undo
    refusal: tuple[Hashable, str] | None = None  # an edit that was refused, and the reason
    from_maths: tuple[str, str] | None = None  # typed mathematics, and the kernel text it was read as
    d: int = 2


@dataclass(frozen=True)
class State:
    """The text of the kernel expression, with the kernel in use.

    For a text that cannot be used, `problem` is the error and `kernel` the last valid kernel.
    """

    text: str
    kernel: Kernel
    d: int
    problem: str = ""
    pointer: tuple[str, str] | None = None  # the text around the mistake, and the mark shown under the mistake
    typed: str = ""  # the typed mathematics from which the text was read; empty if none
    offers: tuple[NotationReading, ...] = ()  # suggested readings of a text that is no kernel


def state() -> State:
    """Return the State of the current kernel expression."""
    memory = _memory()
    text = str(st.session_state.get(KEY, DEFAULT)) if memory.shown is None else memory.shown
    try:
        typed = memory.from_maths[0] if memory.from_maths and memory.from_maths[1] == text else ""
        return State(text, _understood(text, memory.d), memory.d, typed=typed)
    except ValueError as problem:
        pointer = _pointer(problem) if isinstance(problem, KernelSyntaxError) else None
        offers = tuple(reading for reading in readings(text) if _fits(reading.text, memory.d))
        return State(text, _last_valid(memory), memory.d, _reason(problem), pointer, offers=offers)


def fingerprint() -> Hashable:
    """Return a hashable value that changes whenever the kernel may."""
    memory = _memory()
    return memory.shown, memory.text, memory.d


def written() -> Hashable:
    """Return a hashable value that changes whenever the composer's content may.

    The content is kernel, undo and messages.
    """
    return fingerprint(), can_undo(), _memory().refusal, _memory().from_maths


def settle(d: int) -> None:
    """Take the kernel text from the address, at first and after Back.

    Called before drawing. `d`, the dimension of the data, is noted, too.
    """
    memory = _memory()
    memory.d = d
    text = str(query.soon(KERNEL_PARAM))
    if memory.shown is None:  # mathematics from the address stays in the text field until the next run
        memory.shown = text = _as_kernel_text(memory, text)
        memory.text = text if _fits(text, d) else DEFAULT
    elif query.going_back() and text != memory.text:
        _set(memory, text)


def hand_over() -> None:
    """Set the text field's value early, if its fragment runs alone.

    The body is drawn before that fragment and writes the address, which holds the kernel's text.
    """
    memory = _memory()
    if (
        fragments.alone()
        and fragments.running(fragments.KERNEL)
        and KEY in st.session_state
        and memory.shown is not None
    ):
        widget_sync.mirror(PLACE, KEY, memory.shown, put, typed=True)


def text_field(d: int) -> None:
    """Draw the field that owns the text and its query parameter.

    Called once a run, before the rest of the composer.

    d is the dimension of the data from now on: a 2×2 matrix A does not fit the line.
    """
    memory = _memory()
    memory.d = d
    if KEY in st.session_state and memory.shown is not None:
        widget_sync.mirror(PLACE, KEY, memory.shown, put, typed=True)
    st.text_input(
        say("Kernel"),
        DEFAULT,
        key=KEY,
        bind="query-params",
        help=spoken(HINT),
        autocomplete="off",
    )
    text = str(st.session_state[KEY])
    widget_sync.settled(PLACE, KEY, text, put, typed=True)
    if text != memory.text:  # changed by the browser's back button, or valid only since the data changed
        _set(memory, text)


def put(text: str) -> None:
    """Set the kernel text, from typing or an example.

    This can be undone.
    """
    memory = _memory()
    memory.refusal = None
    _set(memory, str(text))


def change(make: Callable[[Kernel], Kernel | None], why: Hashable, *, one_step: bool = False) -> None:
    """Replace the current kernel by the result of `make`.

    `make` is applied to the current kernel. A ValueError becomes a `refusal(why)`.

    With `one_step`, successive changes with the same `why`, such as the moves of one slider, are
    undone together.
    """
    kernel, memory = state().kernel, _memory()
    memory.refusal = None
    try:
        made = make(kernel)
    except ValueError as problem:
        memory.refusal = (why, _reason(problem))
        return
    if made is not None:
        _set(memory, str(made), why, one_step=one_step)


def refusal(why: Hashable) -> str:
    """Return the reason why the last change failed, or "".

    The change is the last change of the kind `why`.
    """
    refused = _memory().refusal
    return refused[1] if refused and refused[0] == why else ""


def undo() -> None:
    """Return to the text before the last change (callback).

    An invalid text first gives way to the last valid text.
    """
    fragments.listen()
    memory = _memory()
    memory.refusal, memory.why = None, None
    if memory.shown == memory.text and memory.past:
        memory.text = memory.past.pop()
    memory.shown = memory.text


def can_undo() -> bool:
    """Return True if the kernel expression has a change to undo."""
    memory = _memory()
    return bool(memory.past) or memory.shown not in (None, memory.text)


def start_again() -> None:
    """Return to the default kernel (callback).

    This can be undone.
    """
    fragments.listen()
    put(DEFAULT)


def _memory() -> _ExpressionHistory:
    return of_session(_MEMORY, _ExpressionHistory)


def _as_kernel_text(memory: _ExpressionHistory, text: str) -> str:
    """Return the text, or its kernel text if it is printed mathematics.

    The kernel text replaces printed mathematics that has one certain reading. This reading is
    recorded.
    """
    if _fits(text, memory.d):
        return text
    found = readings(text)
    if len(found) != 1 or found[0].where or not _fits(found[0].text, memory.d):
        return text
    memory.from_maths = (text, found[0].text)
    return found[0].text


def _set(memory: _ExpressionHistory, text: str, why: Hashable = None, *, one_step: bool = False) -> None:
    memory.shown = text = _as_kernel_text(memory, text)
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


def _last_valid(memory: _ExpressionHistory) -> Kernel:
    """Return the latest fitting kernel of the history.

    A kernel fits if it matches the dimension of the data.
    """
    return next((parse(t) for t in (memory.text, *reversed(memory.past)) if _fits(t, memory.d)), parse(DEFAULT))


def _reason(problem: ValueError) -> str:
    return problem.problem if isinstance(problem, KernelSyntaxError) else str(problem)


def _pointer(error: KernelSyntaxError, around: int = 14) -> tuple[str, str] | None:
    """Return the text around the error and a mark below it.

    Both are narrow enough for the sidebar. None is returned for an empty text.
    """
    start, end = max(0, error.column - around), error.column + around
    shown = "".join(c if c.isprintable() else " " for c in error.text[start:end])
    front = "…" if start else ""
    mark = " " * (len(front) + error.column - start) + "^"
    return (front + shown + ("…" if end < len(error.text) else ""), mark) if shown else None
