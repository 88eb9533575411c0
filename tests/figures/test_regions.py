"""Regions of several classes."""

import numpy as np

from kernviz.figures.data_view import DataView
from kernviz.figures.plane.regions import PALE, describe_regions, region_plane
from kernviz.figures.theme import class_color, token
from kernviz.regions import Regions
from kernviz.surfaces import Surface
from tests.figures.helpers import WINDOW, X, drawn

LABELS = np.array([0, 1, 2, 2, 1, 0])
GRID = np.linspace(-2, 2, 9)
WINNERS = Surface(GRID, GRID, np.repeat(np.arange(3), 3)[None, :].repeat(9, axis=0), WINDOW)
DIGITS = tuple(Surface(GRID, GRID, 2 * (WINNERS.values >> place & 1) - 1, WINDOW) for place in (0, 1))
REGIONS = Regions(WINNERS, DIGITS)
VIEW = DataView(X, LABELS, WINDOW.x_range, WINDOW.y_range)


def test_a_pale_band_of_colour_for_every_class() -> None:
    figure = region_plane(VIEW, REGIONS)
    field = figure.data[0]
    assert (field.zmin, field.zmax) == (0.5, 3.5)
    # class i is drawn as i + 1: it falls into the i-th third of the scale, in the pale colour of its points
    assert [c for _, c in field.colorscale] == [class_color(i, PALE) for i in range(3) for _ in range(2)]
    assert [round(3 * at) for at, _ in field.colorscale] == [0, 1, 1, 2, 2, 3]
    np.testing.assert_array_equal(field.z, WINNERS.values + 1)
    borders = [np.asarray(t.z) for t in figure.data if t.type == "contour"]
    assert len(borders) == 2  # three classes have two binary digits
    seen = {tuple(int(z[0, 3 * c] > 0) for z in borders) for c in range(3)}
    assert len(seen) == 3  # any two classes differ on one side of some border
    for i in range(3):
        (points,) = drawn(figure, f"class {i}")
        assert list(points.customdata) == np.flatnonzero(i == LABELS).tolist()
        assert points.marker.color == token(f"class-{i}")


def test_axes_are_fixed_and_equal() -> None:
    layout = region_plane(VIEW).layout
    assert tuple(layout.xaxis.range) == WINDOW.x_range
    assert layout.yaxis.scaleanchor == "x"


def test_regions_are_described_in_words() -> None:
    assert (
        describe_regions(X, LABELS, WINNERS)
        == "Plane with 6 points in 3 classes, divided into the regions of 3 classes."
    )
