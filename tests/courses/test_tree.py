"""Questions answered by placing a kernel in a tree: the prover decides, and the reason is that of the answer."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kernviz.courses import handout, reader, static_step
from kernviz.courses.course import Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions import read
from kernviz.courses.questions.tree import Tree
from kernviz.courses.scene import Scene
from kernviz.kernels import parse
from kernviz.mercer import Verdict, judge

STEPS = [step for course in reader.courses().values() for step in course.steps if step.question.kind == "tree"]
LINE = Scene.opened("compose", {"data": "s1_line", "k": "linear"})


def tree(template: str, *candidates: str, **others: object) -> Tree:
    found = read({"kind": "tree", "ask": "Which?", "tree": template, "candidates": [*candidates], **others})
    assert isinstance(found, Tree)
    return found


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_an_answer_is_right_exactly_where_the_whole_is_proven(step: Step) -> None:
    assert isinstance(step.question, Tree)
    for scene in step.scenes():
        wholes = [step.question.whole(i, scene) for i in range(len(step.question.options))]
        proven = [judge(whole, d=scene.state.data.d).verdict is Verdict.PROVEN for whole in wholes]
        assert proven == [step.question.judge(str(i + 1), scene).right for i in range(len(wholes))]
        assert proven.count(True) == 1  # one candidate is asked for
        assert wholes[proven.index(True)] == scene.state.kernel  # the picture of the answer has the right tree


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_the_signs_of_the_revealed_proof_are_explained(step: Step) -> None:
    """A phone has the lecturer's picture of the proof, so it needs the sentence below it, too."""
    for variant, scene in enumerate(step.scenes()):
        shown = static_step.reveal(step, variant).view
        assert shown.picture
        assert ("◐" in shown.picture.svg) == ("◐" in shown.caption)
        assert "Read from the bottom" in shown.caption
        assert not static_step.view(step, scene).caption


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_wrong_answer_is_refuted_by_its_own_points(step: Step) -> None:
    """Rule, line and points of the reason belong to the answer: its matrix has a negative eigenvalue there."""
    assert isinstance(step.question, Tree)
    for scene in step.scenes():
        reasons = []
        for slip in step.question.slips(scene):
            reason = step.question.judge(slip, scene).reason
            assert "is broken at" in reason
            listed = re.search(r"The points?: (.*)\.$", reason)
            assert listed
            points = np.array([[float(part.replace("−", "-"))] for part in listed[1].split(", ")])
            K = step.question.whole(int(slip) - 1, scene)(points, points)
            assert np.linalg.eigvalsh((K + K.T) / 2)[0] < 0
            reasons.append(reason)
        assert len({*reasons}) == len(reasons)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_the_nudge_is_about_the_tree_of_the_answer_and_not_the_right_one(step: Step) -> None:
    assert isinstance(step.question, Tree)
    for scene in step.scenes():
        right = step.question.words(int(step.question.solution(scene)) - 1, scene).strip("$")
        nudges = {step.question.nudge(slip, scene) for slip in step.question.slips(scene)}
        assert len(nudges) == len(step.question.slips(scene))
        assert not [nudge for nudge in nudges if right in nudge]


def test_rows_have_rules_and_one_empty_place() -> None:
    rows = [*tree("3*(1 + _)**2 + exp(linear)", "linear", "-linear").rows(LINE)]
    assert [row.rule for row in rows] == [
        *("sum", "scaling", "power", "sum", "constant", "empty place", "exponential", "dot product"),
    ]
    assert [row.level for row in rows] == [0, 1, 2, 3, 4, 4, 1, 2]
    assert [row.formula for row in rows if not row.formula] == [""]
    assert all(r"\square" in row.formula for row in rows[:4])


def test_a_candidate_is_put_into_brackets() -> None:
    assert tree("2*_", "linear - 1", "linear").whole(0, LINE) == parse("2*(linear - 1)")
    assert tree("_**2", "-linear", "linear").whole(0, LINE) == parse("(-linear)**2")


def test_a_right_answer_has_the_verdict_and_the_words_of_the_file() -> None:
    found = tree("exp(_)", "linear - 1", "-linear", because="The factor is 1/e.").judge("1", LINE)
    assert found.right
    assert found.reason == "A kernel on ℝ: the rules prove it. The factor is 1/e."


@pytest.mark.parametrize(
    ("template", "candidates", "why"),
    [
        ("exp(linear)", ("linear", "-linear"), "one empty place"),
        ("_ + exp(_)", ("linear", "-linear"), "one empty place"),
        ("exp(_)", ("linear", "linear", "-linear"), "have the same text"),
        ("exp(_)", ("linear", "rbf(gamma=1)"), "no option is wrong"),
        ("exp(_)", ("-linear", "-linear**2"), "no option is right"),
        ("exp(_)", ("linear", "nonsense"), "no kernel"),
        ("exp(_)", ("linear",), "two candidates"),
        ("exp(_", ("linear", "-linear"), "no kernel"),
    ],
)
def test_faults_of_a_file_are_told(template: str, candidates: tuple[str, ...], why: str) -> None:
    def checked() -> None:
        question = tree(template, *candidates)
        question.check(LINE)
        question.check_distance(LINE)

    with pytest.raises(LanguageError, match=why):
        checked()


def test_an_answer_that_is_no_candidate_is_refused() -> None:
    for text in ("", "0", "4", "linear"):
        with pytest.raises(LanguageError):
            tree("exp(_)", "linear", "-linear", "linear - 1").judge(text, LINE)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_page_and_paper_have_the_tree_and_not_the_answer(step: Step) -> None:
    course = reader.courses()[step.course]
    for variant in range(4):
        question = static_step.shown_question(course, step, variant)
        assert [row[1] for row in question.tree].count("") == 1
        assert question.view.picture is None
        assert {value for value, _ in question.options} == {"1", "2", "3"}
        paper = handout.asked(question, 1)
        assert paper.count("______") == 1
        assert all(words in paper for _, words in question.options)
