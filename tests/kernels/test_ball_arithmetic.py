"""Kernel values in ball arithmetic contain the true value, by an oracle and by hand, and never claim the unknown."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.arrays import Array
from kernviz.kernels import ball_arithmetic
from kernviz.kernels.ball_arithmetic import Number, exactly, nearest, rational, unknown
from kernviz.kernels.bessel import FAR, _asymptotic_series
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.functions import SCALAR_FUNCTIONS, ScalarFunction
from kernviz.kernels.linear import Linear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.parse import kernel_words
from kernviz.kernels.point_map_base import PointMap
from kernviz.kernels.point_maps import POINT_MAPS
from kernviz.kernels.structured import OBJECT_MAPS, ObjectMap
from kernviz.kernels.structured.sample_objects import shelves
from kernviz.kernels.weighted import Weighted
from tests import strategies
from tests.laws import ROOM
from tests.oracle import table
from tests.strategies import few, kernels, searched, tables

dimensions = pytest.mark.parametrize("d", [1, 2, 3])


def at(text: str, x: Any, z: Any) -> Number:
    """k(x, z), enclosed."""
    X = kv.parse(text).points([x, z])
    return kv.parse(text)._enclosed(*exactly(X))


def holds(u: Number, value: float, error: float) -> bool:
    """True if u may be a number within `error` of value."""
    low, high = (float(u.lower()), float(u.upper())) if isinstance(u, arb) else (nearest(u), nearest(u))
    return not (high < value - error or low > value + error)  # also where nothing is known


def check(k: Kernel, X: Array) -> None:
    values, errors = table(k, X)
    points = exactly(X)
    for i, j in np.argwhere(np.isfinite(errors)):
        found = k._enclosed(points[i], points[j])
        assert holds(found, values[i, j], ROOM * errors[i, j]), f"{k} at {X[i]}, {X[j]}: {found} is not {values[i, j]}"


@pytest.mark.sampled(2)
@dimensions
@few(60)
@given(data=st.data())
def test_any_composition_holds_its_value(d: int, data: Any) -> None:
    k = data.draw(kernels(d, traps=True))
    note(str(k))
    check(k, data.draw(tables(d, n=3)))


@pytest.mark.sampled(2)
@dimensions
@pytest.mark.parametrize("word", strategies.leaf_words())
@few(5)
@given(data=st.data())
def test_every_word_holds_its_value_and_knows_it_well(word: str, d: int, data: Any) -> None:
    known_well(word, d, data)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_long_search_for_a_word_that_loses_its_value(part: int) -> None:
    @searched(part, 500)
    @given(word=st.sampled_from(strategies.leaf_words()), d=st.integers(1, 3), data=st.data())
    def search(word: str, d: int, data: Any) -> None:
        known_well(word, d, data)

    search()


def known_well(word: str, d: int, data: Any) -> None:
    cls = kernel_words()[word]
    k = cls(**strategies.numbers_of(data.draw, cls, word, False))
    X = data.draw(tables(d))
    check(k, X)
    for x in exactly(X):
        for z in exactly(X):
            found = k._enclosed(x, z)
            # 60 of 120 digits are left to what may cancel, as in K_ν between its two expansions; the diagonal is about
            # 1
            assert isinstance(found, fmpq) or found.rad() < 1e-60 * (1 + abs(found)), (k, x, z)


@pytest.mark.parametrize("order", [0.5, 1, 2.5, 9, 20, 60, 100])
def test_a_matern_kernel_of_any_order_is_known_well_where_its_series_begins(order: float) -> None:
    """The factor s^ν of a large order must not cost digits: at ν = 9, s = 51 the series alone leaves 3e-60."""
    k = kv.Matern(nu=order, length=0.25)
    for s in (49.0, 50.5, 51.0, 55.0, 60.0, 50.5 + order, 55.0 + order):
        distance = s * 0.25 / math.sqrt(2 * order)
        found = k._enclosed((fmpq(0),), exactly(np.array([[distance]]))[0])
        assert isinstance(found, fmpq) or found.rad() < 1e-60 * (1 + abs(found)), (order, s)


@dimensions
def test_every_function_and_map_holds_its_value(d: int) -> None:
    X = np.array([[1.0, -2.0, 0.5], [0.0, 0.0, 0.0], [0.25, 3.0, -1.0], [1.0, -2.0, 0.5]])[:, :d]
    for f in SCALAR_FUNCTIONS.values():
        check(Weighted(f(), Exp(Linear())), X)
    for phi in POINT_MAPS.values():
        check(Mapped(Linear() + Exp(Linear()), phi()), X)


@pytest.mark.parametrize("word", strategies.object_words())
def test_every_word_for_objects_holds_its_value(word: str) -> None:
    k = kernel_words()[word]()
    assert k.kind is not None
    check(k, next(iter(shelves(k.kind)))[:12])


@pytest.mark.parametrize("word", sorted(OBJECT_MAPS))
def test_every_map_of_objects_holds_its_value(word: str) -> None:
    phi = OBJECT_MAPS[word]()
    for k in (Linear(), kv.RBF(0.3)):
        check(Mapped(k, phi), next(iter(shelves(phi.takes)))[:12])


def below(cls: type[Any]) -> Iterator[type[Any]]:
    for child in cls.__subclasses__():
        yield child
        yield from below(child)


def test_no_node_and_no_map_is_without_a_certain_value() -> None:
    """Every node must state its enclosed value, or no witness against it could be certain."""
    for cls in below(Kernel):
        if (
            cls.__module__.startswith("kernviz.")
            and not cls.__name__.startswith("_")
            and cls.__name__ not in ("NamedKernel", "Nary")
        ):
            assert cls._enclosed is not Kernel._enclosed, cls
    for f in below(ScalarFunction):
        assert f.enclosed is not ScalarFunction.enclosed, f
    for phi in below(PointMap):
        known = phi.enclosed_pair is not PointMap.enclosed_pair and phi is not ObjectMap
        assert known or phi.enclosed is not PointMap.enclosed or phi is ObjectMap, phi
    with pytest.raises(TypeError, match="Kernel does not say"):
        Kernel()._enclosed((), ())


# ---- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "x", "z", "value"),
    [
        ("poly(3, 0.1, -0.7)", 2, 3, fmpq(-1, 1000)),
        ("0.1*linear + 0.2*linear - 0.3*linear", 3, 7, fmpq(0)),
        ("polynomial(linear, [1, -0.5, 0.25])", 2, 1, fmpq(1)),
        ("bilinear([[1e12, 0], [0, -0.001]])", (0, 1), (0, 1), fmpq(-1, 1000)),
        ("box(0.7)", 0.1, 0.8, fmpq(1)),  # 0.8 − 0.1 is more than 0.7 in floats
        ("box(0.7) @ stretch(7) - box(0.1)", 0.3, 0.4, fmpq(0)),
        ("tent(0.3)", (0, 0), (0.3, 0.4), fmpq(-2, 3)),
        ("triangle(0.3)", (0, 0), (0.3, 0.4), fmpq(0)),
        ("rational(0.1, 2)", 1, 4, fmpq(100, 361)),
        ("linear @ radius", (3, 4), (0, 2), fmpq(10)),
        ("linear @ circle(4)", 1, 3, fmpq(-1)),
        ("normalize(poly(2, 1, 0))", (1, 1), (2, 2), fmpq(1)),
        ("normalize(-linear)", 1, 2, fmpq(0)),
        ("normalize(linear)", 0, 2, fmpq(0)),  # no length, no direction
        ("cosine", 1, 1, fmpq(1)),
        ("minimum + maximum - plus", (0.1, -3), (0.2, 0.5), fmpq(0)),
        ("weight(first, weight(sqnorm, 1))", (1, 2), (0.1, 1), fmpq(5) * fmpq(101, 1000)),
        ("sigmoid(0.3, -0.9)", 1, 3, fmpq(0)),
        ("0*exp(exp(9*linear))", 9, 9, fmpq(0)),
        ("subsequences(2, 0.1)", "ab", "aab", fmpq(11, 100_000)),
        ("subsets", {"a", "b"}, {"b", "c"}, fmpq(2)),
    ],
)
def test_fractions_stay_fractions(text: str, x: Any, z: Any, value: fmpq) -> None:
    found = at(text, x, z)
    assert isinstance(found, fmpq | int)
    assert found == value


@pytest.mark.parametrize(
    ("text", "x", "z", "digits"),
    [  # 1/e, K₁(1), e^{−½}, cos 1, tanh 1, ln 5
        ("rbf(0.25)", 1, 3, "0.36787944117144232159552377016146086744581113103177"),
        ("laplacian(0.5)", (1, 0), (0, 1), "0.36787944117144232159552377016146086744581113103177"),
        ("expower(0.5, 0.5)", 1, 5, "0.36787944117144232159552377016146086744581113103177"),
        ("matern(1, 1.4142135623730951)", 0, 1, "0.6019072301972345747"),
        ("matern(0.5, 2)", 0, 2, "0.36787944117144232159552377016146086744581113103177"),
        ("matern(inf, 0.1)", 0, 0.1, "0.60653065971263342360379953499118045344191813548719"),
        ("cosine(0.1)", 0, 10, "0.54030230586813971740093660744297660373231042061792"),
        ("sigmoid(0.5, -1)", 2, 2, "0.76159415595576488811945828260479359041276859725793"),
        ("logsquare", 2, 1, "1.60943791243410037460075933322618763952560135426852"),
        ("edit(0.5)", "ab", "ba", "0.36787944117144232159552377016146086744581113103177"),
        ("subsets", {"a"}, {"a"}, "2.0"),
    ],
)
def test_the_digits_are_those_of_the_tables(text: str, x: Any, z: Any, digits: str) -> None:
    found = arb(at(text, x, z))
    last = arb(10) ** (-len(digits) + 3)
    # 1.4142135623730951 is √2 to 16 digits only
    assert abs(found - arb(digits)) < (1e-16 if "1.414" in text else last)


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_half_whole_orders_are_the_limit_of_the_others(n: int) -> None:
    """The closed form and the Bessel function give the same number."""
    for s in (1e-3, 0.7, 5.0, 40.0):
        closed = arb(at(f"matern({n + 0.5})", 0, s))
        beside = [arb(at(f"matern({nu!r})", 0, s)) for nu in (n + 0.5 - 1e-9, n + 0.5 + 1e-9)]
        assert min(beside) < closed < max(beside) or abs(beside[0] - closed) < 1e-15 * closed


@pytest.mark.parametrize("nu", ["0.05", "0.3", "3.3", "4", "22", "99.7"])
def test_far_from_zero_bessel_is_bessel(nu: str) -> None:
    """The asymptotic series with its error bound against the library's function, on both sides of the switch."""
    order = fmpq(*map(int, str(Fraction(nu)).split("/"))) if "." in nu else fmpq(int(nu))
    for s in map(arb, (20, 45, FAR, 60, 90, 200, 1000)):
        far = _asymptotic_series(order, s)
        assert far.overlaps(s.bessel_k(order))
        assert s < FAR or far.rad() < arb(10) ** -42 * far  # e^{−2·50}, and less as s grows


