"""The page of answers handed in by a link, judged again.

A link has the answers in its fragment, which the browser reads (assets/course.js). Older links have them in the query.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kernviz.courses.course import Course
from kernviz.courses.submission import LONGEST, HandedIn, JudgedAnswer, by_step, is_right, judge_all
from kernviz.ui import escaping
from kernviz.wording import say, spoken

_OPENED = "_course_handed_in"  # in the session: course and packed answers of the link that was opened


def open_answers(course: str, packed: str) -> None:
    """Open the page for the answers of a link's fragment (callback)."""
    st.session_state[_OPENED] = course, packed[: LONGEST + 1]


def opened(course: str) -> str:
    """Return the packed answers that are open for a course, or ""."""
    name, packed = st.session_state.get(_OPENED, ("", ""))
    return str(packed) if name == course else ""


def show(course: Course, handed: HandedIn, param: str) -> None:
    """Draw the page of handed-in answers.

    `param` names the query parameter with the answers. The button "To the course" empties it.
    """
    st.title(spoken(course.title), anchor=False)
    found = by_step(judge_all(course, handed.answers))
    right = len({course.place(attempts[0].answer.step) for attempts in found if is_right(attempts)})
    if handed.by:
        st.markdown(say("Handed in by {name}.", name=escaping.sentence(handed.by)))
    if handed.problem:
        st.warning(escaping.sentence(f"{handed.problem}."), icon="⚠️")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            say(
                "**{right} of {steps} right**, judged again from the answers in the link.",
                right=right,
                steps=len(course.steps),
            ),
            width="content",
        )
        st.button(say("To the course"), key="to_the_course", type="tertiary", on_click=_back, args=(param,))
    for answers in found:
        _step(answers)
    answered = {course.place(attempts[0].answer.step) for attempts in found}
    missing = [spoken(step.title) for place, step in enumerate(course.steps) if place not in answered]
    if missing:
        st.markdown(say("Not answered: {steps}", steps=", ".join(missing)))


def _back(param: str) -> None:
    """Go to the course itself (callback)."""
    st.session_state[param] = ""
    st.session_state.pop(_OPENED, None)


def _step(answers: Sequence[JudgedAnswer]) -> None:
    """Draw a step with its answers, in the order they were given."""
    first = answers[0]
    with st.container(border=True):
        title = escaping.markdown(first.step.title) if first.step else escaping.sentence(first.answer.step)
        st.markdown(f"**{'✓' if is_right(answers) else '✗'} {title}**")
        question = ""
        for number, answer in enumerate(answers, start=1):
            if not (answer.step and answer.judgement):
                st.text(answer.problem)
                continue
            ask = answer.step.scene(answer.answer.variant).filled(answer.step.question.ask)
            lines = [] if ask == question else [_of_variant(ask, answer.answer.variant)]
            question = ask
            sentence = f"{answer.judgement.understood}. {answer.judgement.reason}"
            st.markdown(
                "\n\n".join(
                    [
                        *lines,
                        sentence if len(answers) == 1 else f"{_answer_label(number, len(answers), answer)} {sentence}",
                    ]
                )
            )


def _of_variant(ask: str, variant: int) -> str:
    """Return the question's text with the number of its variant."""
    return f"{ask} " + say(":gray[Variant {variant}]", variant=variant)


def _answer_label(number: int, last: int, judged: JudgedAnswer) -> str:
    """Return the label of an answer, with ✓ or ✗.

    It says if the answer is the first, the last or the last right one.
    """
    mark = "✓" if judged.judgement and judged.judgement.right else "✗"
    if number == 1:
        return say("{mark} First answer:", mark=mark)
    return say("{mark} Last answer:", mark=mark) if number == last else say("{mark} Last right answer:", mark=mark)
