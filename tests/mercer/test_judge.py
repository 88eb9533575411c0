"""Verdicts against independent knowledge: coefficients by hand, eigenvalues of many points, witnesses recomputed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.arrays import Array
from kernviz.features import coefficient_matrix
from kernviz.kernels import Constant, Linear, Mapped, Power, Product, Scaled, Sum, Weighted
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import First, SquaredNorm
from kernviz.kernels.point_maps import Square, Stretch
from kernviz.kernels.polynomial_of import PolynomialOf
from tests.laws import ROOM
from tests.oracle import EPS, table
from tests.strategies import few, kernels

dimensions = pytest.mark.parametrize("d", [1, 2, 3])


@dimensions
@few(25)
@given(coefficients=st.lists(st.integers(-2, 5), min_size=1, max_size=6))
def test_a_polynomial_of_the_dot_product_is_a_kernel_exactly_when_no_coefficient_is_negative(
    d: int, coefficients: list[int]
) -> None:
    """S0 says any polynomial, S2 says g with positive coefficients: S2 is right (⚠ E1)."""
    k = PolynomialOf(Linear(), tuple(map(float, coefficients)))
    expected = Verdict.PROVEN if min(coefficients) >= 0 else Verdict.REFUTED
    assert kv.judge(k, d=d).verdict is expected
    spelled = sum((Scaled(float(a), Power(Linear(), i)) for i, a in enumerate(coefficients)), start=Constant(0.0))
    assert kv.judge(spelled, d=d).verdict is expected


@st.composite
def polynomial_kernels(draw: Any, d: int, size: int) -> Kernel:
    """A tree of the nodes that keep a polynomial a polynomial, signs and all."""
    if size == 1:
        kind = draw(st.sampled_from(("linear", "constant", "bilinear")))
        if kind == "bilinear":
            entries = draw(st.lists(st.integers(-2, 2), min_size=d * d, max_size=d * d))
            A = np.array(entries, dtype=float).reshape(d, d)
            return Bilinear(tuple(map(tuple, (A + A.T if draw(st.booleans()) else A @ A.T).tolist())))
        return Linear() if kind == "linear" else Constant(draw(st.integers(-2, 4)) / 2)
    left, right = (draw(polynomial_kernels(d, part)) for part in (1, size - 1))
    kind = draw(st.sampled_from(("sum", "sum", "product", "power", "weight", "map")))
    match kind:
        case "product":
            return Product((left, right))
        case "power":
            return Power(right, 2)
        case "weight":
            return Weighted(draw(st.sampled_from((First(), SquaredNorm()))), right)
        case "map":
            return Mapped(right, draw(st.sampled_from((Square(), Stretch(-0.5)))))
    return Sum((left, Scaled(draw(st.integers(-3, 4)) / 2, right)))


def degree(k: Kernel) -> int:
    """Return the degree in x of a polynomial, if no terms cancel."""
    below = max((degree(child) for child in k.children), default=0)
    match k:
        case Linear() | Bilinear():
            return 1
        case Product():
            return sum(map(degree, k.children))
        case Power():
            return k.n * below
        case Weighted():
            return below + (1 if isinstance(k.f, First) else 2)
        case Mapped():
            return below * (2 if isinstance(k.phi, Square) else 1)
    return below


@pytest.mark.parametrize(
    "other", ["(weight(sqnorm, bilinear([[0, 0, 1], [0, 2, 0], [1, 0, 2]]))**2)**2", "negdistance"]
)
def test_0_times_any_function_is_0(other: str) -> None:
    """The first is a polynomial too large to be multiplied out within the budget."""
    assert kv.judge(kv.parse(f"linear + 0*{other}"), d=3).verdict is Verdict.PROVEN
    assert kv.judge(kv.parse(f"0*{other} - 1"), d=3).verdict is Verdict.REFUTED


@pytest.mark.sampled(2)
@dimensions
@few(35)
@given(data=st.data())
def test_a_polynomial_is_decided_as_the_eigenvalues_of_many_points_say(d: int, data: Any) -> None:
    k = data.draw(polynomial_kernels(d, data.draw(st.integers(1, 5))))
    note(str(k))
    assume(degree(k) <= 8)  # of a moderate size: see `judge`
    verdict = kv.judge(k, d=d).verdict
    assert verdict is not Verdict.OPEN
    matrix = coefficient_matrix(k, d)
    assert matrix is not None
    assert (verdict is Verdict.PROVEN) == matrix.psd
    spectrum = np.linalg.eigvalsh(matrix.matrix)
    doubt = 1e-12 * len(spectrum) * np.abs(spectrum).max()  # eigvalsh is exact to n·eps·‖M‖ and the entries are small
    if abs(spectrum[0]) > doubt:
        assert (spectrum[0] > 0) == matrix.psd
    X = np.random.default_rng(7).uniform(-1.5, 1.5, size=(25, d))
    K = k(X)
    m, sizes = matrix.evaluate(X[:6]), matrix.evaluate(np.abs(X[:6]))
    rounding = EPS * (len(spectrum) + 20) * (sizes @ np.abs(matrix.matrix) @ sizes.T)
    assert (np.abs(K[:6, :6] - m @ matrix.matrix @ m.T) <= ROOM * table(k, X[:6])[1] + rounding).all()
    lowest = np.linalg.eigvalsh((K + K.T) / 2)[0]
    if lowest < -1e-10 * np.abs(K).max():
        assert verdict is Verdict.REFUTED


def scaled_by_the_diagonal(values: Array, errors: Array) -> tuple[Array, Array]:
    """Return D^{-1/2}KD^{-1/2} and bounds on its errors, with D the absolute diagonal of K."""
    places = np.arange(len(values))
    of = np.where(np.diagonal(values) != 0, places, np.abs(values).argmax(axis=1))  # a row's largest entry for a zero
    lengths, doubts = np.abs(values[places, of]), errors[places, of]
    assume((ROOM * doubts < 0.01 * lengths).all())  # below 1e-305 floats do not know the values
    rows, columns = np.sqrt(lengths)[:, None], np.sqrt(lengths)[None, :]
    relative = doubts / lengths + 4 * EPS
    scaled = values / rows / columns
    return scaled, errors / rows / columns + np.abs(scaled) * (relative[:, None] + relative[None, :])


@pytest.mark.sampled(3)
@dimensions
@few(35)
@given(data=st.data())
def test_every_witness_worked_out_again_refutes(d: int, data: Any) -> None:
    """cᵀKc from the definition is the value of the witness, which is below 0: a refuted kernel is none."""
    k = data.draw(kernels(d, traps=True, size=4))
    note(str(k))
    judgement = kv.judge(k, d=d)
    if judgement.verdict is not Verdict.REFUTED:
        assert judgement.witness is None
        return
    found = judgement.witness
    if found is None:
        assert judgement.refuted_by == "flaw"  # by its shape, where points are hard to find
        return
    assert found.points.shape == (len(found), d)
    values, errors = table(k, found.points)
    assume(np.isfinite(errors).all())  # infinite where rounding decides whether a point has a length at all
    if found.scaled:
        values, errors = scaled_by_the_diagonal(values, errors)
    assert (np.abs(values - found.matrix) <= ROOM * errors).all()
    if not found.symmetric:
        assert (np.abs(values - values.T) > ROOM * (errors + errors.T)).any()
        return
    c = found.vector
    worst = np.abs(c) @ (ROOM * errors + 2 * len(c) * EPS * np.abs(values)) @ np.abs(c)
    assert abs(c @ values @ c - found.value) <= worst
    assert found.value < 0  # decided in balls, also where `worst` is larger
    assert found.eigenvalue <= found.value / (c @ c) * (1 - 1e-9) + worst  # Rayleigh: no cᵀKc/cᵀc is below λ_min


@pytest.mark.sampled(2)
@dimensions
@few(25)
@given(data=st.data())
def test_compositions_of_kernels_are_proven_and_no_points_refute_them(d: int, data: Any) -> None:
    k = data.draw(kernels(d, size=4))
    note(str(k))
    judgement = kv.judge(k, np.random.default_rng(3).normal(size=(8, d)))
    assert judgement.verdict is Verdict.PROVEN
    assert judgement.proof.gaps() == []
    assert judgement.witness is None
    assert judgement.data_witness is None


# ---- a judgement -----------------------------------------------------------------------------------------------------


def test_the_sentence_says_why() -> None:
    assert kv.judge(kv.RBF(1), d=2).sentence == "A kernel on ℝ²: the rules prove it."
    assert "3 points has the eigenvalue −0.4142" in kv.judge(kv.parse("box"), d=1).sentence
    assert kv.judge(kv.parse("-0.00001*rbf"), d=1).sentence.endswith("the eigenvalue −10⁻⁵.")
    assert "the Gram matrix of one point has the eigenvalue −1" in kv.judge(kv.parse("-linear"), d=1).sentence
    assert kv.judge(kv.parse("exp(edit(gamma=4)*spectrum(n=2))")).sentence.startswith("Open on words: no rule")
    # 41 monomials: more points than are eliminated in balls, so its witness stays unknown
    faint = kv.judge(kv.parse("(1 + linear)**20 * (1 + linear)**20 - 137846528821*linear**20"), d=1)
    assert faint.witness is None
    assert "exact fractions" in faint.sentence
    assert kv.judge(kv.parse("minimum"), d=2, nonnegative=True).sentence.startswith("A kernel on [0,∞)²")


def test_the_persons_own_points_are_tried_and_set_the_dimension() -> None:
    k = kv.parse("exp(linear) - linear")
    X = [[0.0, 1.0, 2.0], [3.0, 1.0, 0.0]]
    assert kv.judge(k, X).space.d == 3
    own = kv.judge(kv.parse("rbf - 0.5"), [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [0.1, 0.0]]).data_witness
    assert own is not None
    assert len(own) == 3  # the point 0.1 is not needed
    assert kv.judge(kv.parse("box"), [[0.0], [0.5]]).data_witness is None


@pytest.mark.parametrize("d", [0, -1, 2.5])
def test_a_space_without_coordinates_is_refused(d: float) -> None:
    with pytest.raises(ValueError, match="whole number ≥ 1"):
        kv.judge(kv.RBF(1), d=d)  # type: ignore[arg-type]


def test_a_kernel_that_does_not_fit_the_space_says_so() -> None:
    with pytest.raises(ValueError, match="3×3 but the points have 2"):
        kv.judge(kv.parse("bilinear([[1, 0, 0], [0, 1, 0], [0, 0, 1]])"), d=2)
    with pytest.raises(ValueError, match=r"column i = 3 must be from 1 to 2"):
        kv.judge(kv.parse("rbf @ column(3)"), d=2)


@pytest.mark.parametrize(
    "text",
    ["((1e12*linear)**20)**20", "((-1e12*rbf)**20)**20", "(1e-200*rbf - 1e-200)**2", "poly(20)", "growing(10)**20"],
)
def test_extreme_numbers_end_in_a_verdict(text: str) -> None:
    for d in (1, 5):
        assert kv.judge(kv.parse(text), d=d).verdict in Verdict


def test_a_sign_too_small_for_a_float_proves_nothing() -> None:
    """(10⁻²⁰⁰·(rbf − 1))² has the coefficient −2·10⁻⁴⁰⁰, which a float rounds to 0."""
    assert kv.judge(kv.parse("(1e-200*rbf - 1e-200)**2"), d=1).verdict is not Verdict.PROVEN


@pytest.mark.parametrize("d", [1, 2, 3])
def test_no_points_leave_the_space_that_is_asked_about(d: int) -> None:
    for X in ([], np.zeros((0, 1)), np.zeros((0, 5))):
        k = kv.parse("cosine")
        assert kv.judge(k, X, d=d) == kv.judge(k, d=d)
        assert kv.judge(k, X, d=d).space.d == d
    assert kv.judge(kv.parse("minimum"), [], d=1, nonnegative=True).verdict is Verdict.PROVEN
    assert kv.judge(kv.parse("linear @ ngrams(1)"), []).space.kind == "words"
