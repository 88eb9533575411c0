"""Grids twice as fine, asked anew only along borders."""

import numpy as np

from kernviz.surfaces import Surface, Window, sharpened, surface

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
