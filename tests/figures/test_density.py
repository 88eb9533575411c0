"""Plots of spectral densities and of coefficients.

The negative part is hatched, the axes of density and stems share their zero, and signs are seen without colour.
"""

import numpy as np
import pytest

from kernviz.figures.bars.coefficients import coefficient_bars, describe_coefficients
from kernviz.figures.curves.density import density, describe_density, describe_parts, parts
from tests.figures.helpers import named

OMEGA = np.linspace(0, 4, 41)
S = OMEGA - 1.0


def test_the_negative_part_is_filled_and_hatched() -> None:
    figure = density(OMEGA, S, x_range=(0, 4), y_range=(-1.5, 3))
    (below,) = named(figure, "below 0")
    assert np.array(below.y).tolist() == np.minimum(S, 0).tolist()
    assert below.fillpattern.shape == "/"
    (line,) = named(figure, "density S(ω)")
    assert np.array(line.y).tolist() == S.tolist()
    assert figure.layout.yaxis.title.text == "S(ω)"
    assert "lowest −1 at ω = 0, below 0" in describe_density(OMEGA, S)
    assert named(density(OMEGA, abs(S), x_range=(0, 4), y_range=(0, 3)), "below 0")[0].showlegend is False


def test_weights_have_an_axis_with_the_same_zero() -> None:
    figure = density(OMEGA, S, x_range=(0, 4), y_range=(-1, 3), stems=[(1.0, 0.5), (2.0, -0.4)])
    y, y2 = figure.layout.yaxis.range, figure.layout.yaxis2.range
    assert y[0] / y[1] == pytest.approx(y2[0] / y2[1])
    assert y2[0] < -0.4 < 0.5 < y2[1]
    assert y[0] <= -1


def test_a_lonely_negative_weight_is_seen() -> None:
    figure = density(OMEGA, abs(S), x_range=(0, 4), y_range=(-0.1, 3), stems=[(0.0, -0.5)], mark=(0.0, -0.5))
    low, high = figure.layout.yaxis2.range
    assert low < -0.5
    assert 0.2 * (high - low) < 0.5
    assert figure.layout.annotations[0].yref == "y2"
    alone = density(np.zeros(0), np.zeros(0), x_range=(0, 4), y_range=(0, 1), stems=[(1.0, -0.5)])
    low, high = alone.layout.yaxis.range
    assert low < -0.5 < 0 < high
    assert "Weights of single frequencies: −0.5 at ω = 1." in describe_density(np.zeros(0), np.zeros(0), [(1.0, -0.5)])


def test_the_polygons_lie_where_more_is_taken_than_added() -> None:
    omega = np.logspace(0, 2, 50)
    added, taken = np.ones(50), np.where((omega > 3) & (omega < 8), 2.0, 0.5)
    figure = parts(omega, added, taken, y_range=(-1, 1), mark=(5.0, -1.0))
    (below,) = named(figure, "below 0")
    xs = {x for x in below.x if x is not None}
    assert xs == set(omega[taken > added].tolist())
    assert figure.layout.annotations[0].x == pytest.approx(np.log10(5))
    assert "more is taken away than added from ω" in describe_parts(omega, added, taken)
    assert "everywhere" in describe_parts(omega, added, 0.5 * added)


def test_bars_show_their_sign_without_colour() -> None:
    values = np.array([1.0, -0.5, 0.0, 2.0])
    figure = coefficient_bars(values, ["a", "b", "c", "d"])
    up, down = (t for t in figure.data if t.type == "bar")
    assert (up.x.tolist(), up.y.tolist(), up.marker.pattern.shape) == ([0, 2, 3], [1.0, 0.0, 2.0], "")
    assert (down.x.tolist(), down.y.tolist(), down.marker.pattern.shape) == ([1], [-0.5], "/")
    (head,) = (t for t in figure.data if t.type == "scatter")
    assert (head.marker.symbol, head.x.tolist()) == ("triangle-down", [1])
    assert describe_coefficients(values).endswith("below 0 for n = 1.")
    assert describe_coefficients(abs(values)).endswith("none is below 0.")
    assert [t.type for t in coefficient_bars(np.zeros(3), ["", "", ""]).data] == ["bar"]


def test_the_ring_at_frequency_0_does_not_cover_the_numbers_of_the_axis() -> None:
    """The ring has a radius of 8 pixels in a picture 60 pixels wide at least, and in a hall both are larger."""
    omega = np.linspace(0, 4, 50)
    drawn = density(
        omega, np.exp(-omega), x_range=(0.0, 4.0), y_range=(0.0, 1.0), mark=(0.0, -0.3), stems=[(0.0, -0.3)]
    )
    low, high = drawn.layout.xaxis["range"]
    assert (0.0 - low) / (high - low) > 0.1
    plain = density(omega, np.exp(-omega), x_range=(0.0, 4.0), y_range=(0.0, 1.0), mark=(2.0, 0.1))
    assert plain.layout.xaxis["range"] == [0.0, 4.0]
