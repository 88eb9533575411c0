"""The plane shows exactly the points, marks and levels it is given."""

import json
from dataclasses import replace

import numpy as np
import pytest

from kernviz.figures.data_view import DataView
from kernviz.figures.figure import Figure
from kernviz.figures.plane.marks import Other, PlaneMarks
from kernviz.figures.plane.plane import decision_plane, describe_plane
from kernviz.figures.plane.probe import Probe
from tests.figures.helpers import SIGNS, WINDOW, X, drawn, named, tilted

VIEW = DataView(X, SIGNS, WINDOW.x_range, WINDOW.y_range)
MARKS = PlaneMarks(
    free=[0, 4],
    bounded=[2],
    alpha=np.array([0.3, 0, 1, 0, 0.7, 0]),
    slack=np.array([0, 0, 0.25, 0, 0, 0]),
    margins=np.array([1, 2, 0.75, 3, 1, 2.0]),
    intercept=-0.125,
    wrong=[2],
)


def plane(marks: PlaneMarks = MARKS, **options: object) -> Figure:
    return decision_plane(VIEW, tilted(), marks, **options)


def test_every_point_is_drawn_once_with_its_own_index() -> None:
    figure = plane()
    indices = np.concatenate(
        [np.asarray(t.customdata) for name in ("class −1", "class +1") for t in drawn(figure, name)]
    )
    assert sorted(indices.tolist()) == list(range(len(X)))
    (negative,) = drawn(figure, "class −1")
    assert list(negative.customdata) == [0, 1, 5]
    np.testing.assert_array_equal(np.column_stack([negative.x, negative.y]), X[[0, 1, 5]])


def test_classes_differ_in_colour_and_in_shape() -> None:
    (a,), (b,) = drawn(plane(), "class −1"), drawn(plane(), "class +1")
    assert a.marker.color != b.marker.color
    assert a.marker.symbol != b.marker.symbol


def test_rings_sit_on_exactly_the_support_vectors() -> None:
    figure = plane()
    (free,), (bounded,) = named(figure, "free SV, 0 < α < C"), named(figure, "bounded SV, α = C")
    assert list(free.customdata) == [0, 4]
    assert list(bounded.customdata) == [2]
    np.testing.assert_array_equal(np.column_stack([free.x, free.y]), X[[0, 4]])
    assert free.marker.symbol == "circle-open"
    assert bounded.marker.symbol == "circle", "filled: told from the open ring without colour"


def test_points_that_are_no_support_vectors_are_faded() -> None:
    (negative,) = drawn(plane(), "class −1")
    opacity = dict(zip(negative.customdata, negative.marker.opacity, strict=True))
    assert opacity[0] == 1
    assert opacity[1] == opacity[5] < 1


def test_marks_without_points_keep_their_place_in_the_legend() -> None:
    many, none = plane(), plane(PlaneMarks(free=[], bounded=[], wrong=[]))
    entries = [[t.name for t in f.data if t.showlegend is not False and t.type == "scatter"] for f in (many, none)]
    assert entries[0] == entries[1]
    assert list(named(none, "free SV, 0 < α < C")[0].x) == [None]


def test_a_hard_margin_does_not_speak_of_the_bound() -> None:
    figure = plane(PlaneMarks(free=[0, 4]))
    assert named(figure, "free SV, α > 0")
    assert not any("C" in trace.name for trace in figure.data if trace.name)
    assert "bounded" not in describe_plane(X, None, PlaneMarks(free=[0, 4]))


def test_no_rings_where_no_support_vectors_are_meant() -> None:
    assert not any("SV" in trace.name for trace in plane(PlaneMarks()).data if trace.name)


def test_levels_are_the_boundary_and_the_margins() -> None:
    (boundary,), (margin,) = (
        [t for t in plane().data if t.type == "contour" and t.name == name] for name in ("border", "margin")
    )
    assert (boundary.contours.start, boundary.contours.end) == (0, 0)
    assert (margin.contours.start, margin.contours.end, margin.contours.size) == (-1, 1, 2)
    assert boundary.line.dash == "solid" != margin.line.dash
    assert boundary.line.width > margin.line.width


def test_the_field_is_symmetric_float32_and_shares_its_grid_with_the_lines() -> None:
    field, margin, boundary = plane().data[:3]
    assert (field.zmin, field.zmax) == (-2, 2)
    assert field.z.dtype == np.float32
    np.testing.assert_array_equal(field.z, tilted().values.astype(np.float32))
    np.testing.assert_array_equal(field.z, margin.z)
    np.testing.assert_array_equal(field.z, boundary.z)


