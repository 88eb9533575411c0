"""Pages and courses have the same structure in every language, including an artificial one; only the words differ."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kernviz.courses import reader
from kernviz.courses.course import Course
from kernviz.figures.plane import probe
from kernviz.figures.space import label_sides
from kernviz.kernels.structured.sample_objects import words_over
from kernviz.lessons import data_and_kernel, page, thumbnails
from kernviz.lessons.objects.object_inputs import FIVE, LISTS, PAIRS
from kernviz.lessons.page import Page
from kernviz.lessons.part import PROBE, Part
from kernviz.lessons.presets import PRESETS
from kernviz.wire.content import content as wire_content
from kernviz.wording import ENGLISH, say, speaking
from tests import pseudo
from tests.lessons import structure, visible
from tests.lessons.reading import in_turn, in_turn_or_all

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
OTHERS = ("de", pseudo.NAME)
each_page = pytest.mark.parametrize("shown", page.pages().values(), ids=lambda shown: shown.name)
ON_DATA = ("moons", "s1_line", "s4_clusters", "sine", "fun_time_4", "xor")  # of each kind


@pytest.fixture(autouse=True)
def texts_as_wide_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer read-out or label may have to stand elsewhere to cover nothing; here all are as wide."""
    monkeypatch.setattr(probe, "LETTER", 0.0)
    monkeypatch.setattr(label_sides, "LETTER", 0.0)


def states(shown: Page[Any], every: bool) -> list[Any]:
    """Initial state of the page, states on several data, and its examples."""
    found = [page.read(shown, data_and_kernel.read({"data": [name]}), {}) for name in (shown.first, *ON_DATA)]
    mine = [preset for preset in PRESETS if preset.page == shown.name]
    turn = list(page.pages()).index(shown.name)
    return found + [thumbnails.state(each) for each in (in_turn(mine, turn, every, min(4, len(mine))) if mine else ())]


@pytest.mark.slow
@in_turn_or_all
@each_page
def test_a_page_is_the_same_in_every_language(shown: Page[Any], every: bool) -> None:
    """Pictures, handles, tabs, tables, numbers, address and live messages are the same."""
    with pseudo.known():
        for state in states(shown, every):
            english = shown.build(state)
            here = structure.of(english), page.write(state), sent(english)
            for language in OTHERS:
                with speaking(language):
                    lesson = shown.build(state)
                    there = structure.of(lesson), page.write(state), sent(lesson)
                assert list(structure.differences(list(here), list(there)))[:5] == [], (language, state)


def sent(lesson: Any) -> Any:
    """Data sent to the browser during a drag."""
    content = wire_content(lesson)
    figures = {key: (structure.figure(each["figure"]), each["places"]) for key, each in content["pictures"].items()}
    return [figures, [[structure.read(word) for word in row] for group in content["readouts"] for row in group]]


@each_page
def test_handles_are_the_same_in_every_language(shown: Page[Any]) -> None:
    found = {}
    with pseudo.known():
        for language in (ENGLISH, *OTHERS):
            with speaking(language):
                lesson = shown.build(page.read(shown, data_and_kernel.read({"data": [shown.first]}), {}))
                found[language] = [
                    (picture.key, handle.names, handle.at, handle.spots, handle.cells)
                    for picture in lesson.pictures
                    for handle in picture.handles
                ]
    assert all(each == found[ENGLISH] for each in found.values()), found


@each_page
def test_a_handle_is_named_with_its_article_in_a_sentence(shown: Page[Any]) -> None:
    """Other languages decline the article, so it belongs to the name and not to the sentence."""
    for data in (shown.first, *ON_DATA):
        state = page.read(shown, data_and_kernel.read({"data": [data]}), {})
        for handle in (handle for picture in shown.build(state).pictures for handle in picture.handles):
            assert handle.cells or len(handle.called) <= 2 or handle.called.startswith(("the ", "your ")), handle


@each_page
def test_no_two_handles_of_a_page_have_the_same_name(shown: Page[Any]) -> None:
    """A person who hears the page has nothing but the name."""
    lesson = shown.build(page.read(shown, data_and_kernel.read({"data": [shown.first]}), {}))
    names = [handle.called for picture in lesson.pictures for handle in picture.handles]
    assert len({*names}) == len(names), names


