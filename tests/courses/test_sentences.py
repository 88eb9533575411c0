"""Statements of courses about a state are true in every variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
import pytest

from kernviz import catalogue
from kernviz.courses import failed_conditions, reader
from kernviz.courses.course import Step
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.choose import Choose
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import kernel, points_of, trained
from kernviz.lessons.part import PROBE, Part
from kernviz.wording import speaking
from tests.courses.test_every_step import STEPS

COURSES = reader.courses()


def scenes(course: str, name: str) -> list[Scene]:
    found = list(COURSES[course].step(name).scenes())
    assert found
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("course", "name", "claim"),
    [
        # "One cut leaves at least … points on the wrong side": condition and reveal name the least there is
        ("what_is_a_kernel", "one-cut", "errors of the best cut > 0"),
        # "f changes by … at most, which is rounding"
        ("what_is_a_kernel", "who-carries-it", "change without the others < 0.000001"),
        ("s4", "new-kernel-old-alpha", "change without the others < 0.000001"),
        # "For each of the others there are weights with a negative cᵀKc"; "the fewest points that refute it"
        ("what_is_a_kernel", "never-negative", "verdict(bad, 1) is refuted and verdict(worse, 1) is refuted"),
        ("s0", "a-minus", "verdict(bad, 1) is refuted and verdict(worse, 1) is refuted and λ_min(bad) < 0"),
        ("s2", "polynomial-valid", "verdict(bad, 1) is refuted and verdict(worse, 1) is refuted"),
        ("s4", "any-similarity", "verdict(bad, 1) is refuted and verdict(worse, 1) is refuted"),
        # "`linear**2` is enough"; "with rbf(gamma=1) the shape need not be known"
        ("what_is_a_kernel", "two-rings", 'with("k=linear**2", "training error") = 0'),
        ("what_is_a_kernel", "two-rings", 'with("k=rbf(gamma=1)", "training error") = 0'),
        # "Two are enough where they are opposite each other …"; "where more points lie on the sphere, other α"
        ("s0", "fewest-corners", "number of points > fewest points that hold the sphere"),
        # "The distance is never larger than √2", "‖Φ̄‖² < 1", "the number in the middle makes the sum of … least"
        ("s0", "ruler-set", "distance(0, r) < sqrt(2)"),
        ("s0", "length-of-the-mean", "squared norm of the mean < 1"),
        ("s0", "where-squares-are-least", "a < b"),
        ("s0", "where-squares-are-least", "b < c"),
        # "Its product with x has the opposite sign, too": (−a)·p against a·p
        ("s0", "decision", "p ≠ 0"),
        # "the images have … features", "K has no inverse"
        ("s2", "rank", "rank = number of features and rank < n"),
        # "The machine does not keep these": points with α = 0
        ("s3", "what-is-stored", "number of support vectors < number of points"),
        # "Rings, XOR and moons need a kernel with more features"
        ("s3", "linear-first", 'training error > 0 and with("data=xor_clouds", "training error") > 0'),
        ("s3", "linear-first", 'with("data=moons", "training error") > 0'),
        ("s3", "linear-first", 'with("data=separable_blobs", "training error") = 0'),
        # "With wide bumps, many points lie inside the margin; with narrow bumps … all are kept"; "few in the middle"
        ("s3", "kept-over-gamma", 'with("k=rbf(gamma=1000)&C=1", "number of support vectors") = number of points'),
        ("s3", "kept-over-gamma", 'with("k=rbf(gamma=0.01)&C=1", "number of support vectors") > 0.8*number of points'),
        ("s3", "kept-over-gamma", "number of support vectors < number of points/2"),
        # "Inside the margin a point on its own side still violates y·f ≥ 1": the place of the solution
        ("s3", "a-point-inside", "output((0.5, 0)) > 0 and output((0.5, 0)) < 1"),
        # "At most places the machine must change"; "Far from all points f is near b, less than 1"
        (
            "s3",
            "a-point-that-changes-nothing",
            "output((3.8, 3.8)) < 1 and output((3.8, -3.8)) < 1 and intercept < 0.5",
        ),
        # "The centre c∗ of the smallest circle is another place"
        ("s0", "drag-the-mean", "distance to the centre((mx, my)) > 1"),
        # "At 60° … its square is a quarter"; "the angle between u and x is 45°"
        ("s0", "half-of-a-square", "abs(variance along(best angle + 60) - q/4) < 0.01*q"),
        ("s0", "half-of-a-square", "abs(variance along(best angle + 45) - q/2) < 0.01*q"),
        # "the smallest eigenvalue on {a, −a}" is shown as what refutes it
        ("s3", "fun-time-4", 'λ_min("poly(degree=2, gamma=1, coef0=-1)") < 0'),
        # "A training error of 0 is easy to reach"
        ("s3", "gaussian-can-overfit", 'with("k=rbf(gamma={=g})&hard=true", "training error") = 0'),
        # "With a large C slack is expensive, so the machine accepts a narrower margin"
        ("s3", "wider-with-c", 'with("C=100", "margin") < margin and with("C=100", "total slack") < total slack'),
        # "on the points 0 and {b} has no negative eigenvalue"
        ("s4", "passing", "λ_min ≥ 0 and number of points = 2"),
        # "There are only … features"
        ("s4", "two-inverses", "number of features < n"),
        # "K has … rows, but its rank is only …, the number of features"
        ("s4", "without-lambda", "rank = number of features and rank < n"),
        # "With both switches on, var z₁ = λ₁"; "without centring … the mean makes λ₁ larger"
        ("s4", "centre-or-not", 'readout("λ₁") > with("pc_center=true&pc_norm=true", \'readout("λ₁")\')'),
        # "The outer class begins there": the border is at ±√6.5
        ("s1", "a-new-point", "abs(output(sqrt(6.5))) < 0.001"),
        (
            "s1",
            "margin-one-sees",
            'with("lf_b=-6.5", "margin of your line") > with("lf_b=-6.25", "margin of your line")',
        ),
        # "On the number line, … is nearer to 3"
        ("s4", "neighbour-flips", 'nearest to(x, "linear") = 3'),
        ("s2", "quiz-3", 'nearest to(2.2, "linear") = 3 and nearest to(2.2, "rbf") = 3'),
        # one beyond the margin, one not
        ("s4", "slack", "v < 1 and u > 1"),
    ],
)
def test_a_claim_holds_in_every_variant(course: str, name: str, claim: str) -> None:
    for scene in scenes(course, name):
        assert scene.holds(scene.filled(claim)), dict(scene.numbers)


def test_a_machine_of_support_vectors_alone_makes_no_training_error() -> None:
    """The training error is 0 if every point is a support vector."""
    for scene in scenes("what_is_a_kernel", "bumps"):
        for gamma in np.geomspace(1, 1000, 25):
            there = scene.after(f"k=rbf(gamma={gamma:.6g})")
            if there.holds("number of support vectors = number of points"):
                assert there.number("training error") == 0
                break
        else:
            pytest.fail("no γ keeps all")


@pytest.mark.parametrize("name", ["kept-over-gamma", "what-would-help"])
def test_most_narrow_bumps_reach_no_other_point(name: str) -> None:
    for scene in scenes("s3", name):
        X = points_of(scene).X
        K = kernel("rbf(gamma=1000)")(X) - np.eye(len(X))
        assert np.mean(K.max(axis=0) > 0.1) < 0.5


def test_no_power_is_of_a_negative_number_without_brackets() -> None:
    """Of u = −2, “{=u}²” would be −2², which is −4."""
    for step in STEPS:
        question = step.question
        texts = (step.says, step.reveal, question.ask, getattr(question, "hint", ""), getattr(question, "because", ""))
        for base in re.findall(r"\{=([^{}:]+)(?::[^{}]*)?\}[²³⁴]", " ".join(texts)):
            assert all(scene.number(base) >= 0 for scene in step.scenes()), (step.name, base)


def test_every_wrong_matrix_shows_its_negative_eigenvalue() -> None:
    course_step = COURSES["s2"].step("which-matrix")
    for scene in course_step.scenes():
        lowest = [scene.after(option.state).number("λ_min") for option in course_step.question.options]  # type: ignore[attr-defined]
        assert lowest[0] >= 0 > max(lowest[1:])


def test_not_any_two_points_refute() -> None:
    from dataclasses import replace

    for scene in scenes("s2", "two-that-refute"):
        pairs = combinations(range(points_of(scene).n), 2)
        assert len({replace(scene, chosen=pair).holds("λ_min of the chosen < 0") for pair in pairs}) == 2


def test_two_points_whose_determinant_is_0_refute_nothing() -> None:
    """(xz − 2)² at 0 and 2 is the matrix of fours: an eigenvalue of 0, of which roundoff makes what it likes."""
    scene = Scene.opened("mercer", {"mp": "0, 2", "k": "poly(degree=2, coef0=-2)"})
    from dataclasses import replace

    assert replace(scene, chosen=(0, 1)).number("λ_min of the chosen") == 0


def test_other_support_vectors() -> None:
    course_step = COURSES["s3"].step("same-powers")
    for scene in course_step.scenes():
        before, after = (set(trained(at).machine.support_.tolist()) for at in (scene, course_step.revealed(0, scene)))
        assert before != after


def test_a_bump_is_as_wide_as_the_picture() -> None:
    for scene in scenes("s3", "which-gamma"):
        width = float(np.ptp(trained(scene).field.x))
        assert 0.9 < 4.5 / width < 1.1


@pytest.mark.parametrize(("course", "name"), [("s1", "enough-terms"), ("s3", "gaussian-terms")])
def test_there_is_a_diamond_where_one_is_spoken_of(course: str, name: str) -> None:
    course_step = COURSES[course].step(name)
    assert "diamond" in course_step.says + course_step.question.ask
    for scene in course_step.scenes():
        part = Part(
            course_step.picture, course_step.show, (*course_step.hide, *course_step.without, PROBE), words=False
        )
        picture = part.of(scene.lesson).picture
        assert picture is not None
        (diamond,) = (trace for trace in picture.figure.data if trace.get("mode") == "markers")
        assert diamond["marker"]["symbol"] == "diamond"
        x = scene.numbers["x"]
        assert (diamond["x"][0], diamond["y"][0]) == (x, scene.numbers.get("z", x))
        low, high = picture.figure.layout["xaxis"]["range"]
        assert low < scene.numbers["x"] < high


def test_the_words_have_no_run_twice() -> None:
    """ "It shares … runs": the kernel multiplies how often each occurs."""
    for scene in scenes("what_is_a_kernel", "words"):
        for name in ("word", "a", "b", "c"):
            word = str(scene.numbers[name])
            assert len({word[i : i + 2] for i in range(len(word) - 1)}) == len(word) - 1


def filled(step: Step, scene: Scene) -> Iterator[str]:
    """The texts before the answer, with the numbers of the variant."""
    question = step.question
    options = question.options if isinstance(question, Choose) else ()
    wrong = [option for option in options if not option.state]
    for text in (step.says, question.ask, question.hint, *(t for each in wrong for t in (each.hint, each.because))):  # type: ignore[attr-defined]
        yield re.sub(r"`[^`]*`|\$[^$]*\$", "", scene.filled(text))


@pytest.mark.sampled(25)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_decimal_commas_and_powers_of_ten_are_readable(step: Step) -> None:
    """In a list of numbers with decimal commas a semicolon separates; no number is written 1e-7."""
    unclear = re.compile(r"\d,\d+, [−-]?\d|\d, [−-]?\d+,\d|\de[−-]?\d")
    with speaking("de"):
        for scene in islice(step.scenes(), 24):
            assert not [text for text in filled(step, scene) if unclear.search(text)]


@pytest.mark.sampled(21)
@pytest.mark.parametrize("name", ["good", "bad", "worse"])
@pytest.mark.parametrize(
    "step", [s for s in STEPS if "witness(" in str(s.question)], ids=lambda s: f"{s.course}/{s.name}"
)
def test_the_question_on_a_witness_is_answered_by_its_matrix(step: Step, name: str) -> None:
    tests = {
        "Is it symmetric?": lambda K: not np.allclose(K, K.T),
        "Is a number on its diagonal below 0?": lambda K: K.diagonal().min() < 0,
        "Is the sum of its entries below 0?": lambda K: K.sum() < 0,
        "Look for weights c with cᵀKc < 0.": lambda K: np.linalg.eigvalsh(K)[0] < -1e-9 and K.sum() >= 0,
    }
    for scene in step.scenes():
        if name == "good":
            with pytest.raises(LanguageError):
                scene.value("witness(good, 1)")
            continue
        points = np.array([[float(v.replace("−", "-"))] for v in str(scene.value(f"witness({name}, 1)")).split(", ")])
        K = kernel(str(scene.value(name)))(points, points)
        asked = str(scene.value(f"question on the witness({name}, 1)"))
        assert tests[asked](K), (scene.value(name), asked)
        hints = [scene.filled(option.hint) for option in step.question.options]  # type: ignore[attr-defined]
        assert any(hint.endswith(asked) for hint in hints)


def test_a_reveal_is_true_without_an_answer_of_the_student() -> None:
    """The answer may be shown after a wrong one: a sentence on the student's own state would then be false."""
    assert not [step.name for step in STEPS if re.search(r"\byou(r|rs)?\b", step.reveal, re.IGNORECASE)]


