"""Query parameters, and sentences about values that could not be used.

A value a visitor may set is of two kinds. It is an entry of the session's state under the
parameter's name, read from the address by :func:`value`. Or it is the value of a keyed widget
with ``bind="query-params"`` (texts, menus, tabs), which leaves its default out of the address.

If such a widget cannot use the text of the address, Streamlit silently takes the default. This
module reports such texts to the visitor. :func:`seed` is called before the widgets and records the
address's text for each :class:`AddressParam`. :func:`ignored` is called after them and compares that
text with the values the widgets really hold. It returns a sentence for each difference. So no rule
of Streamlit's has to be repeated here, and the sentences are true of the values used.
:func:`show_ignored` puts the sentences on the page, after *all* widgets. A name not declared
until then is unknown, and is removed from the address.

Bind no field for whole numbers: Streamlit fails there on ``?seed=inf``.

A text arrives as it was typed, however long, and a choice may be emptied: read both through
:func:`current`. Give a text field no ``max_chars``: Streamlit cuts the address's text to it, and
the browser cuts pasted text. A cut kernel may be another kernel.
"""

import html
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import streamlit as st

from kernviz.lessons.address import AddressParam, Value, choice, integer, number, quote, text, written
from kernviz.ui import languages, query_sentences
from kernviz.ui.session_memory import of_session
from kernviz.ui.streamlit_internals import run
from kernviz.wording import say

__all__ = ["AddressParam", "Value", "choice", "integer", "number", "text", "written"]

BROWSERS = {"size": "hall"}  # query parameters that only the browser reads (assets/size.js)

MEMORY = "_query"
# unknown names of an address that are reported one by one; each is also a message to the browser
MOST_REPORTED = 20


@dataclass
class _Memory:
    """A session's record of its query parameters.

    The record is one entry of the session's state, because each lookup there is costly.
    """

    # values of the address, not yet compared with what the widgets made of them
    pending: dict[str, tuple[AddressParam, list[str]]] = field(default_factory=dict)
    # name -> sentence about an ignored value, and the value used instead
    reports: dict[str, tuple[str, Value]] = field(default_factory=dict)
    strangers: dict[str, str] = field(default_factory=dict)  # undeclared parameter -> the page on which it was reported
    # names of further undeclared parameters, which the browser takes out of the address by itself
    surplus: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    met: dict[str, AddressParam] = field(default_factory=dict)
    # declared in this run, with the name of the fragment
    active: dict[str, tuple[AddressParam, str]] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)
    # numbers among them that have a control on the page, with the name of the fragment
    drawn: dict[str, str] = field(default_factory=dict)
    owner: str = ""  # the fragment being drawn
    reporting: bool = False  # True if the page shows sentences about ignored values


def _memory() -> _Memory:
    return of_session(MEMORY, _Memory)


def seed(params: Iterable[AddressParam]) -> None:
    """Record the address's values of ``params``.

    Call this before their widgets, which may clear values they reject.
    """
    memory = _memory()
    for param in params:
        memory.active[param.name] = param, memory.owner
        memory.met[param.name] = param
        if param.name not in memory.seen:
            memory.seen.add(param.name)
            if raw := st.query_params.get_all(param.name):
                memory.pending[param.name] = (param, raw)


def ignored() -> list[str]:
    """Return a sentence for each part of the address not in use.

    The sentences are plain text. Call this after the widgets.

    A sentence goes away once its parameter has been given another value.
    """
    memory = _memory()
    pending, reports, strangers = memory.pending, memory.reports, memory.strangers
    for name in [name for name in pending if name in st.session_state]:
        param, raw = pending.pop(name)
        used = current(param)
        wanted, condition = param.read(raw)
        if condition or wanted != used:
            reports[name] = (
                query_sentences.sentence(param, raw, condition or say("could not be used"), used),
                st.session_state[name],
            )
        elif len(raw) > 1:
            reports[name] = (query_sentences.repeated(param, raw), st.session_state[name])
    found = _unknown()
    for name in found[:MOST_REPORTED]:
        strangers.pop(quote(name, st.query_params[name]), None)
        strangers[quote(name, st.query_params[name])] = _place()
        del st.query_params[name]  # reported once, and removed so that a copied link does not repeat it
    memory.strangers = strangers = dict(list(strangers.items())[-MOST_REPORTED:])
    memory.surplus = found[MOST_REPORTED:]
    unknown = [
        say("{entry} was ignored: nothing here has that name.", entry=stranger)
        for stranger, at in strangers.items()
        if at == _place()
    ]
    if memory.surplus:
        unknown.append(query_sentences.further(len(memory.surplus)))
    return [line for name, (line, used) in reports.items() if st.session_state.get(name) == used] + unknown


