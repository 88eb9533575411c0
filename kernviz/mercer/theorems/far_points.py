"""Refutation of functions of x − z by their value at infinity.

Let k(x, z) tend to c as ‖x − z‖ → ∞, and let k(x, x) be one number v. For n points that are far enough apart,
1ᵀK1 is as near as one likes to n·v + n·(n − 1)·c. If c < 0, this is below 0 for n > 1 + v/|c|.
"""

from __future__ import annotations

from functools import singledispatch

from flint import arb

from kernviz.kernels.ball_arithmetic import ZERO, rational
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.named.box import Box
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.rules_and_premises import Space, rounded
from kernviz.kernels.work_budget import charge
from kernviz.mercer.theorems.smoothness import combined
from kernviz.mercer.theorems.theorem import Flaw, Theorem
from kernviz.wording import say

DECAYING = (Box, Laplacian, Matern, PowerExponential, RBF, Rational, Triangle)  # these tend to 0


@singledispatch
def at_infinity(node: Kernel, space: Space) -> arb | None:
    """Return the limit of k(x, z) for ‖x − z‖ → ∞.

    None if the node is not known to be a function of x − z with a limit.
    """
    if isinstance(node, DECAYING):
        return arb(0)
    if not (node._of_values and node.children):
        return None
    limits = [at_infinity(child, space) for child in node.children]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits):
        return None
    origin = (ZERO,) * space.d
    charge(len(known))
    value = combined(node, known, [child._enclosed(origin, origin) for child in node.children])
    return None if value is None else arb(value)


@at_infinity.register
def _at_infinity_of_constant(node: Constant, space: Space) -> arb:
    return arb(rational(node.c))


def refuted(k: Kernel, space: Space) -> Flaw | None:
    """Return the refutation of k by a limit below 0, or None."""
    limit = at_infinity(k, space) if space.kind == "vectors" else None
    if limit is None or not limit < 0:
        return None
    return Flaw(
        say(
            "for points farther and farther apart ‹k›(x, ‹z›) tends to {limit}, below 0: the sum of all entries of "
            "the Gram matrix of enough such points is negative",
            limit=rounded(float(limit.mid())),
        ),
        "1ᵀK1 < 0",
    )


FAR_POINTS = Theorem(
    "value at infinity",
    "a kernel that is a function of x − z has no limit below 0",
    "uᵀKu ≥ 0 for u = 1",
    "its limit for ‖x − z‖ → ∞",
    refutes=refuted,
)

__all__ = ["FAR_POINTS", "at_infinity"]
