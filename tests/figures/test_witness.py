"""Witness points: sign by colour, shape and text; area by weight; always inside the axes."""

import numpy as np

from kernviz.figures.plane.witness import describe_witness, witness_plane
from tests.figures.helpers import X, named

POINTS = np.array([[0.0, 0.0], [1.0, 0.5], [-1.0, 1.0]])
WEIGHTS = np.array([1.0, -4.0, 4.0])
RANGES = {"x_range": (-2.0, 2.0), "y_range": (-2.0, 2.0)}


def test_signs_differ_in_colour_shape_and_text() -> None:
    figure = witness_plane(POINTS, WEIGHTS, X, **RANGES)
    (plus,), (minus,) = named(figure, "c > 0"), named(figure, "c < 0")
    assert list(plus.customdata) == [0, 2]
    assert list(minus.customdata) == [1]
    assert plus.marker.color != minus.marker.color
    assert plus.marker.symbol != minus.marker.symbol
    assert list(plus.text) == ["<b>+1</b>", "<b>+4</b>"]
    assert list(minus.text) == ["<b>−4</b>"]
    assert plus.marker.size[1] > plus.marker.size[0]


def test_one_column_lies_on_a_line() -> None:
    figure = witness_plane(POINTS[:, :1], WEIGHTS, X[:, :1], x_range=(-2, 2))
    assert list(named(figure, "c > 0")[0].y) == [0, 0]
    assert figure.layout.yaxis.showticklabels is False
    assert figure.layout.yaxis.scaleanchor is None


def test_axes_stay_unless_a_witness_would_fall_outside() -> None:
    inside = witness_plane(POINTS, WEIGHTS, **RANGES).layout
    assert tuple(inside.xaxis.range) == (-2, 2)
    wide = witness_plane(3 * POINTS, WEIGHTS, **RANGES).layout
    low, high = wide.xaxis.range
    assert low < -3
    assert high > 3
    assert high - low == wide.yaxis.range[1] - wide.yaxis.range[0]


def test_a_witness_is_described_in_words() -> None:
    text = describe_witness(np.array([[0.0], [1.0]]), np.array([1.0, -1.0]), -2.0)
    assert text == "Witness of 2 points: (0) with weight 1, (1) with weight −1; the weighted sum is −2 < 0."
