"""Quantities of a matrix are those of the matrix that the page shows."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.courses.language import LanguageError
from kernviz.courses.scene import Scene
from tests.courses.test_every_step import STEPS

FEWER = {"data": "moons", "n": "40", "k": "rbf(gamma=1)"}  # the page takes 6 of the 40 points
SKEW = {"mp": "1 0; 0 1; 1 1", "k": "bilinear([[0, 1], [0, 0]])"}  # K is not symmetric: (K + Kᵀ)/2 has another rank
TYPED = {"mm": "0 4; 4 0"}
STATES = {
    "fewer": FEWER,
    "three": {**FEWER, "mn": "3", "k": "linear"},
    "all": {**FEWER, "mn": "40"},
    "points": {"mp": "0, 1, 2", "k": "rbf(gamma=1) - 0.5"},
    "skew": SKEW,
    "typed": TYPED,
}
STEPS_THERE = {step.name: step for step in STEPS if step.page == "mercer"}


@pytest.mark.parametrize("name", [*STATES, *STEPS_THERE])
def test_a_quantity_is_that_of_the_matrix_shown(name: str) -> None:
    scene = Scene.opened("mercer", STATES[name]) if name in STATES else STEPS_THERE[name].scene(0)
    shown = scene.lesson.facts["spectrum"]
    heat = next(picture for picture in scene.lesson.pictures if picture.key == "gram").figure
    drawn = np.asarray(next(trace for trace in heat.data if trace.get("type") == "heatmap")["z"])
    assert drawn.shape == shown.matrix.shape
    assert scene.number("λ_max") == pytest.approx(shown.largest)
    assert scene.number("λ_min") == pytest.approx(shown.smallest, abs=shown.tolerance)
    assert scene.number("rank") == np.linalg.matrix_rank(shown.matrix)
    assert scene.number("squared norm of the mean") == pytest.approx(float(shown.matrix.mean()))
    if not getattr(scene.state, "matrix", ""):
        assert scene.number("number of points") == len(shown.matrix)


def test_a_kernel_written_in_a_course_is_on_the_points_shown() -> None:
    few = Scene.opened("mercer", FEWER)
    assert few.number('rank("linear**3 + rbf(gamma=9)")') == 6
    assert few.number('λ_min("-linear")') == pytest.approx(float(np.linalg.eigvalsh(-_linear(few))[0]))


def test_a_typed_matrix_has_no_points_and_no_kernel() -> None:
    scene = Scene.opened("mercer", TYPED)
    assert scene.number("λ_min") == pytest.approx(-4)
    assert scene.number("energy") == pytest.approx(-8)  # c = (1, −1)
    for expression in ("number of points", 'λ_min("linear")'):
        with pytest.raises(LanguageError, match="typed"):
            scene.number(expression)


def test_another_page_takes_all_its_points() -> None:
    assert Scene.opened("svm", FEWER).number("rank") > 6


def _linear(scene: Scene) -> np.ndarray:
    return Scene.opened("mercer", {**scene.params, "k": "linear"}).lesson.facts["spectrum"].matrix
