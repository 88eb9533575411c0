"""Extreme states: distant probes, slopes whose squares underflow, points a million apart."""

from __future__ import annotations

import pytest

from tests.lessons.reading import lesson_at


@pytest.mark.parametrize("kernel", ["exp(linear)", "exp(linear) + rbf(gamma=1)"])
def test_a_probe_beyond_every_number_is_a_sentence(kernel: str) -> None:
    shown = lesson_at("lift", data="three_blobs", n="20", k=kernel, px="1000000", py="0")
    assert shown.problem.startswith("At the probe a kernel value is too large to compute")
    assert shown.picture is not None
    near = lesson_at("lift", data="three_blobs", n="20", k="exp(linear)", px="0", py="0")
    assert not near.problem


def test_a_centre_of_images_that_are_nearly_all_0() -> None:
    shown = lesson_at("geometry", data="breast_cancer", k="weight(decay(gamma=1), linear)")
    assert not shown.problem
    assert shown.picture is not None


@pytest.mark.parametrize("kernel", ["laplacian(gamma=1)", "rbf(gamma=1e-12)"])
def test_neighbours_of_points_a_million_away_on_one_side(kernel: str) -> None:
    shown = lesson_at("neighbors", data="drawn", pts="a: 1e6 1e6 1e6 0 1e6 5 b: 1e6 -3 -1e6 7", k=kernel)
    assert not shown.problem
    assert [number.value for block in shown.readouts for number in block.items]
    assert shown.beside
    assert all(tab.blocks for tab in shown.tabs)
