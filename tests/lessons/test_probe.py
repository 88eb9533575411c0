"""A probe begins in a free corner, and its read-out covers no point."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.data import load
from kernviz.figures.plane.probe import LINE, PLOT, Probe, _covered, _pixels, probe_label
from kernviz.lessons.shared.probe import near_mean, start
from kernviz.surfaces import Window
from tests.lessons.reading import flat, names


@pytest.mark.parametrize("scale", [1.0, 1e-4, 1e4])
def test_a_place_off_the_mean_is_rounded_to_the_size_of_the_data(scale: float) -> None:
    X = scale * load("moons").X
    place = near_mean(X)
    assert np.abs(place - X.mean(axis=0) - 0.5 * X.std(axis=0)).max() < 0.06 * X.std(axis=0).min()
    assert all(len(f"{v:.9g}") < 10 for v in place.tolist())


PLANES = [name for name in names() if flat(load(name)).d == 2]


@pytest.mark.parametrize("name", PLANES)
def test_the_probe_starts_in_the_corner_farthest_from_the_points(name: str) -> None:
    data = flat(load(name))
    window = Window.of(data)
    ranges = np.array([window.x_range, window.y_range])
    spans = ranges[:, 1] - ranges[:, 0]
    place = (start(data) - ranges[:, 0]) / spans
    assert ((place > 0) & (place < 1)).all()
    assert (np.minimum(place, 1 - place) < 0.12).all()
    points = (data.X - ranges[:, 0]) / spans
    mine = np.sqrt(((points - place) ** 2).sum(axis=1)).min()
    others = [np.sqrt(((points - [x, y]) ** 2).sum(axis=1)).min() for x in (0.08, 0.92) for y in (0.08, 0.92)]
    assert mine >= max(others) - 0.03
    assert np.array_equal(start(data), start(data))
    middle = (np.round(data.X.mean(axis=0), 2) - ranges[:, 0]) / spans
    assert mine > np.sqrt(((points - middle) ** 2).sum(axis=1)).min() or len(points) < 8


def box(label: dict[str, object], window: Window) -> tuple[np.ndarray, float]:
    """Lower left corner and width of a read-out, in pixels of the plane."""
    at = _pixels(np.array([[label["x"], label["y"]]], dtype=float), window.x_range, window.y_range)[0]
    wide = 7.6 * len(str(label["text"])) + 10
    x = at[0] + float(label["xshift"]) - (wide if label["xanchor"] == "right" else 0)  # type: ignore[arg-type]
    y = at[1] + float(label["yshift"]) - (LINE if label["yanchor"] == "top" else 0)  # type: ignore[arg-type]
    return np.array([x, y]), wide


@pytest.mark.parametrize("name", PLANES)
def test_the_read_out_covers_no_point_at_the_start(name: str) -> None:
    data = flat(load(name))
    window = Window.of(data)
    x, y = start(data)
    label = probe_label(Probe(x, y, -0.03923), window.x_range, window.y_range, X=data.X)
    corner, wide = box(label, window)
    assert (corner >= -3).all()
    assert corner[0] + wide <= PLOT + 3
    assert not _covered(_pixels(data.X, window.x_range, window.y_range), corner, wide)


@pytest.mark.parametrize("seed", range(5))
def test_the_read_out_covers_no_point_wherever_the_probe_is(seed: int) -> None:
    """On the moons there is always a free corner, and beside the probe it is preferred."""
    data = load("moons")
    window = Window.of(data)
    pixels = _pixels(data.X, window.x_range, window.y_range)
    rng = np.random.default_rng(seed)
    beside = 0
    for x, y in rng.uniform(-2, 2, (40, 2)):
        label = probe_label(Probe(x, y, 0.5), window.x_range, window.y_range, X=data.X)
        corner, wide = box(label, window)
        assert not _covered(pixels, corner, wide), (x, y)
        beside += label["x"] == x
    assert beside > 10
