"""The page *Who drew this?*.

It shows a picture and a few choices, then the picture of each choice.
"""

from __future__ import annotations

import streamlit as st

from kernviz.courses.drawn import pictures
from kernviz.courses.drawn.how_many import COUNT, HowMany, how_many
from kernviz.courses.drawn.which_machine_quiz import GAMMA, LEAST, MACHINE, WhichMachine, which_machine
from kernviz.lessons.number_format import percent
from kernviz.lessons.presets import Preset
from kernviz.ui import escaping, examples, lesson_blocks, query
from kernviz.ui.courses import practising, rounds
from kernviz.ui.heading import page_title
from kernviz.wording import phrase, say, spoken

KINDS = {
    MACHINE: phrase("Which machine?"),
    GAMMA: phrase("Which γ?"),
    COUNT: phrase("How many support vectors?"),
}
ABOUT = query.choice("about", tuple(KINDS), label=phrase("what is asked"))
SAYS = {
    MACHINE: {
        1: phrase("one machine, several kernels"),
        2: phrase("machines of other sorts"),
        3: phrase("machines that are like each other"),
        4: phrase("more than two classes"),
        5: phrase("any machine with any kernel"),
    },
    GAMMA: {
        1: phrase("each γ about twenty times the last, or more"),
        2: phrase("each γ about ten times the last, or more"),
        3: phrase("each γ about five times the last, or more"),
        4: phrase("each γ about three times the last, or more"),
        5: phrase("each γ about twice the last, or more"),
    },
    COUNT: {
        1: phrase("a line, a few points"),
        2: phrase("lines and conics"),
        3: phrase("conics and wide Gaussians"),
        4: phrase("curves, more points"),
        5: phrase("narrow kernels, many points"),
    },
}
_ANSWERS, _HINTED = "_drawn_given", "_drawn_hinted"
HINTED = 3  # the first level with a hint
Key = tuple[str, int, int, int]


def page() -> None:
    """Draw one riddle.

    The session remembers the answers. The browser stores streak and history.
    """
    query.seed([ABOUT])
    seed, number, level = rounds.at()
    about = str(query.value(ABOUT))
    riddle = how_many(seed, number, level) if about == COUNT else which_machine(about, seed, number, level)
    at: Key = (about, seed, number, level)
    given: dict[Key, int] = st.session_state.setdefault(_ANSWERS, {})
    answer = given.get(at)
    if practice := practising.here("drawn", about, seed, number, level):
        practising.strip(practice, answered=answer is not None)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="kv-round-head"):
        page_title(say("Who drew this?"), width="content")
        if not practice:
            _choose_kind(about)
        st.markdown(
            say(
                ":gray[Number {number} · level {level}, {meaning}]",
                number=number,
                level=level,
                meaning=SAYS[about][level],
            ),
            width="content",
        )
    left, right = st.columns([1.15, 1], gap="medium")  # the picture first: on a phone it is above the choices
    with left:
        lesson_blocks.block(pictures.shown(riddle, answered=answer is not None))
    with right:
        st.markdown(escaping.markdown(f"**{riddle.question}**"))
        _choices(riddle, at, answer)
        if answer is not None:
            _verdict(riddle, answer)
        rounds.strip((seed, number, level), None if answer is None else answer == riddle.right, about)
        rounds.ways_on(answer is not None, practice)
        if not practice:
            rounds.levels()
        if isinstance(riddle, WhichMachine):
            least = percent(LEAST[about][level - 1])
            st.caption(
                say(
                    "The picture of each wrong answer differs from this one in more than {least} of its area.",
                    least=least,
                )
            )
    if answer is not None:
        for block in pictures.compared(riddle):
            lesson_blocks.block(block)
    elif isinstance(riddle, WhichMachine) and level >= HINTED:
        _hint(riddle, at)
    query.show_ignored()


def _hint(riddle: WhichMachine, at: Key) -> None:
    """Draw, on request, each choice's picture of other points.

    The other points are of the same kind.
    """
    hinted: set[Key] = st.session_state.setdefault(_HINTED, set())
    if at not in hinted:
        st.button(say("Hint: the choices on other points"), key="drawn_hint", on_click=hinted.add, args=(at,))
        return
    st.markdown(say("What each choice draws for other points of the same kind:"))
    for block in pictures.elsewhere(riddle):
        lesson_blocks.block(block)


def _choose_kind(about: str) -> None:
    st.segmented_control(
        say("What is asked"),
        list(KINDS),
        key="drawn_about",
        default=about,
        required=True,
        format_func=lambda kind: spoken(KINDS[kind]),
        on_change=_kind_changed,
        label_visibility="collapsed",
    )


def _kind_changed() -> None:
    st.session_state["about"], st.session_state["number"] = st.session_state["drawn_about"], 1


def _choices(riddle: WhichMachine | HowMany, at: Key, answer: int | None) -> None:
    """Draw the choices and the button that judges.

    After the answer, the choices are marked with ✓ and ✗.
    """
    key = "-".join(map(str, at))

    def words(choice: int) -> str:
        sign = "" if answer is None else "✓ " if choice == riddle.right else "✗ " if choice == answer else ""
        return sign + escaping.markdown(riddle.words(choice))

    chosen = st.radio(
        say("Your answer"),
        range(len(riddle.choices)),
        index=answer,
        format_func=words,
        key=f"drawn_{key}",
        disabled=answer is not None,
        label_visibility="collapsed",
    )
    if answer is None:
        st.button(
            say("Answer"),
            key=f"drawn_answer_{key}",
            type="primary",
            disabled=chosen is None,
            on_click=_give,
            args=(at, f"drawn_{key}"),
        )


def _give(at: Key, radio: str) -> None:
    chosen = st.session_state.get(radio)
    if chosen is not None:
        st.session_state.setdefault(_ANSWERS, {}).setdefault(at, int(chosen))


def _verdict(riddle: WhichMachine | HowMany, answer: int) -> None:
    own = escaping.markdown(riddle.because(riddle.right))
    if answer == riddle.right:
        st.success(say("**Right.** {sentence}", sentence=own))
    else:
        st.error(say("**Not so.** {sentence}", sentence=escaping.markdown(riddle.because(answer))))
        st.info(f"**{escaping.markdown(riddle.words(riddle.right))}.** {own}")
    machine = riddle.shown.machine if isinstance(riddle, WhichMachine) else riddle.machine
    if machine.whole:
        page, params = machine.whole
        preset = Preset("", page, "", {**riddle.points.params, **params})
        st.button(
            say("Open the whole page"), key="drawn_whole", on_click=examples.open_preset, args=(preset, "who_drew_this")
        )
