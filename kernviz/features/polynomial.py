"""Exact decision whether a polynomial is a kernel.

k(x, z) = m(x)ᵀ M m(z) over distinct monomials m, with exact rational M.

Monomials are linearly independent functions on ℝᵈ.
So k is a kernel on ℝᵈ if and only if M is positive semi-definite.
The factorisation M = L·D·Lᵀ gives the explicit map φ(x) = √D Lᵀ m(x).
If M is diagonal, this is the map in the lecture notes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.cluster.hierarchy import DisjointSet

from kernviz.arrays import Array
from kernviz.kernels.expr import Kernel
from kernviz.kernels.featuremap import FeatureMap
from kernviz.kernels.label import Label, monomial, monomial_label, weighted_sum
from kernviz.kernels.ldl import Factor, eliminated
from kernviz.kernels.polynomial_in_x_and_z import MOST_MONOMIALS, Bipolynomial, Exponents, TooLarge
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import cached

# exact elimination of a coupled block takes cubic time in fractions; larger blocks are left to the rules
LARGEST_BLOCK = 60


@cached(1024)
def polynomial(k: Kernel, d: int) -> Bipolynomial | None:
    """Return k as an exact polynomial in x and z on ℝᵈ.

    None if k is no polynomial, or has too many terms to multiply out.

    Raises ValueError if the kernel does not fit ℝᵈ, such as a 3×3 matrix A on the plane.
    """
    if k.kind not in ("vectors", None):
        return None
    expansion = k.expand()
    if expansion is not None:
        return polynomial(expansion, d)
    inner = k._child_space(Space(d)).d
    parts = [polynomial(child, inner) for child in k.children]
    if any(part is None for part in parts):
        return None
    try:
        return k._polynomial(tuple(part for part in parts if part is not None), d)
    except TooLarge:
        return None


@dataclass(frozen=True)
class CoefficientMatrix:
    """Coefficient matrix M (D, D) of a polynomial `k(x, z) = m(x)ᵀ M m(z)`.

    m are its D monomials. The matrix is split into the blocks of monomials that are coupled with each other.
    ``factors`` has the factorisation of each block, and is empty if M is not symmetric.
    """

    monomials: tuple[Exponents, ...]
    matrix: Array  # for display; the decision uses the exact blocks
    symmetric: bool
    factors: tuple[Factor, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(monomial_label(e) for e in self.monomials)

    @property
    def diagonal(self) -> bool:
        """Return True if no two different monomials are coupled.

        Then φ is √M_ii times each monomial.
        """
        return bool(np.count_nonzero(self.matrix - np.diag(np.diag(self.matrix))) == 0)

    @property
    def psd(self) -> bool:
        """Return True if M ⪰ 0, decided in rational arithmetic."""
        return self.symmetric and not any(factor.negative for factor in self.factors)

    @property
    def rank(self) -> int:
        """Return the rank of M, the number of features."""
        return sum(len(factor.pivots) for factor in self.factors)

    def evaluate(self, X: Array) -> Array:
        """Return the monomials m(X) at the rows of X.

        Shapes: (n, d) -> (n, D).
        """
        return np.stack([np.prod(X ** np.array(e), axis=1) for e in self.monomials], axis=1)

    def feature_map(self) -> FeatureMap:
        """Return the feature map φ(x) = √D Lᵀ m(x).

        There is one coordinate per positive pivot. For a diagonal M this is the map of S0, S3 and S4.
        """
        found: list[tuple[int, Label, Array]] = []
        for factor in self.factors:
            for pivot, (place, column) in zip(factor.pivots, factor.columns, strict=True):
                row = np.zeros(len(self.monomials))
                row[list(factor.indices)] = [float(x) for x in column]
                seen = [
                    (weight, monomial(self.monomials[i]))
                    for weight, i in zip(column, factor.indices, strict=True)
                    if weight
                ]
                found.append((factor.indices[place], Label(pivot) * weighted_sum(seen), np.sqrt(float(pivot)) * row))
        found.sort(key=lambda item: item[0])  # in the order of the monomials
        weights = np.array([row for *_, row in found]).reshape(-1, len(self.monomials))
        return FeatureMap(tuple(formula for _, formula, _ in found), lambda X: self.evaluate(X) @ weights.T)


@cached(512)
def coefficient_matrix(k: Kernel, d: int) -> CoefficientMatrix | None:
    """Return the exact coefficient matrix of a polynomial k on ℝᵈ.

    None if k is no polynomial, has more than 2000 monomials or a block of more than 60, or if a coefficient exceeds the
    largest float.
    """
    p = polynomial(k, d)
    if p is None:
        return None
    monomials = p.monomials() or [(0,) * d]
    place = {e: i for i, e in enumerate(monomials)}
    exact = {(place[a], place[b]): value for (a, b), value in p.terms.items()}
    symmetric = all(exact.get((j, i)) == value for (i, j), value in exact.items())
    blocks = coupled(len(monomials), exact)
    if len(monomials) > MOST_MONOMIALS or max(map(len, blocks)) > LARGEST_BLOCK:
        return None
    matrix = np.zeros((len(monomials), len(monomials)))
    try:
        for (i, j), value in exact.items():
            matrix[i, j] = float(value)
    except OverflowError:  # ((1e12·x·z)²⁰)²⁰ is a kernel, but 1e4800 is no float
        return None
    factors = tuple(eliminated(block, exact) for block in blocks) if symmetric else ()
    return CoefficientMatrix(tuple(monomials), matrix, symmetric, factors)


def coupled(size: int, entries: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the sorted index blocks of a block diagonal matrix.

    `entries` are the places of its nonzero entries.
    """
    blocks = DisjointSet(range(size))  # csgraph's connected_components gives the same, but takes ten times as long here
    for i, j in entries:
        blocks.merge(i, j)
    return [sorted(block) for block in blocks.subsets()]
