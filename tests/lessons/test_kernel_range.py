"""Range of a power's values, against numbers worked out one by one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import kernviz as kv
from kernviz.lessons.kernel_range import meter
from tests.lessons.test_sweep import state

POINTS = "%2B1: 1 2 0.5 -1 1.5 0.25 -1: 2 1 -1.5 0.25 -2 -0.75"


def exact(here: Any, power: int) -> list[float]:
    """|(1 + x·z)^Q| of every pair of the drawn points, in fractions."""
    points = [[Fraction(float(v)) for v in row] for row in here.data.X]
    found = [abs(1 + sum(a * b for a, b in zip(x, z, strict=True))) ** power for x, z in combinations(points, 2)]
    return sorted(float(v) for v in found if v)


@pytest.mark.parametrize("power", [1, 2, 20])
def test_the_meter_is_that_of_every_pair(power: int) -> None:
    here = state("svm", f"data=drawn&pts={POINTS}&k=poly(degree={power}, gamma=1, coef0=1)")
    found, pairs = meter(here), exact(here, power)
    assert found is not None
    assert found.power == power
    assert found.least == pytest.approx(pairs[0], rel=1e-9)
    assert found.largest == pytest.approx(pairs[-1], rel=1e-9)
    number_at = dict(found.numbers)
    assert number_at["0.5^Q"] == float(Fraction(1, 2**power))
    assert number_at["3^Q"] == 3**power


def test_beyond_all_numbers() -> None:
    found = meter(replace(state("svm"), kernel=kv.parse("((1e12*linear)**8)**8")))
    assert found is not None
    assert [number.value for number in found.readouts] == ["0.003906", "∞", "∞", "6561"]


def test_the_meter_shows_only_the_pages_own_powers() -> None:
    gauss = meter(state("svm"))
    assert gauss is not None
    assert gauss.power is None
    assert [label for label, _ in gauss.numbers] == ["least |k| above 0", "largest |k|"]
    own = meter(state("polynomial", "po_degree=7"))
    assert own is not None
    assert own.power == 7
    assert meter(state("objects")) is None


def test_a_value_that_is_no_number_leaves_no_range() -> None:
    """∞ − ∞ at two pairs of points: the largest |k| is unknown, though the third pair has a value."""
    here = state("mercer", "data=drawn&pts=0: 1 0 0.1 1 1: 2 3")
    high, lower = "((1000*linear)**8)**16", "((1000*linear)**8)**15"
    assert meter(replace(here, kernel=kv.parse(f"{high} - {lower}"))) is None
    assert meter(replace(here, kernel=kv.parse(high))) is not None
