"""Refutations are certain: balls below 0, recomputed in Python's fractions; and no kernel is ever refuted."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer import refuting_weights, rigorous_gram, witness
from kernviz.mercer.minimal_witness import shrunk
from kernviz.mercer.search import find, in_small_sets
from tests.strategies import few, kernels, searched, tables

Point = tuple[Fraction, ...]
LINE = np.linspace(-3, 3, 20)[:, None]


# ---- the false refutations that were ---------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "text",
    [
        "box(0.7) @ stretch(7) - box(0.1)",
        "1e12*(matern(3.3, 0.3) @ stretch(3)) - 1e12*matern(3.3, 0.1)",
        "1e12*(rbf(0.1) @ stretch(0.3)) - 1e12*rbf(0.009)",
        "1e9*(0.1*rbf + 0.2*rbf - 0.3*rbf)",
    ],
)
def test_functions_equal_to_zero_are_not_refuted(text: str) -> None:
    k = kv.parse(text)
    grids = [np.arange(-20.0, 21.0)[:, None] * step for step in (0.1, 0.05, 0.3, 1.0)]
    for rows in grids:
        assert witness(k, rows) is None
    assert next(in_small_sets(k, Space(1)), None) is None


def test_minus_ten_to_the_minus_sixteen_is_nothing() -> None:
    """cos 3π/4 + sin 3π/4 = 0, which floats miss."""
    k = kv.parse("minimum @ circle(2)")
    assert k([[0.75]]) != 0
    assert witness(k, [[0.75]]) is None
    found = kv.judge(k, d=1).witness
    assert found is not None
    assert found.visible


# ---- elimination -----------------------------------------------------------------------------------------------------


def balls(M: Any) -> list[list[arb]]:
    return [[arb(v) for v in row] for row in M]


@pytest.mark.parametrize(
    "M",
    [
        [[1, 2], [2, 1]],
        [[0, 1], [1, 0]],
        [[0, 1], [1, 7]],
        [[4, 2, 2], [2, 1, 0], [2, 0, 1]],
        [[1, 0, 0], [0, 0, -3], [0, -3, 0]],
        [[1, 1, 1], [1, 1, 0], [1, 0, 1]],
    ],
)
def test_elimination_finds_weights(M: list[list[int]]) -> None:
    c = rigorous_gram.eliminated(balls(M))
    assert c is not None
    assert sum(ci * cj * m for ci, row in zip(c, M, strict=True) for cj, m in zip(c, row, strict=True)) < 0
    found = refuting_weights.refutation([[fmpq(m) for m in row] for row in M])
    assert found is not None
    assert found.vector @ np.array(M) @ found.vector == pytest.approx(found.value)
    assert found.value < 0


@pytest.mark.parametrize(
    "M", [[[1, 1], [1, 1]], [[0, 0], [0, 0]], [[2, -1, -1], [-1, 2, -1], [-1, -1, 2]], [[0, 0], [0, 3]]]
)
def test_elimination_finds_nothing_where_there_is_nothing(M: list[list[int]]) -> None:
    assert rigorous_gram.eliminated(balls(M)) is None
    assert refuting_weights.refutation([[fmpq(m) for m in row] for row in M]) is None


def test_hilberts_matrix_less_almost_nothing() -> None:
    """The smallest eigenvalue is 1.6e-16 at 12 points, 1e-30 and less at 20: floats cannot tell its sign."""
    for n in (12, 20):
        H = [[fmpq(1, i + j + 1) for j in range(n)] for i in range(n)]
        assert refuting_weights.refutation(H) is None
        lowest = rigorous_gram.smallest_eigenvalue(H)
        assert 0 < lowest < 1e-15
        nudge = fmpq(int(lowest * 1e40) + 1, 10**40) * fmpq(1001, 1000)
        lower = [[H[i][j] - (nudge if i == j else 0) for j in range(n)] for i in range(n)]
        found = refuting_weights.refutation(lower)
        assert found is not None
        assert found.value < 0
        assert -1e-3 * lowest * 2 < rigorous_gram.smallest_eigenvalue(lower) < 0


def test_imprecise_entries_are_left_out() -> None:
    vague = arb(0.5, 0.5)
    K: list[list[Any]] = [[fmpq(1), vague, fmpq(2)], [vague, fmpq(1), arb.nan()], [fmpq(2), arb.nan(), fmpq(1)]]
    found = refuting_weights.refutation(K)
    assert found is not None
    assert found.vector.tolist() == [1.0, 0.0, -1.0]
    assert found.value == -2.0
    loud = arb(5, 5)  # floats would see nothing but its middle
    K = [[fmpq(1), loud, fmpq(2)], [loud, fmpq(1), loud], [fmpq(2), loud, fmpq(1)]]
    found = refuting_weights.refutation(K, deep=False)
    assert found is not None
    assert found.vector[1] == 0
    assert refuting_weights.refutation([[vague]]) is None
    assert refuting_weights.refutation([[arb(-0.5, 0.6)]]) is None
    assert refuting_weights.refutation([[arb.nan()]]) is None


def test_points_of_tiny_value_count() -> None:
    """Beside an entry of 10²⁰ the floats of a whole matrix show nothing of [[1, 2], [2, 1]]."""
    K = [[fmpq(10) ** 20, fmpq(0), fmpq(0)], [fmpq(0), fmpq(1), fmpq(2)], [fmpq(0), fmpq(2), fmpq(1)]]
    for deep in (True, False):
        found = refuting_weights.refutation(K, deep)
        assert found is not None
        assert found.value < 0
        assert found.vector[0] == 0
    size = [10, 7, -8]  # and with a diagonal of 10²⁰, 1 and 1 whose rows are alike, floats see 0 where −10⁻¹⁰ is
    faint = [[fmpq(10**20 * u * v, 10**4) for v in size] for u in size]
    faint[1][1] -= fmpq(1, 10)
    assert refuting_weights.refutation(faint, deep=True) is not None


# ---- witnesses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("rbf(1) - rbf(1.0000001)", LINE),
        ("expower(p=2.001)", LINE),
        ("sigmoid(0.01, 3)", LINE),
        ("exp(linear) - 1 - linear - 0.51*linear**2", LINE * 0.1),
        ("exp(linear) - 1 - linear - 0.5*linear**2 - 0.16666666666666669*linear**3", LINE[::2] * 1e-3),
        ("(1 + linear)**20 - 184757*linear**10", np.linspace(-3, 3, 30)[:, None]),
        ("cosine(1e-6)", np.array([[x, y] for x in range(3) for y in range(3)], dtype=float)),
    ],
)
def test_refutations_too_small_for_floats_are_found(text: str, rows: np.ndarray[Any, Any]) -> None:
    found = witness(kv.parse(text), rows)
    assert found is not None
    assert found.eigenvalue < 0
    assert found.value < 0


def test_the_displayed_matrix_has_the_midpoints_of_the_balls() -> None:
    found = witness(kv.parse("rbf(0.5) - 1"), [[0.0], [2.0]])
    assert found is not None
    assert found.matrix.tolist() == [[0.0, math.exp(-2) - 1], [math.exp(-2) - 1, 0.0]]
    assert found.eigenvalue == pytest.approx(math.exp(-2) - 1, rel=1e-15)
    assert found.vector.tolist() == [1.0, 1.0]
    assert found.value == pytest.approx(2 * math.exp(-2) - 2, rel=1e-15)


def test_many_points_are_refuted_by_the_few_that_carry_it() -> None:
    rows = np.random.default_rng(0).normal(size=(200, 2)).round(2)
    found = witness(kv.parse("rbf - 0.5"), rows)
    assert found is not None
    assert len(found) == 200
    assert 3 <= np.count_nonzero(found.vector) <= rigorous_gram.MOST
    assert witness(kv.parse("rbf + 0.5"), rows) is None


def test_not_symmetric_only_for_certain() -> None:
    found = witness(kv.parse("sinediff"), [[0.0], [1.0], [2.0]])
    assert found is not None
    assert not found.symmetric
    assert witness(kv.parse("sinediff @ stretch(1e-9) - sinediff @ stretch(1e-9)"), [[0.0], [1.0]]) is None
    corners = [[1.0, 0.0], [0.0, 1.0]]
    assert witness(kv.parse("bilinear([[1, 1e-12], [0, 1]])"), corners) is not None
    even = kv.parse(
        "bilinear([[1, 0.1], [0.3, 1]]) + bilinear([[0, 0.2], [0, 0]])"
    )  # 0.1 + 0.2 is 0.3, but not in floats
    assert even(corners)[0, 1] != even(corners)[1, 0]
    assert witness(even, corners) is None


def square(u: Fraction) -> Fraction:
    return u * u


def root(u: Fraction) -> Fraction:
    """√u to 200 digits."""
    return Fraction(math.isqrt(u.numerator * 10**400 // u.denominator), 10**200)


def dot(x: Point, z: Point) -> Fraction:
    return sum((a * b for a, b in zip(x, z, strict=True)), Fraction(0))


def apart(x: Point, z: Point) -> Fraction:
    """‖x − z‖²."""
    return sum((square(a - b) for a, b in zip(x, z, strict=True)), Fraction(0))


RATIONAL: dict[str, Callable[[Point, Point], Fraction]] = {  # each by its definition, in Python's fractions
    "poly(2, 1, -1)": lambda x, z: square(dot(x, z) - 1),
    "poly(3, 0.7, -0.3)": lambda x, z: (Fraction(7, 10) * dot(x, z) - Fraction(3, 10)) ** 3,
    "linear**3 - 0.01*linear": lambda x, z: dot(x, z) ** 3 - dot(x, z) / 100,
    "box(0.3)": lambda x, z: Fraction(apart(x, z) <= Fraction(9, 100)),
    "rational(0.1, 1) - 0.7": lambda x, z: 1 / (1 + apart(x, z) / 10) - Fraction(7, 10),
    "rational(2, 2) - rational(1, 1)": lambda x, z: 1 / square(1 + 2 * apart(x, z)) - 1 / (1 + apart(x, z)),
    "minimum": lambda x, z: sum(map(min, x, z), Fraction(0)),
    "maximum": lambda x, z: sum(map(max, x, z), Fraction(0)),
    "plus": lambda x, z: sum((*x, *z), Fraction(0)),
    "(1 + linear)**20 - 184757*linear**10": lambda x, z: (1 + dot(x, z)) ** 20 - 184757 * dot(x, z) ** 10,
    "weight(first, rational(1, 1) - 0.5)": lambda x, z: x[0] * z[0] * (1 / (1 + apart(x, z)) - Fraction(1, 2)),
}


@pytest.mark.sampled(15)
@pytest.mark.parametrize("text", RATIONAL)
@pytest.mark.parametrize("d", [1, 2])
def test_every_witness_worked_out_in_fractions(text: str, d: int) -> None:
    """cᵀKc < 0 exactly, recomputed from the points and the weights alone."""
    for rows in (None, np.random.default_rng(d).normal(size=(30, d)).round(1)):
        found = kv.judge(kv.parse(text), d=d).witness if rows is None else witness(kv.parse(text), rows)
        if found is None:
            assert "184757" in text  # these thirty points do not refute it
            assert rows is not None
            continue
        points = [tuple(Fraction(repr(v)) for v in row) for row in found.points.tolist()]
        c = [Fraction(repr(w)) for w in found.vector.tolist()]
        if found.scaled:  # to 200 digits
            c = [w / root(abs(RATIONAL[text](x, x))) for w, x in zip(c, points, strict=True)]
        total = sum(
            (
                u * v * RATIONAL[text](x, z)
                for u, x in zip(c, points, strict=True)
                for v, z in zip(c, points, strict=True)
            ),
            Fraction(0),
        )
        assert total < 0
        assert found.value == pytest.approx(float(total), rel=1e-15)


# ---- never a false refutation ----------------------------------------------------------------------------------------

DECIMALS = ("0.1", "0.2", "0.3", "0.7", "1.1", "3", "7", "0.01", "12.5")


def times(*factors: str) -> str:
    """The exact product of decimals, as a decimal."""
    product = math.prod((Fraction(f) for f in factors), start=Fraction(1))
    digits = next(n for n in range(40) if (product * 10**n).denominator == 1)
    whole = int(product * 10**digits)
    return f"{whole // 10**digits}.{whole % 10**digits:0{digits}d}" if digits else str(whole)


IDENTITIES: dict[
    str, Callable[[str, str], tuple[str, str]]
] = {  # of a number a and a stretch s: two ways to write one function
    "rbf": lambda a, s: (f"rbf({a}) @ stretch({s})", f"rbf({times(a, s, s)})"),
    "laplacian": lambda a, s: (f"laplacian({a}) @ stretch({s})", f"laplacian({times(a, s)})"),
    "matern": lambda a, s: (f"matern(3.3, {times(a, s)}) @ stretch({s})", f"matern(3.3, {a})"),
    "matern 3/2": lambda a, s: (f"matern(1.5, {times(a, s)}) @ stretch({s})", f"matern(1.5, {a})"),
    "Gaussian Matérn": lambda a, s: (f"matern(inf, {times(a, s)}) @ stretch({s})", f"matern(inf, {a})"),
    "rational": lambda a, s: (f"rational({a}, 0.3) @ stretch({s})", f"rational({times(a, s, s)}, 0.3)"),
    "periodic": lambda a, s: (f"periodic(0.7, {times(a, s)}) @ stretch({s})", f"periodic(0.7, {a})"),
    "expower": lambda a, s: (f"expower(1, {a}) @ stretch({s})", f"expower(1, {times(a, s)})"),
    "box": lambda a, s: (f"box({times(a, s)}) @ stretch({s})", f"box({a})"),
    "triangle": lambda a, s: (f"triangle({times(a, s)}) @ stretch({s})", f"triangle({a})"),
    "tent": lambda a, s: (f"tent({times(a, s)}) @ stretch({s})", f"tent({a})"),
    "cosine": lambda a, s: (f"cosine({a}) @ stretch({s})", f"cosine({times(a, s)})"),
    "expsine": lambda a, s: (f"expsine(0.7, {times(a, s)}) @ stretch({s})", f"expsine(0.7, {a})"),
    "poly": lambda a, s: (f"poly(3, {a}, 0.3) @ stretch({s})", f"poly(3, {times(a, s, s)}, 0.3)"),
    "gaussian_of": lambda a, s: (f"gaussian_of(linear, {a}) @ stretch({s})", f"rbf({times(a, s, s)})"),
    "Quiz 1": lambda a, s: (f"weight(decay({a}), exp({times(a, '2')}*linear))", f"rbf({a})"),
    "normalize": lambda a, s: (f"normalize(exp({times(a, '2')}*linear))", f"rbf({a})"),
    "expower 2": lambda a, s: (f"expower(2, {a})", f"rbf({a})"),
    "sum": lambda a, s: (f"{a}*rbf({s}) + {s}*rbf({s})", f"{times('1', str(Fraction(a) + Fraction(s)))}*rbf({s})"),
    "minimum": lambda a, s: (f"(minimum + maximum) @ stretch({s})", f"{s}*plus"),
}
WRAPPED = (
    "{zero}",
    "-1*({zero})",
    "1e12*({zero})",
    "-1e12*({zero})",
    "({zero})*rbf(0.3)",
    "rbf + 1e9*({zero})",
    "exp({zero}) - 1",
    "1e-9*rbf(0.2) - 1e9*({zero})",
    "normalize({zero})",
    "gaussian_of({zero}) - 1",
    "weight(norm, {zero})",
    "({zero})**2",
)


@st.composite
def zeros(draw: Any) -> str:
    """A kernel of value 0 in every decimal typed, or a kernel beside it."""
    name, a, s = (draw(st.sampled_from(choice)) for choice in (tuple(IDENTITIES), DECIMALS, DECIMALS))
    one, other = IDENTITIES[name](a, s)
    return draw(st.sampled_from(WRAPPED)).format(zero=f"({one}) - ({other})")


def points_at(draw: Any, d: int) -> np.ndarray[Any, Any]:
    """Points at distances of the numbers above, and their multiples: cases at equality."""
    step = draw(st.sampled_from((*DECIMALS, "1e-3", "1e-6", "1e6")))
    rows = draw(st.lists(st.lists(st.integers(-9, 9), min_size=d, max_size=d), min_size=2, max_size=9))
    return np.array([[float(Fraction(step) * v) for v in row] for row in rows])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(60)
@given(data=st.data())
def test_differences_of_equal_functions_are_never_refuted(d: int, data: Any) -> None:
    text = data.draw(zeros())
    k, rows = kv.parse(text), points_at(data.draw, d)
    note(f"{text} on {rows.tolist()}")
    assert witness(k, rows) is None


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2])
@few(5)
@given(data=st.data())
def test_the_search_never_refutes_nothing(d: int, data: Any) -> None:
    text = data.draw(zeros())
    note(text)
    assert find(kv.parse(text), Space(d)) is None


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_searches_never_refute_nothing(part: int) -> None:
    @searched(part, 20)
    @given(d=st.integers(1, 3), text=zeros())
    def search(d: int, text: str) -> None:
        assert find(kv.parse(text), Space(d)) is None

    search()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(30)
@given(data=st.data())
def test_a_kernel_by_the_rules_is_never_refuted(d: int, data: Any) -> None:
    """The search, skipped for proven kernels, must find nothing on them; also with points
    repeated, shrunk and stretched.
    """
    k = data.draw(kernels(d))
    note(str(k))
    X = data.draw(tables(d))
    for rows in (X, X * 1e-3, X * 100):
        assert witness(k, rows) is None
        assert shrunk(k, rows) is None
    assert next(in_small_sets(k, Space(d)), None) is None


def test_a_verdict_rests_on_what_is_certain() -> None:
    for text in ("box(0.7) @ stretch(7) - box(0.1)", "1e12*(matern(1.5, 0.3) @ stretch(3)) - 1e12*matern(1.5, 0.1)"):
        for d in (1, 2):
            assert kv.judge(kv.parse(text), d=d).verdict is not Verdict.REFUTED
