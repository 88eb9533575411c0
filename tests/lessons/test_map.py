"""The map: its two costs, the machines beside each other, and cells that lead where they say."""

from __future__ import annotations

from dataclasses import replace
from math import comb, inf, isnan
from typing import Any

import numpy as np
import pytest
from sklearn.svm import SVC

import kernviz as kv
from kernviz.data import load
from kernviz.lessons import data_and_kernel, page
from kernviz.lessons import map as lesson
from kernviz.lessons.lesson import Cell, LinkTable, Picture, Readout, Text
from kernviz.lessons.map.machines import compared
from kernviz.lessons.map.numbers import costs
from kernviz.lessons.map.state import GAUSSIAN, POLYNOMIAL, State
from kernviz.lessons.map.tabs import linear_first
from kernviz.lessons.map.tabs.kernels import condition
from kernviz.lessons.presets import preset
from kernviz.lessons.shared.training import Training
from tests.lessons.reading import flat, in_turn, in_turn_or_all, names, not_finite

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # wine, to the fifth power


def on(name: str = "moons", kernel: str = "rbf(gamma=1)", **more: object) -> State:
    return State(flat(load(name)), kv.parse(kernel), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "gamma", "Q"), [(GAUSSIAN, 2.0, 5), (POLYNOMIAL, 1.0, 3)])
def test_examples_by_the_margin_are_those_of_libsvm(kind: str, gamma: float, Q: int) -> None:
    state = on(kernel=f"rbf(gamma={gamma})", kind=kind, Q=Q)
    X, y = state.data.X, np.where(state.data.codes > 0, 1, -1)
    options = {"kernel": "rbf"} if kind == GAUSSIAN else {"kernel": "poly", "degree": Q, "coef0": 1.0}
    theirs = SVC(C=1.0, gamma=gamma, tol=1e-10, **options).fit(X, y)
    own, alpha = theirs.support_, theirs.dual_coef_[0]
    d2 = ((X[own, None] - X[own]) ** 2).sum(-1)
    K = np.exp(-gamma * d2) if kind == GAUSSIAN else (1 + gamma * X[own] @ X[own].T) ** Q
    radius = 1.0 if kind == GAUSSIAN else float(((1 + (X**2).sum(1)) ** Q).max())
    assert costs(state)[1].value == pytest.approx(radius * float(alpha @ K @ alpha), rel=1e-6)


def test_dimension_and_work_are_counted() -> None:
    dimension, _, features, kernel = costs(on(kind=POLYNOMIAL, Q=10, m=10))
    assert dimension.value == comb(12, 10) + 1
    assert features.value == 184_756
    assert kernel.value == 20  # ten for x·z, one for γ, nine for the power, as on Polynomial features
    dimension, margin, features, kernel = costs(on(kind=GAUSSIAN, m=10))
    assert dimension.value == features.value == inf
    assert (kernel.value, margin.value < 100) == (11, True)


def test_every_kernel_has_a_plane_with_its_support_vectors_counted() -> None:
    state = on(kernel="laplacian(gamma=1)", Q=3)
    picture, machines = lesson.build(state).picture, compared(state)
    assert picture is not None
    fields = [trace for trace in picture.figure.data if trace["type"] == "heatmap"]
    assert len(fields) == len({trace["xaxis"] for trace in fields}) == len(machines) == 5
    titles = [str(note["text"]) for note in picture.figure.layout["annotations"]]
    for title, each in zip(titles, machines, strict=True):
        assert isinstance(each.result, Training)
        assert title == f"{each.name}: {len(each.result.machine.support_)} SV"
    keys = [trace["name"] for trace in picture.figure.data if trace.get("showlegend", trace["type"] == "scatter")]
    assert len(keys) == len(set(keys))


def test_the_caption_names_the_kernel_with_the_fewest_support_vectors() -> None:
    for name in ("moons", "separable_blobs"):
        state = on(name)
        counted = {each.name: len(each.result.machine.support_) for each in compared(state)}  # type: ignore[union-attr]
        fewest = min(counted.values())
        caption = str(lesson.build(state).picture.caption)  # type: ignore[union-attr]
        assert f": {fewest} of {state.data.n}, with " in caption
        named = caption.split(", with ")[1]
        assert [each in named for each in counted] == [count == fewest for count in counted.values()]


def test_a_kernel_without_a_machine_has_the_points_alone() -> None:
    picture = lesson.build(on(kernel="0 - linear")).picture
    assert picture is not None
    assert [note["text"] for note in picture.figure.layout["annotations"]][-1] == "the sidebar's kernel: no machine"
    assert len([trace for trace in picture.figure.data if trace["type"] == "heatmap"]) == 4


@pytest.mark.parametrize("shown", page.pages().values(), ids=page.pages())
def test_no_page_opens_with_bars_alone(shown: page.Page[Any]) -> None:
    """A page's picture shows points, a function or objects. Bars stand beside it."""
    picture = shown.build(page.read(shown, data_and_kernel.read({"data": [shown.first]}), {})).picture  # type: ignore[arg-type]
    assert picture is not None
    assert {trace.get("type", "scatter") for trace in picture.figure.data} != {"bar"}


