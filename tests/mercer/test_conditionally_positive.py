"""Conditionally positive definite functions: uᵀKu ≥ 0 for Σu = 0, and Schoenberg's theorem both ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.prover import _conditional
from kernviz.mercer.witness import witness
from tests.oracle import table
from tests.strategies import few, kernels

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("exp(tent)", 3, PROVEN),
        ("exp(tent(0.2) + plus)", 2, PROVEN),
        ("exp(7*tent - 100)", 2, PROVEN),
        ("gaussian_of(minimum)", 2, PROVEN),
        ("exp(minimum)", 1, PROVEN),
        ("exp(negdistance(2))", 2, PROVEN),
        ("exp(negdistance(2.1))", 2, REFUTED),
        ("exp(0.3*negdistance(0.5))", 3, PROVEN),
        ("gaussian_of(negdistance(1.9))", 2, PROVEN),
        ("gaussian_of(negdistance(2.1))", 1, REFUTED),
        ("negdistance(1)", 1, REFUTED),  # k(x, x) = 0 and k(x, z) ≠ 0
        ("exp(plus**2)", 2, PROVEN),  # s² + 2ss′ + s′²
        ("exp(linear - 5)", 2, PROVEN),
        ("exp(2*rbf(2) - rbf(1) - 3)", 2, PROVEN),
        ("exp(maximum)", 1, REFUTED),
        ("exp(-1*tent)", 1, REFUTED),
        ("exp(tent @ square)", 2, PROVEN),
        ("exp(box)", 1, REFUTED),
        ("exp(sinediff)", 1, REFUTED),
        ("exp(poly(1, 6.35, -2.2))", 2, PROVEN),
        ("exp(bilinear([[1, 2], [2, 1]]) - 1)", 2, REFUTED),
        ("(exp(tent) + 1)*rbf", 2, PROVEN),
        ("exp(exp(exp(tent(25))))", 3, PROVEN),
    ],
)
def test_schoenberg(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2])
@few(50)
@given(data=st.data())
def test_functions_proven_conditionally_positive_pass_on_random_points(d: int, data: Any) -> None:
    """uᵀKu ≥ 0 for weights with Σu = 0 on random points, up to the rounding of the oracle."""
    k = data.draw(kernels(d, traps=True, size=4))
    note(str(k))
    if not _conditional(k, Space(d)).complete:
        return
    rng = np.random.default_rng(data.draw(st.integers(0, 5)))
    X = np.round(rng.normal(size=(7, d)) * data.draw(st.sampled_from((0.3, 1.0, 4.0))), 2)
    values, errors = table(k, X)
    if not np.isfinite(errors).all():
        return
    for _ in range(20):
        u = rng.integers(-3, 4, size=7).astype(float)
        u[-1] -= u.sum()
        assert u @ values @ u >= -8 * np.abs(u) @ errors @ np.abs(u)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(40)
@given(data=st.data())
def test_no_points_refute_the_exponential_of_a_conditionally_positive_function(d: int, data: Any) -> None:
    k = data.draw(kernels(d, traps=True, size=3))
    note(str(k))
    if not _conditional(k, Space(d)).complete:
        return
    rng = np.random.default_rng(1)
    for t in (0.01, 1.0, 30.0):
        exponential = kv.exp(t * k)
        assert kv.judge(exponential, d=d).verdict is PROVEN
        assert witness(exponential, np.round(rng.normal(size=(10, d)) * 2, 2)) is None


def test_the_proof_says_what_it_proves_of_each_part() -> None:
    proof = kv.prove(kv.parse("exp(tent + plus)"), 2)
    assert proof.complete
    assert proof.rule.name == "Schoenberg's exponential"
    (below,) = proof.parts
    assert below.method == "conditional"
    assert {part.kernel.name for part in below.parts} == {"tent", "plus"}
    broken = kv.prove(kv.parse("exp(box)"), 2)
    assert [str(node) for node, _ in broken.gaps()] == ["box(width=1)"]
