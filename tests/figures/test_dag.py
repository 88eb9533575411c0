"""The decision graph: a node for every pair, the path from the whole row to one class."""

import pytest

from kernviz.figures.tree.dag import decision_dag, describe_dag
from tests.lessons.reading import traces

PATH = [((0, 3), 3), ((1, 3), 1), ((1, 2), 2)]


def test_nodes_and_edges() -> None:
    figure = decision_dag("abcd", PATH)
    assert len(figure.layout.shapes) == 6 + 4  # pairs and single classes
    edges = [traces(figure, name)[0] for name in ("the path", "not asked")]
    lines = [sum(x is None for x in edge.x) for edge in edges]
    assert lines == [3, 9]  # of twelve
    bold = {text for trace in traces(figure, "asked") for text in trace.text}
    assert bold == {"<b>a or d</b>", "<b>b or d</b>", "<b>b or c</b>", "<b>◆ c</b>"}


def test_without_a_path_no_node_is_bold() -> None:
    assert not traces(decision_dag("ab", []), "asked")


def test_names_are_text() -> None:
    figure = decision_dag(["<b>x", "a very long name", "c"], [])
    shown = [text for trace in traces(figure, "not asked") if trace.mode == "text" for text in trace.text]
    assert any("&lt;b&gt;x" in text for text in shown)
    assert not any("a very long name" in text for text in shown)


def test_words_and_refusal() -> None:
    assert (
        describe_dag("abcd", PATH)
        == "Decision graph of 4 classes with 6 machines. The path: a or d: d; b or d: b; b or c: c."
    )
    with pytest.raises(ValueError, match="1 class: a decision graph needs at least two"):
        decision_dag("a", [])
