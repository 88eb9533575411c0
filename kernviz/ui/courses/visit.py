"""Visitor's state in a course: step, variant, answers, edited picture."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from kernviz.courses import movable, reader, variants
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import STATE_KINDS, AnswerJudgement
from kernviz.courses.questions.draw import corners_text, read_corners
from kernviz.courses.questions.point import read_points
from kernviz.courses.scene import Scene
from kernviz.courses.static_step import reveal_scene
from kernviz.kernels.numbers import Number, numbers, with_number
from kernviz.lessons.address import written
from kernviz.lessons.declarations import Declared
from kernviz.lessons.state import applying
from kernviz.ui import examples, query, state_controls
from kernviz.ui.courses import answered as answers
from kernviz.ui.courses.answered import Answered
from kernviz.wording import phrase, say

PAGE = "course"
_OTHERS, _COMMON = "_course_other_variants", "_course_variant"
COURSE = query.text("course", "", longest=100, label=phrase("the course"))
PRESENT = query.integer("present", 0, low=0, high=1, label=phrase("presenter mode"))
VARIANT = query.integer("variant", 0, low=0, high=variants.MOST, label=phrase("variant"))


@dataclass
class Visit:
    """The state of one run of a step's page."""

    course: Course
    step: Step
    variant: int
    start: Scene  # the question's state
    here: Scene  # with the visitor's edits
    answered: Answered
    judgement: AnswerJudgement | None  # judgement of the last answer
    fields: Mapping[str, Declared]  # the movable fields; the default of each is the step's own value
    inside: tuple[Number, ...]  # the movable numbers of the kernel

    @property
    def key(self) -> str:
        """Return a suffix for widget keys, unique to course, step and variant."""
        return f"{self.course.name}_{self.step.name}_{self.variant}"

    @property
    def sketch(self) -> str:
        """Return the sketch as the text of an answer."""
        return corners_text(self.answered.corners)

    @property
    def moved(self) -> str:
        """Return the changed parameters as the text of an answer."""
        changed = {name: text for name, text in self.here.params.items() if self.start.params.get(name) != text}
        return "&".join(f"{name}={text}" for name, text in changed.items())


def current_course() -> Course | None:
    """Return the course the address names, or None."""
    return reader.courses().get(str(query.value(COURSE)))


def step_param(course: Course) -> query.AddressParam:
    """Return the query parameter of the step.

    The step is given by name or number. The default is the first step.
    """
    names = [step.name for step in course.steps]
    former = tuple(course.successors.items())
    return replace(query.choice("step", names, label=say("the step")), numbered=True, formerly=former)


def visit(course: Course) -> Visit:
    """Return the current step, with the visitor's edits and answers."""
    step = course.step(str(query.value(step_param(course))))
    variant = int(query.value(VARIANT) or 0)
    try:
        start = step.scene(variant)
    except LanguageError:  # the reader tries the first variants only; a later variant may be out of range
        variant, start = 0, step.scene(0)
    answered = answers.of(course, step, variant)
    base = _base(step, variant, start, answered)
    resolved = list(_controls(base, step.controls))
    fields = {control[0]: _with_own_default(base, *control) for control in resolved if not isinstance(control, str)}
    _enter(course, step, variant, base, fields)
    params = {
        param.name: written(value)
        for item, one in fields.items()
        for param in one.params(item, base.state)
        if (value := state_controls.value(param)) != param.default and value is not None
    }
    if answered.kernel:
        params["k"] = answered.kernel
    here = replace(base.moved(params) if params else base, chosen=tuple(sorted(answered.chosen)))
    wanted = {control for control in resolved if isinstance(control, str)}
    inside = tuple(n for n in numbers(here.state.kernel, here.state.data.d) if ".".join(n.address) in wanted)
    there = applying(here.state)
    # where the answer moves the picture, a place that was dragged is part of the answer
    settled = answered.shown and bool(step.then)
    left = {i: d for i, d in fields.items() if i in there and not (settled and d.kind == "place")}
    return Visit(course, step, variant, start, here, answered, answered.judgement(step, variant), left, inside)


def _base(step: Step, variant: int, start: Scene, answered: Answered) -> Scene:
    """Return the state of the picture before the visitor's edits.

    It is the question's, that of the step's help, or that of the answer.
    """
    if answered.shown:
        return _shown_at(step, variant, answered) if step.then else start
    with suppress(LanguageError):  # the course's file has changed since
        return step.help.scene(start) if answered.is_helped else start
    return start


def _shown_at(step: Step, variant: int, answered: Answered) -> Scene:
    """Return the state in which the answer is shown.

    If that state cannot be computed, the question's state is returned.
    """
    try:
        return reveal_scene(step, variant, answered.right)
    except LanguageError:  # the page shows the error in place of the answer
        return step.scene(variant)