# ---- what is not known -----------------------------------------------------------------------------------------------


def test_an_undecided_comparison_is_the_hull_of_both_answers() -> None:
    """On a circle of period 6 the points 0 and 1 are exactly 1 apart, and √3/2 is no fraction."""
    found = at("box(1) @ circle(6)", 0, 1)
    assert isinstance(found, arb)
    assert found.contains(0)
    assert found.contains(1)
    assert at("box(1.1) @ circle(6)", 0, 1) == 1
    assert at("box(0.9) @ circle(6)", 0, 1) == 0


def test_a_length_of_unknown_sign_is_not_divided_by() -> None:
    """cos²1 + sin²1 − 1 is 0, and no ball can decide this."""
    k = "normalize(linear @ circle(6.1) - 1)"
    found = at(k, 1, 2)
    assert isinstance(found, arb)
    assert not found.is_finite()
    assert not found < 0
    assert not found > 0


def test_two_unknown_numbers_are_not_equal() -> None:
    assert unknown() is not unknown()
    assert not arb(ball_arithmetic.difference(unknown(), unknown())).is_finite()


def test_one_point_is_equal_to_itself_however_wide_its_ball() -> None:
    x, z = exactly(np.array([[1.0, 2.0], [1.0, 2.0]]))
    assert x is z
    k = kv.parse("box(1e-12) @ circle(0.7) @ radius")
    assert k._enclosed(x, z) == 1


