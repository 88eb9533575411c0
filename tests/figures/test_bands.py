"""Regions of classes on the line, and the pictures made of shares and weights."""

import numpy as np

from kernviz.figures.curves.sweep import describe_sweep, share_sweep
from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.line.bands import ClassBand, ClassGraph, changes, class_line, describe_class_line
from kernviz.figures.plane.links import bows, links, rings
from kernviz.figures.plane.regions import PALE
from kernviz.figures.plane.weighted_points import weigh, weight_bars
from kernviz.figures.theme import class_color
from kernviz.surfaces import Curve, Window
from kernviz.wording import speaking
from tests.figures.helpers import drawn

WINDOW = Window((0.0, 3.0))
LINE = Curve(np.linspace(0, 3, 7), np.array([0, 0, 1, 1, 1, 2, 2.0]), WINDOW)
BAND = ClassBand(LINE, "kernel", (-1.0, 1.0))


def test_bands_change_where_the_class_does() -> None:
    assert changes(LINE) == [0.75, 2.25]
    view = DataView(np.array([0.0, 1, 3]), np.array([0, 1, 2]), (0, 3), (-1, 1), "x", "")
    figure = class_line(view, [BAND], graphs=[ClassGraph(LINE, "f", 1)])
    (band,) = (t for t in figure.data if t.type == "heatmap")
    assert np.array_equal(np.asarray(band.z), [LINE.values, LINE.values])
    assert (band.zmin, band.zmax) == (-0.5, 2.5)  # class i in the i-th third of the scale
    assert [c for _, c in band.colorscale] == [class_color(i, PALE) for i in range(3) for _ in range(2)]
    (graph,) = (t for t in figure.data if t.name == "f")
    assert graph.line.color == class_color(1)
    assert [list(drawn(figure, f"class {i}")[0].x) for i in range(3)] == [[0.0], [1.0], [3.0]]
    assert describe_class_line([BAND], 3) == "Number line with 3 points; kernel: the class changes at 0.75, 2.25."
    many = ClassBand(Curve(np.arange(12.0), np.arange(12) % 2, WINDOW), "kernel", (-1.0, 1.0))
    with speaking("de"):
        assert "0,5; 1,5; 2,5; 3,5; 4,5; 5,5; 6,5; 7,5 und 3 weitere" in describe_class_line([many], 12)


def test_links_and_bows_end_at_the_points() -> None:
    X = np.array([[0.0, 0], [1, 2], [3, -1]])
    line = links((5.0, 5.0), X, [2, 1], "near")[0]
    assert line["x"] == [5.0, 3.0, None, 5.0, 1.0, None]
    bow = bows(5.0, X[:, 0], [2], "near", height=0.5)[0]
    assert (bow["x"][0], bow["x"][-2], bow["y"][0], bow["y"][-2]) == (5.0, 3.0, 0.0, 0.0)
    assert max(y for y in bow["y"] if y is not None) == 0.5
    assert list(rings(X, [1], "r", 8)["customdata"]) == [1]


def test_points_are_as_large_as_their_weight() -> None:
    X = np.random.default_rng(0).normal(size=(4, 2))
    figure = weigh(Figure(), X, np.array([0, 0, 1, 1]), np.array([4.0, 1.0, 0.0, 4.0]), classes=("a", "b"))
    gone, a, b = figure.data
    assert list(gone.customdata) == [2]
    assert list(a.customdata) == [0, 1]
    assert a.marker.size[0] == 2 * a.marker.size[1] == b.marker.size[0]  # area, not diameter


def test_shares_over_powers_of_ten() -> None:
    values, shares = np.array([0.1, 1.0, 10.0]), {"one": np.array([0.2, 0.5, 1.0])}
    figure = share_sweep(values, shares, here=1.0, x_title="γ")
    line, here = figure.data
    assert list(line.y) == [20.0, 50.0, 100.0]
    assert (list(here.x), list(here.y)) == ([1.0], [50.0])
    assert figure.layout.xaxis.type == "log"
    assert describe_sweep(values, shares, x_title="γ") == "1 curve over γ from 0.1 to 10: one from 20.0 % to 100.0 %."
    bars = weight_bars(["1", "2"], {"δ": np.array([1.0, 0.0])}, 1.05, x_title="points")
    assert list(bars.data[0].y) == [1.0, 0.0]
