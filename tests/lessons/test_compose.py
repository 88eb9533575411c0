"""The Compose page: one judgement behind tree, words, witness and code; K(x, z) three ways is one number."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz.data import load
from kernviz.kernels import Kernel
from kernviz.kernels.math_notation import understood
from kernviz.lessons import compose
from kernviz.lessons.compose.tabs import rule_cards
from kernviz.lessons.compose.tabs.exponential import exponent
from kernviz.lessons.lesson import Formula, Picture, Text
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.proof_picture import tree_nodes
from kernviz.lessons.shared.three_ways import three_ways
from kernviz.lessons.shared.verdict import MARKS
from kernviz.mercer import Verdict
from tests import oracle
from tests.lessons.reading import (
    COMPOSE_PRESETS,
    SVM_PRESETS,
    compose_page,
    compose_state,
    different,
    flat,
    in_turn,
    in_turn_or_all,
    names,
    not_finite,
    pictures,
    readout,
    tab,
    tables,
    unrolled,
    value,
    values,
    words,
)
from tests.strategies import few, kernels

FUN_TIME_4 = {  # S3: which of these is a Gram matrix of 1 and −1?
    "poly(degree=2, gamma=1, coef0=-1)": (-4, 4),
    "(-linear - 1)**2": (4, 4),
    "poly(degree=2, gamma=1, coef0=1)": (4, 4),
    "linear": (0, 2),
}


def page(k: str, data: str = "moons", **more: Any) -> Any:
    return compose.build(compose_page(flat(load(data)), kv.parse(k), **more))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("preset", different(compose_state), ids=lambda p: p.sentence)
def test_every_example_says_one_verdict_in_every_place(preset: Preset) -> None:
    state = compose_state(preset)
    lesson = compose.build(state)
    assert not lesson.problem
    check_page(state, lesson)


@pytest.mark.sampled(15)
@in_turn_or_all
@pytest.mark.parametrize("name", names())
def test_every_dataset_of_the_library(name: str, every: bool) -> None:
    for k in in_turn(("rbf(gamma=1)", "linear - rbf(gamma=1)"), names().index(name), every):
        state = compose.State(flat(load(name)), kv.parse(k))
        check_page(state, compose.build(state))


def check_page(state: compose.State, lesson: Any) -> None:
    """Tree, heading, lines, witness and read-outs against the judgement, the witness against the definition."""
    judgement = lesson.facts["judged"].full
    texts = [block.markdown for block in unrolled((*lesson.band, *lesson.beside)) if isinstance(block, Text)]
    heading = MARKS[judgement.verdict]
    assert texts[0] == (
        f"## {heading}: not on every ℝᵈ"
        if judgement.asked
        else f"## {heading} on {'every ℝᵈ' if state.space.every else judgement.space}"
    )
    assert texts[1].startswith(judgement.sentence)
    lines = [block for block in tab(lesson, "Proof, line by line") if isinstance(block, Formula)]
    assert tree_nodes(lesson.facts["judged"].decided) == tree_nodes(judgement), "drawn without the person's points"
    steps = judgement.proof.steps()
    assert [line.latex for line in lines] == [rf"k_{{{s.index}}} = {s.formula}" for s in steps]
    marks = re.findall("^[✓✗◐] ", words(tab(lesson, "Proof, line by line")), re.MULTILINE)
    assert marks[: len(steps)] == ["✗ " if not s.complete else "◐ " if s.conditional else "✓ " for s in steps]
    assert ("✗" in "".join(marks)) != judgement.proof.complete
    there = "Witness" in [each.title for each in lesson.tabs]
    assert there == (judgement.verdict is not Verdict.PROVEN)
    shown_by_points = there and "No points" not in words(tab(lesson, "Witness"))
    assert shown_by_points == (judgement.refuted_by == "points")
    if judgement.witness is not None:
        check_witness(state, lesson, judgement.witness)
    check_decider(lesson, judgement)
    for picture in pictures(lesson):
        assert not not_finite(picture.figure), picture.key
        assert picture.alt
    if not state.own:
        assert readout(lesson, "λₘᵢₙ here").value == "–"
        return
    X = state.data.X
    K = state.kernel(X[(X >= 0).all(axis=1)] if state.nonnegative else X)
    if np.abs(K - K.T).max() > 1e-9 * np.abs(K).max():
        assert readout(lesson, "λₘᵢₙ here").value == "–", "a matrix that is not symmetric has none"
        return
    shown = value(readout(lesson, "λₘᵢₙ here").value)
    lowest = float(np.linalg.eigvalsh((K + K.T) / 2)[0])
    assert shown == pytest.approx(lowest, rel=6e-3, abs=1e-12 * np.abs(K).sum())
    assert shown >= 0 or judgement.verdict is not Verdict.PROVEN, "rounding is no refutation"


def check_decider(lesson: Any, judgement: Any) -> None:
    """Check that the picture beside the verdict agrees with it."""
    shown = [block for block in lesson.beside if isinstance(block, Picture) and block.key != "pair"]
    assert len(shown) <= 1
    for picture in shown:
        if "is no kernel" in picture.caption:
            assert judgement.verdict is Verdict.REFUTED
        if "k is a kernel" in picture.caption and not lesson.facts["measure"]:
            assert judgement.verdict is Verdict.PROVEN


def check_witness(state: compose.State, lesson: Any, witness: Any) -> None:
    """Check by definition that the points refute the kernel: an asymmetric entry, or cᵀKc < 0."""
    K, errors = oracle.table(state.kernel, witness.points)
    if not witness.symmetric:
        assert np.abs(K - K.T).max() > (errors + errors.T).max()
        return
    c = witness.vector
    assert c @ K @ c < -(np.abs(c) @ errors @ np.abs(c))
    assert witness.eigenvalue == pytest.approx(np.linalg.eigvalsh(K)[0], rel=1e-6)
    if len(witness) <= 6:
        found = re.search(r"c\^\\mathsf T K c = (-?[\d.e{}\\cdot^-]+) < 0", words(tab(lesson, "Witness")))
        assert found
        assert number_of(found.group(1)) == pytest.approx(c @ K @ c, rel=1e-3)


def number_of(latex: str) -> float:
    """-1.2\\cdot 10^{-3} -> -0.0012"""
    mantissa, _, power = latex.replace(" ", "").replace("{", "").replace("}", "").partition(r"\cdot10^")
    return float(mantissa) * 10.0 ** float(power or 0)


# ---- the notes -------------------------------------------------------------------------------------------------------


def test_the_gaussian_kernel_is_quiz_1_in_four_lines() -> None:
    lesson = page("rbf(gamma=1)")
    steps = lesson.facts["judged"].full.proof.steps()
    assert [step.rule.sources["S2"] for step in steps] == ["rule 1", "rule 2", "rule 7", "rule 6"]
    text = [b.markdown for b in tab(lesson, "Proof, line by line") if isinstance(b, Text)]
    assert text[0].endswith("so the last line is a kernel: 4 lines.")
    assert [re.search(r"S2 (rule \d)", line).group(1) for line in text[1:]] == ["rule 1", "rule 2", "rule 7", "rule 6"]  # type: ignore[union-attr]
    assert readout(lesson, "features").value == "∞"
    assert "✓ proven" in lesson.band[0].markdown


@pytest.mark.parametrize("k", FUN_TIME_4)
def test_fun_time_4(k: str) -> None:
    lesson = page(k, "fun_time_4")
    points = load("fun_time_4").X
    assert np.linalg.eigvalsh(kv.parse(k)(points)) == pytest.approx(FUN_TIME_4[k], abs=1e-12)
    assert value(readout(lesson, "λₘᵢₙ here").value) == pytest.approx(FUN_TIME_4[k][0], abs=1e-12)
    refuted = FUN_TIME_4[k][0] < 0
    assert ("✗ refuted" in lesson.band[0].markdown) == refuted
    if refuted:
        assert r"\begin{bmatrix}0&4\\4&0\end{bmatrix}" in words(tab(lesson, "Witness"))


@pytest.mark.parametrize(
    ("preset", "degree", "features"),
    [
        ("Degrees multiply: a square inside a cube", "6", "28"),  # monomials of degree ≤ 6 in two letters
        ("Rule 8 with a matrix that has a negative eigenvalue", "1", "–"),
        ("Matérn: between rough and smooth", "–", "∞"),
    ],
)
def test_degree_and_features(preset: str, degree: str, features: str) -> None:
    lesson = compose.build(compose_state(next(p for p in COMPOSE_PRESETS if p.sentence == preset)))
    assert (readout(lesson, "degree").value, readout(lesson, "features").value) == (degree, features)


def test_the_coefficient_matrix_gives_the_kernel_back() -> None:
    lesson = page("(1 + linear)**2 - 0.5*linear")
    table = tables(tab(lesson, "Coefficient matrix"))[0].columns
    M = np.array([values(table[label]) for label in table["monomial"]])
    powers = {"1": (0, 0), "x₁": (1, 0), "x₂": (0, 1), "x₁²": (2, 0), "x₁x₂": (1, 1), "x₂²": (0, 2)}
    X = np.random.default_rng(0).normal(size=(7, 2))
    m = np.stack([X[:, 0] ** a * X[:, 1] ** b for a, b in (powers[label] for label in table["monomial"])], axis=1)
    assert m @ M @ m.T == pytest.approx(lesson.facts["judged"].full.kernel(X), rel=1e-9, abs=1e-9)
    assert "rank 6: a kernel, with 6 features" in words(tab(lesson, "Coefficient matrix"))


@pytest.mark.sampled(15)
@pytest.mark.parametrize("preset", SVM_PRESETS + COMPOSE_PRESETS, ids=lambda p: p.sentence)
def test_rule_cards_say_the_smallest_eigenvalues_of_their_matrices(preset: Preset) -> None:
    state = compose_state(preset)
    lesson = compose.build(state)
    for picture in (p for p in pictures(lesson) if p.key.startswith("card-")):
        square = next(t for t in picture.figure.data if t.type == "heatmap")
        K = np.array(square.z, dtype=float)
        assert value(picture.caption.rpartition("= ")[2]) == pytest.approx(
            np.linalg.eigvalsh((K + K.T) / 2)[0], rel=6e-3, abs=1e-6 * np.abs(K).sum()
        )


def test_a_rule_card_marks_a_negative_eigenvalue_beside_a_large_matrix() -> None:
    lesson = compose.build(compose.State(load("moons"), kv.parse("1e12*rbf(gamma=1) - 0.001")))
    (picture,) = (p for p in pictures(lesson) if p.key == "cards")
    marks = [a.text[0] for a in picture.figure.layout.annotations if a.text[0] in "✓✗"]
    assert marks[1] == "✗"
    assert "A part has a negative eigenvalue" in words(tab(lesson, rule_cards.TITLE))


# ---- three ways ------------------------------------------------------------------------------------------------------


@few(200)
@given(data=st.data())
def test_three_ways_give_one_number(data: Any) -> None:
    d = data.draw(st.integers(1, 2))
    k: Kernel = data.draw(kernels(d))
    x, z = (np.array(data.draw(st.tuples(*[st.integers(-8, 8)] * d))) / 4 for _ in range(2))
    found = three_ways(k, x, z)
    # k(x,z) may be a small difference of large numbers: relative to √(k(x,x)·k(z,z)), which no value of k exceeds
    size = math.sqrt(abs(float(k(x[None])[0, 0] * k(z[None])[0, 0])))
    if not np.isfinite(size):
        return
    _, errors = oracle.table(k, np.stack([x, z]))
    assert found.difference <= 1e-9 * size + 16 * errors[0, 1]
    assert found.lines[-1].value == pytest.approx(found.closed, rel=1e-9, abs=1e-9 * size + 16 * errors[0, 1])
    if found.features is not None:
        assert float(found.phi_x @ found.phi_z) == found.features


def test_three_ways_that_differ_would_be_seen() -> None:
    found = three_ways(kv.parse("poly(degree=2)"), np.array([1.0, 2.0]), np.array([3.0, -1.0]))
    assert found.difference <= 1e-12
    assert found.closed == pytest.approx((1 + 1) ** 2)
    broken = type(found)(found.closed, 4.001, found.tree, found.labels, found.phi_x, found.phi_z, found.lines)
    assert broken.difference == pytest.approx(0.001)


def test_the_table_of_three_ways() -> None:
    lesson = page("poly(degree=2)", x=(1.0, 2.0), z=(3.0, -1.0))
    ways, parts, features = tables(tab(lesson, "One number, three ways"))
    assert values(ways.columns["k(x, z)"]) == pytest.approx(4.0)
    assert value(parts.columns["value"][-1]) == 4
    assert values(features.columns["product"]) == pytest.approx(
        values(features.columns["φ(x)"]) * values(features.columns["φ(z)"]), rel=1e-3
    )
    assert values(features.columns["product"]).sum() == pytest.approx(4.0, rel=1e-3)
    assert "The products sum to 4." in features.caption


# ---- the exponential series ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("N", [0, 1, 4, 12])
def test_partial_sums_and_their_error(N: int) -> None:
    lesson = page("exp(0.5*linear)", x=(1.0, 1.0), z=(2.0, 1.0), terms=N)
    written = words(tab(lesson, "e to the power of a kernel"))
    total = sum(1.5**n / math.factorial(n) for n in range(N + 1))
    assert "u = 1.5." in written
    assert f"= {total:.6g}," in written
    assert f"e^u = {math.exp(1.5):.6g}," in written


def test_behind_a_map_the_exponent_sees_the_mapped_points() -> None:
    x, z = np.array([1.0, 2.0]), np.array([0.5, -1.0])
    found = exponent(kv.parse("exp(linear) @ square"), x, z)
    assert found is not None
    assert found[1] == pytest.approx(1.0 * 0.25 + 4.0 * 1.0)
    plain = exponent(kv.parse("1 + exp(linear)"), x, z)
    assert plain is not None
    assert plain[1] == pytest.approx(-1.5)
    assert exponent(kv.parse("poly(degree=3)"), x, z) is None
    title = "e to the power of a kernel"
    assert title not in [t.title for t in page("poly(degree=3)").tabs]
    assert title in [t.title for t in page("exp(linear)").tabs]


# ---- what does not fit -----------------------------------------------------------------------------------------------


def test_a_kernel_that_does_not_fit_the_data_is_a_sentence() -> None:
    lesson = page("bilinear([[1, 0], [0, 1]])", "s1_line")
    assert lesson.picture is None
    assert "2" in lesson.problem


def test_another_dimension_than_the_datas() -> None:
    plane = page("expsine(length=1, period=1)")
    line = page("expsine(length=1, period=1)", dimension=1)
    assert "✗ refuted" in plane.band[0].markdown
    assert "✓ proven" in line.band[0].markdown
    assert readout(line, "λₘᵢₙ here").value == "–"


# ---- tree and list ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["(linear - 1)**2", "linear - 1", "exp(linear) - 0.51*linear**2", "cosine(1)*rbf(2) - 1"]
)
def test_tree_and_list_agree(text: str) -> None:
    """Regression: `linear - 1` was open in the tree and refuted in the list of parts."""
    lesson = compose.build(compose_page(load("moons"), kv.parse(text)))
    nodes = tree_nodes(lesson.facts["judged"].decided)
    assert len(nodes) > 2
    for node in nodes:
        weighted = re.fullmatch(r"f\(x\)·(.*)·f\(z\), f\(x\) = exp\(−(?:(.*)·)?‖x‖²\)", node.text)
        kernel = understood(weighted[1] if weighted else node.text)
        if weighted:
            kernel = kv.parse(f"weight(decay(gamma={weighted[2] or 1}), {kernel})")
        verdict = kv.judge(kernel, d=2).verdict
        assert (node.verdict == "refuted") == (verdict is Verdict.REFUTED), node
        assert (node.verdict in ("proven", "conditional")) == (verdict is Verdict.PROVEN), node


def test_a_line_of_a_proof_says_what_its_conditions_come_to() -> None:
    """Rule 8 hangs on all eigenvalues of A, also of one that holds."""
    assert "Here A is symmetric; λₘᵢₙ = 1 of 1, 3." in words(
        tab(page("bilinear([[2,1],[1,2]])"), "Proof, line by line")
    )
    assert "Here" not in words(tab(page("linear"), "Proof, line by line"))


@pytest.mark.parametrize(
    ("proven", "refuted"),
    [
        ("2*rbf(2) - rbf(1)", "1.2*rbf(2) - rbf(1)"),
        ("(linear + 1)**3 - linear", "(linear + 1)**3 - 9*linear"),
        ("exp(linear) - 0.4*linear**2", "exp(linear) - 0.6*linear**2"),
    ],
)
def test_a_verdict_that_turns_moves_nothing(proven: str, refuted: str) -> None:
    """Both trees have the same lines, and the read-outs stand above the pictures, whose heights differ."""
    both = [page(proven), page(refuted)]
    assert ["proven" in b.band[0].markdown for b in both] == [True, False]
    assert both[0].picture.height == both[1].picture.height > 108
    for built in both:
        at = [type(block).__name__ for block in built.beside]
        assert at.index("Numbers") < at.index("Picture")
        parts = [node.text for node in tree_nodes(built.facts["judged"].decided)]
        assert len(parts) == built.picture.height // 54
    assert "need not be kernels" in both[0].picture.caption
    assert "not proven" not in both[0].picture.alt


def test_every_node_has_its_value_at_the_two_points() -> None:
    """x = (1, 2), z = (3, −1): x·z = 1, ‖x − z‖² = 13; behind the map of squares 13 and 73."""
    state = compose_page(load("moons"), kv.parse("rbf(0.1) + rbf(0.1) @ square"))
    nodes = tree_nodes(compose.build(state).facts["judged"].decided, state.pair())
    values = {
        node.text.partition(" = ")[0]: value(re.split(" at |, f", node.text.partition(" = ")[2])[0]) for node in nodes
    }
    assert values["exp(−0.1·‖x − z‖²) @ square"] == pytest.approx(
        np.exp(-0.1 * ((1 - 9) ** 2 + (4 - 1) ** 2)), rel=1e-3
    )
    assert nodes[0].text.startswith("exp(−0.1·‖x − z‖²) + exp(−0.1·‖x − z‖²) @ square = ")
    inner = [n for n in nodes if n.text.startswith("x·z = ")]
    assert sorted(value(n.text.partition(" = ")[2].partition(" at ")[0]) for n in inner) == [1, 13]


def test_a_weight_in_a_proof_is_a_formula() -> None:
    """A kernel between f(x) and f(z) is drawn as that, not as the text one types."""
    found = [node.text for node in tree_nodes(kv.judge(kv.parse("2*rbf(gamma=3)")))]
    assert "f(x)·exp(6·x·z)·f(z), f(x) = exp(−3·‖x‖²)" in found
    [node, *_] = tree_nodes(
        kv.judge(kv.parse("weight(norm, linear + 1)")), (np.array([3.0, 4.0]), np.array([0.0, 1.0]))
    )
    assert node.text == "f(x)·(x·z + 1)·f(z) = 25, f(x) = ‖x‖"
    [node, *_] = tree_nodes(kv.judge(kv.parse("weight(decay(gamma=0.12345678), linear)")))
    assert node.text == "f(x)·x·z·f(z), f(x) = exp(−0.12345678·‖x‖²)"
