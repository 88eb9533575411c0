"""Class regions: the fine grid is the classifier's own, and borders lie where the class changes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

from kernviz.regions import PARTS, interpolated, regions, sharpened
from kernviz.surfaces import Surface, Window, surface

WINDOW = Window((-1.0, 1.0), (-1.0, 1.0))
WIDE = 900  # pixels of a plane where it is largest
ANGLE = np.linspace(0, 2 * np.pi, 200, endpoint=False)


def side(points: np.ndarray) -> np.ndarray:
    """Return the class 0, 1 or 2 of points, by two slanted lines."""
    return ((points @ [1.0, 0.3]) > 0.21).astype(int) + ((points @ [0.4, -1.0]) > -0.13)


def test_the_sharpened_grid_is_the_classifiers_own_fine_grid() -> None:
    asked = []

    def f(points: np.ndarray) -> np.ndarray:
        asked.append(len(points))
        return side(points)

    coarse = surface(side, WINDOW, 40)
    fine = sharpened(coarse, f)
    np.testing.assert_array_equal(fine.values, surface(side, WINDOW, 79).values)
    np.testing.assert_array_equal(fine.values[::2, ::2], coarse.values)
    assert 0 < sum(asked) < 0.15 * 79 * 79


def test_a_grid_of_one_class_has_the_shape_of_the_fine_grid() -> None:
    plain = Surface(np.arange(3.0), np.arange(4.0), np.ones((4, 3)), WINDOW)
    assert sharpened(plain, side).values.shape == (7, 5)


def disc(points: np.ndarray) -> np.ndarray:
    """Return 1 inside of a circle around (0.1, 0), 0 outside."""
    return (np.hypot(points[:, 0] - 0.1, points[:, 1]) < 0.6).astype(int)


def half(points: np.ndarray) -> np.ndarray:
    """Return 1 right of a slanted line, 0 left of it."""
    return (points @ [1.0, 0.3] > 0.21).astype(int)


AT_THE_EDGE = {  # places on the border, and the direction across it
    "disc": (disc, np.column_stack([0.1 + 0.6 * np.cos(ANGLE), 0.6 * np.sin(ANGLE)])),
    "half": (half, np.column_stack([0.21 - 0.3 * ANGLE / 8, ANGLE / 8])),
}


@pytest.mark.parametrize("name", AT_THE_EDGE)
def test_a_border_is_off_by_less_than_half_a_pixel(name: str) -> None:
    f, places = AT_THE_EDGE[name]
    (border,) = regions(surface(f, WINDOW, 100), f).borders
    cell = WIDE / (len(border.x) - 1)  # pixels
    off = RegularGridInterpolator((border.y, border.x), border.values)(places[:, ::-1]) / PARTS * cell
    assert np.abs(off).max() < 0.5
    assert np.abs(border.values).max() == PARTS


def test_any_two_classes_have_a_border_between_them() -> None:
    found = regions(surface(side, WINDOW, 60), side)
    assert len(found.borders) == 2
    signs = sum((border.values > 0) << place for place, border in enumerate(found.borders))
    np.testing.assert_array_equal(signs, found.codes.values[::2, ::2])
    np.testing.assert_array_equal(found.codes.values, surface(side, WINDOW, 4 * 59 + 1).values)


def test_one_class_has_no_border() -> None:
    plain = Surface(np.arange(3.0), np.arange(4.0), np.ones((4, 3), dtype=int), WINDOW)
    assert regions(plain, side).borders == ()


def test_a_cubic_function_is_interpolated_as_itself() -> None:
    grid = surface(lambda Z: 0 * Z[:, 0], WINDOW, 7)
    x, y = np.meshgrid(grid.x, grid.y)
    places = np.random.default_rng(0).uniform(-1, 1, (50, 2))
    f, g = (lambda u, v: 1 + 2 * u**3 - v + 3 * u * v**2), (lambda u, v: v)
    found = interpolated(np.stack([f(x, y), g(x, y)], axis=-1), grid, places)
    np.testing.assert_allclose(found, np.column_stack([f(*places.T), g(*places.T)]), atol=1e-12)
