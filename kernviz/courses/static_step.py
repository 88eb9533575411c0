"""Step as HTML and SVG, without Streamlit.

A step has texts as HTML, the picture as SVG, and its controls as values.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kernviz.courses import markdown_html, reader
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.movable import controlled_params
from kernviz.courses.point_positions import places
from kernviz.courses.questions import AnswerJudgement
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.tree import Tree
from kernviz.courses.scene import Scene
from kernviz.courses.step_controls import Control, controls
from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.figures.svg import SvgDrawing, drawing
from kernviz.figures.theme import INK
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.lessons.part import PROBE, Part
from kernviz.lessons.shared.proof_picture import PROOF
from kernviz.wording import remembered, say, spoken

WIDTH = 560.0  # width of a picture in pixels


@dataclass(frozen=True)
class View:
    """Picture of the step, with read-outs and the positions of its points.

    `readouts` are pairs of label and value. `spots` are (number from 1, x, y), for questions answered by
    clicks on points.
    """

    picture: SvgDrawing | None
    readouts: tuple[tuple[str, str], ...] = ()
    spots: tuple[tuple[int, float, float], ...] = ()
    why: str = ""  # reason if there is no picture
    caption: str = ""  # how a revealed proof is read; captions of other pictures tell what to click


@dataclass(frozen=True)
class ShownQuestion:
    """Question of a step as shown.

    `says`, `ask` and the words of the options, and the formulas of `tree`, are HTML; the other texts are plain.
    """

    course: str
    title: str
    number: int  # of the step in its course, from 1
    steps: int  # number of steps of the course
    says: str
    ask: str
    kind: str
    view: View
    options: tuple[tuple[str, str], ...] = ()  # pairs of answer and its words
    controls: tuple[Control, ...] = ()
    holds: str = ""  # how a sketch bends where it is held, see kernviz/lessons/picture_answers.py
    tree: tuple[tuple[int, str, str], ...] = ()  # level, formula as HTML ("" for the empty place), and rule


@dataclass(frozen=True)
class Reveal:
    """Reveal of a step's answer.

    All texts are HTML: `solution` the step's own answer, `reason` why it is right, `reveal` the text after it.
    """

    solution: str
    reason: str
    reveal: str
    formula: str
    view: View = field(default_factory=lambda: View(None))


def find_step(course: str, step: str) -> tuple[Course, Step]:
    """Return a step by name, and its course.

    Raises LanguageError if there is none.
    """
    loaded = reader.courses().get(course)
    if loaded is None or step not in loaded.places:
        raise LanguageError(say("there is no step “{step}” in the course “{course}”", step=step, course=course))
    return loaded, loaded.step(step)


def shown_question(course: Course, step: Step, variant: int, *, width: float = WIDTH) -> ShownQuestion:
    """Return the step as asked in a variant."""
    scene, question = step.scene(variant), step.question
    options: tuple[tuple[str, str], ...] = ()
    if isinstance(question, Choose):  # in the same order as on the lecturer's page
        options = options_of(question, scene, f"{course.name}_{step.name}_{variant}")
    return ShownQuestion(
        spoken(course.title),
        spoken(step.title),
        course.places[step.name] + 1,
        len(course.steps),
        markdown_html.paragraphs(scene.filled(step.says)),
        markdown_html.line(scene.filled(question.ask)),
        question.kind,
        view(step, scene, width=width),
        options,
        tuple(controls(step, scene)),
        question.sketch.holds if isinstance(question, Draw) else "",
        tree_of(question, scene) if isinstance(question, Tree) else (),
    )


def options_of(question: Choose, scene: Scene, seed: str) -> tuple[tuple[str, str], ...]:
    """Return the shown options as pairs of answer and HTML."""
    return tuple((str(i + 1), markdown_html.line(question.words(i, scene))) for i in question.order(seed))


def tree_of(question: Tree, scene: Scene) -> tuple[tuple[int, str, str], ...]:
    """Return level, formula and rule of each row of a tree.

    The formulas are HTML. The empty place has the formula "".
    """
    rows = question.rows(scene)
    return tuple((row.level, markdown_html.formula(row.formula) if row.formula else "", row.rule) for row in rows)


def reveal(step: Step, variant: int, *, width: float = WIDTH) -> Reveal:
    """Return the step with its answer revealed.

    For a question answered by moving or writing, the picture shows the state of the step's own solution.
    """
    scene, question = step.scene(variant), step.question
    solution = question.solution(scene)
    judgement = question.judge(solution, scene)
    there = reveal_scene(step, variant, solution)
    return Reveal(
        markdown_html.line(question.understood(solution, scene)),
        markdown_html.paragraphs(judgement.reason),
        markdown_html.paragraphs(there.filled(step.reveal)),
        markdown_html.formula(there.filled(step.formula), display=True) if step.formula else "",
        view(step, there, revealed=True, width=width),
    )


def reveal_scene(step: Step, variant: int, right: str | None = None) -> Scene:
    """Return the scene in which the reveal and the formula are computed.

    `right` is a right answer by moving or writing; None: the step's own solution.
    """
    return step.revealed(variant, step.scene_after(step.scene(variant), right))


def view(step: Step, scene: Scene, *, revealed: bool = False, width: float = WIDTH) -> View:
    """Return the picture and the read-outs of a scene.

    Parts that hint at the answer are hidden unless `revealed`.
    """
    hidden = () if revealed else step.hide
    hold = () if revealed and step.then else controlled_params(scene, step.controls)
    part = Part(step.picture, step.show, (*hidden, *step.without, PROBE), words=False, hold=hold)
    captions = dict[str, str]()

    def captured_part(lesson: Lesson) -> Lesson:
        captions.update({picture.key: picture.caption for picture in lesson.pictures})
        return part.of(lesson)

    lesson = scene.shown(captured_part)
    items = tuple((unveil(spoken(n.heading)), unveil(n.value)) for readout in lesson.readouts for n in readout.items)
    picture = _drawing_area(step, scene, revealed) or lesson.picture
    if picture is None:
        return View(None, items, why=unveil(lesson.problem))
    drawn = drawing(picture.figure, width=width, height=min(picture.height, 420), alt=picture.alt)
    spots = tuple((i + 1, x, y) for i, (x, y) in places(picture.figure).items())
    caption = unveil(captions.get(PROOF, "")) if revealed and picture.key == PROOF else ""
    return View(drawn, items, spots if step.question.kind == "point" else (), caption=caption)


def _drawing_area(step: Step, scene: Scene, revealed: bool) -> Picture | None:
    """Return the question's empty picture to draw on, or None.

    The right sketch is added if `revealed`.
    """
    question = step.question
    if not isinstance(question, Draw):
        return None
    paper = question.sketch.picture(scene)
    if paper is None or not revealed:
        return paper
    computed = question.sketch.solution(scene)
    line = {"color": INK, "width": 3, "dash": "8px,4px"}
    figure = Figure(paper.figure.data, paper.figure.layout)
    figure.add_traces([{"type": "scatter", "mode": "lines", "x": computed[:, 0], "y": computed[:, 1], "line": line}])
    return replace(paper, figure=figure)


@remembered(4096)
def judged(step: Step, variant: int, text: str) -> AnswerJudgement:
    """Judge an answer, with a cache.

    Students in one room give the same answers again and again. Raises LanguageError if the text is no answer.
    """
    return step.question.judge(text, step.scene(variant))
