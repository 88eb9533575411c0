"""The page of a course.

Text and question of a step are on the left, its live picture on the right.
"""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

import streamlit as st

from kernviz.courses import reader, submission
from kernviz.courses.course import Course
from kernviz.courses.handout import handout
from kernviz.courses.language import LanguageError
from kernviz.courses.static_step import reveal_scene
from kernviz.lessons import data_and_kernel
from kernviz.lessons.address import Value
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import applying
from kernviz.ui import asset_routes, escaping, examples, query
from kernviz.ui.courses import collecting, help_after_wrong_answer, missed_ideas, practising, submission_page
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.asking import ask
from kernviz.ui.courses.picture import changes_with_answer, picture
from kernviz.ui.courses.progress import progress
from kernviz.ui.courses.visit import Visit
from kernviz.ui.download import download
from kernviz.ui.heading import page_title
from kernviz.ui.link_cards import Card, cards, covers
from kernviz.ui.rooms import panel as room
from kernviz.ui.stories import page as stories
from kernviz.wording import in_formula, phrase, say, several, spoken

ANSWERS = query.text("answers", "", longest=submission.LONGEST, label=phrase("the answers"))
# kinds of questions that a class answers on phones only
ON_PHONES = ("choose", "number", "weights", "write", "point", "draw", "tree")
WIDE, PRESENTED = (1, 1.35), (1, 1.9)  # widths of the columns: question, picture


def page() -> None:
    """Draw the page that the address asks for.

    It is a step of a course, answers handed in to a course, the page for collecting them, or the list of courses.
    """
    course = visits.current_course()
    if (course is None or not course.steps) and query.value(collecting.COLLECT) == 1:
        collecting.page()
    elif course is None or not course.steps:
        _course_list()
        if course is not None:
            _faults(course)
    elif packed := submission_page.opened(course.name) or str(query.value(ANSWERS)):
        submission_page.show(course, submission.unpack(packed), ANSWERS.name)
    else:
        _step(course)
    query.show_ignored()


def _step(course: Course) -> None:
    visit = visits.visit(course)
    if room.follow(visit):
        visit = visits.visit(course)
    step = visit.step
    practice = practising.here("step", course.name, step.name, visit.variant)
    if practice:
        practising.strip(practice, answered=visit.answered.shown)
    else:
        _head(visit)
    presents = query.value(visits.PRESENT) == 1
    progress(visit, presents=presents, alone=practice is not None)
    with st.container(key="kv-step-columns"):
        left, right = st.columns(PRESENTED if presents else WIDE, gap="medium")
    with left:
        st.title(spoken(step.title), anchor=False)
        st.markdown(visit.start.filled(step.says))
        # The presenter's page takes no answers to questions for the class, and none after the answer was revealed.
        ask(
            visit,
            takes=not (
                presents and (visit.answered.shown or (room.is_open() and visit.step.question.kind in ON_PHONES))
            ),
            further=not presents,
            practice=practice,
        )
        _replies(visit)
        if not presents and practice is None:
            _leaving(visit)
        if room.is_open():
            room.panel(visit)
    with right:
        picture(visit)
    if not presents:
        _faults(course)


def _head(visit: Visit) -> None:
    """Draw the course's title and the number of its step.

    Buttons lead to the list of courses, to the hand-out for printing, and to a room.
    """
    course = visit.course
    number = course.places[visit.step.name] + 1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            say(":gray[{title} · {step} of {steps}]", title=course.title, step=number, steps=len(course.steps)),
            width="content",
        )
        st.button(say("All courses"), key="all_courses", type="tertiary", on_click=visits.open_course, args=("",))
        download(
            say("Hand-out"),
            partial(handout, course, visit.variant),
            f"{course.name}.html",
            "text/html",
            key="handout",
            about=say("The whole course on paper: questions, pictures, room for answers, the key at the end."),
            link=True,
        )
        if not room.is_open():
            room.panel(visit)


def _judged(visit: Visit) -> None:
    """Draw the verdict in its container.

    A new verdict replaces the old one.
    """
    with st.container(key=f"kv-told-of-{visit.key}"):
        if visit.judgement is None:
            return
        understood, reason = visit.judgement.understood, visit.judgement.reason
        if visit.judgement.right:
            st.success(say("**Right:** {answer}. {reason}", answer=understood, reason=reason).strip())
        else:
            sentence = say("**Not so:** {answer}. {reason}", answer=understood, reason=reason).strip()
            st.error(f"{sentence} {help_after_wrong_answer.words(visit)}".strip())
            help_after_wrong_answer.formula(visit)


