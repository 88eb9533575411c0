"""Right and wrong answers can be distinguished in every variant.

No misconception gives the right number, no careless sketch passes, the asked point is visibly
unique, and the page does not contain the answer.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses import reader
from kernviz.courses.__main__ import findings, wrong
from kernviz.courses.course import Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.sketches.border import Border, agreement, best_line
from kernviz.courses.questions.write import Write, words
from kernviz.courses.scene import Scene
from kernviz.kernels import parse
from tests.courses.test_reader import GOOD
from tests.courses.test_toml_lines import COURSE

COURSES = reader.courses()
STEPS = [step for course in COURSES.values() for step in course.steps]
NAMES = [f"{step.course}/{step.name}" for step in STEPS]
SHARE = 5  # of the variants one in so many is tried every day


@pytest.mark.slow
@pytest.mark.parametrize("course_step", STEPS, ids=NAMES)
def test_some_variants_of_a_step(course_step: Step) -> None:
    from kernviz.courses import checking

    scenes = list(course_step.scenes())
    assert scenes
    for scene in scenes[::SHARE]:
        checking.check(course_step, scene)
        checking.check_distance(course_step, scene)
    checking.check_hidden(course_step, scenes)


@pytest.mark.long
@pytest.mark.parametrize("course_step", STEPS, ids=NAMES)
def test_every_variant_of_a_step(course_step: Step) -> None:
    assert not list(wrong(course_step))


@pytest.mark.sampled(45)
@pytest.mark.parametrize("course_step", STEPS, ids=NAMES)
def test_a_drawn_variant_is_one_of_all_variants(course_step: Step) -> None:
    everyone = [scene.numbers for scene in course_step.scenes()]
    for variant in range(6):
        assert course_step.scene(variant).numbers in everyone


def found(old: str, new: str, text: str = COURSE) -> str:
    assert old in text
    return "\n".join(findings(reader.read(text.replace(old, new), "t")))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('value = "-c"', 'value = "number of support vectors + 1"', "the answer is"),
        ('value = "-c"', 'value = "c - c"', "as one above does"),
        ("s = [1, 5]", "s = [1, 5, 0]", "differ by 1.9 % only (s = 0)"),
        (
            'holds = "training error > 0"\n[[',
            'holds = "training error*1.001 > training error"\n[[',
            "depends on a difference of 0.1 %",
        ),
    ],
)
def test_the_checker_reports_answers_that_cannot_be_distinguished(old: str, new: str, message: str) -> None:
    assert message in found(old, new)


def test_a_wrong_idea_that_is_right_in_one_variant_is_found() -> None:
    """2 + 2 = 2·2."""
    text = GOOD.replace("vary = {c = [1, 10]}", "vary = {c = [3, 2], d = [4, 2]}").replace(
        'answer = "number of support vectors"',
        'answer = "c*d"\n[[step.question.mistake]]\nvalue = "c + d"\nbecause = "They multiply."',
    )
    (fault,) = findings(reader.read(text.replace("C={=c}", "C=1"), "t"))
    assert fault.startswith("t.toml, line 18")
    assert "(c = 2, d = 2)" in fault


DRAWN = """title = "T"
says = "S"
[[step]]
name = "border"
title = "Border"
says = "Look."
page = "svm"
state = "data=moons & n=60 & noise=0.1 & seed={=s} & k=KERNEL & C=10"
vary = {s = [0, 2, 3]}
reveal = "There."
[step.question]
kind = "draw"
ask = "Sketch."
least = LEAST
"""


@pytest.mark.parametrize(
    ("kernel", "least", "passes"), [("rbf(gamma=1)", 0.7, True), ("rbf(gamma=1)", 0.9, False), ("linear", 0.6, True)]
)
def test_the_checker_tries_straight_lines_and_scribbles(kernel: str, least: float, passes: bool) -> None:
    text = DRAWN.replace("KERNEL", kernel).replace("LEAST", str(least))
    assert bool(list(findings(reader.read(text, "t")))) is passes


def lines(scene: Scene) -> list[np.ndarray]:
    """Straight lines over the whole picture, in 12 directions."""
    field = Border().field(scene)
    middle = np.array([field.x.mean(), field.y.mean()])
    found = []
    for turn in np.linspace(0, np.pi, 12, endpoint=False):
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        for off in np.linspace(-0.5, 0.5, 11) * np.ptp(field.x):
            found.append(np.array([middle + off * across - 9 * along, middle + off * across + 9 * along]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2])
def test_no_straight_line_is_a_bent_border(seed: int) -> None:
    course_step = COURSES["s3"].step("sketch-the-curve")
    question = course_step.question
    assert isinstance(question, Draw)
    assert question.sketch == Border(bent=True)
    scene = next(scene for scene in course_step.scenes() if scene.numbers["seed"] == seed)
    shares = [agreement(line, Border().field(scene)) for line in lines(scene)]
    best = best_line(Border().field(scene))
    assert max(shares) <= best + 1e-3
    assert max(shares) > best - 0.06  # it is the best one, not more
    asked = question.sketch.share_asked(question.least, scene)
    assert asked > best + 0.01
    assert asked < 0.92  # and can be done
    line = max(lines(scene), key=lambda corners: agreement(corners, Border().field(scene)))
    assert not question.judge("; ".join(f"{x} {y}" for x, y in line), scene).right
    assert question.judge(question.solution(scene), scene).right


def test_a_straight_border_may_be_a_line() -> None:
    scene = next(COURSES["s4"].step("draw-the-border").scenes())
    assert best_line(Border().field(scene)) > 0.98
    assert Border().share_asked(0.93, scene) == 0.93


def test_a_scribble_is_no_direction() -> None:
    """32 of them, as a hand that does not know makes them."""
    course_step = COURSES["s4"].step("draw-the-direction")
    scene, drawn = course_step.scene(0), np.random.default_rng(7)
    for _ in range(32):
        corners = drawn.uniform(-2, 2, size=(drawn.integers(6, 20), 2))
        with pytest.raises(LanguageError):
            course_step.question.judge("; ".join(f"{x} {y}" for x, y in corners), scene)
    line = course_step.question.solution(scene).split("; ")
    (x, y), (u, v) = ([float(c) for c in corner.split()] for corner in line)
    middle = f"{(x + u) / 2 + 0.05} {(y + v) / 2}"
    assert course_step.question.judge(f"{line[0]}; {middle}; {line[1]}", scene).right  # a line with a corner more


@pytest.mark.parametrize(
    "text",
    [
        "gaussian_of(linear)",
        "gaussian_of(linear, gamma=1)",
        "exp(negdistance(p=2))",
        "rbf",
        "rbf(gamma=1)",
        "rbf(gamma=1) + 0*linear",
        "expower(p=2)",
        "rbf(gamma=0.5)**2",
    ],
)
def test_with_these_words_alone(text: str) -> None:
    course_step = COURSES["s2"].step("quiz-1")
    for scene in course_step.scenes():
        judged = course_step.question.judge(text, scene)
        assert not judged.right
        assert "is not among the words" in judged.reason
        for right in ("weight(decay(gamma=1), exp(2*linear))", "weight(decay(1), exp(linear)*exp(linear))"):
            assert course_step.question.judge(right, scene).right, right


def test_a_question_that_says_alone_has_its_words() -> None:
    for each in STEPS:
        if isinstance(each.question, Write) and " alone" in each.question.ask:
            assert each.question.words, each.name


def test_the_words_of_a_kernel() -> None:
    assert words(parse("weight(decay(gamma=1), exp(2*linear))")) == ["weight", "decay", "exp", "linear"]
    assert words(parse("rbf(gamma=1) + rbf(gamma=2)")) == ["rbf"]
    assert words(parse("0.00001*linear")) == ["linear"]
