"""What the address says, and what of it could not be used.

Every value a visitor may set lives in a keyed widget with ``bind="query-params"``: the widget's key is the parameter's name,
a value equal to the widget's default is left out, and Streamlit turns whatever it cannot use into the default, silently.
The silence is what this module repairs. :func:`seed` is called before the widgets and writes down what the address says of
each :class:`Param`; :func:`ignored` is called after them, compares that with the values the widgets really hold, and says
in a sentence each where they differ. Comparing afterwards, rather than guessing what Streamlit will accept, cannot be wrong
about what is used. :func:`show_ignored` puts the sentences on the page.

A text arrives as it was typed, however long, and a choice may be emptied: read both through :func:`current`.
(Give a text field no ``max_chars``: Streamlit cuts what the address says to it, and a cut kernel may be another kernel.)
"""

import html
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

Kind = Literal["choice", "number", "integer", "flag", "text"]
Value = str | float | int | bool | None

QUOTED = 40  # characters of a rejected value that are worth showing
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_PENDING, _TOLD, _STRANGERS = "_query_pending", "_query_told", "_query_strangers"
_SEEN, _ACTIVE = "_query_seen", "_query_active"


@dataclass(frozen=True)
class Param:
    """One parameter: the key of its widget, what values it takes, and what to call it in a sentence."""

    name: str
    kind: Kind
    default: Value
    label: str = ""
    low: float = -math.inf
    high: float = math.inf
    options: tuple[str, ...] = ()
    longest: int = 500

    def read(self, raw: Sequence[str]) -> tuple[Value, str | None]:
        """The value the address gives, or the default and why. Total: any text, any number of repetitions."""
        if not raw:
            return self.default, None
        text = raw[-1].strip()
        value, condition = self._value(text)
        if condition is None and len(raw) > 1:
            return value, f"is given {len(raw)} times: the last one counts"
        return (self.default, condition) if condition else (value, None)

    def _value(self, text: str) -> tuple[Value, str | None]:
        match self.kind:
            case "choice":
                listed = ", ".join(self.options[:8]) + (", …" if len(self.options) > 8 else "")
                return (text, None) if text in self.options else (None, f"must be one of {listed}")
            case "flag":
                value = {"true": True, "false": False}.get(text.lower())
                return value, None if value is not None else "must be true or false"
            case "text":
                return (
                    (text, None) if len(text) <= self.longest else (None, f"is longer than {self.longest} characters")
                )
            case "integer" | "number":
                return self._number(text)

    def _number(self, text: str) -> tuple[Value, str | None]:
        whole = self.kind == "integer"
        noun = "a whole number" if whole else "a number"
        if not _NUMBER.fullmatch(text):
            hint = f": write {text.replace(',', '.')}" if re.fullmatch(r"[+-]?\d+,\d+", text, re.ASCII) else ""
            return None, f"must be {noun}{hint}"
        value = float(text)
        if whole and not value.is_integer():
            return None, f"must be {noun}"
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return None, f"must be {self._range()}"
        return int(value) if whole else value, None

    def _range(self) -> str:
        if math.isinf(self.high):
            return "finite" if math.isinf(self.low) else f"at least {show(self.low)}"
        return (
            f"at most {show(self.high)}" if math.isinf(self.low) else f"between {show(self.low)} and {show(self.high)}"
        )


def number(name: str, default: float, *, low: float = -math.inf, high: float = math.inf, label: str = "") -> Param:
    """A real number in [low, high]; infinities and NaN are never let through."""
    return Param(name, "number", float(default), label, low, high)


def integer(name: str, default: int, *, low: int, high: int, label: str = "") -> Param:
    """A whole number in [low, high]."""
    return Param(name, "integer", default, label, low, high)


def choice(name: str, options: Iterable[str], default: str | None = None, *, label: str = "") -> Param:
    """One of ``options`` (the texts shown); the first unless ``default`` says otherwise."""
    texts = tuple(options)
    return Param(name, "choice", texts[0] if default is None else default, label, options=texts)


def flag(name: str, default: bool, *, label: str = "") -> Param:
    """A switch, ``true`` or ``false`` in the address."""
    return Param(name, "flag", default, label)


def text(name: str, default: str, *, longest: int = 500, label: str = "") -> Param:
    """Free text, such as a kernel; its own parser says what is wrong inside it."""
    return Param(name, "text", default, label, longest=longest)


