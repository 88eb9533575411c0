"""Where a visitor is: which course, step and variant, what was answered there, and what the hand has moved."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from kernviz.courses import reader, variants
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import Judgement
from kernviz.courses.scene import Scene
from kernviz.courses.sheet import after
from kernviz.kernels.numbers import Number, numbers, with_number
from kernviz.lessons.address import written
from kernviz.lessons.state import Declared, applying
from kernviz.ui import declared, query
from kernviz.wording import phrase, say

_ANSWERS, _AT = "_course_answers", "_course_at"
COURSE = query.text("course", "", longest=100, label=phrase("the course"))
PRESENT = query.integer("present", 0, low=0, high=1, label=phrase("presenter mode"))
VARIANT = query.integer("variant", 0, low=0, high=variants.MOST, label=phrase("variant"))


@dataclass
class Answered:
    """What was answered to one step in one variant; `shown` once the answer is on the page."""

    text: str = ""
    judgement: Judgement | None = None
    problem: str = ""
    shown: bool = False
    kernel: str = ""  # the kernel in the picture, where it is not the step's own
    chosen: list[int] = field(default_factory=list)  # points that were clicked
    corners: list[tuple[float, float]] = field(default_factory=list)  # of a sketch

    @property
    def given(self) -> bool:
        return self.judgement is not None


@dataclass
class Visit:
    """One run of the page in a step."""

    course: Course
    step: Step
    variant: int
    start: Scene  # as the question is asked
    here: Scene  # with what the hand has moved
    answered: Answered
    fields: Mapping[str, Declared]  # what may be moved, each with the step's own value as its default
    inside: tuple[Number, ...]  # numbers of the kernel that may be moved

    @property
    def key(self) -> str:
        """For the keys of widgets: another step has others."""
        return f"{self.course.name}_{self.step.name}_{self.variant}"

    @property
    def sketch(self) -> str:
        """What is drawn, as an answer."""
        return "; ".join(f"{x:.4g} {y:.4g}" for x, y in self.answered.corners)

    @property
    def moved(self) -> str:
        """What is moved, as an answer."""
        changed = {name: text for name, text in self.here.said.items() if self.start.said.get(name) != text}
        return "&".join(f"{name}={text}" for name, text in changed.items())


def course_in_force() -> Course | None:
    """The course the address names."""
    return reader.courses().get(str(query.value(COURSE)))


def step_param(course: Course) -> query.AddressParam:
    """The step's name in the address; the first unless it says otherwise."""
    return query.choice("step", [step.name for step in course.steps], label=say("the step"))


def visit(course: Course) -> Visit:
    """The step in force, with what has been moved and answered."""
    step = course.steps[course.places[str(query.value(step_param(course)))]]
    variant = int(query.value(VARIANT) or 0)
    try:
        start = step.scene(variant)
    except LanguageError:  # tried on reading for the first variants; a later one may be out of range
        variant, start = 0, step.scene(0)
    answered = of(course, step, variant)
    base = step.revealed(variant) if answered.shown and step.then else start
    meant = [reader.control(base, name) for name in step.controls]
    fields = {each[0]: _own(base, *each) for each in meant if not isinstance(each, str)}
    _enter((course.name, step.name, variant, answered.shown and bool(step.then)), base, fields)
    said = {
        param.name: written(value)
        for item, one in fields.items()
        for param in one.params(item, base.state)
        if (value := declared.value(param)) != param.default and value is not None
    }
    if answered.kernel:
        said["k"] = answered.kernel
    here = replace(base.moved(said), chosen=tuple(sorted(answered.chosen))) if said else base
    here = replace(here, chosen=tuple(sorted(answered.chosen)))
    wanted = {each for each in meant if isinstance(each, str)}
    inside = tuple(n for n in numbers(here.state.kernel, here.state.data.d) if ".".join(n.address) in wanted)
    there = applying(here.state)
    return Visit(course, step, variant, start, here, answered, {i: d for i, d in fields.items() if i in there}, inside)


