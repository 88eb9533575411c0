"""Hints after a first wrong answer: true, without the answer; near misses are recognised."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import factorial

import numpy as np
import pytest

from kernviz.courses import language, reader
from kernviz.courses.__main__ import findings
from kernviz.courses.calculation_text import with_numbers
from kernviz.courses.course import Step
from kernviz.courses.failed_conditions import NUMBERS, written
from kernviz.courses.language import LanguageError, TextPart
from kernviz.courses.questions.choose import Choose
from kernviz.courses.questions.draw import Draw
from kernviz.courses.questions.number import ForgottenFactor, Mistake, NumberQuestion
from kernviz.courses.questions.point import Point
from kernviz.courses.questions.point_sets import SETS
from kernviz.courses.questions.tree import Tree
from kernviz.courses.questions.wrong_number import digits
from kernviz.courses.scene import NAMES, Scene, address
from kernviz.courses.scene_queries import points_of
from tests.courses.test_every_step import STEPS

VARIANTS = (0, 3)
MOST = 30  # variants of a step
SIZES = (0.03, 0.3, 0.7, 0.97, 1.03, 1.4, 3, 30, -1, -2)  # wrong numbers as factors of the right number


def computed(step: Step, answer: str, scene: Scene) -> str:
    """Return the part of a nudge that is computed from the answer: without the file's sentence."""
    bare = replace(step.question, hint="")  # type: ignore[type-var]
    return bare.nudge(answer, scene)


def tries(step: Step, scene: Scene) -> list[str]:
    """Return wrong answers to a step: those of the checker, and for numbers and points more of them."""
    question, found = step.question, list(step.question.slips(scene))
    if isinstance(question, NumberQuestion):
        right = scene.asked(question.answer)
        found += [repr(right * size) for size in SIZES]
    if isinstance(question, Point) and question.points:
        found += [str(i + 1) for i in range(points_of(scene).n)]
    if question.kind == "move":  # a state that is the question's own is one try with moving nothing
        found = list({str(scene.moved(address(answer)[1]).state): answer for answer in found}.values())
    return [answer for answer in dict.fromkeys(found) if not question.judge(answer, scene).right]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_first_wrong_answer_gets_a_hint_without_the_answer(step: Step) -> None:
    for variant in VARIANTS:
        scene, question = step.scene(variant), step.question
        known = question.ask + step.says
        right = question.judge(question.solution(scene), scene).understood.strip("*")
        for slip in question.slips(scene):
            nudge = question.nudge(slip, scene)
            assert nudge
            if isinstance(question, NumberQuestion) and right not in scene.filled(known):
                assert right not in NUMBERS.findall(nudge), (slip, nudge)
            elif question.kind == "choose" and not right.isdecimal():
                assert right not in nudge, (slip, nudge)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_every_step_has_a_nudge_of_its_own(step: Step) -> None:
    assert step.question.hint  # type: ignore[attr-defined]


@pytest.mark.sampled(41)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_nudge_depends_on_the_answer_and_does_not_tell_the_right_one(step: Step) -> None:
    for variant in VARIANTS:
        scene = step.scene(variant)
        wrong = tries(step, scene)
        nudges = [computed(step, answer, scene) for answer in wrong]
        assert all(nudges)
        assert len(wrong) == 1 or len(set(nudges)) > 1, nudges
        right = step.question.judge(step.question.solution(scene), scene)
        for nudge in nudges:
            assert right.reason not in nudge or not right.reason
            if isinstance(step.question, NumberQuestion):
                number = written(scene.asked(step.question.answer))
                stated = NUMBERS.findall(scene.filled(step.question.ask + step.says))
                assert number in stated or number not in NUMBERS.findall(nudge), nudge


