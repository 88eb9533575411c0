"""Rules of a node on circles and spheres."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from flint import arb, fmpq

from kernviz.kernels.ball_arithmetic import fraction, nearest, rational, root
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Premise, Rule
from kernviz.wording import all_digits, phrase, say

ONE_POINT = Rule(
    phrase("one point"),
    phrase(
        "if all points have the same length p, ‹k›₁(‖x‖, ‖‹z›‖) is the number ‹k›₁(p, p), and a number ≥ 0 is a kernel"
    ),
    phrase("The Gram matrix is that number times 11ᵀ, and uᵀ(c·11ᵀ)u = c·(Σuᵢ)²."),
    {"S2": "rule 4, g = c"},
)

Ruled = tuple[Rule, tuple[Premise, ...]]  # a rule with its decided premises


COSINE_ON_SPHERE = Rule(
    phrase("cosine on a sphere"),
    phrase(
        "if ω·√2·‖x‖ ≤ π, then on a sphere cos(ω‖x − ‹z›‖) is a power series in ‹x·z› whose coefficients are ≥ 0, "
        "except perhaps the first"
    ),
    phrase(
        "‖x − ‹z›‖² = 2(R² − ‹x·z›), and the n-th derivative of cos √y is a factor of sign (−1)ⁿ times "
        "y^{(1−n)/2}·j_{n−1}(√y). The j are spherical Bessel functions, and none of them has a zero before π. The "
        "first coefficient of the series is cos(ω·√2·R)."
    ),
    {"theory": "Schoenberg (1942), DLMF 10.21, 10.49"},
)


SINE_ON_SPHERE = Rule(
    phrase("exponential of a cosine on a sphere"),
    phrase("on a sphere of radius R, exp(−2 sin²(π‖x − ‹z›‖/p)/ℓ²) is a kernel where p ≥ 2·√2·R"),
    phrase(
        "It is a positive factor times exp(cos(2π‖x − ‹z›‖/p)/ℓ²), and this cosine is a number "
        "plus a power series in ‹x·z› with coefficients ≥ 0: its derivatives there are "
        "spherical Bessel functions before their first zero."
    ),
    {"theory": "Schoenberg (1942), DLMF 10.21, 10.49"},
)


CIRCLE = Rule(
    phrase("Pólya on a circle"),
    phrase("max(0, 1 − ‖x − ‹z›‖/w) is a kernel on a circle, for every w"),
    phrase(
        "Between 0 and π a chord 2R·sin(θ/2) is a concave function of the angle θ. So f(θ), which falls as the chord "
        "grows, is convex: −f′ ≥ 0 falls. In aₙ = (2/πn)·∫ −f′(θ)·sin nθ dθ every half wave above 0 then outweighs "
        "the half wave below 0 that follows it. The mean of f is ≥ 0, as f is nowhere negative."
    ),
    {"theory": "Pólya (1949), Schoenberg (1942)"},
)


@singledispatch
def sphere_rule(node: Kernel, squared: int, conditional: bool = False) -> Ruled | None:
    """Return a rule that proves the node a kernel on a sphere.

    On the sphere every ‖x‖² is `squared`. With `conditional` the rule proves that the node is
    conditionally positive definite. None if there is no such rule.
    """
    return None


@sphere_rule.register
def _sphere_rule_of_mapped(node: Mapped, squared: int, conditional: bool = False) -> Ruled | None:
    if not node.phi.of_length:
        return None
    there = (root(fraction(Fraction(squared))),)
    value = node.k._enclosed(there, there)
    number = nearest(value)
    if conditional:
        constant = Premise(say("all points have the same length"), say("k₁(p, p) is {value}", value=number), True)
        return Constant._conditional_rule, (constant,)
    return ONE_POINT, (Premise("k₁(p, p) ≥ 0", say("it is {value}", value=number), bool(value >= 0)),)


@sphere_rule.register
def _sphere_rule_of_cosine(node: Cosine, squared: int, conditional: bool = False) -> Ruled:
    value = rational(node.omega) * root(fmpq(2 * squared))
    limit = arb.pi() if conditional else arb.pi() / 2
    name = "π" if conditional else "π/2"
    return COSINE_ON_SPHERE, (
        Premise(f"ω·√2·‖x‖ ≤ {name}", say("it is {value}", value=nearest(value)), bool(arb(value) <= limit)),
    )


@sphere_rule.register
def _sphere_rule_of_exp_sine(node: ExpSine, squared: int, conditional: bool = False) -> Ruled:
    holds = decimal(node.period) ** 2 >= 8 * squared
    return SINE_ON_SPHERE, (
        Premise("p ≥ 2·√2·‖x‖", say("p = {p} and ‖x‖² = {squared}", p=all_digits(node.period), squared=squared), holds),
    )


@sphere_rule.register
def _sphere_rule_of_triangle(node: Triangle, squared: int, conditional: bool = False) -> Ruled:
    """Return the rule of the triangle on a circle.

    The map of a single angle to a circle has ‖φ(x)‖² = 1. For several angles, the images lie on a torus, and
    ‖φ(x)‖² is the number of angles. Then the premise does not hold.
    """
    return CIRCLE, (Premise(say("one angle"), say("there are {squared}", squared=squared), squared == 1),)
