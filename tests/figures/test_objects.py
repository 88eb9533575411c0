"""Pictures of sets, words and graphs: positions, and descriptions in words."""

from __future__ import annotations

import numpy as np
import pytest

from kernviz.figures.things.gram_and_map import named_gram, named_map
from kernviz.figures.things.graph_pair import describe_graph_pair, graph_pair, layout
from kernviz.figures.things.images import image_grid
from kernviz.figures.things.venn import describe_venn, venn
from kernviz.figures.things.word_links import Mark, describe_word_links, word_links


def test_names_stand_along_the_matrix_in_the_order_of_the_classes() -> None:
    K = np.array([[3.0, 1.0, 0.0], [1.0, 2.0, -1.0], [0.0, -1.0, 4.0]])
    figure = named_gram(K, ["one", "<b>", "three"], [1, 0, 1], classes=("left", "right"), marked=(0, 2))
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt; ●", "one ■", "three ■"]
    assert np.array_equal(figure.data[0].z, K[np.ix_([1, 0, 2], [1, 0, 2])])
    assert figure.data[0].zmin == -4  # both signs: paper at 0
    frames = {(s.x0, s.y0) for s in figure.layout.shapes}
    assert frames == {(0.5, 1.5), (1.5, 0.5)}


def test_names_that_would_cover_each_other_are_left_out() -> None:
    Z = np.array([[0.0, 0.0], [0.001, 0.001], [0.002, 0.0], [1.0, 1.0]])
    names = ["a long name", "another name", "a third name", "far"]
    texts = named_map(Z, names, ringed=(1,)).data
    shown = [text for trace in texts if trace.mode == "markers+text" for text in trace.text]
    assert "far" in shown
    assert any("another name" in text for text in shown)  # what is ringed comes first
    everywhere = named_map(np.zeros((4, 2)), names).data
    assert any("a long name, another name, a third name +1" in (t.text or ()) for t in everywhere)


def test_elements_stand_in_their_regions() -> None:
    figure = venn(["a"], ["b", "c"], [], ["f"])
    at = [
        {text.removeprefix("<b>").removesuffix("</b>"): x for text, x in zip(trace.text or (), trace.x, strict=False)}
        for trace in figure.data
    ]
    assert at[0]["a"] < -0.5
    assert figure.data[1].text == ["<b>b</b><br><b>c</b>"]  # one text, whose lines do not lie on each other
    assert list(figure.data[1].x) == [0.0]
    assert "In both: 2 elements: b, c" in describe_venn(["a"], ["b", "c"], [])


def test_every_pair_of_equal_pieces_is_joined() -> None:
    above = [Mark(0, (0, 1)), Mark(0, (2, 3)), Mark(1, (1, 2))]
    below = [Mark(0, (0, 1)), Mark(1, (1, 2))]
    figure = word_links("abab", "aba", above, below, ["ab", "ba"])
    links = [t for t in figure.data if t.mode == "lines+text"]
    assert len(links) == 3
    assert "3 lines join equal pieces" in describe_word_links("abab", "aba", above, below, ["ab", "ba"])
    assert describe_word_links("ab", "xb", [Mark(0, (1,))], [Mark(0, (1,))], ["b"]).endswith(
        "1 line joins equal pieces."
    )
    bars = [t for t in figure.data if t.mode == "lines+markers"]
    assert len({round(t.y[0], 3) for t in bars[:3]}) == 2  # the run in the middle takes a lane of its own
    assert word_links("", "", [], [], []).data


@pytest.mark.parametrize("n", [1, 2, 6, 40])
def test_a_ring_is_drawn_as_a_ring(n: int) -> None:
    edges = [(i, i + 1, "") for i in range(n - 1)] + ([(0, n - 1, "")] if n > 2 else [])
    at = layout(n, edges)
    lengths = [float(np.linalg.norm(at[i] - at[j])) for i, j, _ in edges]
    assert all(0.6 < length < 1.7 for length in lengths)
    assert np.allclose(at.mean(axis=0), 0, atol=1e-9)
    apart = [float(np.linalg.norm(at[i] - at[j])) for i in range(n) for j in range(i)]
    assert min(apart, default=1.0) > 0.3


def test_bonds_and_depths_are_drawn() -> None:
    left, right = (("C", "O"), [(0, 1, "=")]), (("C",), [])
    figure = graph_pair(left, right, ([0, -1], [0]), ("one", "two"))
    bonds = next(t for t in figure.data if t.mode == "lines")
    assert len([x for x in bonds.x if x is None]) == 2  # two lines for a double bond
    hovers = [list(t.hovertext) for t in figure.data if t.mode == "markers+text"]
    assert hovers == [["label in both", "not in the other"], ["label in both"]]
    assert "one: 2 nodes, 1 with a label the other has too" in describe_graph_pair(([0, -1], [0]), ("one", "two"))
    apart = layout(3, [(0, 1, "")])  # a node of its own still has a place
    assert np.isfinite(apart).all()


def test_pixels_are_counted_from_1() -> None:
    figure = image_grid([np.zeros((2, 3))], ["a"], 1)
    assert list(figure.data[0].x) == [1, 2, 3]
    assert list(figure.data[0].y) == [1, 2]
    assert tuple(figure.layout.xaxis.range) == (0.5, 3.5)
    assert tuple(figure.layout.yaxis.range) == (2.5, 0.5)
