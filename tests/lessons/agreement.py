"""Recompute picture, read-outs, tables and words of the Support vectors page from k, α and b."""

from __future__ import annotations

import re

import numpy as np

from kernviz.arrays import Array
from kernviz.data import Dataset
from kernviz.lessons import svm
from kernviz.lessons.lesson import Lesson
from kernviz.models.svm import KernelSVC
from kernviz.wording import class_word, short
from tests.lessons.reading import marked, pictures, readout, tab, tables, traces, value, values, words

EPS = float(np.finfo(float).eps)
DIGITS = 5e-4  # half a unit of the fourth digit, relative: what a number as text may be off


class Truth:
    """f, ξ and the other quantities by their definitions, from the kernel, α and b alone."""

    def __init__(self, data: Dataset, machine: KernelSVC) -> None:
        K = machine.kernel(data.X)
        self.y, self.alpha, self.b = data.signs, machine.alpha_, machine.intercept_
        self.g = np.array([sum(self.alpha * self.y * row) for row in K])
        self.f = self.g + self.b
        self.margins = self.y * self.f
        self.slack = np.maximum(0.0, 1 - self.margins)
        self.biases = self.y - self.g
        self.norm2 = float((self.alpha * self.y) @ self.g)
        # rounding of n summands in another order, and the machine's own optimality violation
        size = (np.abs(K) @ self.alpha).max() + abs(self.b) + 1
        self.tolerance = 8 * len(K) * EPS * size + max(machine.certificate_.kkt, machine.certificate_.tolerance)


def check_page(state: svm.State, lesson: Lesson) -> None:
    """Run all checks of this module on a page with a machine."""
    data = state.signed
    truth = Truth(data, lesson.facts["training"].machine)
    for check in (readouts, rings, lines, every_point, probe, algorithm, optimum, scaling):
        check(state, lesson, data, truth)


