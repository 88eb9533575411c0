"""The page Sets, strings, graphs: the numbers of the notes, oracles for every tab, and what a person may type."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.svm import SVC

import kernviz as kv
from kernviz.kernels.object_types import called
from kernviz.lessons import data_and_kernel, page
from kernviz.lessons.address import written
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Lesson, Text
from kernviz.lessons.objects import PAGE
from kernviz.lessons.objects import shown as build
from kernviz.lessons.objects.comparison import comparison_of, judgement_on
from kernviz.lessons.objects.edits import crossing, smallest_eigenvalues
from kernviz.lessons.objects.object_inputs import (
    CHOICES,
    DEFAULTS,
    EDIT_VIEW,
    FOURTEEN,
    GRAPHS_VIEW,
    LISTS,
    OFFERED,
    PAIRS,
    SETS_VIEW,
    VIEWS,
    WORDS_VIEW,
    YOURS,
    ObjectInputs,
)
from kernviz.lessons.objects.pair import compare
from kernviz.lessons.objects.tabs.machine import trained
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.state import Subject
from tests.lessons.reading import pictures, printed, readouts, source, tab, tables

HALF_LN_2 = math.log(2) / 2


def state(view: str, **more: Any) -> ObjectInputs:
    x, z = PAIRS[view]
    return replace(ObjectInputs(view, DEFAULTS.get(view, ""), x, z, LISTS[view].text), **more)


def words_of(lesson: Lesson) -> str:
    return "\n".join(b.markdown for t in lesson.tabs for b in t.blocks if isinstance(b, Text))


# ---- the numbers of the notes ----------------------------------------------------------------------------------------


def test_quiz_2() -> None:
    """e^{|{a,b,c} ∩ {b,c,d}|} = e² = 7.389, three ways; ∅, {a}, {b}, {a,c}, {b,c} have λ_min = 0.393."""
    lesson = build(state(SETS_VIEW))
    pair = lesson.facts["pair"]
    assert readouts(lesson)["k(x, z)"] == "7.3891"
    assert pair.closed == pytest.approx(math.e**2) == pair.tree == pair.counted
    five = build(state(SETS_VIEW, lines="∅\na\nb\na c\nb c"))
    assert readouts(five)["λₘᵢₙ"] == "0.3934"
    assert judgement_on(lesson.facts["seen"]).verdict is kv.Verdict.PROVEN
    assert "(1,1,1,0)" in str(lesson.beside)
    assert any(isinstance(b, Text) and b.markdown.count("**7.3890561**") == 3 for b in lesson.beside)


def test_two_to_the_intersection_counts_four_subsets() -> None:
    lesson = build(state(SETS_VIEW, text="subsets"))
    assert readouts(lesson)["k(x, z)"] == "4"
    assert "∅, {b}, {c}, {b,c}: 4 of them" in words_of(lesson)


def test_tool_and_fool() -> None:
    lesson = build(state(WORDS_VIEW))
    assert readouts(lesson)["k(x, z)"] == "2"
    assert lesson.picture is not None
    assert "2 in all" in lesson.picture.caption


def test_more_lines_than_can_be_drawn_are_counted() -> None:
    lesson = build(state(WORDS_VIEW, text="spectrum(n=1)", x="a" * 10, z="a" * 12))
    assert readouts(lesson)["k(x, z)"] == "120"
    assert lesson.picture is not None
    assert "64 of the 120 are drawn" in lesson.picture.caption


@pytest.mark.parametrize(
    ("gamma", "choice", "sign", "says"),
    [
        (0.1, CHOICES[0], -1, "five words suffice"),
        (0.3465, CHOICES[0], -1, "five words suffice"),
        (0.3467, CHOICES[0], 1, "All 14 words"),
        (0.5, FOURTEEN, -1, "All 14 words"),
        (0.7509, FOURTEEN, -1, "All 14 words"),
        (0.7511, FOURTEEN, 1, "for every γ enough words refute it"),
    ],
)
def test_the_edit_distance(gamma: float, choice: str, sign: int, says: str) -> None:
    lesson = build(state(EDIT_VIEW, gamma=gamma, choice=choice))
    assert np.sign(lesson.facts["spectrum"].smallest) == sign
    assert any(says in block.markdown for block in lesson.beside if isinstance(block, Text))
    assert lesson.facts["crossings"][CHOICES[0]] == pytest.approx(HALF_LN_2, abs=1e-9)
    assert lesson.facts["crossings"][FOURTEEN] == pytest.approx(0.751, abs=5e-4)


def test_e35_the_printed_eigenvalue() -> None:
    lesson = build(state(EDIT_VIEW))
    assert readouts(lesson)["λₘᵢₙ"] == "−0.02578"
    errata = [block for block in tab(lesson, "What the notes say") if isinstance(block, Erratum)]
    assert any("−0.0258" in block.check for block in errata)
    beside = tables(tab(lesson, "Beside it: runs of letters"))[0]
    assert beside.columns["is a kernel"] == ["no", "always: φ counts", "always: φ counts", "not refuted by these"]


# ---- oracles ---------------------------------------------------------------------------------------------------------

EVERY = [(view, text) for view, texts in OFFERED.items() for text in texts]


@pytest.mark.parametrize(("view", "text"), EVERY)
def test_three_ways_are_one_number(view: str, text: str) -> None:
    seen = comparison_of(state(view, text=text))
    pair = compare(seen)
    assert pair.tree == pytest.approx(pair.closed, rel=1e-12)
    assert pair.counted is None or pair.counted == pytest.approx(pair.closed, rel=1e-12)
    assert pair.counted is not None or text.startswith("normalize")
    assert pair.lines[-1].value == pytest.approx(pair.closed, rel=1e-12)


@pytest.mark.parametrize(("view", "text"), EVERY)
def test_the_machine_is_scikit_learns(view: str, text: str) -> None:
    s = state(view, text=text, C=2.0)
    seen = comparison_of(s)
    result = trained(s, seen)
    K = seen.kernel(seen.things)
    y = result.machine.signs_
    theirs = SVC(kernel="precomputed", C=2.0, tol=1e-9).fit(K, y)
    assert result.machine.decision_function(seen.things) == pytest.approx(theirs.decision_function(K), abs=1e-4)
    left_out = cross_val_predict(
        SVC(kernel="precomputed", C=2.0, tol=1e-9), K, y, cv=LeaveOneOut(), method="decision_function"
    )
    assert result.left_out == pytest.approx(left_out, abs=1e-3)


def test_neighbours_are_by_distance_in_feature_space() -> None:
    lesson = build(state(SETS_VIEW, text="shared"))
    table = tables(tab(lesson, "Neighbours"))[0]
    assert table.columns["neighbour"][0] == "{a,b,c}"
    for name, d in zip(table.columns["neighbour"], table.columns["d"], strict=True):
        other = set(name.strip("{}").split(","))
        assert d == pytest.approx(math.sqrt(len(other ^ {"a", "b", "c"})))  # elements in one of the two only


def test_the_sidebars_kernel_works_on_the_counts() -> None:
    seen = comparison_of(state(WORDS_VIEW, on_top=True, side=kv.RBF(10)))
    assert str(seen.kernel) == "rbf(gamma=10) @ ngrams(n=2)"
    pair = compare(seen)
    assert pair.closed == pytest.approx(math.exp(-20)) == pair.on_counts  # to/fo differ: distance² 2
    refused = build(state(WORDS_VIEW, on_top=True, side=kv.Bilinear(((1, 0), (0, 1)))))
    assert "single columns" in refused.problem


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_its_pictures_and_runs_as_code(view: str) -> None:
    lesson = build(state(view))
    assert not lesson.problem
    assert lesson.picture is not None
    for picture in pictures(lesson):
        assert picture.alt
        assert "nan" not in picture.caption
    assert judgement_on(lesson.facts["seen"]).sentence.split(":")[0] in printed(lesson)


@pytest.mark.parametrize("repeated", [1, 4])
def test_the_code_separates_the_sides_of_the_page(repeated: int) -> None:
    """Three classes: one of them against the rest, with objects of both sides among the first eight."""
    lines = "\n".join(["a b: p", "b c: q", "c d: q", "d e f: r"] * repeated)
    lesson = build(state(SETS_VIEW, lines=lines, positive="r"))
    labels = set(re.findall(r"'(r|q|p|the rest)'", source(lesson)))
    assert labels == {"r", "the rest"}
    assert printed(lesson).rstrip().endswith("['the rest']")  # {a, b, c} is no r


def test_the_code_has_the_penalty_with_all_its_digits() -> None:
    assert "KernelSVC(k, C=1234.5678)" in source(build(state(SETS_VIEW, C=1234.5678)))


def test_the_examples_are_of_this_page() -> None:
    mine = [preset for preset in PRESETS if preset.page == "objects"]
    assert {preset.lecture for preset in mine} >= {"S2", "S3", "S4"}
    for preset in mine:
        params = {name: [written(value)] for name, value in preset.values.items()}
        about = data_and_kernel.read(params)
        assert about is not None
        assert not PAGE.build(page.read(PAGE, about, params)).problem, preset.sentence


def test_every_view_is_in_the_address() -> None:
    about = Subject(kv.toy("moons"), kv.RBF(1))
    params = {"ob_1a": "false", "ob_2f": "true", "ob_sl": "a: x\nb: y\nc: z", "ob_pos": "z", "ob_sk": "subsets"}
    asked = page.read(PAGE, about, {name: [text] for name, text in params.items()}).asked
    assert (asked.x, asked.z, asked.text, asked.lines, asked.positive) == (
        "b c",
        "b c d f",
        "subsets",
        "a: x\nb: y\nc: z",
        "z",
    )
    assert page.write(page.read(PAGE, about, {name: [text] for name, text in params.items()})) == params
    graphs = {"ob_view": "Graphs", "ob_gx": "ethanol", "ob_gz": "nothing", "ob_wx": "unused"}
    asked = page.read(PAGE, about, {name: [text] for name, text in graphs.items()}).asked
    assert (asked.x, asked.z, asked.lines) == ("ethanol", "ethanol", LISTS[GRAPHS_VIEW].text)
    own = {"ob_view": "Edit distance", "ob_set": YOURS, "ob_wl": "a\nb", "ob_wx": "a", "ob_gamma": "0.5"}
    state = page.read(PAGE, about, {name: [text] for name, text in own.items()})
    assert (state.asked.x, state.asked.lines, state.asked.gamma) == ("a", "a\nb", 0.5)
    assert page.write(state) == own


# ---- odd input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "more", "says"),
    [
        (SETS_VIEW, {"lines": ""}, "the list is empty"),
        (SETS_VIEW, {"lines": "\n".join(["a: x"] * 41)}, "41 lines"),
        (SETS_VIEW, {"lines": " ".join("abcdefghijklm") + ": x"}, "13 elements"),
        (SETS_VIEW, {"text": "rbf(gamma=1)"}, "put @ members after it, as in rbf"),
        (SETS_VIEW, {"text": "spectrum(n=2)"}, "compares words, and here finite sets are compared"),
        (SETS_VIEW, {"text": "shared + spectrum(n=2)"}, "data cannot be both"),
        (SETS_VIEW, {"text": "shraed"}, "did you mean shared"),
        (SETS_VIEW, {"text": ""}, "the text is empty"),
        (WORDS_VIEW, {"x": "a" * 25}, "up to 24"),
        (WORDS_VIEW, {"lines": "word: " + "x" * 25}, "longer than 24"),
        (WORDS_VIEW, {"text": "exp(1000*spectrum(n=1))"}, "too large to compute"),
        (GRAPHS_VIEW, {"x": "C(("}, "a bracket is still open"),
        (GRAPHS_VIEW, {"lines": "one C=: x"}, "a bond is still open"),
        (GRAPHS_VIEW, {"x": "C" * 41}, "up to 40"),
    ],
)
def test_unusable_inputs_are_reported(view: str, more: dict[str, Any], says: str) -> None:
    lesson = build(state(view, **more))
    assert says.lower() in lesson.problem.lower()
    assert "Meanwhile" in lesson.problem
    assert lesson.picture is not None


@pytest.mark.parametrize(
    ("view", "more"),
    [
        (SETS_VIEW, {"x": "", "z": ""}),
        (SETS_VIEW, {"lines": "∅"}),
        (SETS_VIEW, {"lines": "a: x\na: y"}),
        (SETS_VIEW, {"lines": "a: x\nb: y\nc: z"}),
        (SETS_VIEW, {"lines": "flour egg sugar: cake\nonion: soup"}),
        (SETS_VIEW, {"text": "2"}),
        (GRAPHS_VIEW, {"text": "-1"}),
        (SETS_VIEW, {"text": "shared - 1"}),
        (SETS_VIEW, {"text": "subsets + 0.5*shared**2", "hard": True}),
        (WORDS_VIEW, {"x": "", "z": ""}),
        (WORDS_VIEW, {"text": "edit(gamma=0.1)"}),
        (WORDS_VIEW, {"text": "spectrum(n=8)"}),
        (WORDS_VIEW, {"text": "-spectrum(n=1)"}),
        (WORDS_VIEW, {"text": "subsequences(n=3)*spectrum(n=1)", "x": "banana", "z": "bandana"}),
        (WORDS_VIEW, {"text": "0*spectrum(n=1)"}),
        (WORDS_VIEW, {"lines": "one\ntwo"}),
        (WORDS_VIEW, {"lines": "same: x\nsame: y\nsame: x", "hard": True}),
        (WORDS_VIEW, {"lines": "<b>bold</b>: x\n$a$: y"}),
        (GRAPHS_VIEW, {"x": "C", "z": "r T(a)(b)"}),
        (GRAPHS_VIEW, {"text": "linear @ bonds"}),
        (GRAPHS_VIEW, {"text": "exp(0.001*subtree(depth=3))", "x": "benzene"}),
        (EDIT_VIEW, {"choice": YOURS}),
        (EDIT_VIEW, {"choice": YOURS, "lines": "a"}),
        (EDIT_VIEW, {"choice": YOURS, "lines": "a\na\nb"}),
        (EDIT_VIEW, {"gamma": 10.0, "x": "", "z": "abc"}),
    ],
)
def test_odd_input_still_makes_a_page(view: str, more: dict[str, Any]) -> None:
    lesson = build(state(view, **more))
    assert not lesson.problem
    assert lesson.picture is not None


def test_a_machine_that_cannot_be_trained_says_why() -> None:
    for more, says in (
        ({"lines": "a\nb"}, "needs two classes"),
        ({"lines": "a: x\na: y", "hard": True}, "whatever the kernel"),
        ({"text": "-shared"}, "not a kernel on these points"),
    ):
        text = [b.markdown for b in tab(build(state(SETS_VIEW, **more)), "Machine") if isinstance(b, Text)]
        assert any(says.lower() in line.lower() for line in text), more


def test_a_refuted_kernel_shows_its_witness_as_words() -> None:
    lesson = build(state(WORDS_VIEW, text="edit(gamma=0.1)", lines="a\nab\nba\nbb\naba"))
    judgement = judgement_on(lesson.facts["seen"])
    assert judgement.verdict is kv.Verdict.REFUTED
    assert ", ".join(map(called, judgement.witness.points)) in words_of(lesson)
    assert "Those of the list refute it too" in words_of(lesson)


def test_a_crossing_is_a_root() -> None:
    words = ("a", "ab", "ba", "bb", "aba", "abab")
    at = crossing(words)
    assert at is not None
    assert abs(smallest_eigenvalues(words, (at,))[0]) < 1e-9
    assert crossing(("a", "b")) is None


def test_the_code_has_every_digit_of_the_penalty() -> None:
    for C, text in ((1.23456789, "C=1.23456789)"), (2.0, "C=2.0)")):
        assert text in source(build(state(WORDS_VIEW, C=C)))
    assert 'C=float("inf"))' in source(build(state(WORDS_VIEW, hard=True)))
