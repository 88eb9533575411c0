"""Monomials of the polynomial kernel, the coordinates of its feature map.

(γ x·z + c)^d = Σ over exponents e with |e| = r ≤ d of  C(d, r) γ^r c^(d−r) · r!/e! · xᵉ zᵉ.
So the coordinate xᵉ of φ carries the square root of its coefficient.
Source: S0 (six lines), S1 (index tuples J), S3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from kernviz.arrays import Array
from kernviz.kernels.label import Label, monomial, monomial_label
from kernviz.kernels.polynomial_in_x_and_z import Exponents, decimal
from kernviz.wording import say


def exponents(m: int, degree: int) -> Iterator[Exponents]:
    """Yield the exponents of all monomials of degree ``degree`` in m variables.

    Example for two variables and degree 2: (2, 0), (1, 1), (0, 2).
    """
    for chosen in combinations_with_replacement(range(m), degree):
        yield tuple(chosen.count(i) for i in range(m))


def arrangements(e: Exponents) -> int:
    """Return the number of orders of the factors of xᵉ.

    The number is |e|!/e!; x₁x₂ and x₂x₁ are two orders.
    """
    return math.factorial(sum(e)) // math.prod(math.factorial(i) for i in e)


def power_coefficient(degree: int, gamma: float, c: float, r: int) -> float:
    """Return the coefficient `C(d, r) γ^r c^(d−r)` of (x·z)^r in (γ x·z + c)^d.

    >>> [power_coefficient(2, 0.5, 2, r) for r in range(3)]
    [4.0, 2.0, 0.25]
    """
    return float(math.comb(degree, r) * gamma**r * c ** (degree - r))


@dataclass(frozen=True)
class Monomial:
    """Distinct monomial of the multiplied-out polynomial kernel.

    The term is coefficient · xᵉ zᵉ, so that φ has √coefficient · xᵉ.
    """

    exponents: Exponents
    coefficient: float

    @property
    def degree(self) -> int:
        return sum(self.exponents)

    @property
    def weight(self) -> float:
        """Return the factor of xᵉ in φ, the root of the coefficient."""
        return math.sqrt(self.coefficient)

    @property
    def monomial(self) -> str:
        return monomial_label(self.exponents)

    @property
    def label(self) -> str:
        """Return the formula of this coordinate of φ, such as √2·x₁x₂."""
        return (Label(decimal(self.coefficient)) * monomial(self.exponents)).text()

    def at(self, X: Array) -> Array:
        """Return this coordinate of φ at the rows of X.

        Shapes: (n, m) -> (n,).
        """
        return self.weight * np.asarray(np.prod(X ** np.array(self.exponents), axis=1))


def terms(degree: int, gamma: float, c: float, m: int) -> tuple[Monomial, ...]:
    """Return the terms of `(γ x·z + c)^degree` on ℝᵐ with coefficient > 0.

    The highest degree comes first, as S0 and S4 write φ. Raises ValueError for a negative degree, γ or c: then
    coefficients may be negative and have no real square root.

    >>> [t.label for t in terms(2, 1, 1, 2)]
    ['x₁²', '√2·x₁x₂', 'x₂²', '√2·x₁', '√2·x₂', '1']
    """
    if degree < 0 or gamma < 0 or c < 0:
        raise ValueError(
            say(
                "degree = {degree}, γ = {gamma:g}, c = {c:g}: all must be ≥ 0, else a coefficient "
                "may be negative and φ has no real coordinate for it",
                degree=degree,
                gamma=gamma,
                c=c,
            )
        )
    found = []
    for r in range(degree, -1, -1):
        front = power_coefficient(degree, gamma, c, r)
        if front > 0:
            found += [Monomial(e, front * arrangements(e)) for e in exponents(m, r)]
    return tuple(found)


def index_tuples(m: int, k: int) -> dict[Exponents, tuple[tuple[int, ...], ...]]:
    """Return the (m+1)^k index tuples `J ∈ [0:m]^k` of S1, by monomial.

    With x₀ = 1, the tuple J stands for the product of the x_j, j ∈ J. The keys are exponents of x₁ … x_m.

    >>> {e: len(group) for e, group in index_tuples(2, 2).items()}
    {(0, 0): 1, (1, 0): 2, (0, 1): 2, (2, 0): 1, (1, 1): 2, (0, 2): 1}
    """
    grouped: dict[Exponents, list[tuple[int, ...]]] = {}
    for J in product(range(m + 1), repeat=k):
        grouped.setdefault(tuple(J.count(i) for i in range(1, m + 1)), []).append(J)
    order = sorted(grouped, key=lambda e: (sum(e), tuple(-i for i in e)))
    return {e: tuple(grouped[e]) for e in order}


@dataclass(frozen=True)
class Dimensions:
    """Number of coordinates of polynomials, counted three ways.

    The polynomials have degree ≤ k in m variables (erratum E19).
    """

    m: int
    k: int

    @property
    def with_ones(self) -> int:
        """Return the number (m+1)^k of all index tuples.

        The tuples are all J ∈ [0:m]^k, as S1 expands (1 + x·z)^k.
        """
        return (self.m + 1) ** self.k

    @property
    def repeated(self) -> int:
        """Return the number of monomials with ordered factors.

        The number is Σ_{r≤k} m^r: one coordinate for every order of the factors.
        S1's p_k and S3's Φ₂ count in this way.
        """
        return sum(self.m**r for r in range(self.k + 1))

    @property
    def distinct(self) -> int:
        """Return the number C(m+k, k) of distinct monomials."""
        return math.comb(self.m + self.k, self.k)

    @property
    def kernel_cost(self) -> int:
        """Return the number of multiplications of (γ x·z + c)^k.

        There are m for x·z, 1 for γ, k − 1 for the power. The number is O(m).
        """
        return self.m + self.k
