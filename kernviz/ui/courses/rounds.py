"""Common parts of the quizzes *Kernel or not?* and *Who drew this?*

They are: set, number and level in the address, the buttons to the next riddle, and the streak. A riddle is one
question of a quiz. The streak, right answers in a row, is stored in the browser.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import streamlit as st

from kernviz.courses import kernel_quiz
from kernviz.courses.kernel_quiz import LEVELS, MOST_NUMBER, MOST_SEED
from kernviz.ui import query
from kernviz.ui.component import component
from kernviz.ui.courses import practising
from kernviz.ui.courses.practising import Practice
from kernviz.wording import phrase, say

RISING = "rising"
SET = query.integer("set", 0, low=0, high=MOST_SEED, label=phrase("the set"))
NUMBER = query.integer("number", 1, low=1, high=MOST_NUMBER, label=phrase("the number"))
LEVEL = query.choice("level", (RISING, *map(str, range(1, LEVELS + 1))), label=phrase("the level"))


def at() -> tuple[int, int, int]:
    """Return seed, number and level of the riddle in the address."""
    query.seed([LEVEL])
    return _place(query.value(SET), query.value(NUMBER), query.value(LEVEL))


def read(params: Mapping[str, Sequence[str]]) -> tuple[int, int, int]:
    """Return seed, number and level of the riddle in query parameters."""
    seed, number, level = (param.read(params.get(param.name, ()))[0] for param in (SET, NUMBER, LEVEL))
    return _place(seed, number, level)


def _place(seed: query.Value, number: query.Value, level: query.Value) -> tuple[int, int, int]:
    counted, level_text = int(number or 1), str(level)
    return int(seed or 0), counted, kernel_quiz.rising(counted) if level_text == RISING else int(level_text)


def ways_on(answered: bool, practice: Practice | None = None) -> None:
    """Draw the buttons to the next riddle and to another set.

    In practice, the button leads to the next question of the practice.
    """
    if practice:
        practising.onward(practice, "riddle_next", answered=answered)
        return
    with st.container(horizontal=True, gap="small"):
        st.button(say("Next →"), key="riddle_next", on_click=_next, type="primary" if answered else "secondary")
        st.button(say("Another set"), key="riddle_set", on_click=_another)


def levels() -> None:
    """Draw the choice of a level."""
    st.segmented_control(
        say("Level"),
        LEVEL.options,
        key="riddle_level",
        default=str(query.value(LEVEL)),
        required=True,
        format_func=lambda level: say("rising") if level == RISING else str(level),
        on_change=_leveled,
    )
    st.caption(say("Everybody who opens the same link gets the same questions."))


def strip(riddle: tuple[int, int, int], right: bool | None, about: str = "") -> None:
    """Draw streak and history of the riddles ``about`` one subject.

    The component is assets/quiz_score.js. `riddle` is its seed, number and level. `right` is None before the answer.
    """
    answered = None if right is None else {"at": list(riddle), "right": right}
    component("quiz_score")(key="kv-streak", data={"answered": answered, "levels": LEVELS, "about": about})


def _leveled() -> None:
    st.session_state["level"] = st.session_state["riddle_level"]


def _next() -> None:
    st.session_state["number"] = min(MOST_NUMBER, int(st.session_state.get("number", 1)) + 1)


def _another() -> None:
    st.session_state["set"], st.session_state["number"] = random.randint(1, MOST_SEED), 1  # noqa: S311  no secret