def _replies(visit: Visit) -> None:
    """Draw the verdict and the solution, the one asked for last first.

    On a phone there is room for the beginning of the first one only.
    """
    parts = [_judged, _revealed]
    if visit.answered.shown and not (visit.judgement and visit.judgement.right):
        parts.reverse()
    for part in parts:
        part(visit)


def _revealed(visit: Visit) -> None:
    if visit.answered.shown:
        with st.container(key=f"kv-told-{visit.key}"):
            _answer(visit)


def _leaving(visit: Visit) -> None:
    """Draw links and buttons that leave the sequence of steps.

    A presenter has keys instead of these buttons.
    """
    answered = visit.answered
    if answered.is_given or answered.shown:
        missed_ideas.same_idea(visit)
        _aside(visit)
        if answered.shown and visit.step is visit.course.steps[-1]:
            missed_ideas.summary(visit)
            practising.offer("end")


def _answer(visit: Visit) -> None:
    """Draw the reveal text and formula in a right answer's state.

    The right answer is the visitor's, or else the step's own. If the last answer is not right, the right answer is
    written out.
    """
    answered, step = visit.answered, visit.step
    try:
        there = reveal_scene(step, visit.variant, answered.right)
        if not (visit.judgement and visit.judgement.right):
            right = step.question.solution(visit.start) if answered.right is None else answered.right
            st.markdown(say("An answer: {understood}", understood=step.question.understood(right, visit.start)))
        st.markdown(there.filled(step.reveal))
        if step.formula:
            st.latex(in_formula(there.filled(step.formula)))
        if changes := changes_with_answer(visit):
            st.markdown(say(":gray[With the answer the picture shows {what}.]", what=changes))
    except LanguageError as problem:
        st.warning(escaping.sentence(str(problem)))


def _aside(visit: Visit) -> None:
    """Draw the buttons for another variant and for the whole page."""
    with st.container(horizontal=True, gap="small"):
        if visit.step.vary:
            st.button(say("Another variant"), key=f"another_{visit.key}", on_click=visits.another, args=(visit,))
        if visit.answered.shown:
            st.button(say("Open the whole page"), key=f"whole_{visit.key}", on_click=_whole, args=(visit,))


def _whole(visit: Visit) -> None:
    """Open the full page in the state of the picture (callback)."""
    state = visit.here.state
    values: dict[str, Value] = {}
    for item, one in applying(state).items():
        if one.kind != "row":
            current = one.values(state, getattr(state, item))
            for param, value in zip(one.params(item, state), current, strict=False):
                if value is not None:
                    values[param.name] = escaping.plain(value) if isinstance(value, str) else value
    params = visit.here.params
    data = params.get("data", "moons")
    for param in _params(data):
        if param.name in params:
            values[param.name] = param.read([params[param.name]])[0]
    values |= {"data": data, "k": str(state.kernel)}
    examples.open_preset(Preset("", visit.here.page.name, "", values), "course")  # type: ignore[arg-type]


def _params(data: str) -> list[query.AddressParam]:
    """Return the query parameters that describe the given data."""
    return [*data_and_kernel.params(data)[1:], data_and_kernel.DRAWING_PARAM]


def _course_list() -> None:
    page_title(say("Courses"))
    st.markdown(
        say("Each step asks before it shows. Answer with a click, a number, a kernel or by moving the picture.")
    )
    practising.offer("courses")
    st.markdown(say("Or read first. Each story is one page to scroll, with numbers to drag."))
    stories.links("course-stories")
    found = [course for course in reader.courses().values() if course.steps]
    pictures = covers(([step.page for step in course.steps], course.name.upper()) for course in found)
    cards("courses", [_card(*each) for each in zip(found, pictures, strict=True)], visits.open_course)
    collecting.way_in()
    for course in reader.courses().values():
        if not course.steps:
            _faults(course)


def _card(course: Course, picture: str) -> Card:
    """Return the link to a course."""
    return Card(
        course.name,
        spoken(course.title),
        spoken(course.says),
        f"{asset_routes.path(visits.PAGE)}?{urlencode({visits.COURSE.name: course.name})}",
        several(len(course.steps), "{n} step", "{n} steps"),
        picture,
    )


def _faults(course: Course) -> None:
    if course.faults:
        title = escaping.markdown(spoken(course.title))
        with st.expander(several(len(course.faults), "{title}: {n} fault", "{title}: {n} faults", title=title)):
            for fault in course.faults:
                st.text(str(fault))
