"""The Polynomial features page: the numbers of the notes, one computation behind all blocks, odd data."""

import numpy as np
import pytest

import kernviz as kv
from kernviz.data import Dataset, library, load
from kernviz.features.monomials import terms
from kernviz.lessons import page, thumbnails
from kernviz.lessons.polynomial import PAGE, State, build
from kernviz.lessons.polynomial.tabs.fun_time import four_maps, printed_map
from kernviz.lessons.polynomial.tabs.six_lines import SAYS, six_lines
from kernviz.lessons.polynomial.tabs.three_margins import compare
from kernviz.lessons.presets import PRESETS
from kernviz.lessons.shared.training import Training
from kernviz.lessons.state import Subject
from tests.lessons.reading import flat, pictures, printed, tab, tables, words

MOONS = kv.toy("moons", n=40)
RBF = kv.RBF(1.0)


def test_bars_sum_to_the_kernel() -> None:
    lesson = build(State(MOONS, RBF))
    assert lesson.facts["k"] == 4
    assert lesson.facts["features"] == pytest.approx(4)
    assert (lesson.facts["at_x"] * lesson.facts["at_z"]).sum() == pytest.approx(4)
    assert lesson.picture is not None
    bars = [t for t in lesson.picture.figure.data if t.type == "bar"]
    assert list(bars[1].x) == pytest.approx([9, -12, 4, 6, -4, 1])
    assert list(bars[0].x) == pytest.approx([1, 2**0.5, 1, 2**0.5, 2**0.5, 1])


def test_s4_three_coordinates() -> None:
    lesson = build(State(MOONS, RBF, own_c=0.0))
    assert lesson.facts["at_x"] * lesson.facts["at_z"] == pytest.approx([9, -12, 4])
    assert lesson.facts["k"] == 1


@pytest.mark.parametrize("degree", [2, 3, 4])
@pytest.mark.parametrize("m", [1, 2, 3])
def test_six_lines_for_every_degree(degree: int, m: int) -> None:
    state = State(MOONS, RBF, own_degree=degree, own_gamma=0.5, own_c=2.0, m=m)
    lines = six_lines(state, terms(degree, 0.5, 2.0, m))
    assert len(lines) == len(SAYS) == 6
    for line in lines:
        assert line.count("{") == line.count("}")
    assert lines[4].count("textcolor") == lines[5].count("textcolor") == len(terms(degree, 0.5, 2.0, m))


def test_the_stepper_stops_at_its_line() -> None:
    short_, full = (words(tab(build(State(MOONS, RBF, line=i)), "Six lines")) for i in (2, 6))
    assert SAYS[1] in short_
    assert SAYS[2] not in short_
    assert SAYS[5] in full


def test_fun_times() -> None:
    assert four_maps(2, 0.5, 1) == (2.25, 6, 7, 6.25)
    assert printed_map(2, 0.5, np.array([1.0, 2.0]), np.array([3.0, -1.0])) == 9.25
    text = words(tab(build(State(MOONS, RBF, own_gamma=0.5, own_c=2.0)), "Fun Time 1 and 2"))
    assert "**111**" in text
    assert "121" in text
    assert "6.25" in text
    assert "9.25" in text


def test_signed_coefficients_turn_red() -> None:
    good = tab(build(State(MOONS, RBF)), "p(k), signed")
    bad = tab(build(State(load("fun_time_4"), RBF, a1=-2.0)), "p(k), signed")
    assert "✓ A kernel" in words(good)
    assert "✗ Not a kernel" in words(bad)
    assert "eigenvalue -4" in words(bad).replace("−", "-")
    minus = tab(build(State(MOONS, RBF, a0=0.0, a1=-1.0, a2=0.0)), "p(k), signed")
    assert "eigenvalue -" in words(minus).replace("−", "-")


@pytest.mark.parametrize(("inner", "outer"), [(2, 3), (1, 1), (4, 4)])
def test_degrees_multiply(inner: int, outer: int) -> None:
    text = words(tab(build(State(MOONS, RBF, inner=inner, outer=outer)), "Degrees multiply"))
    assert f"degree {inner * outer}.**" in text