@pytest.mark.sampled(8)
@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.question, Choose)], ids=lambda s: s.name)
def test_every_wrong_option_has_a_consequence_of_its_own(step: Step) -> None:
    question = step.question
    assert isinstance(question, Choose)
    for scene in islice(step.scenes(), MOST):
        wrong = question.slips(scene)
        nudges = [computed(step, answer, scene) for answer in wrong]
        assert isinstance(question, Tree) or all(question.options[int(answer) - 1].hint for answer in wrong)
        assert len(set(nudges)) == len(wrong), nudges
        (right,) = {question.words(i, scene) for i in range(len(question.options)) if str(i + 1) not in wrong}
        words = re.compile(rf"(?<![\w.,−-]){re.escape(right)}(?!\w|[.,]\d)")
        known = scene.filled(f"{step.says} {question.ask} {question.hint}")
        assert words.search(known) or not any(words.search(nudge) for nudge in nudges), (right, nudges)


def test_wrong_numbers_of_different_size_get_different_words() -> None:
    scene, question = STEPS[0].scene(0), NumberQuestion("How much?", "7.3")
    nudges = [question.nudge(repr(7.3 * size), scene) for size in SIZES]
    assert len(set(nudges)) == len(SIZES) - 1, nudges  # both wrong signs read alike
    negative = NumberQuestion("How much?", "-7.3")
    assert negative.nudge("-30", scene) == (
        "The sign is right. The absolute value is at least twice as large as the right number."
    )
    assert negative.nudge("3", scene) == "Your number has the wrong sign."


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (0.01, "too small by a factor of ten or more"),
        (0.1, "too small by a factor of ten or more"),
        (0.5, "half of the right number"),
        (1, "right"),
        (2, "twice the right number"),
        (10, "too large by a factor of ten or more"),
        (100, "too large by a factor of ten or more"),
    ],
)
@pytest.mark.parametrize("right", [1, 2, 4, 0.3, 7.3])
def test_the_words_for_a_ratio_are_true_at_its_bounds(right: float, ratio: float, words: str) -> None:
    scene, question = STEPS[0].scene(0), NumberQuestion("How much?", repr(right))
    judged = question.judge(repr(right * ratio), scene)
    weaker = {0.1: "less than half as large", 10: "at least twice as large"}.get(ratio, words)
    plain = "too small" if ratio < 1 else "too large"  # where more would tell a whole number
    assert judged.right if ratio == 1 else any(phrase in judged.reason for phrase in (words, weaker, plain))


FACTORS = (2, 0.5, -1, -2, 3, 1 / 3, 4, 0.25, 10, 0.1, 1.01, 0.97, 1.07, 0.93, 1.5, 0.7)
TERMS = (1, -1, 2, -2, 0.5)


def near_ways(right: float) -> set[float]:
    """Return wrong numbers one step from the right one: by a plain factor, a term, a power."""
    powers = (right * right, abs(right) ** 0.5, 1 / right if right else 1.0)
    return {*(right * term for term in FACTORS), *(right + term for term in TERMS), *powers}


NEARBY = sorted(  # other possible answers, as factors of the right one
    {*np.linspace(0.9, 1.1, 81).tolist(), *np.geomspace(0.02, 50, 60).tolist()}, key=lambda size: abs(np.log(size))
)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("step", [s for s in STEPS if isinstance(s.question, NumberQuestion)], ids=lambda s: s.name)
def test_a_nudge_leaves_other_answers_possible(step: Step) -> None:
    """With the same nudge for the same try, at least two other numbers could be the right one.

    So the right number cannot be computed from try and nudge. A whole number is known to be whole. Below a try of
    three there are too few whole numbers for any direction.
    """
    question = step.question
    assert isinstance(question, NumberQuestion)
    for scene in islice(step.scenes(), 4):
        right = scene.asked(question.answer)
        sign = -1 if right < 0 else 1
        bare = replace(question, hint="", mistakes=(), answer=repr(right))
        others = [right * size for size in NEARBY]
        if right.is_integer():
            counts = {*range(1, 60), *(round(abs(other)) for other in others)} - {0}
            counted = sorted(counts, key=lambda n: abs(n - abs(right)))
            others = [float(sign * n) for n in counted]
        asked = {other: replace(bare, answer=repr(other)) for other in others if other != right}
        for given in near_ways(right):
            if bare.judge(repr(given), scene).right:
                continue
            nudge = bare.nudge(repr(given), scene)
            possible = (
                other
                for other, one in asked.items()
                if not one.judge(repr(given), scene).right and one.nudge(repr(given), scene) == nudge
            )
            assert len([*islice(possible, 2)]) == 2 or abs(given) <= 3, (right, given, nudge)