def _unknown() -> list[str]:
    """Return the names in the address that nothing on this server has."""
    seen = _memory().seen
    return [
        name
        for name in st.query_params
        if name not in seen
        and BROWSERS.get(name) != st.query_params[name]
        and not languages.names_language(name, st.query_params[name])
    ]


def in_address(name: str) -> list[str]:
    """Return the texts the address has for a parameter name.

    Without any, return the texts of the visitor's arrival, if nothing has taken them up since.
    """
    return st.query_params.get_all(name) or _memory().pending.get(name, (None, []))[1]


def drawn(param: AddressParam) -> None:
    """Record that a parameter's control is on the page in this run.

    A parameter that was drawn before and is not drawn now keeps its value, but the address omits it.
    """
    seed([param])
    memory = _memory()
    if param.name in memory.pending:  # the parameter may have been declared before with fewer details
        memory.pending[param.name] = (param, memory.pending[param.name][1])
    memory.numbers.add(param.name)
    memory.drawn[param.name] = memory.owner


def value(param: AddressParam) -> Value:
    """Return the current value of a parameter that no widget owns.

    It is the session's value, and at first the address's. In a run that calls this function, the address keeps the
    value even if no control is drawn.
    """
    drawn(param)
    take_from_address(param)
    current_value: Value = st.session_state[param.name]
    if not param.takes(current_value):  # the data have changed, or code has set the value
        current_value = st.session_state[param.name] = param.default
    return current_value


def take_from_address(param: AddressParam) -> None:
    """Set the session's value of a parameter to the address's.

    This is done if the session has no value yet, and after the browser's Back or Forward.
    """
    if param.name not in st.session_state or going_back():
        st.session_state[param.name] = _of_address(param)


def _of_address(param: AddressParam) -> Value:
    return param.read(st.query_params.get_all(param.name) if going_back() else in_address(param.name))[0]


def forget(*names: str, keep: Iterable[str] = ()) -> None:
    """Set parameters to their defaults from now on (in a callback).

    Without names, all parameters this session has met are set.

    They are set, not deleted: a deleted parameter would come back from the address the visitor
    arrived with. A list whose choices depend on the data may be declared as a text. A text that is no
    choice makes Streamlit take the first choice.
    """
    met = _memory().met
    for name in names or met:
        if name in met and name not in keep:
            st.session_state[name] = met[name].default


def begin(part: str | None = None) -> None:
    """Begin a run of the script, or of a part.

    No parameter of the part is on the page yet.
    """
    memory = _memory()
    memory.active = {name: (p, by) for name, (p, by) in memory.active.items() if part and by != part}
    memory.drawn = {name: by for name, by in memory.drawn.items() if part and by != part}


@contextmanager
def owner(part: str) -> Iterator[None]:
    """Assign the parameters declared in this context to a page's part."""
    memory = _memory()
    before, memory.owner = memory.owner, part
    try:
        yield
    finally:
        memory.owner = before


def state() -> dict[str, str | None]:
    """Return the address at the end of a run, name -> text.

    ``None`` marks a name that the address should omit.

    Streamlit keeps the address itself, except where two quick moves overtake each other. Then a value
    set by a callback can be on the page and missing in the address. So the browser writes the returned
    state into the address (assets/shell.js).
    """
    memory = _memory()
    texts: dict[str, str | None] = dict.fromkeys([*memory.surplus, *memory.seen])
    hidden = memory.numbers - set(memory.drawn)
    for name, (param, _) in memory.active.items():
        if name in hidden:
            continue
        value: Value = st.session_state.get(name, param.default)
        if param.kind == "choice" and value not in param.options:
            del texts[name]  # the widget shows another text for this option; only Streamlit knows which
        else:
            texts[name] = None if value in (None, param.default) else written(value)
    return texts


def going_back() -> bool:
    """Return True if the browser's Back or Forward caused this run.

    Then the address alone decides.
    """
    return run.history_navigation()


def soon(param: AddressParam) -> Value:
    """Return the value that a widget will have, before it is drawn.

    It is the session's value, and at first the address's.
    """
    if param.name in st.session_state and not going_back():
        return current(param)
    return _of_address(param)


def current(param: AddressParam) -> Value:
    """Return the value of the parameter's widget.

    The default is returned if the widget has no value, or a text too long to be meant.
    """
    value: Value = st.session_state.get(param.name)
    too_long = param.kind == "text" and isinstance(value, str) and len(value) > param.longest
    return param.default if value is None or too_long else value


def _place() -> str:
    return (st.context.url or "").partition("?")[0]


def show_ignored() -> None:
    """Show the sentences about ignored values as quiet lines.

    Untrusted text is escaped: a shared link must not draw pictures or make links.
    """
    lines, memory = ignored(), _memory()
    if lines:
        items = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
        st.html(f'<div class="kv-notes" role="status">{items}</div>')
    elif memory.reporting:  # the rerun of a fragment does not remove sentences drawn by a whole run
        st.empty()
    memory.reporting = bool(lines)
