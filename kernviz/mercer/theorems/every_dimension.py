"""Schoenberg's theorem about functions of the distance on every ℝᵈ.

A continuous function f(‖x − z‖) is a kernel on every ℝᵈ exactly when f(r) = ∫ e^{−tr²} dμ(t) over t ≥ 0 with a
measure μ ≥ 0. μ is unique, as a Laplace transform. So a sum Σ c·f is a kernel on every ℝᵈ exactly when Σ c·μ is
nowhere negative. A Gaussian has a point mass at t = γ, the number 1 a point mass at t = 0. A rational quadratic
kernel has a Gamma density, a Matérn kernel an inverse Gamma density. Point masses and densities are checked
separately.

All densities have the form e^a·t^b·e^{−ut − v/t}. The logarithm of the quotient of two of them is
A + B·log t − U·t − V/t. It has at most two stationary points, the roots of V + B·t − U·t² = 0.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from kernviz.kernels.exact_numbers import Exact, ball
from kernviz.kernels.expr import Kernel
from kernviz.kernels.form_writer import Unwritable
from kernviz.kernels.from_normal_form import in_order, written_term
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.normal_form import form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, rounded
from kernviz.kernels.work_budget import charge
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.theorem import Argument, Flaw, Item, Theorem
from kernviz.wording import phrase, say

PLACES = [ball(Fraction(10) ** e * m) for e in range(-12, 13) for m in (1, 2, 5)]  # values of t that are tried

MIXTURE = Rule(
    phrase("Schoenberg: mixtures of Gaussians"),
    phrase(
        "a function of ‖x − ‹z›‖ is a kernel on every ℝᵈ exactly when it is a mixture ∫ exp(−t‖x − ‹z›‖²) dμ(t) "
        "whose measure μ is nowhere negative"
    ),
    phrase("Sums of Gaussian kernels with factors ≥ 0, and their limits, are kernels on every ℝᵈ."),
    {"theory": "Schoenberg (1938)"},
)


@dataclass(frozen=True)
class Weight:
    """Density `e^a·t^b·e^{−ut − v/t}` over t > 0, of a mixture of Gaussians."""

    a: arb
    b: Fraction
    u: Fraction
    v: Fraction

    def log(self, t: arb) -> arb:
        """Return the logarithm of the density at t."""
        return self.a + ball(self.b) * t.log() - ball(self.u) * t - ball(self.v) / t

    def largest_quotient(self, other: Weight) -> arb | None:
        """Bound this density divided by another, over all t > 0.

        None if the quotient is unbounded, or if its stationary points cannot be told from 0.
        """
        B, U, V = self.b - other.b, self.u - other.u, self.v - other.v
        bounded_far = U > 0 or (U == 0 and B <= 0)
        bounded_near = V > 0 or (V == 0 and B >= 0)
        if not (bounded_far and bounded_near):
            return None
        if not (B or U or V):
            return (self.a - other.a).exp()
        ends: list[arb] = []
        if U == 0 and B == 0:
            ends.append(self.a - other.a)  # limit for t → ∞
        if V == 0 and B == 0:
            ends.append(self.a - other.a)  # limit for t → 0
        places: list[arb] = []
        if U and not V:
            places = [ball(B / U)]
        elif U and B * B + 4 * U * V >= 0:
            root = ball(B * B + 4 * U * V).sqrt()
            places = [(ball(B) + sign * root) / ball(2 * U) for sign in (1, -1)]
        elif not U and B:
            places = [ball(-V / B)]
        found = [self.log(t) - other.log(t) for t in places if t > 0]
        if any(not (t > 0 or t <= 0) for t in places) or not (found or ends):
            return None
        most = found[0] if found else ends[0]
        for value in (*found, *ends):
            most = most.max(value)
        return most.exp()


@dataclass(frozen=True)
class GaussianMixture:
    """Measure of a sum of kernels as a mixture of Gaussians.

    It has point masses and weighted densities. `hidden`: it also has unknown measures, all of them ≥ 0.
    """

    masses: tuple[tuple[Fraction, Exact], ...]
    densities: tuple[tuple[Exact, Weight], ...]
    hidden: bool

    @property
    def holds(self) -> bool:
        """True if the measure is certainly nowhere negative."""
        if any(c.sign not in (0, 1) for _, c in self.masses):
            return False
        spare = [(c.ball(), weight) for c, weight in self.densities if c.sign == 1]
        for c, weight in self.densities:
            if c.sign == 1:
                continue
            for i, (left, other) in enumerate(spare):
                most = weight.largest_quotient(other)
                rest = None if most is None else left - abs(c.ball()) * most
                if rest is not None and rest >= 0:
                    spare[i] = rest, other
                    break
            else:
                return False
        return True

    @property
    def negative(self) -> tuple[arb, bool] | None:
        """Place t of a negative part, and True for a point mass.

        None if nothing is certainly negative, or if there are unknown measures.
        """
        if self.hidden:
            return None
        for mass, c in self.masses:
            if c.sign == -1:
                return ball(mass), True
        for t in PLACES if any(c.sign == -1 for c, _ in self.densities) else ():
            charge(2 * len(self.densities))
            if sum((c.ball() * weight.log(t).exp() for c, weight in self.densities), arb(0)) < 0:
                return t, False
        return None


def measure(items: Sequence[Item], proven: Sequence[bool]) -> GaussianMixture | None:
    """Return the measure of `Σ c·k`, or None if it is not known.

    `proven[i]`: the i-th k is known to be a kernel on every ℝᵈ. Such a k may have an unknown measure if c > 0.
    """
    masses: dict[Fraction, Exact] = defaultdict(Exact)
    densities: list[tuple[Exact, Weight]] = []
    hidden = False
    for (c, k), known in zip(items, proven, strict=True):
        point = _mass(k)
        weight = None if point is not None else _weight(k)
        if point is not None:
            masses[point] = masses[point] + c
        elif weight is not None:
            densities.append((c, weight))
        elif known and c.sign == 1:
            hidden = True
        else:
            return None
    return GaussianMixture(tuple(sorted(masses.items())), tuple(densities), hidden)


def _mass(k: Kernel | None) -> Fraction | None:
    """Return the γ of a product of Gaussians, or None.

    The number 1 is the empty product, with γ = 0.
    """
    total = Fraction(0)
    for factor in factors(k):
        if not isinstance(factor, RBF):
            return None
        total += decimal(factor.gamma)
    return total


def _weight(k: Kernel | None) -> Weight | None:
    match k:
        case Rational():
            gamma, p = decimal(k.gamma), decimal(k.p)
            return Weight(-(ball(p) * ball(gamma).log()) - ball(p).lgamma(), p - 1, 1 / gamma, Fraction(0))
        case Matern() if not math.isinf(k.nu):
            nu = decimal(k.nu)
            return _inverse_gamma(nu, nu / 2 / decimal(k.length) ** 2)
        case PowerExponential() if k.p == 1:
            return _inverse_gamma(Fraction(1, 2), decimal(k.gamma) ** 2 / 4)
    return None


def _inverse_gamma(nu: Fraction, v: Fraction) -> Weight:
    return Weight(ball(nu) * ball(v).log() - ball(nu).lgamma(), -nu - 1, Fraction(0), v)


def nowhere_negative(items: Sequence[Item], space: Space, proven: Sequence[bool]) -> Argument | None:
    """Argue that `Σ c·k` is a kernel on every ℝᵈ; else None."""
    found = measure(items, proven) if space.every else None
    if found is None or not found.holds:
        return None
    return Argument("spectral", MIXTURE, (Premise("μ ≥ 0", say("no mass and no density is below 0"), True),))


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Refute k on every ℝᵈ by its measure; else return None."""
    f = form(k, space) if space.kind == "vectors" and space.every else None
    try:
        items = [] if f is None else [(c, written_term(term)) for term, c in in_order(f)]
    except Unwritable:
        return None
    found = measure(items, [False] * len(items)) if items else None
    place = None if found is None else found.negative
    if place is None:
        return None
    t, point = place
    return Flaw(
        say(
            "as a mixture of Gaussians exp(−t‖x − ‹z›‖²) it has a negative share at t = {t}, so it is no kernel on "
            "ℝᵈ for some large d",
            t=rounded(float(t.mid())),
        )
        if point
        else say(
            "as a mixture of Gaussians exp(−t‖x − ‹z›‖²) it has a negative density at t = {t}, so it is no kernel on "
            "ℝᵈ for some large d",
            t=rounded(float(t.mid())),
        ),
        "Schoenberg (1938)",
    )


EVERY_DIMENSION = Theorem(
    "mixtures of Gaussians",
    MIXTURE.says,
    "Schoenberg (1938)",
    "its measure in Gaussians",
    cofactor=nowhere_negative,
    refutes=refuted,
)

__all__ = ["EVERY_DIMENSION", "GaussianMixture", "Weight", "measure"]
