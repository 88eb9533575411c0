"""Waves on large lattices: the claimed sum against the whole matrix; valid kernels are never refuted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import kernviz as kv
from kernviz import Verdict
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.theorems import lattice_fourier_test as module
from kernviz.mercer.theorems.cauchy_schwarz import pair
from kernviz.mercer.theorems.lattice_fourier_test import ripple
from tests.strategies import few, kernels

PROVEN, REFUTED = Verdict.PROVEN, Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "d", "found"),
    [
        ("triangle", 1, False),
        ("triangle", 2, True),
        ("triangle**2", 3, False),
        ("triangle**2", 2, False),
        ("rbf(1) - 0.5*rbf(2)", 1, True),
        ("rbf(2) - 0.5*rbf(1)", 1, False),
        ("expsine(20, 3.2)*matern(0.5, 16)", 3, True),
        ("exp(triangle(0.25))", 2, True),
        ("matern(0.5)*tent(0.99)", 1, True),  # γ ≥ 1/w is missed by a hundredth
        ("matern(0.5)*tent(1)", 1, False),
        ("laplacian*triangle(0.5)", 2, False),  # waves along an axis see the Laplacian's kinks
        ("laplacian*rbf", 3, False),
        ("triangle", 4, False),  # nothing is asked in four dimensions
    ],
)
def test_a_dip_of_the_spectrum_is_found(text: str, d: int, found: bool) -> None:
    assert (ripple(kv.parse(text), d) is not None) == found


@pytest.mark.parametrize(("text", "d"), [("triangle", 2), ("rbf(1) - 0.5*rbf(2)", 1), ("cosine(3)*laplacian", 2)])
def test_the_claim_is_what_the_whole_matrix_gives(text: str, d: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On lattices small enough to write K down; each c is made here from the frequency the claim names."""
    module._classes.cache_clear()
    monkeypatch.setattr(module, "REACH", {1: 40, 2: 16})
    monkeypatch.setattr(module, "REACH_OF_MANY", {1: 40, 2: 16})
    monkeypatch.setattr(module, "DEVIATIONS", (3.0,))
    k = kv.parse(text)
    claim = ripple(k, d)
    module._classes.cache_clear()
    assert claim is not None
    half = claim.side // 2
    steps = np.arange(-half, half + 1)
    bell = np.round(1e6 * np.exp(-((steps * 3.0 / half) ** 2) / 2))
    points = np.stack(np.meshgrid(*[steps] * d, indexing="ij"), axis=-1).reshape(-1, d) * claim.spacing
    K = k(points)
    quotients = []
    for wave in (np.cos, np.sin):
        c = np.round(bell * wave(claim.omega * claim.spacing * steps))
        for _ in range(d - 1):
            c = np.multiply.outer(c, bell)
        if c.any():  # the sine of half a turn is 0 everywhere
            quotients.append(c.ravel() @ K @ c.ravel() / (c.ravel() @ c.ravel()))
    assert min(quotients) == pytest.approx(claim.value, rel=1e-6)
    assert claim.value < 0


def test_correlations_are_exact() -> None:
    u = (3, -1, 4, 1, -5, 9)
    assert module._correlation(u) == tuple(sum(a * b for a, b in zip(u, u[m:], strict=False)) for m in range(6))
    assert module._window(2, 1.0)[2] == 10**6
    assert module._window(2, 1.0)[0] == round(1e6 * math.exp(-0.5))


@pytest.mark.parametrize("d", [1, 2, 3])
@few(25)
@given(data=st.data())
def test_no_valid_kernel_has_a_ripple(d: int, data: Any) -> None:
    k = data.draw(kernels(d, size=4))
    note(str(k))
    assert not k.stationary or ripple(k, d) is None


@pytest.mark.parametrize(
    ("text", "d", "expected"),
    [
        ("matern(0.5)*tent(1)", 1, PROVEN),
        ("matern(0.5)*tent(0.99)", 1, REFUTED),
        ("expower(1, 2)*tent(1)", 2, PROVEN),  # 2 ≥ 2/1
        ("expower(1, 2)*tent(1.5)", 3, PROVEN),
        ("expower(1, 2)*tent(1.4)", 3, REFUTED),
        ("exp(minimum)*tent(2)", 1, PROVEN),  # e^{−r/2}
        ("exp(minimum)*tent(1.9)", 1, REFUTED),
        ("matern(0.5)*tent(1)*(cosine - 2)", 1, REFUTED),
        ("normalize(exp(-1.75*maximum))", 3, PROVEN),  # e^{−1.75·‖x−z‖₁/2}
        ("normalize(exp(1.75*maximum))", 1, REFUTED),
        ("normalize(2*cosinesum - 2)", 1, PROVEN),  # k(x, x) ≤ 0: it is 0
        ("normalize(2*cosinesum - 1.9)", 1, REFUTED),
        ("normalize(-0.5*normalize(sinesum))", 1, PROVEN),
        ("gaussian_of(normalize(tent(0.16) @ column(1)), 25)", 2, PROVEN),
    ],
)
def test_verdicts_turn_where_the_algebra_says(text: str, d: int, expected: Verdict) -> None:
    assert kv.judge(kv.parse(text), d=d).verdict is expected


@pytest.mark.parametrize(
    ("text", "d", "found"),
    [
        ("growing(0.04)*(2.75*matern(2.5, 0.032))", 3, True),  # e^(0.04·r²) wins where r is above 1700
        ("growing(0.04)*rbf(0.04)", 3, False),  # the number 1
        ("growing(0.04)*rbf(0.0401)", 3, False),
        ("growing(0.0401)*rbf(0.04)", 3, True),
        ("exp(exp(linear))", 2, False),
        ("exp(exp(linear)) - exp(exp(0.9*linear))", 2, False),
        ("poly(degree=2, coef0=-1)", 1, True),  # at 1 and −1: (−2)² against 0
    ],
)
def test_two_points_beyond_every_float(text: str, d: int, found: bool) -> None:
    k, space = kv.parse(text), Space(d)
    two = pair(k, space)
    assert (two is not None) == found
    if two is not None:
        x, z = two
        assert k._enclosed(x, z) ** 2 > k._enclosed(x, x) * k._enclosed(z, z)
