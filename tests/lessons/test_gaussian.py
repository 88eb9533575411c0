"""The Gaussian features page: the numbers of the notes, bumps taken away, the limits of γ, odd data."""

import math

import numpy as np
import pytest
from scipy.stats import poisson

import kernviz as kv
from kernviz.data import Dataset, library, load
from kernviz.features.widths import CONVENTIONS
from kernviz.lessons import gaussian, page
from kernviz.lessons.gaussian import PAGE, build
from kernviz.lessons.gaussian.limits import condition, law
from kernviz.lessons.gaussian.notes import _exponential, as_printed
from kernviz.lessons.gaussian.state import SPACES, VIEWS
from kernviz.lessons.gaussian.tabs.limit import five
from kernviz.lessons.gaussian.views.bumps import taken_away
from kernviz.lessons.lesson import Text
from kernviz.lessons.state import Subject
from tests.lessons.reading import flat, printed, tab, tables

MOONS = kv.toy("moons", n=60)
MAP, BUMPS, GRAM = VIEWS


def State(data: Dataset, gamma: float = 1.0, view: str = MAP, d: int = 1, **more: object) -> gaussian.State:  # noqa: N802
    """The page on these data, the sidebar's kernel being linear."""
    return gaussian.State(data, kv.parse("linear"), view, gamma, space=SPACES[d - 1], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gamma", "T", "k", "error"), [(0.5, 6, 0.88250, 1.25e-5), (1.0, 4, 0.77880, 1.48e-2), (1.0, 8, 0.77880, 7.98e-6)]
)
def test_truncated_map(gamma: float, T: int, k: float, error: float) -> None:
    facts = build(State(MOONS, gamma, MAP, T=T, x=(1.0,), z=(0.5,))).facts
    assert facts["k"] == pytest.approx(k, abs=5e-6)
    assert facts["error"] == pytest.approx(error, rel=0.01)
    assert facts["k"] - facts["truncated"] == pytest.approx(facts["error"], abs=1e-15)


@pytest.mark.parametrize(("T", "share"), [(20, 0.651), (30, 0.994)])
def test_far_from_zero(T: int, share: float) -> None:
    facts = build(State(MOONS, 1.0, MAP, T=T, x=(3.0,), z=(3.0,))).facts
    assert facts["k"] == 1
    assert facts["truncated"] == pytest.approx(share, abs=5e-4)


def test_p_is_explained_and_equals_the_error() -> None:
    """The page defines P(T, a), the probability in the error."""
    lesson = build(State(MOONS, 0.5, MAP, T=6, x=(1.0,), z=(0.5,)))
    text = " ".join(b.markdown for b in lesson.beside if isinstance(b, Text))
    assert "P(T, a) is the probability that a Poisson variable of mean a is T or more" in text
    assert "k·P(6, 0.5)" in text
    assert lesson.facts["error"] == pytest.approx(np.exp(-0.125) * poisson.sf(5, 0.5), rel=1e-9)


def test_the_picture_shows_the_error() -> None:
    lesson = build(State(MOONS, 1.0, MAP, T=4, d=2, x=(1.0, 0.5), z=(0.5, 1.0)))
    heat = next(p for p in lesson.pictures if p.key == "error").figure.data[0]
    i, j = int(np.argmin(np.abs(heat.y - 1.0))), int(np.argmin(np.abs(heat.x - 0.5)))
    z = np.array([heat.x[j], heat.y[i]])
    x = np.array([1.0, 0.5])
    parts = [np.exp(-(x @ x) - z @ z) * (2 * x @ z) ** m / [1, 1, 2, 6][m] for m in range(4)]
    assert 10 ** float(heat.z[i][j]) == pytest.approx(np.exp(-((x - z) ** 2).sum()) - sum(parts), rel=1e-4)


