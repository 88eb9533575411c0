"""The menu for a page's notation, with a table of its symbols."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kernviz.kernels.numbers import Number, numbers
from kernviz.lessons.lecture_notation import notation
from kernviz.lessons.notation import IDEAS, LINE, OWN, VOICES, lecture_symbol, spoken, twice
from kernviz.symbols import Notation
from kernviz.ui import expression, state_controls
from kernviz.ui.notation_labels import PARAM, arrive
from kernviz.wording import say
from kernviz.wording import spoken as spoken_words


def begin(page: str) -> Notation:
    """Register the page of this run and return its notation.

    Called before drawing.
    """
    arrive(page)
    return notation(page, str(state_controls.value(PARAM)))


def switch(page: str) -> None:
    """Draw the notation menu of the page.

    It includes a table of its symbols on this page.
    """
    arrive(page)
    now = str(state_controls.value(PARAM))
    with st.popover(say("Notation") if now == OWN else say("As {lecture}", lecture=now), key="kv-notation"):
        st.segmented_control(say("Speak like"), VOICES, key=state_controls.widget_key(PARAM, now), required=True)
        st.caption(spoken_words(LINE))
        if now != OWN:
            st.markdown(table(page, now, numbers(expression.state().kernel)))


def table(page: str, of: str, inside: Sequence[Number] = ()) -> str:
    """Return the page's symbols as a Markdown table.

    Its columns are the symbol of the lecture `of`, kernviz's symbol, and the idea. `inside` are the numbers of the
    kernel, which are shown with their values.
    """
    values = {n.param.idea: float(n.value) for n in reversed(inside) if n.param.idea}
    there = {idea: one for idea in values if (one := lecture_symbol(idea, of))} | spoken(page, of)
    rows = []
    for idea, one in there.items():
        own = IDEAS[idea].symbol
        remark = "; ".join(spoken_words(text) for text in (IDEAS[idea].word, one.remark) if text)
        if one.map is not None and idea in values:
            remark = say(
                "{remark}: here {own} = {value} is {symbol} = {shown}",
                remark=remark,
                own=own,
                value=values[idea],
                symbol=one.symbol,
                shown=one.map.shown(values[idea]),
            )
        if one.remark or one.symbol != own:
            below = "x" if IDEAS[idea].index and len(own) == 1 else ""  # an index needs a letter to stand below
            rows.append(f"| {below}{one.symbol} | {below}{own} | {remark} |")
    if not rows:
        return say("{lecture} writes everything on this page as kernviz does.", lecture=of)
    return "\n".join([f"| {of} | kernviz | |", "|---|---|---|", *rows, "", *map(spoken_words, twice(page, of))])