def test_a_symbol_with_an_article_has_no_gender_in_german() -> None:
    """The symbol may be σ² or an angle: “ein größeres {symbol}” fits to some of them only."""
    for message in (
        "From there a larger {symbol} leads to a right answer.",
        "From there a smaller {symbol} leads to a right answer.",
    ):
        assert not re.search(r"\b(ein|eine|der|die|das)\b[^:]*\{symbol\}", catalogue.translated("de", message))


LIST = re.compile(r"^ {0,3}(?:\d{1,9}[.)]|[-+*>]|#{1,6})\s", re.M)  # Markdown takes such a line for a list or a heading


def shown(step: Step, scene: Scene) -> Iterator[str]:
    """Yield the texts of a step that are shown as Markdown."""
    yield scene.filled(step.says)
    yield scene.filled(step.question.ask)
    there = step.revealed(0, scene.after(step.question.solution(scene)) if step.question.kind == "move" else scene)
    yield there.filled(step.reveal)


@pytest.mark.sampled(21)
@pytest.mark.parametrize("language", catalogue.languages())
@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.course}/{step.name}")
def test_a_number_at_the_beginning_of_a_line_is_no_list(step: Step, language: str) -> None:
    """In “the neighbour is ⏎ 1. A Gaussian …” the number would be the number of a list, and not be read."""
    with speaking(language):
        for scene in islice(step.scenes(), 3):
            for text in shown(step, scene):
                assert not LIST.search(text), text


def test_a_text_keeps_its_numbers() -> None:
    """The text of a kernel is one that can be typed; a power of ten of ours cannot."""
    assert failed_conditions.written(1.5e-7) == "1.5·10⁻⁷"
    assert failed_conditions.written("rbf(gamma=1e-05)") == "rbf(gamma=1e-05)"