@pytest.mark.parametrize("step", [s for s in STEPS if isinstance(s.question, NumberQuestion)], ids=lambda s: s.name)
def test_the_reason_of_a_mistake_is_said_of_its_number_only(step: Step) -> None:
    question, scene = step.question, step.scene(0)
    assert isinstance(question, NumberQuestion)
    values = [scene.asked(mistake.value) for mistake in question.mistakes]
    for mistake, value in zip(question.mistakes, values, strict=True):
        assert question.judge(repr(value), scene).reason == scene.filled(mistake.because)
        for given in (value * 1.1, value / 1.1):
            if given and not any(np.isclose(given, value, rtol=0.06) for value in values):
                judged = question.judge(repr(given), scene)
                assert judged.right or judged.reason != scene.filled(mistake.because)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("step", [s for s in STEPS if isinstance(s.question, NumberQuestion)], ids=lambda s: s.name)
def test_a_reason_with_a_factor_is_true_and_comes_after_the_nudge(step: Step) -> None:
    """Half, double, square, root and the wrong sign are recognised from a number with the digits that are wanted."""
    question = step.question
    assert isinstance(question, NumberQuestion)
    for scene in islice(step.scenes(), 4):
        right = scene.asked(question.answer)
        ways = {
            "That is half": right / 2,
            "That is twice": 2 * right,
            "That is the square": right * right,
            "That is the root": abs(right) ** 0.5,
            "The size is right": -right,
        }
        for given in {float(f"{way:.{kept}g}") for way in ways.values() for kept in (3, 4, 8)}:
            bare = replace(question, hint="", mistakes=())
            judged = bare.judge(repr(given), scene)
            if judged.right or not given:
                continue
            factor_words = next((way for way in ways if judged.reason.startswith(way)), "")
            allowed = max(0.002, min(question.tolerance, 0.05)) if factor_words == "The size is right" else 0.002
            assert not factor_words or np.isclose(given, ways[factor_words], rtol=allowed), (
                right,
                given,
                judged.reason,
            )
            nudge = bare.nudge(repr(given), scene)
            assert not any(nudge.startswith(way) for way in ways), nudge
        if right:
            rounded = float(f"{-right:.{digits(min(question.tolerance, 0.05))}g}")
            assert replace(question, mistakes=()).judge(repr(rounded), scene).reason.startswith("The size is right")


def test_a_number_that_is_not_whole_is_told_so() -> None:
    scene, question = STEPS[0].scene(0), NumberQuestion("How many?", "60")
    assert "whole number" in question.nudge("20.5", scene)
    assert "whole number" not in question.nudge("20", scene)


def test_a_known_mistake_is_told_as_a_formula_with_numbers() -> None:
    step = next(step for step in STEPS if step.name == "the-short-way")
    scene = replace(step.scene(0), numbers={"z1": -2.0, "z2": 3.0})
    assert "(−2 + 2·3)² = 16?" in step.question.nudge("16", scene)
    assert "²" not in step.question.nudge("17", scene).partition(". ")[0]


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("a*b + 1", "2·(−3) + 1"),
        ("(a - b)^2", "(2 − (−3))²"),
        ("-(b/a)", "−(−3)/2"),
        ("a^(b*b)", "2^((−3)·(−3))"),
        ("exp(a)", "e²"),
        ("exp(-a)", "e^(−2)"),
        ("sqrt(a + 1)", "√(2 + 1)"),
        ("a - (b - 1)", "2 − (−3 − 1)"),
        ("max(0, b)", "max(0, −3)"),
        ("a", ""),
        ("2", ""),
        ("variance along(0) + a", ""),
    ],
)
def test_an_expression_with_numbers(expression: str, shown: str) -> None:
    scene = Scene.opened("pca", {}, {"a": 2.0, "b": -3.0})
    assert with_numbers(scene, expression) == shown


