"""Drawing of the blocks of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Block, Code, Formula, LinkTable, Numbers, Picture, Row, Slot, Table, Text
from kernviz.ui import (
    errata,
    escaping,
    examples,
    hands,
    lesson_table,
    link_table,
)
from kernviz.ui.caption import caption
from kernviz.ui.component import component
from kernviz.ui.frame import READOUTS
from kernviz.ui.plot import Click, plot

OnClick = Callable[[Click], None]
Slots = Mapping[str, Callable[[], None]]


def draw_picture(item: Picture, on_click: OnClick | None) -> None:
    """Draw a picture with the places in it that can be dragged."""
    plot(hands.on_its_sheet(item), on_click=on_click if item.clickable else None, **hands.of(item))


def block(item: Block, on_click: OnClick | None = None, slots: Slots | None = None) -> None:
    """Draw one block of a lesson.

    `slots` maps the name of each `Slot` in the block to the function that draws it.
    """
    match item:
        case Picture():
            draw_picture(item, on_click)
            caption(item)
        case Text(words, None):
            st.markdown(escaping.markdown(words))
        case Text(words, "note"):
            st.info(escaping.markdown(words))
        case Text(words, _):
            st.warning(escaping.markdown(words))
        case Formula(latex):
            st.latex(escaping.tex(latex))
        case Numbers():
            readouts(item)
        case Table():
            lesson_table.table(item)
        case Erratum():
            errata.card(examples.here(), item, f"note-{item.where}-{item.printed}", examples.here())
        case Code(source):
            st.code(escaping.python(source), language="python")
        case Row((blocks,)):
            with st.container(key="kv-paragraphs"):
                st.empty()  # a container without elements is not in the page, and what is below would move
                for inner in blocks:
                    block(inner, on_click, slots)
        case Row(columns):
            for place, blocks in zip(st.columns(len(columns)), columns, strict=True):
                with place:
                    for inner in blocks:
                        block(inner, on_click, slots)
        case LinkTable():
            link_table.draw(item)
        case Slot(name):
            (slots or {})[name]()


def readouts(numbers: Numbers, place: int | None = None) -> None:
    """Draw read-outs side by side.

    `place` is their index among the read-outs beside the picture. Only read-outs with a `place` update live.
    """
    count = st.session_state[READOUTS] = st.session_state.get(READOUTS, 0) + 1
    items = [[escaping.plain(text) for text in readout.words] for readout in numbers.items]
    data = {"items": items, "place": place, "note": escaping.plain(numbers.note)}
    component("readouts")(key=f"readouts-{count}", data=data)
