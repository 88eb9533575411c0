"""Counted answers of a class, for its lecturer.

They are bars, or all clicks and sketches over the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kernviz.compute import politely
from kernviz.courses import words
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import read_corners
from kernviz.courses.questions.number import typed
from kernviz.courses.questions.point import read_points
from kernviz.courses.scene import Scene
from kernviz.courses.static_step import judged, sheet
from kernviz.wording import remembered

T = TypeVar("T")
Sketch = tuple[tuple[float, float], ...]
MOST_BARS = 12
OTHERS = "others"


@dataclass(frozen=True)
class Bar:
    """Number of students with one answer, as a bar.

    The bar holds the answer's words as HTML. Once the answer is revealed, it also holds if this one
    is right.
    """

    said: str
    count: int
    right: bool | None = None


@dataclass(frozen=True)
class Spot:
    """Number of students who clicked a point of the picture."""

    x: float
    y: float
    count: int


@dataclass(frozen=True)
class Tally:
    """All answers to a question, counted.

    `right`: the number of right answers, once the answer is revealed.
    """

    kind: str
    count: int
    bars: tuple[Bar, ...] = ()
    spots: tuple[Spot, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    right: int | None = None


@remembered(64)
def tally(course: Course, step: Step, variant: int, texts: tuple[str, ...], revealed: bool) -> Tally:
    """Count the answers to a question.

    An unreadable answer, though stored, counts as an answer and is in no bar.
    """
    with politely():
        kind, scene = step.question.kind, step.scene(variant)
        marks = {text: _right(step, variant, text) for text in set(texts)} if revealed else {}
        right = sum(marks[text] for text in texts) if revealed else None
        if kind == "point":
            nothing: tuple[int, ...] = ()
            clicked: Counter[int] = Counter()
            for text in texts:
                clicked.update(_read(read_points, text, scene, default=nothing))
            places = {number - 1: (x, y) for number, x, y in sheet(course, step, variant).view.spots}
            spots = tuple(Spot(*places[i], count) for i, count in sorted(clicked.items()) if i in places)
            return Tally(kind, len(texts), spots=spots, right=right)
        if kind == "draw":
            none: Sketch = ()
            lines = tuple(_read(_sketch, text, scene, default=none) for text in texts)
            return Tally(kind, len(texts), sketches=tuple(filter(None, lines)), right=right)
        return Tally(kind, len(texts), _bars(course, step, variant, texts, marks), right=right)


def _sketch(text: str, _: Scene) -> Sketch:
    return tuple((float(x), float(y)) for x, y in read_corners(text))


def _bars(course: Course, step: Step, variant: int, texts: Sequence[str], marks: dict[str, bool]) -> tuple[Bar, ...]:
    counted = Counter(texts)
    if isinstance(step.question, Choose):
        options = sheet(course, step, variant).options
        return tuple(Bar(said, counted[answer], _mark(answer, step, variant, marks)) for answer, said in options)
    alike = _grouped(step, variant, counted)
    count = {said: sum(counted[text] for text in same) for said, same in alike.items()}
    most = sorted(alike, key=lambda said: -count[said])
    kept, others = most[:MOST_BARS], most[MOST_BARS:]
    if step.question.kind == "number":
        scene = step.scene(variant)
        kept.sort(key=lambda said: _read(lambda t, _: typed(t), alike[said][0], scene, default=0.0))
    bars = [Bar(said, count[said], marks.get(alike[said][0])) for said in kept if said]
    return (*bars, *([Bar(OTHERS, sum(count[said] for said in others))] if others else []))


def _grouped(step: Step, variant: int, texts: Iterable[str]) -> dict[str, list[str]]:
    """Group answers that are understood alike, by the words of their bar."""
    scene, found = step.scene(variant), dict[str, list[str]]()
    for text in texts:
        said = _read(lambda t, s: words.line(step.question.understood(t, s)), text, scene, default="")
        found.setdefault(said, []).append(text)
    return found


def texts_of(course: Course, step: Step, variant: int, texts: Sequence[str], said: str) -> list[str]:
    """Return the answers counted by the bar with these words."""
    if isinstance(step.question, Choose):
        return [answer for answer, words_of_it in sheet(course, step, variant).options if words_of_it == said]
    return _grouped(step, variant, dict.fromkeys(texts)).get(said, [])


def _mark(answer: str, step: Step, variant: int, marks: dict[str, bool]) -> bool | None:
    """Return True if an option is right, else False.

    The mark exists even for an option that nobody has chosen. None before the reveal.
    """
    return (marks[answer] if answer in marks else _right(step, variant, answer)) if marks else None


def _right(step: Step, variant: int, text: str) -> bool:
    try:
        return judged(step, variant, text).right
    except LanguageError:
        return False


def _read(read: Callable[[str, Scene], T], text: str, scene: Scene, *, default: T) -> T:
    try:
        return read(text, scene)
    except LanguageError:
        return default
