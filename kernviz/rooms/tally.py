"""What a class has answered, as its lecturer sees it: bars; for clicks and sketches all of them over the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
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
from kernviz.courses.sheet import judged, sheet
from kernviz.wording import remembered

T = TypeVar("T")
Sketch = tuple[tuple[float, float], ...]
MOST_BARS = 12
OTHERS = "others"


@dataclass(frozen=True)
class Bar:
    """How many gave an answer: its words as HTML; whether it is right, once that is shown."""

    said: str
    count: int
    right: bool | None = None


@dataclass(frozen=True)
class Spot:
    """How many clicked a point of the picture."""

    x: float
    y: float
    count: int


@dataclass(frozen=True)
class Tally:
    """All answers to a question. `right`: how many are, once the answer is shown."""

    kind: str
    count: int
    bars: tuple[Bar, ...] = ()
    spots: tuple[Spot, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    right: int | None = None


@remembered(64)
def tally(course: Course, step: Step, variant: int, texts: tuple[str, ...], revealed: bool) -> Tally:
    """The answers counted. What cannot be read, though it was taken, counts as an answer and is in no bar."""
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
    alike: dict[str, int] = Counter()
    one: dict[str, str] = {}  # an answer of each bar
    scene = step.scene(variant)
    for text, count in counted.items():
        said = _read(lambda t, s: words.line(step.question.understood(t, s)), text, scene, default="")
        alike[said] += count
        one.setdefault(said, text)
    most = sorted(alike, key=lambda said: -alike[said])
    kept, others = most[:MOST_BARS], most[MOST_BARS:]
    if step.question.kind == "number":
        kept.sort(key=lambda said: _read(lambda t, _: typed(t), one[said], scene, default=0.0))
    bars = [Bar(said, alike[said], marks.get(one[said])) for said in kept if said]
    return (*bars, *([Bar(OTHERS, sum(alike[said] for said in others))] if others else []))


def _mark(answer: str, step: Step, variant: int, marks: dict[str, bool]) -> bool | None:
    """Whether an option is right, be it that nobody has taken it."""
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
