"""Independent values of k(x, z): each kernel from its definition, each number with an error bound.

One pair of points is computed at a time, and nothing here calls a kernel's own code. A number carries a bound on its
rounding error to first order (running error analysis), so that a comparison needs no tolerance found by trying: where
terms cancel, the bound grows by itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations, product
from typing import Any

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels import functions as fun
from kernviz.kernels import linear, mapped, named, negative_distances, norm_weight, structured
from kernviz.kernels import point_maps as maps
from kernviz.kernels.bilinear import Bilinear
from kernviz.kernels.constant import Constant
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.weighted import Weighted

EPS = float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)  # bound of the error by underflow


@dataclass(frozen=True)
class Approx:
    """Float with a bound on its rounding error."""

    value: float
    error: float = 0.0

    def __add__(self, other: Approx | float) -> Approx:
        o = approx(other)
        return rounded(self.value + o.value, self.error + o.error)

    def __sub__(self, other: Approx | float) -> Approx:
        o = approx(other)
        return self + Approx(-o.value, o.error)  # a change of sign is exact

    def __mul__(self, other: Approx | float) -> Approx:
        o = approx(other)
        spread = abs(self.value) * o.error + abs(o.value) * self.error + self.error * o.error
        return rounded(self.value * o.value, spread)

    def __truediv__(self, other: Approx | float) -> Approx:
        o = approx(other)
        quotient = self.value / o.value
        return rounded(quotient, (self.error + abs(quotient) * o.error) / max(abs(o.value) - o.error, TINY))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: float) -> Approx:
        return approx(other) - self


Point = Sequence[Approx]


def approx(number: Approx | float) -> Approx:
    return number if isinstance(number, Approx) else Approx(float(number))


def rounded(value: float, error: float) -> Approx:
    return Approx(value, error + EPS * abs(value) + TINY)


def monotone(f: Callable[[float], float], a: Approx, low: float = -math.inf) -> Approx:
    """Return f(a) for a monotone f, whose values at the ends of the interval bound the error.

    low  lower end of f's domain
    """
    error = abs(f(a.value + a.error) - f(max(a.value - a.error, low)))
    return rounded(f(max(a.value, low)), error)


def steady(f: Callable[[float], float], a: Approx) -> Approx:
    """Return f(a) for an f of slope at most 1."""
    return rounded(f(a.value), a.error)


def exp(a: Approx) -> Approx:
    return monotone(math.exp, a)


def root(a: Approx) -> Approx:
    return monotone(math.sqrt, a, low=0.0)


def total(terms: Sequence[Approx]) -> Approx:
    result = Approx(0.0)
    for term in terms:
        result = result + term
    return result


def dot(x: Point, z: Point) -> Approx:
    return total([a * b for a, b in zip(x, z, strict=True)])


def squared(x: Point, z: Point) -> Approx:
    return total([(a - b) * (a - b) for a, b in zip(x, z, strict=True)])


def distance(x: Point, z: Point) -> Approx:
    return root(squared(x, z))


def to_the(a: Approx, n: int) -> Approx:
    result = Approx(1.0)
    for _ in range(n):
        result = result * a
    return result


# ---- the table of a kernel ------------------------------------------------------------------------------------------


def table(k: Kernel, X: Array, Z: Array | None = None) -> tuple[Array, Array]:
    """Return k by definition, and the error bounds: (n, d), (m, d) -> (n, m), (n, m).

    The bound is infinite where the value cannot be computed.
    """
    left = _rows(X)
    right = left if Z is None else _rows(Z)
    pairs = [[safely(k, x, z) for z in right] for x in left]
    values = np.array([[p.value for p in row] for row in pairs]).reshape(len(left), len(right))
    errors = np.array([[p.error for p in row] for row in pairs]).reshape(len(left), len(right))
    return values, errors


def _rows(X: Array) -> list[Any]:
    """Return points as rows of `Approx`, objects as they are."""
    return list(X) if X.dtype == object else [tuple(map(approx, row)) for row in X.tolist()]


def safely(k: Kernel, x: Point, z: Point) -> Approx:
    try:
        found = value(k, x, z)
    except (OverflowError, ZeroDivisionError):
        return Approx(0.0, math.inf)
    return found if math.isfinite(found.value) and math.isfinite(found.error) else Approx(0.0, math.inf)


@singledispatch
def value(k: Kernel, x: Point, z: Point) -> Approx:
    """Return k(x, z) by definition; raise NotImplementedError for a kernel without a definition in this file."""
    raise NotImplementedError(f"{type(k).__name__} has no definition in tests/oracle.py")


# ---- operators and rules --------------------------------------------------------------------------------------------


@value.register
def _(k: Constant, x: Point, z: Point) -> Approx:
    return Approx(k.c)


@value.register
def _(k: Scaled, x: Point, z: Point) -> Approx:
    return k.c * value(k.k, x, z)


@value.register
def _(k: Sum, x: Point, z: Point) -> Approx:
    return total([value(term, x, z) for term in k.terms])


@value.register
def _(k: Product, x: Point, z: Point) -> Approx:
    result = Approx(1.0)
    for term in k.terms:
        result = result * value(term, x, z)
    return result


@value.register
def _(k: Power, x: Point, z: Point) -> Approx:
    return to_the(value(k.k, x, z), k.n)


@value.register
def _(k: linear.Linear, x: Point, z: Point) -> Approx:
    return dot(x, z)


@value.register
def _(k: Exp, x: Point, z: Point) -> Approx:
    return exp(value(k.k, x, z))


@value.register
def _(k: PolynomialOf, x: Point, z: Point) -> Approx:
    u = value(k.k, x, z)
    return total([a * to_the(u, i) for i, a in enumerate(k.coefficients)])


@value.register
def _(k: Weighted, x: Point, z: Point) -> Approx:
    return scalar(k.f, x) * value(k.k, x, z) * scalar(k.f, z)


@value.register
def _(k: Normalized, x: Point, z: Point) -> Approx:
    lengths = []
    for point in (x, z):
        own = value(k.k, point, point)
        if own.value < -own.error or (own.value == 0 and own.error < 1e-300):
            return 0.0 * value(k.k, x, z)  # a feature vector of length 0 has no direction
        if own.value <= 4 * own.error:
            return Approx(0.0, math.inf)  # rounding decides on which side of 0
        lengths.append(root(own))
    return value(k.k, x, z) / lengths[0] / lengths[1]


@value.register
def _(k: Bilinear, x: Point, z: Point) -> Approx:
    return total([x[i] * a * z[j] for i, row in enumerate(k.A) for j, a in enumerate(row)])


@value.register
def _(k: mapped.Mapped, x: Point, z: Point) -> Approx:
    if isinstance(k.phi, structured.ObjectMap):
        left, right = counted(k.phi, x), counted(k.phi, z)
        names = sorted({*left, *right}, key=repr)
        return value(k.k, [approx(left.get(u, 0.0)) for u in names], [approx(right.get(u, 0.0)) for u in names])
    return value(k.k, image(k.phi, x), image(k.phi, z))


@value.register
def _(k: GaussianOf, x: Point, z: Point) -> Approx:
    apart = value(k.k, x, x) - 2.0 * value(k.k, x, z) + value(k.k, z, z)
    return exp(-k.gamma * apart)


# ---- f and φ ---------------------------------------------------------------------------------------------------------


def scalar(f: fun.ScalarFunction, x: Point) -> Approx:
    length2 = dot(x, x)
    match f:
        case fun.Decay():
            return exp(-f.gamma * length2)
        case fun.Norm():
            return root(length2)
        case fun.SquaredNorm():
            return length2
        case fun.First():
            return x[0]
    raise NotImplementedError(f"{f} has no definition in tests/oracle.py")


def image(phi: maps.PointMap, x: Point) -> Point:
    match phi:
        case maps.Square():
            return [a * a for a in x]
        case maps.Absolute():
            return [Approx(abs(a.value), a.error) for a in x]
        case maps.Stretch():
            return [phi.s * a for a in x]
        case maps.Coordinate():
            return [x[phi.i - 1]]
        case maps.Radius():
            return [root(dot(x, x))]
        case maps.Circle():
            turns = [(2 * math.pi / phi.period) * a for a in x]
            return [steady(math.cos, t) for t in turns] + [steady(math.sin, t) for t in turns]
    raise NotImplementedError(f"{phi} has no definition in tests/oracle.py")


# ---- words, sets, graphs ---------------------------------------------------------------------------------------------


def counted(phi: structured.ObjectMap, thing: Any) -> dict[Any, float]:
    """Return the counts of φ for an object, by plain enumeration."""
    match phi:
        case structured.NGrams():
            return _counted(thing[i : i + phi.n] for i in range(len(thing)) if len(thing[i : i + phi.n]) == phi.n)
        case structured.Gappy():
            found: dict[Any, float] = {}
            for places in combinations(range(len(thing)), phi.n):
                u = "".join(thing[i] for i in places)
                found[u] = found.get(u, 0.0) + phi.decay ** (places[-1] - places[0] + 1)
            return found
        case structured.Members():
            return dict.fromkeys(thing, 1.0)
        case structured.PowerSet():
            return {frozenset(s): 1.0 for size in range(len(thing) + 1) for s in combinations(thing, size)}
        case structured.Bonds():
            ends = ((frozenset((thing.labels[i], thing.labels[j])), mark) for i, j, mark in thing.edges)
            return _counted([*thing.labels, *ends])
        case structured.Subtrees():
            return _counted(around(thing, i, h) for h in range(phi.depth + 1) for i in range(len(thing.labels)))
    raise NotImplementedError(f"{phi} has no definition in tests/oracle.py")


def _counted(things: Iterable[Any]) -> dict[Any, float]:
    return {thing: float(count) for thing, count in Counter(things).items()}


def around(graph: Any, node: int, steps: int) -> Any:
    """Return the neighbourhood of a node within ``steps`` edges, as nested tuples, by recursion."""
    if steps == 0:
        return graph.labels[node]
    beside = [(j if i == node else i, mark) for i, j, mark in graph.edges if node in (i, j)]
    seen = sorted(((mark, around(graph, other, steps - 1)) for other, mark in beside), key=repr)
    return (around(graph, node, steps - 1), tuple(seen))


def turned(x: str, z: str) -> int:
    """Return the edit distance by its recursion on the last letters."""
    if not x or not z:
        return len(x) + len(z)
    apart = turned(x[:-1], z[:-1]) + (x[-1] != z[-1])
    return min(apart, turned(x[:-1], z) + 1, turned(x, z[:-1]) + 1)


@value.register
def _(k: structured.Spectrum, x: Any, z: Any) -> Approx:
    ends = range(k.n, len(x) + 1), range(k.n, len(z) + 1)
    return Approx(float(sum(x[i - k.n : i] == z[j - k.n : j] for i in ends[0] for j in ends[1])))


@value.register
def _(k: structured.Subsequences, x: Any, z: Any) -> Approx:
    pairs = product(combinations(range(len(x)), k.n), combinations(range(len(z)), k.n))
    alike = [(p, q) for p, q in pairs if all(x[i] == z[j] for i, j in zip(p, q, strict=True))]
    return total([to_the(Approx(k.decay), p[-1] - p[0] + q[-1] - q[0] + 2) for p, q in alike])


@value.register
def _(k: structured.Shared, x: Any, z: Any) -> Approx:
    return Approx(float(sum(member in z for member in x)))


@value.register
def _(k: structured.Subsets, x: Any, z: Any) -> Approx:
    return Approx(float(2 ** len(x & z)))


@value.register
def _(k: structured.Subtree, x: Any, z: Any) -> Approx:
    seen = [[around(g, i, h) for i in range(len(g.labels))] for h in range(k.depth + 1) for g in (x, z)]
    return Approx(float(sum(a == b for p, q in zip(seen[::2], seen[1::2], strict=True) for a in p for b in q)))


@value.register
def _(k: structured.Edit, x: Any, z: Any) -> Approx:
    return exp(-k.gamma * Approx(float(turned(x, z))))


# ---- named kernels --------------------------------------------------------------------------------------------------


@value.register
def _(k: named.gaussian.RBF, x: Point, z: Point) -> Approx:
    return exp(-k.gamma * squared(x, z))


@value.register
def _(k: named.polynomial.Polynomial, x: Point, z: Point) -> Approx:
    return to_the(k.gamma * dot(x, z) + k.coef0, k.degree)


@value.register
def _(k: named.laplacian.Laplacian, x: Point, z: Point) -> Approx:
    apart = total([Approx(abs((a - b).value), (a - b).error) for a, b in zip(x, z, strict=True)])
    return exp(-k.gamma * apart)


@value.register
def _(k: named.matern.Matern, x: Point, z: Point) -> Approx:
    if math.isinf(k.nu):
        return exp(-0.5 * (distance(x, z) / k.length) * (distance(x, z) / k.length))
    s = math.sqrt(2 * k.nu) * (distance(x, z) / k.length)
    found = monotone(lambda t: matern_by_integral(k.nu, t), s, low=0.0)
    logarithms = 30 + s.value + k.nu * (1 + abs(math.log(k.nu)) + abs(math.log(max(s.value, TINY))))
    return Approx(found.value, found.error + EPS * logarithms * found.value)  # the error of e^{log} in the integral


def matern_by_integral(nu: float, s: float) -> float:
    """Return 2^{1−ν}/Γ(ν)·s^ν·K_ν(s) with K_ν(s) = ∫ exp(−s cosh t) cosh(νt) dt over t > 0.

    The trapezoidal rule has steps well below the width 1/√s of the peak, so that its error is below rounding.
    """
    if s == 0:
        return 1.0
    step = min(0.1, 0.5 / math.sqrt(s))
    t = np.arange(0, math.asinh((nu + 800) / s) + 1, step)
    logs = -s * np.cosh(t) + nu * t + np.log1p(np.exp(-2 * nu * t)) - math.log(2)
    logs[0] -= math.log(2)  # the end of the range counts half
    front = (1 - nu) * math.log(2) - math.lgamma(nu) + nu * math.log(s)
    return float(np.sum(np.exp(logs + front))) * step


@value.register
def _(k: named.rational.Rational, x: Point, z: Point) -> Approx:
    return monotone(lambda t: t**-k.p, 1.0 + k.gamma * squared(x, z), low=1.0)


@value.register
def _(k: named.periodic.Periodic, x: Point, z: Point) -> Approx:
    waves = [steady(math.sin, math.pi * (a - b) / k.period) for a, b in zip(x, z, strict=True)]
    return exp(-2.0 * total([w * w for w in waves]) / k.length / k.length)


@value.register
def _(k: named.box.Box, x: Point, z: Point) -> Approx:
    r = distance(x, z)
    return Approx(float(r.value <= k.width), math.inf if 0 < abs(r.value - k.width) <= 4 * r.error else 0.0)


@value.register
def _(k: named.cosine.Cosine, x: Point, z: Point) -> Approx:
    return steady(math.cos, k.omega * distance(x, z))


@value.register
def _(k: named.cosine_sum.CosineSum, x: Point, z: Point) -> Approx:
    return steady(math.cos, total([*x, *z]))


@value.register
def _(k: named.sine_sum.SineSum, x: Point, z: Point) -> Approx:
    return steady(math.sin, total([*x, *z]))


@value.register
def _(k: named.sine_difference.SineDifference, x: Point, z: Point) -> Approx:
    return steady(math.sin, total(x) - total(z))


@value.register
def _(k: named.exp_sine.ExpSine, x: Point, z: Point) -> Approx:
    wave = steady(math.sin, math.pi * distance(x, z) / k.period) / k.length
    return exp(-2.0 * wave * wave)


@value.register
def _(k: named.growing.Growing, x: Point, z: Point) -> Approx:
    return exp(k.gamma * squared(x, z))


@value.register
def _(k: named.log_square.LogSquare, x: Point, z: Point) -> Approx:
    return monotone(math.log1p, dot(x, z) * dot(x, z), low=0.0)


@value.register
def _(k: named.maximum.Maximum, x: Point, z: Point) -> Approx:
    return total([max(a, b, key=lambda v: v.value) for a, b in zip(x, z, strict=True)])


@value.register
def _(k: named.minimum.Minimum, x: Point, z: Point) -> Approx:
    return total([min(a, b, key=lambda v: v.value) for a, b in zip(x, z, strict=True)])


@value.register
def _(k: named.plus.Plus, x: Point, z: Point) -> Approx:
    return total([*x, *z])


@value.register
def _(k: named.minus_distance.MinusDistance, x: Point, z: Point) -> Approx:
    return 0.0 - monotone(lambda r: r**k.p, distance(x, z), low=0.0)


@value.register
def _(k: linear.SquaredNorms, x: Point, z: Point) -> Approx:
    return dot(x, x) + dot(z, z)


@value.register
def _(k: norm_weight.ExpNormWeight, x: Point, z: Point) -> Approx:
    return exp(-k.gamma * (value(k.k, x, x) + value(k.k, z, z)))


@value.register
def _(k: negative_distances.MinusManhattan, x: Point, z: Point) -> Approx:
    return 0.0 - total([steady(abs, a - b) for a, b in zip(x, z, strict=True)])


@value.register
def _(k: named.power_exponential.PowerExponential, x: Point, z: Point) -> Approx:
    return exp(-k.gamma * monotone(lambda r: r**k.p, distance(x, z), low=0.0))


@value.register
def _(k: named.sigmoid.Sigmoid, x: Point, z: Point) -> Approx:
    return monotone(math.tanh, k.gamma * dot(x, z) + k.coef0)


@value.register
def _(k: named.tent.Tent, x: Point, z: Point) -> Approx:
    return 1.0 - distance(x, z) / k.width


@value.register
def _(k: named.triangle.Triangle, x: Point, z: Point) -> Approx:
    return monotone(lambda t: max(0.0, t), 1.0 - distance(x, z) / k.width)
