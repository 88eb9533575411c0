"""The Ridge regression page: the notes' numbers, scikit-learn's ridge and process, leave-one-out by training again, odd
data.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as process_kernels
from sklearn.kernel_ridge import KernelRidge as Oracle

import kernviz as kv
from kernviz.data import Dataset, library, load
from kernviz.figures.bars.contribution_waterfall import contributions
from kernviz.lessons import ridge, thumbnails
from kernviz.lessons.erratum import Erratum
from kernviz.lessons.lesson import Formula, Lesson, Picture, Text
from kernviz.lessons.presets import PRESETS, Preset
from kernviz.lessons.ridge import machine as ridge_machine
from kernviz.lessons.ridge.tabs import gaussian_process, least_squares
from kernviz.models.ridge_path import RidgeSpectrum
from tests.lessons.reading import (
    flat,
    in_turn,
    in_turn_or_all,
    names,
    not_finite,
    pictures,
    printed,
    readout,
    tab,
    tables,
    value,
    words,
)
from tests.lessons.test_extremes import DATA, KERNELS

SINE = load("sine")
MINE = [p for p in PRESETS if p.page == "ridge"]


def state(name: str = "sine", k: str = "rbf(gamma=0.5)", ridge_: float = 0.1, **more: object) -> ridge.State:
    return ridge.State(flat(load(name)), kv.parse(k), ridge=ridge_, **more)  # type: ignore[arg-type]


def of_preset(sentence: str) -> Lesson:
    preset: Preset = next(p for p in MINE if p.sentence.startswith(sentence))
    return thumbnails.lesson(preset)


def column(lesson: Lesson, title: str, name: str, which: int = 0) -> np.ndarray:
    return np.array(tables(tab(lesson, title))[which].columns[name])


# ---- the notes' numbers ----------------------------------------------------------------------------------------------


def test_three_points_on_a_line() -> None:
    """α = (.14184, .28369, .42553), w = 1.98582 = 28/14.1, both ways."""
    lesson = of_preset("Three points")
    assert column(lesson, "Every point", "α") == pytest.approx(np.array([2, 4, 6]) / 14.1)
    assert lesson.facts["fit"].machine.dual_coef_ @ [1, 2, 3] == pytest.approx(28 / 14.1, rel=1e-14)
    assert "= 4.965" in words(tab(lesson, "Probe"))  # at z = 2.5: 2.5 · 28/14.1
    assert readout(lesson, "condition").value == "141"


def test_twenty_points_in_the_plane_have_rank_two() -> None:
    """Erratum E23: K has rank 2, the projection trace 2; w = (XXᵀ)⁻¹Xy all the same."""
    lesson = of_preset("Twenty points")
    warning = next(b.markdown for b in lesson.beside if isinstance(b, Text) and b.tone == "warning")
    assert "rank 2 of 20" in warning
    assert "trace 2, not I" in warning
    assert readout(lesson, "condition").value == "∞"
    assert readout(lesson, "rank").value == "2 / 20"
    assert readout(lesson, "parameters").value == "2"
    data = load("surface", n=20)
    w = np.linalg.solve(data.X.T @ data.X, data.X.T @ np.asarray(data.y))
    shown = tables(tab(lesson, "Least squares"))[0].columns["here"]
    assert [value(part) for part in str(shown[0]).strip("()").split(", ")] == pytest.approx(w, rel=1e-3)
    assert list(shown[1:3]) == ["2 of 20", "2"]
    fitted = column(lesson, "Every point", "h(x)")
    assert fitted == pytest.approx(data.X @ w)


def test_a_ridge_takes_the_warning_away() -> None:
    singular = ridge.State(load("surface", n=20), kv.parse("linear"), ols=True)
    assert any("singular" in b.markdown for b in ridge.build(singular).beside if isinstance(b, Text))
    mended = ridge.State(load("surface", n=20), kv.parse("linear"), ridge=1e-3)
    assert not any("singular" in b.markdown for b in ridge.build(mended).beside if isinstance(b, Text))


def test_the_errata_are_told() -> None:
    found = [b.where for b in tab(ridge.build(state()), "What the notes say") if isinstance(b, Erratum)]
    for number in (23, 24, 27):
        assert any(f"(E{number})" in where for where in found)


# ---- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sine", "surface", "moons", "iris_petals"])
@pytest.mark.parametrize("lam", [1e-4, 0.1, 30.0])
def test_scikit_learns_ridge(name: str, lam: float) -> None:
    s = state(name, "rbf(gamma=0.7)", lam, probe=())
    lesson, y = ridge.build(s), np.asarray(s.numeric_data.y)
    other = Oracle(alpha=lam, kernel="rbf", gamma=0.7).fit(s.data.X, y)
    assert column(lesson, "Every point", "h(x)") == pytest.approx(other.predict(s.data.X), abs=1e-8)
    assert column(lesson, "Every point", "α") == pytest.approx(other.dual_coef_, rel=1e-6, abs=1e-6)
    field = lesson.facts["fit"].field
    if s.data.d == 1:
        assert field.values[::40] == pytest.approx(other.predict(field.x[::40, None]), abs=1e-8)
    h = float(other.predict(s.point[None])[0])
    shown = re.search(r"\): h\(z\) = (\S+?)\.? ", words(tab(lesson, "Probe")))
    assert shown is not None
    assert value(shown[1]) == pytest.approx(h, rel=1e-4)


@pytest.mark.parametrize("noise", [False, True])
def test_scikit_learns_process(noise: bool) -> None:
    """The process's mean is h, its band is the page's."""
    s = state("sine", "rbf(gamma=0.5)", 0.04, band=True, noise=noise)
    lesson = ridge.build(s)
    kernel = process_kernels.RBF(length_scale=1.0, length_scale_bounds="fixed")  # exp(−d²/2)
    process = GaussianProcessRegressor(kernel, alpha=0.04, optimizer=None).fit(s.data.X, s.data.y)
    field = lesson.facts["fit"].field
    mean, std = process.predict(field.x[:, None], return_std=True)
    std = np.sqrt(std**2 + (0.04 if noise else 0.0))
    assert field.values == pytest.approx(mean, abs=1e-9)
    assert lesson.picture is not None
    low, high = (np.asarray(t.y) for t in lesson.picture.figure.data if "band" in (t.name or ""))
    assert low == pytest.approx(mean - 1.959964 * std, abs=1e-5)
    assert high == pytest.approx(mean + 1.959964 * std, abs=1e-5)
    at_probe, s_probe = process.predict(s.point[None], return_std=True)
    numbers = column(lesson, "Gaussian process", "value")
    assert value(numbers[0]) == pytest.approx(float(at_probe[0]), rel=1e-7)
    assert value(numbers[1]) == pytest.approx(float(at_probe[0]), rel=1e-7)
    assert value(numbers[4]) == pytest.approx(float(s_probe[0]), rel=1e-3)
    assert "The mean is the same number" in words(tab(lesson, "Gaussian process"))


def test_without_the_switch_there_is_no_band() -> None:
    lesson = ridge.build(state())
    assert lesson.picture is not None
    assert not [t for t in lesson.picture.figure.data if "band" in (t.name or "")]


@pytest.mark.parametrize("name", ["sine", "moons"])
@pytest.mark.parametrize("lam", [1e-3, 0.3, 50.0])
def test_left_out_errors_are_those_of_machines_trained_again(name: str, lam: float) -> None:
    data = load(name, n=24)
    s = ridge.State(data, kv.parse("rbf(gamma=1)"), ridge=lam)
    y, left_out = np.asarray(s.numeric_data.y), []
    for i in range(data.n):
        rest = np.delete(np.arange(data.n), i)
        again = kv.KernelRidge(kv.parse("rbf(gamma=1)"), ridge=lam).fit(data.X[rest], y[rest])
        left_out.append(float(y[i] - again.predict(data.X[i : i + 1])[0]))
    lesson = ridge.build(s)
    assert column(lesson, "Every point", "left-out error") == pytest.approx(left_out, rel=1e-8, abs=1e-10)
    assert value(readout(lesson, "left-out").value) == pytest.approx(np.sqrt(np.mean(np.square(left_out))), rel=1e-3)


def test_the_curve_along_the_ridges_and_its_least_point() -> None:
    s = state("sine", "rbf(gamma=1)")
    prepared = ridge_machine.prepare(s.numeric_data, s.kernel)
    assert isinstance(prepared, ridge_machine.Prepared)
    for i in (30, 75, 100):  # λ = 1e-5, 0.32, 100
        fit = ridge_machine.train(s.numeric_data, s.kernel, float(ridge_machine.RIDGES[i]))
        assert isinstance(fit, ridge_machine.Fit)
        assert fit.left_out_rms == pytest.approx(prepared.left_out_rms[i], rel=1e-6)
        assert fit.train_rms == pytest.approx(prepared.train_rms[i], rel=1e-6)
    best = ridge.best_ridge(s)
    assert best == ridge_machine.RIDGES[prepared.left_out_rms.argmin()] == prepared.best
    assert (np.diff(prepared.train_rms) > -1e-12).all()  # the caption says so
    drawn = next(p.figure for p in pictures(ridge.build(s)) if p.key == "which")
    star = next(t for t in drawn.data if (t.name or "").startswith("best"))
    assert (star.x[0], star.y[0]) == (best, prepared.left_out_rms.min())
    here = next(t for t in drawn.data if (t.name or "").startswith("now"))
    assert here.x[0] == drawn.layout.shapes[0].x0 == 0.1
    assert ridge.best_ridge(ridge.State(load("cloud"), s.kernel)) is None


def test_dragging_the_ridge_decomposes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data, k = load("sine", n=31, seed=9), kv.parse("rbf(gamma=0.77)")
    done: list[int] = []
    first = RidgeSpectrum.of

    def counted(K: np.ndarray) -> RidgeSpectrum:
        done.append(len(K))
        return first(K)

    monkeypatch.setattr(RidgeSpectrum, "of", counted)
    for lam in (0.011, 0.22, 3.3):
        for band in (False, True):
            ridge.build(ridge.State(data, k, ridge=lam, band=band))
    ridge.build(ridge.State(data, k, ols=True))
    assert done == [31]


# ---- parts of the page -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 40])
def test_the_bars_add_up_to_h(n: int) -> None:
    rng = np.random.default_rng(n)
    similarities, alpha = rng.random(n), rng.normal(size=n)
    total = float(similarities @ alpha)
    rows = contributions(similarities, alpha, total)
    assert sum(row.value for row in rows[:-1]) == pytest.approx(total)
    for row, following in pairwise(rows[:-1]):
        assert following.start == pytest.approx(row.start + row.value)
    assert (rows[-1].value, rows[-1].start) == (total, 0.0)
    assert len(rows) == min(n, 12) + (n > 12) + 1
    assert sum(row.value for row in rows[:-2]) != pytest.approx(total)  # the test can fail


def test_shares_add_up_to_the_parameters() -> None:
    lesson = ridge.build(state(ridge_=0.5))
    bars = next(p.figure for p in pictures(lesson) if p.key == "shrinkage").data[1]
    K = kv.parse("rbf(gamma=0.5)")(SINE.X)
    values = np.linalg.eigvalsh(K)[::-1]
    assert np.asarray(bars.y) == pytest.approx(values / (values + 0.5), abs=1e-9)
    freedom = np.trace(K @ np.linalg.inv(K + 0.5 * np.eye(len(K))))
    assert np.sum(bars.y) == pytest.approx(freedom)
    assert value(readout(lesson, "parameters").value) == pytest.approx(freedom, rel=1e-3)


@pytest.mark.parametrize("lam", [0.0, 0.3])
def test_gradient_descent_in_closed_form(lam: float) -> None:
    K, y = kv.parse("linear")(load("surface", n=9).X), np.arange(9.0)
    spectrum = RidgeSpectrum.of(K)
    closed = least_squares.descent(spectrum.values, spectrum.vectors, y, lam, np.array([0, 1, 2, 50]))
    alpha, s, seen = np.zeros(9), 1 / (spectrum.values[0] + lam), {}
    for t in range(51):
        seen[t] = alpha
        alpha = alpha + s * (y - K @ alpha - lam * alpha)
    np.testing.assert_allclose(closed, [seen[t] for t in (0, 1, 2, 50)], atol=1e-10)


def test_the_certificate_is_the_residual() -> None:
    lesson = ridge.build(state())
    fit = lesson.facts["fit"]
    K = kv.parse("rbf(gamma=0.5)")(SINE.X)
    alpha = fit.machine.dual_coef_
    residual = np.linalg.norm(K @ alpha + 0.1 * alpha - SINE.values) / np.linalg.norm(SINE.values)
    assert fit.relative_residual == pytest.approx(residual, abs=1e-15)
    assert fit.relative_residual < 1e-13
    assert any("**Certificate ✓**" in b.markdown for b in lesson.beside if isinstance(b, Text))


def test_residuals_are_the_ridge_times_alpha() -> None:
    lesson = ridge.build(state(ridge_=2.0))
    assert column(lesson, "Every point", "residual y − h") == pytest.approx(2 * column(lesson, "Every point", "α"))


def test_the_share_within_the_band() -> None:
    fit = ridge.build(state(ridge_=0.04)).facts["fit"]
    y, K = np.asarray(SINE.y), kv.parse("rbf(gamma=0.5)")(SINE.X)
    inside = 0
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        M = K[np.ix_(rest, rest)] + 0.04 * np.eye(len(rest))
        mean = K[i, rest] @ np.linalg.solve(M, y[rest])
        variance = K[i, i] + 0.04 - K[i, rest] @ np.linalg.solve(M, K[rest, i])
        inside += abs(y[i] - mean) <= 1.959964 * np.sqrt(variance)
    assert gaussian_process.inside_share(fit) == inside / len(y)


# ---- classes, no target, odd data ------------------------------------------------------------------------------------


def test_classes_count_as_plus_and_minus_one() -> None:
    s = state("iris_petals", positive="versicolor")
    lesson = ridge.build(s)
    assert lesson.picture is not None
    assert "+1 and −1" in lesson.picture.caption
    y = column(lesson, "Every point", s.data.target)
    assert np.array_equal(y == 1, np.array(s.data.labels) == "versicolor")
    wrong = int(((column(lesson, "Every point", "h(x)") > 0) != (y > 0)).sum())
    assert f"On the wrong side: {wrong} of 150" in lesson.picture.caption
    other = ridge.build(state("iris_petals", positive="setosa"))
    assert not np.array_equal(column(other, "Every point", s.data.target), y)


def test_sentences_of_refusals_and_of_one_point() -> None:
    lesson = ridge.build(state("moons", "poly(degree=2, coef0=-1)"))
    assert "eigenvalue −385.8" in lesson.problem
    assert "the page Mercer shows" in lesson.problem
    twins = Dataset(np.ones((2, 2)), np.array([0, 1]), classes=("a", "b"), task="classification")
    lesson = ridge.build(ridge.State(twins, kv.parse("linear")))
    assert lesson.picture is not None
    assert "On the wrong side: 1 of 2" in lesson.picture.caption


def test_errors_that_print_alike_are_not_compared() -> None:
    for lam, compared in ((0.4, False), (0.0, False), (1e5, True)):
        lesson = ridge.build(state("iris_petals", "linear", lam, ols=lam == 0, positive="setosa"))
        captions = "".join(b.caption for b in tab(lesson, "Which λ") if isinstance(b, Picture))
        assert ("times the least" in captions) == compared


def test_a_long_polynomial_is_broken_into_lines() -> None:
    lesson = ridge.build(state("surface", "poly(degree=2, gamma=1, coef0=1)"))
    written = next(b.latex for b in lesson.beside if isinstance(b, Formula) and "z_1" in b.latex)
    lines = written.split(r"\\")
    assert len(lines) == 3
    assert "+ -" not in written


def test_data_without_a_target_say_which_have_one() -> None:
    lesson = ridge.build(state("cloud"))
    assert "has no target" in lesson.problem
    assert lesson.picture is not None
    listed = re.search(r"with a target \((.*?)\)", lesson.problem).group(1).split(", ")  # type: ignore[union-attr]
    assert listed == [name for name, entry in library().items() if entry.task == "regression"]
    assert all(load(name).task == "regression" for name in listed)


def sound(lesson: Lesson) -> None:
    assert lesson.problem or lesson.tabs
    assert len(lesson.problem) < 600
    for picture in pictures(lesson):
        assert not not_finite(picture.figure), f"{picture.key}: {not_finite(picture.figure)}"


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # the page says "not exact up to rounding"
@in_turn_or_all
@pytest.mark.parametrize("name", DATA)
@pytest.mark.sampled(15)
def test_no_combination_breaks_the_page(name: str, every: bool) -> None:
    data = DATA[name]()
    numbers = Dataset(data.X, np.linspace(-3, 5, data.n), task="regression")
    far = (1e6,) * data.d
    first = list(DATA).index(name)
    for turn, text in enumerate(in_turn(KERNELS, first, every, many=9), first):
        k = kv.parse(text)
        states = (
            ridge.State(data, k),
            ridge.State(data, k, ols=True, probe=far),
            ridge.State(numbers, k, ridge=1e-8, band=True, selected=0),
            ridge.State(numbers, k, ridge=1e6, view=ridge.SPACE, band=True, noise=True),
        )
        for state in in_turn(states, turn, every):
            sound(ridge.build(state))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", names())
def test_every_dataset_of_the_library(name: str) -> None:
    lesson = ridge.build(state(name, "rbf(gamma=1)"))
    assert bool(lesson.problem) == (load(name).task == "none")
    sound(lesson)


def test_data_of_equal_or_few_points_are_fitted() -> None:
    """All targets equal, one point, and the same place with two values."""
    for X, y in (([[1.0]], [3.0]), ([[0.0], [1.0]], [2.0, 2.0]), ([[0.0], [0.0], [1.0]], [1.0, 3.0, 0.0])):
        data = Dataset(np.array(X), np.array(y), task="regression")
        for ols in (False, True):
            sound(ridge.build(ridge.State(data, kv.parse("rbf(gamma=1)"), ols=ols)))
    contradictory = Dataset(np.array([[0.0], [0.0]]), np.array([1.0, 3.0]), task="regression")
    fit = ridge.build(ridge.State(contradictory, kv.parse("rbf(gamma=1)"), ols=True)).facts["fit"]
    assert fit.fitted == pytest.approx([2.0, 2.0])  # least squares takes their mean


@pytest.mark.parametrize("preset", MINE, ids=lambda p: p.sentence)
def test_every_example(preset: Preset) -> None:
    lesson = of_preset(preset.sentence)
    sound(lesson)
    assert not lesson.problem
    assert lesson.facts["fit"].machine.certificate_.optimal


# ---- the code --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "s", [state(), state("iris_petals", "poly(degree=2)", 0.3, positive="setosa"), state("surface", "linear", ols=True)]
)
def test_the_code_gives_the_numbers_of_the_page(s: ridge.State) -> None:
    lesson = ridge.build(s)
    h, std = map(float, printed(lesson, s.data).splitlines()[0].split())
    fit = lesson.facts["fit"]
    assert h == pytest.approx(fit.value_at(s.point), rel=1e-8)
    assert std == pytest.approx(fit.std_at(s.point, False), rel=1e-6, abs=1e-9)
