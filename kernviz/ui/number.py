"""A number control: slider and field in one (assets/number.js).

The number can be moved or typed. Its value is in the session and in the address.

The value is an ordinary entry, ``st.session_state[name]``, and belongs to no widget. It outlives its
control, and code may set it at any time. While the control is held, the browser does not send the
value to the session (assets/live.js draws the picture). On release, the control sends the value with
a sequence number that grows. It accepts a value from the session only together with its own newest
sequence number. So no old value is put back during a drag. A run may be interrupted before it has
applied a message. The next run then applies it, as each run reads the last message of each control.
"""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from kernviz.lessons.number_map import Map
from kernviz.ui import query
from kernviz.ui.component import component
from kernviz.ui.scale import Scale
from kernviz.ui.session_memory import of_session
from kernviz.wording import say, spoken

OF_KERNEL = "kn_"  # prefix of the keys of all numbers of the kernel
_MEMORY = "_numbers"
_LARGEST = 2**53  # the largest message number that JavaScript can still increment exactly


@dataclass(frozen=True)
class NumberText:
    """Texts of a number control.

    The label is the number's symbol, a comma and its word: ``C, penalty``. `refusal` says which values
    are refused, `problem` why the last move was refused.
    """

    label: str
    help: str | None = None
    refusal: str = ""
    problem: str = ""

    @property
    def symbol(self) -> str:
        return self.label.partition(",")[0]


def number(
    name: str,
    label: str,
    scale: Scale,
    *,
    help: str | None = None,
    on_change: Callable[[], None] | None = None,
    how: Map | None = None,
) -> float:
    """Draw the number control and return its value.

    The value is an int on a scale of whole numbers. The label is its symbol, a comma and its word: ``C, penalty``.

    The address carries the value under `name` (``?C=3.7``). To set the value in code, set
    ``st.session_state[name]``.

    `on_change` is called when a person has moved the control, before the rest of the page runs.
    `how`: the number shown and typed is a lecture's; the session and the address hold kernviz's.
    """
    key, symbol = f"{name}-number", NumberText(label).symbol
    param = query.AddressParam(
        name,
        "integer" if scale.whole else "number",
        scale.default,
        symbol,
        scale.least,
        scale.most,
        infinite=scale.infinite,
    )

    def take(value: float, again: bool) -> None:
        changed = value != st.session_state.get(name, scale.default)
        st.session_state[name] = value
        if changed and on_change and not again:
            on_change()

    _expect(key, scale, take, how)
    query.drawn(param)
    query.take_from_address(param)
    value = scale.fit(st.session_state[name])
    if value != st.session_state[name]:  # set by code: a value the field would refuse is refused here too
        st.session_state[name] = value
    converted = scale.mapped(how)
    limits = (
        query.AddressParam(name, "number", None, symbol, converted.least, converted.most).limits()
        if how
        else param.limits()
    )
    text = NumberText(label, help, say("{symbol} must be {limits}.", symbol=symbol, limits=limits))
    _draw(key, text, value, scale, live=name, how=how)
    return value


def moved_number(
    key: str,
    text: NumberText,
    value: float,
    scale: Scale,
    on_move: Callable[[float], None],
    *,
    live: str | None = None,
    then: Callable[[], None] | None = None,
    how: Map | None = None,
) -> None:
    """Draw the control alone, for a number that is stored elsewhere.

    `on_move` is called with the value that a person has set.

    `live` is the number's name in live requests; with None the picture does not follow. `then` is the callback of a
    move, by default `listen`. Another callback calls `listen`, and may choose which parts of the page run.
    """
    _expect(key, scale, lambda moved, again: on_move(moved), how)
    if how and scale.mapped(how).least > 0:
        text = replace(text, refusal=say("{symbol} must be above 0.", symbol=text.symbol))
    _draw(key, text, value, scale, live=live, then=then or listen, how=how)


# ---- messages --------------------------------------------------------------------------------------------------------


@dataclass
class _Control:
    """The server's record of a number control in the browser."""

    scale: Scale
    take: Callable[[float, bool], None]
    how: Map | None = None
    seq: int = -1  # number of the last message handled; −1 before the first drawing


@dataclass
class _Memory:
    # new after a restart of the server, which the browser detects by it
    epoch: str = field(default_factory=lambda: secrets.token_hex(4))
    controls: dict[str, _Control] = field(default_factory=dict)
    heard: bool = False  # True if the messages of all controls were handled in this run