@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.question, Point)], ids=lambda s: s.name)
def test_a_clicked_point_is_told_its_own_number(step: Step) -> None:
    question, scene = step.question, step.scene(0)
    assert isinstance(question, Point)
    if question.points:
        measure = SETS[question.points].measure(scene)
        for i, value in enumerate(measure):
            if not question.judge(str(i + 1), scene).right:
                assert f": {written(float(value), digits=3)}." in computed(step, str(i + 1), scene)


@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step.question, Draw)], ids=lambda s: s.name)
def test_a_sketch_is_told_its_agreement_and_where_it_is_off(step: Step) -> None:
    question, scene = step.question, step.scene(0)
    assert isinstance(question, Draw)
    nudges = [computed(step, slip, scene) for slip in question.slips(scene)]
    assert all("%" in nudge for nudge in nudges)
    assert all("around" in nudge or "farthest off at" in nudge or "turn" in nudge for nudge in nudges)


def test_the_turn_of_a_direction_is_the_shorter_one() -> None:
    step = next(step for step in STEPS if step.name == "draw-the-direction")
    question, scene = step.question, step.scene(0)
    (a, b), (c, d) = ((float(v) for v in part.split()) for part in question.solution(scene).split("; "))
    best = np.degrees(np.arctan2(d - b, c - a))
    for turn in (-80, -40, -20, 20, 40, 80):
        x, y = np.cos(np.radians(best + turn)), np.sin(np.radians(best + turn))
        nudge = computed(step, f"0 0; {x} {y}", scene)
        assert (" anticlockwise" in nudge) is (turn < 0), turn


def test_the_place_of_a_border_is_divided_in_the_other_way() -> None:
    from kernviz.courses.questions.sketches.border import Border, _divided

    for name in ("draw-the-border", "sketch-the-curve"):
        step = next(step for step in STEPS if step.name == name)
        question, scene = step.question, step.scene(0)
        assert isinstance(question, Draw)
        field = Border().field(scene)
        for slip in question.slips(scene):
            x, y = (float(v.replace("−", "-")) for v in re.findall(r"\((.*?), (.*?)\)", computed(step, slip, scene))[0])
            corners = np.array([[float(v) for v in pair.split()] for pair in slip.split(";")])
            other = _divided(corners, field) != (field.values > 0)
            other = other if other.mean() <= 0.5 else ~other
            column, row = int(np.abs(field.x - x).argmin()), int(np.abs(field.y - y).argmin())
            assert other[row, column], (slip, x, y)


def test_double_half_square_and_root_of_the_answer_are_recognised() -> None:
    question = NumberQuestion("How much?", "0.36")
    scene = STEPS[0].scene(0)
    assert question.judge("0.72", scene).reason.startswith("That is twice the right number")
    assert question.judge("0.18", scene).reason.startswith("That is half of the right number")
    assert question.judge("0.1296", scene).reason == "That is the square of the right number."
    assert question.judge("0.6", scene).reason == "That is the root of the right number."


def test_a_large_number_is_understood_as_a_power_of_ten() -> None:
    question = NumberQuestion("How much?", "3^20")
    assert question.understood("3486784401", STEPS[0].scene(0)) == "**3.48678·10⁹**"


