"""The notation of a page: the switch, and the labels of the controls. The address says ``speak=S4``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from kernviz.kernels.numbers import Number, numbers
from kernviz.lessons.lesson import short
from kernviz.lessons.notation import IDEAS, LINE, OWN, VOICES, Said, said, spoken, twice
from kernviz.lessons.notation_text import Voice
from kernviz.lessons.number_map import Map
from kernviz.lessons.state import SPEAK, Declared
from kernviz.ui import expression
from kernviz.wording import say
from kernviz.wording import spoken as spoken_words

NAME = "speak"
PARAM = SPEAK.params(NAME, None)[0]
SAME = Map(1.0, 1)  # the same number by another letter
_PAGE = "_speaking_page"


def arrive(page: str) -> None:
    """Register the page this run shows."""
    st.session_state[_PAGE] = page


def lecture() -> str:
    """Return the notation in force: a lecture's name, or kernviz's own."""
    held = str(st.session_state.get(NAME, OWN))
    return held if held in VOICES else OWN


def voice(state: Any = None) -> Voice:
    """Return the notation for the words of the page's controls."""
    return Voice(str(st.session_state.get(_PAGE, "")), lecture() if state is None else state.speak)


def of_idea(idea: str, speak: str = "") -> Said | None:
    """Return the lecture's notation for an idea, or None if it has none of its own."""
    return said(idea, speak or lecture()) if idea else None


def told(declared: Declared, of: Voice) -> Said | None:
    """Return the lecture's notation for a control, or None."""
    return of_idea(declared.idea, of.lecture)


def label(number: Number, speak: str = "") -> str:
    """Return the label of a number of the kernel in the lecture's symbol: ``σ², width of rbf``."""
    found = of_idea(number.param.idea, speak)
    return number.label if found is None else found.symbol + number.label.removeprefix(number.param.symbol)


def remark(idea: str, speak: str = "") -> str | None:
    """Return the lecture's remark on that number, or None."""
    found = of_idea(idea, speak)
    return (
        say("{lecture}: {remark}.", lecture=speak or lecture(), remark=found.remark) if found and found.remark else None
    )


def swept(idea: str) -> str:
    """Return the lecture's symbol for a swept number; "" if its values differ, as sweeps use kernviz's values."""
    found = of_idea(idea)
    return "" if found is None or (found.map is not None and found.map != SAME) else found.symbol


def begin(page: str) -> Voice:
    """Register the page this run shows and return its notation, before drawing."""
    from kernviz.ui import declared

    arrive(page)
    return Voice(page, str(declared.value(PARAM)))


def switch(page: str) -> None:
    """Draw the notation menu, with a table of its symbols on this page."""
    from kernviz.ui import declared

    arrive(page)
    now = str(declared.value(PARAM))
    with st.popover(say("Notation") if now == OWN else say("As {lecture}", lecture=now), key="kv-notation"):
        st.segmented_control(say("Speak like"), VOICES, key=declared.shown(PARAM, now), required=True)
        st.caption(spoken_words(LINE))
        if now != OWN:
            st.markdown(table(page, now, numbers(expression.state().kernel)))


def table(page: str, of: str, inside: Sequence[Number] = ()) -> str:
    """Return the page's symbols as Markdown: lecture, kernviz, idea; numbers of the kernel with their values."""
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
