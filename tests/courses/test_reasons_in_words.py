"""Reasons name quantities as the page does: no name of the course's language stands in a sentence, in no language."""

from __future__ import annotations

import re

import pytest

from kernviz import wording
from kernviz.courses.course import Step
from kernviz.courses.quantities import QUANTITIES
from tests.courses.test_every_step import STEPS

RAW = re.compile(r"\b[a-z]+_[a-z0-9]+|\b(readout|sqrt|abs|distance|log|exp|max|min|with)\(", re.IGNORECASE)
CODE = re.compile(r"`[^`]*`")
JUDGED = [step for step in STEPS if getattr(step.question, "condition", "")]
ENGLISH = [name for name in QUANTITIES if " " in name and not name.startswith(("λ", "α"))]


@pytest.mark.sampled(2)
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


def test_a_moved_number_of_the_kernel_is_told_by_its_symbol() -> None:
    step = next(step for step in STEPS if step.name == "ruler-set")
    scene = step.scene(0)
    assert step.question.understood("k=rbf(gamma=4)", scene) == "σ² = 0.25"
    assert step.question.understood("k=linear", scene).startswith("$")
