"""Counts, plural forms and small claims of the pages, each recomputed in several states."""

from __future__ import annotations

import re

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import load
from kernviz.features.monomials import Dimensions
from kernviz.lessons import data_and_kernel, dual, geometry, polynomial, svm
from kernviz.lessons import map as map_page
from kernviz.lessons import page as pages
from kernviz.lessons.dual.state import DESCENT, DUAL, SIZES, SPAN, SWAP
from kernviz.lessons.dual.state import VIEWS as DUAL_VIEWS
from kernviz.lessons.lesson import LinkTable, Numbers
from kernviz.lessons.map.numbers import costs
from kernviz.lessons.map.state import POLYNOMIAL
from kernviz.lessons.pca.state import VIEWS as PCA_VIEWS
from kernviz.lessons.shared.training import field_of
from kernviz.lessons.svm.support_vectors_only import reduced
from kernviz.wording import speaking
from tests.lessons.reading import lesson_at, readout, tab, value, words
from tests.lessons.visible import texts
from tests.test_counts_of_one import ONE

VIEWS_OF = {"dual": [f"du_view={view}" for view in DUAL_VIEWS], "pca": [f"pc_view={view}" for view in PCA_VIEWS]}


def moons(**more: object) -> svm.State:
    return svm.State(load("moons", n=60, noise=0.3), kv.parse("rbf(gamma=1)"), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_with_support_vectors_only_all_numbers_are_about_them(C: float) -> None:
    lesson = svm.build(moons(C=C, only_support=True))
    m = lesson.facts["training"].machine
    kept = m.support_
    assert readout(lesson, "support vectors").value == f"{len(kept)} / {len(kept)}"
    right = float(np.mean((m.values_ * m.signs_ > 0)[kept]))
    assert value(readout(lesson, "train").value.removesuffix(" %")) == pytest.approx(100 * right, abs=0.06)


def test_the_largest_change_is_over_the_whole_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cell moved by 7 lies on no fourth line of the grid."""
    from kernviz.lessons.svm import support_vectors_only

    state = moons(C=1.0, only_support=True)
    signed, whole = state.signed, svm.build(state).facts["training"]
    own = field_of

    def spoiled(machine: object, window: object) -> object:
        field = own(machine, window)  # type: ignore[arg-type]
        if machine is not whole.machine:
            field.values[5, 6] += 7.0
        return field

    monkeypatch.setattr(support_vectors_only, "field_of", spoiled)
    assert reduced(state, signed, whole)[1] == pytest.approx(7.0, abs=1e-6)


@pytest.mark.parametrize("points", ["-1: -1 0 +1: 1 0", "-1: -1 0 0 1 -2 0 +1: 1 0 2 1 0.2 0.1"])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_one_point_is_in_the_singular(points: str, C: float) -> None:
    about = data_and_kernel.read({"data": ["drawn"], "pts": [points], "k": ["linear"]})
    assert about is not None
    lesson = svm.build(svm.State(about.data, about.kernel, C=C))
    assert lesson.picture is not None
    assert not re.search(r"\b1 (points|support vectors)\b", lesson.picture.caption)
    assert not re.search(r"\b1 \w+ points\b", words(tab(lesson, "Every point")))


def test_a_bound_without_a_free_point_refers_to_nothing() -> None:
    about = svm.State(load("separable_blobs", n=20), kv.parse("linear"), C=0.001)
    text = words(tab(svm.build(about), "Every point"))
    assert "No point is free" in text
    assert "do not: theirs" not in text
    found = re.search(r"would give b = (\S+?)(?: … (\S+?))?\. ", text)
    assert found
    machine = svm.build(about).facts["training"]
    biases = machine.biases[machine.machine.bounded_]
    assert value(found[1]) == pytest.approx(biases.min(), rel=1e-3)
    assert value(found[2]) == pytest.approx(biases.max(), rel=1e-3)


@pytest.mark.parametrize(("m", "Q"), [(1, 1), (10, 5), (100, 20)])
def test_two_pages_count_the_same_multiplications(m: int, Q: int) -> None:
    about = data_and_kernel.read({})
    assert about is not None
    state = map_page.State(about.data, about.kernel, kind=POLYNOMIAL, Q=Q, m=m)
    assert costs(state)[3].value == Dimensions(m, Q).kernel_cost
    built = polynomial.build(polynomial.State(about.data, about.kernel, size_m=m, size_k=min(Q, 10)))
    shown = [item for block in tab(built, "Dimension and cost") if isinstance(block, Numbers) for item in block.items]
    assert {each.label: each.value for each in shown}["cost of k"] == str(Dimensions(m, min(Q, 10)).kernel_cost)


def test_no_machine_stores_more_than_w_and_b() -> None:
    about = data_and_kernel.read({})
    assert about is not None
    built = map_page.build(map_page.State(about.data, about.kernel))
    rows = next(
        b
        for t in built.tabs
        for b in t.blocks
        if isinstance(b, LinkTable) and b.head[:3] == ("kernel", "w would be", "stored")
    ).rows
    for row in rows:
        features, stored = row[1].text, int(row[2].text.split()[0])
        if features[0].isdigit():
            assert stored <= int(features.split()[0]) + 1
    assert rows[0][2].text == "3 numbers"


@pytest.mark.parametrize("k", ["linear", "rbf(gamma=1)"])
def test_features_are_named_where_there_are_any(k: str) -> None:
    lesson = dual.build(dual.State(load("moons", n=40), kv.parse(k), SIZES, stage=7))
    text = words(lesson.beside) + words(tuple(b for t in lesson.tabs for b in t.blocks))
    assert "By features it is there" not in text
    assert ("By features it is" in text) is (k == "linear")


@pytest.mark.parametrize("n", [20, 60])
def test_the_projection_names_its_points(n: int) -> None:
    lesson = dual.build(dual.State(load("moons", n=n), kv.parse("linear"), DESCENT))
    text = words(tab(lesson, "XᵀX and E23"))
    assert "first n" not in text
    assert ("all 20 points" if n == 20 else "20 of your 60 points, spread over the set") in text


@pytest.mark.parametrize("name", ["two_neighbours", "moons", "square_corners"])
def test_the_farthest_point_is_named_with_its_place(name: str) -> None:
    lesson = geometry.build(geometry.State(load(name), kv.parse("linear")))
    assert lesson.picture is not None
    found = re.search(r"point (\d+), x = (.*?), is farthest: (\S+?)\.(?: |$)", lesson.picture.caption)
    assert found
    X = load(name).X
    far = np.linalg.norm(X - X.mean(axis=0), axis=1)
    assert far[int(found[1]) - 1] == pytest.approx(far.max())
    assert value(found[3]) == pytest.approx(far.max(), rel=1e-3)
    assert f"{X[int(found[1]) - 1, 0]:.4g}".replace("-", "−") in found[2]


def test_hovering_names_the_owner_of_b() -> None:
    lesson = svm.build(moons(C=1.0))
    assert lesson.picture is not None
    assert any("the machine's b = " in str(trace.hovertemplate) for trace in lesson.picture.figure.data)


def test_the_text_on_s_refers_to_the_control_in_its_tab() -> None:
    assert "beside the picture" not in words(tab(svm.build(moons()), "Scale and swap"))


@pytest.mark.parametrize("page", ["svm", "map", "neighbors", "multiclass"])
@pytest.mark.parametrize("n", [12, 58, 80])
def test_held_out_says_of_how_many_points(page: str, n: int) -> None:
    sentences = [text for _, text in texts(lesson_at(page, data="moons", n=str(n), k="rbf(gamma=1)"))]
    (found,) = {m for text in sentences for m in re.findall(r"counted on (\d+) of the (\d+) points", text)} or {None}
    if n < 20:
        assert found is None
        assert any("not counted: 20 points are needed" in text for text in sentences)
    else:
        assert found is not None
        kept, all_of_them = map(int, found)
        assert all_of_them == n
        assert kept == load("moons", n=n).split(0.3, seed=0)[1].n


LINE = {"data": "s1_line"}
SOFT_LINE = {"data": "lecture_1d", "C": "0.01", "lf_w1": "0", "lf_w2": "1", "lf_b": "-6.5"}
FLAT_MAP = {"data": "ellipse", "k": "bilinear([[1, 1], [1, 1]])"}
STATES: list[tuple[str, dict[str, str], tuple[str, ...], tuple[str, ...]]] = [  # page, its state, texts shown, and not
    ("dual", {"du_view": DESCENT, "du_rate": "1.05"}, ("the step is too large",), ("towards the triangles",)),
    ("dual", LINE | {"du_view": SWAP}, ("Dotted: f of the second kernel",), ("Field and", "Dotted: f = 0")),
    ("dual", {"du_view": SPAN, "du_t": "-0.8"}, ("0.8 times as long",), ("−0.8 times",)),
    ("dual", {"data": "two_neighbours", "du_view": DUAL}, ("32 B",), ("0 kB",)),
    ("lift", SOFT_LINE, ("the hard-margin SVM's x² − 6.5 has margin 2.5", "margin 2.5."), ()),
    ("lift", SOFT_LINE | {"lf_b": "-5"}, ("with margin 1; the widest is 2.5",), ("widest margin there is",)),
    ("lift", SOFT_LINE | {"lf_b": "3"}, (), ("x² = −3",)),
    ("lift", {"data": "ellipse", "k": "linear**2", "C": "10"}, ("0.2084", "a larger margin"), ()),
    ("lift", {"data": "ellipse", "k": "linear**2", "C": "1"}, ("is another one.",), ("a larger margin",)),
    ("lift", FLAT_MAP, (), ("Both spaces have the same functions",)),
    ("words", {}, ("on the page of sets, words and graphs", "into the current kernel"), ()),
    ("words", {"wd_how": "instead of it"}, ("takes the word as the kernel",), ("into the current kernel",)),
    ("compose", {"k": "rbf(gamma=1) + sinediff"}, ("is not symmetric has no λₘᵢₙ",), ("has a negative eigenvalue",)),
    ("compose", {"k": "1e-12*rbf(gamma=1e-16)"}, (), ("too large to compute",)),
    ("compose", {"k": "matern(nu=100, length=0.1)"}, ("Matérn",), ()),
    ("compose", {"k": "matern(nu=5.5, length=1e-100)"}, ("Matérn",), ()),
    ("compose", {"k": "rbf(gamma=1e-20)"}, ("k is a kernel",), ()),
    ("home", LINE, ("length of the part of the line",), ("squares of the axes",)),
    ("home", {"data": "drawn", "pts": "a: 0 0 1 0", "k": "linear"}, (), ("has learned this border", "so far")),
    ("gaussian", {"k": "rbf(gamma=1000)", "ga_x1": "0.1", "ga_z1": "0.1"}, ("3.881·10⁸⁶⁸",), ("too large to compute",)),
]


@pytest.mark.parametrize(("page", "params", "shown", "hidden"), STATES)
def test_what_a_state_says(page: str, params: dict[str, str], shown: tuple[str, ...], hidden: tuple[str, ...]) -> None:
    text = "\n".join(text for _, text in texts(lesson_at(page, **params)))
    assert [each for each in shown if each not in text] == []
    assert [each for each in hidden if each in text] == []


FEW = {
    "one point": {"data": "drawn", "pts": "a: 0 0", "k": "linear"},
    "two points": {"data": "drawn", "pts": "a: 0 0 b: 1 1", "k": "linear"},
    "three points": {"data": "drawn", "pts": "a: 0 0 1 0 b: 1 1", "k": "rbf(gamma=1)", "C": "0.1"},
    "three classes": {"data": "drawn", "pts": "a: 0 0 b: 1 1 c: 2 0", "k": "rbf(gamma=1)"},
    "one value": {"data": "drawn", "pts": "y= 0 1", "k": "rbf(gamma=1)"},
    "one value over the plane": {"data": "drawn", "pts": "z= 0 0 1", "k": "linear"},
    "one component": {"data": "drawn", "pts": "x= a: 0 2 b: 1 3", "k": "linear", "pc_M": "1", "pc_kept": "1"},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [name for name in pages.pages() if name not in ("words", "home")])
@pytest.mark.parametrize("language", ["en", "de"])
def test_one_thing_is_never_said_in_the_plural(name: str, language: str) -> None:
    wrong = []
    with speaking(language):
        for few, plural in FEW.items():
            for view in ("", *(VIEWS_OF.get(name, ()))):
                lesson = lesson_at(name, **plural, **({view.split("=")[0]: view.split("=")[1]} if view else {}))
                found = [text for _, text in texts(lesson) for _ in ONE.finditer(text)]
                wrong += [(few, view, text[max(0, ONE.search(text).start() - 50) :][:120]) for text in found]  # type: ignore[union-attr]
    assert not wrong
