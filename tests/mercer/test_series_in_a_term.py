"""Sums with a power series as a term: verdicts on ℝᵈ and on all ℝᵈ, checked with thresholds and points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.mercer.witness import witness
from tests.strategies import few

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        *(("exp(rbf(1)) - 1 - rbf(1)", d, PROVEN) for d in (1, 2, 3, 10, math.inf)),
        ("exp(rbf(1)) - 1 - rbf(1) - 0.5*rbf(2)", 2, PROVEN),
        ("exp(rbf(1)*matern) - 1 - rbf(1)*matern + linear", 2, PROVEN),
        ("exp(laplacian(1)) - 1 - laplacian(1)", 2, PROVEN),
        *(("normalize(exp(linear)) - rbf(0.5)", d, PROVEN) for d in (1, 2, 3, math.inf)),
        *(("rbf(0.5) - normalize(exp(linear))", d, PROVEN) for d in (1, 3, math.inf)),
        ("normalize(exp(linear)) - 1.0001*rbf(0.5)", 2, REFUTED),
        ("normalize(linear*exp(linear**2)) - normalize(linear)*gaussian_of(linear**2, 0.5)", 2, PROVEN),
        *(("rbf(2) - 1e-300*rbf(1)", d, PROVEN) for d in (1, 10)),
        ("exp(rbf(1)) - 1.7 - rbf(1)", 2, REFUTED),
        *(("negdistance(1) + 1e9", d, REFUTED) for d in (1, 3, math.inf)),
        ("negdistance(0.5) + 1e12", 1, REFUTED),
        ("2*laplacian(2) - laplacian(1)", 1, PROVEN),
        *(("2*laplacian(2) - laplacian(1)", d, REFUTED) for d in (2, math.inf)),
        ("rational(1, 1) - rational(1, 2)", math.inf, REFUTED),
        ("rational(1, 2) + rational(1, 1) - 0.9*rational(1, 1)", math.inf, PROVEN),
        ("matern(0.5, 1) - 0.01*rational(1, 1)", math.inf, REFUTED),
        ("2*rbf(1) - rbf(1)*1.9999", math.inf, PROVEN),
    ],
)
def test_the_verdict_changes_with_the_sign_of_a_coefficient(text: str, d: float, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.slow
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
