"""Grids twice as fine, asked anew only along borders."""

import numpy as np
import pytest

import kernviz as kv
from kernviz.surfaces import Surface, Window, expansion, sharpened, surface

WINDOW = Window((-1.0, 1.0), (-1.0, 1.0))


def side(points: np.ndarray) -> np.ndarray:
    """0, 1 or 2 by two slanted lines."""
    return ((points @ [1.0, 0.3]) > 0.21).astype(int) + ((points @ [0.4, -1.0]) > -0.13)


def test_it_is_the_fine_grid_itself() -> None:
    asked = []

    def f(points: np.ndarray) -> np.ndarray:
        asked.append(len(points))
        return side(points)

    coarse = surface(side, WINDOW, 40)
    fine = sharpened(coarse, f)
    np.testing.assert_array_equal(fine.values, surface(side, WINDOW, 79).values)
    np.testing.assert_array_equal(fine.values[::2, ::2], coarse.values)
    assert 0 < sum(asked) < 0.15 * 79 * 79


def test_one_class_is_never_asked() -> None:
    plain = Surface(np.arange(3.0), np.arange(4.0), np.ones((4, 3)), WINDOW)
    assert sharpened(plain, side).values.shape == (7, 5)


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