def listen() -> None:
    """Apply a person's moves of the number controls.

    Called first in a run, and in a callback that depends on the moves.
    """
    _take(list(_memory().controls))
    _memory().heard = True


def moved(session: Any, reported: Iterable[tuple[str, str]]) -> bool:
    """Return True if a browser's report holds a move not yet applied.

    Called before the run that the report causes.

    session   the session's state
    reported  (key, JSON of the state) of each component
    """
    controls: dict[str, _Control] = session[_MEMORY].controls if _MEMORY in session else {}
    known = [(text, controls[key].seq) for key, text in reported if key in controls]
    return any(_parsed(_json(text))[0] > seq >= 0 for text, seq in known)


def kernel_moved(session: Any, reported: Iterable[tuple[str, str]]) -> bool:
    """Return True if a move not yet applied concerns a kernel number."""
    return moved(session, [(key, text) for key, text in reported if key.startswith(OF_KERNEL)])


def _json(text: str) -> object:
    with suppress(ValueError):
        return json.loads(text)
    return None


def rest() -> None:
    """End the run for the number controls.

    The next run then reads their messages again.
    """
    _memory().heard = False


def _take(keys: list[str]) -> None:
    """Apply the newest messages of these controls.

    The session's state is read before anything is changed, because Streamlit may interrupt a run where the run reads
    that state. A message that was only half applied is applied again.
    """
    controls = _memory().controls
    session = st.session_state
    messages = {key: _parsed(session.get(key)) for key in keys}
    for key, (seq, value, again) in messages.items():
        control = controls[key]
        if 0 <= control.seq < seq:
            moved = control.scale.mapped(control.how).read(value)
            if moved is not None:
                control.take(control.how.value(moved) if control.how else moved, again)
            control.seq = seq


def _parsed(state: object) -> tuple[int, object, bool]:
    """Return the parsed message of a number control.

    The result is (sequence number, text of the value, True if only repeated). For anything else it is
    (−1, …).
    """
    message = state.get("value") if isinstance(state, Mapping) else None
    message = message if isinstance(message, Mapping) else {}
    seq = message.get("seq")
    if isinstance(seq, bool) or not isinstance(seq, int) or not 0 <= seq < _LARGEST:
        seq = -1
    return seq, message.get("text"), message.get("again") is True


def _expect(key: str, scale: Scale, take: Callable[[float, bool], None], how: Map | None) -> None:
    """Register how the messages of a control are applied from now on.

    Messages that have already arrived are applied at once, unless this run has called `listen`.
    """
    memory = _memory()
    known = memory.controls.get(key)
    memory.controls[key] = (
        _Control(scale, take, how) if known is None else replace(known, scale=scale, take=take, how=how)
    )
    if known is not None and not memory.heard:
        _take([key])


def _draw(
    key: str,
    text: NumberText,
    value: float,
    scale: Scale,
    *,
    live: str | None,
    then: Callable[[], None] = listen,
    how: Map | None = None,
) -> None:
    memory = _memory()
    control = memory.controls[key]
    scale, value = scale.mapped(how), how.shown(value) if how else value
    message: dict[str, Any] = {
        "label": spoken(text.label),
        "help": text.help,
        "value": query.written(value),
        "low": scale.low,
        "high": scale.high,
        "least": _finite(scale.least),
        "most": _finite(scale.most),
        "default": query.written(scale.default),
        "log": scale.log,
        "whole": scale.whole,
        "step": scale.step,
        "infinite": scale.infinite,
        "stops": [stop if math.isfinite(stop) else "inf" for stop in scale.stops],
        "refusal": text.refusal,
        "problem": text.problem,
        "live": live,
        "how": [how.c, how.p] if how else None,
        "seq": max(control.seq, 0),
        "epoch": memory.epoch,
    }
    # If a component's state has a single entry called "value", Streamlit takes this entry for the whole state. It also
    # overwrites entries with the names that follow.
    try:
        result = component("number", styled=False)(key=key, data=message, on_value_change=listen, on_seq_change=then)
    except BaseException:  # The run was interrupted here. The browser may already know that the server is new:
        control.seq = max(0, control.seq)  # then its next message is a reply to this server, and counts
        raise
    # A moved control reports its last message number even to a restarted server. This report is no new move.
    if control.seq < 0:
        control.seq = max(0, _parsed(result)[0])


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _memory() -> _Memory:
    return of_session(_MEMORY, _Memory)
