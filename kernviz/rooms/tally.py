"""Counted answers of a class, for its lecturer.

They are shown as bars, or as points and sketches over the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kernviz.compute import politely
from kernviz.courses import markdown_html
from kernviz.courses.course import Course, Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import read_corners
from kernviz.courses.questions.number import typed
from kernviz.courses.questions.point import read_points
from kernviz.courses.scene import Scene
from kernviz.courses.static_step import judged, shown_question
from kernviz.wording import phrase, remembered, spoken

T = TypeVar("T")
Sketch = tuple[tuple[float, float], ...]
Marks = Mapping[str, bool] | None  # answer -> True if it is right; None before the reveal
MOST_BARS = 12
OTHERS = phrase("others")


@dataclass(frozen=True)
class Bar:
    """Number of students with one answer, as a bar.

    `answer` is the answer as HTML. `right` says if the answer is right; None before the reveal.
    """

    answer: str
    count: int
    right: bool | None = None
    removable: bool = True  # False for the bar of several different answers


@dataclass(frozen=True)
class Spot:
    """Number of students who clicked a point of the picture.

    `right` says if the point belongs to the right answer; None before the reveal.
    """

    x: float
    y: float
    count: int
    right: bool | None = None


@dataclass(frozen=True)
class Tally:
    """All answers to a question, counted.

    `count` is the number of answers. `right` is the number of right answers; None before the reveal.
    `passed` says of each sketch if it is right; empty before the reveal.
    """

    kind: str
    count: int
    bars: tuple[Bar, ...] = ()
    spots: tuple[Spot, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    right: int | None = None
    passed: tuple[bool, ...] = ()


@remembered(64)
def tally(
    course: Course, step: Step, variant: int, texts: tuple[str, ...], revealed: bool, beside: tuple[str, ...] = ()
) -> Tally:
    """Count the answers to a question.

    An unreadable answer counts as an answer, and is in no bar. `beside` holds the answers of another
    round. They get bars and spots, too, if necessary with a count of 0. So both rounds show the same
    bars.
    """
    with politely():
        kind, scene = step.question.kind, step.scene(variant)
        marks = {text: is_right(step, variant, text) for text in {*texts, *beside}} if revealed else None
        right = sum(marks[text] for text in texts) if marks is not None else None
        if kind == "point":
            spots = _spots(course, step, variant, texts, beside, marks)
            return Tally(kind, len(texts), spots=spots, right=right)
        if kind == "draw":
            none: Sketch = ()
            read = ((_read(_sketch, text, scene, default=none), bool(marks and marks[text])) for text in texts)
            lines = [line for line in read if line[0]]
            passed = tuple(passes for _, passes in lines) if revealed else ()
            return Tally(kind, len(texts), sketches=tuple(line for line, _ in lines), right=right, passed=passed)
        return Tally(kind, len(texts), _bars(course, step, variant, texts, beside, marks), right=right)


def _spots(
    course: Course,
    step: Step,
    variant: int,
    texts: Sequence[str],
    beside: Sequence[str],
    marks: Marks,
) -> tuple[Spot, ...]:
    """Return the clicked points, and with `marks` the right ones too.

    Points of the right answer are then included, clicked or not.
    """
    scene, nothing = step.scene(variant), tuple[int, ...]()

    def clicked(answers: Iterable[str]) -> Counter[int]:
        return Counter(point for text in answers for point in _read(read_points, text, scene, default=nothing))

    count, right_points = clicked(texts), set[int]()
    if marks is not None:
        right_points = set(clicked([step.question.solution(scene), *(text for text, right in marks.items() if right)]))
    places = {number - 1: (x, y) for number, x, y in shown_question(course, step, variant).view.spots}
    shown = sorted({*count, *clicked(beside), *right_points} & places.keys())
    return tuple(Spot(*places[i], count[i], None if marks is None else i in right_points) for i in shown)


def _sketch(text: str, _: Scene) -> Sketch:
    return tuple((float(x), float(y)) for x, y in read_corners(text))


def _bars(
    course: Course, step: Step, variant: int, texts: Sequence[str], beside: Sequence[str], marks: Marks
) -> tuple[Bar, ...]:
    counted = Counter(texts)
    if isinstance(step.question, Choose):
        options = shown_question(course, step, variant).options
        return tuple(Bar(words, counted[answer], _mark(answer, step, variant, marks)) for answer, words in options)
    alike, every = by_meaning(step, variant, sorted({*texts, *beside})), Counter((*texts, *beside))
    count = {words: sum(counted[text] for text in same) for words, same in alike.items()}
    most = sorted(alike, key=lambda words: -sum(every[text] for text in alike[words]))
    largest, others = most[:MOST_BARS], most[MOST_BARS:]
    if step.question.kind == "number":
        scene = step.scene(variant)
        largest.sort(key=lambda words: _read(lambda t, _: typed(t), alike[words][0], scene, default=0.0))
    bars = [Bar(words, count[words], None if marks is None else marks[alike[words][0]]) for words in largest if words]
    return (*bars, *([Bar(spoken(OTHERS), sum(count[words] for words in others), removable=False)] if others else []))


def by_meaning(step: Step, variant: int, texts: Iterable[str]) -> dict[str, list[str]]:
    """Group answers by their meaning, as words of a bar -> answers.

    Points are grouped by their numbers. Each sketch is a group of its own. Unreadable answers are the
    group "".
    """
    scene, found = step.scene(variant), dict[str, list[str]]()
    for text in texts:
        if step.question.kind == "draw":
            found[text] = [text]
            continue
        if step.question.kind == "point":
            nothing: tuple[int, ...] = ()
            numbers = ", ".join(str(i + 1) for i in _read(read_points, text, scene, default=nothing))
            found.setdefault(numbers, []).append(text)
            continue
        words = _read(lambda t, s: markdown_html.line(step.question.understood(t, s)), text, scene, default="")
        found.setdefault(words, []).append(text)
    return found


def texts_of(course: Course, step: Step, variant: int, texts: Sequence[str], words: str) -> list[str]:
    """Return the answers counted by the bar with these words."""
    if isinstance(step.question, Choose):
        return [answer for answer, words_of_it in shown_question(course, step, variant).options if words_of_it == words]
    return by_meaning(step, variant, dict.fromkeys(texts)).get(words, [])


def _mark(answer: str, step: Step, variant: int, marks: Marks) -> bool | None:
    """Return True if an option is right, or None before the reveal.

    An option that nobody has chosen is judged, too.
    """
    return None if marks is None else marks[answer] if answer in marks else is_right(step, variant, answer)


def is_right(step: Step, variant: int, text: str) -> bool:
    """Return True if an answer is right, False if wrong or unreadable."""
    try:
        return judged(step, variant, text).right
    except LanguageError:
        return False


def _read(read: Callable[[str, Scene], T], text: str, scene: Scene, *, default: T) -> T:
    try:
        return read(text, scene)
    except LanguageError:
        return default
