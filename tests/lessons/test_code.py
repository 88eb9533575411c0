"""The Python code of every page runs and gives the page's numbers.

It runs beside the file that the sidebar saves.
"""

from __future__ import annotations

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.lessons import compose, svm
from kernviz.lessons.lesson import Code
from kernviz.lessons.presets import Preset
from tests.lessons.reading import blocks, compose_state, different, flat, names, printed, svm_state


def run_svm(state: svm.State) -> None:
    lesson = svm.build(state)
    if lesson.problem:
        assert not any(isinstance(block, Code) for block in blocks(lesson))
        return
    margin, support, kkt = printed(lesson, state.data).split()
    machine = lesson.facts["training"].machine
    assert float(margin) == pytest.approx(machine.margin_, rel=1e-9)
    assert int(support) == len(machine.support_)
    assert float(kkt) == machine.certificate_.kkt


@pytest.mark.sampled(6)
@pytest.mark.parametrize("preset", different(svm_state), ids=lambda p: p.sentence)
def test_every_example_of_a_machine(preset: Preset) -> None:
    run_svm(svm_state(preset))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("preset", different(compose_state), ids=lambda p: p.sentence)
def test_every_example_of_a_verdict(preset: Preset) -> None:
    lesson = compose.build(compose_state(preset))
    text, judgement = printed(lesson), lesson.facts["judged"].full
    assert text.startswith(f"{judgement.verdict} {judgement.sentence}\n")
    for step in judgement.proof.steps():
        assert f"{step.index} {step.formula} by {step.rule.name}\n" in text
    assert ("[[" in text.rpartition(" by ")[2]) == (judgement.witness is not None)


@pytest.mark.sampled(25)
@pytest.mark.parametrize("name", names())
def test_every_dataset(name: str) -> None:
    run_svm(svm.State(flat(load(name)), kv.parse("rbf(gamma=2) + 0.5*poly(degree=2)"), C=3.0))


def test_names_that_need_care() -> None:
    X = np.random.default_rng(1).normal(size=(12, 2))
    words = {"name": 'it\'s "mine" – α', "columns": ('width "cm"', "it's"), "target": "what?"}
    data = Dataset.labelled(X, ["a'b", 'c"d', "ünï"] * 4, **words)
    for label in data.classes:
        run_svm(svm.State(data, kv.parse("rbf(gamma=1)"), positive=label))


@pytest.mark.parametrize("C", [1e-3, 0.1 + 0.2, 1e6])
def test_numbers_arrive_exactly(C: float) -> None:
    run_svm(svm.State(load("moons", n=30), kv.parse("rbf(gamma=0.30000000000000004)"), C=C))
    run_svm(svm.State(load("xor"), kv.parse("poly(degree=2)"), C=C, hard=True))