def of(course: Course, step: Step, variant: int) -> Answered:
    """What was answered there."""
    held: dict[tuple[str, str, int], Answered] = st.session_state.setdefault(_ANSWERS, {})
    return held.setdefault((course.name, step.name, variant), Answered())


def given(course: Course) -> dict[str, dict[str, Any]]:
    """Every answer of this session to the course: step -> variant, text, whether it is right; the latest counts."""
    held: dict[tuple[str, str, int], Answered] = st.session_state.get(_ANSWERS, {})
    return {
        step: {"variant": variant, "text": each.text, "right": each.judgement.right}
        for (name, step, variant), each in held.items()
        if name == course.name and each.judgement is not None
    }


def take(course: Course, kept: object) -> None:
    """Answers of an earlier visit, from the browser: anyone may send anything."""
    for name, said in kept.items() if isinstance(kept, Mapping) else ():
        if name not in course.places or not isinstance(said, Mapping):
            continue
        variant, text = said.get("variant"), said.get("text")
        if isinstance(variant, int) and isinstance(text, str) and 0 <= variant <= variants.MOST and len(text) <= 500:
            step = course.steps[course.places[name]]
            if not of(course, step, variant).given:
                answer(course, step, variant, text)


def answer(course: Course, step: Step, variant: int, text: str) -> None:
    """Judge an answer; a right one is shown at once."""
    answered = of(course, step, variant)
    answered.problem = ""
    try:
        answered.judgement = step.question.judge(text, step.scene(variant))
    except LanguageError as problem:
        answered.problem = str(problem)
        return
    answered.text = text
    if step.question.kind == "write":
        answered.kernel = text
    answered.shown = answered.shown or answered.judgement.right


def show(visit: Visit) -> None:
    """A callback: the answer is shown, and where it is something to move or to write, the picture is brought there."""
    visit.answered.shown = True
    question = visit.step.question
    if question.kind not in ("move", "write") or (visit.answered.judgement and visit.answered.judgement.right):
        return
    try:
        there = after(visit.step, visit.start, question.solution(visit.start))
    except LanguageError:
        return  # which the page says in the answer's place
    if there.state.kernel != visit.start.state.kernel:
        visit.answered.kernel = str(there.state.kernel)
    for item, one in visit.fields.items():
        values = one.values(there.state, getattr(there.state, item))
        for param, value in zip(one.params(item, there.state), values, strict=False):
            st.session_state[param.name] = value


def go(course: Course, name: str) -> None:
    """A callback: to that step."""
    if name in course.places:
        st.session_state["step"] = name


def present(on: bool) -> None:
    """A callback: only the step, large; or the page as it was."""
    st.session_state[PRESENT.name] = int(on)


def another() -> None:
    """A callback: the same step with other numbers."""
    st.session_state["variant"] = random.randint(1, variants.MOST)  # noqa: S311


def move_inside(visit: Visit, number: Number, value: float) -> None:
    """A number of the kernel was moved."""
    with_number_ = with_number(visit.here.state.kernel, number.address, value)
    visit.answered.kernel = str(with_number_)


def _own(scene: Scene, item: str, one: Declared) -> Declared:
    """The field's declaration with the step's value as its default, beside the picture."""
    value = getattr(scene.state, item)
    default = one.default if one.kind in ("place", "row") else value
    return replace(one, default=default, tab="", fold="", aside=False)


def _enter(at: tuple[Any, ...], scene: Scene, fields: Mapping[str, Declared]) -> None:
    """Into a step: its own values are in force. On arriving by a link the address may have moved some of them."""
    before = st.session_state.get(_AT)
    st.session_state[_AT] = at
    if before == at:
        return
    for item, one in fields.items():
        values = one.values(scene.state, getattr(scene.state, item))
        for param, value in zip(one.params(item, scene.state), values, strict=False):
            if before is None and query.given(param.name):
                continue
            st.session_state[param.name] = value
