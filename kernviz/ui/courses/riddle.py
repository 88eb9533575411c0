"""The page *Kernel or not?*.

It shows a formula, its curve and two buttons. After the answer it shows the proof tree, or the smallest witness.
"""

from __future__ import annotations

import math

import streamlit as st

from kernviz.courses import kernel_quiz
from kernviz.courses.kernel_quiz import Riddle
from kernviz.courses.kernel_section import REACH, SIDE, section
from kernviz.data import load
from kernviz.kernels import latex
from kernviz.lessons.compose.state import State as ComposeState
from kernviz.lessons.compose.tabs import witness
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.proof_picture import proof_picture
from kernviz.ui import escaping, examples, lesson_blocks, query
from kernviz.ui.component import component
from kernviz.ui.courses import practising, rounds
from kernviz.ui.heading import page_title
from kernviz.wording import in_formula, phrase, say

_ANSWERS = "_riddle_given"
SAYS = {
    1: phrase("sums, products, differences"),
    2: phrase("powers, polynomials, exponentials"),
    3: phrase("differences, sums and products of unusual functions"),
    4: phrase("one function inside another"),
    5: phrase("anything"),
}


def page() -> None:
    """Draw one riddle.

    The session remembers the answers. The browser stores streak and history.
    """
    at = seed, number, level = rounds.at()
    riddle = kernel_quiz.riddle(seed, number, level)
    given: dict[tuple[int, int, int], bool] = st.session_state.setdefault(_ANSWERS, {})
    answered = at in given
    if practice := practising.here("kernel", *at):
        practising.strip(practice, answered=answered)
    left, right = st.columns([1, 1.2], gap="medium")
    with left:
        page_title(say("Kernel or not?"))
        st.markdown(
            say(":gray[Number {number} · level {level}, {meaning}]", number=number, level=level, meaning=SAYS[level])
        )
        with st.container(key="riddle_formula"):
            st.markdown(rf"$\displaystyle k(x,z) = {in_formula(latex(riddle.kernel))}$")
        st.markdown(say("`{kernel}`, where x and z are {points}.", kernel=riddle.kernel, points=riddle.points))
        with st.container(key="riddle_keys", horizontal=True, gap="small"):
            for word, valid, key in ((say("A kernel"), True, "Left"), (say("No kernel"), False, "Right")):
                st.button(
                    word, key=f"riddle_{valid}", disabled=answered, on_click=_give, args=(at, valid), shortcut=key
                )
        if answered:
            _verdict(riddle, given[at])
        rounds.strip(at, given[at] is riddle.valid if answered else None)
        rounds.ways_on(answered, practice)
    with right:
        if answered:
            with st.container(key="riddle_solution"):
                _solution(riddle)
        else:
            _curve(riddle, at)
    if not practice:
        rounds.levels()
    query.show_ignored()


def _curve(riddle: Riddle, at: tuple[int, int, int]) -> None:
    """Draw the curve k(x, ·), whose x can be dragged.

    `at` is the riddle's seed, number and level.
    """
    values, frame = section(riddle)
    where = say("z goes from left to right") if riddle.d == 1 else say("x and z lie on the first axis of the plane")
    st.markdown(say("The curve k(x, ·): {where}. Drag x.", where=where))
    rounded = [None if math.isnan(v) else float(f"{v:.4g}") for v in values.ravel().tolist()]
    component("section")(
        key="riddle_section",
        data={"about": list(at), "side": SIDE, "reach": REACH, "frame": list(frame), "values": rounded},
    )


def _give(at: tuple[int, int, int], answer: bool) -> None:
    st.session_state.setdefault(_ANSWERS, {}).setdefault(at, answer)


def _verdict(riddle: Riddle, answer: bool) -> None:
    sentence = escaping.sentence(riddle.judgement.sentence)
    if answer is riddle.valid:
        st.success(say("**Right.** {sentence}", sentence=sentence))
    else:
        st.error(say("**Not so.** {sentence}", sentence=sentence))


def _solution(riddle: Riddle) -> None:
    """Draw the proof tree, and for an invalid kernel the smallest witness.

    The tree of an invalid kernel shows where the rules stop.
    """
    found = riddle.judgement
    if not riddle.valid:
        for block in witness.blocks(ComposeState(load(_data_name(riddle)), riddle.kernel), found):
            lesson_blocks.block(block)
    lesson_blocks.block(proof_picture(found))
    st.button(say("Open it in Compose"), key="riddle_whole", on_click=_whole, args=(riddle,))


def _whole(riddle: Riddle) -> None:
    values = {"data": _data_name(riddle), "k": str(riddle.kernel)}
    examples.open_preset(Preset("", "compose", "", values), "kernel_or_not")


def _data_name(riddle: Riddle) -> str:
    """Return the name of a dataset on the space of a riddle."""
    return "s1_line" if riddle.d == 1 else "moons"
