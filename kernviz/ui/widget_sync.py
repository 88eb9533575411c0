"""Synchronisation of several widgets that show one value.

The module distinguishes a person's changes from reports that the browser sent before our last answer.

With every event the browser reports the values of all widgets. One value may have several
widgets: two text fields and a menu for one kernel. When events come fast, the other widgets still
report their values from before our last answer. These would look like changes, and undo every second
move. Therefore each answer carries its number, in a hidden field that the browser reports back like
any other. A report is no change but an echo under two conditions. It repeats the widget's value
before we set it, and the number says that the browser has not seen that setting.

Nor are callbacks reliable while events come fast. Streamlit interrupts a callback when the next
event arrives, and never calls it again. So changes are found at the start of a run, by comparing the
reported values with the known ones. A run that is interrupted there has changed nothing.

In a run: `listen`, then every widget after its `mirror`, then `mark` once for each place on the
page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from kernviz.ui.session_memory import of_session
from kernviz.wording import say

_MEMORY = "_widget_sync"
Handler = Callable[[Any], None]


@dataclass
class _Widget:
    where: str
    handler: Handler
    known: Any  # the value in the browser's widget, as far as known
    run: int = 0  # number of the run that last set the widget
    before: tuple[Any, ...] = ()  # values the widget may still show until the new value arrives
    typed: bool = False  # True for a text field: a late report of an old value is no new input

    def waits(self, seen: dict[str, int]) -> bool:
        return seen.get(self.where, 0) < self.run


@dataclass
class _Memory:
    run: int = 0
    widgets: dict[str, _Widget] = field(default_factory=dict)


def listen() -> None:
    """Pass a person's changes to the widgets' handlers.

    Called first in a run, and in a callback.

    A handler must read the session's state before it changes anything, because Streamlit may interrupt a run at such
    a read.
    """
    memory = _memory()
    memory.run += 1
    reported = {key: st.session_state[key] for key in list(memory.widgets) if key in st.session_state}
    seen = _seen({widget.where for widget in memory.widgets.values()})
    for key, widget in list(memory.widgets.items()):
        if key not in reported:
            del memory.widgets[key]
        elif reported[key] != widget.known and not (widget.waits(seen) and reported[key] in widget.before):
            widget.handler(reported[key])
            widget.before = (*(widget.before if widget.waits(seen) else ()), widget.known) if widget.typed else ()
            widget.run = memory.run if widget.typed else 0
            widget.known = reported[key]


def mirror(where: str, key: str, value: Any, handler: Handler, *, typed: bool = False) -> None:
    """Make the widget with this key, drawn next, show `value`.

    `handler` is called with a person's changes. `where` is the place on the page that `mark` ends. `typed` is True for
    a text field.

    The widget is set only if its value differs. A value sent needlessly would undo a key press that
    the server has not yet received.
    """
    memory = _memory()
    widget = memory.widgets.get(key)
    if key not in st.session_state or widget is None:
        if key not in st.session_state or st.session_state[key] != value:
            st.session_state[key] = value
        memory.widgets[key] = _Widget(where, handler, value, typed=typed)
        return
    widget.handler = handler
    held_value = st.session_state[key]
    waits = widget.waits(_seen({where}))
    if held_value != value or (waits and widget.known != value):
        st.session_state[key] = value
        shown = (*(widget.before if waits else ()), held_value, widget.known)
        widget.before, widget.run = tuple({v: None for v in shown if v != value}), memory.run
    widget.known = value


def settled(where: str, key: str, value: Any, handler: Handler, *, typed: bool = False) -> None:
    """Record the value of a widget that sets its own value.

    Called after the widget is drawn. An example is a widget bound to the address.
    """
    widget = _memory().widgets.setdefault(key, _Widget(where, handler, value, typed=typed))
    widget.handler, widget.known = handler, value


def mark(where: str) -> None:
    """Mark the end of a place, `where`, after its last widget.

    Once the browser reports the mark, all values before it have reached the browser.
    """
    st.session_state[_seen_key(where)] = str(_memory().run)
    with st.container(key=f"kv-seen-{where}"):
        st.text_input(say("answers seen"), key=_seen_key(where), label_visibility="collapsed", autocomplete="off")


def _memory() -> _Memory:
    return of_session(_MEMORY, _Memory)


def _seen_key(where: str) -> str:
    return f"kv_seen_{where}"


def _seen(places: set[str]) -> dict[str, int]:
    reported = {where: str(st.session_state.get(_seen_key(where), "")) for where in places}
    return {where: int(number) for where, number in reported.items() if number.isdecimal()}
