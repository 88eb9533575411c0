"""Course as one HTML file for printing.

The file has questions, pictures, lines for the answers, and the right answers at the end. The file
loads nothing: its pictures are inside, its formulas are MathML, and there is no script.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kernviz.courses import markdown_html, static_step
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.static_step import ShownQuestion, View
from kernviz.courses.step_controls import Control
from kernviz.data.untrusted_text import unveil
from kernviz.wording import language, say, spoken

WIDTH = 460.0  # width of a picture in pixels, a little more than half of a page
# kind of question -> lines for the answer
LINES = {"number": 2, "weights": 2, "write": 2, "move": 2, "choose": 1, "point": 1, "draw": 1, "tree": 1}
STYLE = """
@page { size: A4; margin: 16mm 15mm; }
:root { color-scheme: light; }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #1B1F24; background: #fff; max-width: 180mm;
  margin: 0 auto; padding: 5mm; }
h1 { font-size: 19pt; margin: 0 0 2mm; }
h2 { font-size: 13pt; margin: 0 0 1mm; }
section { break-inside: avoid; margin: 0 0 9mm; }
.key { break-before: page; }
.key section { margin-bottom: 5mm; }
.ask { font-weight: bold; margin: 2mm 0; }
.name { border-bottom: 1px solid #5A626C; margin: 4mm 0 8mm; padding-top: 6mm; }
.small { color: #5A626C; font-size: 9pt; }
figure { margin: 2mm 0; }
figure svg { max-width: 100%; height: auto; }
ul.options { list-style: none; padding: 0; }
ul.options li { margin: 1.5mm 0; padding-left: 7mm; text-indent: -7mm; }
.line { border-bottom: 1px solid #A7A69F; height: 8mm; }
code { font-family: Consolas, Menlo, monospace; font-size: 10pt; }
dl { display: flex; flex-wrap: wrap; gap: 1mm 6mm; margin: 1mm 0; font-size: 10pt; }
dl div { display: flex; gap: 2mm; }
dd { margin: 0; font-weight: bold; }
"""
PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}"><title>{title}</title><style>{style}</style></head>
<body><header><h1>{title}</h1>{says}<p class="name small">{name}</p></header>
{questions}
<div class="key"><h1>{key}</h1>
{answers}
</div></body></html>
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def handout(course: Course, variant: int = 0) -> str:
    """Return the HTML of a course's hand-out.

    A step that cannot be computed in `variant` is asked in its first variant. Raises LanguageError, with
    the step's name, if that fails, too.
    """
    questions, answered = [], []
    for number, step in enumerate(course.steps, start=1):
        question, answer = _both(course, step, variant, number)
        questions.append(question)
        answered.append(answer)
    return PAGE.format(
        lang=language(),
        name=say("Name"),
        key=say("Answers"),
        policy=POLICY,
        title=escape(unveil(spoken(course.title))),
        style=STYLE,
        says=markdown_html.paragraphs(spoken(course.says)),
        questions="\n".join(questions),
        answers="\n".join(answered),
    )


def _both(course: Course, step: Step, variant: int, number: int) -> tuple[str, str]:
    """Return question and answer of a step."""
    try:
        question = asked(static_step.shown_question(course, step, variant, width=WIDTH), number)
        return question, "".join(_answer(step, variant, number))
    except LanguageError as problem:
        if variant:
            return _both(course, step, 0, number)
        raise LanguageError(say("step “{name}”: {problem}", name=step.name, problem=problem)) from None


def asked(question: ShownQuestion, number: int) -> str:
    """Return the question of a step as HTML, without its answer."""
    return "".join(_question(question, number))


def _question(question: ShownQuestion, number: int) -> Iterator[str]:
    yield f"<section><h2>{number}. {escape(unveil(spoken(question.title)))}</h2>{question.says}"
    yield f'<p class="ask">{question.ask}</p>{_view(question.view)}'
    if question.tree:
        rows = "".join(f'<li style="margin-left: {1.2 * level:g}em">{_row(*row)}</li>' for level, *row in question.tree)
        yield f'<ul class="options">{rows}</ul>'
    if question.options:
        letters = "".join(f"<li>☐ {option}</li>" for _, option in question.options)
        yield f'<ul class="options">{letters}</ul>'
    if question.kind == "move" and question.controls:
        yield say('<p class="small">What may be moved: {map}.</p>', map="; ".join(map(_control, question.controls)))
    if question.kind in ("point", "draw"):
        yield say('<p class="small">Mark it in the picture.</p>')
    yield '<div class="line"></div>' * LINES[question.kind] + "</section>"


def _row(formula: str, rule: str) -> str:
    """Return a row of a tree; the empty place is a line."""
    return f"{formula or '______'} <small>{escape(rule)}</small>"


def _control(control: Control) -> str:
    return escape(spoken(control.label) + (" " + say("(now {value})", value=control.value) if control.value else ""))


def _view(view: View) -> str:
    picture = f"<figure>{view.picture.svg}</figure>" if view.picture else ""
    items = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>" for label, value in view.readouts)
    return picture + (f"<dl>{items}</dl>" if items else "")


def _answer(step: Step, variant: int, number: int) -> Iterator[str]:
    found = static_step.reveal(step, variant, width=WIDTH)
    yield f"<section><h2>{number}. {escape(unveil(spoken(step.title)))}</h2>"
    if step.question.kind != "draw":  # for this kind the border is part of the picture
        yield f'<p class="ask">{found.solution}</p>{found.reason}'
    yield found.reveal + found.formula
    if step.question.kind in ("point", "draw"):
        yield _view(View(found.view.picture))
    yield "</section>"