def test_the_page_opens_on_the_bars_of_psi() -> None:
    """The first picture has bars for ψ_m and their products. ψ_m(1) = e^{−½}/√m!, γ = ½."""
    lesson = build(State(MOONS, 0.5, MAP, T=6, x=(1.0,), z=(0.5,)))
    assert lesson.picture is not None
    assert lesson.picture.key == "psi"
    psi = [np.exp(-0.5) / np.sqrt(float(math.factorial(m))) for m in range(6)]
    adds = [np.exp(-0.625) * 0.5**m / math.factorial(m) for m in range(6)]
    lengths = [sorted(np.asarray(t["x"], dtype=float)) for t in lesson.picture.figure.data if t["type"] == "bar"]
    assert any(len(found) == 6 and np.allclose(found, sorted(psi), rtol=1e-4) for found in lengths)
    assert any(len(found) == 6 and np.allclose(found, sorted(adds), rtol=1e-4) for found in lengths)


def test_bumps_add_up() -> None:
    lesson = build(State(MOONS, 1.0, BUMPS, C=1.0))
    training = lesson.facts["training"]
    grid = np.random.default_rng(0).normal(size=(9, 2))
    np.testing.assert_allclose(lesson.facts["f"](grid), training.machine.decision_function(grid), atol=1e-10)
    gone = int(training.machine.support_[0])
    less = build(State(MOONS, 1.0, BUMPS, C=1.0, off=str(gone + 1)))
    bump = training.machine.dual_coef_[gone] * kv.RBF(1.0)(grid, MOONS.X[[gone]])[:, 0]
    np.testing.assert_allclose(less.facts["f"](grid), lesson.facts["f"](grid) - bump, atol=1e-10)
    nothing = build(State(MOONS, 1.0, BUMPS, C=1.0, off="all"))
    np.testing.assert_allclose(nothing.facts["f"](grid), training.machine.intercept_)


def test_typed_point_numbers_are_understood_or_reported() -> None:
    support = np.array([0, 4, 9])
    assert taken_away("1 10", support)[0].tolist() == [True, False, True]
    off, message = taken_away("2, <b>, 99999999999", support)
    assert not off.any()
    assert "2, <b>, 99999999" in message


@pytest.mark.parametrize(
    ("x", "z", "gamma", "log"),
    [
        (1, 0.5, 0.5, math.log(1.5296)),
        (0, 0, 1000, 2000),
        (1, 0.5, 300, 300),
        (-10, 10, 1, math.log(math.sinh(2))),
        (-3, 3, 1, math.log(math.sinh(2))),
        (-10, 9, 1, math.inf),
        (-1.0001, -1, 1, math.inf),
        (-1, -1, 1, math.log(math.exp(-2) * math.cosh(2) + math.exp(2) * math.sinh(2))),
    ],
)
def test_the_sum_as_printed(x: float, z: float, gamma: float, log: float) -> None:
    assert as_printed(x, z, gamma) == pytest.approx(log, abs=1e-4)


@pytest.mark.parametrize(
    ("log10", "text"), [(400.25, "1.778·10⁴⁰⁰"), (400.99999, "1·10⁴⁰¹"), (401, "1·10⁴⁰¹"), (304.5, "3.162·10³⁰⁴")]
)
def test_a_sum_beyond_the_floats_has_one_digit_before_the_point(log10: float, text: str) -> None:
    assert _exponential(log10 * math.log(10)) == text


def test_a_line_of_bumps() -> None:
    lesson = build(State(load("s1_line"), 1.0, BUMPS))
    assert lesson.picture is not None
    assert lesson.picture.clickable


def test_condition_of_twenty_points() -> None:
    twenty = np.linspace(-2.0, 2.0, 20)[:, None]
    assert condition(kv.RBF(1)(twenty)) == pytest.approx(4e14, rel=0.2)
    assert condition(kv.RBF(100)(twenty)) == pytest.approx(1.05, abs=0.005)
    assert condition(np.ones((4, 4))) == np.inf
    for seed in range(20):
        points = np.random.default_rng(seed).normal(size=(9, 2))
        assert condition(kv.RBF(1)(np.vstack([points, points[:1]]))) == np.inf
    assert condition(np.eye(3)) == 1


