"""The tree: every node once, parts under their whole, verdicts in icon, word and colour."""

import html
import re

import pytest

from kernviz.figures.svg import drawing
from kernviz.figures.tree.proof import TreeNode, arrange, describe_proof_tree, proof_tree

NODES = [
    TreeNode(0, None, "linear - 3*linear", "sum", "open", "a part is not proven"),
    TreeNode(1, 0, "linear", "dot product", "proven"),
    TreeNode(2, 0, "-3*linear", "scaling", "fails", "c = −3 must be ≥ 0"),
    TreeNode(3, 2, "linear", "dot product", "proven"),
]


def test_parts_follow_their_whole_one_level_deeper() -> None:
    places = arrange(NODES)
    assert [(p.node.id, p.row, p.level, p.parent_row) for p in places] == [
        (0, 0, 0, None),
        (1, 1, 1, 0),
        (2, 2, 1, 0),
        (3, 3, 2, 2),
    ]


def test_order_of_the_list_does_not_matter_to_the_shape() -> None:
    shuffled = [NODES[3], NODES[0], NODES[2], NODES[1]]
    assert {(p.node.id, p.level) for p in arrange(shuffled)} == {(p.node.id, p.level) for p in arrange(NODES)}


def test_a_row_each_and_a_height_that_grows() -> None:
    small, large = proof_tree(NODES[:1]), proof_tree(NODES)
    assert large.layout.height > small.layout.height
    boxes = large.data[0]
    assert list(boxes.customdata) == [0, 1, 2, 3]
    assert [base + width for base, width in zip(boxes.base, boxes.x, strict=True)] == pytest.approx([1] * 4)


def test_verdicts_are_icon_word_and_colour() -> None:
    figure = proof_tree(NODES)
    icons, lines = figure.data[2], figure.data[4]
    assert [t.strip("</b>") for t in icons.text] == ["?", "✓", "✗", "✓"]
    assert len(set(icons.textfont.color)) == 3
    assert "fails: c = −3 must be ≥ 0" in lines.text[2]
    assert "proven: dot product" in lines.text[1]


def test_long_texts_are_cut_in_the_box_and_whole_on_hover() -> None:
    long = "rbf(gamma=2)*" * 20 + "linear"
    figure = proof_tree([TreeNode("a", None, long, "product", "proven")])
    assert "…" in figure.data[3].text[0]
    assert figure.data[0].text[0].replace("<br>", "").count("rbf(gamma=2)") == 20


def test_markup_in_a_text_is_text() -> None:
    figure = proof_tree([TreeNode("a", None, "a<b>c", "x < y", "proven")])
    assert "a&lt;b&gt;c" in figure.data[3].text[0]
    assert "x &lt; y" in figure.data[0].text[0]


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([], "exactly one root"),
        ([NODES[0], NODES[0]], "same id"),
        ([NODES[0], TreeNode(9, None, "k", "r", "open")], "2 nodes have no parent"),
        ([NODES[0], TreeNode(9, 7, "k", "r", "open")], "nodes 9 are not connected"),
        ([NODES[0], TreeNode(8, 9, "k", "r", "open"), TreeNode(9, 8, "k", "r", "open")], "form a circle"),
    ],
)
def test_nodes_that_form_no_tree_are_refused(nodes: list[TreeNode], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        arrange(nodes)


def test_a_proof_tree_is_described_in_words() -> None:
    text = describe_proof_tree(NODES)
    assert text.startswith("Proof tree of linear - 3*linear with 4 nodes: open; 2 nodes not proven")
    assert "-3*linear (c = −3 must be ≥ 0)" in text
    assert (
        describe_proof_tree(NODES[1:2] and [TreeNode(0, None, "k", "r", "proven")])
        == "Proof tree of k with 1 node: proven."
    )


def test_the_innermost_part_that_is_not_proven_is_the_deepest() -> None:
    text = describe_proof_tree([*NODES, TreeNode(4, 3, "deep", "r", "open"), TreeNode(5, 0, "last", "r", "open")])
    assert "the innermost being deep" in text


def test_without_a_script_a_line_ends_in_its_box_too() -> None:
    node = TreeNode("a", None, "rbf(gamma=2) & " * 9, "spectral measure " * 9, "proven")
    for width in (320, 590):
        picture = drawing(proof_tree([node]), width=width)
        assert picture is not None
        lines = [html.unescape(t) for t in re.findall(r"<tspan[^>]*>([^<]+)</tspan>", picture.svg)]
        long = [text for text in lines if len(text) > 5]
        assert len(long) == 2
        assert all(text.endswith("…") for text in long)
        assert all(0.8 * (width - 62) < 0.47 * 12.5 * len(text) < width - 40 for text in long), long
