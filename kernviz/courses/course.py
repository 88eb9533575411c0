"""A course and its steps. A step asks, is answered, judged by computing, and then shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kernviz.courses import variants
from kernviz.courses.language import LanguageError, Value
from kernviz.courses.questions import Question
from kernviz.courses.scene import Scene, address
from kernviz.lessons import page as lesson_page
from kernviz.lessons.notation import OWN
from kernviz.wording import remembered, say

MOST_DRAWN = 60  # until a variant is what the step requires


@dataclass(frozen=True)
class Step:
    """One page of a course: what it says, what it asks, and the picture it is about.

    `name` is its place in links; `controls` are all that may be moved; `show` are the read-outs beside the picture,
    `hide` what the picture keeps to itself until the answer, `without` what it never has; `then` is what is moved when
    the answer is shown.
    """

    course: str
    name: str
    title: str
    says: str
    page: str
    state: str
    question: Question
    reveal: str
    formula: str = ""
    controls: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    picture: str = ""
    then: str = ""
    vary: Mapping[str, Any] = field(default_factory=dict, hash=False)
    require: str = ""  # what must hold of a variant; another is drawn where it does not
    speak: str = OWN  # whose notation the picture, its controls and formulas are in
    rows: tuple[str, ...] = ()  # which rows of the lectures' contents it is about

    def scene(self, variant: int) -> Scene:
        """The picture's state as the question is asked. LanguageError says what of it cannot be meant."""
        return _scene(self, variant)

    def revealed(self, variant: int, scene: Scene | None = None) -> Scene:
        """The state in which the answer is shown, from the one the student has reached."""
        at = scene or self.scene(variant)
        if not self.then:
            return at
        page, _, said = at.filled(self.then, plain=True).rpartition(":")
        if page.strip() in lesson_page.pages():  # another page shows it better
            return Scene.opened(page.strip(), {**self.in_notation, **address(said)[1]}, at.numbers)
        return at.after(self.then)

    @property
    def in_notation(self) -> dict[str, str]:
        """What an address says of the notation."""
        return {} if self.speak == OWN else {"speak": self.speak}

    def __hash__(self) -> int:
        return hash((self.course, self.name))


@remembered(512)
def _scene(step: Step, variant: int) -> Scene:
    def value(text: str, numbers: Mapping[str, Value]) -> Value:
        return Scene.opened("home", {}, numbers).value(text)

    for again in range(MOST_DRAWN):
        about = f"{step.course}/{step.name}" + f"/{again}" * bool(again)
        numbers = variants.numbers(step.vary, about, variant, value)
        page, said = address(Scene.opened("home", {}, numbers).filled(step.state, plain=True))
        scene = Scene.opened(step.page or page, {**step.in_notation, **said}, numbers)
        if not step.require or scene.holds(step.require):
            return scene
    raise LanguageError(
        say("“require”: in {MOST_DRAWN} draws “{require}” never held", MOST_DRAWN=MOST_DRAWN, require=step.require)
    )


@dataclass(frozen=True)
class Fault:
    """Why a step, or a whole file, cannot be used: file, step and line in one sentence."""

    file: str
    step: str
    line: int
    why: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" + (f", step “{self.step}”" if self.step else "")
        return f"{place}: {self.why}"


@dataclass(frozen=True)
class Course:
    """Steps in their order, under a title; `faults` are steps that cannot be used."""

    name: str
    title: str
    says: str = ""
    order: int = 100
    steps: tuple[Step, ...] = ()
    faults: tuple[Fault, ...] = ()

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each step, from 0."""
        return {step.name: i for i, step in enumerate(self.steps)}


__all__ = ["Course", "Fault", "Step"]
