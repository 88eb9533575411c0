"""Check of a step by computing all its texts.

The check finds unknown names, misspelt words, and answers too close to a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kernviz.courses.course import Step
from kernviz.courses.error_places import at, hint
from kernviz.courses.language import LanguageError
from kernviz.courses.movable import control
from kernviz.courses.questions.write import CODE, Write
from kernviz.courses.scene import OPEN, Scene
from kernviz.lessons.lesson import Lesson, Picture
from kernviz.lessons.part import MACHINE, PICTURE, PROBE, called, occurs_in
from kernviz.wording import say

KEPT_BACK = (PICTURE, MACHINE, PROBE)  # words of `hide` for groups of parts; they need not match the name of a trace
_ROW = re.compile(r"\d+\.\d+")


def check(step: Step, scene: Scene) -> None:
    """Compute all texts of a step in one of its scenes.

    Raises LanguageError, with its place, for the first text that fails.
    """
    _check_words(step)
    for name in step.controls:
        with at("controls"):
            control(scene, name)
    with at("says"):
        scene.filled(step.says)
    with at("question"):
        with at("ask"):
            scene.filled(step.question.ask)
        step.question.check(scene)
    with at("help"):
        _check_help(step, scene)
    with at("then"):
        step.revealed(0, scene)
    there = answered(step, scene)
    for place, text in (("reveal", step.reveal), ("formula", step.formula)):
        with at(place):
            there.filled(text)
    _check_picture(step, scene.lesson)


def check_distance(step: Step, scene: Scene) -> None:
    """Raise LanguageError if right and wrong answers are too close.

    The error is raised, too, if the text of the step shows a right answer. It has its place in the file.
    """
    with at("question"):
        step.question.check_distance(scene)
    if isinstance(step.question, Write):
        with at("says"):
            for text in CODE.findall(scene.filled(step.says)):
                step.question.hides(text, scene)


def _check_help(step: Step, scene: Scene) -> None:
    step.help.check(step.question, scene, scene.filled(step.says))
    with at("light"):
        if step.help.light and PICTURE in step.hide:
            raise LanguageError(say("nothing lights up in a picture that comes with the answer"))


def _check_words(step: Step) -> None:
    with at("title"):
        if OPEN in step.title:
            raise LanguageError(say("nothing is computed in a title"))
    with at("rows"):
        for row in step.rows:
            if not _ROW.fullmatch(row):
                raise LanguageError(say("“{row}” is no row of a lecture's contents, such as 3.16", row=row))


def check_recalled(step: Step, before: Iterable[Step]) -> None:
    """Raise LanguageError if a step recalls an unknown idea.

    A step may come back only to an idea that some step before it has asked for.
    """
    ideas = [mistake.idea for mistake in before if mistake.idea]
    with at("recalls"):
        for idea in step.recalls:
            if idea not in ideas:
                raise LanguageError(
                    say("“{idea}” is no idea of a step above: {hint}", idea=idea, hint=hint(idea, ideas))
                )


def answered(step: Step, scene: Scene) -> Scene:
    """Return the scene in which the step's own solution is shown."""
    return step.revealed(0, step.scene_after(scene))


def _check_picture(step: Step, lesson: Lesson) -> None:
    keys = [picture.key for picture in lesson.pictures]
    with at("picture"):
        if step.picture and step.picture not in keys:
            raise LanguageError(
                say("“{name}” is no picture of this page: {hint}", name=step.picture, hint=hint(step.picture, keys))
            )
        if not keys and PICTURE not in step.hide:
            raise LanguageError(lesson.problem or say("there is no picture"))
    labels = [item.label for numbers in lesson.readouts for item in numbers.items]
    with at("show"):
        for name in step.show:
            if not any(occurs_in(name, label) for label in labels):
                raise LanguageError(
                    say("“{name}” is no read-out of this page: {hint}", name=name, hint=hint(name, labels))
                )


def check_hidden(step: Step, scenes: Iterable[Scene]) -> None:
    """Raise LanguageError if a word of `hide` or `without` matches nothing.

    Each word has to match a trace in some picture of the question or the answer.
    """
    unknown = {(key, word) for key in ("hide", "without") for word in getattr(step, key) if word not in KEPT_BACK}
    names: dict[str, None] = {}
    for scene in scenes:
        names |= dict.fromkeys(_names(step, scene))
        unknown = {(key, word) for key, word in unknown if not any(called(name, word) for name in names)}
        if not unknown:
            return
    for key, word in sorted(unknown):
        with at(key):
            raise LanguageError(
                say("“{name}” is nothing in this picture: {hint}", name=word, hint=hint(word, [*names, *KEPT_BACK]))
            )


def _names(step: Step, scene: Scene) -> Iterator[str]:
    """Yield the legend names in the pictures of question and answer."""
    for lesson in (scene.lesson, answered(step, scene).lesson):
        for picture in _chosen(step, lesson):
            for trace in picture.figure.data:
                if name := str(trace.get("name") or "").strip():
                    yield name


def _chosen(step: Step, lesson: Lesson) -> list[Picture]:
    found = [picture for picture in lesson.pictures if not step.picture or picture.key == step.picture]
    return (found or list(lesson.pictures))[:1]
