"""Facts of a node about its singularities.

The node is a function of u = x·z. The facts are the kind of the singularities, and where there
are none.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from kernviz.kernels.algebra import Power, Product, Scaled, Sum
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.inputs import GaussianOf, Weighted
from kernviz.kernels.linear import Linear, SquaredNorms
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.cosine_sum import CosineSum
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.growing import Growing
from kernviz.kernels.named.log_square import LogSquare
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.sigmoid import Sigmoid
from kernviz.kernels.named.sine_difference import SineDifference
from kernviz.kernels.named.sine_sum import SineSum
from kernviz.kernels.norm_weight import ExpNormWeight
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules import Bilinear, Exp, PolynomialOf


@singledispatch
def turns(node: Kernel, c: Fraction) -> Fraction | None:
    """Return q such that e^{c·k} is f(x)·f(z)·(1 + u²)^q.

    Here u = x·z, and f is analytic near 0. None if there is no such q.
    """
    return None


@turns.register
def _turns_of_scaled(node: Scaled, c: Fraction) -> Fraction | None:
    return turns(node.k, c * decimal(node.c))


@turns.register
def _turns_of_log_square(node: LogSquare, c: Fraction) -> Fraction | None:
    return c


ANALYTIC = (
    Bilinear,
    Constant,
    Cosine,
    CosineSum,
    Exp,
    ExpSine,
    GaussianOf,
    Growing,
    Linear,
    Periodic,
    Plus,
    PolynomialOf,
    Power,
    Product,
    RBF,
    Rational,
    Scaled,
    SineDifference,
    SineSum,
    SquaredNorms,
    Sum,
    Weighted,
)  # nodes that are analytic on half-lines from 0 if their children are


def continues(k: Kernel) -> bool:
    """Return True if k is known to be analytic on (0, ∞)."""
    if isinstance(k, ExpNormWeight):
        return continues(k.k)
    return isinstance(k, ANALYTIC) and all(map(continues, k.children))


def singular_of(k: Kernel) -> str | None:
    """Return the kind of a function's singularities in u = x·z.

    The function L must have no singularity for u > 0. None for other functions.

    "transcendental": a sum Σ Lⁿ·Aₙ with entire functions Aₙ is 0 only if all Aₙ are 0. "meromorphic": the same with
    polynomials Aₙ.
    """
    if isinstance(k, Sigmoid):
        return "meromorphic" if k.gamma else None
    return "transcendental" if isinstance(k, LogSquare) else None


def root_of(k: Kernel) -> Fraction | None:
    """Return q if k is f(x)·f(z)·(1 + u²)^q.

    Here u = x·z, and f is analytic near 0. None if there is no such q.
    """
    return turns(k.k, 2 * decimal(k.gamma)) if isinstance(k, GaussianOf) else None


__all__ = ["continues", "root_of", "singular_of", "turns"]
