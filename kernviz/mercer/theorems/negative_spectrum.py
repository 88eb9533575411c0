r"""Refute a function f of the distance by one integral against a wave, instead of by points.

Products of kernels are kernels, and the integral over ℝᵈ of an integrable continuous one is ≥ 0 (Bochner). So for
every ω and σ, ∫ f(r)·Ω(ωr)·e^{−r²/2σ²}·r^{d−1} dr ≥ 0 if f is a kernel: Ω(t) is the mean of a plane wave over all
directions, cos t, J₀(t) or sin t/t, and the Gaussian is a kernel too. Beyond 9.5σ, and near 0, a kernel has |f| ≤
f(0). Floats propose ω and σ; the decision is the sign of the integral in ball arithmetic (Johansson 2018). The
integral stands for infinitely many points, so it shows more than any lattice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from flint import acb, arb
from numpy.typing import NDArray
from scipy.special import j0

from kernviz.kernels.ball_arithmetic import ZERO, rational
from kernviz.kernels.differences import leaves
from kernviz.kernels.expr import Kernel
from kernviz.kernels.from_normal_form import Unwritable, written
from kernviz.kernels.normal_form import Form
from kernviz.kernels.rules_and_premises import Space, rounded
from kernviz.kernels.work_budget import charge, left
from kernviz.mercer.candidates import lengths
from kernviz.mercer.search_budget import FLOATS, cost
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.mercer.witness import LARGEST_VALUE
from kernviz.wording import say

Array = NDArray[np.float64]
Profile = Callable[[acb, bool], acb]

REACH = 9.5  # upper limit of the integral, in units of σ
WIDTHS = (1.0, 3.0, 10.0, 30.0, 0.3)  # σ, in units of a kernel's characteristic lengths
WIDE = (300.0,)  # for slow tails, if the other widths show nothing
SEEN = 1e-7  # relative size of a negative integral that quadrature in floats can show
EVALUATIONS = 16_000  # of the integrand, for a leaf of cost 1
LOOK = 100  # cost of all frequencies at one σ, see `kernels.work`


@dataclass(frozen=True)
class Dip:
    """∫ f·Ω(ωr)·e^{−r²/2σ²}·r^{d−1} dr < 0, and its `share` of the same integral with f(0) for f and 1 for Ω."""

    omega: float
    sigma: float
    share: float


def dip(k: Kernel, d: int) -> Dip | None:
    """A frequency and width that refute k, a function of the distance; None if none is found."""
    f = profile(k) if asks(k, d) else None
    for widths in (WIDTHS, WIDE) if f is not None else ():
        looks = sorted(_looks(k, d, widths), key=lambda look: look[0].share)
        found = _certain(k, f, d, *looks[0]) if f is not None and looks and looks[0][0].share < -SEEN else None
        if found is not None:
            return found
    return None


def asks(k: Kernel, d: int) -> bool:
    """True if k is a smooth function of the distance, d ≤ 3, all of whose leaves are defined for complex r."""
    smooth = d <= 3 and k.of_distance and all(leaf._edge() is None for leaf in leaves(k))
    return smooth and profile(k) is not None


def _looks(k: Kernel, d: int, widths: Sequence[float]) -> Iterator[tuple[Dip, float]]:
    """The most negative integral for each width, in floats.

    Yields (candidate, integral with r in units of σ).
    """
    t, _ = _nodes()
    waves = _waves(d)
    for length in lengths(k):
        for width in widths:
            sigma = float(f"{length * width:.3g}")
            charge(LOOK + cost(k) * len(t) / FLOATS)
            rows = np.zeros((len(t), d))
            rows[:, 0] = t * sigma
            with np.errstate(all="ignore"):
                values = k._gram(rows, np.zeros((1, d)))[:, 0]
            if not (np.isfinite(values).all() and 0 < np.abs(values).max() < LARGEST_VALUE):
                continue
            whole = waves @ values
            place = int(np.argmin(whole))
            size = float(np.abs(waves[place]) @ np.abs(values))
            omega = float(f"{_frequencies()[place] / sigma:.6g}")
            yield Dip(omega, sigma, float(whole[place]) / size), float(whole[place])


def _certain(k: Kernel, f: Profile, d: int, look: Dip, value: float) -> Dip | None:
    """The same integral in ball arithmetic; None unless it is certainly negative."""
    omega, sigma, end = arb(rational(look.omega)), arb(rational(look.sigma)), arb(rational(REACH))
    origin = (ZERO,) * d
    start = arb(k._enclosed(origin, origin))

    evaluations = 0

    def integrand(t: acb, analytic: bool) -> acb:
        nonlocal evaluations
        evaluations += 1
        r = sigma * t
        return f(r, analytic) * _mean_wave(d, omega * r) * (-(t * t) / 2).exp() * t ** (d - 1)

    each = 1 + sum(leaf.effort() for leaf in leaves(k))
    most = int(min(EVALUATIONS, left()) / each)
    doubt = abs(value) / 1e4  # absolute tolerance of every part
    begin = arb((d * doubt / float(start)) ** (1 / d)) if start > 0 else arb(0)  # before it too a kernel has |f| ≤ f(0)
    inside = acb.integral(integrand, acb(begin), acb(end), rel_tol=arb(1e-4), abs_tol=arb(doubt), eval_limit=most)
    charge(evaluations * each)
    beyond = start * (end + 1) * (-(end * end) / 2).exp()  # ∫ t^{d−1}e^{−t²/2} dt, d ≤ 3, times f(0)
    total = inside.real + beyond + start * begin**d / d
    if not (start > 0 and total.is_finite() and total < 0):
        return None
    return Dip(look.omega, look.sigma, float((total / start).mid()))


def profile(k: Kernel) -> Profile | None:
    """f(r) for complex r; None if a leaf does not state it.

    f returns nan where it is not analytic around r and `analytic` is requested.
    """
    if not k.values:
        return None if k._profile(acb(1), False) is None else k._profile  # type: ignore[return-value]
    below = [profile(child) for child in k.children]
    known = [one for one in below if one is not None]
    if len(known) < len(below):
        return None
    levels = [child._enclosed((ZERO,), (ZERO,)) for child in k.children]

    def combined(r: acb, analytic: bool) -> acb:
        found = k._combined([one(r, analytic) for one in known], levels)
        return acb("nan") if found is None else acb(found)

    return combined


def _mean_wave(d: int, t: acb) -> acb:
    if d == 1:
        return t.cos()
    return t.bessel_j(acb(0)) if d == 2 else t.sinc()


# ---- in floats -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _nodes() -> tuple[Array, Array]:
    """Gauss–Legendre nodes and weights on [0, 9.5], denser towards 0."""
    edges = np.array([0.0, *np.geomspace(1e-6, 0.05, 16), *np.linspace(0.05, REACH, 261)[1:]])
    x, w = np.polynomial.legendre.leggauss(10)
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    return (middle[:, None] + half[:, None] * x).ravel(), (half[:, None] * w).ravel()


@lru_cache(maxsize=1)
def _frequencies() -> Array:
    return np.concatenate([np.linspace(0, 40, 121), np.geomspace(40, 250, 280)[1:]])


@lru_cache(maxsize=3)
def _waves(d: int) -> Array:
    t, weights = _nodes()
    wave: Callable[[Array], Array] = {1: np.cos, 2: j0, 3: lambda a: np.sinc(a / math.pi)}[d]
    return np.asarray(wave(_frequencies()[:, None] * t) * (weights * t ** (d - 1) * np.exp(-t * t / 2)))


def refuted(k: Kernel, f: Form, space: Space) -> Flaw | None:
    """Refutation of f by one integral."""
    try:
        hole = dip(k if k.stationary else written(f, exactly=True), space.d)
    except Unwritable:
        return None
    if hole is None:
        return None
    return Flaw(
        say(
            "the mean of its product with waves of frequency {frequency} in every "
            "direction, under a Gaussian of width {width}, is below 0",
            frequency=rounded(hole.omega),
            width=rounded(hole.sigma),
        ),
        say("Bochner (1933), an integral worked out with error bounds"),
    )


NEGATIVE_SPECTRUM = Theorem(
    "integral against a wave",
    "the integral of a kernel times a wave is not negative",
    "Bochner (1933)",
    "its value at a complex distance",
    refutes_limit=refuted,
)

__all__ = ["NEGATIVE_SPECTRUM", "Dip", "asks", "dip"]
