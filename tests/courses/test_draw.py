"""Sketches against the machine's curves: borders, curves, directions, graphs, and invalid sketches."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kernviz as kv
from kernviz.courses.language import LanguageError
from kernviz.courses.questions.draw import read, read_corners
from kernviz.courses.questions.sketches.border import agreement
from kernviz.courses.questions.sketches.curve import CurveSketch
from kernviz.courses.questions.sketches.direction import Direction
from kernviz.courses.questions.sketches.graph import GraphSketch
from kernviz.courses.scene import Scene
from kernviz.data import Dataset, load
from kernviz.models.ridge import KernelRidge
from kernviz.surfaces import Surface, Window

X = np.linspace(-1, 1, 101)


def field(f: object) -> Surface:
    x, y = np.meshgrid(X, X)
    return Surface(X, X, f(x, y), Window((-1.0, 1.0)))  # type: ignore[operator]


@pytest.mark.parametrize("sketch", ["0 -1; 0 1", "0 1; 0 -1", "0 0.1; 0 0.2", "0 0; 0 1e-200", "0 -1; 0 0; 0 0; 0 1"])
def test_a_line_goes_on_to_both_edges(sketch: str) -> None:
    assert agreement(read_corners(sketch), field(lambda x, y: x + 1e-9)) > 0.99


@pytest.mark.parametrize(("sketch", "share"), [("-0.5 -1; -0.5 1", 0.75), ("-1 0; 1 0", 0.5), ("-1 -1; 1 1", 0.75)])
def test_the_share_is_that_of_the_picture(sketch: str, share: float) -> None:
    assert agreement(read_corners(sketch), field(lambda x, y: x + 1e-9)) == pytest.approx(share, abs=0.02)


def test_a_ring_is_closed() -> None:
    turns = np.linspace(0, 2 * np.pi, 24)
    ring = "; ".join(f"{0.6 * np.cos(t)} {0.6 * np.sin(t)}" for t in turns)
    assert agreement(read_corners(ring), field(lambda x, y: 0.36 - x**2 - y**2)) > 0.97
    assert agreement(read_corners("-1 0; 1 0.01"), field(lambda x, y: 0.36 - x**2 - y**2)) < 0.8


@pytest.mark.parametrize("swapped", [False, True])
def test_a_straight_sketch_is_no_ring_where_the_axes_have_different_units(swapped: bool) -> None:
    wide, sketch = np.linspace(0, 1000, 101), np.array([[500.0, y] for y in np.linspace(-1, 1, 5)])
    x, _ = np.meshgrid(wide, X)
    surface = Surface(wide, X, x - 499.0, Window((0.0, 1000.0)))
    if swapped:
        surface, sketch = Surface(X, wide, surface.values.T, Window((-1.0, 1.0), (0.0, 1000.0))), sketch[:, ::-1]
    assert agreement(sketch, surface) > 0.98


def test_a_bent_line() -> None:
    bent = "; ".join(f"{x} {x**2}" for x in np.linspace(-1, 1, 15))
    assert agreement(read_corners(bent), field(lambda x, y: y - x**2)) > 0.98


@pytest.mark.parametrize(
    "sketch", ["", "1", "1 1", "1 1; 1 1", "a b; c d", "1 2 3; 4 5 6", "nan 1; 2 2", "1e300 0; 0 1", "0 0; " * 60]
)
def test_an_invalid_sketch_of_a_border_raises_an_error(sketch: str) -> None:
    with pytest.raises(LanguageError):
        read_corners(sketch)


def test_a_corner_far_outside_the_picture_is_not_called_one_place() -> None:
    with pytest.raises(LanguageError, match="click them in the picture"):
        read_corners("0 0; 2e6 1")


def on_line(kernel: str = "linear", **params: str) -> Scene:
    return Scene.opened("ridge", {"data": "ridge_line", "k": kernel, "rr_ridge": "1e-8", **params})


@pytest.mark.parametrize(
    ("sketch", "share"),
    [("1 2; 3 6", 1.0), ("3 6; 1 2", 1.0), ("1 4; 3 4", 0.0), ("1 3; 3 5", 0.5), ("1 6; 3 2", 0.0), ("0 0; 4 8", 1.0)],
)
def test_a_curve_is_compared_with_f(sketch: str, share: float) -> None:
    """f(x) = 2x on 1 … 3, so its mean is 4; half the slope is half as far from it."""
    assert CurveSketch().agreement(read_corners(sketch), on_line()) == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize("number", [0, 2])
def test_a_prediction_counts_classes_as_on_the_page(number: int) -> None:
    data = load("iris_petals")
    scene = Scene.opened("ridge", {"data": data.name, "k": "rbf(gamma=1)", "positive": data.classes[number]})
    signs = np.where(data.y == number, 1.0, -1.0)
    expected = KernelRidge(kv.RBF(1.0), 0.1).fit(data.X, signs).predict([[2.0, 0.5]])[0]
    assert scene.number("prediction((2, 0.5))") == pytest.approx(expected)


def test_data_without_a_target_have_no_prediction() -> None:
    scene = Scene.opened("compose", {})
    bare = replace(scene, state=replace(scene.state, data=Dataset(np.eye(2))))
    with pytest.raises(LanguageError, match="no target to predict"):
        bare.value("prediction((0, 0))")


@pytest.mark.parametrize(("params", "slope"), [({"rr_ols": "true"}, 2), ({"rr_ridge": "0.1"}, 28 / 14.1)])
def test_a_curve_is_fitted_with_the_ridge_of_the_page(params: dict[str, str], slope: float) -> None:
    """f(x) = 28x/(14 + λ) on the points (1, 2), (2, 4), (3, 6)."""
    scene = Scene.opened("ridge", {"data": "ridge_line", "k": "linear", **params})
    assert scene.number("prediction(1)") == pytest.approx(slope)
    assert CurveSketch().solution(scene)[-1, 1] == pytest.approx(3 * slope)


@pytest.mark.parametrize(
    ("sketch", "why"),
    [
        ("1 2; 3 6; 2 4; 3.5 7", "turns back after corner 2"),
        ("3.5 7; 3 6; 2 5; 2.2 4; 1 2", "turns back after corner 3"),
        ("1 2; 2 4", "to the last"),
    ],
)
def test_an_invalid_sketch_of_a_curve_is_reported(sketch: str, why: str) -> None:
    with pytest.raises(LanguageError, match=why):
        CurveSketch().agreement(read_corners(sketch), on_line())


def test_a_direction_has_a_share_of_the_largest_variance() -> None:
    """(±5, 0), (0, ±1): S has 12.5 and 0.5, so 45° has 6.5 of 12.5, wherever and whichever way it is drawn."""
    scene = Scene.opened("pca", {"data": "drawn", "pts": "5 0 -5 0 0 1 0 -1", "pc_view": "PCA by hand"})
    for sketch, share in (
        ("0 0; 1 0", 1.0),
        ("9 3; 1 3", 1.0),
        ("0 0; 0 1", 0.04),
        ("0 0; 1 1", 0.52),
        ("1 1; 0 2", 0.52),
    ):
        assert Direction().agreement(read_corners(sketch), scene) == pytest.approx(share)
    with pytest.raises(LanguageError, match="nowhere"):
        Direction().agreement(read_corners("0 0; 1 1; 0 0"), scene)


def test_a_graph_covers_the_requested_range() -> None:
    """k(1, 2) of exp(−γ) falls with γ: at γ = 1 it is 1/e."""
    graph = GraphSketch("k(1, 2)", "γ", "k=rbf(gamma={=v})", 0.01, 100.0, "1")
    scene = on_line("rbf(gamma=1)")
    x, f = graph.solution(scene).T
    assert x == pytest.approx(np.linspace(-2, 2, len(x)))
    assert f == pytest.approx(np.exp(-(10.0**x)), abs=1e-12)
    assert graph.agreement(np.column_stack([x, f]), scene) == pytest.approx(1)
    assert graph.agreement(read_corners(f"-2 {f.mean()}; 2 {f.mean()}"), scene) == pytest.approx(0, abs=1e-9)
    assert "γ = 0.01 to γ = 100" in graph.understood(read_corners("-2 1; 2 0"), scene)


@pytest.mark.parametrize("between", [[1], [0, 1], [2, 1], "1 2", [True, "a"]])
def test_a_graph_without_a_range_is_refused(between: object) -> None:
    asked = {"kind": "draw", "what": "graph", "ask": "?", "of": "margin", "over": "C", "state": "C={=v}", "top": "1"}
    with pytest.raises(LanguageError, match="between"):
        read({**asked, "between": between})
