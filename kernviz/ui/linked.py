"""Words and picture of a link to a page without lesson.

They are for the link's preview. Such pages are the stories, the courses, the errata, and the two quizzes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

import kernviz.budget as budget
from kernviz.courses import reader
from kernviz.courses.course import Step
from kernviz.courses.drawn import pictures
from kernviz.courses.drawn.how_many import COUNT, how_many
from kernviz.courses.drawn.which_machine_quiz import GAMMA, MACHINE, which_machine
from kernviz.courses.language import LanguageError
from kernviz.courses.markdown_text import without_marks
from kernviz.courses.movable import controlled_params
from kernviz.data.untrusted_text import plain
from kernviz.lessons import errata
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Picture
from kernviz.lessons.part import NAME as PART
from kernviz.lessons.part import PROBE, Part
from kernviz.lessons.presets import Preset
from kernviz.stories import story
from kernviz.ui import query
from kernviz.ui.courses import rounds
from kernviz.ui.courses import visit as visits
from kernviz.ui.navigation import PageEntry
from kernviz.ui.stories import page as stories
from kernviz.wording import begun, language

QueryParams = Mapping[str, Sequence[str]]  # query parameters: name -> texts
WHO_DREW = "who_drew_this"  # the one page without a lesson that has a picture of its own
ABOUT = query.choice("about", (MACHINE, GAMMA, COUNT))
LECTURE = query.choice("lecture", errata.LECTURES)
# page without a lesson -> lesson whose first example is its picture, if nothing fits better
INSTEAD = {"story": "lift", "course": "svm", "errata": "geometry", "kernel_or_not": "compose", WHO_DREW: "multiclass"}


@dataclass(frozen=True)
class Linked:
    """Title and sentence of a link, and the address of its picture.

    The picture is that of `page` in the state `query`.
    """

    title: str
    about: str
    page: str
    query: str = ""


def of_page(entry: PageEntry) -> Linked:
    """Return what a link is about, without reading its state."""
    return Linked(plain(entry.title), begun(plain(entry.question)), INSTEAD.get(entry.name, entry.name))


def of_state(entry: PageEntry, params: QueryParams, seconds: float) -> Linked:
    """Return what a link is about in the state of its address.

    A question that cannot be computed within `seconds` is left out.
    """
    found = None
    match entry.name:
        case "story":
            found = _story(params)
        case "course":
            found = _course(params, seconds)
        case "errata":
            found = _errata(entry, params)
        case name if name == WHO_DREW:
            about, (seed, number, level) = _riddle(params)
            state = {"about": about, "set": seed, "number": number, "level": level}
            usual = of_page(entry)
            found = Linked(usual.title, usual.about, WHO_DREW, urlencode(state))
    return found or of_page(entry)


def who_drew(params: QueryParams) -> Picture:
    """Return the picture of the quiz *Who drew this?* before the answer."""
    about, at = _riddle(params)
    return pictures.shown(how_many(*at) if about == COUNT else which_machine(about, *at))


def _riddle(params: QueryParams) -> tuple[str, tuple[int, int, int]]:
    """Return kind, seed, number and level of a *Who drew this?* riddle."""
    return str(ABOUT.read(params.get(ABOUT.name, ()))[0]), rounds.read(params)


def _story(params: QueryParams) -> Linked | None:
    """Return the story of an address with its first picture, or None."""
    slug = str(stories.STORY.read(params.get(stories.NAME, ()))[0])
    found = story(slug, language())
    if found is None or not found.pictures:
        return None
    first = found.pictures[0]
    part = Part(first.key, (), first.hide).written()
    return Linked(plain(found.title), plain(found.says), first.page, urlencode({**dict(first.params), PART: part}))


def _course(params: QueryParams, seconds: float) -> Linked | None:
    """Return the course of an address, or the step it names.

    The picture is the step's, or that of the course's first step.
    """
    course = reader.courses().get(str(visits.COURSE.read(params.get(visits.COURSE.name, ()))[0]))
    if course is None or not course.steps:
        return None
    step = course.step(str(visits.step_param(course).read(params.get("step", ()))[0]))
    variant = int(visits.VARIANT.read(params.get(visits.VARIANT.name, ()))[0] or 0)
    title, about, page, state = plain(course.title), plain(course.says), step.page or "home", ""
    ask = ""
    # Courses are read without a time limit: a course cut off while it is read would be cached as faulty.
    with suppress(LanguageError, budget.OverBudgetError), budget.within(seconds):
        page, state, ask = _asked(step, variant)
    if "step" not in params:
        return Linked(title, about, page, state)
    return Linked(f"{plain(step.title)} · {title}", ask or about, page, state)


def _asked(step: Step, variant: int) -> tuple[str, str, str]:
    """Return page, state and question of a step before its answer."""
    scene = step.scene(variant)
    hold = controlled_params(scene, step.controls)
    part = Part(step.picture, (), (*step.hide, *step.without, PROBE), words=False, hold=hold).written()
    ask = scene.filled(step.question.ask)
    return scene.page.name, urlencode({**scene.params, PART: part}), "" if "$" in ask else plain(without_marks(ask))


def _errata(entry: PageEntry, params: QueryParams) -> Linked:
    """Return the errata of a lecture, with the first deciding example."""
    lecture, usual = str(LECTURE.read(params.get("lecture", ()))[0]), of_page(entry)
    title = f"{usual.title} · {plain(errata.LECTURES[lecture])}" if "lecture" in params else usual.title
    found = _decided(lecture)
    if found is None:
        return Linked(title, usual.about, usual.page)
    state = urlencode({name: written(value) for name, value in found.values.items()})
    return Linked(title, usual.about, found.page, state)


def _decided(lecture: str) -> Preset | None:
    numbers = [(page, number) for page, tabs in errata.MARKS.items() for tab in tabs.values() for number in tab]
    mine = [(page, number) for page, number in numbers if errata.lecture(number) == lecture]
    found = (errata.example(page, number) for page, number in mine)
    return next((example for example in found if example is not None), None)
