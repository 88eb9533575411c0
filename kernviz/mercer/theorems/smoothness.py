"""Facts of a node for the refutation by smoothness on a sphere.

The facts are the smoothness of the node at x = z, and its value from the values of its children. In this
file, a `values` node is a node whose value is a function of its children's values, such as a sum or an
exponential.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from flint import arb

from kernviz.kernels.ball_arithmetic import Number, rational, root, unknown
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.differences import SMOOTH
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear import Linear, SquaredNorms
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.box import Box
from kernviz.kernels.named.cosine import Cosine
from kernviz.kernels.named.cosine_sum import CosineSum
from kernviz.kernels.named.exp_sine import ExpSine
from kernviz.kernels.named.gaussian import RBF
from kernviz.kernels.named.growing import Growing
from kernviz.kernels.named.laplacian import Laplacian
from kernviz.kernels.named.log_square import LogSquare
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.named.minimum import Minimum
from kernviz.kernels.named.minus_distance import MinusDistance
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.named.plus import Plus
from kernviz.kernels.named.power_exponential import PowerExponential
from kernviz.kernels.named.rational import Rational
from kernviz.kernels.named.sigmoid import Sigmoid
from kernviz.kernels.named.sine_sum import SineSum
from kernviz.kernels.named.tent import Tent
from kernviz.kernels.named.triangle import Triangle
from kernviz.kernels.negative_distances import MinusManhattan
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.weighted import Weighted


@singledispatch
def roughness_of(node: Kernel, d: int) -> float | None:
    """Return the exponent p of the node's roughness at x = z.

    Near x = z, away from points with a coordinate 0, the node is a smooth function plus ‖x − z‖ᵖ times a smooth
    function of ‖x − z‖², and terms of higher order. p = ∞ means smooth.

    Elsewhere the node must be smooth except on the sphere that `_edge` returns. None if this is not so, or not
    known. The function is not meant for `values` nodes, only for their leaves.
    """
    return None


@roughness_of.register
def _roughness_of_mapped(node: Mapped, d: int) -> float | None:
    """Return the roughness of a kernel after an input map.

    The kernel is smooth if the inner kernel is, as all maps are smooth at points without a coordinate 0.
    """
    smooth = all(leaf._edge() is None and roughness_of(leaf, d) == SMOOTH for leaf in leaves(node.k))
    return SMOOTH if smooth else None


@roughness_of.register(Bilinear | Box | Cosine | CosineSum | ExpSine | Growing | Linear | LogSquare | Periodic)
@roughness_of.register(Plus | RBF | Rational | Sigmoid | SineSum | SquaredNorms)
def _smooth(node: Kernel, d: int) -> float:
    return SMOOTH


@roughness_of.register(Laplacian | Minimum | MinusManhattan)
def _roughness_of_kinks(node: Kernel, d: int) -> float:
    return float(d)  # the kernel has a kink on each of the d planes xᵢ = zᵢ


@roughness_of.register
def _roughness_of_matern(node: Matern, d: int) -> float:
    return 2 * node.nu  # the singular term is r^{2ν}, times log r for a whole ν


@roughness_of.register
def _roughness_of_power(node: MinusDistance | PowerExponential, d: int) -> float:
    return SMOOTH if node.p in (2, 4) else node.p


@roughness_of.register(Tent | Triangle)
def _roughness_of_tent(node: Kernel, d: int) -> float:
    return 1.0


@singledispatch
def combined(node: Kernel, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    """Return the value of a `values` node from its children's values.

    The values are numbers or series. `levels` has a number for each child, in place of both k(x, x) and k(z, z),
    see `level_between`. None if the node divides by a level that may be 0. Raises TypeError for other nodes.
    """
    raise TypeError(f"{type(node).__name__} does not say what it makes of values")


@combined.register
def _combined_of_scaled(node: Scaled, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    return arb(rational(node.c)) * values[0]


@combined.register
def _combined_of_sum(node: Sum, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    return sum(values[1:], start=values[0])


@combined.register
def _combined_of_product(node: Product, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    return math.prod(values[1:], start=values[0])


@combined.register
def _combined_of_power(node: Power, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    return math.prod([values[0]] * node.n, start=arb(1))


@combined.register
def _combined_of_normalized(node: Normalized, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    level = arb(levels[0])
    return values[0] * (1 / level) if level > 0 else arb(0) if level <= 0 else None


@combined.register
def _combined_of_gaussian_of(node: GaussianOf, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    twice = arb(2 * rational(node.gamma))
    return (twice * values[0] - twice * arb(levels[0])).exp()


@combined.register
def _combined_of_exp(node: Exp, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    return values[0].exp()


@combined.register
def _combined_of_polynomial_of(node: PolynomialOf, values: Sequence[Any], levels: Sequence[Any]) -> Any:
    result = arb(0)
    for a in reversed(node.coefficients):
        result = result * values[0] + arb(rational(a))
    return result


def level_between(node: Kernel, left: Number, right: Number) -> Number:
    """Return a number to replace both levels of a child.

    `left` and `right` are the levels: the child's k(x, x) and k(z, z). With this number for both, `combined` gives
    the same value of the node.
    """
    if not isinstance(node, Normalized):
        return (left + right) / 2
    return root(left * right) if left > 0 and right > 0 else unknown()


def leaves(k: Kernel) -> Iterator[Kernel]:
    """Yield the nodes of k below all weights and all `values` nodes."""
    if k._of_values or isinstance(k, Weighted):
        for child in k.children:
            yield from leaves(child)
    else:
        yield k
