"""Labels of coordinates are formulas: a second reader evaluates them to the coordinate, and all of a map differ."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS
from kernviz.kernels.label import Label, coordinates, latex_label, length, root_text, turned, weighted_sum
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.weighted import Weighted
from tests.oracle import EPS, Approx
from tests.reading_labels import Unreadable, evaluate
from tests.strategies import Draw, few, named_function, tables

ROOM = 16.0  # the error is of first order, and numpy adds in another order


@st.composite
def finite(draw: Draw, d: int, size: int = 4) -> Kernel:
    """A kernel with finitely many features, few enough to read."""
    return _finite(draw, Space(d), draw(st.integers(1, size)))


def _finite(draw: Draw, space: Space, size: int) -> Kernel:
    if size == 1:
        return draw(st.sampled_from((_leaf, lambda *_: Linear())))(draw, space)
    kind = draw(st.sampled_from(("sum", "product", "power", "scaled", "polynomial", "weight", "normalize", "map")))
    if kind in ("sum", "product"):
        left = draw(st.integers(1, size - 1))
        pair = _finite(draw, space, left), _finite(draw, space, size - left)
        return Sum(pair) if kind == "sum" else Product(pair)
    if kind == "map":
        phi: Any = named_function(draw, POINT_MAPS, space)
        return Mapped(_finite(draw, phi.onto(space), size - 1), phi)
    k = _finite(draw, space, size - 1)
    if kind == "power":
        return Power(k, draw(st.integers(0, 2)))
    if kind == "scaled":
        return Scaled(draw(st.integers(0, 40)) / 8, k)
    if kind == "polynomial":
        return PolynomialOf(k, tuple(a / 2 for a in draw(st.lists(st.integers(0, 4), min_size=1, max_size=3))))
    f: Any = named_function(draw, SCALAR_FUNCTIONS, space)
    return Normalized(k) if kind == "normalize" else Weighted(f, k)


def _leaf(draw: Draw, space: Space) -> Kernel:
    if space.d <= 3 and draw(st.booleans()):
        entries = draw(st.lists(st.integers(-3, 3), min_size=space.d**2, max_size=space.d**2))
        L = np.array(entries, dtype=float).reshape(space.d, space.d)
        return Bilinear(tuple(map(tuple, (L @ L.T).tolist())))
    return draw(
        st.sampled_from((Constant(0.5), Constant(2.0), kv.Polynomial(2, 0.5, 1.0), kv.Polynomial(1, 1.0, 0.25)))
    )


def lengths(k: Kernel, X: Array) -> Iterator[Array]:
    """Values of ‖φ‖ in a label: the length of every image that is divided by its length."""
    if isinstance(k, Normalized):
        yield np.sqrt(k.k.diag(X))
    for child in k.children:
        yield from lengths(child, k._child_points(X))


def check(k: Kernel, X: Array) -> None:
    """Every label of k, read by the second reader, is its coordinate at every point of X; no two are alike."""
    phi = kv.feature_map(k, X.shape[1])
    if phi is None:
        return
    assert len(set(phi.labels)) == phi.dimension, f"two coordinates have one name: {phi.labels}"
    named_lengths = [*lengths(k, X)] if any("‖φ‖" in label for label in phi.labels) else [None]
    with np.errstate(all="ignore"):
        F = phi(X)
    wrong = [reason for found in named_lengths if (reason := _difference(phi.labels, F, X, found)) is not None]
    assert len(wrong) < len(named_lengths), f"{k}: {wrong[0]}"


def _difference(labels: tuple[str, ...], F: Array, X: Array, found: Array | None) -> str | None:
    for row, x in enumerate(X):
        length = None if found is None else Approx(float(found[row]), 8 * EPS * float(found[row]))
        for label, value in zip(labels, F[row], strict=True):
            read = evaluate(label, x.tolist(), length)
            if not abs(read.value - value) <= ROOM * read.error:
                return f"{label} at {x.tolist()} is {read.value} ± {read.error}, and the coordinate {value}"
    return None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(80)
@given(data=st.data())
def test_a_label_is_the_formula_of_its_coordinate(d: int, data: Any) -> None:
    k = data.draw(finite(d))
    note(str(k))
    check(k, data.draw(tables(d, n=3)))


@pytest.mark.parametrize(
    ("text", "d", "labels"),
    [
        ("weight(norm, bilinear([[1, 0.5], [0.5, 1]]))", 2, ("‖x‖·(x₁+0.5·x₂)", "0.866·‖x‖·x₂")),
        ("bilinear([[1, 0.5], [0.5, 1]])", 2, ("x₁+0.5·x₂", "0.866·x₂")),
        ("bilinear([[1, -1], [-1, 1]])", 2, ("x₁−x₂",)),
        ("weight(decay(1), linear) + weight(decay(2), linear)", 1, ("e^(−‖x‖²)·x", "e^(−2·‖x‖²)·x")),
        ("weight(decay(0.5), 1)", 2, ("e^(−0.5·‖x‖²)",)),
        ("weight(decay, linear)**2", 1, ("(e^(−‖x‖²))²·x²",)),
        ("weight(norm, linear) @ column(2)", 3, ("‖x₂‖·x₂",)),
        ("weight(first, linear @ column(2))", 3, ("x₁x₂",)),
        ("linear @ circle(3)", 1, ("cos(2πx/3)", "sin(2πx/3)")),
        ("linear @ circle(3) + linear @ circle(1)", 1, ("cos(2πx/3)", "sin(2πx/3)", "cos(2πx)", "sin(2πx)")),
        ("linear @ abs @ stretch(3)", 2, ("3·|x₁|", "3·|x₂|")),
        ("linear @ circle(2) @ stretch(-3)", 1, ("cos(2π·(−3·x)/2)", "sin(2π·(−3·x)/2)")),
        ("linear @ radius @ square", 2, ("‖(x₁², x₂²)‖",)),
        ("weight(norm, linear) + weight(norm, linear)", 1, ("√2·‖x‖·x",)),
        ("(linear @ abs)*(linear @ abs)", 2, ("|x₁|²", "√2·|x₁|·|x₂|", "|x₂|²")),
        ("weight(norm, 3)*weight(norm, 12)", 1, ("6·‖x‖²",)),
        ("0*weight(norm, linear)", 2, ()),
        ("normalize(poly(1))", 1, ("x/‖φ‖", "1/‖φ‖")),
        ("normalize(linear)**2", 1, ("x²/‖φ‖²",)),
        ("normalize(linear) + normalize(poly(1))", 1, ("x/‖(x)‖", "x/‖(x, 1)‖", "1/‖(x, 1)‖")),
        ("linear**3*linear**8", 1, ("x¹¹",)),
        ("linear @ abs @ stretch(-2)", 1, ("2·|x|",)),
        ("weight(sqnorm, linear @ abs)", 2, ("‖x‖²·|x₁|", "‖x‖²·|x₂|")),
        ("weight(norm, bilinear([[32, 0], [0, 1001]]))", 2, ("√32·‖x‖·x₁", "31.64·‖x‖·x₂")),
        ("weight(first, linear @ abs) @ column(2)", 2, ("x₂·|x₂|",)),
    ],
)
def test_labels_by_hand(text: str, d: int, labels: tuple[str, ...]) -> None:
    k = kv.parse(text)
    phi = kv.feature_map(k, d)
    assert phi is not None
    assert phi.labels == labels
    check(k, np.random.default_rng(d).normal(size=(4, d)))
    check(k, np.zeros((1, d)))


def test_labels_no_kernel_of_today_needs() -> None:
    x, y = coordinates(2)
    both = weighted_sum([(Fraction(1), x), (Fraction(-1, 2), y)])
    assert both.text() == "x₁−0.5·x₂"
    assert both.times(Fraction(-1)).text() == "−(x₁−0.5·x₂)"
    assert weighted_sum([(Fraction(1), both.times(Fraction(-1))), (Fraction(2), y)]).text() == "−(x₁−0.5·x₂)+2·x₂"
    assert length([x.times(Fraction(2)), y.times(Fraction(-3))]).text() == "‖(2·x₁, 3·x₂)‖"
    assert length([x.times(Fraction(2)), y.times(Fraction(-2))]).text() == "2·‖x‖"
    assert (both * x).at([y, x]).text() == "(x₂−0.5·x₁)·x₂"


def test_two_sums_that_four_digits_cannot_tell_apart_get_more() -> None:
    k = kv.parse("weight(norm, bilinear([[3, 1], [1, 3]])) + weight(norm, bilinear([[3, 1.00001], [1.00001, 3]]))")
    phi = kv.feature_map(k, 2)
    assert phi is not None
    sums = [label for label in phi.labels if "+" in label]
    assert sums == ["√3·‖x‖·(x₁+0.3333333333333333·x₂)", "√3·‖x‖·(x₁+0.33333666666666667·x₂)"]
    check(k, np.array([[1.0, 2.0], [-0.5, 3.0]]))


def test_equal_coordinates_are_one_and_the_kernel_stays() -> None:
    k = kv.parse("weight(norm, linear)**3 + 2*weight(norm, linear @ abs)")
    phi = kv.feature_map(k, 2)
    assert phi is not None
    assert phi.dimension == 4 + 2
    X = np.random.default_rng(0).normal(size=(6, 2))
    assert np.allclose(phi(X) @ phi(X).T, k(X), rtol=1e-14 * 6 * 8)  # six features of products of eight numbers


def test_coordinates_that_vary_are_told_from_constants() -> None:
    phi = kv.feature_map(kv.parse("normalize(poly(1)) + weight(norm, 1) + 4"), 1)
    assert phi is not None
    assert phi.labels == ("x/‖φ‖", "1/‖φ‖", "‖x‖", "2")
    assert phi.varying == [0, 1, 2]
    assert phi.only([2]).labels == ("‖x‖",)


@pytest.mark.parametrize(
    ("label", "latex"),
    [
        ("√2·x₁x₂", r"\sqrt{2}\,x_{1}x_{2}"),
        ("0.5·x₁₀¹²", r"0.5\,x_{10}^{12}"),
        ("√3·‖x‖·(x₁−0.3333·x₂)", r"\sqrt{3}\,\|x\|\,(x_{1}-0.3333\,x_{2})"),
        ("(e^(−‖(cos(2πx), 1)‖²))²", r"(e^{-\|(\cos(2\pi x), 1)\|^{2}})^{2}"),
        ("1e-05·x/‖φ‖", r"1\cdot 10^{-5}\,x/\|\varphi \|"),
    ],
)
def test_labels_as_latex(label: str, latex: str) -> None:
    assert latex_label(label) == latex


@pytest.mark.parametrize(
    "label",
    [
        "‖x‖x₁",
        "2x₁",
        "(x₁)",
        "‖x‖·(x₁)",
        "(x₁·x₂)·‖x‖",
        "e^(−x₁)²",
        "(‖x‖)²",
        "x",
        "x₃",
        "x₁∘abs",
        "exp(−γ‖x‖²)",
        "1/‖φ‖",
        "x₁+",
        "|x₁",
        "cos(2πx₁",
        "‖x‖·",
        "2·‖x‖ x₁",
        "|(x₁)|",
    ],
)
def test_the_second_reader_refuses_invalid_labels(label: str) -> None:
    with pytest.raises((Unreadable, IndexError)):
        evaluate(label, [1.0, 2.0])


def test_the_second_reader_reads() -> None:
    assert evaluate("√2·x₁x₂−x₂²/2", [3.0, 2.0]).value == pytest.approx(2**0.5 * 6 - 2)
    assert evaluate("(x₁+0.5·x₂)²·‖x‖", [3.0, 4.0]).value == pytest.approx(125)
    assert evaluate("e^(−2·‖x‖²)·|x|", [-0.5]).value == pytest.approx(0.5 * np.exp(-0.5))
    assert evaluate("cos(2π·(−2·x)/4)", [0.5]).value == pytest.approx(0, abs=1e-15)
    assert evaluate("x₁/‖(x₁², 1)‖", [0.0, 1.0]).value == 0
    assert evaluate("x/‖x‖", [0.0]).value == 0


@pytest.mark.parametrize(
    ("square", "text"), [(1, ""), (4, "2"), (2, "√2"), (999, "√999"), (1001, "31.64"), (10**12, "1e+06")]
)
def test_a_root_as_people_write_it(square: int, text: str) -> None:
    assert root_text(Fraction(square)) == text


def test_an_angle_keeps_every_digit() -> None:
    """With fewer digits two different angles could have the same text."""
    (x,) = coordinates(1)
    assert turned("cos", x * Label(Fraction(1234567, 10**7) ** 2), 3).text() == "cos(2π·0.1234567·x/3)"