def _controls(scene: Scene, controls: Iterable[str]) -> Iterable[tuple[str, Declared] | str]:
    """Yield the controls that exist in the scene.

    A control is (field, declaration), or the path of a kernel's number as text. The scene of the answer may be on a
    page that lacks some of the controls.
    """
    for name in controls:
        with suppress(LanguageError):
            yield movable.control(scene, name)


def show(visit: Visit) -> None:
    """Show the solution (callback)."""
    answers.show(visit.course, visit.step, visit.variant)


def go(course: Course, name: str) -> None:
    """Go to a step of the course (callback).

    The step opens in the variant in which it was asked before, or else in the common variant.
    """
    if name not in course.places:
        return
    st.session_state["step"] = name
    if _COMMON in st.session_state:
        st.session_state[VARIANT.name] = _chosen_variants().get((course.name, name), st.session_state[_COMMON])


def open_course(name: str) -> None:
    """Open a course, or the list of all courses for "" (callback)."""
    st.session_state[COURSE.name] = name
    if _COMMON in st.session_state:
        st.session_state[VARIANT.name] = st.session_state[_COMMON]


def present(on: bool) -> None:
    """Switch presenter mode on or off (callback).

    Presenter mode shows the step alone and large.
    """
    st.session_state[PRESENT.name] = int(on)


def another(visit: Visit) -> None:
    """Give this step another variant (callback).

    The other steps keep their variants.
    """
    place = visit.course.name, visit.step.name
    st.session_state.setdefault(_COMMON, visit.variant)
    st.session_state[VARIANT.name] = _chosen_variants()[place] = random.randint(1, variants.MOST)  # noqa: S311  no secret


def _chosen_variants() -> dict[tuple[str, str], int]:
    """Return the variants chosen by *Another variant*, by course and step."""
    found: dict[tuple[str, str], int] = st.session_state.setdefault(_OTHERS, {})
    return found


def move_inside(visit: Visit, number: Number, value: float) -> None:
    """Set a number of the kernel."""
    changed = with_number(visit.here.state.kernel, number.address, value)
    visit.answered.kernel = str(changed)


def _with_own_default(scene: Scene, item: str, one: Declared) -> Declared:
    """Return the field's declaration with the step's value as its default.

    The control is placed beside the picture. A number that may be missing, such as that of a point, stays a field
    to type in: a slider would reach far beyond the points there are.
    """
    value = getattr(scene.state, item)
    default = one.default if one.kind in ("place", "row") or one.default is None else value
    return replace(one, default=default, tab="", fold="", aside=False)


def _enter(course: Course, step: Step, variant: int, base: Scene, fields: Mapping[str, Declared]) -> None:
    """Set picture and fields when the visitor enters a step.

    They are set to the state of the visitor's answer, or else to the state `base`. If the visitor has come by a link,
    values given in the address are kept.
    """
    answered = answers.of(course, step, variant)
    elsewhere = examples.here() not in ("", PAGE)  # another page may have set parameters of the same names
    examples.arrive(PAGE)
    at = (course.name, step.name, variant, answered.shown and bool(step.then), answered.is_helped)
    before = answers.arrived(at)
    if before == at and not elsewhere:
        return
    untouched = answered.brought is None and not answered.shown
    if before == () and untouched:
        return
    scene = base
    if step.question.kind in STATE_KINDS and answered.brought is not None and not (answered.shown and step.then):
        with suppress(LanguageError):
            scene = step.scene_after(base, answered.brought)
    for item, one in fields.items():
        values = one.values(scene.state, getattr(scene.state, item))
        for param, value in zip(one.params(item, scene.state), values, strict=False):
            if before is None and untouched and query.in_address(param.name):
                continue
            st.session_state[param.name] = value
    answered.kernel = "" if scene.state.kernel == base.state.kernel else str(scene.state.kernel)
    if answered.text is not None:
        with suppress(LanguageError):
            _restore(f"{course.name}_{step.name}_{variant}", step.question.kind, step.scene(variant), answered)


def _restore(key: str, kind: str, scene: Scene, answered: Answered) -> None:
    """Restore clicks, choice, sketch or typed text from the answer."""
    text = answered.text or ""
    match kind:
        case "point":
            answered.chosen = list(read_points(text, scene))
        case "draw":
            if text != corners_text(answered.corners):  # else the sketch is there, with the strokes it came from
                answered.corners = [(float(x), float(y)) for x, y in read_corners(text)]
                answered.drawn.clear()
        case "choose":
            st.session_state[f"choose_{key}"] = text
        case "number" | "weights" | "write":
            st.session_state[f"typed_{key}"] = text
