"""The lectures' points, number by number. Source: S0 to S4 and the worked numbers."""

import numpy as np

from kernviz.data import toy


def test_lecture_1d() -> None:
    data = toy("lecture_1d")
    assert data.X[:, 0].tolist() == [-4, -3, -2, -1, 0, 1, 2, 3, 4]
    assert data.signs.tolist() == [1, 1, -1, -1, -1, -1, -1, 1, 1]
    f = data.X[:, 0] ** 2 - 5  # the notes' w = (0, 1), b = −5
    assert f.tolist() == [11, 4, -1, -4, -5, -4, -1, 4, 11]
    assert np.array_equal(np.sign(f), data.signs)


def test_the_four_corners_of_xor() -> None:
    data = toy("xor")
    assert sorted(map(tuple, data.X.tolist())) == [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    assert np.array_equal(data.signs, data.X.prod(axis=1))


def test_ridge_line() -> None:
    data = toy("ridge_line")
    x = data.X[:, 0]
    assert (x @ data.values) / (x @ x + 0.1) == 28 / 14.1
    assert data.task == "regression"


def test_points_on_circles() -> None:
    assert toy("circle_points").X.tolist() == [[0, 0], [4, 0], [2, 1]]
    assert np.allclose(np.hypot(*toy("square_corners").X.T), np.sqrt(2))


def test_two_neighbours() -> None:
    x, z = toy("two_neighbours").X[:, 0], 2.2
    assert np.argmin((x - z) ** 2) == 1
    assert np.argmin((1 + x * x) ** 2 - 2 * (1 + x * z) ** 2 + (1 + z * z) ** 2) == 0


def test_fun_time_4() -> None:
    assert toy("fun_time_4").X.tolist() == [[1], [-1]]
    assert toy("fun_time_4").task == "none"


def test_curves_without_noise() -> None:
    for name, curve in (("sine", np.sin), ("sinc", np.sinc)):
        data = toy(name, noise=0)
        assert np.allclose(data.values, curve(data.X[:, 0]))
        assert np.all(np.diff(data.X[:, 0]) >= 0)
    data = toy("surface", noise=0)
    assert np.allclose(data.values, np.sin(data.X[:, 0]) * np.cos(data.X[:, 1]))


def test_cloud_has_one_outlier_in_twenty() -> None:
    radius = np.hypot(*toy("cloud", n=100, noise=0.2).X.T)
    assert np.sum(radius > 2.9) == 5
