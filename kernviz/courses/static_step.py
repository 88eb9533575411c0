"""Step as HTML and SVG, without Streamlit.

A step has texts as HTML, the picture as SVG, and its controls as values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from kernviz.courses import reader, words
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.movable import held
from kernviz.courses.point_positions import places
from kernviz.courses.questions import AnswerJudgement
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.tree import Tree
from kernviz.courses.scene import Scene, address
from kernviz.courses.scene_queries import points_of
from kernviz.data.untrusted_text import unveil
from kernviz.figures.figure import Figure
from kernviz.figures.svg import SvgDrawing, drawing
from kernviz.figures.theme import INK
from kernviz.kernels.numbers import numbers, with_number
from kernviz.lessons.address import written
from kernviz.lessons.lesson import Picture
from kernviz.lessons.part import PROBE, Part
from kernviz.wording import remembered, say, spoken

WIDTH = 560.0  # width of a picture in pixels
FARTHEST = 1e6  # largest absolute value of a control without a range of its own
LIKE_FLAGS = ("true", "false")
AXES = ("x", "y")
BRINGING = ("move", "write")  # kinds of questions whose answer is a state of the picture


@dataclass(frozen=True)
class Control:
    """Control of a step: its name in the answer, and its values.

    `axis` is "x" or "y" for a coordinate of a place in the picture, which a tap sets.
    """

    name: str
    label: str
    value: str
    low: float = -FARTHEST
    high: float = FARTHEST
    log: bool = False
    whole: bool = False
    options: tuple[str, ...] = ()
    axis: str = ""


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


@dataclass(frozen=True)
class Sheet:
    """Question of a step as shown.

    `says`, `ask` and the words of the options are HTML; the other texts are plain.
    """

    course: str
    title: str
    number: int
    of: int
    says: str
    ask: str
    kind: str
    view: View
    options: tuple[tuple[str, str], ...] = ()  # pairs of answer and its words
    controls: tuple[Control, ...] = ()
    holds: str = ""  # how a held sketch bends, see kernviz/lessons/taking.py
    tree: tuple[tuple[int, str, str], ...] = ()  # level, formula as HTML ("" for the empty place), and rule


@dataclass(frozen=True)
class Shown:
    """Reveal of a step's answer.

    The reveal holds the answer as it is read, the reason, the formula, and the picture.
    """

    solution: str
    reason: str
    reveal: str
    formula: str
    view: View = field(default_factory=lambda: View(None))


def found(course: str, step: str) -> tuple[Course, Step]:
    """Return a step by name, and its course.

    Raises LanguageError if there is none.
    """
    held = reader.courses().get(course)
    if held is None or step not in held.places:
        raise LanguageError(say("there is no step “{step}” in the course “{course}”", step=step, course=course))
    return held, held.steps[held.places[step]]


def sheet(course: Course, step: Step, variant: int, *, width: float = WIDTH) -> Sheet:
    """Return the step as asked in a variant."""
    scene, question = step.scene(variant), step.question
    options: tuple[tuple[str, str], ...] = ()
    if isinstance(question, Choose):  # in the same order as on the lecturer's page
        options = options_of(question, scene, f"{course.name}_{step.name}_{variant}")
    return Sheet(
        spoken(course.title),
        spoken(step.title),
        course.places[step.name] + 1,
        len(course.steps),
        words.paragraphs(scene.filled(step.says)),
        words.line(scene.filled(question.ask)),
        question.kind,
        view(step, scene, width=width),
        options,
        tuple(controls(step, scene)),
        question.sketch.holds if isinstance(question, Draw) else "",
        tree_of(question, scene) if isinstance(question, Tree) else (),
    )


def options_of(question: Choose, scene: Scene, seed: str) -> tuple[tuple[str, str], ...]:
    """Return the shown options as pairs of answer and HTML."""
    return tuple((str(i + 1), words.line(question.words(i, scene))) for i in question.order(seed))


def tree_of(question: Tree, scene: Scene) -> tuple[tuple[int, str, str], ...]:
    """Return level, formula and rule of each row of a tree.

    The formulas are HTML. The empty place has the formula "".
    """
    rows = question.rows(scene)
    return tuple((row.level, words.formula(row.formula) if row.formula else "", row.rule) for row in rows)


def shown(step: Step, variant: int, answer: str = "", *, width: float = WIDTH) -> Shown:
    """Return the step with its answer revealed.

    For a question answered by moving or writing, the picture shows the state of `answer`, or else that of
    the step's own solution.
    """
    scene, question = step.scene(variant), step.question
    solution = question.solution(scene)
    judgement = question.judge(solution, scene)
    there = told_at(step, variant, answer or solution)
    return Shown(
        words.line(question.understood(solution, scene)),
        words.paragraphs(judgement.reason),
        words.paragraphs(there.filled(step.reveal)),
        words.formula(there.filled(step.formula), display=True) if step.formula else "",
        view(step, there, revealed=True, width=width),
    )


def after(step: Step, scene: Scene, answer: str) -> Scene:
    """Return the scene after an answer.

    An answer by moving or writing changes the state. For other kinds the scene is that of the question.
    """
    if step.question.kind not in BRINGING:
        return scene
    return scene.moved({"k": answer}) if step.question.kind == "write" else scene.moved(address(answer)[1])


def told_at(step: Step, variant: int, right: str | None = None) -> Scene:
    """Return the scene in which the reveal and the formula are computed.

    `right` is a right answer by moving or writing; None: the step's own solution.
    """
    scene = step.scene(variant)
    if step.question.kind not in BRINGING:
        return step.revealed(variant)
    return step.revealed(variant, after(step, scene, step.question.solution(scene) if right is None else right))


def view(step: Step, scene: Scene, *, revealed: bool = False, width: float = WIDTH) -> View:
    """Return the picture and the read-outs of a scene.

    Parts that hint at the answer are hidden unless `revealed`.
    """
    hidden = () if revealed else step.hide
    hold = () if revealed and step.then else held(scene, step.controls)
    lesson = scene.shown(Part(step.picture, step.show, (*hidden, *step.without, PROBE), words=False, hold=hold).of)
    items = tuple((unveil(spoken(n.heading)), unveil(n.value)) for each in lesson.readouts for n in each.items)
    picture = _paper(step, scene, revealed) or lesson.picture
    if picture is None:
        return View(None, items, why=unveil(lesson.problem))
    drawn = drawing(picture.figure, width=width, height=min(picture.height, 420), alt=picture.alt)
    spots = tuple((i + 1, x, y) for i, (x, y) in places(picture.figure).items())
    return View(drawn, items, spots if step.question.kind == "point" else ())


def _paper(step: Step, scene: Scene, revealed: bool) -> Picture | None:
    """Return the question's empty picture to draw on, or None.

    The right sketch is added if `revealed`.
    """
    question = step.question
    if not isinstance(question, Draw):
        return None
    paper = question.sketch.picture(scene)
    computed = question.sketch.drawn(scene) if revealed else None
    if paper is None or computed is None:
        return paper
    line = {"color": INK, "width": 3, "dash": "8px,4px"}
    figure = Figure(paper.figure.data, paper.figure.layout)
    figure.add_traces([{"type": "scatter", "mode": "lines", "x": computed[:, 0], "y": computed[:, 1], "line": line}])
    return replace(paper, figure=figure)


def controls(step: Step, scene: Scene) -> Iterator[Control]:
    """Yield the controls of the step.

    A number of the kernel has its address for a name.
    """
    for each in step.controls:
        meant = reader.control(scene, each)
        if isinstance(meant, str):
            inside = next(n for n in numbers(scene.state.kernel, scene.state.data.d) if ".".join(n.address) == meant)
            p = inside.param
            yield Control(meant, inside.label, f"{inside.value:g}", p.low, p.high, p.log, p.whole)
            continue
        name, declared = meant
        held = declared.values(scene.state, getattr(scene.state, name))
        params = declared.params(name, scene.state)
        places = zip(scene.state.data.columns, AXES, strict=False) if declared.kind == "place" else ()
        for param, value, (column, axis) in zip(params, held, (*places, *[("", "")] * len(params)), strict=False):
            options = LIKE_FLAGS if param.kind == "flag" else param.options
            low, high = (max(-FARTHEST, declared.low), min(FARTHEST, declared.high))
            if declared.whole and declared.default is None:  # the number of a point
                high = min(high, points_of(scene).n)
            label = ", ".join(filter(None, (unveil(param.label) or unveil(declared.label), unveil(column))))
            text = "" if value is None else unveil(written(value))
            yield Control(param.name, label, text, low, high, declared.log, declared.whole, options, axis)


def moved(step: Step, scene: Scene, said: str) -> str:
    """Return the changed values of the controls as an answer.

    `said` holds values by the names of controls. Changed numbers of the kernel become the value ``k``.
    Raises LanguageError for a name that is no control, and for a kernel's number out of its range.
    """
    known = {control.name: control for control in controls(step, scene)}
    addresses = {".".join(n.address): n for n in numbers(scene.state.kernel, scene.state.data.d)}
    kernel, kept = scene.state.kernel, dict[str, str]()
    for name, value in address(said)[1].items():
        if name not in known:
            raise LanguageError(say("“{name}” cannot be moved here", name=name))
        if name not in addresses:
            kept[name] = value
        elif value != known[name].value:
            kernel = with_number(kernel, addresses[name].address, _number(value, known[name]))
    if kernel != scene.state.kernel:
        kept["k"] = str(kernel)
    start: Mapping[str, str] = {name: control.value for name, control in known.items()}
    return "&".join(f"{name}={value}" for name, value in kept.items() if value != start.get(name))


def by_controls(step: Step, scene: Scene, answer: str) -> str:
    """Return an answer in the values of the step's controls.

    Numbers of the kernel are given by their address, so that the controls can be set to the answer.
    """
    said = address(answer)[1]
    if step.question.kind != "move" or "k" not in said:
        return answer
    there = scene.moved({"k": said.pop("k")})
    inside = {".".join(n.address): f"{n.value:.12g}" for n in numbers(there.state.kernel, there.state.data.d)}
    said |= {each.name: inside[each.name] for each in controls(step, scene) if each.name in inside}
    return "&".join(f"{name}={value}" for name, value in said.items())


def _number(text: str, control: Control) -> float:
    try:
        value = float(text)
    except ValueError:
        raise LanguageError(say("“{text}” is no number", text=text[:20])) from None
    if not control.low <= value <= control.high:
        raise LanguageError(
            say("{label} is between {low:g} and {high:g}", label=control.label, low=control.low, high=control.high)
        )
    return value


@remembered(4096)
def judged(step: Step, variant: int, text: str) -> AnswerJudgement:
    """Judge an answer, with a cache.

    A class gives the same answers over and over. Raises LanguageError if the text is no answer.
    """
    return step.question.judge(text, step.scene(variant))
