"""Range of k(x, x): intervals by hand, and random trees at random points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.diagonal_range import Extent, extent
from kernviz.kernels.rules_and_premises import Space
from tests.strategies import few, kernels, tables


@pytest.mark.sampled(3)
@pytest.mark.parametrize("nonnegative", [False, True])
@pytest.mark.parametrize("d", [1, 2])
@few(80)
@given(data=st.data())
def test_every_diagonal_lies_in_its_computed_range(d: int, nonnegative: bool, data: Any) -> None:
    k = data.draw(kernels(d, traps=True, size=5, nonnegative=nonnegative))
    X = data.draw(tables(d, n=8, nonnegative=nonnegative))
    note(str(k))
    found = extent(k, Space(d, nonnegative))
    values = k.diag(X)
    values = values[np.isfinite(values)]
    doubt = 1e-9 * (1 + np.abs(values))
    assert (values >= float(found.low) - doubt).all()
    assert (values <= float(found.high) + doubt).all()


@pytest.mark.parametrize(
    ("low", "high", "coefficients", "least", "most"),
    [(0, 2, (0, 0, 1), 0, 4), (-2, 1, (0, 0, 1), 0, 4), (0, 1, (1, -1), 0, 1), (-1, 1, (0, 0, 0, 2), -2, 2)],
)
def test_polynomials_of_an_interval(low: int, high: int, coefficients: Any, least: float, most: float) -> None:
    from flint import arb

    found = Extent(arb(low), arb(high)).polynomial(coefficients)
    assert float(found.low) <= least
    assert float(found.high) >= most
    assert float(found.low) == pytest.approx(least, abs=0.3)
    assert float(found.high) == pytest.approx(most, abs=0.3)


@pytest.mark.parametrize(
    ("text", "d", "nonnegative", "proven"),
    [
        ("normalize(-2.25*maximum)", 1, False, True),  # the minimum, mirrored
        ("normalize(-0.75*maximum)", 2, False, False),
        ("normalize(-minimum)", 1, True, True),  # 0
        ("normalize(polynomial(plus, [-0.5, -1.5]) @ square)", 1, False, True),
        ("normalize(polynomial(plus, [-0.5, 1.5]) @ square)", 1, False, False),
        ("normalize(polynomial(sigmoid(-2.7, -2.05), [-1.5, 0.5, 2, 1]))", 3, False, True),
        ("normalize(polynomial(box*sigmoid(6.1, 2.6), [1, -1.5]))", 1, False, True),
        ("normalize(polynomial(box*sigmoid(6.1, 0), [1, -1.5]))", 1, False, False),
        ("normalize(-1*(maximum @ abs))", 2, False, True),
        ("normalize(poly(3, -1.65, 1.1)) @ circle(0.2)", 2, True, True),  # (1.1 − 1.65·2)³ < 0
        ("normalize(poly(3, -1.65, 3.4)) @ circle(0.2)", 2, True, False),
        ("normalize(bilinear([[-1, -3], [-2, -2]]))", 2, True, True),
        ("normalize(bilinear([[-1, -3], [-2, -2]]))", 2, False, False),
        ("normalize(bilinear([[-1, -3], [9, -2]]))", 2, True, False),
    ],
)
def test_normalising_keeps_what_can_be_proven(text: str, d: int, nonnegative: bool, proven: bool) -> None:
    judged = kv.judge(kv.parse(text), d=d, nonnegative=nonnegative)
    assert (judged.verdict is Verdict.PROVEN) == proven


@pytest.mark.parametrize(
    ("low", "high", "n", "least", "most"),
    [(1, 2, 2, 1, 4), (-3, -1, 2, 1, 9), (-3, 2, 2, 0, 9), (-2, 3, 3, -8, 27), (-2, 3, 0, 1, 1), (-1, 4, 4, 0, 256)],
)
def test_powers_are_no_wider_than_they_must(low: int, high: int, n: int, least: int, most: int) -> None:
    from flint import arb

    found = Extent(arb(low), arb(high)).power(n)
    assert (float(found.low), float(found.high)) == (least, most)
