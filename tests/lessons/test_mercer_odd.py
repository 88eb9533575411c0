"""The Mercer page on odd data, typed points and matrices, its examples and its code: a page, or a sentence."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, load
from kernviz.lessons import geometry, sphere, thumbnails
from kernviz.lessons.mercer import State, build
from kernviz.lessons.mercer.typed_matrix import typed_matrix, written
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.shared.typed_points import typed_points
from tests.lessons.reading import printed, words
from tests.lessons.test_mercer import MOONS, page

ODD = {
    "one point": Dataset(np.array([[1.0, 2.0]])),
    "one class": Dataset(np.arange(8.0).reshape(4, 2), np.zeros(4, int), task="classification", classes=("a",)),
    "no labels": load("square_corners"),
    "regression": load("sine"),
    "one column": load("fun_time_4"),
    "duplicates": load("conflicting_duplicates"),
    "at zero": Dataset(np.zeros((3, 2))),
    "huge": Dataset(np.array([[1e6, -1e6], [5e5, 1e6], [0.0, 1.0]])),
}
KERNELS = (
    "linear",
    "rbf(gamma=1)",
    "poly(degree=3, gamma=1, coef0=1)",
    "sigmoid(gamma=1, coef0=-1)",
    "sinediff",
    "exp(linear)",
    "bilinear([[1, 0], [0, 1]])",
    "growing(gamma=1)",
    "-linear",
    "0*linear",
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "k"), list(product(ODD, KERNELS)))
def test_odd_data_give_a_page_or_a_sentence(name: str, k: str) -> None:
    lesson = page(k, data=ODD[name])
    if lesson.problem:
        assert lesson.problem[-1] in ".?)n" or len(lesson.problem) > 30
        assert lesson.picture is None
    else:
        assert len(lesson.tabs) == 10
        assert all(tab.blocks for tab in lesson.tabs)


def test_three_columns_are_too_many_for_a_picture() -> None:
    assert "choose two" in page("linear", data=load("iris")).problem


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("0, 3, 6", [[0], [3], [6]]),
        ("0 3", [[0], [3]]),
        ("{0, −1}", [[0], [-1]]),
        ("0 1; 2 3", [[0, 1], [2, 3]]),
        ("(0,1);(2,3)", [[0, 1], [2, 3]]),
        ("(0,0), (4,0), (2,1)", [[0, 0], [4, 0], [2, 1]]),  # points of the plane, not six of the line
        ("(0 0) (4 0)", [[0, 0], [4, 0]]),
        ("[[0, 0], [4, −1]]", [[0, 0], [4, -1]]),
        ("0 0, 4 0, 2 1", [[0, 0], [4, 0], [2, 1]]),
        ("0 0\n4 0", [[0, 0], [4, 0]]),
        ("(0, 3)", [[0, 3]]),
        ("(0, 3, 6)", [[0], [3], [6]]),
        ("[0], [3]", [[0], [3]]),
        ("0, 3 6", [[0], [3], [6]]),
        ("5", [[5]]),
        ("1,,2;", [[1, 2]]),
    ],
)
def test_points_are_read_as_people_write_them(text: str, wanted: list[list[float]]) -> None:
    assert typed_points(text).X.tolist() == wanted


@pytest.mark.parametrize(
    "text", ["a", "1, b", ";", "1 2 3; 4 5 6", "1; 2 3", "1e9", "nan", "1" + ",1" * 70, "(0, 1), 2", "(0, 1), (2)"]
)
def test_points_that_cannot_be_read_say_so(text: str) -> None:
    lesson = page("linear", text)
    assert lesson.problem
    assert "Traceback" not in lesson.problem


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(0,0), (4,0), (2,1)", "Read as 3 points of the plane: (0, 0), (4, 0), (2, 1)."),
        ("0, 3, 6", "Read as 3 points of the line: 0, 3, 6."),
    ],
)
def test_typed_points_are_repeated_as_understood(text: str, shown: str) -> None:
    for built in (
        page("linear", text),
        sphere.build(sphere.State(MOONS, kv.parse("linear"), typed=text)),
        geometry.build(geometry.State(MOONS, kv.parse("linear"), typed=text)),
    ):
        assert shown in words(built.beside)


@pytest.mark.parametrize(
    "rows", [[[0.1, -0.0], [1e-17, 1e21]], [[1 / 3]], np.random.default_rng(3).normal(size=(7, 7))]
)
def test_a_matrix_is_written_to_the_last_digit(rows: Any) -> None:
    matrix = np.array(rows)
    assert typed_matrix(written(matrix)).tolist() == matrix.tolist()


def test_a_typed_matrix() -> None:
    assert typed_matrix("0 4; 4 0").tolist() == [[0, 4], [4, 0]]
    lesson = build(State(MOONS, kv.parse("linear"), matrix="2 1; 1 2"))
    assert lesson.facts["spectrum"].values.tolist() == pytest.approx([3, 1])
    assert "square" in build(State(MOONS, kv.parse("linear"), matrix="1 2; 3")).problem


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.page == "mercer"], ids=lambda p: p.sentence)
def test_an_example_fails_where_its_title_says_so(preset: Preset) -> None:
    fails = any(sign in preset.sentence for sign in ("①", "fails", "refuted", "< 0", "Not even"))
    assert thumbnails.lesson(preset).facts["spectrum"].semidefinite != fails


@pytest.mark.parametrize(
    "state",
    [
        State(MOONS, kv.parse("rbf(gamma=1)")),
        State(MOONS, kv.parse("maximum"), "0, 1"),
        State(MOONS, kv.parse("linear"), matrix="0 4; 4 0"),
        State(MOONS, kv.parse("linear"), "0 1; 2 3; 4 5"),
    ],
)
def test_the_code_runs(state: State) -> None:
    assert printed(build(state))
