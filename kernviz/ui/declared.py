"""The controls of a declared State, and the State the session is in.

The values live in the session under their names in the address, and the State is read from them before anything is
drawn: the picture can leave first. A widget of Streamlit's shows a value and is looked at, at the beginning of the next
run, for what a person has made of it; when something else has set the value (an example, the browser's Back), the
widget gives way to a new one, which has nothing old to report.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from itertools import groupby, zip_longest
from typing import Any, TypeVar

import streamlit as st

from kernviz.data.outside import unveil
from kernviz.lessons.address import AddressParam, Value
from kernviz.lessons.page import Page
from kernviz.lessons.retold import QUOTED
from kernviz.lessons.state import Declared, Subject, applying, settle
from kernviz.ui import doors, query, speaking
from kernviz.ui.memory import of_session
from kernviz.ui.number import number
from kernviz.wording import spoken

S = TypeVar("S", bound=Subject)
_WIDGETS = "_widgets"  # name -> (which widget, the value it was told)
NARROW, WIDE = 76, 160  # characters side by side, beside the picture and in a tab
PADDING = 4  # around each of them, as if it were characters
ROW = 3  # numbers of a vector side by side


def state_in_force(page: Page[S], subject: Subject) -> S:
    """The State of the session on this page; what the address cannot mean is noted for `query.ignored`."""
    given = {"data": subject.data, "kernel": subject.kernel}
    return settle(page.State, given, _value)


def _value(param: AddressParam) -> Value:
    if param.kind == "integer" and param.default is None and param.low == 0:
        return selected_row(param.name)
    look(param)
    return query.value(param)


def selected_row(key: str) -> int | None:
    """The row selected in the table of that key, or None."""
    state = st.session_state.get(key)
    rows = state["selection"]["rows"] if state else []
    return int(rows[0]) if rows and rows[0] >= 0 else None


def draw(state: Any, tab: str = "", hide: Collection[str] = ()) -> None:
    """The controls that stand beside the picture, or in that tab; folds under the others. What does not apply is
    absent, and so is what the address hides.
    """
    folds: dict[str, Any] = {}
    for row in _rows(state, tab, hide):
        fold = row[0][1].fold
        if fold and fold not in folds:
            folds[fold] = st.expander(speaking.voice(state).text(fold))
        with folds.get(fold) or nullcontext():
            side_by_side = st.columns(len(row), vertical_alignment="bottom", gap="small") if len(row) > 1 else ()
            for place, (name, declared) in zip_longest(side_by_side, row):
                with place or nullcontext():
                    _control(name, declared, state, (WIDE if tab else NARROW) // len(row))


def draw_only(chosen: Mapping[str, Declared], state: Any) -> None:
    """The controls of these fields alone, as they are declared here; switches in a row: a step is one screen."""
    for switches, fields in groupby(chosen.items(), lambda item: item[1].kind == "switch"):
        with st.container(horizontal=True, gap="medium") if switches else nullcontext():
            for name, declared in fields:
                _control(name, declared, state, NARROW)


def value(param: AddressParam) -> Value:
    """What the session says of one value of the address: a person's, else the address's, else its default."""
    return _value(param)


def _rows(state: Any, tab: str, hide: Collection[str]) -> list[list[tuple[str, Declared]]]:
    """The controls of that tab, those beside each other together."""
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
    voice = speaking.voice(state)
    told = speaking.told(declared, voice)
    how = told.map if told else None
    said = (
        voice.text(declared.label)
        if told is None
        else ", ".join(filter(None, (told.symbol, voice.text(declared.word))))
    )
    label, help = doors.markdown(said), voice.markdown(declared.help) or None
    match declared.kind:
        case "number" if declared.default is None:
            _typed(params, (value,), [label], declared)
        case "number":
            number(
                param.name,
                said,
                declared.low,
                declared.high,
                default,
                log=declared.log,
                whole=declared.whole,
                step=declared.step,
                least=declared.least,
                most=declared.most,
                help=help,
                how=how,
            )
        case "vector":
            for place, each, start in zip(_row_of(len(params)), params, declared.default, strict=False):
                with place:
                    number(
                        each.name,
                        each.label.replace(declared.symbol, told.symbol, 1) if told else voice.text(each.label),
                        declared.low,
                        declared.high,
                        start,
                        step=declared.step,
                        least=declared.least,
                        most=declared.most,
                        help=help,
                    )
        case "switch":
            st.toggle(label, key=_widget(param, value), help=help)
        case "choice":
            _choice(param, unveil(value), label, help, room, _words(declared, state))
        case "ticks":
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.markdown(f"**{label}**", width="content")
                for each, item in zip(params, declared.options(state), strict=True):
                    st.checkbox(spoken(item), key=_widget(each, item in value))
        case "text" if declared.tall:
            st.text_area(
                label, height=declared.tall, key=_widget(param, value), help=help, placeholder=spoken(declared.empty)
            )
        case "text":
            st.text_input(
                label, key=_widget(param, value), help=help, placeholder=spoken(declared.empty), autocomplete="off"
            )
        case "place":
            names = [doors.markdown(f"{declared.word}, {column}") for column in state.shown.columns]
            values = (*value, *[None] * len(params))
            _typed(params[: state.shown.d], values, names, declared)


def _row_of(count: int) -> list[Any]:
    """Places for that many controls, at most ROW side by side."""
    rows = [st.columns(min(ROW, count)) for _ in range(0, count, ROW)]
    return [place for row in rows for place in row][:count]


def _choice(param: AddressParam, value: str, label: str, help: str | None, room: int, words: Mapping[str, str]) -> None:
    """Side by side where there is room for them, else a list. `words`: what each option is called."""
    named: dict[str, Any] = {"help": help, "format_func": lambda option: words.get(option, option)}
    if sum(len(words.get(option, option)) + PADDING for option in param.options) <= room:
        st.segmented_control(label, param.options, key=_widget(param, value), required=True, **named)
    else:
        st.selectbox(label, param.options, key=_widget(param, value), **named)


def _words(declared: Declared, state: Any) -> dict[str, str]:
    """What the options are called; what they are is the same in every language and notation. Those that depend on the
    data are names, and a tab that contrasts notations is told in none.
    """
    names = callable(declared.choices) or QUOTED.search(declared.tab)
    told = str if names else speaking.voice(state).text
    return {unveil(option): told(doors.plain(option)) for option in declared.options(state)}


def _typed(params: Sequence[AddressParam], values: Sequence[Any], labels: Sequence[str], declared: Declared) -> None:
    """Numbers that may be missing: fields, one beside the other."""
    for place, param, value, label in zip(st.columns(len(params)), params, values, labels, strict=False):
        step: Any = 1 if declared.whole else 0.1
        place.number_input(
            label,
            param.low,
            param.high,
            step=step,
            format="%d" if declared.whole else "%.4g",
            key=_widget(param, value),
            placeholder=spoken(declared.empty),
            help=spoken(declared.help) or None,
        )


def choice_of_tabs(param: AddressParam, words: Mapping[str, str]) -> Any:
    """The tabs, called as `words` say; which one is open is in the address under its own title."""
    titles = {shown: title for title, shown in words.items()}
    which, told = _widgets().get(param.name, (0, None))
    held = st.session_state.get(_key(param.name, which))
    if held is not None and held != told and held in titles:
        st.session_state[param.name] = titles[held]
    opened = words[str(query.value(param))]
    return st.tabs(list(titles), key=_widget(param, opened), on_change="rerun")


def look(param: AddressParam) -> None:
    """Take what a person has made of the widget since the last run."""
    which, told = _widgets().get(param.name, (0, None))
    key = _key(param.name, which)
    if key in st.session_state and st.session_state[key] != told:
        st.session_state[param.name] = st.session_state[key]
        _widgets()[param.name] = which, st.session_state[key]


def shown(param: AddressParam, value: Value) -> str:
    """The key of a widget that shows the value, for a control drawn elsewhere."""
    return _widget(param, value)


def _widget(param: AddressParam, value: Value) -> str:
    """The key of a widget that shows the value."""
    which, told = _widgets().get(param.name, (0, None))
    if told != value and _key(param.name, which) in st.session_state:  # set by something else
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
