"""Every story in every language: pictures build, numbers are computed, handles move, questions judge."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from kernviz.courses.language import LanguageError
from kernviz.courses.scene import address
from kernviz.stories import (
    Computed,
    Heading,
    Paragraph,
    Story,
    StoryHandle,
    StoryPicture,
    StoryQuestion,
    state,
    story_html,
)
from kernviz.stories.checking import problems
from kernviz.stories.reader import OWN, stories
from kernviz.wording import english, speaking

STORIES = stories()
names = [f"{story.slug}.{story.language}" for story in STORIES]
every = pytest.mark.parametrize("story", STORIES, ids=names)
FORMULA = re.compile(r"\$[^$]+\$")
TYPED = re.compile(r"\d")


def test_there_are_stories_in_two_languages() -> None:
    languages_of = {story.slug: {s.language for s in STORIES if s.slug == story.slug} for story in STORIES}
    assert languages_of
    assert all(languages == {"en", "de"} for languages in languages_of.values()), languages_of


@every
def test_every_story_is_read_without_a_fault(story: Story) -> None:
    assert story.faults == ()
    assert story.title
    assert story.blocks


@pytest.mark.sampled(3)
@every
def test_every_value_of_a_story_is_computed_and_every_handle_moves_its_picture(story: Story) -> None:
    with speaking(story.language):
        assert list(problems(story)) == []


@every
def test_every_picture_is_spoken_of(story: Story) -> None:
    for picture in story.pictures:
        about = [
            part for words in story.words for part in words.parts if getattr(part, "picture", -1) == picture.number
        ]
        assert any(isinstance(part, Computed) for part in about), picture.address
        assert any(isinstance(part, StoryHandle) for part in about), picture.address


@every
def test_a_right_answer_is_right_and_wrong_ones_hear_a_reason(story: Story) -> None:
    assert story.questions
    with speaking(story.language):
        for question in story.questions:
            scene = state.opened(story.pictures[question.picture])
            asked = question.asked
            assert asked.judge(asked.solution(scene), scene).right
            for slip in asked.slips(scene):
                judged = asked.judge(slip, scene)
                assert not judged.right
                assert judged.reason


@every
def test_a_question_of_moving_is_answered_by_the_handles(story: Story) -> None:
    """The solution is reached by the handles alone, inside their ranges; at first the answer is wrong."""
    with speaking(story.language):
        for question in story.questions:
            if question.asked.kind != "move":
                continue
            picture = story.pictures[question.picture]
            known = state.knobs(story, picture)
            start = state.opened(picture)
            assert not question.asked.judge("", start).right
            solved = start.moved(address(question.asked.solution(start))[1])
            values = {knob.name: story_html.number(knob.name, solved) for knob in known}
            assert all(knob.low <= values[knob.name] <= knob.high for knob in known), values
            there = "&".join(f"{name}={text}" for name, text in state.moved(picture, known, values).params.items())
            assert question.asked.judge(there, start).right, question.asked.ask


@every
def test_no_number_of_a_state_is_typed(story: Story) -> None:
    """Digits stand in formulas alone: what a picture says is computed."""
    for words in story.words:
        typed = TYPED.findall(FORMULA.sub("", re.sub("\ue000\\d+\ue001", "", words.markdown)))
        assert not typed, words.markdown


@pytest.mark.sampled(5)
@every
def test_the_text_of_a_story_is_html_without_marks(story: Story) -> None:
    with speaking(story.language):
        scenes = {picture.number: state.opened(picture) for picture in story.pictures}
        for words in story.words:
            html = story_html.block(words, scenes)
            assert not re.search("[\ue000\ue001]|\\{=|\\]\\(", html), html
            assert html.count('class="kv-') == sum(isinstance(part, Computed | StoryHandle) for part in words.parts)


@every
def test_formulas_are_mathematics_to_the_last_sign(story: Story) -> None:
    """The converter leaves a command unknown to it as it stands, with its backslash."""
    with speaking(story.language):
        scenes = {picture.number: state.opened(picture) for picture in story.pictures}
        for words in story.words:
            assert "\\" not in story_html.block(words, scenes)
            assert "<code>" not in story_html.block(words, scenes)


@every
def test_a_value_that_is_a_read_out_of_the_page_says_the_same(story: Story) -> None:
    """A quantity of courses may be of more points than the picture shows."""
    with speaking(story.language):
        for picture in story.pictures:
            scene = state.opened(picture)
            labels = {english(item.label) for numbers in scene.lesson.readouts for item in numbers.items}
            for name in {part.text[2:-1] for words in story.words for part in words.parts if _of(part, picture)}:
                if name in labels:
                    assert scene.number(name) == pytest.approx(scene.number(f'readout("{name}")'), rel=1e-3), name


def _of(part: object, picture: StoryPicture) -> bool:
    return isinstance(part, Computed) and part.picture == picture.number


@pytest.mark.parametrize("slug", sorted({story.slug for story in STORIES}))
def test_both_languages_tell_the_same_story(slug: str) -> None:
    """Same blocks in the same order, same pictures, same handles, same values, same conditions."""
    structures = [_structure(story) for story in STORIES if story.slug == slug]
    assert len(structures) == 2
    assert structures[0] == structures[1]


def _structure(story: Story) -> list[object]:
    kinds = [(type(block).__name__, _about(block)) for block in story.blocks]
    return [key for key, _ in groupby(kinds)]


def _about(block: object) -> object:
    match block:
        case StoryPicture():
            parts = _parts(block.caption.parts)
            return block.address, block.key, len(block.hide), block.height, parts
        case Heading():
            return None
        case Paragraph():
            return block.picture, _parts(block.words.parts)
        case StoryQuestion():
            asked = block.asked
            kept = [getattr(asked, name, None) for name in ("kind", "condition", "answer", "one", "tolerance")]
            options = [(option.holds, option.state) for option in getattr(asked, "options", ())]
            return block.picture, kept, options, [m.value for m in getattr(asked, "mistakes", ())]
    raise AssertionError(block)


def _parts(parts: tuple[object, ...]) -> list[object]:
    return sorted(
        (part.name, str(part.low), str(part.high))
        if isinstance(part, StoryHandle)
        else (str(getattr(part, "address", "")),)
        for part in parts
        if not isinstance(part, Computed)
    ) + sorted(re.findall(r"\{=.*?\}", part.text)[0] for part in parts if isinstance(part, Computed))


def test_an_installation_has_them() -> None:
    assert [story.slug for story in stories()] == [path.name.split(".")[0] for path in sorted(OWN.glob("*.md"))]


def test_a_value_out_of_range_is_moved_into_the_range() -> None:
    story = STORIES[0]
    for picture in story.pictures:
        for knob in state.knobs(story, picture):
            with speaking(story.language):
                there = state.moved(picture, (knob,), {knob.name: 1e8})
                assert story_html.number(knob.name, there) == pytest.approx(knob.high)


def test_a_handle_without_a_number_is_refused() -> None:
    story = STORIES[0]
    with pytest.raises(LanguageError, match="nothing called"):
        state.knob(story.pictures[0], StoryHandle("1", "no_such_number", 0))
