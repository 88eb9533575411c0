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


def test_a_long_name_is_cut_between_characters() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # three code points and two joiners: one character
    figure = decision_dag(["a " + family * 2 + " and others", "b"], [])
    shown = "".join(text for trace in traces(figure, "not asked") if trace.mode == "text" for text in trace.text)
    assert f"a {family * 2} and…" in shown


def test_short_names_stay_on_one_line_though_their_html_is_longer() -> None:
    figure = decision_dag(["<1", "≥1"], [])
    shown = [text for trace in traces(figure, "not asked") if trace.mode == "text" for text in trace.text]
    assert "&lt;1 or ≥1" in shown


def test_more_classes_never_make_the_picture_lower() -> None:
    heights = [decision_dag("abcdefghij"[:k], []).layout.height for k in range(2, 11)]
    assert heights == sorted(heights)


def test_words_and_refusal() -> None:
    assert (
        describe_dag("abcd", PATH)
        == "Decision graph of 4 classes with 6 machines. The path: a or d: d; b or d: b; b or c: c."
    )
    with pytest.raises(ValueError, match="1 class: a decision graph needs at least two"):
        decision_dag("a", [])
