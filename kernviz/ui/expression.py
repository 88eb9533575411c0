"""The kernel expression everyone works on: one text, its past, and the last valid kernel.

The text is the widget ``k``, which is also what the address carries. Everything that changes the kernel (typing, a slider,
the block editor, an example, the browser's back button) ends in that text, and is noticed here, in one place: that is
how undo covers all of them. A text that cannot be used changes nothing but the message: the last valid kernel stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

import streamlit as st

from kernviz.kernels import Kernel, KernelSyntaxError, parse
from kernviz.kernels.menu import misfit
from kernviz.kernels.tokens import LONGEST_TEXT
from kernviz.ui import echo, query

KEY = "k"
DEFAULT = "rbf(gamma=1)"
PARAMS = (query.text(KEY, DEFAULT, longest=LONGEST_TEXT, label="the kernel"),)

PLACE = "side"  # where its field is drawn
HINT = "For example 0.5*rbf(gamma=2) + exp(linear). Join kernels with + - * ** and @, then press Enter."

_MEMORY = "_kernel"
_LONGEST_PAST = 200
_UNDO = "undo"


@dataclass
class _Memory:
    text: str | None = None  # the last valid text
    past: list[str] = field(default_factory=list)  # valid texts before it, the latest last
    why: Hashable = None  # what made the last change: moves of one number are one step of undo
    next_why: Hashable = None
    one_step: bool = False
    drawn: str = DEFAULT  # what the field showed last
    reported: str | None = None  # since then: what a person typed there
    put: str | None = None  # since then: what we set it to
    refusal: tuple[Hashable, str] | None = None  # an edit that could not be made, and the reason
    d: int = 2


@dataclass(frozen=True)
class State:
    """What is written, the kernel in use, and why they differ if they do."""

    text: str
    kernel: Kernel
    d: int
    problem: str = ""
    pointer: tuple[str, str] | None = None  # the text around the mistake, and the mark to set under it


def state(d: int | None = None) -> State:
    """The expression in force. With d, the dimension of the data from now on: a 2×2 matrix A does not fit the line."""
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    memory.d = memory.d if d is None else d
    text = _written()
    try:
        kernel = _understood(text, memory.d)
    except ValueError as problem:
        pointer = _pointer(problem) if isinstance(problem, KernelSyntaxError) else None
        said = problem.problem if isinstance(problem, KernelSyntaxError) else str(problem)
        return State(text, _last_valid(memory), memory.d, said, pointer)
    _remember(memory, text)
    return State(text, kernel, memory.d)


def text_field() -> None:
    """The field that owns the text and its place in the address. Once a run, before anything else of the composer."""
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    if KEY in st.session_state:
        text = _written()
        if text != st.session_state[KEY]:
            echo.seed(PLACE, KEY, text)
        elif text not in (memory.drawn, memory.reported, memory.put):
            echo.noticed(PLACE, KEY, memory.drawn)  # an example has set it
    st.text_input("Kernel", DEFAULT, max_chars=LONGEST_TEXT, key=KEY, bind="query-params", help=HINT, autocomplete="off",
                  on_change=_typed)  # fmt: skip
    memory.drawn, memory.reported, memory.put = str(st.session_state[KEY]), None, None


def change(make: Callable[[Kernel], Kernel | None], why: Hashable, *, one_step: bool = False) -> None:
    """For callbacks: put what `make` makes of the kernel in force in its place. A ValueError becomes a `refusal(why)`.

    With `one_step` all changes in a row with the same `why`, such as the moves of one slider, are undone together.
    """
    now = state()
    memory: _Memory = st.session_state[_MEMORY]
    memory.refusal = None
    try:
        made = make(now.kernel)
    except ValueError as problem:
        said = problem.problem if isinstance(problem, KernelSyntaxError) else str(problem)
        memory.refusal = (why, said)
        return
    if made is not None:
        memory.next_why, memory.one_step = why, one_step
        _put(str(made))


def refusal(why: Hashable) -> str:
    """Why the last change of that kind could not be made, or nothing."""
    memory = st.session_state.get(_MEMORY)
    return memory.refusal[1] if memory and memory.refusal and memory.refusal[0] == why else ""


def undo() -> None:
    """A callback: the text before the last change; first of all, a text that cannot be used gives way to the last valid one."""
    now = state()
    memory: _Memory = st.session_state[_MEMORY]
    memory.refusal, memory.next_why, memory.one_step = None, _UNDO, False
    if now.problem and memory.text is not None and memory.text != now.text:
        _put(memory.text)
        return
    while memory.past:
        text = memory.past.pop()
        if text != now.text:
            _put(text)
            return


def can_undo() -> bool:
    """Whether there is anything to go back to."""
    now = state()
    memory: _Memory = st.session_state[_MEMORY]
    return bool(now.problem) or any(text != now.text for text in memory.past)


def start_again() -> None:
    """A callback: the kernel everyone begins with. It can be undone."""
    put(DEFAULT)


def put(text: str) -> None:
    """A callback: a text from elsewhere, such as the large field or an example. It can be undone."""
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    memory.refusal, memory.next_why = None, None
    _put(text)


def _typed() -> None:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    if not echo.is_echo(PLACE, KEY):
        memory.reported, memory.next_why = str(st.session_state[KEY]), None


def _written() -> str:
    """The text as far as a person knows: an echo of an earlier one does not count."""
    return str(echo.value(PLACE, KEY)) if KEY in st.session_state else DEFAULT


def _put(text: str) -> None:
    """In a callback: the text from now on."""
    memory: _Memory = st.session_state[_MEMORY]
    memory.put = text
    echo.write(PLACE, KEY, text)


def _understood(text: str, d: int) -> Kernel:
    kernel = parse(text)
    if reason := misfit(kernel, d):
        raise ValueError(reason)
    return kernel


def _last_valid(memory: _Memory) -> Kernel:
    for text in (memory.text, *reversed(memory.past)):
        try:
            return _understood(text or "", memory.d)
        except ValueError:
            continue
    return parse(DEFAULT)


def _remember(memory: _Memory, text: str) -> None:
    if text == memory.text:
        return
    why, memory.next_why = memory.next_why, None
    continued = memory.one_step and why is not None and why == memory.why
    if memory.text is not None and why != _UNDO and not continued:
        memory.past = [*memory.past, memory.text][-_LONGEST_PAST:]
    memory.text, memory.why = text, why
    if why is None:
        memory.refusal = None


def _pointer(error: KernelSyntaxError, around: int = 14) -> tuple[str, str]:
    """A window narrow enough for the sidebar."""
    start, end = max(0, error.column - around), error.column + around
    shown = "".join(c if c.isprintable() else " " for c in error.text[start:end])
    front = "…" if start else ""
    return front + shown + ("…" if end < len(error.text) else ""), " " * (len(front) + error.column - start) + "^"
