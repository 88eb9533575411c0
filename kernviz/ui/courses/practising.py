"""Practice: five questions of a day.

The browser chooses them from its own history (assets/practice.js).

The address names the five questions. The page of a course or of a quiz asks one of them and leads to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import streamlit as st

from kernviz.courses import ideas, reader
from kernviz.courses.course import Course, Step
from kernviz.ui import examples, query
from kernviz.ui.component import component, reported
from kernviz.ui.courses import visit as visits
from kernviz.wording import phrase, say, spoken

ITEMS = query.text("practice", "", longest=800, label=phrase("the questions of the day"))
MOST = 5
MOST_ANSWERED = 50  # of a session, remembered for the browser
_ANSWERED = "_practice_answered"
STEP = re.compile(r"step:([^:,]{1,100}):([a-z0-9_-]{1,100}):(\d{1,4})")
KERNEL = re.compile(r"kernel:(\d{1,4}):(\d{1,3}):([1-5])")
DRAWN = re.compile(r"drawn:(machine|gamma|count):(\d{1,4}):(\d{1,3}):([1-5])")
PAGES = {"step": "course", "kernel": "kernel_or_not", "drawn": "who_drew_this"}


@dataclass(frozen=True)
class Practice:
    """The five practice questions and the position of the one shown."""

    items: tuple[str, ...]
    at: int

    @property
    def later(self) -> str:
        """Return the next question, "" after the last."""
        return self.items[self.at + 1] if self.at + 1 < len(self.items) else ""


def here(*parts: object) -> Practice | None:
    """Return the current practice if it contains the given question.

    The parts name a question, such as "kernel", 3, 1, 2.

    None means that there is no practice, or that it lacks this question.
    """
    items = _usable(str(query.value(ITEMS)).split(","))
    item = ":".join(map(str, parts))
    return Practice(items, items.index(item)) if item in items else None


def offer(place: str) -> None:
    """Draw the offer of today's questions.

    If no question is due, the offer says when the next ones are. Before the first answer nothing is drawn.
    """
    key = f"practice-{place}"

    def started() -> None:
        start = reported(key, "start")
        if isinstance(start, Mapping) and isinstance(start.get("items"), list | tuple):
            items = _usable([str(text) for text in start["items"]])
            if items:
                st.session_state[ITEMS.name] = ",".join(items)
                first = str(start.get("first"))
                _open(first if first in items else items[0])

    data = {"items": [], "known": _known(), "idea_names": _ideas(), "told": _answered()}
    component("practice")(key=key, data=data, on_start_change=started)


def strip(practice: Practice, *, answered: bool) -> None:
    """Draw the position among the five practice questions.

    Beside it stands why the question is asked. Once all are answered, it shows when the next questions come. Every
    strip and offer sends the browser all questions answered in this session.
    Otherwise the browser would miss an answer if the visitor left the page at once.
    """
    if answered and practice.items[practice.at] not in _answered():
        _answered().append(practice.items[practice.at])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            say(":gray[Practice · question {at} of {all}]", at=practice.at + 1, all=len(practice.items)),
            width="content",
        )
        component("practice")(
            key="practice-strip",
            data={
                "items": list(practice.items),
                "at": practice.at,
                "known": _known(),
                "akin": _akin(practice.items[practice.at]),
                "told": _answered(),
            },
        )
        st.button(say("Stop"), key="practice_stop", type="tertiary", on_click=_leave)


def onward(practice: Practice, key: str, *, answered: bool) -> None:
    """Draw the button to the next practice question or to the end."""
    st.button(
        say("Next →") if practice.later else say("Finish"),
        key=key,
        type="primary" if answered else "secondary",
        on_click=_open if practice.later else _leave,
        args=(practice.later,) if practice.later else (),
    )


def _answered() -> list[str]:
    """Return the questions of practice answered in this session, oldest first."""
    found: list[str] = st.session_state.setdefault(_ANSWERED, [])
    del found[:-MOST_ANSWERED]
    return found


def _known() -> list[str]:
    """Return the names of all steps that can be asked."""
    return [name for name, _, _ in _steps()]


def _steps() -> Iterator[tuple[str, Course, Step]]:
    """Yield name in practice, course and step of each question."""
    for name, course in reader.courses().items():
        if not set(":,") & set(name):
            for step in course.steps:
                yield f"step:{name}:{step.name}", course, step


def _ideas() -> dict[str, list[str]]:
    """Return the names of the wrong ideas of each step."""
    return {name: list(step.ideas) for name, _, step in _steps() if step.ideas}


def _akin(item: str) -> dict[str, dict[str, str]]:
    """Return the other steps that share an idea with a question.

    Each has its title and the shared idea. The title of a step in another course names this course, too.
    """
    found = STEP.fullmatch(item)
    course = reader.courses().get(found[1]) if found else None
    if course is None or found is None or found[2] not in course.places:
        return {}
    asked = course.step(found[2])
    akin = {}
    for name, there, step in _steps():
        shared = [idea for idea in asked.ideas if idea in step.ideas]
        if shared and step is not asked:
            title = spoken(step.title)
            if there is not course:
                title = say("{step} ({course})", step=title, course=spoken(there.title))
            akin[name] = {"title": title, "idea": ideas.title(shared[0], reader.courses())}
    return akin


def _usable(items: list[str]) -> tuple[str, ...]:
    """Return the practice questions that exist, each once.

    The items are untrusted: they may come from anybody.
    """
    return tuple(dict.fromkeys(item for item in items[:MOST] if _exists(item)))


def _exists(item: str) -> bool:
    if found := STEP.fullmatch(item):
        course = reader.courses().get(found[1])
        return course is not None and found[2] in course.places
    return bool(KERNEL.fullmatch(item) or DRAWN.fullmatch(item))


def _open(item: str) -> None:
    """Show one of the five practice questions (callback)."""
    kind, *parts = item.split(":")
    names = {
        "step": (visits.COURSE.name, "step", visits.VARIANT.name),
        "kernel": ("set", "number", "level"),
        "drawn": ("about", "set", "number", "level"),
    }[kind]
    for name, text in zip(names, parts, strict=True):
        st.session_state[name] = int(text) if name in (visits.VARIANT.name, "set", "number") else text
    examples.request_page(PAGES[kind])


def _leave() -> None:
    """End the practice and go Home (callback)."""
    st.session_state[ITEMS.name], st.session_state[visits.VARIANT.name] = "", 0
    examples.request_page("home")
