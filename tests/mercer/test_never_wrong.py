"""Verdicts that were wrong once, or nearly, and safeguards against such verdicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.mercer.witness import witness
from tests.strategies import few, kernels

PROVEN, REFUTED, OPEN = Verdict.PROVEN, Verdict.REFUTED, Verdict.OPEN


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("bilinear([[1e12, 0], [0, -0.001]])", 2, REFUTED),  # eigvalsh calls −0.001 roundoff of 10¹²
        ("bilinear([[1e12, 0], [0, 0]])", 2, PROVEN),
        ("bilinear([[1, 0.1], [0.1, 0.01]])", 2, PROVEN),  # 1·0.01 − 0.1² = 0 with decimals as typed
        ("bilinear([[1, 0.1], [0.1, 0.0099999999999999]])", 2, REFUTED),
        ("exp(linear + 1) - exp(linear + 1e-17*linear + 1)", 1, REFUTED),
        ("box(0.7) @ stretch(7) - box(0.1)", 2, PROVEN),  # both 0 where 7·0.1 is 0.7
        ("1e12*(matern(3.3, 0.3) @ stretch(3)) - 1e12*matern(3.3, 0.1)", 1, PROVEN),
        ("rbf - rbf @ stretch(1)", 3, PROVEN),
        ("0.3*rbf - 0.1*rbf - 0.2*rbf", 2, PROVEN),
        ("1000*laplacian + 0.001*box", 1, REFUTED),
    ],
)
def test_verdicts_that_were_wrong_once(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


def test_points_outside_the_space_refute_nothing() -> None:
    k = kv.parse("exp(minimum) - 1")
    assert kv.judge(k, X=[[-1.0]], d=1, nonnegative=True).verdict is PROVEN
    assert kv.judge(k, X=[[-1.0]], d=1).verdict is REFUTED


@pytest.mark.parametrize("text", ["normalize(minimum)", "exp(normalize(minimum)**1)", "normalize(normalize(minimum))"])
def test_a_map_is_applied_to_unexpanded_nodes(text: str) -> None:
    """On a circle the minimum sees negative coordinates, wherever x and z lie."""
    assert kv.judge(kv.parse(f"({text}) @ circle(1)"), d=2, nonnegative=True).verdict is REFUTED


def test_minimum_on_a_circle_is_refuted_by_a_visible_eigenvalue() -> None:
    """The error of a double π would give −1.2e-16, which refutes nothing."""
    found = kv.judge(kv.parse("minimum @ circle(2)"), d=2).witness
    assert found is not None
    assert found.eigenvalue < -0.1


def test_nothing_that_refutes_can_stand_beside_proven() -> None:
    """The verdict is derived from the evidence; there is no field to set."""
    proven = kv.judge(kv.RBF(1), d=1)
    refuted = kv.judge(kv.parse("-rbf"), d=1)
    assert proven.verdict is PROVEN
    assert replace(proven, witness=refuted.witness).verdict is REFUTED
    assert replace(proven, data_witness=refuted.witness).verdict is REFUTED
    methods = set()
    for text in ("poly(2, 1, -1)", "-rbf", "exp(linear) - 0.51*linear**2", "logsquare"):
        for found in kv.judge(kv.parse(text), d=1).evidence:
            if found.refutes:
                methods.add(found.method)
                assert replace(proven, evidence=(*proven.evidence, found)).verdict is REFUTED
    assert {"coefficients", "spectral", "series"} <= methods
    with pytest.raises(TypeError):
        replace(proven, verdict=OPEN)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(20)
@given(data=st.data())
def test_no_points_refute_a_proven_kernel(d: int, data: Any) -> None:
    """Trees with traps: whatever is proven is attacked at many scales, with every value enclosed."""
    k = data.draw(kernels(d, traps=True, size=4))
    note(str(k))
    if kv.judge(k, d=d).verdict is not PROVEN:
        return
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    for scale in (1e-3, 0.1, 1.0, 10.0):
        assert witness(k, np.round(rng.normal(size=(8, d)) * scale, 5)) is None


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
def test_no_points_refute_a_proven_kernel_in_a_long_search(part: int) -> None:
    from tests.strategies import searched

    @searched(part, 150)
    @given(data=st.data())
    def search(data: Any) -> None:
        d = data.draw(st.sampled_from((1, 2, 3)))
        k = data.draw(kernels(d, traps=True, size=5))
        note(str(k))
        if kv.judge(k, d=d).verdict is PROVEN:
            rng = np.random.default_rng(part)
            for scale in (1e-3, 0.1, 1.0, 10.0, 100.0):
                assert witness(k, np.round(rng.normal(size=(12, d)) * scale, 5)) is None

    search()
