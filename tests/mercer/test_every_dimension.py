"""Sums on every ℝᵈ by their mixture of Gaussians, limits below 0, and series in a term, against numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.theorems.every_dimension import Weight, _weight, refuted
from kernviz.mercer.theorems.far_points import at_infinity
from kernviz.mercer.witness import witness
from tests.strategies import few, kernels

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED
EVERY = Space(2, every=True)


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        *(("exp(rbf(1)) - 1 - rbf(1)", d, PROVEN) for d in (1, 2, 3, 10, math.inf)),
        *(("exp(rbf(1)) - 1.001 - rbf(1)", d, REFUTED) for d in (1, 2, math.inf)),
        ("exp(rbf(1)) - 1 - rbf(1) - 0.5*rbf(2)", 2, PROVEN),
        ("exp(rbf(1)*matern) - 1 - rbf(1)*matern + linear", 2, PROVEN),
        ("exp(laplacian(1)) - 1 - laplacian(1)", 2, PROVEN),
        *(("normalize(exp(linear)) - rbf(0.5)", d, PROVEN) for d in (1, 2, 3, math.inf)),
        *(("rbf(0.5) - normalize(exp(linear))", d, PROVEN) for d in (1, 3, math.inf)),
        ("normalize(exp(linear)) - 1.0001*rbf(0.5)", 2, REFUTED),
        ("normalize(linear*exp(linear**2)) - normalize(linear)*gaussian_of(linear**2, 0.5)", 2, PROVEN),
        *(("rbf(2) - 1e-300*rbf(1)", d, PROVEN) for d in (1, 10)),
        *(("rbf(2) - 1e-300*rbf(1)", d, REFUTED) for d in (math.inf,)),
        *(("negdistance(1) + 1e9", d, REFUTED) for d in (1, 3, math.inf)),
        ("negdistance(0.5) + 1e12", 1, REFUTED),
        ("2*laplacian(2) - laplacian(1)", 1, PROVEN),
        *(("2*laplacian(2) - laplacian(1)", d, REFUTED) for d in (2, math.inf)),
        ("10*rational(1, 2) - rational(0.9, 2)", math.inf, PROVEN),
        ("rational(1, 1) - rational(1, 2)", math.inf, REFUTED),  # 1 − t for the weights near 0
        ("rational(1, 2) + rational(1, 1) - 0.9*rational(1, 1)", math.inf, PROVEN),
        ("rbf(1) + rational(1, 1) - 0.4*rational(0.5, 2)", math.inf, PROVEN),
        ("matern(0.5, 1) - 0.01*rational(1, 1)", math.inf, REFUTED),  # inverse Gamma weights vanish faster at t = 0
        ("2*rbf(1) - rbf(1)*1.9999", math.inf, PROVEN),
    ],
)
def test_the_verdict_turns_where_the_measure_says(text: str, d: float, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.parametrize("text", ["rational(0.7, 1.3)", "rational(2, 0.5)", "matern(1.5, 0.8)", "matern(0.5, 2)"])
def test_the_weights_add_up_to_the_kernel(text: str) -> None:
    k = kv.parse(text)
    weight = _weight(k)
    assert weight is not None
    for r in (0.0, 0.4, 1.5):
        total, _ = quad(lambda t, r=r: float((weight.log(arb(t)) - t * r * r).exp()), 0, np.inf, limit=400)
        assert total == pytest.approx(float(k([[0.0]], [[r]])[0, 0]), rel=1e-6)


weights = st.builds(
    lambda b, u, v: Weight(arb(0), Fraction(b, 2), Fraction(u, 2), Fraction(v, 2)),
    st.integers(-4, 4),
    st.integers(0, 4),
    st.integers(0, 4),
)


@few(60)
@given(one=weights, other=weights)
def test_the_largest_quotient_is_the_largest(one: Weight, other: Weight) -> None:
    places = [ball(Fraction(10) ** e * m) for e in range(-9, 9) for m in (1, 2, 3, 5, 7)]
    values = [float(one.log(t) - other.log(t)) for t in places]
    most = one.largest_quotient(other)
    if most is None:
        assert max(values) == max(values[0], values[-1]), "not bounded: it grows towards an end"
        return
    assert max(values) <= float(most.log()) + 1e-9
    fine = [float(one.log(arb(t)) - other.log(arb(t))) for t in np.geomspace(1e-9, 1e9, 700)]
    assert float(most.log()) <= max(fine) + 0.1


@few(8)
@given(
    c=st.lists(st.integers(-5, 9), min_size=2, max_size=3),
    parts=st.lists(
        st.sampled_from(
            ("rational(1, 1)", "rational(2, 1)", "rational(1, 2)", "matern(0.5, 1)", "matern(1.5, 2)", "rbf")
        ),
        min_size=3,
        max_size=3,
        unique=True,
    ),
)
def test_a_sum_on_every_space_is_no_kernel_exactly_where_some_space_shows_it(c: list[int], parts: list[str]) -> None:
    """A sum proven on every ℝᵈ is refuted in none; one whose measure is negative is refuted in a large dimension."""
    k = kv.parse(" + ".join(f"{v / 4}*{part}" for v, part in zip(c, parts, strict=False)))
    every = kv.judge(k, d=math.inf).verdict
    some = [kv.judge(k, d=d).verdict for d in (1, 30)]
    if every is PROVEN:
        assert REFUTED not in some
    if REFUTED in some:
        assert every is REFUTED


@few(200)
@given(d=st.integers(1, 3), data=st.data())
def test_a_limit_below_zero_is_one(d: int, data: st.DataObject) -> None:
    """The limit agrees with far points, and no proven kernel has one below 0."""
    k = data.draw(kernels(d, traps=True, size=5))
    limit = at_infinity(k, Space(d))
    if limit is None:
        return
    origin, place = (fmpq(0),) * d, (fmpq(10) ** 60,) * d
    far = arb(k._enclosed(origin, place))
    assert abs(far - limit) < 1e-3 * (1 + abs(limit)) or not far.is_finite()
    if limit < 0:
        assert not kv.prove(k, d=d).complete


def test_a_tiny_share_is_negative_in_a_large_dimension_only() -> None:
    """The density of e^{−2r²} − c·e^{−r²} at ω = 0 is (π/2)^{d/2} − c·π^{d/2}: below 0 where 2^{d/2}·c > 1."""
    assert 2**999 * 1e-300 * 100 > 1 > 2**990 * 1e-300
    assert kv.judge(kv.parse("rbf(2) - 1e-300*rbf(1)"), d=500).verdict is PROVEN


def test_nothing_proven_on_every_space_is_refuted_there() -> None:
    for text in ("rbf(1) + 0.1*rbf(2)", "rational(1, 1) - 0*rbf(1)", "matern(2.5, 1)", "1", "rbf(3) - 0.5*rbf(3)"):
        k = kv.parse(text)
        assert kv.prove(k, d=math.inf).complete
        assert refuted(k, EVERY) is None


@few(30)
@given(
    u=st.sampled_from(("rbf(1)", "laplacian(0.5)", "rbf(1)*matern", "gaussian_of(linear**2, 0.5)")),
    a=st.lists(st.integers(0, 12), min_size=3, max_size=3),
    seed=st.integers(0, 9),
)
def test_a_series_in_a_term_is_proven_exactly_up_to_its_coefficients(u: str, a: list[int], seed: int) -> None:
    """exp(u) − Σ aₙuⁿ/10 is proven where no coefficient is negative, and points do not refute it then."""
    k = kv.parse(f"exp({u}) - {a[0] / 10} - {a[1] / 10}*({u}) - {a[2] / 20}*({u})**2")
    found = kv.judge(k, d=2)
    if max(a) <= 10:
        assert found.verdict is PROVEN
        rows = np.round(np.random.default_rng(seed).normal(size=(10, 2)), 3)
        assert witness(k, rows) is None
    elif a[0] > 10 and not u.startswith("gaussian_of"):
        assert found.verdict is REFUTED
