"""A decreasing function times a mixture of Gaussians: thresholds in closed form, proofs attacked by quadrature."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import j0

import kernviz as kv
from kernviz import Verdict
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.mixture_times_conditional import _divided

PROVEN, REFUTED, OPEN = Verdict.PROVEN, Verdict.REFUTED, Verdict.OPEN


@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("gamma", [0.3, 1, 20])
def test_a_tent_beside_a_gaussian_turns_where_its_integral_does(gamma: float, d: int) -> None:
    """∫ (1 − r/w)·e^{−γr²} dx ≥ 0 from w = Γ((d + 1)/2)/(Γ(d/2)·√γ) on."""
    width = math.gamma((d + 1) / 2) / math.gamma(d / 2) / math.sqrt(gamma)
    above, below = (kv.parse(f"rbf({gamma})*tent({width * share:.6g})") for share in (1.001, 0.999))
    assert kv.judge(above, d=d).verdict is PROVEN
    assert kv.judge(below, d=d).verdict is not PROVEN


@pytest.mark.parametrize(
    ("text", "d", "proven"),
    [
        ("rbf*tent(0.5) + 1", 2, False),
        ("rational(1, 2)*tent(1.58)", 2, True),  # π/2 = 1.5708 is the mean of r
        ("rational(1, 2)*tent(1.56)", 2, False),
        ("rational(1, 1)*tent(9)", 2, False),  # no finite integral
        ("matern(2.5)*tent(1.3)", 2, False),
        ("matern(9, 0.32)*tent(3.2)", 1, True),
        ("rbf(1)*matern(2.5)*tent(0.9)", 2, True),
        ("rbf*(negdistance(1.5) + 0.93)", 2, True),  # the mean of r^1.5 is Γ(1.75) = 0.919
        ("rbf*(negdistance(1.5) + 0.91)", 2, False),
        ("rbf*(negdistance(3) + 9)", 2, False),  # r³ is not of negative type
        ("expower(2.5)*tent(9)", 1, False),  # no mixture
        ("growing(0.1)*tent(9)", 1, False),
        ("matern(2.5)**2 - 0.3*matern(2.5)", 2, True),
        ("matern(2.5)**2 - 0.5*matern(2.5)", 2, False),
        ("laplacian*tent(2.01)", 2, True),  # the mean of ‖r‖² is 4
        ("laplacian*tent(1.5)", 2, False),
        ("bilinear([[2, 1], [1, 2]])*tent(20)*laplacian", 2, True),
        ("bilinear([[0, 1], [1, 0]])*tent(20)*laplacian", 2, False),
        ("tent(0.3)*tent(0.3)*rbf(0.01)", 2, False),
        ("rbf(2)*tent(9) - rbf(1)", 2, False),  # two different A
    ],
)
def test_by_hand(text: str, d: int, proven: bool) -> None:
    assert (kv.judge(kv.parse(text), d=d).verdict is PROVEN) == proven


def _density(k: kv.Kernel, d: int, omega: float) -> float:
    """The spectral density, up to 2, 2π or 4π, by quadrature of the kernel's own floats."""
    wave = {1: math.cos, 2: j0, 3: lambda t: math.sin(t) / t if t else 1.0}[d]
    origin = np.zeros((1, d))
    f = lambda r: float(k(np.array([[r] + [0.0] * (d - 1)]), origin)[0, 0]) * wave(omega * r) * r ** (d - 1)  # noqa: E731
    return sum(quad(f, a, b, limit=200)[0] for a, b in ((0, 0.3), (0.3, 1), (1, 3), (3, 10), (10, 40)))


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=pytest.mark.long if seed % 4 else ()) for seed in range(40)])
def test_what_is_proven_has_no_negative_density(seed: int) -> None:
    """Random A and ψ near the threshold: none proven whose density, by quadrature, is below 0 anywhere."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    leaves = (
        "rbf(1)",
        "rbf(3)",
        "matern(1.5, 1)",
        "matern(2.5, 0.5)",
        "rational(1, 9)",
        "expower(1.5, 1)",
        "matern(0.8)",
    )
    front = "*".join(str(leaf) for leaf in rng.choice(leaves, size=int(rng.integers(1, 3))))
    other = str(rng.choice(leaves))
    rest = (
        f"tent({rng.uniform(0.3, 3):.3f})",
        f"({other} - {rng.uniform(0.05, 0.9):.3f})",
        f"(negdistance({rng.uniform(0.5, 2):.1f}) + {rng.uniform(0.2, 2):.3f})",
    )[int(rng.integers(3))]
    k = kv.parse(f"{front}*{rest}")
    verdict = kv.judge(k, d=d).verdict
    if verdict is not PROVEN:
        return
    densities = [_density(k, d, omega) for omega in (0.0, 0.3, 1.0, 2.0, 4.0, 8.0)]
    assert min(densities) > -1e-6 * max(densities), str(k)


@pytest.mark.parametrize(
    ("text", "front", "whole"),
    [
        ("rbf(3)*matern(1.5)", "rbf(1)", True),
        ("matern(1.5)**3", "matern(1.5)", True),
        ("rational(2, 3)*expower(0.7, 3)", "expower(0.7, 1)*rational(2, 1)", True),
        ("matern(2.5)*rational*rational", "rational*matern(2.5)", True),
        ("rbf(1)*matern(1.5)", "rbf(3)", False),
        ("matern(1.5)", "matern(2.5)", False),
    ],
)
def test_a_quotient_times_what_it_is_divided_by(text: str, front: str, whole: bool) -> None:
    every, divisor = kv.parse(text), kv.parse(front)
    rest = _divided(Counter(factors(every)), Counter(factors(divisor)))
    assert (rest is not None) is whole
    if rest is not None:
        X = np.random.default_rng(0).normal(size=(5, 2))
        product = np.prod([k(X) ** n for k, n in rest.items()], axis=0)
        np.testing.assert_allclose(product * divisor(X), every(X))
