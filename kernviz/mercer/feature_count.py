"""Number of features of a kernel: counted, proven infinite, or not known.

The number is the largest rank of a Gram matrix. A kernel is called strict here if the matrix of
any n different points has rank n. The number is infinite for a strict kernel. The number is also
infinite where a part of a sum of kernels has infinitely many features.
"""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from kernviz.features import coefficient_matrix, feature_map
from kernviz.kernels.exponential import Exp
from kernviz.kernels.expr import Kernel
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.functions import Decay
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.linear import Linear
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.normalized import Normalized
from kernviz.kernels.point_maps import Absolute, Circle, Coordinate, Radius, Square, Stretch
from kernviz.kernels.polynomial_of import PolynomialOf
from kernviz.kernels.products import Power, Product
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.weighted import Weighted
from kernviz.mercer.judge import judge
from kernviz.mercer.judgement import Verdict
from kernviz.mercer.spectral_facts import density_of
from kernviz.wording import remembered

MOST_RANKED = 300  # features whose rank is computed, in less than a second
ROUNDOFF, INDEPENDENT = 1e-12, 1e-9  # share of the largest singular value: of a dependent and of an independent feature


@remembered(512)
def feature_count(k: Kernel, d: int, nonnegative: bool = False) -> float | None:
    """Return the number of features on ℝᵈ, possibly ∞.

    None if the number is not known, or if k is not known to be a kernel.
    """
    matrix = coefficient_matrix(k, d)
    if matrix is not None:
        return matrix.rank if matrix.psd else None
    phi = feature_map(k, d)
    if phi is not None:
        if isinstance(k, Normalized) or (isinstance(k, Weighted) and isinstance(k.f, Decay)):
            return feature_count(k.k, d, nonnegative)  # a factor that is nowhere 0 keeps the rank
        return _rank(phi, d, nonnegative)
    return math.inf if k.kind == "vectors" and _infinite(k, Space(d, nonnegative)) else None


def _rank(phi: FeatureMap, d: int, nonnegative: bool) -> int | None:
    """Return the number of linearly independent features of a map.

    It is the rank of φ at random points. None if the singular values do not decide it, or for many features.
    """
    if not phi.dimension:
        return 0  # the map of the kernel 0
    if phi.dimension > MOST_RANKED:
        return None
    rng = np.random.default_rng(0)
    n = 4 * phi.dimension + 8
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-1, 1.5, size=(n, 1))
    with np.errstate(all="ignore"):
        rows = phi(np.abs(X) if nonnegative else X)
        for axis in (0, 1, 0):
            size = np.abs(rows).max(axis=axis, keepdims=True)  # the squares of a norm could overflow
            rows = rows / np.where(size > 0, size, 1)
    if not np.isfinite(rows).all():
        return None
    values = np.linalg.svd(rows, compute_uv=False)
    values /= values[0] or 1
    return None if ((values > ROUNDOFF) & (values < INDEPENDENT)).any() else int((values >= INDEPENDENT).sum())


def _kernel(k: Kernel, space: Space) -> bool:
    return judge(k, d=space.d, nonnegative=space.nonnegative).verdict is Verdict.PROVEN


@remembered(512)
def _infinite(k: Kernel, space: Space) -> bool:
    """Return True if k is a kernel with infinitely many features.

    True only if this is proven.
    """
    return _strict(k, space) or _grows(k, space)


@singledispatch
def _grows(k: Kernel, space: Space) -> bool:
    """Return True if the parts of k give infinitely many features.

    k itself need not be strict.
    """
    opened = k.expand()
    return opened is not None and _infinite(opened, space)


@_grows.register
def _grows_sum(k: Sum, space: Space) -> bool:
    return any(_infinite(term, space) for term in k.terms) and all(_kernel(term, space) for term in k.terms)


@_grows.register
def _grows_product(k: Product, space: Space) -> bool:
    """Return True if a product has a strict factor and polynomial factors.

    The polynomial factors must be kernels. The product is strict on the points where no polynomial factor has
    k(x, x) = 0. These points are an open set.
    """
    others = [term for term in k.terms if not _strict(term, space)]
    matrices = [coefficient_matrix(term, space.d) for term in others]
    return len(others) < len(k.terms) and all(m is not None and m.psd and m.rank > 0 for m in matrices)


@_grows.register
def _grows_scaled(k: Scaled, space: Space) -> bool:
    return k.c > 0 and _infinite(k.k, space)


