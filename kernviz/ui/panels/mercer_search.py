"""Buttons in the tabs of the Mercer page.

They belong to the search shown step by step, the shelf, and Fun Time 4.
"""

from __future__ import annotations

import time

import streamlit as st

from kernviz.kernels.rules_and_premises import Space
from kernviz.lessons.mercer.few_points import few_points
from kernviz.lessons.mercer.matrix import matrix_of
from kernviz.lessons.mercer.shelf import columns, on_shelf, points_in_words, typed, verdicts
from kernviz.lessons.mercer.state import State
from kernviz.lessons.mercer.tabs.fun_time_4 import OPTIONS
from kernviz.lessons.mercer.witness_search import trail
from kernviz.mercer.attempts import RefutationAttempt, attempts
from kernviz.ui import expression, lesson_blocks, state_controls
from kernviz.ui.press import press
from kernviz.wording import say, spoken

_TRAIL, _PRESSED = "_me_trail", "_me_search_pressed"
EXPECTED = 45  # attempts of a search without success
PAUSE = 0.07  # seconds an attempt stays readable
LINES = 6  # the last attempts shown while it runs


def last_attempts(state: State) -> tuple[RefutationAttempt, ...]:
    """Return the attempts of the last search.

    Return () if that search was for another kernel or other points.
    """
    searched, tried = st.session_state.get(_TRAIL, (None, ()))
    return tried if searched == _asked(state) else ()


def search(state: State) -> None:
    """Draw the search controls and the attempts of the last search.

    The controls are two classic starts and the search button.
    """
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            say("Try to break it"),
            key="me_break",
            type="primary",
            on_click=_press,
            disabled=bool(state.matrix.strip()),
        )
        st.button(
            say("Load exp(−d²) − ½ on {0, 3}"), key="me_load", on_click=_load, args=("rbf(gamma=1) - 0.5", "0, 3")
        )
        st.button(say("Add the point 6"), key="me_six", on_click=_load, args=("rbf(gamma=1) - 0.5", "0, 3, 6"))
        st.button(say("Load 1 − |d| on {0, 1, 2}"), key="me_tent", on_click=_load, args=("tent(width=1)", "0, 1, 2"))
    with press(_PRESSED) as pressed:
        if pressed:
            st.session_state[_TRAIL] = (_asked(state), _search_visibly(state))
    if pressed:
        st.rerun()
    for item in trail(last_attempts(state)):
        lesson_blocks.block(item)


def _press() -> None:
    """Remember the press, for a later run if this one is overtaken."""
    st.session_state[_PRESSED] = True


def _search_visibly(state: State) -> tuple[RefutationAttempt, ...]:
    """Run the witness search, showing every attempt as it is made."""
    try:
        data = matrix_of(state).data
    except ValueError:  # the lesson shows the error
        return ()
    if data is None:
        return ()
    bar, lines = st.progress(0.0), st.empty()
    tried: list[RefutationAttempt] = []
    for attempt in attempts(state.kernel, Space(data.d), data.X):
        tried.append(attempt)
        mark = say("✗ refutes") if attempt.witness is not None else say("passes")
        bar.progress(min(1.0, len(tried) / EXPECTED), say("Attempt {n}: {idea}", n=len(tried), idea=attempt.idea))
        last = [f"{a.idea}, {few_points(a.points)}: λₘᵢₙ = {a.numeral}" for a in tried[-LINES:]]
        lines.markdown("\n".join(f"- {line}" for line in [*last[:-1], f"**{last[-1]}, {mark}**"]))
        time.sleep(PAUSE)
    return tuple(tried)


def _asked(state: State) -> tuple[str, str, str]:
    return str(state.kernel), state.typed, state.data.key


def _load(kernel: str, points: str) -> None:
    expression.put(kernel)
    st.session_state["mp"], st.session_state["mm"] = points, ""


def shelf(state: State) -> None:
    """Draw the table of kernels.

    Selecting a row sets the kernel.
    """
    rows = {spoken(name): [spoken(value) for value in values] for name, values in columns().items()}
    st.dataframe(rows, key="me_shelf", hide_index=True, on_select=_picked, selection_mode="single-row", height=420)
    here = on_shelf(state.kernel)
    if here is not None and here.witness is not None:
        st.button(
            say(
                "Show the witness of {formula}: {points_in_words}",
                formula=spoken(here.item.formula),
                points_in_words=points_in_words(here.witness),
            ),
            key="me_witness",
            on_click=_load,
            args=(here.item.text, typed(here.witness)),
        )


def _picked() -> None:
    row = state_controls.selected_row("me_shelf")
    if row is not None and row < len(verdicts()):
        expression.put(verdicts()[row].item.text)


def options(state: State) -> None:
    """Draw the four options of Fun Time 4 as buttons.

    A press loads the option's kernel, and the points 1 and −1 on which it is judged.
    """
    with st.container(horizontal=True, gap="xsmall"):
        for mark, formula, text in OPTIONS:
            st.button(f"{mark} {spoken(formula)}", key=f"me_option_{mark}", on_click=_load, args=(text, "1, -1"))
