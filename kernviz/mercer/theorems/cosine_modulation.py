r"""cos(ω‖x − z‖)·k₁, a wave of the distance times a kernel, in the plane and in space.

On ℝ³ cos(ωr) is the derivative by ω of ω times the mean of e^{iωθ·(x−z)} over unit vectors θ. So the product has as
its density the derivative by ω of ω times the mean of S(q − ωθ), S the density of k₁: at least the mean of S·(1 − ω‖∇
log S‖). A kernel on ℝ³ is one on the planes in it.

If ‖∇ log S‖ ≤ L, S(q − ωθ) lies between e^{−ωL}·S(q) and e^{ωL}·S(q). So a wave gives S(q)·h(ωL) at least, h(t) = (1
− t)·e^{−t} for t ≤ 1 and −(t − 1)·e^{t} beyond, and exp(−2 sin²(πr/p)/ℓ²), a sum of waves with rapidly decaying
weights, gives the sum of these.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from kernviz.kernels.algebra import Product
from kernviz.kernels.ball_arithmetic import nearest
from kernviz.kernels.exact_numbers import ball
from kernviz.kernels.expr import Kernel
from kernviz.kernels.line_spectrum import STILL, Overtones
from kernviz.kernels.modulated_density import RingingExponential, RingingGaussian, ringing
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.normal_form import Term, form
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule, Space, rounded
from kernviz.kernels.spectral import Density, StudentDensity
from kernviz.kernels.work_budget import charge
from kernviz.mercer.bochner import MOST_TONES
from kernviz.mercer.proof import Proof
from kernviz.mercer.spectral_measure import factors
from kernviz.mercer.theorems.beside import beside
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import phrase, say

RINGING = Rule(
    phrase("waves beside a fall"),
    phrase(
        "cos(ω‖x − z‖)·k₁ is a kernel on ℝ³ where k₁ is one whose spectral density S falls nowhere "
        "faster than e^{−‖q‖/ω}; so are sums of such waves with weights that make up for each other"
    ),
    phrase(
        "cos(ωr) is the derivative by ω of ω·(sin ωr)/(ωr), and that is ω times the mean of "
        "e^{iωθ·(x−z)} over unit vectors θ. So the density of the product is at least the mean of "
        "S(q − ωθ)·(1 − ω‖∇ log S‖); for e^{−γr²} and e^{−ar} it is worked out: ω² ≤ 2γ and 3ω² ≤ a²."
    ),
    {"theory": "Bochner (1933), DLMF 10.54"},
)


def waves_beside_a_fall(k: Kernel, space: Space) -> tuple[Premise, list[Kernel]] | None:
    """Premise that a density of a product varies slowly enough for the wave beside it, and the other factors.

    The product contains one wave, or sum of waves; the other factors must be kernels. None if no density is known to.
    """
    every = list(factors(k)) if isinstance(k, Product) and space.kind == "vectors" and not space.every else []
    waves = [factor for factor in every if isinstance(factor, Cosine | ExpSine)]
    if len(waves) != 1 or space.d not in (2, 3):
        return None
    every.remove(waves[0])
    premises = (_slow_variation(waves[0], density) for factor in every if (density := _density(factor)) is not None)
    premise = next((found for found in premises if found is not None), None)
    return None if premise is None else (premise, every)


def _slow_variation(waves: Cosine | ExpSine, S: Density) -> Premise | None:
    """The premise for this density, by its exact condition if one is known, else by the bound on ‖∇ log S‖."""
    if isinstance(waves, ExpSine):
        least = _least(Overtones(1, 1 / decimal(waves.length) ** 2, decimal(waves.period)), S)
        if least is None or not least > 0:
            return None
        return Premise("Σ cₙ·h(ωₙL) ≥ 0", say("it is at least {least}", least=rounded(nearest(least.lower()))), True)
    omega = decimal(waves.omega)
    match ringing(omega, S):
        case RingingGaussian(gamma=gamma, changes_sign=False):
            return Premise("ω² ≤ 2γ", f"ω² = {_number_text(omega**2)}, 2γ = {_number_text(2 * gamma)}", True)
        case RingingExponential(a=a, changes_sign=False):
            return Premise("3ω² ≤ a²", f"3ω² = {_number_text(3 * omega**2)}, a² = {_number_text(a**2)}", True)
    steepest = S.steepest
    if steepest is None or omega**2 * steepest > 1:
        return None
    most = rounded(nearest(ball(omega**2 * steepest).sqrt()))
    return Premise("ω·‖∇ log S‖ ≤ 1", say("it is {most} at most", most=most), True)


def _least(waves: Overtones, S: Density) -> arb | None:
    """A lower bound of Σ cₙ·h(ωₙL); None if L is not known.

    Iₙ(u) ≤ (u/2)ⁿ/n!·e^u (DLMF 10.14.4), so the remainder after N terms is at most 2τz·z^{N−1}/(N − 1)!·1/(1 − z/N),
    with τ = ω₁L and z = e^τ·u/2 < N.
    """
    if S.steepest is None:
        return None
    tau = 2 * arb.pi() / ball(waves.period) * ball(S.steepest).sqrt()
    z = tau.exp() * ball(waves.u) / 2
    if not z < MOST_TONES / 3:
        return None
    first = int(float(z.upper())) * 2 + 20
    charge(first)
    total = -2 * tau * z * z ** (first - 1) / arb(first).gamma() / (1 - z / first)
    for n in range(first):
        t = n * tau
        sure = (1 - t) * (-t).exp() if t <= 1 else -(t - 1) * t.exp()
        total += waves.weight(("2π", n / waves.period) if n else STILL) * sure
    return total


def _number_text(value: Fraction) -> str:
    return rounded(nearest(ball(value)))


def _density(k: Kernel) -> Density | None:
    """Density of one factor on ℝ³, also for e^{−ar} written as exp(c·tent)."""
    f = form(k, Space(3))
    (own, _), *others = f.items if f else [(Term(), 0)]
    if others or own.pieces or own.exponent is None or len(own.exponent.items) != 1:
        return k._density(3)
    ((inner, c),) = own.exponent.items
    match list(inner.pieces):
        case [(Tent(width=width), 1)] if c.sign == 1 and c.fraction is not None:
            return StudentDensity(3, Fraction(1, 2), (c.fraction / decimal(width)) ** 2)
    return k._density(3)


def proof(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Proof of a product by this criterion, the other factors being kernels."""
    return beside(k, space, by, RINGING, waves_beside_a_fall(k, space))


COSINE_MODULATION = Theorem(
    "waves beside a fall",
    RINGING.says,
    "Bochner (1933), DLMF 10.54",
    "its spectral density",
    proves=proof,
)

__all__ = ["COSINE_MODULATION", "waves_beside_a_fall"]
