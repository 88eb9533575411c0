"""Every step of every course, in several variants.

A step opens, its judge accepts a right answer and refuses wrong ones with a reason, and the
page does not show the answer before the question.
"""

from __future__ import annotations

import re

import pytest

from kernviz import catalogue, wording
from kernviz.courses import checking, reader
from kernviz.courses.course import Course, Step
from kernviz.courses.questions.base import AnswerJudgement
from kernviz.courses.questions.choose import Choose
from kernviz.courses.scene import FILLED, Scene, address
from kernviz.courses.static_step import reveal_scene
from kernviz.courses.step_table import warm_up
from kernviz.courses.submission import Answer, judge_all
from kernviz.lessons.part import PICTURE, PROBE, Part, occurs_in

VARIANTS = (0, 1, 2, 7)
COURSES = reader.courses()
STEPS = [step for course in COURSES.values() for step in course.steps]
each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
each_course = pytest.mark.parametrize("course", COURSES.values(), ids=lambda course: course.name)


def answered(step: Step, variant: int) -> Scene:
    """The scene a right answer leads to."""
    scene = step.scene(variant)
    solution = step.question.solution(scene)
    if step.question.kind == "move":
        return scene.moved(address(solution)[1])
    if step.question.kind == "write":
        return scene.with_kernel(step.question.kernel(solution, scene))  # type: ignore[attr-defined]
    return step.revealed(variant)


@pytest.mark.sampled(5)
@each_course
def test_a_course_can_be_used_whole(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "warm_up", warm_up)  # tests/conftest.py leaves it out
    assert not reader.load(reader.OWN / f"{course.name}.toml").faults
    assert course.title
    assert course.says
    assert course.steps


@pytest.mark.parametrize("language", [name for name in catalogue.languages() if name != catalogue.SOURCE])
def test_every_step_and_every_former_one_is_solved_in_another_language(language: str) -> None:
    with wording.speaking(language):
        steps = [step for course in reader.courses().values() for step in (*course.steps, *course.former)]
        assert len(steps) >= len(STEPS)
        for step in steps:
            warm_up(step)


@pytest.mark.sampled(8)
@each_step
def test_a_right_answer_is_taken_and_a_wrong_one_refused_with_a_reason(step: Step) -> None:
    question = step.question
    for variant in VARIANTS:
        scene = step.scene(variant)
        right = question.judge(question.solution(scene), scene)
        assert right.right, (variant, right)
        slips = question.slips(scene)
        assert slips, variant
        for slip in slips:
            wrong = question.judge(slip, scene)
            assert not wrong.right, (variant, slip)
            assert wrong.reason.strip(), (variant, slip)


@pytest.mark.sampled(8)
@each_step
def test_a_step_opens_and_its_answer_is_shown(step: Step) -> None:
    for variant in VARIANTS:
        opens_and_is_answered(step, variant)


def opens_and_is_answered(step: Step, variant: int) -> None:
    scene = step.scene(variant)
    part = Part(step.picture, step.show, (*step.hide, *step.without), words=False)
    before = part.of(scene.lesson)
    assert before.picture is not None or PICTURE in step.hide
    there = answered(step, variant)
    after = Part(step.picture, step.show).of(there.lesson)
    assert after.picture is not None
    for text in (step.says, step.question.ask):
        assert not FILLED.search(scene.filled(text))
    for text in (step.reveal, step.formula):
        assert not FILLED.search(there.filled(text))
    shown = {item.label for numbers in before.readouts for item in numbers.items}
    assert all(any(occurs_in(name, label) for label in shown) for name in step.show), shown


@each_step
def test_the_page_does_not_show_an_answer_before_the_question(step: Step) -> None:
    """Neither the picture's words nor its annotations say a number that is asked for."""
    scene = step.scene(0)
    if step.question.kind != "number" or PICTURE in step.hide:
        return
    from kernviz.courses.failed_conditions import written

    asked = written(scene.number(step.question.answer))  # type: ignore[attr-defined]
    shown = Part(step.picture, step.show, (*step.hide, *step.without, "probe"), words=False).of(scene.lesson)
    assert shown.picture is not None
    texts = [shown.picture.alt, *(n.value for numbers in shown.readouts for n in numbers.items)]
    texts += [str(a.get("text", "")) for a in shown.picture.figure.layout.get("annotations") or ()]
    whole = re.compile(rf"(?<![\d.]){re.escape(asked)}(?![\d.])")
    assert len(asked) < 3 or not any(whole.search(text) for text in texts), (asked, texts)


def test_hidden_parts_are_hidden_in_every_language() -> None:
    """A step names hidden parts in English; the picture is drawn in the visitor's language."""
    for step in (step for step in STEPS if step.hide or step.without):
        shown = {}
        for language in catalogue.languages():
            with wording.speaking(language):
                found = step.scene(0).shown(Part("", (), (*step.hide, *step.without, PROBE), words=False).of).picture
            shown[language] = found and [trace.get("mode") or trace["type"] for trace in found.figure.data]
        assert all(answer == shown["en"] for answer in shown.values()), (step.course, step.name, shown)


@each_step
def test_an_author_checks_the_scene_that_the_page_reveals(step: Step) -> None:
    checked, revealed = checking.answered(step, step.scene(0)), reveal_scene(step, 0)
    assert (checked.page.name, checked.params) == (revealed.page.name, revealed.params)


@pytest.mark.sampled(6)
@each_step
def test_a_step_has_variants(step: Step) -> None:
    asked = {
        (scene.filled(step.question.ask), str(sorted(scene.params.items())), step.question.solution(scene))
        for scene in map(step.scene, range(12))
    }
    assert len(asked) > 1, "every variant asks the same"


@pytest.mark.sampled(31)
@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.question, Choose)], ids=lambda s: s.name)
def test_one_option_is_right_in_every_variant(step: Step) -> None:
    question = step.question
    assert isinstance(question, Choose)
    for scene in step.scenes():
        assert len(question.slips(scene)) == len(question.options) - 1, dict(scene.numbers)


@each_step
def test_a_step_says_little(step: Step) -> None:
    assert len(step.says.split()) <= 75, len(step.says.split())
    assert len(step.question.ask.split()) <= 45
    assert len(step.reveal.split()) <= 90


@each_course
def test_answers_are_judged_again_from_the_link(course: Course) -> None:
    given = [Answer(step.name, 1, step.question.solution(step.scene(1))) for step in course.steps]
    found = judge_all(course, given)
    assert all(each.judgement is not None and each.judgement.right for each in found)


def test_a_judge_that_takes_everything_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    step = STEPS[0]
    monkeypatch.setattr(type(step.question), "judge", lambda *_: AnswerJudgement(True, "", ""))
    with pytest.raises(AssertionError):
        test_a_right_answer_is_taken_and_a_wrong_one_refused_with_a_reason(step)


def test_the_lectures_are_covered() -> None:
    """Rows of the contents of S0 … S4, as the steps name them: none is left out."""
    count = {"0": 19, "1": 11, "2": 17, "3": 23, "4": 29}
    rows = {f"{lecture}.{i}" for lecture, last in count.items() for i in range(1, last + 1)} | {"1.0"}
    named = {row for step in STEPS for row in step.rows}
    assert named == rows, (sorted(rows - named), sorted(named - rows))
