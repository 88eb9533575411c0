"""The page of a course: what a step says and asks on the left, its live picture on the right."""

from __future__ import annotations

from functools import partial

import streamlit as st

from kernviz.courses import handed_in, reader
from kernviz.courses.course import Course
from kernviz.courses.handout import handout
from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from kernviz.courses.sheet import after
from kernviz.lessons import subject
from kernviz.lessons.address import Value
from kernviz.lessons.presets import Preset
from kernviz.lessons.state import applying
from kernviz.ui import doors, examples, query
from kernviz.ui.courses import visit as visits
from kernviz.ui.courses.asking import ask
from kernviz.ui.courses.picture import picture
from kernviz.ui.courses.progress import progress
from kernviz.ui.courses.visit import Visit
from kernviz.ui.rooms import panel as room
from kernviz.wording import language, phrase, say, speaking, spoken

ANSWERS = query.text("answers", "", longest=handed_in.LONGEST, label=phrase("the answers"))
ELSEWHERE = ("choose", "number", "weights", "write", "point", "draw")  # what a class answers on its phones alone
WIDE, PRESENTED = (1, 1.35), (1, 1.9)  # the question's column and the picture's


def page() -> None:
    """The course the address names; without one, all of them."""
    course = visits.course_in_force()
    if course is None or not course.steps:
        _all()
        if course is not None:
            _faults(course)
    elif packed := str(query.value(ANSWERS)):
        _handed_in(course, packed)
    else:
        _step(course)
    query.show_ignored()


def _step(course: Course) -> None:
    visit = visits.visit(course)
    if room.follow(visit):
        visit = visits.visit(course)
    step = visit.step
    number = course.places[step.name] + 1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            say(":gray[{title} · {number} of {steps}]", title=course.title, number=number, steps=len(course.steps)),
            width="content",
        )
        st.button(say("All courses"), key="all_courses", type="tertiary", on_click=_open, args=("",))
        st.download_button(
            say("Hand-out"),
            partial(_handout, course, visit.variant, language()),  # made when it is asked for
            file_name=f"{course.name}.html",
            mime="text/html",
            key="handout",
            type="tertiary",
            on_click="ignore",
            help=say("The whole course on paper: questions, pictures, room for answers, the key at the end."),
        )
    presents = query.value(visits.PRESENT) == 1
    progress(visit, presents=presents)
    left, right = st.columns(PRESENTED if presents else WIDE, gap="medium")
    with left:
        st.title(spoken(step.title), anchor=False)
        st.markdown(visit.start.filled(step.says))
        # presented, what the class answers is not the lecturer's to answer, and what is shown no one's
        ask(
            visit,
            takes=not (
                presents and (visit.answered.shown or (room.is_open() and visit.step.question.kind in ELSEWHERE))
            ),
        )
        _judged(visit)
        _revealed(visit, presents=presents)
        room.panel(visit)
    with right:
        picture(visit)
    if not presents:
        _faults(course)


def _handout(course: Course, variant: int, speak: str) -> str:
    """On paper, in the language of the page: the browser fetches it later, when nobody's is in force."""
    with speaking(speak):
        return handout(course, variant)


def _judged(visit: Visit) -> None:
    answered = visit.answered
    if answered.problem:
        st.warning(doors.sentence(answered.problem))
    if answered.judgement is None:
        return
    said, reason = answered.judgement.understood, answered.judgement.reason
    with st.container(key=f"kv-told-of-{visit.key}"):
        if answered.judgement.right:
            st.success(say("**Right:** {said}. {reason}", said=said, reason=reason).strip())
        else:
            st.error(say("**Not so:** {said}. {reason}", said=said, reason=reason).strip())


def _revealed(visit: Visit, *, presents: bool) -> None:
    """What the answer shows, and where to go from here; who presents goes there by keys."""
    answered = visit.answered
    if not (answered.given or answered.shown):
        return
    if answered.shown:
        with st.container(key=f"kv-told-{visit.key}"):
            _answer(visit)
    if not presents:
        _further(visit)


def _answer(visit: Visit) -> None:
    answered, step = visit.answered, visit.step
    try:
        there = _there(visit)
        if not (answered.judgement and answered.judgement.right):
            solution = step.question.solution(visit.start)
            st.markdown(say("An answer: {understood}", understood=step.question.understood(solution, visit.start)))
        st.markdown(there.filled(step.reveal))
        if step.formula:
            st.latex(there.filled(step.formula))
    except LanguageError as problem:
        st.warning(doors.sentence(str(problem)))