def test_axes_are_the_ranges_given_whatever_is_marked() -> None:
    far = PlaneMarks(probe=Probe(99, 99, 1.0))
    for figure in (plane(), plane(far), decision_plane(replace(VIEW, X=X[:0], labels=None))):
        assert tuple(figure.layout.xaxis.range) == WINDOW.x_range
        assert tuple(figure.layout.yaxis.range) == WINDOW.y_range
        assert figure.layout.yaxis.scaleanchor == "x"


def test_hover_says_all_about_a_point() -> None:
    (positive,) = drawn(decision_plane(replace(VIEW, x_title="width", y_title="length"), tilted(), MARKS), "class +1")
    assert "width = %{x" in positive.hovertemplate
    assert "length = %{y" in positive.hovertemplate
    assert "%{hovertext}" in positive.hovertemplate
    assert [int(t) for t in positive.hovertext] == [int(r) + 1 for r in positive.customdata]
    assert "b = −0.125" in positive.hovertemplate
    text = dict(zip(positive.customdata, positive.text, strict=True))[2]
    assert "α = 1" in text
    assert "ξ = 0.25" in text
    assert "y·f = 0.75" in text
    assert "bounded support vector" in text


def test_slack_is_drawn_only_where_there_is_some() -> None:
    marks = PlaneMarks(slack=MARKS.slack, slack_labels=True)
    (labels,) = named(plane(marks), "ξ")
    assert list(labels.text) == ["ξ 0.25"]
    assert list(labels.customdata) == [2]


def test_selected_and_wrong() -> None:
    figure = plane(PlaneMarks(selected=3, wrong=[1, 2]))
    assert list(named(figure, "selected point")[0].customdata) == [3]
    assert list(named(figure, "wrong side")[0].customdata) == [1, 2]


def test_the_probe_says_where_it_is_and_f_there() -> None:
    figure = plane(PlaneMarks(probe=Probe(0.5, -1.25, -0.125)))
    (label,) = figure.layout.annotations
    assert label.text == "f = −0.125"
    for x, y, anchors in ((1.9, -1.9, ("right", "bottom")), (-1.9, 1.9, ("left", "top"))):
        turned = plane(PlaneMarks(probe=Probe(x, y, 0.0))).layout.annotations[0]
        assert (turned.x, turned.y) == (x, y)
        assert (turned.xanchor, turned.yanchor) == anchors, "a label at the edge turns inwards"
    away = plane(PlaneMarks(probe=Probe(1.9, 1.9, 0.0))).layout.annotations[0]
    assert (away.x, away.y) != (1.9, 1.9), "a point stands where it would turn"


def test_a_second_boundary_is_dotted_and_named() -> None:
    figure = plane(PlaneMarks(other=Other(tilted(), "without the other points")))
    second = [t for t in figure.data if t.type == "contour" and t.name == "without the other points"]
    assert len(second) == 1
    assert second[0].line.dash not in ("solid", None)
    assert named(figure, "without the other points")[-1].type == "scatter"


def test_labels_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(ValueError, match="6 points"):
        decision_plane(replace(VIEW, labels=SIGNS[:3]))
    with pytest.raises(ValueError, match="±1 or whole numbers"):
        decision_plane(replace(VIEW, labels=SIGNS + 0.5))
    with pytest.raises(ValueError, match="down to -3"):
        decision_plane(replace(VIEW, labels=SIGNS * 3))


def test_one_class_only_and_many_classes() -> None:
    only = decision_plane(replace(VIEW, labels=np.full(6, -1)))
    assert len(drawn(only, "class −1")[0].customdata) == 6, "its colour does not change when the other class is empty"
    many = decision_plane(replace(VIEW, labels=np.arange(6), classes=("a", "b", "c", "d", "e", "f")))
    assert [t.name for t in many.data if t.customdata is not None] == list("abcdef")


def test_the_figure_is_valid_json_without_theme_colours() -> None:
    text = json.dumps(
        plane(PlaneMarks(free=[0], bounded=[], selected=1, probe=Probe(0, 0, 1.0))).checked().to_plotly_json(),
        default=str,
    )
    assert "#" not in text
    assert "rgb" not in text


def test_the_words_carry_the_numbers() -> None:
    assert (
        describe_plane(X, SIGNS, MARKS)
        == "Plane with 6 points in two classes, border, 3 support vectors of which 1 bounded, 1 point on the"
        " wrong side."
    )
    assert describe_plane(X, boundary=False) == "Plane with 6 points."
    assert "f = −2" in describe_plane(X, SIGNS, PlaneMarks(probe=Probe(1, 2, -2.0)))
