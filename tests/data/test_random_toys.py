"""The geometry each random toy promises."""

import numpy as np
import pytest

from kernviz.data import toy


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("noise", [0.0, 0.5, 5.0])
def test_separable_blobs_have_a_gap_of_one(seed: int, noise: float) -> None:
    data = toy("separable_blobs", n=80, noise=noise, seed=seed)
    height = data.signs * (data.X @ np.array([1.0, 1.0])) / np.sqrt(2)
    assert height.min() >= 0.5 - 1e-12  # rounding of a rotation by 45°


def test_ellipse_keeps_its_gap() -> None:
    data = toy("ellipse", n=200)
    u = data.X[:, 0] ** 2 / 4 + data.X[:, 1] ** 2
    assert u[data.signs > 0].max() < 0.81
    assert u[data.signs < 0].min() > 1.19
    assert u.max() < 3.01


def test_the_tilted_ellipse_is_the_ellipse_turned() -> None:
    plain, tilted = toy("ellipse", seed=7), toy("tilted_ellipse", seed=7)
    turned = plain.X[:, 0] + 1j * plain.X[:, 1]
    assert np.allclose(turned * np.exp(0.25j * np.pi), tilted.X[:, 0] + 1j * tilted.X[:, 1])


def test_checkerboard_colours() -> None:
    data = toy("checkerboard", n=400)
    row, column = np.floor(data.X).astype(int).T
    assert np.array_equal((row + column) % 2, data.codes)
    assert data.X.min() >= -2
    assert data.X.max() < 2


def test_xor_clouds_without_noise_are_the_corners() -> None:
    data = toy("xor_clouds", n=40, noise=0)
    assert np.array_equal(data.signs, data.X[:, 0] * data.X[:, 1])


def test_circles_without_noise() -> None:
    data = toy("circles", n=40, noise=0)
    assert np.allclose(np.hypot(*data.X.T), np.where(data.signs > 0, 0.5, 1.0))


def test_moons_without_noise_are_half_circles() -> None:
    data = toy("moons", n=40, noise=0)
    centre = np.where(data.signs[:, None] < 0, [-0.5, -0.25], [0.5, 0.25])
    assert np.allclose(np.hypot(*(data.X - centre).T), 1)


def test_three_clusters_is_the_lectures_recipe() -> None:
    data = toy("three_clusters")
    assert data.counts == {"1": 30, "2": 30, "3": 30}
    centres = np.array([[-0.5, -0.2], [0, 0.6], [0.5, 0]])
    off = data.X - centres[data.codes]
    assert off.std() == pytest.approx(0.1, rel=0.15)  # 180 numbers: relative error of σ is 1/√360 = 0.05


def test_spirals_are_each_others_half_turn() -> None:
    data = toy("spirals", n=100, noise=0)
    angle = np.arctan2(*data.X.T[::-1]) - 3 * np.pi * np.hypot(*data.X.T)
    assert np.allclose(np.cos(angle), -data.signs)


def test_gaussians_1d() -> None:
    data = toy("gaussians_1d", n=10, noise=0)
    assert np.array_equal(data.X[:, 0], data.signs)
