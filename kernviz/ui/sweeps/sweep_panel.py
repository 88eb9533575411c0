"""The panel for defining a sweep, under every page's picture.

The browser does the rest (assets/sweep.js).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from kernviz.kernels.numbers import with_number
from kernviz.lessons import page as lesson_page
from kernviz.lessons import sweep
from kernviz.lessons.address import MOVED, AddressParam, written
from kernviz.lessons.page import Page
from kernviz.lessons.state import applying
from kernviz.lessons.swept_numbers import Swept, swept_numbers
from kernviz.ui import cacheable_urls, escaping, expression, fragments, live_run, notation_labels, query
from kernviz.ui.component import component, reported
from kernviz.ui.sweeps import route
from kernviz.wording import phrase

NAME, KEY = "sweep", "kv-sweep"
PARAMS = (
    query.text(sweep.FIRST, "", longest=200, label=phrase("the sweep")),
    query.text(sweep.SECOND, "", longest=200, label=phrase("the second number of the sweep")),
)
_OF = "_sweep_of"  # page and sweep that are open
_TURN = "_sweep_turn"  # number of runs for a sweep; the changed value makes Streamlit report each run to the browser


def sweep_panel(shown: Page[Any], state: Any) -> None:
    """Draw the sweep panel with the sweep of the address."""
    texts = _current_sweep(shown)
    found = swept_numbers(state)
    unsaid = live_run.unsaid(state)
    data = {
        "route": cacheable_urls.path(route.FOLDER, shown.name, str(st.session_state.get("data", shown.first))),
        "more": unsaid,
        "numbers": [_number_data(number) for number in found],
        "rest": _rest(state, found, unsaid),
        "said": texts,
        "turn": st.session_state.get(_TURN, 0),
    }
    component(NAME)(key=KEY, data=data, on_define_change=_defined, on_stay_change=partial(_stayed, state))


def panels() -> None:
    """Draw the container for a sweep's pictures side by side.

    It is as wide as the page, and the browser fills it.
    """
    st.html('<div class="kv-panels"></div>')


def _current_sweep(shown: Page[Any]) -> list[str]:
    """Return the texts of the current sweep.

    There is one text for each of PARAMS. A sweep opened on another page is dropped.
    """
    before, session = st.session_state.get(_OF), st.session_state
    if before is not None and before[0] != shown.name and not query.going_back():
        for param, text in zip(PARAMS, before[1], strict=True):
            if session.get(param.name) == text:
                session[param.name] = ""
    texts = [str(query.value(param)) for param in PARAMS]
    session[_OF] = shown.name, texts
    return texts


def _number_data(number: Swept) -> dict[str, Any]:
    low, high, count = number.usual
    own = escaping.plain(number.symbol)
    symbol = notation_labels.swept(number.idea) or own
    return {
        "name": number.name,
        "asks": number.asks,
        "label": symbol + escaping.plain(number.label).removeprefix(own),
        "symbol": symbol,
        "low": written(low),
        "high": written(high),
        "count": count,
        "log": number.log,
        "value": None if number.value is None else written(float(number.value)),
        "tab": escaping.plain(number.tab),
    }


def _rest(state: Any, found: tuple[Swept, ...], unsaid: Mapping[str, str]) -> str:
    """Return a short digest of a sweep's other dependencies.

    It covers everything a sweep depends on beside the numbers that can be swept.
    """
    names = {number.name for number in found}
    params = {name: text for name, text in lesson_page.write(state).items() if name not in names}
    kernel = re.sub(r"\d+(\.\d+)?(e-?\d+)?", "#", str(state.kernel))
    depends = (state.data.key, kernel, sorted(params.items()), sorted(unsaid.items()))
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:12]


def _defined() -> None:
    """Put the sweep the browser computes into the address (callback)."""
    message = reported(KEY, "define")
    if (
        isinstance(message, list | tuple)
        and len(message) == len(PARAMS)
        and all(isinstance(text, str) for text in message)
    ):
        for param, text in zip(PARAMS, message, strict=True):
            st.session_state[param.name] = text[: param.longest]


def _stayed(state: Any) -> None:
    """Set the values chosen in the sweep (callback).

    Without any, the page is only drawn again.
    """
    message = reported(KEY, "stay")
    if not isinstance(message, Mapping):
        return
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    own = {param.name: param for name, one in applying(state).items() for param in one.params(name, state)}
    for name, text in message.items():
        if isinstance(name, str) and isinstance(text, str):
            if name.startswith(MOVED):
                _move_kernel(tuple(name.removeprefix(MOVED).split(".")), text)
            elif name in own:
                _set(own[name], text)
    if any(str(name).startswith(MOVED) for name in message):
        fragments.both()


def _set(param: AddressParam, text: str) -> None:
    value, refused = param.read([text])
    if refused is None:
        st.session_state[param.name] = value


def _move_kernel(address: tuple[str, ...], text: str) -> None:
    value, refused = AddressParam("", "number", None).read([text])
    if refused is None and isinstance(value, int | float):
        expression.change(lambda k: with_number(k, address, value), ("sweep", *address), one_step=True)