def _further(visit: Visit) -> None:
    """The next step, the answer, the same step again, the whole page."""
    answered, step = visit.answered, visit.step
    later = visit.course.steps[visit.course.places[step.name] + 1 :]
    with st.container(horizontal=True, gap="small"):
        if answered.shown and later:
            st.button(
                say("Next →"),
                key=f"next_{visit.key}",
                type="primary",
                on_click=visits.go,
                args=(visit.course, later[0].name),
            )
        elif answered.shown:
            st.button(say("All courses"), key=f"roads_{visit.key}", type="primary", on_click=_open, args=("",))
        else:
            st.button(say("Show the answer"), key=f"show_{visit.key}", on_click=visits.show, args=(visit,))
        if step.vary:
            st.button(say("Another one"), key=f"another_{visit.key}", on_click=visits.another)
        if answered.shown:
            st.button(say("Open it whole"), key=f"whole_{visit.key}", on_click=_whole, args=(visit,))


def _there(visit: Visit) -> Scene:
    """The state the answer speaks of: what was moved or written, where it is right; else a right one."""
    step, answered = visit.step, visit.answered
    if step.question.kind not in ("move", "write"):
        return step.revealed(visit.variant)
    if answered.judgement and answered.judgement.right:
        return visit.here
    return after(step, visit.start, step.question.solution(visit.start))


def _whole(visit: Visit) -> None:
    """A callback: the full page, in the state of the picture."""
    state = visit.here.state
    values: dict[str, Value] = {}
    for item, one in applying(state).items():
        if one.kind != "row":
            held = one.values(state, getattr(state, item))
            for param, value in zip(one.params(item, state), held, strict=False):
                if value is not None:
                    values[param.name] = doors.plain(value) if isinstance(value, str) else value
    said = visit.here.said
    data = said.get("data", "moons")
    for param in _params(data):
        if param.name in said:
            values[param.name] = param.read([said[param.name]])[0]
    values |= {"data": data, "k": str(state.kernel)}
    examples.open_preset(Preset("", visit.here.page.name, "", values), "course")  # type: ignore[arg-type]


def _params(data: str) -> list[query.AddressParam]:
    """What an address says of these data."""
    return [*subject.params(data)[1:], subject.DRAWING_PARAM]


def _all() -> None:
    st.title(say("Courses"), anchor=False)
    st.markdown(
        say("Each step asks before it shows. Answer with a click, a number, a kernel or by moving the picture.")
    )
    found = [course for course in reader.courses().values() if course.steps]
    for start in range(0, len(found), 3):
        for place, course in zip(st.columns(3), found[start : start + 3], strict=False):
            with place.container(border=True, height="stretch"):
                st.header(spoken(course.title), anchor=False)
                st.markdown(spoken(course.says))
                st.button(
                    say("{steps} steps", steps=len(course.steps)),
                    key=f"course_{course.name}",
                    on_click=_open,
                    args=(course.name,),
                )
    for course in reader.courses().values():
        if not course.steps:
            _faults(course)


def _open(name: str) -> None:
    st.session_state["course"] = name


def _faults(course: Course) -> None:
    if course.faults:
        with st.expander(say("{faults} of its steps cannot be used", faults=len(course.faults))):
            for fault in course.faults:
                st.text(str(fault))


def _handed_in(course: Course, packed: str) -> None:
    st.title(spoken(course.title), anchor=False)
    found = handed_in.judged(course, handed_in.unpack(packed))
    right = sum(1 for each in found if each.judgement and each.judgement.right)
    st.markdown(
        say(
            "**{right} of {steps} right**, judged again from the answers in the link.",
            right=right,
            steps=len(course.steps),
        )
    )
    for each in found:
        with st.container(border=True):
            title = spoken(each.step.title) if each.step else each.answer.step
            mark = "✓" if each.judgement and each.judgement.right else "✗"
            st.markdown(f"**{mark} {title}**")
            if each.step and each.judgement:
                asked = each.step.scene(each.answer.variant).filled(each.step.question.ask)
                st.markdown(f"{asked}\n\n{each.judgement.understood}. {each.judgement.reason}")
            else:
                st.text(each.problem)
    missing = [spoken(step.title) for step in course.steps if step.name not in {each.answer.step for each in found}]
    if missing:
        st.markdown(say("Not answered: ") + ", ".join(missing))
