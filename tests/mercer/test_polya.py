"""Pólya's criterion: functions called convex are so in floats, and their Fourier transforms are not negative."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.theorems.polya import _holds_beyond, falls_convexly
from tests.strategies import few

LINE = Space(1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("expower(2.85, 16)*laplacian(25)", True),
        ("expower(4, 0.16)**3*laplacian(5)", True),
        ("expower(3, 1)*laplacian(2)", True),
        ("expower(3, 1)*laplacian(1.12)", True),  # (γ + 3r²)² ≥ 6r for every r from γ = 1.0817 on
        ("expower(3, 1)*laplacian(1.07)", False),
        ("expower(3, 1)*expower(0.5, 2)*laplacian(0.5)", True),
        ("expower(3, 1)*triangle(0.5)", False),  # flat at 0, and then it bends down
        ("expower(3, 1)*triangle(0.5)*laplacian(0.5)", True),
        ("expower(2, 1)*laplacian(2)", None),  # nothing that is no kernel
        ("expower(3, 1)*expower(1.5, 1)*laplacian(9)", None),
    ],
)
def test_where_it_is_convex(text: str, expected: bool | None) -> None:
    found = falls_convexly(kv.parse(text), LINE)
    assert (found is not None) == bool(expected)


def test_asked_on_the_line_only_and_beside_kernels_only() -> None:
    text = "expower(3, 1)*laplacian(2)"
    assert falls_convexly(kv.parse(text), Space(2)) is None
    assert kv.judge(kv.parse(text), d=1).verdict is Verdict.PROVEN
    assert kv.judge(kv.parse(text + "*linear"), d=1).verdict is Verdict.PROVEN
    assert kv.judge(kv.parse(text + "*maximum"), d=1).verdict is Verdict.REFUTED
    assert kv.judge(kv.parse("expower(3, 1)*laplacian(0.3)"), d=1).verdict is Verdict.REFUTED


def test_far_out_the_largest_power_must_outweigh_all_that_bends() -> None:
    """(0.003r²)² ≥ 0.006r from r = 8.74 on."""
    powers = [(arb(1), arb(1)), (arb("0.001"), arb(3))]
    for start, expected in ((0.5, False), (8.0, False), (9.0, True), (1e6, True)):
        assert _holds_beyond(powers, arb(start)) is expected
    steep = [(arb(100), arb(3))]
    assert _holds_beyond(steep, arb(2))
    assert not _holds_beyond(steep, arb("0.9"))  # below 1 a smaller power may bend more


@st.composite
def products(draw: st.DrawFn) -> str:
    number = st.sampled_from([0.05, 0.3, 1.0, 4.0, 20.0])
    parts = [f"laplacian({draw(number)})", f"expower({draw(st.sampled_from([2.1, 2.5, 3.0, 3.9]))}, {draw(number)})"]
    more = draw(st.sampled_from(["", "rbf({})", "triangle({})", "expower(0.5, {})"]))
    return "*".join([*parts, *([more.format(draw(number))] if more else [])])


@few(30)
@given(text=products())
def test_what_is_said_to_be_convex_is_so_and_has_no_negative_frequency(text: str) -> None:
    note(text)
    k = kv.parse(text)
    if falls_convexly(k, LINE) is None:
        return
    r = np.linspace(0, 40 / k._gram(np.zeros((1, 1)), np.ones((1, 1))).clip(0.2, 1)[0, 0], 200_001)
    f = k(r[:, None], np.zeros((1, 1)))[:, 0]
    fine = np.geomspace(1e-4, 1e2, 3000)
    curve = k(fine[:, None], np.zeros((1, 1)))[:, 0]
    chord = curve[:-2] + (curve[2:] - curve[:-2]) * (fine[1:-1] - fine[:-2]) / (fine[2:] - fine[:-2])
    assert (curve[1:-1] <= chord + 1e-12).all()
    assert np.fft.rfft(np.concatenate([f, f[-2:0:-1]])).real.min() > -1e-9 * np.abs(f).sum()
