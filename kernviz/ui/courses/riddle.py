"""The page *Kernel or not?*: an expression, two buttons, then the proof tree or the smallest witness."""

from __future__ import annotations

import random

import streamlit as st

from kernviz.courses import riddles
from kernviz.courses.riddles import LEVELS, MOST_NUMBER, MOST_SEED, Riddle
from kernviz.data import load
from kernviz.kernels import latex
from kernviz.lessons.compose.state import State as ComposeState
from kernviz.lessons.compose.tabs import witness
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.proof_picture import proof_picture
from kernviz.ui import doors, examples, query, show
from kernviz.ui.component import component
from kernviz.wording import phrase, say

RISING = "rising"
SET = query.integer("set", 0, low=0, high=MOST_SEED, label=phrase("the set"))
NUMBER = query.integer("number", 1, low=1, high=MOST_NUMBER, label=phrase("number"))
LEVEL = query.choice("level", (RISING, *map(str, range(1, LEVELS + 1))), label=phrase("the level"))
_GIVEN = "_riddle_given"
SAYS = {
    1: phrase("sums, multiples, differences"),
    2: phrase("powers, polynomials, exponentials"),
    3: phrase("differences that are kernels now and then"),
    4: phrase("one thing inside another"),
    5: "anything",
}


def page() -> None:
    """One riddle; what was answered in this session is remembered, streak and history in the browser."""
    query.seed([LEVEL])
    seed, number = int(query.value(SET) or 0), int(query.value(NUMBER) or 1)
    level = _level(str(query.value(LEVEL)), number)
    riddle = riddles.riddle(seed, number, level)
    given: dict[tuple[int, int, int], bool] = st.session_state.setdefault(_GIVEN, {})
    at = (seed, number, level)
    left, right = st.columns([1, 1.35], gap="medium")
    with left:
        st.title(say("Kernel or not?"), anchor=False)
        st.markdown(say(":gray[Number {number} · level {level}, {SAYS}]", number=number, level=level, SAYS=SAYS[level]))
        st.markdown(say(r"$\displaystyle k(x,z) = {kernel}$", kernel=latex(riddle.kernel)))
        st.markdown(say("`{kernel}`, where x and z are {points}.", kernel=riddle.kernel, points=riddle.points))
        with st.container(horizontal=True, gap="small"):
            for word, said in (("A kernel", True), (say("No kernel"), False)):
                st.button(word, key=f"riddle_{said}", disabled=at in given, on_click=_give, args=(at, said))
        if at in given:
            _told(riddle, given[at])
        _strip(given, at, riddle)
        with st.container(horizontal=True, gap="small"):
            st.button(say("Next →"), key="riddle_next", on_click=_next, type="primary" if at in given else "secondary")
            st.button(say("Another set"), key="riddle_set", on_click=_another)
        _choose_level()
        st.caption(say("Who opens the same link has the same set."))
    with right:
        if at in given:
            _shown(riddle)
        else:
            st.markdown(say(":gray[The proof, or the points that refute it, will stand here.]"))
    query.show_ignored()


def _level(said: str, number: int) -> int:
    return riddles.rising(number) if said == RISING else int(said)


def _choose_level() -> None:
    st.segmented_control(
        say("Level"), LEVEL.options, key="riddle_level", default=str(query.value(LEVEL)), on_change=_leveled
    )


def _leveled() -> None:
    st.session_state["level"] = st.session_state.get("riddle_level") or RISING


def _give(at: tuple[int, int, int], said: bool) -> None:
    st.session_state.setdefault(_GIVEN, {}).setdefault(at, said)


def _next() -> None:
    st.session_state["number"] = min(MOST_NUMBER, int(st.session_state.get("number", 1)) + 1)


def _another() -> None:
    st.session_state["set"], st.session_state["number"] = random.randint(1, MOST_SEED), 1  # noqa: S311


def _told(riddle: Riddle, said: bool) -> None:
    sentence = doors.sentence(riddle.judgement.sentence)
    if said is riddle.valid:
        st.success(say("**Right.** {sentence}", sentence=sentence))
    else:
        st.error(say("**Not so.** {sentence}", sentence=sentence))


def _shown(riddle: Riddle) -> None:
    """The proof tree; or the fewest points that refute it, and where the rules stop."""
    found = riddle.judgement
    if not riddle.valid:
        data = load("s1_line") if riddle.d == 1 else load("moons")
        for block in witness.blocks(ComposeState(data, riddle.kernel), found):
            show.block(block)
    show.block(proof_picture(found))
    st.button(say("Open it in Compose"), key="riddle_whole", on_click=_whole, args=(riddle,))


def _whole(riddle: Riddle) -> None:
    data = "s1_line" if riddle.d == 1 else "moons"
    examples.open_preset(Preset("", "compose", "", {"data": data, "k": str(riddle.kernel)}), "kernel_or_not")


def _strip(given: dict[tuple[int, int, int], bool], at: tuple[int, int, int], riddle: Riddle) -> None:
    """Streak and history, kept in the browser (assets/streak.js)."""
    answered = {"at": list(at), "right": given[at] is riddle.valid} if at in given else None
    component("streak")(key="kv-streak", data={"answered": answered, "levels": LEVELS})
