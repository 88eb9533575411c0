"""The Support vectors page: in every state its picture, numbers, tables and words are one training's; the notes'
numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import svm
from kernviz.lessons.presets import Preset
from kernviz.lessons.shared.training import cross_validated_accuracy
from tests.lessons.agreement import Truth, bias_interval, check_page
from tests.lessons.reading import (
    COMPOSE_PRESETS,
    SVM_PRESETS,
    data_of,
    flat,
    kernel_of,
    marked,
    names,
    readout,
    svm_state,
    tab,
    tables,
    value,
    words,
)

XOR = svm.State(load("xor"), kv.parse("poly(degree=2, gamma=1, coef0=1)"), hard=True)


def moons(k: str = "rbf(gamma=1)", **more: object) -> svm.State:
    return svm.State(load("moons", n=60, noise=0.3), kv.parse(k), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", SVM_PRESETS, ids=lambda p: p.sentence)
def test_every_example_is_one_training(preset: Preset) -> None:
    state = svm_state(preset)
    lesson = svm.build(state)
    if lesson.problem:  # the one example that has no machine says so
        assert preset.sentence == "A hard margin where there is none"
        assert "not separable" in lesson.problem
        assert lesson.picture is not None
    else:
        check_page(state, lesson)


@pytest.mark.parametrize("preset", COMPOSE_PRESETS, ids=lambda p: p.sentence)
def test_data_and_kernel_of_the_other_page_are_shown_here_too(preset: Preset) -> None:
    state = svm.State(data_of(preset), kernel_of(preset))
    lesson = svm.build(state)
    assert lesson.picture is not None
    if lesson.problem:
        assert lesson.problem.endswith((".", "one")) or ". " in lesson.problem
    else:
        check_page(state, lesson)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("k", ["rbf(gamma=1)", "linear"])
def test_every_dataset_of_the_library(name: str, k: str) -> None:
    state = svm.State(flat(load(name)), kv.parse(k))
    lesson = svm.build(state)
    if state.data.task == "classification":
        assert not lesson.problem
        check_page(state, lesson)
    else:
        assert (
            lesson.problem
            == f"“{state.data.title}” has no two classes to separate. Choose data with labels in the sidebar."
        )
        assert lesson.picture is not None
        assert not lesson.tabs


@pytest.mark.parametrize(
    "state",
    [
        moons(C=1e-3),
        moons(C=1e4),
        moons("rbf(gamma=2) + 0.5*poly(degree=2)", C=10.0),
        moons("exp(linear)", probe=(0.3, -0.7)),
        moons("matern(nu=1.5, length=0.5)", scale=2.5),
        moons("rbf(gamma=3)", only_support=True),
        moons("rbf(gamma=30)", hard=True, scale=0.1),
        moons("0*linear"),
        svm.State(load("wine_colour").select((0, 1)), kv.parse("rbf(gamma=0.5)"), C=5.0),
        svm.State(load("iris_petals"), kv.parse("linear"), C=100.0, positive="setosa"),
        svm.State(load("iris_petals"), kv.parse("poly(degree=3)"), C=2.0, positive="versicolor"),
        svm.State(load("gaussians_1d"), kv.parse("rbf(gamma=2)"), C=3.0, scale=3.0),
        svm.State(load("lecture_1d"), kv.parse("poly(degree=2)"), hard=True, probe=(2.5,)),
        svm.State(load("conflicting_duplicates"), kv.parse("rbf(gamma=1)"), C=10.0),
    ],
    ids=lambda s: f"{s.data.name}, {s.kernel}",
)
def test_every_corner_of_the_page_is_one_training(state: svm.State) -> None:
    lesson = svm.build(state)
    assert not lesson.problem
    check_page(state, lesson)


def test_the_agreement_is_one_that_can_fail() -> None:
    state, other = moons(), moons(C=3.0)
    with pytest.raises(AssertionError):
        check_page(state, svm.build(other))
    with pytest.raises(AssertionError):
        check_page(replace(state, scale=2.0), svm.build(state))
    lesson, wrong = svm.build(state), svm.build(replace(state, kernel=kv.parse("rbf(gamma=1.01)")))
    with pytest.raises(AssertionError):
        check_page(state, replace(lesson, picture=wrong.picture))
    with pytest.raises(AssertionError):
        check_page(state, replace(lesson, tabs=wrong.tabs))
    with pytest.raises(AssertionError):
        check_page(state, replace(lesson, besides=wrong.beside))


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_xor_has_four_equal_weights_and_says_f_is_the_product() -> None:
    lesson = svm.build(XOR)
    assert np.array(tables(tab(lesson, "Every point"))[0].columns["α"]) == pytest.approx(1 / 8, rel=1e-12)
    assert lesson.facts["training"].machine.margin_ == pytest.approx(2**0.5, rel=1e-12)
    assert readout(lesson, "margin").value == "1.414"
    assert readout(lesson, "b").value == "0"
    assert "f(x) = x_1x_2" in words(lesson.beside)


def test_the_nine_points_of_s1() -> None:
    state = svm.State(load("s1_line"), kv.parse("linear + linear @ square"), hard=True)
    lesson = svm.build(state)
    assert readout(lesson, "margin").value == "2.5"
    assert value(readout(lesson, "b").value) == -2.6
    assert lesson.picture is not None
    labels = [a.text for a in lesson.picture.figure.layout.annotations]
    assert {"−2.55", "2.55"} <= set(labels)  # √6.5 at the thresholds
    assert "f(x) = 0.4" in words(lesson.beside)


@pytest.mark.parametrize("C", [0.001, 0.0001])
def test_without_a_free_support_vector_b_is_an_interval(C: float) -> None:
    state = svm.State(load("separable_blobs", n=20), kv.parse("linear"), C=C)
    lesson = svm.build(state)
    machine = lesson.facts["training"].machine
    assert len(machine.free_) == 0
    low, high = bias_interval(Truth(state.signed, machine), C)
    assert low < high
    assert machine.intercept_interval_ == pytest.approx((low, high))
    assert machine.intercept_ == pytest.approx((low + high) / 2)
    shown = readout(lesson, "b")
    assert [value(v) for v in shown.value.split(" … ")] == pytest.approx([low, high], rel=1e-3)
    assert "no support vector is free" in shown.meaning
    assert "the whole interval is optimal" in words(tab(lesson, "Every point"))


def test_the_printed_primal_has_another_optimum() -> None:
    table = tables(tab(svm.build(moons(C=2.0)), "Primal and dual"))[0].columns
    right, dual, printed = (value(v) for v in table["optimum"])
    assert right == pytest.approx(dual, rel=1e-6)
    assert abs(printed - right) > 0.01 * right


def test_swapping_the_kernel_needs_solving_again() -> None:
    table = tables(tab(svm.build(moons(C=5.0)), "Scale and swap"))[1].columns
    assert table["kernel"] == ["rbf(gamma=1)", "linear", "poly(degree=2, gamma=1, coef0=1)"]
    old, again = ([value(v) for v in table[f"{word}: KKT violation"]] for word in ("old α", "solved again"))
    assert max(again) < 1e-6
    assert old[0] < 1e-6
    assert min(old[1:3]) > 0.01


def test_the_sum_is_written_in_one_size() -> None:
    (formula,) = [b.latex for b in svm.build(moons()).beside if "more" in getattr(b, "latex", "")]
    assert r"{\scriptstyle(" in formula  # a switch: without its own braces b would be small too
    assert formula.endswith(r"\end{aligned}")


# ---- what the controls do --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "k", "C", "hard"),
    [
        ("moons", "rbf(gamma=1)", 1.0, False),
        ("moons", "rbf(gamma=100)", 10.0, False),
        ("circles", "poly(degree=2)", 1.0, True),
        ("blobs", "linear", 0.1, False),
        ("xor_clouds", "poly(degree=4)", 1.0, False),
        ("s1_line", "linear + linear @ square", 1.0, True),
        ("separable_blobs", "linear", 1.0, True),
    ],
)
def test_deleting_everything_but_the_support_vectors_changes_nothing(name: str, k: str, C: float, hard: bool) -> None:
    lesson = svm.build(svm.State(flat(load(name)), kv.parse(k), C=C, hard=hard, only_support=True))
    assert lesson.facts["deleted"] < 1e-6
    assert "Largest change of f on the picture" in words(lesson.beside)
    assert lesson.picture is not None
    support = lesson.facts["training"].machine.support_
    assert lesson.picture.alt.replace("Number line", "Plane").startswith(f"Plane with {len(support)} point")


def test_a_selected_row_is_the_same_point_with_and_without_the_others() -> None:
    state = moons()
    support = svm.build(state).facts["training"].machine.support_
    chosen = int(support[5])
    for kept in (state, replace(state, only_support=True)):
        lesson = svm.build(replace(kept, selected=chosen))
        assert lesson.picture is not None
        halo = next(t for t in lesson.picture.figure.data if t.name == "selected point")
        assert (halo.x[0], halo.y[0]) == tuple(state.data.X[chosen])
    gone = int(np.setdiff1d(np.arange(state.data.n), support)[0])
    for selected in (gone, 10_000):
        lesson = svm.build(replace(state, only_support=True, selected=selected))
        assert lesson.picture is not None
        assert not any(t.name == "selected point" for t in lesson.picture.figure.data)


def test_read_outs_of_the_scaled_picture_are_about_f() -> None:
    lesson, plain = svm.build(moons(scale=3.0)), svm.build(moons())
    assert lesson.picture is not None
    assert plain.picture is not None
    assert "The picture shows s·f with s = 3" in lesson.picture.caption
    assert "s·f" not in plain.picture.caption
    texts = [text for t in lesson.picture.figure.data if t.text is not None for text in t.text]
    assert texts
    for text in texts:
        numbers = dict(part.split(" = ") for part in text.split("<br>")[0].split("   "))
        margin = value(numbers["y·f"])
        assert value(numbers["ξ"]) == pytest.approx(max(0.0, 1 - margin), abs=2e-3 * (1 + abs(margin)))
    footer = next(t.hovertemplate for t in lesson.picture.figure.data if t.text is not None)
    b = value(footer.rpartition("b = ")[2].removesuffix("<extra></extra>"))
    assert b == pytest.approx(plain.facts["training"].machine.intercept_, rel=1e-3)  # of f, as all that is said


def test_class_plus_one_is_the_one_that_is_asked_for() -> None:
    data = load("iris_petals")
    for name in data.classes:
        state = svm.State(data, kv.parse("rbf(gamma=1)"), positive=name)
        lesson = svm.build(state)
        check_page(state, lesson)
        assert set(tables(tab(lesson, "Every point"))[0].columns["class"]) == {name, f"not {name}"}
    unknown = svm.build(svm.State(data, kv.parse("rbf(gamma=1)"), positive="tulip"))
    assert tables(tab(unknown, "Every point"))[0].columns["class"][0] == f"not {data.classes[-1]}"


def test_a_wrong_kernel_is_named_and_does_not_stop_where_it_does_no_harm() -> None:
    refused = svm.build(svm.State(load("moons"), kv.parse("bilinear([[1, 2], [2, 1]])")))
    assert "Not a kernel on these points" in refused.problem
    assert "the page Mercer shows" in refused.problem  # a visitor has no Python at hand
    assert refused.picture is not None
    harmless = svm.build(svm.State(load("lecture_1d"), kv.parse("poly(degree=1, gamma=1, coef0=-1)")))
    assert not harmless.problem
    assert "it does no harm" in words(harmless.beside)


def test_points_that_prevent_a_hard_margin_are_marked() -> None:
    mixed = svm.build(svm.State(load("xor"), kv.parse("linear"), hard=True))
    assert mixed.picture is not None
    assert "The ringed points prove it" in mixed.problem
    assert len(marked(mixed.picture.figure, "in the proof")) == 4  # the diagonals of the square cross
    data = load("conflicting_duplicates")
    twice = svm.build(svm.State(data, kv.parse("rbf(gamma=1)"), hard=True))
    assert twice.picture is not None
    crossed = data.X[marked(twice.picture.figure, "wrong side")]
    assert {tuple(x) for x in crossed} == {(-1.0, 0.0), (1.0, 0.0)}  # the places with both labels


# ---- slack and sums --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("C", "s"), [(0.1, 1.0), (1.0, 3.0), (20.0, 0.5)])
def test_hover_and_table_say_one_slack(C: float, s: float) -> None:
    state = moons(C=C, scale=s)
    lesson = svm.build(state)
    theirs = SVC(C=C, gamma=1.0, tol=1e-9).fit(state.data.X, state.signed.signs)
    slack = np.maximum(0, 1 - state.signed.signs * theirs.decision_function(state.data.X))
    np.testing.assert_allclose(tables(tab(lesson, "Every point"))[0].columns["ξ"], slack, atol=1e-5)
    assert lesson.picture is not None
    hovers = [t for t in lesson.picture.figure.data if t.get("text") and t.get("hovertemplate")]
    rows = [(int(i), text) for t in hovers for i, text in zip(t["customdata"], t["text"], strict=True)]
    found = {i: value(re.search(r"ξ = (\S+)", text)[1]) for i, text in rows}  # type: ignore[index]
    assert len(found) == state.data.n
    for i, xi in found.items():
        assert xi == pytest.approx(slack[i], rel=1e-2, abs=1e-4)


def test_the_columns_of_the_probe_are_summed() -> None:
    """φ·φ and k sum to f, x·x does not, unless the kernel is linear (0.3)."""
    X = np.array([[1.0, 1.0], [1, -1], [-1, 1], [-1, -1]])
    z = np.array([0.5, 0.25])
    for k, gram, same in (("poly(degree=2)", (1 + X @ z) ** 2, False), ("linear", X @ z, True)):
        state = svm.State(load("xor"), kv.parse(k), C=1.0, probe=(0.5, 0.25))
        lesson = svm.build(state)
        m = lesson.facts["training"].machine
        sums = tables(tab(lesson, "Probe"))[-1]
        f = [value(v) for v in sums.columns["Σ + b"]]
        weights, order = m.dual_coef_, [int(np.flatnonzero((x == X).all(axis=1))[0]) for x in m.X_]
        assert f[1] == pytest.approx(weights @ gram[order] + m.intercept_, abs=1e-5)
        assert f[2] == pytest.approx(f[1], abs=1e-5)
        assert f[0] == pytest.approx(weights @ (X @ z)[order] + m.intercept_, abs=1e-5)
        assert (("the same terms" in str(sums.caption)) is same) or np.allclose(weights, 0)


def test_words_fit_when_no_weight_is_0_and_a_point_is_on_the_wrong_side() -> None:
    state = svm.State(load("separable_blobs", n=20), kv.parse("linear"), C=0.001)
    lesson = svm.build(state)
    assert not (lesson.facts["training"].machine.alpha_ == 0).any()
    text = words(tab(lesson, "What the notes say"))
    assert "most are 0" not in text
    wrong = moons(C=1.0)
    scaling = tables(tab(svm.build(wrong), "Scale and swap"))[0]
    assert "closest" not in str(scaling.columns)
    assert "farthest from the border" in str(scaling.caption)


def test_slack_is_written_beside_the_points_that_have_some() -> None:
    """The labels on the points are the slacks of scikit-learn's machine."""
    theirs = SVC(C=1.0, gamma=1.0, tol=1e-9).fit(moons().data.X, moons().signed.signs)
    slack = np.maximum(0, 1 - moons().signed.signs * theirs.decision_function(moons().data.X))

    def labels(state: svm.State) -> list[float]:
        picture = svm.build(state).picture
        assert picture is not None
        texts = [text for t in picture.figure.data for text in (t.get("text") or ()) if str(text).startswith("ξ ")]
        return [value(text.removeprefix("ξ ")) for text in texts]

    assert labels(moons(C=1.0)) == []
    found = labels(moons(C=1.0, slack=True))
    assert found
    assert sorted(found) == pytest.approx(np.sort(slack)[-len(found) :].tolist(), rel=1e-2)


def test_cross_validation_agrees_with_libsvm_fold_by_fold() -> None:
    """Each fold is judged by scikit-learn's SVC trained on the other four."""
    for C, gamma in ((0.1, 0.5), (1.0, 2.0), (100.0, 30.0)):
        data = load("moons", n=80, noise=0.3)
        right = 0
        for rest, fold in StratifiedKFold(5, shuffle=True, random_state=0).split(data.X, data.signs):
            other = SVC(C=C, gamma=gamma, tol=1e-8).fit(data.X[rest], data.signs[rest])
            right += int((other.predict(data.X[fold]) == data.signs[fold]).sum())
        assert cross_validated_accuracy(data, kv.RBF(gamma), C) == right / data.n


def test_cross_validation_of_too_few_points_or_inseparable_folds_says_nothing() -> None:
    few, moons = load("moons", n=12), load("moons", n=60, noise=0.4)
    assert np.isnan(cross_validated_accuracy(few, kv.RBF(1.0), 1.0))
    assert np.isnan(cross_validated_accuracy(moons, kv.Linear(), np.inf))
    assert not np.isnan(cross_validated_accuracy(moons, kv.RBF(1.0), 1.0))
