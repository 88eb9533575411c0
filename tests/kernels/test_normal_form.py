"""A kernel multiplied out is the same function, with its signs collected and its exponents added, exactly as typed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import written
from kernviz.kernels.normal_form import form
from kernviz.kernels.rules_and_premises import Space
from tests.laws import ROOM
from tests.oracle import table
from tests.strategies import few, kernels, tables


def multiplied_out(k: Kernel, d: int = 2) -> Kernel | None:
    found = form(k, Space(d))
    try:
        return None if found is None else written(found)
    except Unwritable:
        return None


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("(-1 - matern)**2", "1 + 2*matern + matern**2"),
        ("(-1 - rbf)**2", "1 + 2*rbf(1) + rbf(2)"),
        ("rbf - rbf", "0"),
        ("exp(rbf) - 0.5*exp(rbf)", "0.5*exp(rbf)"),
        ("(rbf + linear)*(rbf - linear)", "rbf(2) - linear**2"),
        ("polynomial(rational - 1, [0, 0, 1])", "rational**2 - 2*rational + 1"),
        ("poly(2, 1, -1)", "linear**2 - 2*linear + 1"),
        ("0*plus + 3", "3"),
        ("0.1*rbf + 0.2*rbf - 0.3*rbf", "0"),
        ("matern**14 * matern**13", "matern**20*matern**7"),
        ("weight(decay(0.3), exp(0.6*linear))", "rbf(0.3)"),
        ("gaussian_of(linear, 0.3)", "rbf(0.3)"),
        ("growing(2)*rbf(3)", "rbf(1)"),
        ("rbf(1) @ stretch(0)", "1"),
        ("rbf(1) @ stretch(3)", "rbf(9)"),
        ("matern(2.5, 0.3) @ stretch(3)", "matern(2.5, 0.1)"),
        ("box(0.7) @ stretch(7)", "box(0.1)"),
        ("laplacian(1)*laplacian(0.5)", "laplacian(1.5)"),
        ("exp(logsquare)", "linear**2 + 1"),
        ("gaussian_of(plus + rational - 3, 0.5)", "0.36787944117144233*exp(rational)"),
        ("normalize(box - 2)", "0"),
        ("normalize(3*rational)", "rational"),
        ("matern(0.5, 2)", "expower(1, 0.5)"),
        ("bilinear([[2, 0], [0, 2]]) - 2*linear", "0"),
    ],
)
def test_signs_and_exponents_are_collected(text: str, out: str) -> None:
    """Decimals are read as they are written: 0.1 + 0.2 − 0.3 is 0, and 0.7/7 is 0.1."""
    k = multiplied_out(kv.parse(text))
    assert k is not None
    assert set(str(k).replace(" - ", " + -").split(" + ")) == set(
        str(kv.parse(out)).replace(" - ", " + -").split(" + ")
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("d", [1, 2, 3])
@few(70)
@given(data=st.data())
def test_the_normal_form_is_the_same_function(d: int, data: Any) -> None:
    k = data.draw(kernels(d, traps=True, size=5))
    note(str(k))
    rewritten = multiplied_out(k, d)
    if rewritten is None:
        return
    X = data.draw(tables(d, n=3))
    values, errors = table(k, X)
    others, spread = table(rewritten, X)
    known = np.isfinite(errors) & np.isfinite(spread)
    # numbers in front are written as the nearest float: each is one rounding more
    assert (np.abs(values - others) <= ROOM * (errors + spread))[known].all()


def test_on_the_line_more_is_one_and_the_same() -> None:
    for text in ("expsine(2, 3) - periodic(2, 3)", "laplacian(2) - matern(0.5, 0.5)", "rbf @ column(1) - rbf"):
        assert multiplied_out(kv.parse(text), 1) == kv.parse("0")
        assert multiplied_out(kv.parse(text), 2) != kv.parse("0")


@pytest.mark.parametrize(
    "text",
    [
        "(1e-200*rbf - 1e-200)**2",  # −2e-400 is no float
        "((1e12*rbf)**20)**20",  # nor is 1e4800
        "(rbf(1) + matern + rational + periodic + linear)**12",  # more terms than anybody reads
        # 1 + 10⁻¹⁷ is no float: rounded it would be another kernel
        "rational @ stretch(0.7) - exp(1e-17*rational + rational)",
    ],
)
def test_a_normal_form_without_exact_text_is_not_written(text: str) -> None:
    assert multiplied_out(kv.parse(text)) is None


def test_exponents_that_round_to_one_float_stay_two() -> None:
    """1 + 10⁻¹⁷ is 1 as a float, and no proof may take one for the other."""
    found = form(kv.parse("exp(linear + 1) - exp(linear + 1e-17*linear + 1)"), Space(1))
    assert found is not None
    assert len(found.items) == 2
    assert kv.judge(kv.parse("exp(linear + 1) - exp(linear + 1e-17*linear + 1)"), d=1).verdict is kv.Verdict.REFUTED


@few(60)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-4, 4)), max_size=4),
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-4, 4)), max_size=4),
)
def test_exact_numbers_add_and_multiply_like_the_floats_they_are(
    left: list[tuple[int, int]], right: list[tuple[int, int]]
) -> None:
    a, b = (Exact.collected((Fraction(q, 2), Fraction(c)) for q, c in terms) for terms in (left, right))
    x, y = (sum(c * np.exp(q / 2) for q, c in terms) for terms in (left, right))
    assert float(a + b) == pytest.approx(x + y, abs=1e-12)
    assert float(a * b) == pytest.approx(x * y, abs=1e-10)
    assert not a - a
    assert (a - b).sign == -((b - a).sign or 0)
    if abs(x) > 1e-9:
        assert a.sign == np.sign(x)


def test_e_and_the_decimal_next_to_it_are_told_apart() -> None:
    """e⁻¹ = 0.367879441171442321595…"""
    assert (Exact.power_of_e(Fraction(-1)) - Exact.of(0.3678794411714424)).sign == -1
    assert (Exact.power_of_e(Fraction(-1)) - Exact.of(0.3678794411714423)).sign == 1
    assert kv.judge(kv.parse("exp(-1) - 0.3678794411714424"), d=1).verdict is kv.Verdict.REFUTED
    assert kv.judge(kv.parse("exp(-1) - 0.3678794411714423"), d=1).verdict is kv.Verdict.PROVEN
