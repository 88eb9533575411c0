"""A kernel multiplied out is the same function, with its signs collected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.mercer.multiply_out import multiplied_out
from tests.laws import ROOM
from tests.oracle import table
from tests.strategies import few, kernels, tables


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(-1 - rbf)**2", "1 + 2*rbf(gamma=1) + rbf(gamma=1)**2"),
        ("rbf - rbf", "0"),
        ("exp(rbf) - 0.5*exp(rbf)", "0.5*exp(rbf(gamma=1))"),
        ("(rbf + linear)*(rbf - linear)", "rbf(gamma=1)**2 - linear**2"),
        ("polynomial(rbf - 1, [0, 0, 1])", "rbf(gamma=1)**2 - 2*rbf(gamma=1) + 1"),
        ("poly(2, 1, -1)", "linear**2 - 2*linear + 1"),
        ("0*plus + 3", "3"),
        ("0.1*rbf + 0.2*rbf - 0.3*rbf", "0"),
        ("rbf**14 * rbf**13", "rbf(gamma=1)**20*rbf(gamma=1)**7"),
    ],
)
def test_signs_are_collected(text: str, written: str) -> None:
    """Decimals are read as they are written: 0.1 + 0.2 − 0.3 is 0."""
    k = multiplied_out(kv.parse(text))
    assert k is not None
    assert set(str(k).replace(" - ", " + -").split(" + ")) == set(written.replace(" - ", " + -").split(" + "))


@pytest.mark.parametrize("d", [1, 2])
@few(40)
@given(data=st.data())
def test_it_is_the_same_function(d: int, data: Any) -> None:
    k = data.draw(kernels(d, traps=True, size=5))
    note(str(k))
    rewritten = multiplied_out(k)
    if rewritten is None:
        return
    X = data.draw(tables(d, n=3))
    values, errors = table(k, X)
    others, spread = table(rewritten, X)
    known = np.isfinite(errors) & np.isfinite(spread)
    assert (np.abs(values - others) <= ROOM * (errors + spread))[known].all()


def test_what_would_prove_too_much_is_left_alone() -> None:
    assert multiplied_out(kv.parse("(1e-200*rbf - 1e-200)**2")) is None  # −2e-400 is no float
    assert multiplied_out(kv.parse("((1e12*rbf)**20)**20")) is None  # nor is 1e4800
    assert multiplied_out(kv.parse("exp(-1) - 0.36787944117144233")) is None  # −8e-18, or 0, or 4e-18
    assert multiplied_out(kv.parse("(rbf(1) + rbf(2) + rbf(3) + rbf(4))**12")) is None  # 455 terms


def test_a_power_beyond_the_largest_is_a_product_of_powers() -> None:
    k = kv.parse("polynomial(-1.5*polynomial(rational, [0, -1.5, 1, -2])**3, [-2, -1.5, -1.5, 0.5])")
    assert kv.judge(k, d=1).verdict in kv.Verdict