def test_three_margins_on_separable_data() -> None:
    signed = State(load("ellipse"), RBF).signed
    assert signed is not None
    compared = compare(signed, float("inf"))
    assert len(compared.trained) == 3
    assert len(set(compared.supports)) > 1  # S3: the support vectors differ
    for result, support in zip(compared.results, compared.supports, strict=True):
        assert isinstance(result, Training)
        assert result.train_accuracy == 1
        assert support == set(np.flatnonzero(result.machine.alpha_ > 0).tolist())
    assert compared.common <= compared.supports[0]
    assert not compared.only(0) & compared.supports[1]


def test_a_hard_margin_that_does_not_exist_is_said() -> None:
    lesson = build(State(kv.toy("blobs"), RBF, hard=True))
    assert not lesson.problem
    assert any("No hard margin exists" in picture.caption for picture in pictures(lesson))


@pytest.mark.filterwarnings(
    "ignore::sklearn.exceptions.ConvergenceWarning"
)  # 1000·x·z of large columns: the table says it
@pytest.mark.parametrize("name", library())
def test_every_data_set(name: str) -> None:
    lesson = build(State(flat(load(name)), RBF, own_degree=3))
    assert lesson.picture is not None
    assert not lesson.problem


def test_extremes_are_said() -> None:
    lesson = build(State(MOONS, RBF, own_degree=10, own_gamma=1000.0, x=(1e3, 1e3), z=(1e3, 1e3), m=2))
    assert lesson.problem or np.isfinite(lesson.facts["k"])
    one = Dataset([[1.0, 2.0]], task="none")
    assert build(State(one, RBF)).picture is not None
    many = build(State(MOONS, RBF, own_degree=10, m=3))
    assert many.picture is not None
    assert len(many.picture.figure.data[0].x) == 11  # a row a degree


def test_the_code_runs() -> None:
    closed, features = map(float, printed(build(State(MOONS, RBF))).split("\n")[-2].split())
    assert closed == 4
    assert features == pytest.approx(4)


def test_tables_name_the_three_sizes() -> None:
    blocks = tab(build(State(MOONS, RBF)), "Dimension and cost")
    numbers = next(b for b in blocks if hasattr(b, "items")).items
    assert [n.value for n in numbers][:3] == ["121", "111", "66"]
    tuples = tables(tab(build(State(MOONS, RBF)), "All tuples J"))[0]
    assert list(tuples.columns["how often"]) == [1, 2, 2, 1, 2, 1]


def test_the_kernel_of_an_example_is_the_pages() -> None:
    mine = [p for p in PRESETS if p.page == "polynomial" and "po_degree" not in p.values]
    assert mine
    for preset in mine:
        assert thumbnails.state(preset).own == kv.parse(str(preset.values["k"]))


@pytest.mark.parametrize(
    ("kernel", "numbers"),
    [
        ("poly(degree=4, gamma=0.5, coef0=2)", (4, 0.5, 2.0)),
        ("linear", (2, 1.0, 1.0)),  # a linear kernel has no degree to move
        ("rbf(gamma=3)", (2, 1.0, 1.0)),
        ("poly(degree=15)", (2, 1.0, 1.0)),  # more than the page can show
    ],
)
def test_a_polynomial_of_the_sidebar_is_the_pages(kernel: str, numbers: tuple[float, ...]) -> None:
    state = page.read(PAGE, Subject(MOONS, kv.parse(kernel)), {})
    assert (state.degree, state.gamma, state.c) == numbers
    assert page.write(state) == {}
    other = page.read(PAGE, Subject(MOONS, kv.parse(kernel)), {"po_gamma": ["7"], "po_x2": ["-1"], "po_d": ["2"]})
    own = "kernel" in other.idle
    assert (other.gamma, other.x) == (7.0 if own else numbers[1], (1.0, -1.0))
    assert own == ("po_gamma" in page.write(other))
