"""How each kind of question takes its answer, and shows how it was understood before it is judged."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from kernviz.courses.course import Course
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.ui import doors, number
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.wording import phrase, say, spoken


def ask(visit: Visit, *, takes: bool = True) -> None:
    """The question, and where it `takes` one a place for the answer and the button that judges it."""
    question, scene = visit.step.question, visit.start
    st.markdown(f"**{scene.filled(question.ask)}**")
    if not takes:
        if isinstance(question, Choose) and not visit.answered.shown:
            with st.container(key="kv-options"):
                st.markdown("\n".join(f"- {question.words(place, scene)}" for place in question.order(visit.key)))
        return
    text = PLACES[question.kind](visit)
    if question.kind in ("number", "weights", "write", "point", "draw") and text.strip():
        _understood(visit, text)
    st.button(
        say("Check") if question.kind == "move" else say("Answer"),
        key=f"answer_{visit.key}",
        type="primary",
        disabled=not text.strip() and question.kind != "move",
        on_click=_give,
        args=(visit.course,),
    )


def _understood(visit: Visit, text: str) -> None:
    try:
        st.markdown(say("Understood: {understood}", understood=visit.step.question.understood(text, visit.start)))
    except LanguageError as problem:
        st.markdown(say(":red[✗] {sentence}", sentence=doors.sentence(str(problem))))


def _give(course: Course) -> None:
    """A callback: judge what is given now, which may be newer than what the button was drawn with."""
    number.listen()
    visit = visits.visit(course)
    visits.answer(course, visit.step, visit.variant, GIVEN[visit.step.question.kind](visit))


def _held(kind: str) -> Callable[[Visit], str]:
    return lambda visit: str(st.session_state.get(f"{kind}_{visit.key}") or "")


def _choose(visit: Visit) -> str:
    question = visit.step.question
    assert isinstance(question, Choose)
    order = question.order(visit.key)
    words = {str(place + 1): question.words(place, visit.start) for place in order}
    given = visit.answered.text if visit.answered.text in words else None
    found = st.radio(
        say("Your answer"),
        list(words),
        index=None if given is None else list(words).index(given),
        format_func=lambda place: words[place],
        key=f"choose_{visit.key}",
        label_visibility="collapsed",
    )
    return found or ""


def _typed(label: str, placeholder: str) -> Callable[[Visit], str]:
    def field(visit: Visit) -> str:
        key = f"typed_{visit.key}"
        if key not in st.session_state:
            st.session_state[key] = visit.answered.text
        return st.text_input(spoken(label), key=key, placeholder=placeholder, autocomplete="off") or ""

    return field


def _moved(visit: Visit) -> str:
    return visit.moved


def _pointed(visit: Visit) -> str:
    st.caption(say("Click the points in the picture; click again to take one back."))
    return ", ".join(str(i + 1) for i in visit.here.chosen)


def _drawn(visit: Visit) -> str:
    question = visit.step.question
    assert isinstance(question, Draw)
    st.caption(spoken(question.sketch.how))
    with st.container(horizontal=True, gap="small"):
        for word, take in ((phrase("Take back"), _take_back), (phrase("Clear"), _clear)):
            st.button(
                spoken(word),
                key=f"{word}_{visit.key}",
                on_click=take,
                args=(visit,),
                disabled=not visit.answered.corners,
            )
    return visit.sketch


def _take_back(visit: Visit) -> None:
    del visit.answered.corners[-1:]


def _clear(visit: Visit) -> None:
    visit.answered.corners.clear()


GIVEN: dict[str, Callable[[Visit], str]] = {
    "choose": _held("choose"),
    "number": _held("typed"),
    "weights": _held("typed"),
    "write": _held("typed"),
    "move": lambda visit: visit.moved,
    "point": lambda visit: ", ".join(str(i + 1) for i in visit.here.chosen),
    "draw": lambda visit: visit.sketch,
}
PLACES: dict[str, Callable[[Visit], str]] = {
    "choose": _choose,
    "number": _typed(phrase("Your number"), "0.25, 1/4, 2^10"),
    "weights": _typed(phrase("Your α"), "0.04, 0.04, 0.05, 0.05"),
    "write": _typed(phrase("Your kernel"), "rbf(gamma=2), (linear + 1)**2, …"),
    "move": _moved,
    "point": _pointed,
    "draw": _drawn,
}
