"""Matrices keep their numbers and their indices when they are ordered by class."""

import numpy as np
import pytest

from kernviz.figures.matrix.gram import describe_gram, describe_matrix_combination, gram_heatmap, matrix_combination
from kernviz.figures.matrix.sizes import describe_squares, two_squares
from kernviz.figures.plane.gram_factor import describe_factor
from kernviz.figures.theme import DIVERGING, SEQUENTIAL, class_color
from tests.figures.helpers import SIGNS, X

K = X @ X.T
GAUSS = np.exp(-np.square(X[:, None] - X[None]).sum(axis=2))


def colors(trace: object) -> list[str]:
    return [str(c) for _, c in trace.colorscale]  # type: ignore[attr-defined]


def test_order_by_class_keeps_entry_and_index_together() -> None:
    (heat,) = (t for t in gram_heatmap(K, SIGNS).data if t.type == "heatmap")
    order = [int(i) - 1 for i in heat.x]
    assert SIGNS[order].tolist() == sorted(SIGNS.tolist())
    np.testing.assert_allclose(heat.z, K[np.ix_(order, order)], rtol=1e-6)
    assert list(heat.x) == list(heat.y)


def test_the_strips_have_the_colours_of_the_classes() -> None:
    """Three points of each class, the first class first: along the left side and along the upper one."""
    strips = [s for s in gram_heatmap(K, SIGNS).layout.shapes if s.type == "rect"]
    for i in range(2):
        mine = [s for s in strips if s.fillcolor == class_color(i)]
        assert len(mine) == 2
        assert {(s.y0, s.y1) for s in mine if s.x1 < 0} == {(3 * i - 0.5, 3 * i + 2.5)}
        assert {(s.x0, s.x1) for s in mine if s.y1 < 0} == {(3 * i - 0.5, 3 * i + 2.5)}


def test_negative_entries_ask_for_the_diverging_scale() -> None:
    both, one = gram_heatmap(K).data[0], gram_heatmap(GAUSS).data[0]
    assert colors(both) == [c for _, c in DIVERGING]
    assert both.zmin == -both.zmax
    assert colors(one) == [c for _, c in SEQUENTIAL]
    assert one.zmin == 0


def test_the_limit_can_be_fixed() -> None:
    assert gram_heatmap(GAUSS, limit=5.0).data[0].zmax == 5


def test_square_and_first_row_on_top() -> None:
    layout = gram_heatmap(GAUSS).layout
    assert layout.yaxis.scaleanchor == "x"
    assert tuple(layout.xaxis.range) == (-0.5, 5.5)
    assert tuple(layout.yaxis.range) == (5.5, -0.5)


def test_numbers_stand_in_small_matrices_only() -> None:
    assert gram_heatmap(K).data[0].texttemplate == "%{text}"
    assert gram_heatmap(K).data[0].text[0][1] == "0"
    assert gram_heatmap(np.eye(7)).data[0].texttemplate is None


def test_three_matrices_share_a_scale_and_say_their_smallest_eigenvalue() -> None:
    figure = matrix_combination(K, GAUSS, K - GAUSS, ("k₁", "k₂", "k₁ − k₂"), (0.0, 0.01, -1.5), operator="−")
    assert len(figure.data) == 3
    assert len({(t.zmin, t.zmax) for t in figure.data}) == 1
    texts = [a.text for a in figure.layout.annotations]
    assert [t for t in texts if t[0] in "✓✗"] == ["✓ 0", "✓ 0.01", "✗ −1.5"]
    assert "−" in texts
    assert "=" in texts


@pytest.mark.parametrize(
    ("D", "says"),
    [(20.0, "to scale. One has side D = 20"), (np.inf, "first is infinite"), (np.nan, "first is not known")],
)
def test_squares_are_described_as_drawn(D: float, says: str) -> None:
    text = describe_squares(D, 10, (D**3, 1000.0))
    assert says in text
    assert text.endswith("has side N = 10 and costs 1000 multiplications.")
    assert "∞" not in text


@pytest.mark.parametrize("r", [1, 2, 3])
def test_two_coordinates_of_a_factor_are_named_if_there_are_two(r: int) -> None:
    text = describe_factor(np.ones((r, 4)), 0.5)
    assert ("50 % of the squared lengths" in text) == (r >= 2)


def test_matrices_are_described_in_words() -> None:
    assert describe_gram(np.eye(2), [1, -1]) == "Gram matrix of 2 points, ordered by class: entries from 0 to 1."
    assert "k₁ (smallest eigenvalue 0) + k₂" in describe_matrix_combination(("k₁", "k₂", "s"), (0.0, 1.0, 1.0))


def test_the_words_under_the_squares_are_in_the_picture_however_small_it_is() -> None:
    layout = two_squares(np.inf, 200, (np.inf, 1e6)).layout
    for note in layout["annotations"]:
        at_edge = layout["yaxis"]["range"][int(note["y"])] - note["y"]
        assert abs(at_edge) < 0.05  # of the square, whose pixels are unknown
        beyond = abs(note["yshift"]) + 0.7 * note["font"]["size"]
        assert beyond <= layout["margin"]["b" if note["yshift"] < 0 else "t"]