def test_five_points_at_infinity() -> None:
    alpha, b = five(1000.0)
    assert alpha == pytest.approx([0.8, 0.8, 0.8, 1.2, 1.2])
    assert b == pytest.approx(0.2)


def test_the_law_on_own_data() -> None:
    unequal = MOONS.take(np.r_[np.flatnonzero(MOONS.codes == 0)[:20], np.flatnonzero(MOONS.codes == 1)[:7]])
    lesson = build(State(unequal, 1e6, GRAM))
    machine = lesson.facts["training"].machine
    limits, b = law(machine.signs_)
    np.testing.assert_allclose(machine.alpha_, limits, atol=1e-6)
    assert machine.intercept_ == pytest.approx(b, abs=1e-6)
    assert lesson.facts["mean"] == pytest.approx(0, abs=1e-6)
    assert build(State(unequal, 1e-9, GRAM)).facts["mean"] == pytest.approx(1)


def test_widths_say_the_same_kernel() -> None:
    lesson = build(State(MOONS, 2.0, MAP, convention=CONVENTIONS[3].name, width=0.5))
    table = tables(tab(lesson, "Every width"))[0]
    ours, read = list(table.columns.values())[2:]
    assert ours[1] == "σ = 0.70711"
    assert ours[3] == "σ = 0.5"
    assert read[3] == "2"
    assert read[1] == "4"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", library())
def test_every_data_set(name: str, view: str) -> None:
    lesson = build(State(flat(load(name)), 0.7, view))
    assert lesson.picture is not None or "labelled data" in lesson.problem or "label" in lesson.problem


@pytest.mark.parametrize("view", VIEWS)
def test_odd_data(view: str) -> None:
    for data in (
        Dataset([[1.0, 2.0]], task="none"),
        Dataset([[1.0], [1.0], [2.0]], [0, 1, 1], task="classification", classes=("a", "b")),
        Dataset([[1e6, -1e6], [0.0, 1.0]], [0, 1], task="classification", classes=("a", "b")),
        Dataset([[0.0], [1.0]], [0.5, 2.0], task="regression"),
    ):
        for hard in (False, True):
            lesson = build(State(data, 1.0, view, hard=hard))
            assert lesson.picture is not None or lesson.problem


@pytest.mark.parametrize("gamma", [1e-3, 1e3])
@pytest.mark.parametrize("d", [1, 2])
def test_numbers_of_far_points_are_finite(gamma: float, d: int) -> None:
    lesson = build(State(MOONS, gamma, MAP, T=60, d=d, x=(100.0,) * d, z=(-100.0,) * d, radius=10.0))
    assert lesson.picture is not None
    assert np.isfinite([lesson.facts[key] for key in ("k", "truncated", "error", "bound", "worst")]).all()


def test_the_code_runs() -> None:
    lines = printed(build(State(MOONS))).split("\n")
    assert float(lines[7].split()[1]) == pytest.approx(float(lines[8]), abs=1e-5)


def test_a_gaussian_of_the_sidebar_is_the_pages() -> None:
    """A Gaussian in the sidebar sets the page's γ; with any other kernel the page has one of its own, and says so."""
    about = Subject(MOONS, kv.RBF(3.0))
    there = page.read(PAGE, about, {"ga_gamma": ["5"]})
    assert (there.own, page.write(there), "kernel" in there.idle) == (kv.RBF(3.0), {}, False)
    for kernel in ("linear", "rbf(gamma=1e5)"):
        other = Subject(MOONS, kv.parse(kernel))
        own = page.read(PAGE, other, {"ga_gamma": ["5"]})
        assert (page.read(PAGE, other, {}).gamma, own.gamma, "kernel" in own.idle) == (1.0, 5.0, True)
        assert page.write(own) == {"ga_gamma": "5"}
