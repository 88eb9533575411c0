"""Input fields for each kind of question.

They show how an answer was understood before it is judged.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from kernviz.courses.course import Course
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.tree import Tree
from kernviz.ui import escaping, number, plot
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses import placing, practising
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.practising import Practice
from kernviz.ui.courses.visit import Visit
from kernviz.wording import phrase, say, spoken

PAUSE = "300ms"  # pause in typing after which the answer is read
AT_ONCE = ("tree",)  # kinds of questions whose answer is judged without a button


def ask(visit: Visit, *, takes: bool = True, further: bool = True, practice: Practice | None = None) -> None:
    """Draw the question and its input field.

    With `takes`, the field, its button, and a place for the answer as understood are drawn. With
    `further`, the button to the solution or the next step is drawn there, too.

    All parts are there from the start: nothing moves when an answer is given.
    """
    question, scene = visit.step.question, visit.start
    st.markdown(f"**{scene.filled(question.ask)}**")
    if isinstance(question, Tree):
        placing.tree(visit, takes=takes)
    if not takes:
        if isinstance(question, Choose) and not isinstance(question, Tree) and not visit.answered.shown:
            with st.container(key="kv-options"):
                st.markdown("\n".join(f"- {question.words(place, scene)}" for place in question.order(visit.key)))
        return
    if above := ABOVE.get(question.kind):
        above(visit)
    with st.container(key="kv-answering", horizontal=True, gap="small"):
        if field := FIELDS.get(question.kind):
            field(visit)
        if question.kind not in AT_ONCE:
            st.button(
                say("Check") if question.kind == "move" else say("Answer"),
                key=f"answer_{visit.key}",
                type="secondary" if visit.answered.shown else "primary",
                on_click=_give,
                args=(visit.course,),
            )
        if further:
            with st.container(key="kv-onward", width="content"):
                _onward(visit, practice)
    with st.container(key="kv-understood"):
        _understood(visit, ANSWER_TEXTS[question.kind](visit))


def _onward(visit: Visit, practice: Practice | None) -> None:
    """Draw the button to the answer, or to the next step.

    The button shows the answer once there is a try, then leads to the next step or question.
    """
    answered, step = visit.answered, visit.step
    later = visit.course.steps[visit.course.places[step.name] + 1 :]
    if not answered.shown:
        st.button(
            say("Show the answer"),
            key=f"show_{visit.key}",
            on_click=visits.show,
            args=(visit,),
            disabled=not answered.is_given,
        )
    elif practice:
        practising.onward(practice, f"next_{visit.key}", answered=True)
    elif later:
        st.button(
            say("Next →"),
            key=f"next_{visit.key}",
            type="primary",
            on_click=visits.go,
            args=(visit.course, later[0].name),
        )
    else:
        st.button(say("All courses"), key=f"next_{visit.key}", type="primary", on_click=visits.open_course, args=("",))


def _understood(visit: Visit, text: str) -> None:
    """Draw the parsed answer or its problem.

    Without either, an empty line is drawn.
    """
    problem = visit.answered.problem
    if visit.step.question.kind not in ("move", "choose", *AT_ONCE) and text.strip():
        try:
            st.markdown(say("Understood: {understood}", understood=visit.step.question.understood(text, visit.start)))
            return
        except LanguageError as found:
            problem = str(found)
    st.markdown(say(":red[✗] {sentence}", sentence=escaping.sentence(problem)) if problem else "&nbsp;")


def is_answered(visit: Visit) -> bool:
    """Return True if the answer is shown and the field still matches.

    The field matches if it holds the answer that was given.
    """
    answered = visit.answered
    text = ANSWER_TEXTS[visit.step.question.kind](visit)
    return answered.shown and (not answered.is_given or text in ("", answered.text))


def _give(course: Course) -> None:
    """Judge the answer now in the field (callback).

    Moves and clicks that the browser reported together with the press are applied first.
    """
    number.listen()
    plot.listen()
    visit = visits.visit(course)
    answers.answer(course, visit.step, visit.variant, ANSWER_TEXTS[visit.step.question.kind](visit))


def _from_session(kind: str) -> Callable[[Visit], str]:
    return lambda visit: str(st.session_state.get(f"{kind}_{visit.key}") or "")


def _choose(visit: Visit) -> None:
    question = visit.step.question
    assert isinstance(question, Choose)
    order = question.order(visit.key)
    words = {str(place + 1): question.words(place, visit.start) for place in order}
    key = f"choose_{visit.key}"
    if (
        key not in st.session_state and visit.answered.text in words
    ):  # Streamlit drops the state of a widget that is not drawn
        st.session_state[key] = visit.answered.text
    st.radio(
        say("Your answer"),
        list(words),
        index=None,
        format_func=lambda place: words[place],
        key=key,
        label_visibility="collapsed",
    )


def _typed(label: str, placeholder: str) -> Callable[[Visit], None]:
    def field(visit: Visit) -> None:
        key = f"typed_{visit.key}"
        if key not in st.session_state:
            st.session_state[key] = visit.answered.text or ""
        st.text_input(
            spoken(label),
            key=key,
            placeholder=spoken(placeholder),
            autocomplete="off",
            label_visibility="collapsed",
            live=PAUSE,
        )

    return field


def _pointed(visit: Visit) -> None:
    st.caption(say("Click the points in the picture; click again to take one back."))


def _drawn(visit: Visit) -> None:
    question = visit.step.question
    assert isinstance(question, Draw)
    bends = say("Drag an end to turn it.") if question.sketch.holds == "ends" else say("Drag a part to bend it.")
    st.caption(f"{spoken(question.sketch.how)} {bends}")
    with st.container(horizontal=True, gap="small"):
        for name, word, take in (("take_back", say("Take back"), _take_back), ("clear", say("Clear"), _clear)):
            st.button(
                word,
                key=f"{name}_{visit.key}",
                on_click=take,
                args=(visit,),
                disabled=not visit.answered.corners and not (take is _take_back and visit.answered.drawn),
            )


def _take_back(visit: Visit) -> None:
    """Take back the last corner, stroke or bend (callback)."""
    drawn = visit.answered.drawn
    visit.answered.corners[:] = drawn.pop() if drawn else visit.answered.corners[:-1]


def _clear(visit: Visit) -> None:
    visit.answered.drawn.append([*visit.answered.corners])
    visit.answered.corners.clear()


ANSWER_TEXTS: dict[str, Callable[[Visit], str]] = {
    "choose": _from_session("choose"),
    "number": _from_session("typed"),
    "weights": _from_session("typed"),
    "write": _from_session("typed"),
    "move": lambda visit: visit.moved,
    "point": lambda visit: ", ".join(str(i + 1) for i in visit.here.chosen),
    "draw": lambda visit: visit.sketch,
    "tree": lambda visit: visit.answered.text or "",
}
FIELDS: dict[str, Callable[[Visit], None]] = {
    "number": _typed(phrase("Your number"), phrase("a number, a fraction or a power")),
    "weights": _typed(phrase("Your α"), phrase("a number for each point, with commas between")),
    "write": _typed(phrase("Your kernel"), phrase("kernels, numbers, + * ** and brackets")),
}
ABOVE: dict[str, Callable[[Visit], None]] = {"choose": _choose, "point": _pointed, "draw": _drawn}
