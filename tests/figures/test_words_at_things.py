"""Labels of figures beside the labelled objects: contour levels, arrows, the ruler's length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kernviz.figures.bars.two_costs import Cost, cost_bars
from kernviz.figures.data_view import DataView
from kernviz.figures.line.line import LineFunction, describe_line
from kernviz.figures.line.parabola import Cut, describe_parabola
from kernviz.figures.plane.ball import BallMarks, BallSpot, describe_ball
from kernviz.figures.plane.components import describe_components
from kernviz.figures.plane.error_plane import error_plane
from kernviz.figures.plane.ruler import Ruler, ruler_plane
from kernviz.figures.plane.two_points import two_points
from kernviz.figures.space.span import Arrow, box_around, describe_span, span_space
from kernviz.lessons.lesson import Picture
from kernviz.lessons.page import Page, pages
from kernviz.surfaces import Curve, Surface, Window
from kernviz.wording import speaking, with_exponents
from tests.lessons.degenerate import POINTS, states

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::RuntimeWarning")
SIDE = (-3.0, 3.0)
PAIR = (-0.25, 0.5)
CURVE = Curve(np.linspace(*SIDE, 5), np.zeros(5), Window(SIDE))


@pytest.mark.parametrize("marked", [0.5, -0.7, -1.5, -2.3])
def test_each_line_of_the_error_has_its_number_on_it(marked: float) -> None:
    """The numbers are on the lines, in the plane, apart from each other and from the mark's name."""
    x = np.linspace(*SIDE, 61)
    values = np.minimum(1.0, 10.0 ** (4 * np.log10(np.abs(np.outer(x, x)) + 1e-6) - 3))
    figure = error_plane(
        Surface(x, x, values, Window(SIDE, SIDE)),
        [(1.0, marked, "p")],
        x_range=SIDE,
        y_range=SIDE,
        x_title="x",
        y_title="z",
    )
    assert figure.data[0]["colorbar"]["ticktext"][:2] == ["≤ 10⁻¹⁶", "10⁻⁸"]
    numbers = [note for note in figure.layout["annotations"] if "<b>" not in note["text"]]
    assert [note["text"] for note in numbers] == ["10⁻⁸", "0.0001", "0.01"]
    for note in numbers:
        row = int(np.argmin(np.abs(x - note["y"])))
        there = np.interp(note["x"], x, np.clip(np.log10(values[row]), -16, 0))
        assert (x[row], there) == pytest.approx((note["y"], np.log10(float(with_exponents(note["text"])))), abs=1e-6)
    heights = sorted([marked, *(note["y"] for note in numbers)])
    assert min(np.diff(heights)) > 0.6
    assert figure.layout["showlegend"] is False


@pytest.mark.parametrize("free", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_the_length_of_the_ruler_covers_no_point_if_a_corner_is_free(free: tuple[int, int]) -> None:
    corners = np.array([(a, b) for a in (1, -1) for b in (1, -1) if (a, b) != free], dtype=float)
    X = np.vstack([0.9 * corners, [[0.0, 0.0], [0.1, 0.1]]])
    ruler = Ruler(3, 4, "length 1")
    view = DataView(X, None, (-1.0, 1.0), (-1.0, 1.0))
    figure = ruler_plane(view, None, ruler)
    (note,) = [note for note in figure.layout["annotations"] if note["text"] == ruler.label]
    assert (note["x"], note["y"]) == free


@pytest.mark.parametrize(
    "words",
    [
        lambda: describe_line(LineFunction(CURVE, thresholds=PAIR), np.zeros((2, 1))),
        lambda: describe_parabola(np.zeros((2, 1)), [Cut((1.0, 1.0), 0.0, "cut", "#000", PAIR)], 0.0),
        lambda: describe_components(PAIR, 2),
        lambda: describe_ball(np.zeros((2, 2)), 1.0, BallMarks(spots=[BallSpot(PAIR, "centre")])),
        lambda: describe_span([Arrow(np.array([*PAIR, 1.0]), "w", "#000")]),
        lambda: str(two_points(np.array(PAIR), np.array(PAIR)).data[0]["hovertemplate"]),
    ],
)
def test_numbers_with_decimal_commas_are_separated_by_semicolons(words: Callable[[], str]) -> None:
    with speaking("de"):
        assert "−0,25; 0,5" in words()


@pytest.mark.parametrize("up", [0.8, 0.0, -0.8])
def test_no_two_names_of_arrows_are_at_one_side_of_a_tip(up: float) -> None:
    inside, upright = np.array([1.0, 0.2, 0.0]), np.array([0.0, 0.0, 1.0])
    w = inside + up * upright
    below, above = ("bottom center", "top center") if up >= 0 else ("top center", "bottom center")
    arrows = [
        Arrow(inside, "part", "#000", "part", side=below),
        Arrow(w, "rest", "#000", "rest", (1.0, 0.2, 0.0), side="middle right", halfway=True),
        Arrow(w, "w", "#000", "w", side=above),
    ]
    room = box_around(np.array([inside, w, [0.0, 1.0, 0.0]]))
    figure = span_space(arrows, upright, inside, ("a", "b", "c"), room, alike=(inside - upright, inside + upright))
    written = [
        (tuple(np.round([t["x"][i], t["y"][i], t["z"][i]], 6)), t["textposition"])
        for t in figure.data
        if "text" in t.get("mode", "")
        for i, text in enumerate(t["text"])
        if text
    ]
    assert len(set(written)) == len(written) == (5 if up else 4)
    assert figure.layout["showlegend"] is False


def test_a_heading_names_each_counted_quantity_once() -> None:
    costs = [Cost("a", "x", 3.0), Cost("a", "y", float("inf")), Cost("b", "z", 5.0)]
    figure = cost_bars(costs)
    (bars,) = figure.data
    assert [note["text"] for note in figure.layout["annotations"]] == ["<b>a</b><br>x", "y", "<b>b</b><br>z"]
    assert all(note["y"] < row for note, row in zip(figure.layout["annotations"], bars["y"], strict=True))
    assert "pattern" not in bars["marker"]
    assert [opacity < 1 for opacity in bars["marker"]["opacity"]] == [False, True, False]


def entries(figure: Any) -> set[str]:
    """Return the names in the figure's legend."""
    if figure.layout.get("showlegend") is False:
        return set()
    plain = ("scatter", "bar", "scatter3d")
    shown = [t for t in figure.data if t.get("name") and t.get("showlegend", t.get("type", "scatter") in plain)]
    return {t["name"].strip() for t in shown} if len(shown) > 1 else set()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kernel", ["rbf(gamma=1)", "rbf(gamma=1) - 0.3"])
@pytest.mark.parametrize("page", pages().values(), ids=pages())
def test_a_picture_beside_another_does_not_repeat_its_legend(page: Page[Any], kernel: str) -> None:
    for state in states(page, POINTS["the default drawing"], kernel):
        lesson = page.build(state)
        if lesson.picture is None:
            continue
        first = entries(lesson.picture.figure)
        for block in lesson.beside:
            if isinstance(block, Picture) and block.key != lesson.picture.key:
                assert not first & entries(block.figure), (block.key, state)