def test_a_bar_without_end_leaves_the_frame() -> None:
    (picture,) = [each for each in lesson.build(on(kind=GAUSSIAN)).pictures if each.key == "costs"]
    (bars,), end = picture.figure.data, 10 ** picture.figure.layout["xaxis"]["range"][1]
    without = [("∞" in text, x >= end) for text, x in zip(bars["text"], bars["x"], strict=True)]
    assert without == [(True, True), (False, False), (True, True), (False, False)]
    assert [text for text in bars["text"] if "∞" in text] == ["→ ∞", "→ ∞"]
    assert "∞ are needed" not in picture.caption
    assert picture.caption.startswith("Infinitely many features need infinitely many examples")


def test_the_numbers_of_the_lecture() -> None:
    """S3's pros and cons: 0.5²⁰, 3²⁰, and how near K comes to no inverse."""
    sentences = text(next(t for t in lesson.build(on(Q=20)).tabs if t.title == "Overflow").blocks)
    assert "9.5·10⁻⁷" in sentences
    assert "3.5·10⁹" in sentences
    assert condition(1.0) == pytest.approx(4e14, rel=0.2)
    assert condition(100.0) == pytest.approx(1.05, abs=0.005)


def test_linear_first() -> None:
    """A line is enough for two blobs and not for two circles."""
    for name, enough in (("separable_blobs", True), ("circles", False)):
        last = linear_first.blocks(on(name))[-1]
        assert isinstance(last, Text)
        assert last.markdown.startswith("**Linear is enough.**" if enough else "**Linear is not enough")


def test_every_machine_is_trained_once_and_the_sidebar_is_among_them() -> None:
    rows = compared(on(kernel="laplacian(gamma=1)"))
    assert [row.name for row in rows] == [
        "linear",
        "(1 + x·z)²",
        "(1 + x·z)⁵",
        "Gaussian, γ = 1",
        "the sidebar's kernel",
    ]
    assert len(compared(on(kernel="rbf(gamma=1)", Q=2))) == 3
    about = data_and_kernel.read({"data": ["moons"], "k": ["rbf(gamma=7)"]})
    assert about is not None
    assert page.read(lesson.PAGE, about, {}).gamma == 7  # goes with the sidebar's


@pytest.mark.sampled(15)
@in_turn_or_all
@pytest.mark.parametrize("name", names())
def test_any_data_can_be_looked_at(name: str, every: bool) -> None:
    for kernel in in_turn(("linear", "exp(exp(linear))", "minimum"), names().index(name), every):
        state = on(name, kernel)
        if not every:  # of every class some
            state = replace(state, data=state.data.take(np.arange(0, state.data.n, max(1, state.data.n // 60))))
        built = lesson.build(state)
        assert built.picture is not None
        blocks = [*built.pictures, *built.beside, *(block for tab in built.tabs for block in tab.blocks)]
        for each in blocks:
            assert not isinstance(each, Picture) or not not_finite(each.figure)
        if state.signed is None:
            assert isnan(built.facts["costs"][1].value)
            assert any(isinstance(block, Text) and "no two classes" in block.markdown for block in built.beside)


def cells() -> list[Cell]:
    built = lesson.build(on())
    tables = [block for tab in built.tabs for block in tab.blocks if isinstance(block, LinkTable)]
    assert len(tables) == 3
    for table in tables:
        assert all(len(row) == len(table.head) for row in table.rows)
    return [cell for table in tables for row in table.rows for cell in row if cell.to is not None]


@pytest.mark.parametrize("cell", cells(), ids=lambda cell: cell.text)
def test_a_cell_opens_a_state_of_a_page(cell: Cell) -> None:
    assert cell.to is not None
    params = {name: [page.written(value)] for name, value in cell.to.values.items()}
    about = data_and_kernel.read(params)
    assert about is not None
    shown = page.pages()[cell.to.page]
    assert not page.refusals(shown, about, params)
    state = page.read(shown, about, params)
    defaults = {p.name for name, each in page.applying(state).items() for p in each.params(name, state)}
    assert set(cell.to.values) <= defaults | {"data", "k", "tab", "n", "noise", "seed", "pts"}
    if tab := cell.to.values.get("tab"):
        assert tab in [tab.title for tab in shown.build(state).tabs]


def test_every_machine_of_the_app_has_its_task() -> None:
    opened = {cell.to.page for cell in cells() if cell.to}
    assert {"svm", "multiclass", "ridge", "sphere", "neighbors", "pca", "objects", "geometry"} <= opened


def test_an_example_is_found_by_how_it_begins() -> None:
    assert preset("XOR: f(x)").page == "svm"
    for words in ("no example begins so", "Fun Time 4"):
        with pytest.raises(KeyError, match="examples begin with"):
            preset(words)


def text(blocks: tuple[object, ...]) -> str:
    """Text of the blocks, including columns."""
    found = []
    for block in blocks:
        for inner in getattr(block, "columns", ()):
            found.append(text(inner))
        found += [str(getattr(block, "markdown", ""))]
        found += [item.value for item in getattr(block, "items", ()) if isinstance(item, Readout)]
    return " ".join(found)
