"""Reasons name quantities as the page does: no name of the course's language stands in a sentence, in no language."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from kernviz import wording
from kernviz.courses import reader
from kernviz.courses.course import Step
from kernviz.courses.quantities import QUANTITIES
from kernviz.courses.questions.move import in_words
from kernviz.courses.scene import Scene
from kernviz.courses.scene_queries import trained
from tests.courses.test_every_step import STEPS

RAW = re.compile(r"\b[a-z]+_[a-z0-9]+|\b(readout|sqrt|abs|distance|log|exp|max|min|with)\(", re.IGNORECASE)
CODE = re.compile(r"`[^`]*`")
JUDGED = [step for step in STEPS if getattr(step.question, "condition", "")]
ENGLISH = [name for name in QUANTITIES if " " in name and not name.startswith(("λ", "α"))]


@pytest.mark.sampled(11)
@pytest.mark.parametrize("step", JUDGED, ids=lambda step: f"{step.course}/{step.name}")
def test_a_reason_is_in_words(step: Step) -> None:
    for variant in (0, 2):
        scene = step.scene(variant)
        for slip in step.question.slips(scene):
            reason = step.question.judge(slip, scene).reason
            assert not RAW.search(CODE.sub("", reason)), reason
            with wording.speaking("de"):
                german = step.question.judge(slip, step.scene(variant)).reason.casefold()
            assert not [name for name in ENGLISH if name in german], german


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("(C*margin)^2", "(C·margin)²"),
        ("-(C + margin)", "−(C + margin)"),
        ("C/(2*margin)", "C/(2·margin)"),
        ("C - (margin - 1)", "C − (margin − 1)"),
        ("(C + 1)*margin^2", "(C + 1)·margin²"),
        ("sqrt(C)*abs(C - 1.5)", "√(C)·|C − 1.5|"),
    ],
)
def test_a_formula_keeps_its_brackets(expression: str, shown: str) -> None:
    assert Scene.opened("svm", {"data": "moons"}).failing(f"{expression} = 77").startswith(f"{shown}: ")


def test_a_small_moved_number_has_a_power_of_ten() -> None:
    assert in_words(Scene.opened("ridge", {}), "rr_ridge", "1e-05") == "λ = 10⁻⁵"


def test_a_moved_number_of_the_kernel_is_told_by_its_symbol() -> None:
    step = next(step for step in STEPS if step.name == "ruler-set")
    scene = step.scene(0)
    assert step.question.understood("k=rbf(gamma=4)", scene) == "σ² = 0.25"
    assert step.question.understood("k=linear", scene).startswith("$")


def test_the_reason_of_a_point_names_its_place_by_its_functional_margin() -> None:
    """Points with y·f < 0 are on the wrong side of the border; the others below 1 are inside the margin."""
    course = reader.courses()["s2"]
    step = course.steps[course.places["which-give-b"]]
    places = {"outside the margin": 0, "inside the margin": 0, "on the wrong side of the border": 0}
    for scene in islice(step.scenes(), 4):
        found = trained(scene)
        for i, margin in enumerate(found.signs * found.values):
            if abs(margin - 1) > 1e-3:
                place = next(name for name, (low, high) in BETWEEN.items() if low < margin <= high)
                assert f", {place}, " in step.question.judge(str(i + 1), scene).reason
                places[place] += 1
    assert all(places.values())


BETWEEN = {
    "outside the margin": (1, float("inf")),
    "inside the margin": (0, 1),
    "on the wrong side of the border": (-float("inf"), 0),
}
