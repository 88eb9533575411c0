"""Statements about a rule, about a part's points and about a verdict's space are true in the current state."""

from __future__ import annotations

import re

import numpy as np
import pytest

import kernviz as kv
from kernviz.kernels import Space
from kernviz.lessons import compose
from kernviz.lessons.compose.tabs import rule_cards
from kernviz.lessons.lesson import Text
from kernviz.lessons.shared.outermost_rule import outermost_rule
from kernviz.lessons.shared.proof_picture import tree_nodes
from tests.lessons.reading import lesson_at, state_at, tab, value

KERNELS = (
    "polynomial(linear, [1, -2, 1])",
    "bilinear([[1, 2], [2, 1]])",
    "bilinear([[2, 1], [1, 2]])",
    "rbf(gamma=2) - rbf(gamma=1)",
    "2*rbf(2) - rbf(1)",
    "linear + rbf(gamma=1)",
    "linear * rbf(gamma=1)",
    "-linear",
    "exp(negdistance(p=3))",
    "sigmoid(gamma=1, coef0=0)",
)


@pytest.mark.parametrize("data", ["fun_time_4", "moons"])
@pytest.mark.parametrize("k", KERNELS)
def test_statements_about_parts_and_whole_agree_with_their_matrices(k: str, data: str) -> None:
    kernel, X = kv.parse(k), kv.toy(data).X
    if "bilinear" in k and data == "fun_time_4":
        return
    state = state_at("compose", data=data, n="30", k=k)
    page = compose.build(state)
    there = rule_cards.TITLE in [each.title for each in page.tabs]
    assert there is bool(kernel.children)  # a leaf has no parts to compare
    if not there:
        return
    text = " ".join(b.markdown for b in tab(page, rule_cards.TITLE) if isinstance(b, Text))
    assert "neither has the whole" not in text
    parts = [child(X) for child in kernel.children]
    negative = [float(np.linalg.eigvalsh(K)[0]) < -1e-8 * float(np.abs(K).max()) for K in (*parts, kernel(X))]
    if "A part has" in text:
        assert any(negative[:-1])
    elif "No part has" in text:
        assert negative[-1]
        assert not any(negative[:-1])
    else:
        assert "Neither a part" in text
        assert not any(negative)


@pytest.mark.parametrize("k", KERNELS)
def test_a_rule_is_stated_only_for_kernels_not_refuted(k: str) -> None:
    kernel = kv.parse(k)
    statement = outermost_rule(kernel, Space(2))
    if kv.judge(kernel, d=2).verdict is kv.Verdict.REFUTED:
        assert not statement.startswith("Rule: ")
        assert "not apply" in statement or "shows nothing" in statement
    else:
        assert statement.startswith("Rule: ")


@pytest.mark.parametrize(
    "k",
    [
        "linear @ square + linear",
        "(1 + linear) @ abs + linear",
        "rbf(gamma=1) @ column(1) + cosine(omega=1) @ column(1)",
    ],
)
def test_a_part_behind_a_map_says_at_which_points_it_is(k: str) -> None:
    """k of each line, evaluated at the points beside it, is the number of the line."""
    x, z = np.array([1.0, 2.0]), np.array([3.0, -1.0])
    judgement = kv.judge(kv.parse(k), d=2)
    nodes = tree_nodes(judgement, (x, z))
    assert any(" at (" in node.text or re.search(r" at [−\d]", node.text) for node in nodes)
    for node, (_, proof) in zip(nodes, judgement.proof.walk(), strict=False):
        shown = re.search(r" = (\S+?)(?: at (.*?))?(?:, f\(x\) = .*)?$", node.text)
        assert shown, node.text
        places = (x, z)
        if shown[2]:
            numbers = [value(n) for n in re.findall(r"−?[\d.]+", shown[2])]
            places = tuple(np.array(numbers).reshape(2, -1))
        here = float(proof.kernel(places[0][None], places[1][None])[0, 0])
        assert value(shown[1]) == pytest.approx(here, rel=1e-3)
    assert "φ(x) and φ(z)" in lesson_at("compose", data="moons", k=k, values="true").picture.caption  # type: ignore[union-attr]


def test_a_tree_without_a_map_names_no_other_points() -> None:
    nodes = tree_nodes(kv.judge(kv.parse("(1 + linear)**2"), d=2), (np.array([1.0, 2.0]), np.array([3.0, -1.0])))
    assert not any(" at " in node.text for node in nodes)
