"""Tests of `kernviz.surfaces`: kernel expansions on grids, windows, roots and crossings of curves."""

import numpy as np
import pytest

import kernviz as kv
from kernviz.surfaces import Curve, Window, crossings, expansion, roots, surface

WINDOW = Window((-1.0, 1.0), (-1.0, 1.0))


@pytest.mark.parametrize("k", ["rbf(gamma=0.7)", "2.5*rbf(gamma=30)", "linear + rbf(gamma=1)", "poly(degree=3)"])
def test_a_sum_of_kernels_is_that_sum_at_every_place(k: str) -> None:
    kernel, generator = kv.parse(k), np.random.default_rng(0)
    X, weights = generator.normal(size=(30, 2)), generator.normal(size=30)
    window = Window((-2.0, 1.0), (-1.0, 3.0))
    found = expansion(kernel, X, weights, window, 20)
    plain = surface(lambda Z: kernel(Z, X) @ weights, window, 20)
    np.testing.assert_allclose(found.values, plain.values, rtol=1e-10, atol=1e-12)
    np.testing.assert_array_equal(found.x, plain.x)
    np.testing.assert_array_equal(found.y, plain.y)


# ---- windows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "window"),
    [
        ([[0, 0], [7, 1]], Window((-1.05, 8.05), (-4.05, 5.05))),  # seven to one: a square
        ([[0, 0], [8, 1]], Window((-1.2, 9.2), (-0.15, 1.15))),  # eight to one: a width each
        ([[0, 3], [2, 3]], Window((-0.3, 2.3), (1.7, 4.3))),  # no height: a square
        ([[5, -5], [5, -5]], Window((3.7, 6.3), (-6.3, -3.7))),  # one place: two wide
        ([[1], [3]], Window((0.7, 3.3))),
    ],
)
def test_a_window_is_around_its_points(points: list[list[float]], window: Window) -> None:
    found = Window.around(np.array(points, dtype=float))
    np.testing.assert_allclose([*found.x_range, *found.y_range], [*window.x_range, *window.y_range])


def test_points_on_a_sheet_are_shown_on_the_sheet() -> None:
    plane, line = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([[0.0], [1.0]])
    assert Window.of(kv.Dataset(plane, sheet=(-2, 3, -4, 5))) == Window((-2, 3), (-4, 5))
    assert Window.of(kv.Dataset(line, sheet=(-2, 3))) == Window((-2, 3))
    assert Window.of(kv.Dataset(plane)) == Window.around(plane)


# ---- where a curve crosses a level -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0.0, 0.3])
def test_roots_are_those_of_the_polynomial(level: float) -> None:
    known = np.polynomial.Polynomial.fromroots([-1.7, 0.2, 0.9])
    expected = sorted((known - level).roots().real)
    x = np.linspace(-3, 3, 50)
    drawn = Curve(x, known(x), WINDOW)
    np.testing.assert_allclose(roots(lambda X: known(X[:, 0]), drawn, level), expected, atol=1e-9)
    np.testing.assert_allclose(crossings(drawn, level), expected, atol=0.02)  # by straight lines
    falling = Curve(x, -known(x), WINDOW)
    np.testing.assert_allclose(roots(lambda X: -known(X[:, 0]), falling, -level), expected, atol=1e-9)


def test_crossings_are_found_and_levels_not_reached_have_none() -> None:
    drawn = Curve(np.array([0.0, 1.0, 2.0]), np.array([1.0, -3.0, 0.0]), WINDOW)
    np.testing.assert_allclose(crossings(drawn), [0.25])  # the end at 0 is no crossing
    np.testing.assert_allclose(crossings(drawn, -1.0), [0.5, 1 + 2 / 3])
    assert crossings(drawn, 5.0) == roots(lambda X: np.interp(X[:, 0], drawn.x, drawn.values), drawn, 5.0) == []
