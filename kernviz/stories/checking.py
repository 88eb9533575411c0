"""Check of a story by computing everything in it.

The check computes every picture, every value at both ends of every handle, and every question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from kernviz.courses.checking import KEPT_BACK
from kernviz.courses.error_places import hint
from kernviz.courses.language import LanguageError
from kernviz.lessons.lesson import Lesson
from kernviz.lessons.lesson import Picture as Drawn
from kernviz.lessons.part import called
from kernviz.stories import state, story_html
from kernviz.stories.blocks import Computed, Problem, Story, StoryHandle, StoryPicture, StoryQuestion, Words
from kernviz.typed_number import TypedNumberError, read_number
from kernviz.wording import english, say

CLOSE = 1e-3  # relative tolerance, since numbers in a sentence are rounded


def problems(story: Story) -> Iterator[Problem]:
    """Yield line and reason of each fault of a story.

    A fault is a part that cannot be computed, a handle that moves nothing, or a wrong number in its text.
    """
    for picture in story.pictures:
        found = list(_of(picture.line, _picture, story, picture))
        yield from found
        if not found:
            yield from _sentences(story, picture)
    for question in story.questions:
        yield from _of(question.line, _question, story, question)


def _of(line: int, check: Callable[..., object], *about: object) -> Iterator[Problem]:
    try:
        check(*about)
    except LanguageError as problem:
        yield line, str(problem)


def _picture(story: Story, picture: StoryPicture) -> None:
    scene = state.opened(picture)
    whole = scene.lesson
    keys = [picture.key for picture in whole.pictures]
    if picture.key and picture.key not in keys:
        raise LanguageError(
            say("“{name}” is no picture of this page: {hint}", name=picture.key, hint=hint(picture.key, keys))
        )
    if not keys:
        raise LanguageError(whole.problem or say("there is no picture"))
    drawn = next((shown for shown in whole.pictures if shown.key == picture.key), whole.pictures[0])
    names = [trace.get("name") or "" for trace in drawn.figure.data]
    for word in picture.hide:
        if word not in KEPT_BACK and not any(called(name, word) for name in names if name):
            known = sorted({english(name).strip() for name in names if name})
            raise LanguageError(say("“{name}” is nothing in this picture: {hint}", name=word, hint=hint(word, known)))


def _sentences(story: Story, picture: StoryPicture) -> Iterator[Problem]:
    known: list[state.Knob] = []
    for handle in story.handles(picture.number):
        found = list(_of(handle.line, _handle, picture, handle))
        yield from found
        if not found:
            known.append(state.knob(picture, handle))
            yield from _of(handle.line, _moves, picture, known[-1])
    yield from _texts(story, picture)
    reported: set[int] = set()  # lines whose values cannot be computed; each is reported once
    for values in ({}, *({knob.name: end} for knob in known for end in (knob.low, knob.high))):
        for words in story.words:
            for line, why in _values(words, picture, tuple(known), values):
                if line not in reported:
                    yield line, why
                reported.add(line)


def _texts(story: Story, picture: StoryPicture) -> Iterator[Problem]:
    """Yield the faults in the written numbers of handles."""
    for words in story.words:
        for part in words.parts:
            if isinstance(part, StoryHandle) and part.picture == picture.number:
                yield from _of(part.line, _written, picture, part)


def _handle(picture: StoryPicture, handle: StoryHandle) -> None:
    found = state.knob(picture, handle)
    if not found.low <= found.value <= found.high:
        raise LanguageError(
            say(
                "“{name}” begins at {value:g}, which is not between {low:g} and {high:g}",
                name=handle.name,
                value=found.value,
                low=found.low,
                high=found.high,
            )
        )


def _written(picture: StoryPicture, handle: StoryHandle) -> None:
    begins = state.knob(picture, handle).value
    try:
        typed = read_number(handle.text)
    except TypedNumberError:
        raise LanguageError(
            say("“{text}” is no number: the text of a handle must be a number", text=handle.text)
        ) from None
    if abs(typed - begins) > CLOSE * max(abs(begins), CLOSE):
        raise LanguageError(
            say("“{text}” is written, and the picture begins with {value:g}", text=handle.text, value=begins)
        )


def _moves(picture: StoryPicture, knob: state.Knob) -> None:
    """Raise LanguageError if a handle changes nothing in its picture."""
    before = _drawn(state.lesson(picture, state.opened(picture)))
    for end in (knob.low, knob.high):
        if _differ(before, _drawn(state.lesson(picture, state.moved(picture, (knob,), {knob.name: end})))):
            return
    raise LanguageError(say("“{name}” moves nothing in its picture", name=knob.name))


def _drawn(found: Lesson) -> Drawn:
    if found.picture is None:
        raise LanguageError(found.problem or say("there is no picture"))
    return found.picture


def _differ(a: Drawn, b: Drawn) -> bool:
    try:
        np.testing.assert_equal(a.figure.spec(), b.figure.spec())
    except AssertionError:
        return True
    return False


def _values(
    words: Words, picture: StoryPicture, known: tuple[state.Knob, ...], values: dict[str, float]
) -> Iterator[Problem]:
    for part in words.parts:
        if isinstance(part, Computed) and part.picture == picture.number:
            for line, why in _of(part.line, _value, part, picture, known, values):
                there = ", ".join(f"{name} = {value:g}" for name, value in values.items())
                yield line, f"{why} ({there})" if there else why


def _value(part: Computed, picture: StoryPicture, known: tuple[state.Knob, ...], values: dict[str, float]) -> None:
    story_html.value(part, state.moved(picture, known, values))


def _question(story: Story, question: StoryQuestion) -> None:
    scene = state.opened(story.pictures[question.picture])
    scene.filled(question.asked.ask)
    question.asked.check(scene)
    question.asked.check_distance(scene)
