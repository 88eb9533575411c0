"""Telling what a person did from what the browser merely has not heard yet.

With every event the browser reports the values of all widgets. Where one thing has several widgets (a slider, a field and
the text for one number) and events come fast, it still reports for the others what they showed before our last answer,
and Streamlit takes that for a change: every second move is undone. So each answer carries its number, in a hidden field
that the browser reports back like any other. A report is an echo if it repeats what the widget showed before we set it,
and the number says that the browser has not seen that setting.

Order in a run: `begin`, widgets set by `seed`, and `mark` after the last of them. In callbacks: `write`, `is_echo`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import streamlit as st

_MEMORY = "_echo"


@dataclass(frozen=True)
class _Told:
    """The last time we set a widget: in which run, to what, and what it may still show until that arrives."""

    run: int
    value: Any
    before: tuple[Any, ...]


@dataclass
class _Memory:
    run: int = 0
    told: dict[str, _Told] = field(default_factory=dict)


def begin() -> None:
    """At the start of a run, before any widget of ours."""
    _memory().run += 1


def mark(where: str) -> None:
    """After the last widget of one place (its name is `where`): what reaches the browser before this has been seen."""
    st.session_state[_seen_key(where)] = str(_memory().run)
    with st.container(key=f"kv-seen-{where}"):
        st.text_input("answers seen", key=_seen_key(where), label_visibility="collapsed", autocomplete="off")


def seed(where: str, key: str, value: Any) -> None:
    """Before a widget: give it its value, unless it has it. Sent needlessly, it would undo a key press on its way."""
    if key not in st.session_state:
        _memory().told.pop(key, None)
        st.session_state[key] = value
    elif st.session_state[key] != value:
        _tell(where, key, value, st.session_state[key], _memory().run)


def write(where: str, key: str, value: Any) -> None:
    """In a callback: set a widget, for the run to come."""
    _tell(where, key, value, st.session_state.get(key), _memory().run + 1)


def noticed(where: str, key: str, before: Any) -> None:
    """Before a widget that showed `before`: somebody else has set it in a callback."""
    _tell(where, key, st.session_state[key], before, _memory().run)


def is_echo(where: str, key: str) -> bool:
    """Whether the widget's value is an old one that the browser repeats, not something a person did."""
    told = _memory().told.get(key)
    return told is not None and _seen(where) < told.run and st.session_state.get(key) in told.before


def value(where: str, key: str) -> Any:
    """The widget's value without echoes: what a person did last, or what we set since."""
    return _memory().told[key].value if is_echo(where, key) else st.session_state[key]


def _tell(where: str, key: str, value: Any, before: Any, run: int) -> None:
    last = _memory().told.get(key)
    waiting = () if last is None or _seen(where) >= last.run else (*last.before, last.value)
    _memory().told[key] = _Told(run, value, tuple({v: None for v in (*waiting, before) if v != value}))
    st.session_state[key] = value


def _memory() -> _Memory:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    return memory


def _seen_key(where: str) -> str:
    return f"kv_seen_{where}"


def _seen(where: str) -> int:
    reported = str(st.session_state.get(_seen_key(where), ""))
    return int(reported) if reported.isdecimal() else 0
