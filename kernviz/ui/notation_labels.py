"""The notation of a page, in the labels of its controls.

The query parameter is ``speak=S4``.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from kernviz import symbols
from kernviz.kernels.numbers import Number
from kernviz.lessons.declarations import Declared
from kernviz.lessons.lecture_notation import notation
from kernviz.lessons.notation import OWN, VOICES, LectureSymbol, lecture_symbol
from kernviz.lessons.number_map import Map
from kernviz.lessons.state import SPEAK
from kernviz.ui.streamlit_internals import run
from kernviz.wording import say

NAME = "speak"
PARAM = SPEAK.params(NAME, None)[0]
SAME = Map(1.0, 1)  # the number keeps its value under another letter
_PAGE = "_speaking_page"


def arrive(page: str) -> None:
    """Register the page that this run shows."""
    st.session_state[_PAGE] = page


def lecture() -> str:
    """Return the name of the current notation.

    It is a lecture's name, or kernviz's own.
    """
    return next(iter(symbols.current_notation().name), OWN)


def _of_session() -> symbols.Notation | None:
    """Return the notation of a session's page."""
    if run.session_id() is None:
        return None
    name = str(st.session_state.get(NAME, OWN))
    return notation(str(st.session_state.get(_PAGE, "")), name) if name in VOICES else symbols.OWN


symbols.ask(_of_session)


def of_idea(idea: str, speak: str = "") -> LectureSymbol | None:
    """Return a lecture's symbol for an idea, a key of ``lessons.notation.IDEAS``.

    `speak` names the lecture, by default the one of the current notation. Return None if the lecture has no symbol of
    its own.
    """
    return lecture_symbol(idea, speak or lecture()) if idea else None


def symbol_of(declared: Declared, state: Any) -> LectureSymbol | None:
    """Return the lecture's symbol for a control, None for kernviz's own.

    `state` is the page's State, which has the notation.
    """
    return of_idea(declared.idea, state.speak)


def label(number: Number, speak: str = "") -> str:
    """Return the label of a kernel number in the lecture's symbol.

    An example is ``σ², width of rbf``.
    """
    found = of_idea(number.param.idea, speak)
    return number.label if found is None else number.labelled(found.symbol, found.word or number.param.word)


def remark(idea: str, speak: str = "") -> str | None:
    """Return the lecture's remark on a kernel number, or None."""
    found = of_idea(idea, speak)
    return (
        say("{lecture}: {remark}.", lecture=speak or lecture(), remark=found.remark) if found and found.remark else None
    )


def swept(idea: str) -> str:
    """Return the lecture's symbol for a swept number.

    Return "" if the lecture's values differ from kernviz's, because sweeps use kernviz's values.
    """
    found = of_idea(idea)
    return "" if found is None or (found.map is not None and found.map != SAME) else found.symbol