@pytest.mark.sampled(6)
@in_turn_or_all
@each_page
def test_every_word_is_said_through_the_catalogue(shown: Page[Any], every: bool) -> None:
    """A word that is not turned in the turned language would be English in every language."""
    lists = " ".join(
        [*(each.text for each in LISTS.values()), *map(" ".join, PAIRS.values()), *FIVE, *words_over("ab", 3)]
    )
    typed = (
        {word.casefold() for word in visible.WORD.findall(lists + " balanced ladder")}
        if shown.name == "objects"
        else set()
    )
    with pseudo.spoken():
        for state in states(shown, every):
            known = visible.names_of(state.data, state.kernel) | visible.names_of(state.shown) | typed | {*FIVE}
            left = {
                (word, where, text[:200])
                for where, text in visible.texts(shown.build(state))
                for word in visible.untranslated(text)
                if word.casefold() not in known
            }
            assert not left, state


def test_a_word_that_nobody_translates_is_seen() -> None:
    with pseudo.spoken():
        assert visible.untranslated(f"{say('The margin is')} large") == ["large"]
        assert visible.untranslated(r"$$x \text{ for all } y$$") == ["for", "all"]
        assert visible.untranslated(say("{n} points.", n=3)) == []
        assert visible.untranslated("`code` weight(decay(gamma=1), exp(linear)) x₁x₂ exp(x)") == []


def test_a_decision_by_a_translated_word_is_seen() -> None:
    """A trace called one thing, and coloured by that; an option that plotly does not know."""
    found = {}
    for language in (ENGLISH, pseudo.NAME):
        with pseudo.known(), speaking(language):
            name = say("3 others")
            found[language] = {"name": name, "color": "grey" if name.endswith("others") else "blue"}
    assert list(structure.differences(*map(structure.figure, found.values()))) == [".color: 'grey' and 'blue'"]


@pytest.mark.slow
@pytest.mark.parametrize("course", reader.courses().values(), ids=lambda course: course.name)
def test_a_course_is_the_same_in_every_language(course: Course) -> None:
    """Each step has the same contents before the answer, numbers, right answer and judged slips in every language."""
    with pseudo.known():
        for step in course.steps:
            found = {}
            for language in (ENGLISH, *OTHERS):
                with speaking(language):
                    scene = step.scene(0)
                    part = Part(step.picture, step.show, (*step.hide, *step.without, PROBE), words=False)
                    slips = [step.question.judge(slip, scene).right for slip in step.question.slips(scene)]
                    right = step.question.solution(scene)
                    judged = step.question.judge(right, scene).right
                    found[language] = [structure.of(scene.shown(part.of)), slips, judged, scene.params]
            for language in OTHERS:
                assert list(structure.differences(found[ENGLISH], found[language]))[:5] == [], (step.name, language)


def test_placeholders_formulas_and_code_are_not_translated() -> None:
    for message, turned in {
        "two points": "⟦owt⟧ ⟦stniop⟧",
        "x in $x \\in X$, `rbf` and {name:.2f} %{x}<br>": "x ⟦ni⟧ $x \\in X$, `rbf` ⟦dna⟧ {name:.2f} %{x}<br>",
        "[open](/svm) :gray[it] :red-badge[so]": "[⟦nepo⟧](/svm) :gray[⟦ti⟧] :red-badge[⟦os⟧]",
        r"\text{for all } x": r"\text{⟦rof⟧ ⟦lla⟧ } x",
        "{=a:2} of {0, 3}": "{=a:2} ⟦fo⟧ {0, 3}",
    }.items():
        assert pseudo.turned(message) == turned
    assert not re.search(pseudo.WORD, pseudo.TURNED.sub("", pseudo.turned("Every word, all of them.")))


POINT = re.compile(r"(?<![§\d.])\d+\.\d")  # a number with a decimal point; §2.2 is a section
# the same in every language: text of a kernel, label of a feature, a quotation, the number of a theorem
TYPED = re.compile(
    r"`[^`]*`|\b[a-z_]+\d?\([^()]*\)|\[[^\[\]]*\]|\b[\d.]+\*[a-z]+|„[^“]*“|\b(?:Satz|Theorem) [\d.]+|[\d.]+·"
)


@pytest.mark.sampled(5)
@each_page
def test_numbers_have_the_decimal_sign_of_the_language(shown: Page[Any]) -> None:
    """Numbers that are part of a kernel's text or of a program keep their point, and so do those of a proof."""
    for state in states(shown, every=False):
        with speaking("de"):
            lesson = shown.build(state)
            found = {
                (where, text)
                for where, text in visible.texts(lesson)
                if not where.startswith("Proof") and not where.endswith("formula") and " figure" not in where
                if POINT.search(without_kernels(text))
            }
        assert sorted(found) == [], state


def without_kernels(text: str) -> str:
    while (cut := TYPED.sub(" ", text)) != text:
        text = cut
    return text
