"""Strokes over a part of a grid only."""

import numpy as np

from kernviz.figures.plane.hatch import SHORTEST, hatching

X, Y = np.linspace(0, 4, 41), np.linspace(-1, 1, 21)


def pieces(mask: np.ndarray) -> list[tuple[float, float, float, float]]:
    """The strokes as (x0, y0, x1, y1)."""
    strokes, _ = hatching(X, Y, mask, "hatched")
    points = list(zip(strokes["x"], strokes["y"], strict=True))
    return [(*points[i], *points[i + 1]) for i in range(0, len(points) - 1, 3)]


def test_strokes_lie_in_the_mask_and_rise() -> None:
    mask = (X[None, :] > 2) & (Y[:, None] < 0)
    found = pieces(mask)
    assert len(found) > 10
    for x0, y0, x1, y1 in found:
        assert x0 >= 1.94
        assert max(y0, y1) <= 0.06
        assert x1 >= x0
        assert y1 >= y0


def test_every_part_of_the_mask_is_met() -> None:
    for i in range(0, 21, 5):
        for j in range(0, 41, 10):
            mask = np.zeros((21, 41), dtype=bool)
            mask[max(0, i - 1) : i + 2, max(0, j - 2) : j + 3] = True
            assert pieces(mask), (i, j)


def test_the_legend_names_a_hatching_that_has_strokes_and_no_other() -> None:
    """Both have the same traces in the same order."""
    for some in (True, False):
        strokes, key = hatching(X, Y, np.full((21, 41), some), "hatched")
        assert (strokes["x"] != [None]) == some
        assert key["name"].startswith("hatched")
        assert key["showlegend"] == some


def test_a_stroke_as_short_as_a_speck_is_left_out_beside_longer_ones() -> None:
    axis = np.linspace(-1, 1, 201)
    mask = np.zeros((201, 201), dtype=bool)
    mask[:, :60] = True
    mask[98:103, 150:153] = True
    strokes, _ = hatching(axis, axis, mask, "open")
    x = np.array(strokes["x"], dtype=float).reshape(-1, 3)
    assert np.nanmin(x[:, 1] - x[:, 0]) >= 2 * SHORTEST
    assert x[:, 1].max() < 0
    mask[:, :60] = False
    alone, _ = hatching(axis, axis, mask, "open")
    assert alone["x"] != [None]  # a single cell is shown if nothing else is open
