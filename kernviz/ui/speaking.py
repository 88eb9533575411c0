"""Whose notation the page is in: the switch, and the words of the controls. The address says ``speak=S4``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from kernviz.kernels.numbers import Number, numbers
from kernviz.lessons.lesson import short
from kernviz.lessons.notation import IDEAS, LINE, OWN, VOICES, Said, said, spoken, twice
from kernviz.lessons.number_map import Map
from kernviz.lessons.state import SPEAK, Declared
from kernviz.lessons.voice import Voice
from kernviz.ui import expression
from kernviz.wording import say
from kernviz.wording import spoken as spoken_words

NAME = "speak"
PARAM = SPEAK.params(NAME, None)[0]
SAME = Map(1.0, 1)  # the same number by another letter
_PAGE = "_speaking_page"


def arrive(page: str) -> None:
    """This run shows that page."""
    st.session_state[_PAGE] = page


def lecture() -> str:
    """Whose notation is in force: a lecture's name, or kernviz's own."""
    held = str(st.session_state.get(NAME, OWN))
    return held if held in VOICES else OWN


def voice(state: Any = None) -> Voice:
    """How the words of the page's controls are said."""
    return Voice(str(st.session_state.get(_PAGE, "")), lecture() if state is None else state.speak)


def of_idea(idea: str, speak: str = "") -> Said | None:
    """What the lecture writes for an idea; None where it writes nothing of its own."""
    return said(idea, speak or lecture()) if idea else None


def told(declared: Declared, of: Voice) -> Said | None:
    """The same for something that may be moved on a page."""
    return of_idea(declared.idea, of.lecture)


def label(number: Number, speak: str = "") -> str:
    """``σ², width of rbf``: a number of the kernel by the lecture's symbol."""
    found = of_idea(number.param.idea, speak)
    return number.label if found is None else found.symbol + number.label.removeprefix(number.param.symbol)


def remark(idea: str, speak: str = "") -> str | None:
    """What the lecture has to say about that number."""
    found = of_idea(idea, speak)
    return (
        say("{lecture}: {remark}.", lecture=speak or lecture(), remark=found.remark) if found and found.remark else None
    )


def swept(idea: str) -> str:
    """The lecture's symbol for a number that a sweep runs over; nothing where its values would be others, for a sweep
    is written in kernviz's.
    """
    found = of_idea(idea)
    return "" if found is None or (found.map is not None and found.map != SAME) else found.symbol


def begin(page: str) -> Voice:
    """This run shows that page: how it speaks, before anything of it is drawn."""
    from kernviz.ui import declared

    arrive(page)
    return Voice(page, str(declared.value(PARAM)))


def switch(page: str) -> None:
    """The menu: whose notation, and what that changes on this page."""
    from kernviz.ui import declared

    arrive(page)
    now = str(declared.value(PARAM))
    with st.popover(say("Notation") if now == OWN else say("As {lecture}", lecture=now), key="kv-notation"):
        st.segmented_control(say("Speak like"), VOICES, key=declared.shown(PARAM, now), required=True)
        st.caption(spoken_words(LINE))
        if now != OWN:
            st.markdown(table(page, now, numbers(expression.state().kernel)))


def table(page: str, of: str, inside: Sequence[Number] = ()) -> str:
    """What is in force on this page, in markdown: lecture, kernviz, idea; numbers of the kernel with their values."""
    values = {n.param.idea: float(n.value) for n in reversed(inside) if n.param.idea}
    there = {idea: one for idea in values if (one := said(idea, of))} | spoken(page, of)
    rows = []
    for idea, one in there.items():
        own = IDEAS[idea].symbol
        remark = "; ".join(spoken_words(each) for each in (IDEAS[idea].word, one.remark) if each)
        if one.map is not None and idea in values:
            remark += say(
                ": here {own} = {value} is {symbol} = {shown}",
                own=own,
                value=short(values[idea]),
                symbol=one.symbol,
                shown=short(one.map.shown(values[idea])),
            )
        if one.remark or one.symbol != own:
            below = "x" if IDEAS[idea].index and len(own) == 1 else ""  # an index is shown below something
            rows.append(f"| {below}{one.symbol} | {below}{own} | {remark} |")
    if not rows:
        return say("{lecture} writes everything on this page as kernviz does.", lecture=of)
    return "\n".join([f"| {of} | kernviz | |", "|---|---|---|", *rows, "", *map(spoken_words, twice(page, of))])


__all__ = [
    "PARAM",
    "arrive",
    "label",
    "lecture",
    "of_idea",
    "remark",
    "switch",
    "table",
    "told",
    "voice",
]
