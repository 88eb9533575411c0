"""A fitted function over the line, over the plane and in space; what a ridge keeps and costs; a prediction as a sum."""

import numpy as np
import pytest

from kernviz.figures.bars.contribution_waterfall import contribution_waterfall, contributions, describe_contributions
from kernviz.figures.curves.ridge import describe_shrinkage, ridge_curves, shrinkage_bars
from kernviz.figures.data_view import DataView
from kernviz.figures.plane.field import scale_bar
from kernviz.figures.plane.marks import Probe
from kernviz.figures.plane.regression import Band, Target, describe_fit, fit_line, value_plane
from kernviz.figures.space.surface import SpaceMarks, describe_fit_space, fit_space
from kernviz.lessons.lecture_notation import notation
from kernviz.surfaces import Curve
from kernviz.symbols import writing
from tests.figures.helpers import SIGNS, WINDOW, X, drawn, named, tilted

LINE = Curve(np.linspace(-2, 2, 41), np.linspace(-2, 2, 41) ** 2, WINDOW)
ON_LINE, VIEW = DataView(X[:, 0], None, (-2, 2), (-1, 6), "x"), DataView(X, None, (-2, 2), (-2, 2))
Y = np.array([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
CLASSES = Target(SIGNS.astype(float), "label", np.array([0, 0, 1, 1, 1, 0]), ("no", "yes"))


def test_points_stand_at_their_values_and_sticks_reach_the_curve() -> None:
    figure = fit_line(ON_LINE, LINE, Target(Y, "y"), Y + 0.5)
    (points,) = named(figure, "data")
    np.testing.assert_array_equal(points.y, Y)
    (sticks,) = named(figure, "residual y − h")
    np.testing.assert_array_equal(np.asarray(sticks.y).reshape(-1, 3)[:, :2], np.stack([Y, Y + 0.5], 1))
    assert tuple(figure.layout.yaxis.range) == (-1, 6)


def test_a_band_lies_around_its_mean() -> None:
    band = Band(LINE.x, LINE.values, np.full(41, 0.5), "95 % band")
    figure = fit_line(ON_LINE, LINE, Target(Y), band=band)
    low, high = (t.y for t in figure.data if "band" in t.name)
    np.testing.assert_allclose(np.asarray(high) - np.asarray(low), 1.0)
    assert next(t for t in figure.data if t.name.startswith("95")).fill == "tonexty"


def test_the_probe_says_h() -> None:
    for value, words in ((1.25, "h(z) = 1.25"), (None, "h(z) is too large to compute")):
        figure = fit_line(ON_LINE, LINE, Target(Y), probe=Probe(1.0, 1.25, value))
        assert figure.layout.annotations[0].text == words


def test_a_plane_of_numbers_has_one_scale_for_field_and_points() -> None:
    figure = value_plane(VIEW, tilted(), Target(Y), limits=(0.0, 5.0))
    field = next(t for t in figure.data if t.type == "heatmap")
    (points,) = named(figure, "data")
    assert (field.zmin, field.zmax) == (points.marker.cmin, points.marker.cmax) == (0.0, 5.0)
    assert field.colorscale == points.marker.colorscale
    np.testing.assert_array_equal(points.marker.color, Y)


def test_a_plane_of_classes_has_its_boundary_and_its_shapes() -> None:
    figure = value_plane(VIEW, tilted(), CLASSES, limits=(-2.0, 2.0))
    boundary = next(t for t in figure.data if t.type == "contour")
    assert (boundary.contours.start, boundary.contours.end) == (0, 0)
    assert {t.marker.symbol for name in ("no", "yes") for t in drawn(figure, name)} == {"circle", "square"}


def test_a_surface_ends_at_its_box() -> None:
    figure = fit_space(VIEW, tilted(), Target(Y), Y, z_range=(-1.0, 1.0), limits=(-1.0, 1.0))
    z = np.asarray(figure.data[0].z)
    assert np.isnan(z).any()
    assert np.nanmax(np.abs(z)) <= 1
    assert tuple(figure.layout.scene.zaxis.range) == (-1, 1)
    assert len([t for t in figure.data if t.type == "surface"]) == 1
    marks = SpaceMarks((tilted(), tilted()), "band", probe=(0.0, 0.0, 0.5), selected=2)
    both = fit_space(VIEW, tilted(), CLASSES, Y, marks, z_range=(-3.0, 3.0), limits=(-2.0, 2.0))
    assert len([t for t in both.data if t.type == "surface"]) == 3
    assert not np.isnan(np.asarray(both.data[0].z)).any()


def test_shrinkage_bars_show_kept_shares_in_frames_of_height_one() -> None:
    figure = shrinkage_bars(np.array([3.0, 1.0]), np.array([0.75, 0.5]))
    frame, kept = figure.data
    assert list(frame.y) == [1, 1]
    assert list(kept.y) == [0.75, 0.5]
    assert len(shrinkage_bars(np.ones(500), np.ones(500)).data[0].x) == 100
    assert describe_shrinkage(np.ones(500)).startswith("100 bars: more than half is kept of 100")


def test_the_symbol_of_the_ridge_is_not_that_of_the_eigenvalues() -> None:
    with writing(notation("ridge", "S2")):
        assert list(shrinkage_bars(np.array([3.0, 1.0]), np.array([0.75, 0.5])).data[0].text)[1] == "λ₂ = 1: kept 0.5"


@pytest.mark.parametrize("now", [0.0, 0.1])
def test_no_ridge_has_no_place_on_a_logarithmic_axis(now: float) -> None:
    ridges = np.array([0.01, 0.1, 1.0])
    figure = ridge_curves(ridges, {"a": ridges, "b": ridges}, now, {"best": (0.01, 0.01)}, x_title="λ", y_title="error")
    assert len(figure.layout.shapes) == (now > 0)
    assert tuple(figure.layout.xaxis.range) == (-2, 0)
    assert figure.data[0].line.dash != figure.data[1].line.dash


def test_a_prediction_as_a_sum() -> None:
    k, alpha = np.array([1.0, 0.5, 0.25]), np.array([2.0, -4.0, 4.0])
    rows = contributions(k, alpha, 1.0)
    assert [(r.value, r.start) for r in rows] == [(2.0, 0.0), (-2.0, 2.0), (1.0, 0.0), (1.0, 0.0)]
    figure = contribution_waterfall(k, alpha, 1.0)
    left, right = (t for t in figure.data if t.type == "bar")
    assert list(left.x) == [1.0, 0.5, 0.25, 0.0]  # the sum has no similarity of its own
    assert list(right.x) == [2.0, -2.0, 1.0, 1.0]
    assert right.marker.pattern.shape[1] == "/"


def test_a_fit_is_described_in_words() -> None:
    assert (
        describe_fit(6, Target(Y), Probe(0, 0, 1.5), 0.25)
        == "6 points with y, the fitted function, with the root mean square error 0.25, a probe where h = 1.5."
    )
    assert describe_fit_space(6, Target(Y), Y - 1).endswith("6 above it, 0 below it.")
    assert "their sum is h(z) = 1." in describe_contributions(np.ones(2), np.array([2.0, -1.0]), 1.0)
    assert scale_bar((0.0, 2.0), "h(x)")["ticktext"] == ["0", "h(x) = 1", "2"]