def seed(params: Iterable[Param]) -> None:
    """Write down what the address says of ``params``. Call it before their widgets, which may clear what they reject."""
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    pending: dict[str, tuple[Param, list[str]]] = st.session_state.setdefault(_PENDING, {})
    active: dict[str, Param] = st.session_state.setdefault(_ACTIVE, {})
    for param in params:
        active[param.name] = param
        if param.name not in seen:
            seen.add(param.name)
            if raw := st.query_params.get_all(param.name):
                pending[param.name] = (param, raw)


def ignored() -> list[str]:
    """One sentence for each part of the address that is not in use, in plain text. Call it after the widgets.

    A sentence goes away once its parameter has been given another value.
    """
    pending: dict[str, tuple[Param, list[str]]] = st.session_state.get(_PENDING, {})
    told: dict[str, tuple[str, Value]] = st.session_state.setdefault(_TOLD, {})
    for name in [name for name in pending if name in st.session_state]:
        param, raw = pending.pop(name)
        used = current(param)
        wanted, condition = param.read(raw)
        if condition or wanted != used:
            told[name] = (sentence(param, raw, condition or "could not be used", used), st.session_state[name])
    strangers: dict[str, str] = st.session_state.setdefault(_STRANGERS, {})
    seen: set[str] = st.session_state.get(_SEEN, set())
    for name in set(st.query_params) - seen:
        strangers[quote(name, st.query_params[name])] = _place()
        del st.query_params[name]  # said once, and not passed on with a copied link
    unknown = [f"{said} was ignored: nothing here has that name." for said, at in strangers.items() if at == _place()]
    return [line for name, (line, used) in told.items() if st.session_state.get(name) == used] + unknown


def begin() -> None:
    """A run of the script begins: no parameter is on the page yet."""
    st.session_state[_ACTIVE] = {}


def state() -> dict[str, str | None]:
    """What the address should say at the end of a run, name -> text; ``None`` where it should say nothing.

    Streamlit keeps the address itself, except where two quick moves overtake each other: then a value set by a callback can
    be on the page and missing in the address. This is the truth to put there.
    """
    active: dict[str, Param] = st.session_state.get(_ACTIVE, {})
    texts: dict[str, str | None] = dict.fromkeys(st.session_state.get(_SEEN, ()))
    for name, param in active.items():
        value: Value = st.session_state.get(name, param.default)
        if param.kind == "choice" and value not in param.options:
            del texts[name]  # shown under another text than its own: only Streamlit knows which
        else:
            texts[name] = None if value in (None, param.default) else written(value)
    return texts


def going_back() -> bool:
    """Whether this run was caused by the browser's Back or Forward: then the address alone decides."""
    context = get_script_run_ctx(suppress_warning=True)
    return bool(getattr(context, "is_history_navigation", False))


def written(value: Value) -> str:
    """A value as the address writes it: ``true``, ``5``, ``0.1``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def current(param: Param) -> Value:
    """The value of the parameter's widget; the default where that is nothing, or a text too long to be meant."""
    value: Value = st.session_state.get(param.name)
    too_long = param.kind == "text" and isinstance(value, str) and len(value) > param.longest
    return param.default if value is None or too_long else value


def _place() -> str:
    return (st.context.url or "").partition("?")[0]


def sentence(param: Param, raw: Sequence[str], condition: str, used: Value) -> str:
    """``gamma=-1 was ignored: γ must be between 0.001 and 1000, so 1 is used.``"""
    said, name = quote(param.name, raw[-1]), param.label or param.name
    if condition.startswith("is given"):
        return f"{said}: {name} {condition}."
    if used != param.default:  # Streamlit reads some numbers more generously than it writes them
        return f"{said} was read as {show(used)}: {name} {condition}."
    return f"{said} was ignored: {name} {condition}, so {show(used)} is used."


def show_ignored() -> None:
    """The sentences, as quiet lines. A stranger's words are escaped: a shared link must not draw pictures or make links."""
    lines = ignored()
    if lines:
        items = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
        st.html(f'<div class="kv-notes" role="status">{items}</div>')


def quote(name: str, value: str) -> str:
    """``name=value`` cut to a readable length, on one line, fit for any encoding."""
    said = f"{name}={value}".encode("utf-8", "backslashreplace").decode()
    said = "".join(c if c.isprintable() else "�" for c in said)
    return said if len(said) <= QUOTED else said[: QUOTED - 1] + "…"


def show(value: Value) -> str:
    """A value as a sentence writes it: four significant digits, no quotes, words for a switch."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.4g}"
    if value is None or value == "":
        return "nothing"
    return quote("", str(value))[1:]
