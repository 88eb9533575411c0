"""The controls of a declared State, and the session's current State.

The session holds each value under its name in the address. The State is read from there before
anything is drawn, so that the picture can be sent first. A Streamlit widget shows a value, and
its change is read at the beginning of the next run. Something else may set the value, such as an
example or the browser's Back. The widget is then replaced by a widget with a new key, which has
no old state to report.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby, zip_longest
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kernviz.data.untrusted_text import unveil, veil
from kernviz.lessons.address import AddressParam, Value
from kernviz.lessons.declarations import Declared
from kernviz.lessons.page import Page
from kernviz.lessons.state import Subject, applying, settle
from kernviz.ui import escaping, notation_labels, query
from kernviz.ui.number import number
from kernviz.ui.scale import Scale
from kernviz.ui.session_memory import of_session
from kernviz.wording import class_word, spoken

S = TypeVar("S", bound=Subject)
_WIDGETS = "_widgets"  # name -> (number of the widget, the value it was given)
NARROW, WIDE = 76, 160  # characters in one row: beside the picture, and in a tab
PADDING = 4  # padding of each button, in characters
ROW = 3  # components of a vector in one row


def current_state(page: Page[S], subject: Subject) -> S:
    """Return the session's State on this page.

    Invalid parameters are noted for `query.ignored`.
    """
    given = {"data": subject.data, "kernel": subject.kernel}
    return settle(page.State, given, value)


def value(param: AddressParam) -> Value:
    """Return a parameter's value: the visitor's, the address's, or the default.

    The first that exists is used.
    """
    if param.kind == "integer" and param.default is None and param.low == 0:
        return selected_row(param.name)
    look(param)
    return query.value(param)


def selected_row(key: str) -> int | None:
    """Return the index of the row selected in a table, or None.

    `key` is the key of the table.
    """
    state = st.session_state.get(key)
    rows = state["selection"]["rows"] if state else []
    return int(rows[0]) if rows and rows[0] >= 0 else None


def draw(state: Any, tab: str = "", hide: Collection[str] = ()) -> None:
    """Draw the controls beside the picture, or in a tab.

    `tab` is the title of the tab. Folded controls are below the others. Controls that do not apply, or that are named
    in `hide`, are absent.
    """
    folds: dict[str, Any] = {}
    for row in _rows(state, tab, hide):
        fold = row[0][1].fold
        if fold and fold not in folds:
            folds[fold] = st.expander(spoken(fold))
        with folds.get(fold) or nullcontext():
            side_by_side = _side_by_side(row) if len(row) > 1 else ()
            for place, (name, declared) in zip_longest(side_by_side, row):
                with place or nullcontext():
                    _control(name, declared, state, (WIDE if tab else NARROW) // len(row))


def _side_by_side(row: Sequence[tuple[str, Declared]]) -> Sequence[DeltaGenerator]:
    """Return a column for each control of a row.

    The style sheet lets a row with switches wrap in hall mode.
    """
    switches = any(declared.kind == "switch" for _, declared in row)
    with st.container(key=f"kv-switches-{row[0][0]}") if switches else nullcontext():
        return st.columns(len(row), vertical_alignment="bottom", gap="small")


def draw_only(chosen: Mapping[str, Declared], state: Any) -> None:
    """Draw the controls of the fields `chosen` alone.

    Successive switches share a row, as do fields, so that a step of a course fits on one screen.
    """
    for kind, fields in groupby(chosen.items(), lambda item: _in_a_row(item[1])):
        with st.container(horizontal=True, gap="medium" if kind == "switch" else "small") if kind else nullcontext():
            for name, declared in fields:
                _control(name, declared, state, NARROW)


def _in_a_row(declared: Declared) -> str:
    """Return the kind of a narrow control, else ""."""
    if declared.kind == "place" or (declared.kind == "number" and declared.default is None):
        return "field"
    return "switch" if declared.kind == "switch" else ""


def _rows(state: Any, tab: str, hide: Collection[str]) -> list[list[tuple[str, Declared]]]:
    """Return the controls of a tab, grouped into rows."""
    rows: list[list[tuple[str, Declared]]] = []
    for name, declared in sorted(applying(state).items(), key=lambda item: bool(item[1].fold)):
        if declared.tab != tab or declared.hidden or set(declared.names or (name,)) & set(hide):
            continue
        if declared.aside and rows and rows[-1][0][1].fold == declared.fold:
            rows[-1].append((name, declared))
        else:
            rows.append([(name, declared)])
    return rows


def _control(name: str, declared: Declared, state: Any, room: int) -> None:
    params = declared.params(name, state)
    param, value = params[0], getattr(state, name)
    default: Any = param.default
    symbol = notation_labels.symbol_of(declared, state)
    how = symbol.map if symbol else None
    text = (
        spoken(declared.label)
        if symbol is None
        else ", ".join(filter(None, (symbol.symbol, spoken(symbol.word or declared.word))))
    )
    label, help = escaping.markdown(text), spoken(declared.help) or None
    match declared.kind:
        case "number" if declared.default is None:
            _typed(params, (value,), [label], declared)
        case "number":
            number(
                param.name,
                text,
                Scale.closed(
                    declared.low,
                    declared.high,
                    default,
                    declared.least,
                    declared.most,
                    log=declared.log,
                    whole=declared.whole,
                    step=declared.step,
                ),
                help=help,
                how=how,
            )
        case "vector":
            for place, cell, start in zip(_row_of(len(params)), params, declared.default, strict=False):
                with place:
                    number(
                        cell.name,
                        cell.label.replace(declared.symbol, symbol.symbol, 1) if symbol else spoken(cell.label),
                        Scale.closed(
                            declared.low, declared.high, start, declared.least, declared.most, step=declared.step
                        ),
                        help=help,
                    )
        case "switch":
            st.toggle(label, key=widget_key(param, value), help=help)
        case "choice":
            _choice(param, unveil(value), label, help, room, _words(declared, state))
        case "ticks":
            with st.container(
                horizontal=True, gap="small", vertical_alignment="center", key=f"kv-ticks-{params[0].name}"
            ):
                st.markdown(f"**{label}**", width="content")
                for cell, item in zip(params, declared.options(state), strict=True):
                    st.checkbox(escaping.markdown(item), key=widget_key(cell, item in value))
        case "text" if declared.tall:
            st.text_area(
                label, height=declared.tall, key=widget_key(param, value), help=help, placeholder=spoken(declared.empty)
            )
        case "text":
            st.text_input(
                label, key=widget_key(param, value), help=help, placeholder=spoken(declared.empty), autocomplete="off"
            )
        case "place":
            names = [escaping.markdown(f"{declared.word}, {column}") for column in state.shown.columns]
            values = (*value, *[None] * len(params))
            _typed(params[: state.shown.d], values, names, declared)


def _row_of(count: int) -> list[Any]:
    """Return containers for ``count`` controls, at most ROW side by side."""
    rows = [st.columns(min(ROW, count)) for _ in range(0, count, ROW)]
    return [place for row in rows for place in row][:count]


def _choice(param: AddressParam, value: str, label: str, help: str | None, room: int, words: Mapping[str, str]) -> None:
    """Draw the control for a choice, as buttons or as a list.

    Buttons stand side by side if there is room; their labels are Markdown. Otherwise a list with
    plain text is drawn.

    `words`: the veiled label of each option.
    """
    key, called = widget_key(param, value), {option: words.get(option, veil(option)) for option in param.options}
    if sum(len(word) + PADDING for word in called.values()) <= room:
        shown = {option: escaping.raised(word) for option, word in called.items()}
        st.segmented_control(
            label,
            param.options,
            key=key,
            required=True,
            help=help,
            format_func=lambda option: shown.get(option, option),
        )
    else:
        shown = {option: escaping.plain(word) for option, word in called.items()}
        st.selectbox(label, param.options, key=key, help=help, format_func=lambda option: shown.get(option, option))


def _words(declared: Declared, state: Any) -> dict[str, str]:
    """Return the label of each option.

    The options themselves are the same in every language and notation.
    """
    return {unveil(option): class_word(spoken(option)) for option in declared.options(state)}


def _typed(params: Sequence[AddressParam], values: Sequence[Any], labels: Sequence[str], declared: Declared) -> None:
    """Draw fields for numbers that may be missing, side by side."""
    step: Any = 1 if declared.whole else 0.1
    with st.container(horizontal=True, gap="small"):
        for param, value, label in zip(params, values, labels, strict=False):
            st.number_input(
                label,
                param.low,
                param.high,
                step=step,
                format="%d" if declared.whole else "%.4g",
                key=widget_key(param, value),
                placeholder=spoken(declared.empty),
                help=spoken(declared.help) or None,
            )


def choice_of_tabs(param: AddressParam, words: Mapping[str, str]) -> Any:
    """Draw the tabs, labelled by `words`.

    The address holds the title of the open tab.
    """
    titles = {shown: title for title, shown in words.items()}
    which, last = _widgets().get(param.name, (0, None))
    current = st.session_state.get(_key(param.name, which))
    if current is not None and current != last and current in titles:
        st.session_state[param.name] = titles[current]
    opened = words[str(query.value(param))]
    return st.tabs(list(titles), key=widget_key(param, opened), on_change="rerun")


def look(param: AddressParam) -> None:
    """Copy the visitor's change of a parameter's widget into the session.

    Without a change since the last run, nothing is done.
    """
    which, last = _widgets().get(param.name, (0, None))
    key = _key(param.name, which)
    if key in st.session_state and st.session_state[key] != last:
        st.session_state[param.name] = st.session_state[key]
        _widgets()[param.name] = which, st.session_state[key]


def widget_key(param: AddressParam, value: Value) -> str:
    """Return the key of a widget that shows the value.

    The caller draws the widget. The key is new if something other than the widget has set the value.
    """
    which, last = _widgets().get(param.name, (0, None))
    if last != value and _key(param.name, which) in st.session_state:  # the value was changed outside this widget
        which += 1
    key = _key(param.name, which)
    if key not in st.session_state:
        st.session_state[key] = value
    _widgets()[param.name] = which, value
    return key


def _key(name: str, which: int) -> str:
    return f"{name}-{which}"


def _widgets() -> dict[str, tuple[int, Value]]:
    return of_session(_WIDGETS, dict[str, tuple[int, Value]])