@_grows.register
def _grows_exp(k: Exp, space: Space) -> bool:
    """Return True if the exponential of k₁ has infinitely many features.

    k₁ must be a polynomial kernel with a feature p that is no constant. The powers 1, p, p², … are
    then linearly independent.
    """
    matrix = coefficient_matrix(k.k, space.d)
    return matrix is not None and matrix.psd and any(any(powers) for powers in matrix.monomials)


@_grows.register
def _grows_gaussian_of(k: GaussianOf, space: Space) -> bool:
    """Return True if exp(2γk₁) has infinitely many features.

    The kernel is k = f·exp(2γk₁)·f with f > 0.
    """
    return _infinite(Exp(Scaled(2 * k.gamma, k.k)), space)


@_grows.register
def _grows_weighted(k: Weighted, space: Space) -> bool:
    """Return True if a weighted kernel has infinitely many features.

    A weight > 0 keeps the rank. Any other weight is 0 at x = 0 only, or where x₁ = 0 only. At all other points a
    strict kernel stays strict.
    """
    return _infinite(k.k, space) if isinstance(k.f, Decay) else _strict(k.k, space)


@_grows.register
def _grows_normalized(k: Normalized, space: Space) -> bool:
    return _infinite(k.k, space)


@_grows.register
def _grows_mapped(k: Mapped, space: Space) -> bool:
    """Return True if a mapped kernel has infinitely many features.

    The images of ℝᵈ are infinitely many points, which is enough for a strict inner kernel. For a stretch or a
    single coordinate the images fill the inner kernel's space. Then infinitely many features of the inner kernel
    are enough.
    """
    if not isinstance(k.phi, Square | Absolute | Stretch | Coordinate | Radius | Circle):
        return False
    if isinstance(k.phi, Stretch) and k.phi.s == 0:
        return False
    inner = k._child_space(space)
    onto = isinstance(k.phi, Stretch | Coordinate) and not space.nonnegative
    return _infinite(k.k, inner) if onto else _strict(k.k, inner)


@singledispatch
def _strict(k: Kernel, space: Space) -> bool:
    """Return True if k is proven to be a strict kernel.

    Then the Gram matrix of any different points is positive definite.

    By Bochner's theorem a kernel with a spectral density is strict: waves are linearly independent
    on a set of positive measure.
    """
    return density_of(k, space.d) is not None and _kernel(k, space)


@_strict.register
def _strict_sum(k: Sum, space: Space) -> bool:
    return any(_strict(term, space) for term in k.terms) and all(_kernel(term, space) for term in k.terms)


@_strict.register
def _strict_product(k: Product, space: Space) -> bool:
    """Return True if a product of kernels is strict.

    By Oppenheim's inequality a strict kernel times a kernel with k(x, x) > 0 is strict.
    """
    others = [term for term in k.terms if not _strict(term, space)]
    return len(others) < len(k.terms) and all((o._level or 0) > 0 and _kernel(o, space) for o in others)


@_strict.register
def _strict_scaled(k: Scaled, space: Space) -> bool:
    return k.c > 0 and _strict(k.k, space)


@_strict.register
def _strict_power(k: Power, space: Space) -> bool:
    return k.n >= 1 and _strict(k.k, space)


@_strict.register
def _strict_polynomial_of(k: PolynomialOf, space: Space) -> bool:
    return min(k.coefficients) >= 0 and any(k.coefficients[1:]) and _strict(k.k, space)


@_strict.register
def _strict_exp(k: Exp, space: Space) -> bool:
    """Return True if the exponential of a kernel is strict.

    e^{c·x·z} is strict for c > 0. e^{k₁} is strict if k₁ is a strict kernel, because e^{k₁} is k₁ plus further
    kernels.
    """
    inner = k.k.k if isinstance(k.k, Scaled) and k.k.c > 0 else k.k
    if isinstance(inner, Sum):
        return any(_strict(Exp(term), space) for term in inner.terms) and all(_kernel(t, space) for t in inner.terms)
    return isinstance(inner, Linear) or _strict(inner, space)


@_strict.register
def _strict_gaussian_of(k: GaussianOf, space: Space) -> bool:
    return _strict(Exp(Scaled(2 * k.gamma, k.k)), space)


@_strict.register
def _strict_weighted(k: Weighted, space: Space) -> bool:
    return isinstance(k.f, Decay) and _strict(k.k, space)


@_strict.register
def _strict_normalized(k: Normalized, space: Space) -> bool:
    return _strict(k.k, space)


@_strict.register
def _strict_stretched(k: Mapped, space: Space) -> bool:
    return isinstance(k.phi, Stretch) and k.phi.s != 0 and _strict(k.k, k._child_space(space))
