"""Pages of the courses, and the page that lists them.

Each course has one page with its first steps, the answers folded away.
"""

from __future__ import annotations

import html

from kernviz.courses import markdown_html, reader, static_step
from kernviz.courses.course import Course, Step
from kernviz.courses.handout import asked
from kernviz.courses.language import LanguageError
from kernviz.courses.movable import controlled_params
from kernviz.data.untrusted_text import plain
from kernviz.lessons.lesson import Picture
from kernviz.lessons.part import PROBE, Part
from kernviz.lessons.preview import preview
from kernviz.site.template import SitePage
from kernviz.site.template import write as write_page
from kernviz.site.writer import Writer, localized, relative
from kernviz.wording import language, say, several, spoken

STEPS = 3  # number of a course's first steps that are shown
WIDTH = 640.0


def write(writer: Writer) -> None:
    """Write the list of courses, and a page for each."""
    own = localized(language(), "courses.html")
    rows = []
    for name, course in reader.courses().items():
        if not course.steps:
            continue
        to = relative(own, localized(language(), f"courses/{name}.html"))
        n = len(course.steps)
        steps = html.escape(several(n, "{n} step", "{n} steps"))
        rows.append(f'<li><a href="{to}">{html.escape(plain(course.title))}</a> · {steps}</li>')
        _course(writer, name, course)
    title = say("Courses")
    about = say("The first steps of each course; the app asks the others and judges the answers.")
    content = f"<h1>{html.escape(title)}</h1><p>{html.escape(about)}</p><ul>{''.join(rows)}</ul>"
    write_page(writer, SitePage("courses.html", title, about, content))


def _course(writer: Writer, name: str, course: Course) -> None:
    title = plain(course.title)
    parts = [f"<h1>{html.escape(title)}</h1>", markdown_html.paragraphs(spoken(course.says))]
    for number, step in enumerate(course.steps[:STEPS], start=1):
        parts.append(_step(course, step, number))
    left = len(course.steps) - STEPS
    if left > 0:
        more = several(left, "{n} more step is in the app.", "{n} more steps are in the app.")
        parts.append(f"<p>{html.escape(more)}</p>")
    about = plain(spoken(course.says)) or title
    picture = localized(language(), f"pictures/course-{name}.png")
    writer.write(picture, preview(_unanswered_picture(course.steps[0])))
    write_page(writer, SitePage(f"courses/{name}.html", title, about, "".join(parts), picture))


def _unanswered_picture(step: Step) -> Picture | None:
    """Return the picture of a step without the answer to its question."""
    scene = step.scene(0)
    part = Part(
        step.picture, (), (*step.hide, *step.without, PROBE), words=False, hold=controlled_params(scene, step.controls)
    )
    return scene.shown(part.of).picture


def _step(course: Course, step: Step, number: int) -> str:
    """Return a step's question, and its answer folded away."""
    try:
        found = static_step.reveal(step, 0, width=WIDTH)
        question = asked(static_step.shown_question(course, step, 0, width=WIDTH), number)
    except LanguageError:
        return ""
    explanation = found.reason + found.reveal + found.formula
    answer = f"<p><strong>{found.solution}</strong></p>" if step.question.kind != "draw" else ""
    return f"{question}<details><summary>{html.escape(say('Answer'))}</summary>{answer}{explanation}</details>"
