"""Odd data and kernels give a lesson with a message or numbers.

They never give an exception, and never nan on an axis.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.lessons import compose, svm
from kernviz.lessons.lesson import Lesson
from tests.lessons.reading import in_turn, in_turn_or_all, not_finite, pictures, readout, tab, tables, value, words

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the certificate says it

KERNELS = (
    "rbf(gamma=1)",
    "linear",
    "poly(degree=20)",
    "growing",
    "exp(linear)",
    "exp(exp(linear))",
    "exp(exp(exp(poly(degree=2))))",
    "0*linear",
    "rbf(gamma=1e-300)",
    "rbf(gamma=1e12)",
    "-rbf(gamma=1)",
    "linear - rbf(gamma=1)",
    "sigmoid(gamma=1, coef0=-1)",
    "bilinear([[1, 2], [2, 1]])",
    "sinediff",
    "normalize(linear)",
    "poly(degree=20)**8",
)


def normal(n: int, d: int = 2) -> np.ndarray:
    return np.random.default_rng(n).normal(size=(n, d))


def labelled(X: object, labels: str = "+-") -> Dataset:
    rows = np.array(X, dtype=float)
    return Dataset.labelled(rows, [labels[i % len(labels)] for i in range(len(rows))])


DATA: dict[str, Callable[[], Dataset]] = {
    "one point": lambda: labelled([[1, 2]]),
    "one point without a label": lambda: Dataset(np.array([[1.0, 2.0]])),
    "two points": lambda: labelled([[1, 2], [2, 3]]),
    "one class": lambda: labelled(normal(5), "+"),
    "the same place with both labels": lambda: labelled([[0, 0], [0, 0], [1, 1], [1, 1]]),
    "one place": lambda: labelled(np.ones((6, 2))),
    "one place on a line": lambda: labelled(np.ones((6, 1))),
    "tiny": lambda: labelled(normal(8) * 1e-300),
    "mixed scales": lambda: labelled(normal(8) * [1e-9, 1e5]),
    "as large as allowed": lambda: labelled(np.clip(normal(12) * 1e6, -1e6, 1e6)),
    "far from the origin": lambda: labelled(normal(20) + 1e5),
    "on one line": lambda: labelled(np.arange(9)[:, None] * [1, 1]),
    "a constant column": lambda: labelled(np.stack([np.arange(9), np.ones(9)], 1)),
    "ten classes": lambda: labelled(normal(30), "abcdefghij"),
    "three columns": lambda: labelled(normal(12, 3)),
}


def sound(lesson: Lesson) -> None:
    """Check for numbers or a sentence; everything drawn is finite."""
    assert lesson.problem or lesson.tabs or lesson.beside
    if lesson.problem:
        assert lesson.problem[0].isupper() or lesson.problem[0] in "“0123456789k" or lesson.problem.split()[0].isalpha()
        assert "Traceback" not in lesson.problem
        assert len(lesson.problem) < 500
    for picture in pictures(lesson):
        assert not not_finite(picture.figure), f"{picture.key}: {not_finite(picture.figure)}"


@in_turn_or_all
@pytest.mark.parametrize("name", DATA)
@pytest.mark.sampled(3)
def test_no_combination_breaks_a_page(name: str, every: bool) -> None:
    data = DATA[name]()
    far = (1e6,) * data.d
    first = list(DATA).index(name)
    for turn, text in enumerate(in_turn(KERNELS, first, every, many=9), first):
        k = kv.parse(text)
        states = (
            svm.State(data, k),
            svm.State(data, k, hard=True),
            svm.State(data, k, C=1e6, only_support=True, scale=10.0, selected=3, probe=far),
            compose.State(data, k, x=far, z=far, terms=30),
        )
        for state in in_turn(states, turn, every):
            sound(compose.build(state) if isinstance(state, compose.State) else svm.build(state))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("spread", [1, 3, 5, 8, 10, 12, 15, 30, 1e3])
def test_kernels_that_overflow_somewhere(spread: float) -> None:
    data = labelled(normal(20) * spread)
    for text in ("exp(linear)", "exp(0.5*linear)", "exp(poly(degree=2))", "poly(degree=20)", "growing"):
        lesson = svm.build(svm.State(data, kv.parse(text)))
        sound(lesson)
        if not lesson.problem:
            table = tables(tab(lesson, "Every point"))[0].columns
            assert all(np.isfinite(table[column]).all() for column in ("α", "ξ", "y·f", "b of this point"))


def test_a_picture_that_cannot_be_drawn_says_so() -> None:
    data = labelled([[17.0], [18.0], [-17.0], [-18.0]])
    lesson = svm.build(svm.State(data, kv.parse("exp(2*linear)"), hard=True))
    assert lesson.problem.startswith("In the picture around the points a kernel value is too large to compute")


def test_a_probe_beyond_every_number() -> None:
    for data in (load("moons", n=20), load("s1_line")):
        near = svm.State(data, kv.parse("exp(linear)"))
        far = svm.State(data, kv.parse("exp(linear)"), probe=(1e6,) * data.d)
        lesson = svm.build(far)
        assert not lesson.problem
        assert "there is no f to show" in words(tab(lesson, "Probe"))
        assert "there is no f to show" not in words(tab(svm.build(near), "Probe"))
        assert lesson.picture is not None
        assert "nan" not in lesson.picture.alt + lesson.picture.caption


def test_an_answer_that_is_not_exact_is_called_so() -> None:
    lesson = svm.build(svm.State(DATA["far from the origin"](), kv.parse("rbf(gamma=1)")))
    machine = lesson.facts["training"].machine
    certificate = next(
        block.markdown for block in lesson.beside if getattr(block, "markdown", "").startswith("**Certificate")
    )
    assert ("✓" in certificate) == machine.certificate_.optimal
    assert f"KKT violation {readable(machine.certificate_.kkt)}" in certificate


def readable(number: float) -> str:
    from kernviz.wording import short

    return short(number, 2)


@pytest.mark.parametrize("C", [1.0, 1e6])
@pytest.mark.parametrize("d", [1, 2])
def test_a_machine_on_points_in_one_place_draws_no_boundary(d: int, C: float) -> None:
    lesson = svm.build(svm.State(labelled(np.ones((6, d))), kv.parse("rbf(gamma=1)"), C=C))
    assert not lesson.problem
    assert readout(lesson, "margin").value == "∞"
    assert value(readout(lesson, "Σξ").value) == pytest.approx(6.0)
    field = lesson.facts["training"].field
    assert np.ptp(field.values) == 0
    assert lesson.picture is not None
    assert len(lesson.picture.figure.layout.annotations) == 1  # the probe's
