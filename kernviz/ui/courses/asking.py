"""Input fields for each kind of question, which show how an answer was understood before it is judged."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from kernviz.courses.course import Course
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.ui import escaping, number
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.visit import Visit
from kernviz.wording import phrase, say, spoken


def ask(visit: Visit, *, takes: bool = True) -> None:
    """Draw the question and, with `takes`, the field for its answer and the button that judges it."""
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
        st.markdown(say(":red[✗] {sentence}", sentence=escaping.sentence(str(problem))))


def _give(course: Course) -> None:
    """Callback: judge the answer in the field now, which may be newer than the button."""
    number.listen()
    visit = visits.visit(course)
    answers.answer(course, visit.step, visit.variant, GIVEN[visit.step.question.kind](visit))


def _held(kind: str) -> Callable[[Visit], str]:
    return lambda visit: str(st.session_state.get(f"{kind}_{visit.key}") or "")


def _choose(visit: Visit) -> str:
    question = visit.step.question
    assert isinstance(question, Choose)
    order = question.order(visit.key)
    words = {str(place + 1): question.words(place, visit.start) for place in order}
    key = f"choose_{visit.key}"
    if (
        key not in st.session_state and visit.answered.text in words
    ):  # Streamlit drops the state of a widget that is not drawn
        st.session_state[key] = visit.answered.text
    found = st.radio(
        say("Your answer"),
        list(words),
        index=None,
        format_func=lambda place: words[place],
        key=key,
        label_visibility="collapsed",
    )
    return found or ""


def _typed(label: str, placeholder: str) -> Callable[[Visit], str]:
    def field(visit: Visit) -> str:
        key = f"typed_{visit.key}"
        if key not in st.session_state:
            st.session_state[key] = visit.answered.text or ""
        return st.text_input(spoken(label), key=key, placeholder=spoken(placeholder), autocomplete="off") or ""

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
    "number": _typed(phrase("Your number"), phrase("a number, a fraction or a power")),
    "weights": _typed(phrase("Your α"), phrase("a number for each point, with commas between")),
    "write": _typed(phrase("Your kernel"), phrase("kernels, numbers, + * ** and brackets")),
    "move": _moved,
    "point": _pointed,
    "draw": _drawn,
}
