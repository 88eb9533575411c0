"""Controls that several pages have: a number on a logarithmic scale, to be dragged or typed; a class; a place."""

import math
import time
from collections.abc import Callable, Sequence

import streamlit as st

from kernviz.data import Dataset
from kernviz.ui import doors, query

ECHO = 3.0  # seconds a number may be under way to a browser and back
STEPS = 10  # positions a decade: 1, 1.3, 1.6, 2, 2.5, … each about a quarter more than the last


def log_slider(
    label: str,
    key: str,
    low: float,
    high: float,
    default: float,
    *,
    help: str | None = None,
    on_change: Callable[[], None] | None = None,
) -> float:
    """A positive number between ``low`` and ``high``, on a slider that is even in its logarithm, or typed exactly.

    The slider, under ``key``, owns the value; a number that was typed becomes one more of its positions. The address carries
    the number itself (``?C=3.7``) and is looked after here, so there is no :class:`~kernviz.ui.query.Param` to declare.
    To set the value in code, set ``st.session_state[key]`` before this call or in a callback.
    ValueError unless 0 < low ≤ default ≤ high < ∞.
    """
    if not 0 < low <= default <= high < math.inf:
        raise ValueError(f"{label}: 0 < low ≤ default ≤ high is needed on a log scale, not {low}, {default}, {high}")
    value = _restored(query.number(key, default, low=low, high=high, label=label.partition(",")[0]))
    field = f"{key}__typed"

    def typed() -> None:
        if not _echo(field):
            st.session_state[key] = st.session_state[field]
            if on_change:
                on_change()

    left, right = st.columns([5, 3], vertical_alignment="bottom", gap="small")
    with left:
        options = positions(low, high, default, value)
        value = st.select_slider(label, options, format_func=query.written, key=key, help=help, on_change=on_change)
    _say(field, value)
    with right:
        st.number_input(
            f"{label}, exact value",
            low,
            high,
            step=_step(default),
            format="%.6g",
            key=field,
            label_visibility="collapsed",
            on_change=typed,
        )
    st.session_state[_kept(key)] = value
    return float(value)


def _restored(param: query.Param) -> float:
    """The value to show: the one there is; on coming to the page the address's, or the one this session left it with."""
    key = param.name
    query.seed([param])
    if key not in st.session_state:
        raw = st.query_params.get_all(key)
        left = param.default if raw or query.going_back() else st.session_state.get(_kept(key), param.default)
        left = param.read(raw)[0] if raw else left
        st.session_state[key] = left if _kept(key) in st.session_state else _moved(param, left)
    value = min(max(float(st.session_state[key]), param.low), param.high)
    if value != st.session_state[key]:  # set from code: as the field would refuse it, so do we
        st.session_state[key] = value
    return value


def _moved(param: query.Param, left: query.Value) -> query.Value:
    """What slider or field has been moved to, in a browser whose server has been restarted meanwhile; else `left`."""
    told = [query.reported(name) for name in (param.name, f"{param.name}__typed")]
    read = [param.read([text]) for text in told if text is not None]
    return next((value for value, refused in read if not refused and value != left), left)


def _kept(key: str) -> str:
    return f"_kept_{key}"


# The field repeats the slider. What a browser sends while a new number is still on its way there is the old one: to the
# server that looks like someone typing it. Numbers the field has just been told are therefore not taken for typing.


def _say(field: str, value: float) -> None:
    said: list[tuple[float, float]] = st.session_state.get(_said(field), [])
    before, now = st.session_state.get(field), time.monotonic()
    if before != value:
        said = [(at, old) for at, old in said if now - at < ECHO] + [
            (now, old) for old in (before, value) if old is not None
        ]
        st.session_state[_said(field)] = said
        st.session_state[field] = value


def _echo(field: str) -> bool:
    recent: list[tuple[float, float]] = st.session_state.get(_said(field), [])
    return any(old == st.session_state[field] and time.monotonic() - at < ECHO for at, old in recent)


def _said(field: str) -> str:
    return f"_said_{field}"


def class_choice(
    classes: Sequence[str], key: str = "positive", label: str = "class +1, against the rest", help: str | None = None
) -> str:
    """One of these, by its name as it was written; the first where the address names none."""
    shown = [doors.plain(name) for name in classes]
    chosen = st.selectbox(label, shown, key=key, bind="query-params", help=help)
    return classes[shown.index(chosen)] if chosen in shown else classes[0]


def place_fields(
    name: str, data: Dataset, empty: str, keys: Sequence[str] = ("px", "py"), reach: float = 1e6
) -> tuple[float, ...]:
    """A number for each column; empty fields mean what ``empty`` says, are left out, and leave the address alone."""
    given = [
        place.number_input(doors.markdown(f"{name}, {column}"), -reach, reach, None, step=0.1, format="%.4g", key=key,
                           bind="query-params", placeholder=empty)
        for place, column, key in zip(st.columns(data.d), data.columns, keys, strict=False)
    ]  # fmt: skip
    return tuple(value for value in given if value is not None)


def positions(low: float, high: float, *also: float) -> list[float]:
    """Round numbers from ``low`` to ``high``, ten a decade, and the numbers in ``also``, in order."""
    first, last = math.floor(STEPS * math.log10(low)), math.ceil(STEPS * math.log10(high))
    grid = (float(f"{10 ** (i / STEPS):.1e}") for i in range(first, last + 1))
    return sorted({low, high, *also, *(x for x in grid if low < x < high)})


def _step(value: float) -> float:
    """What one press of the field's plus adds: one in the second digit."""
    return float(10.0 ** (math.floor(math.log10(value)) - 1))
