"""Worked numbers of the lecture notes as the pages svm and compose show them, and numbers in errata."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import compose, lift, svm
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson, Text
from tests.lessons.reading import blocks, compose_state, readout, svm_state, tab, tables, value, values, words

NOTES = {"S0": range(1, 16), "S1": range(16, 20), "S2": range(20, 28), "S3": range(28, 31), "S4": range(31, 48)}
ON_ALL = 48  # the width of the Gaussian is written in five ways


def example(sentence: str) -> Lesson:
    """Return the page of the example whose sentence begins with these words."""
    from kernviz.lessons.presets import PRESETS

    preset = next(p for p in PRESETS if p.sentence.startswith(sentence) and p.page in ("svm", "compose"))
    return svm.build(svm_state(preset)) if preset.page == "svm" else compose.build(compose_state(preset))


def errata(lesson: Lesson) -> dict[str, Erratum]:
    """Return {number and place: erratum} of a page; a key begins with the number, as in "E25 S2, …"."""
    found: dict[str, Erratum] = {}
    for block in blocks(lesson):
        if isinstance(block, Erratum):
            number = re.search(r"\((E\d+)\)", block.where)
            assert number, block.where
            found[f"{number.group(1)} {block.where}"] = block
    return found


def erratum(lesson: Lesson, number: str) -> Erratum:
    return next(e for key, e in errata(lesson).items() if key.startswith(f"{number} "))


def numbers(text: str) -> list[float]:
    """Return every number in a text; a minus sign may be − or -."""
    return [float(n.replace("−", "-")) for n in re.findall(r"[−-]?\d*\.?\d+", text)]


@pytest.fixture(scope="module")
def machine() -> Lesson:
    return example("Which points fix b")


@pytest.fixture(scope="module")
def composed() -> Lesson:
    return example("Quiz 1")


# ---- S0 --------------------------------------------------------------------------------------------------------------


def test_s0_the_six_products_sum_to_the_kernel() -> None:
    state = compose.State(load("moons"), kv.parse("poly(degree=2, gamma=1, coef0=1)"))
    lesson = compose.build(state)
    _, _, table = tables(tab(lesson, "One number, three ways"))
    assert len(table.columns["coordinate"]) == 6
    x, z, root = np.array([1.0, 2.0]), np.array([3.0, -1.0]), math.sqrt(2)

    def six(p: np.ndarray) -> list[float]:
        return sorted([p[0] ** 2, p[1] ** 2, root * p[0] * p[1], root * p[0], root * p[1], 1.0])

    assert sorted(values(table.columns["φ(x)"])) == pytest.approx(six(x), rel=1e-3)
    assert sorted(values(table.columns["φ(z)"])) == pytest.approx(six(z), rel=1e-3)
    assert "The products sum to 4." in table.caption  # (3 − 2 + 1)²


def test_s0_a_polynomial_of_a_kernel_is_not_always_a_kernel(composed: Lesson) -> None:
    lesson = example("A polynomial of a kernel, but not a kernel")
    assert "eigenvalue −4" in words((*lesson.band, *lesson.beside))
    stated = numbers(erratum(composed, "E1").check.partition("λ")[2])
    u = np.array([[1.0], [-1.0]]) @ np.array([[1.0, -1.0]])
    assert stated[0] == pytest.approx(np.linalg.eigvalsh((u - 1) ** 2)[0])
    assert stated[-1] == pytest.approx(np.linalg.eigvalsh(-np.ones((1, 1)))[0])


def test_s0_exercise_is_proven() -> None:
    lesson = example("The exercise")
    assert "✓ proven" in lesson.band[0].markdown  # type: ignore[union-attr]
    steps = [step.rule.name for step in lesson.facts["judged"].full.proof.steps()]
    assert steps == ["dot product", "constant", "sum", "power", "Gaussian of features"]


# ---- S1 --------------------------------------------------------------------------------------------------------------


def test_s1_nine_points_on_a_line() -> None:
    lesson = lift.build(lift.State(load("s1_line"), kv.parse("linear + linear @ square"), hard=True))
    notes, machine = (lesson.facts["lines"][name] for name in ("notes", "SVM"))
    assert (notes.margin, machine.margin) == ("1", "2.5")
    assert machine.w == pytest.approx((0, 0.4))
    assert machine.b == pytest.approx(-2.6)
    assert [x * x for x in notes.thresholds] == pytest.approx([5, 5])
    assert [x * x for x in machine.thresholds] == pytest.approx([6.5, 6.5])
    shown = tables(tab(lesson, "Every point"))[0].columns
    assert list(values(shown["notes: x² − 5"])) == [11, 4, -1, -4, -5, -4, -1, 4, 11]


def test_s1_the_answer_is_unique_but_its_weights_are_not() -> None:
    state = svm.State(load("s1_line"), kv.parse("linear + linear @ square"), hard=True)
    machine = svm.build(state).facts["training"].machine
    assert machine.support_.tolist() == [1, 2, 6, 7]  # ±3 and ±2: four weights, three equations
    assert machine.alpha_[machine.support_] == pytest.approx(0.04, rel=1e-4)  # the symmetric one


# ---- S2 --------------------------------------------------------------------------------------------------------------


def test_s2_quiz_1_cites_its_four_rules(composed: Lesson) -> None:
    texts = [block.markdown for block in tab(composed, "Proof, line by line") if isinstance(block, Text)]
    assert [re.findall(r"S2 (rule \d)", line) for line in texts[1:]] == [["rule 1"], ["rule 2"], ["rule 7"], ["rule 6"]]


def test_s2_the_printed_primal_has_another_optimum(machine: Lesson) -> None:
    right, dual, printed = values(tables(tab(machine, "Primal and dual"))[0].columns["optimum"])
    assert right == pytest.approx(dual, rel=1e-6)
    result = machine.facts["training"].machine
    # min w·w + C Σξ is twice min ½w·w + (C/2) Σξ
    halved = kv.KernelSVC(result.kernel, result.C / 2).fit(result.X_, result.signs_)
    assert printed == pytest.approx(2 * halved.certificate_.primal, rel=1e-6)
    assert printed != pytest.approx(right, rel=0.01)


def test_s2_only_free_support_vectors_give_b(machine: Lesson) -> None:
    table = tables(tab(machine, "Every point"))[0].columns
    b = value(readout(machine, "b").value)
    free = [v for v, group in zip(table["b of this point"], table["group"], strict=True) if group == "free SV"]
    bounded = [v for v, group in zip(table["b of this point"], table["group"], strict=True) if group == "bounded SV"]
    assert free
    assert bounded
    assert free == pytest.approx([b] * len(free), rel=1e-3)
    assert max(abs(v - b) for v in bounded) > 0.05
    average = float(np.mean(free + bounded))  # what the notes do
    assert average != pytest.approx(b, rel=0.01)


def test_s2_most_weights_are_zero(machine: Lesson) -> None:
    stated = numbers(erratum(machine, "E27").check)
    zeros = int((machine.facts["training"].machine.alpha_ == 0).sum())
    assert stated[:2] == [zeros, len(machine.facts["training"].values)]


# ---- S3 --------------------------------------------------------------------------------------------------------------


def test_s3_xor_has_the_machine_of_the_notes() -> None:
    lesson = example("XOR")
    assert readout(lesson, "margin").value == "1.414"
    assert readout(lesson, "support vectors").value == "4 / 4"
    assert "f(x) = x_1x_2" in words(lesson.beside)
    assert tables(tab(lesson, "Every point"))[0].columns["α"] == pytest.approx([0.125] * 4)
    text = words(tab(lesson, "Algorithm"))
    assert "4 × 4 = 16 kernel evaluations" in text
    assert "4 variables and 5 constraints" in text


@pytest.mark.parametrize(
    ("sentence", "lowest"), [("Fun Time 4, ①", "−4"), ("Fun Time 4, ④", "4")], ids=["not a kernel", "signs that cancel"]
)
def test_s3_fun_time_4_has_the_lowest_eigenvalues_of_the_notes(sentence: str, lowest: str) -> None:
    assert readout(example(sentence), "λₘᵢₙ").value == lowest


def test_s3_a_high_degree_still_has_a_margin() -> None:
    lesson = example("A polynomial of degree 10")
    machine = lesson.facts["training"].machine
    assert machine.margin_ > 0
    assert machine.certificate_.kkt < 1e-6
    assert readout(lesson, "train").value == "100 %"


def test_s3_a_narrow_gaussian_overfits() -> None:
    lesson = example("A narrow Gaussian")
    assert readout(lesson, "train").value == "100 %"
    assert value(readout(lesson, "held out").value.rstrip(" %")) < 95


# ---- S4 --------------------------------------------------------------------------------------------------------------


def test_s4_the_ellipse_is_a_plane_in_feature_space() -> None:
    lesson = example("An ellipse in the plane")
    written = next(
        b.latex for b in lesson.beside if getattr(b, "latex", "").startswith("f(x) = ") and "x_1^{2}" in b.latex
    )
    assert "k(" not in written
    assert readout(lesson, "train").value == "100 %"


def test_s4_matern_at_distance_two(composed: Lesson) -> None:
    check = erratum(composed, "E34").check
    right = numbers(check.partition("right")[2])[:3]
    for nu, number in zip((0.5, 1.5, 2.5), right, strict=True):
        k = kv.Matern(nu=nu, length=1)
        assert float(k([[0.0]], [[2.0]])[0, 0]) == pytest.approx(number, abs=5e-5)


def test_s4_slack_is_one_less_closeness(machine: Lesson) -> None:
    pairs = [numbers(part) for part in erratum(machine, "E46").check.partition(" Here")[0].split(";")]
    assert len(pairs) == 3
    for closeness, slack in pairs:
        assert slack == pytest.approx(max(0.0, 1 - closeness))


def test_s4_a_distance_only_on_the_right_side(machine: Lesson) -> None:
    point, signed, distance = numbers(erratum(machine, "E40").check)
    training = machine.facts["training"]
    f, norm = training.signs * training.values, training.machine.weight_norm2_**0.5
    assert (f < 0).any()
    assert point == f.argmin() + 1
    assert signed == -distance == pytest.approx(f.min() / norm, rel=1e-3)
    shown = values([tables(tab(machine, "Scale and swap"))[0].columns["s = 1"][2]])[0]
    assert shown == pytest.approx(f.min() / norm, rel=1e-3)  # the signed one: no distance is negative
    assert shown < 0


def test_s4_the_closest_point_and_the_cost_of_slack(machine: Lesson) -> None:
    training = machine.facts["training"]
    assert numbers(erratum(machine, "E41").check)[-1] == pytest.approx(
        (training.signs * training.values).min(), rel=1e-3
    )
    cost = training.machine.C * training.machine.slack_.sum()
    assert numbers(erratum(machine, "E47").check)[-1] == pytest.approx(cost, rel=1e-3)


def test_s4_a_bounded_point_is_inside(machine: Lesson) -> None:
    training = machine.facts["training"]
    for number in ("E26", "E45"):
        point, closeness = numbers(erratum(machine, number).check)
        i = int(point) - 1
        assert i in training.machine.bounded_
        assert closeness == pytest.approx(training.signs[i] * training.values[i], rel=1e-3)


# ---- the list of errata ----------------------------------------------------------------------------------------------


def test_every_erratum_stands_under_its_own_lecture(machine: Lesson, composed: Lesson) -> None:
    for lesson in (machine, composed):
        found = errata(lesson)
        assert found
        for key, block in found.items():
            number = int(re.match(r"E(\d+)", key).group(1))  # type: ignore[union-attr]
            if number != ON_ALL:
                lecture = next(name for name, own in NOTES.items() if number in own)
                assert block.where.startswith(lecture), block.where
            assert block.printed != block.right
