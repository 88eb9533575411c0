"""The number line: points on it, both functions over it, thresholds with their value."""

import numpy as np

from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import LineFunction, decision_line, describe_line
from kernviz.figures.plane.marks import PlaneMarks
from kernviz.figures.plane.probe import Probe
from kernviz.surfaces import Curve, Window
from tests.figures.helpers import drawn, named

WINDOW = Window((-4.0, 4.0))
GRID = np.linspace(-4, 4, 81)
OURS = LineFunction(Curve(GRID, GRID**2 / 2 - 2, WINDOW), "f(x)", (-2.0, 2.0), (-(6**0.5), 6**0.5))
NOTES = LineFunction(Curve(GRID, GRID**2 - 5, WINDOW), "x² − 5", (-(5**0.5), 5**0.5))
X = np.array([[-3.0], [-1.0], [0.5], [3.5]])
SIGNS = np.array([1, -1, -1, 1])
VIEW = DataView(X, SIGNS, (-4.0, 4.0), (-6.0, 6.0), "x", "f(x)")


def test_points_lie_on_the_line() -> None:
    figure = decision_line(VIEW, OURS, PlaneMarks(free=[1], bounded=[]))
    (positive,) = drawn(figure, "class +1")
    assert list(positive.customdata) == [0, 3]
    assert list(positive.x) == [-3, 3.5]
    assert list(positive.y) == [0, 0]
    assert list(named(figure, "free SV, 0 < α < C")[0].customdata) == [1]


def test_thresholds_of_both_functions_are_written() -> None:
    figure = decision_line(VIEW, OURS, other=NOTES)
    assert [a.text for a in figure.layout.annotations] == ["−2", "2", "−2.236", "2.236"]
    assert figure.layout.annotations[0].y != figure.layout.annotations[2].y, "labels of the two never collide"
    assert named(figure, "f(x)")[0].line.color != named(figure, "x² − 5")[0].line.color
    assert named(figure, "f(x)")[0].line.dash != named(figure, "x² − 5")[0].line.dash


def test_axes_are_fixed() -> None:
    for f in (OURS, None):
        figure = decision_line(VIEW, f)
        assert tuple(figure.layout.xaxis.range) == VIEW.x_range
        assert tuple(figure.layout.yaxis.range) == VIEW.y_range


def test_the_probe_stands_on_the_curve() -> None:
    figure = decision_line(VIEW, OURS, PlaneMarks(probe=Probe(1, -1.5, -1.5)))
    assert figure.layout.annotations[-1].text == "f = −1.5"


def test_a_number_line_is_described_in_words() -> None:
    text = describe_line(OURS, X, PlaneMarks(free=[1], bounded=[]), NOTES)
    assert (
        text == "Number line with 4 points; f(x) changes sign at −2, 2; x² − 5 changes sign at −2.236, 2.236; 1 support"
        " vector of which 0 bounded."
    )
