"""The page *Kernel or not?*: an expression, two buttons, then the proof tree or the smallest witness."""

from __future__ import annotations

import streamlit as st

from kernviz.courses import kernel_quiz
from kernviz.courses.kernel_quiz import Riddle
from kernviz.data import load
from kernviz.kernels import latex
from kernviz.lessons.compose.state import State as ComposeState
from kernviz.lessons.compose.tabs import witness
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.proof_picture import proof_picture
from kernviz.ui import escaping, examples, query, show
from kernviz.ui.courses import rounds
from kernviz.wording import phrase, say

_GIVEN = "_riddle_given"
SAYS = {
    1: phrase("sums, multiples, differences"),
    2: phrase("powers, polynomials, exponentials"),
    3: phrase("differences that are kernels now and then"),
    4: phrase("one thing inside another"),
    5: "anything",
}


def page() -> None:
    """Draw one riddle. The session remembers the answers; the browser stores streak and history."""
    at = seed, number, level = rounds.at()
    riddle = kernel_quiz.riddle(seed, number, level)
    given: dict[tuple[int, int, int], bool] = st.session_state.setdefault(_GIVEN, {})
    left, right = st.columns([1, 1.35], gap="medium")
    with left:
        st.title(say("Kernel or not?"), anchor=False)
        st.markdown(say(":gray[Number {number} · level {level}, {SAYS}]", number=number, level=level, SAYS=SAYS[level]))
        st.markdown(say(r"$\displaystyle k(x,z) = {kernel}$", kernel=latex(riddle.kernel)))
        st.markdown(say("`{kernel}`, where x and z are {points}.", kernel=riddle.kernel, points=riddle.points))
        with st.container(horizontal=True, gap="small"):
            for word, said in ((say("A kernel"), True), (say("No kernel"), False)):
                st.button(word, key=f"riddle_{said}", disabled=at in given, on_click=_give, args=(at, said))
        if at in given:
            _verdict(riddle, given[at])
        rounds.strip(at, given[at] is riddle.valid if at in given else None)
        rounds.ways_on(at in given)
    with right:
        if at in given:
            _solution(riddle)
        else:
            st.markdown(say(":gray[The proof, or the points that refute it, will stand here.]"))
    query.show_ignored()


def _give(at: tuple[int, int, int], said: bool) -> None:
    st.session_state.setdefault(_GIVEN, {}).setdefault(at, said)


def _verdict(riddle: Riddle, said: bool) -> None:
    sentence = escaping.sentence(riddle.judgement.sentence)
    if said is riddle.valid:
        st.success(say("**Right.** {sentence}", sentence=sentence))
    else:
        st.error(say("**Not so.** {sentence}", sentence=sentence))


def _solution(riddle: Riddle) -> None:
    """Draw the proof tree; for an invalid kernel also the smallest witness, and the tree shows where the rules stop."""
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