def test_a_forgotten_factor_is_named_after_the_nudge() -> None:
    scene = STEPS[0].scene(0)
    factors = ForgottenFactor("1/2", "the ½ of the cost"), ForgottenFactor("3", "the 3 of three points")
    question = NumberQuestion("How much?", "0.36", mistakes=(Mistake("0.12", "One of three."),), factors=factors)
    named = {
        "0.72": "That is the right number without one factor: the ½ of the cost.",
        "0.18": "That is the right number with one factor twice: the ½ of the cost.",
        "1.08": "That is the right number with one factor twice: the 3 of three points.",
        "0.12": "One of three.",  # the reason of a known mistake comes first
        "0.6": "That is the root of the right number.",
    }
    assert {given: question.judge(given, scene).reason for given in named} == named
    for given in named:
        assert "factor:" not in question.nudge(given, scene)
    assert {"0.72", "0.12"} <= set(question.slips(scene))
    assert question.judge("1,08", scene).reason == named["1.08"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [("0", "neither 0 nor 1"), ("1 + 0", "neither 0 nor 1"), ("-1", "neither 0 nor 1"), ("3", "mistake")],
)
def test_a_factor_that_changes_nothing_or_is_a_mistake_is_a_fault(value: str, reason: str) -> None:
    scene = STEPS[0].scene(0)
    mistakes = (Mistake("0.12", "One of three."),)
    question = NumberQuestion("How much?", "0.36", mistakes=mistakes, factors=(ForgottenFactor(value, "the factor"),))

    def checked() -> None:
        question.check(scene)
        question.check_distance(scene)

    with pytest.raises(LanguageError, match=reason) as found:
        checked()
    assert found.value.place == ("factor", 0, "value")


TYPED = [step for step in STEPS if isinstance(step.question, NumberQuestion)]
WITHOUT, TWICE = "the right number without one factor", "the right number with one factor twice"


@pytest.mark.parametrize(
    "step", [step for step in TYPED if getattr(step.question, "factors", ())], ids=lambda s: f"{s.course}/{s.name}"
)
def test_a_named_factor_of_our_courses_is_told_in_every_variant(step: Step) -> None:
    """The message is true: the number times the factor, or divided by it, is the right one."""
    question = step.question
    assert isinstance(question, NumberQuestion)
    for scene in step.scenes():
        right = scene.asked(question.answer)
        for factor in question.factors:
            value, words = scene.number(factor.value), scene.filled(factor.words)
            rounded = float(f"{right / value:.{digits(min(question.tolerance, 0.05))}g}")
            for given in (right / value, rounded):
                judged = question.judge(repr(given), scene)
                assert not judged.right
                assert WITHOUT in judged.reason
                assert words in judged.reason
                assert np.isclose(given * value, right, rtol=question.tolerance)
            judged = question.judge(repr(right * value), scene)
            assert not judged.right
            known = [scene.filled(mistake.because) for mistake in question.mistakes]
            assert judged.reason in known or (TWICE in judged.reason and words in judged.reason)


def usual_factors(part: TextPart, scene: Scene) -> Iterator[set[float]]:
    """Yield factors of an answer that are easily forgotten: a constant divisor, k!, one factor of a power.

    A binomial coefficient is divided by k! or by (n − k)!, so there are two.
    """
    match part.sign:
        case "*":
            for each in part.parts:
                yield from usual_factors(each, scene)
        case "/":
            over, under = part.parts
            if under.sign == "number":
                yield {1 / scene.number(under.source)}
            yield from usual_factors(over, scene)
        case "^" if part.parts[1].sign == "name":
            yield {scene.number(part.parts[0].source)}
        case "call" if part.value == "binomial":
            n, k = (round(scene.number(each.source)) for each in part.parts)
            yield {1 / factorial(k), 1 / factorial(n - k)}
        case "call" if part.value == "min":
            yield from usual_factors(min(part.parts, key=lambda each: scene.number(each.source)), scene)