@pytest.mark.parametrize("value", [0.1, -0.0, 1e-300, 12345.678, 1e22, 5e-324])
def test_numbers_are_the_decimals_a_person_sees(value: float) -> None:
    assert nearest(rational(value)) == value
    assert str(rational(0.1)) == "1/10"


def test_beyond_the_largest_float() -> None:
    assert nearest(fmpq(10) ** 400) == math.inf
    assert nearest(-(fmpq(10) ** 400)) == -math.inf
    huge = at("((1e12*linear)**20)**20", 1, 2)  # 4920 digits are no fraction any more
    assert isinstance(huge, arb)
    assert huge > fmpq(10) ** 4900


@pytest.mark.parametrize("n", [1, 2, 3, 20])
def test_the_power_of_a_ball_around_zero_is_a_ball(n: int) -> None:
    found = arb(ball_arithmetic.power(arb(0, 1e-3), n))
    assert found.contains(arb(9e-4) ** n)
    assert found < arb(2e-3) ** n
    assert not arb(ball_arithmetic.power(arb(0, 1e-3), -n)).is_finite()


def test_the_root_of_a_ball_around_zero_is_a_ball() -> None:
    small = arb(0, 1e-30)
    for found in (ball_arithmetic.root(small), ball_arithmetic.real_power(small, fmpq(1, 2))):
        assert arb(found).contains(0)
        assert arb(found).contains(arb("9e-16"))
    assert not arb(ball_arithmetic.root(fmpq(-1))).is_finite()
