"""Course and its steps.

A step asks, is answered, is judged by computing, and then shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kernviz.courses import variants
from kernviz.courses.error_places import at
from kernviz.courses.help_after_wrong_answer import Help
from kernviz.courses.language import LanguageError, Value
from kernviz.courses.questions import STATE_KINDS, Question
from kernviz.courses.scene import Scene, address
from kernviz.lessons.notation import OWN
from kernviz.wording import remembered, say

MOST_DRAWS = 60  # attempts to draw a variant that meets the step's condition


@dataclass(frozen=True)
class Step:
    """Page of a course: its text, its question, and its picture.

    `name` identifies the step in links. `controls` names the parameters that a student may change.
    `show` names the read-outs beside the picture. `hide` names the parts hidden until the answer, and
    `without` the parts that the picture never has. `then` are the parameters set when the answer is
    shown.
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
    require: str = ""  # condition on a variant; another is drawn if it fails
    speak: str = OWN  # lecture whose notation the picture, its controls and formulas use
    formerly: str = ""  # name of the former step that this step replaces
    rows: tuple[str, ...] = ()  # rows of the lectures' contents that the step is about
    idea: str = ""  # the wrong idea that the step tests, by a name of the author's choice
    recalls: tuple[str, ...] = ()  # ideas of earlier steps that the step repeats
    help: Help = Help()  # after a first wrong answer, beside the words of the nudge
    place: int = 0  # in the file, from 0

    @property
    def ideas(self) -> tuple[str, ...]:
        """Return the wrong ideas of the step, each once.

        The step asks for its idea, and comes back to those it recalls.
        """
        return tuple(dict.fromkeys(idea for idea in (self.idea, *self.recalls) if idea))

    def scene(self, variant: int) -> Scene:
        """Return the scene in which the question of a variant is asked.

        Raises LanguageError if the state means nothing, or `require` is never true.
        """
        return _scene(self, variant)

    def scenes(self) -> Iterator[Scene]:
        """Yield the scenes of all variants, each once."""
        for numbers in variants.every(self.vary, _value):
            scene = _opened(self, numbers)
            if _allowed(self, scene):
                yield scene

    def scene_after(self, scene: Scene, answer: str | None = None) -> Scene:
        """Return the scene after an answer; None: the step's own solution.

        An answer by moving or writing changes the state. For other kinds the scene is that of the question.
        """
        if self.question.kind not in STATE_KINDS:
            return scene
        answer = self.question.solution(scene) if answer is None else answer
        return scene.moved({"k": answer} if self.question.kind == "write" else address(answer)[1])

    def revealed(self, variant: int, scene: Scene | None = None) -> Scene:
        """Return the scene in which the answer is shown.

        `scene` is the scene that the student has reached; None: the scene of the question.
        """
        before = scene or self.scene(variant)
        if not self.then:
            return before
        page, _, target = before.filled(self.then, plain=True).rpartition(":")
        if page.strip().isidentifier():  # another page shows the result
            return Scene.opened(page.strip(), {**self.in_notation, **address(target)[1]}, before.numbers)
        return before.after(self.then)

    @property
    def in_notation(self) -> dict[str, str]:
        """Return the step's notation as a value of an address."""
        return {} if self.speak == OWN else {"speak": self.speak}

    def __hash__(self) -> int:
        return hash((self.course, self.name))


@remembered(512)
def _scene(step: Step, variant: int) -> Scene:
    for again in range(MOST_DRAWS):
        about = f"{step.course}/{step.name}" + f"/{again}" * bool(again)
        scene = _opened(step, variants.numbers(step.vary, about, variant, _value))
        if _allowed(step, scene):
            return scene
    with at("require"):
        raise LanguageError(say("this condition was never true in {count} draws", count=MOST_DRAWS))


def _value(text: str, numbers: Mapping[str, Value]) -> Value:
    return Scene.opened("home", {}, numbers).value(text)


def _opened(step: Step, numbers: Mapping[str, Value]) -> Scene:
    with at("state"):
        page, params = address(Scene.opened("home", {}, numbers).filled(step.state, plain=True))
    name = step.page or page
    with at("page" if step.page else "state"):
        Scene.opened(name, {})
    with at("state"):
        return Scene.opened(name, {**step.in_notation, **params}, numbers)


def _allowed(step: Step, scene: Scene) -> bool:
    with at("require"):
        return not step.require or scene.holds(step.require)


@dataclass(frozen=True)
class Fault:
    """Reason why a step, or a whole file, cannot be used.

    The reason names file, step and line in one sentence.
    """

    file: str
    step: str
    line: int
    why: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" + (f", step “{self.step}”" if self.step else "")
        return f"{place}: {self.why}"


@dataclass(frozen=True)
class Course:
    """Steps in their order, under a title.

    `faults` are steps that cannot be used. `written` is the file's text. `ideas` are titles of wrong
    ideas, by name.
    """

    name: str
    title: str
    says: str = ""
    order: int = 100
    steps: tuple[Step, ...] = ()
    faults: tuple[Fault, ...] = ()
    written: str = field(default="", repr=False)
    former: tuple[Step, ...] = ()  # steps that are no longer asked; answers to them are still judged
    ideas: Mapping[str, str] = field(default_factory=dict, hash=False)

    @cached_property
    def successors(self) -> dict[str, str]:
        """Return the steps that replace former ones, as former name -> name."""
        return {step.formerly: step.name for step in self.steps if step.formerly}

    def step(self, name: str) -> Step:
        """Return a step by name.

        Raises KeyError if there is none.
        """
        return self.steps[self.places[name]]

    def place(self, name: str) -> int | None:
        """Return the index of a step, from 0.

        For a former step it is the index of the step in its place. None if there is no such step.
        """
        return self.places.get(self.successors.get(name, name))

    def asked(self, name: str) -> Step | None:
        """Return the step by which stored answers are judged, or None.

        The result for the name of a former step has the former question.
        """
        before = next((step for step in self.former if step.name == name), None)
        return before or (self.step(name) if name in self.places else None)

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the index of each step by name, from 0."""
        return {step.name: i for i, step in enumerate(self.steps)}