def test_an_answer_with_a_usual_factor_has_a_reason_for_the_number_without_it() -> None:
    missing = set[str]()
    for step in TYPED:
        question = step.question
        assert isinstance(question, NumberQuestion)
        bare = replace(question, mistakes=(), factors=())
        for scene in step.scenes():
            for values in usual_factors(language.read(question.answer, NAMES), scene):
                forgotten = [repr(scene.asked(question.answer) / value) for value in values]
                if all(question.judge(each, scene).reason == bare.judge(each, scene).reason for each in forgotten):
                    missing.add(f"{step.course}/{step.name}, without {values}")
    assert not missing


@pytest.mark.parametrize("step", [step for step in STEPS if step.question.kind == "point"], ids=lambda s: s.name)
def test_clicked_points_are_counted_and_not_named(step: Step) -> None:
    scene = step.scene(0)
    for slip in step.question.slips(scene):
        assert "(" not in step.question.nudge(slip, scene)


def test_a_near_miss_is_told_its_relative_error_and_the_digits_wanted() -> None:
    question = NumberQuestion("How much?", "0.1967")
    scene = STEPS[0].scene(0)
    assert question.judge("0.20", scene).reason == "Near: less than 2 % too large. 3 digits are needed."
    assert question.judge("0.19", scene).reason == "Near: less than 5 % too small. 3 digits are needed."
    assert question.judge("0.25", scene).reason == (
        "That is too large, but less than twice as large as the right number."
    )
    assert question.judge("-0.1967", scene).reason == "The size is right, the sign is not."


@pytest.mark.parametrize("tolerance", [0.005, 0.01, 0.02, 0.05, 0.3])
def test_the_digits_wanted_are_enough(tolerance: float) -> None:
    """The answer rounded to them is within the tolerance, whatever it is."""
    for right in (0.1005, 0.1967, 1.0049, 3.14159, 99.951, 1234.5):
        rounded = float(f"{right:.{digits(tolerance) - 1}e}")
        assert abs(rounded - right) <= tolerance * right


def test_a_nudge_that_tells_the_answer_is_a_fault() -> None:
    text = """title = "Mine"
[[step]]
name = "sum"
title = "Sum"
says = "Two numbers."
page = "polynomial"
state = "data=moons"
reveal = "Five."
[step.question]
kind = "number"
ask = "How much is two and three?"
answer = "2 + 3"
nudge = "NUDGE"
"""
    good, bad = (
        list(findings(reader.read(text.replace("NUDGE", nudge), "mine"))) for nudge in ("Above 4.", "{=2 + 3}.")
    )
    assert good == []
    assert len(bad) == 1
    assert "tells the answer" in bad[0]
    assert "line 13" in bad[0]


@pytest.mark.parametrize(
    "step",
    [step for step in STEPS if step.question.kind in ("number", "move")],
    ids=lambda step: f"{step.course}/{step.name}",
)
def test_replies_write_powers_of_ten(step: Step) -> None:
    """A visitor reads 2.594·10¹⁰ and not 2.594e10, in nudge and reason alike."""
    for variant in VARIANTS:
        scene = step.scene(variant)
        for answer in step.question.slips(scene):
            judged = step.question.judge(answer, scene)
            for text in (step.question.nudge(answer, scene), judged.reason, judged.understood):
                assert not re.search(r"\de[−-]?\d", re.sub(r"`[^`]*`|\$[^$]*\$", "", text)), text


def test_a_nudge_to_another_factor_shows_another_one() -> None:
    """Two weights by the factor of the option, or by its inverse, would agree with the wrong option."""
    step = next(step for step in STEPS if step.name == "two-alphas-one-machine")
    for scene in step.scenes():
        factor, shown = scene.number("p/q"), computed(step, "3", scene)
        one, other = (float(number) for number in re.findall(r"\d\.\d+", shown))
        assert max(one / other, other / one) != pytest.approx(factor, rel=0.01), shown
