"""The ball's figures: one grid for shade and boundary, every mark on its point, one unit on all axes, words with the
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernviz.arrays import Array
from kernviz.figures.curves.distances import describe_distances, distance_dots
from kernviz.figures.data_view import DataView
from kernviz.figures.line.ball import ball_line
from kernviz.figures.plane.ball import BallMarks, BallSpot, Second, ball_plane, describe_ball
from kernviz.figures.plane.points import groups
from kernviz.figures.plane.probe import Probe
from kernviz.figures.space.ball import BallScene, Globe, ball_space, describe_ball_space
from tests.lessons.reading import marked, not_finite, traces

X = np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]])
SIDE = np.linspace(-1, 5, 40)


@dataclass(frozen=True)
class Field:
    x: Array
    y: Array
    values: Array


def field() -> Field:
    return Field(SIDE, SIDE, np.hypot(SIDE[None, :] - 2, SIDE[:, None]))


def view(points: Array) -> DataView:
    return DataView(points, None, (-1, 5), (-1, 5))


def test_the_boundary_is_a_level_of_the_shade() -> None:
    marks = BallMarks(
        on=[0, 1],
        on_unused=[2],
        outside=[],
        farthest=0,
        selected=1,
        spots=[BallSpot((2, 0), "c")],
        probe=Probe(1, 1),
        probe_words="1 ≤ r",
        seconds=[Second(field(), 3.0, "yours")],
        bystanders=[2],
    )
    figure = ball_plane(view(X), field(), 2.0, marks)
    assert not not_finite(figure)
    shade = next(t for t in figure.data if t.type == "heatmap")
    edge = next(t for t in figure.data if t.name == "sphere, distance = r" and t.type == "contour")
    assert np.array_equal(shade.z, edge.z)
    assert edge.contours.start == 2.0
    scale = [place for place, _ in shade.colorscale]
    assert scale == sorted(scale)
    assert scale[1] == scale[2] == (2.0 - shade.zmin) / (shade.zmax - shade.zmin)  # the colour breaks exactly at r
    assert "r = 2" in " ".join(shade.colorbar.ticktext)
    assert marked(figure, "support vector") == [0, 1]
    assert marked(figure, "on the sphere, α") == [2]
    assert marked(figure, "farthest") == [0]
    assert next(t for t in figure.data if t.name == "yours" and t.type == "contour").contours.start == 3.0
    words = describe_ball(X, 2.0, marks)
    for part in ("3 points", "it is 2", "2 support vectors", "0 points outside", "c at (2, 0)", "yours", "1 ≤ r"):
        assert part in words


def test_a_ball_of_no_radius_and_a_flat_field() -> None:
    flat = Field(SIDE, SIDE, np.zeros((40, 40)))
    for distance, r in ((flat, 0.0), (field(), 0.0), (field(), 100.0)):
        figure = ball_plane(view(X[:1]), distance, r, BallMarks(on=[0]))
        assert not not_finite(figure)
        shade = next(t for t in figure.data if t.type == "heatmap")
        assert shade.zmax > shade.zmin
        places = [place for place, _ in shade.colorscale]
        assert (places[0], places[-1]) == (0.0, 1.0)


def test_the_line_s_inside_is_where_the_curve_is_under_r() -> None:
    curve = Field(SIDE, SIDE, np.abs(SIDE - 2))
    figure = ball_line(view(X[:, :1]), curve, 2.0, np.abs(X[:, 0] - 2), BallMarks(on=[0, 1]))
    band = next(t for t in figure.data if t.name == "inside")
    inside = np.array([y is not None for y in band.y])
    assert np.array_equal(inside, np.abs(SIDE - 2) <= 2)
    assert marked(figure, "support vector") == [0, 1]


def test_distances_come_in_order() -> None:
    distances = np.array([2.0, 2.0, 1.0])
    second = (np.array([3.0, np.nan, 1.5]), 3.0, "r(c)")
    figure = distance_dots(distances, 2.0, groups(None, 3), BallMarks(on=[0, 1]), second=second, probe=0.5)
    assert not not_finite(figure)
    dots = traces(figure, "points")[0]
    assert [dots.y[i] for i in np.argsort(dots.x)] == [1.0, 2.0, 2.0]
    assert len(traces(figure, "from your c")[0].x) == 2  # one point is not enclosed
    assert "from 1 to 2; the radius is 2" in describe_distances(distances, 2.0)


def test_a_sphere_in_space_is_round_and_where_it_should_be() -> None:
    points = np.array([[0.0, 0, 0], [2, 0, 0], [1, 1, 0]])
    globes = [Globe(np.array([1.0, 0, 0]), 1.0, "the sphere"), Globe(np.zeros(3), 2.0, "your sphere", False, points[1])]
    sheet = np.stack(np.meshgrid(np.linspace(-3, 3, 12), np.linspace(-3, 3, 12), [0.0]), axis=-1)[:, :, 0]
    within = np.linalg.norm(sheet - [1, 0, 0], axis=2) <= 1
    scene = BallScene(
        points,
        ("a", "b", "c"),
        globes,
        2.5,
        on=[0, 1],
        outside=[],
        probe=np.ones(3),
        sheet=sheet,
        within=within,
        rim=points,
    )
    figure = ball_space(scene)
    assert not not_finite(figure)
    ranges = [getattr(figure.layout.scene, f"{a}axis").range for a in "xyz"]
    assert {round(high - low, 9) for low, high in ranges} == {5.0}
    assert figure.layout.scene.aspectmode == "cube"
    ball = next(t for t in figure.data if t.type == "surface")
    away = np.sqrt((np.asarray(ball.x) - 1) ** 2 + np.asarray(ball.y) ** 2 + np.asarray(ball.z) ** 2)
    np.testing.assert_allclose(away, 1)
    drawn = next(t for t in figure.data if t.name.startswith("image of the plane"))
    inside = np.array([(x, y, z) for x, y, z in zip(drawn.x, drawn.y, drawn.z, strict=True) if x is not None])
    assert (np.linalg.norm(inside - [1, 0, 0], axis=1) <= 1 + 1e-3).all()
    assert "the sphere of radius 1; your sphere of radius 2" in describe_ball_space(scene)