def readouts(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    support = truth.alpha > 0
    bounded = int((truth.alpha == state.penalty).sum())
    kept = support if lesson.facts["deleted"] is not None else np.ones(data.n, dtype=bool)  # all others are gone
    assert readout(lesson, "support vectors").value == f"{support.sum()} / {kept.sum()}"
    assert readout(lesson, "support vectors").meaning.startswith(f"{support.sum() - bounded} free, {bounded} ")
    margin = value(readout(lesson, "margin").value)
    if truth.norm2 > truth.tolerance * truth.alpha.sum():
        assert margin == pytest_approx(truth.norm2**-0.5, DIGITS + truth.tolerance * truth.alpha.sum() / truth.norm2)
    assert value(readout(lesson, "Σξ").value) == pytest_approx(truth.slack.sum(), DIGITS, data.n * truth.tolerance)
    right = float(np.mean(((truth.f > 0) == (truth.y > 0))[kept]))
    clear = np.abs(truth.f) > truth.tolerance
    if clear.all():
        assert readout(lesson, "train").value == f"{100 * right:.1f} %".replace(".0 %", " %")
    if support.sum() > bounded:
        assert value(readout(lesson, "b").value) == pytest_approx(truth.b, DIGITS)
    elif kept.all():
        low, high = bias_interval(truth, state.penalty)
        shown = [value(part) for part in readout(lesson, "b").value.split(" … ")]
        assert shown[0] == pytest_approx(low, DIGITS, truth.tolerance)
        assert shown[-1] == pytest_approx(high, DIGITS, truth.tolerance)


def bias_interval(truth: Truth, C: float) -> tuple[float, float]:
    """Interval of all b with y·(g + b) ≥ 1 for α = 0 and ≤ 1 for α = C."""
    at_bound = truth.alpha == C
    from_below = np.where(at_bound, truth.y < 0, truth.y > 0)
    return float(truth.biases[from_below].max()), float(truth.biases[~from_below].min())


def rings(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Check one ring per support vector, filled where α = C; a cross where y·f ≤ 0; the same numbers
    in caption and alt.
    """
    assert lesson.picture is not None
    figure, alt, caption = lesson.picture.figure, lesson.picture.alt, lesson.picture.caption
    rows = np.flatnonzero(truth.alpha > 0) if state.only_support else np.arange(data.n)
    bounded = np.flatnonzero(truth.alpha == state.penalty)
    free = np.setdiff1d(np.flatnonzero(truth.alpha > 0), bounded)
    if not state.only_support:  # trained again on the rest, α may be another one where it is not unique
        assert rows[marked(figure, "free SV")].tolist() == free.tolist()
        assert rows[marked(figure, "bounded SV")].tolist() == bounded.tolist()
        assert f"{len(free) + len(bounded)} support vector" in alt
        carried = [len(free) + len(bounded), *(n for n in (len(free), len(bounded)) if n)]  # none is not counted
        assert caption_numbers(caption)[: len(carried)] == carried
    clear = np.abs(truth.f[rows]) > truth.tolerance
    crossed = np.isin(np.arange(len(rows)), marked(figure, "wrong side"))
    assert np.array_equal(crossed[clear], (truth.margins[rows] < 0)[clear])
    points = sum(len(marked(figure, name)) for name in dict.fromkeys(_legend(data)))
    assert points == len(rows)


def _legend(data: Dataset) -> list[str]:
    return [name if len(name) <= 24 else name[:23].rstrip() + "…" for name in map(class_word, data.classes)]


def caption_numbers(caption: str) -> list[int]:
    return [int(n) for n in re.findall(r"(?<![\d.])\d+(?![\d.])", caption.rpartition(" of f. ")[2] or caption)]


def lines(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Field, boundary and margins show the same numbers: s·f by definition at some grid points, with levels f = ±1."""
    assert lesson.picture is not None
    figure, kernel = lesson.picture.figure, lesson.facts["training"].machine.kernel
    if data.d == 1:
        drawn = traces(figure, "f(x)")[0]
        at, shown = np.asarray(drawn.x)[::57, None], np.asarray(drawn.y)[::57]
    else:
        boundary, margin = traces(figure, "border")[0], traces(figure, "margin")[0]
        grids = [np.asarray(t.z) for t in figure.data if t.type in ("heatmap", "contour")]
        assert len(grids) == 3
        assert all(np.array_equal(grid, grids[0]) for grid in grids)
        assert (margin.contours.start, margin.contours.end, margin.contours.size) == (-1, 1, 2)
        assert (boundary.contours.start, boundary.contours.end) == (0, 0)
        i = np.arange(5, 100, 23)
        at, shown = np.stack([np.asarray(boundary.x)[i], np.asarray(boundary.y)[i[::-1]]], 1), grids[0][i[::-1], i]
    terms = kernel(at, data.X) * (truth.alpha * truth.y)
    size = np.abs(terms).sum(axis=1) + abs(truth.b)
    assert (np.abs(shown - state.scale * (terms.sum(axis=1) + truth.b)) <= state.scale * 1e-6 * (size + 1)).all()


def every_point(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Table of α, ξ, y·f, b and group of every point."""
    found = tab(lesson, "Every point")
    table = tables(found)[0].columns
    assert list(table["point"]) == list(range(1, data.n + 1))
    for j, column in enumerate(data.columns):
        assert np.array_equal(table[column], data.X[:, j])
    assert list(table["class"]) == [class_word(data.classes[int(s > 0)]) for s in data.signs]
    for name, own in (
        ("α", truth.alpha),
        ("ξ", truth.slack),
        ("y·f", truth.margins),
        ("b of this point", truth.biases),
    ):
        assert np.abs(np.array(table[name]) - own).max() <= truth.tolerance, name
    kinds = ["–" if a == 0 else "bounded SV" if a == state.penalty else "free SV" for a in truth.alpha]
    assert list(table["group"]) == kinds
    free = kinds.count("free SV")
    assert (f"The {free} free points" in words(found)) == (free > 0)


def probe(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Σ α·y·k + b = f(x), in the table, in the waterfall, in the sentence and beside the probe in the picture."""
    found, x = tab(lesson, "Probe"), state.point
    kernel = lesson.facts["training"].machine.kernel
    parts = kernel(x[None], data.X)[0] * truth.alpha * truth.y
    f = float(parts.sum() + truth.b)
    table = tables(found)[0].columns
    order = [int(re.match(r"x(\d+) ", row).group(1)) - 1 for row in table["point"]]  # type: ignore[union-attr]
    assert sorted(order) == np.flatnonzero(truth.alpha > 0).tolist()
    size = np.abs(parts).sum() + abs(truth.b)
    for column, own in (("α·y", truth.alpha * truth.y), ("xᵢ·x", data.X @ x), ("α·y·k", parts)):
        off = np.abs(values(table[column]) - own[order])
        assert (off <= DIGITS * np.abs(own[order]) + 1e-9 * size).all(), column
    assert np.array_equal(table["k(xᵢ,x)"], [short(float(v)) for v in kernel(data.X[order], x[None])[:, 0]])
    waterfall = next(p.figure for p in pictures(lesson) if p.key == "contributions").data[1]
    steps = np.asarray(waterfall.x, dtype=float)
    assert steps[-1] == pytest_approx(f, 1e-9, 1e-9 * size)
    assert steps[-2] == truth.b
    assert steps[:-1].sum() == pytest_approx(steps[-1], 1e-9, 1e-9 * size)
    border = abs(f) <= 1e-9 * size and "on the border" in words(found)
    assert f"f(x) = {'0' if border else short(steps[-1])}" in words(found)
    if abs(f) > 1e-9 * size:
        assert f"**{class_word(data.classes[int(f > 0)])}**" in words(found)
        assert lesson.picture is not None
        beside = lesson.picture.figure.layout.annotations[-1].text
        assert value(beside.rpartition("f = ")[2]) == pytest_approx(state.scale * f, 2 * DIGITS, 1e-9 * size)


def algorithm(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Sizes in S3's boxes."""
    sentence, support = words(tab(lesson, "Algorithm")), int((truth.alpha > 0).sum())
    assert f"{data.n} × {data.n} = {data.n**2} kernel evaluations" in sentence
    assert f"with {data.n} variables and {data.n + 1 if state.hard else 2 * data.n + 1} constraints" in sentence
    if support == data.n:
        assert f"with all {support} points, as each is a support vector: {support} kernel evaluations." in sentence
    else:
        assert f"{support} support vectors: {support} kernel evaluations a point, not {data.n}." in sentence


def optimum(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Primal and dual by their formulas; the solver's last step reaches them."""
    table = tables(tab(lesson, "Primal and dual"))[0].columns
    dual = truth.alpha.sum() - truth.norm2 / 2
    size = truth.alpha.sum() + truth.norm2 / 2
    noise = 4 * truth.tolerance * (truth.alpha.sum() + (0 if state.hard else state.C * data.n))
    assert value(table["optimum"][1]) == pytest_approx(dual, 1e-7, 1e-7 * size + noise)
    if not state.hard:
        primal = truth.norm2 / 2 + state.C * truth.slack.sum()
        assert value(table["optimum"][0]) == pytest_approx(primal, 1e-7, 1e-7 * size + noise)
        assert table["problem"][2].startswith("as S2 prints it")
    assert value(table["optimum"][0]) == pytest_approx(dual, 1e-6, 1e-6 * size + noise)


def scaling(state: svm.State, lesson: Lesson, data: Dataset, truth: Truth) -> None:
    """Multiplying (w, b) by s multiplies y·f and ‖w‖ and leaves the distance."""
    table = tables(tab(lesson, "Scale and swap"))[0].columns
    one, other = values(list(table["s = 1"])[:3]), values(list(list(table.values())[-1])[:3])
    assert one[0] == pytest_approx(truth.margins.min(), DIGITS, truth.tolerance)
    assert other[0] == pytest_approx(state.scale * truth.margins.min(), DIGITS, state.scale * truth.tolerance)
    assert other[1] == pytest_approx(state.scale * one[1], 2 * DIGITS)
    assert other[2] == one[2] or np.isnan(one[2])


def pytest_approx(expected: float, relative: float, absolute: float = 0.0) -> object:
    """pytest.approx that adds the two tolerances."""
    import pytest

    return pytest.approx(float(expected), rel=0, abs=relative * abs(float(expected)) + absolute + 1e-300)


__all__ = ["Array", "Truth", "bias_interval", "check_page"]
