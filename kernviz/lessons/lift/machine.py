"""Separators in feature space for the Lift page.

They are trained with the kernel, or on selected monomials. The module also finds the smallest sets of
monomials that separate the classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from scipy.optimize import linprog

from kernviz.arrays import Array
from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.features import FeatureMap, coefficient_matrix, feature_map
from kernviz.kernels import Kernel, Linear
from kernviz.kernels.label import monomial
from kernviz.lessons.shared.training import Failure, train
from kernviz.models.svm import KernelSVC, NotSeparableError
from kernviz.surfaces import Surface, Window, surface
from kernviz.wording import say

Exponents = tuple[int, ...]

MOST_COORDINATES = 60  # largest number of weights that are listed
UP_TO_TWO: tuple[Exponents, ...] = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
UP_TO_THREE_1D: tuple[Exponents, ...] = ((1,), (2,), (3,))


@dataclass(frozen=True)
class Separator:
    """Trained machine in feature space: f(x) = w·φ(x) + b.

    ``phi`` is None if the coordinates of φ are not listed.
    """

    machine: KernelSVC
    phi: FeatureMap | None  # without the coordinates that are constant, which b replaces
    w: Array  # (D,); empty if φ is None
    b: float
    values: Array  # (n,): f at the training points
    f: Callable[[Array], Array]  # (m, d) -> (m,): decision function
    gram: Callable[[Array, Array], Array]  # (m, d), (n, d) -> (m, n): Gram matrix
    drawn: Callable[[], Surface | None]

    @cached_property
    def field(self) -> Surface | None:
        """Return f on the plane of the data, computed on demand."""
        return self.drawn()

    @property
    def order(self) -> list[int]:
        """Return the coordinates of φ in the order of `in_order`."""
        labels = () if self.phi is None else self.phi.labels
        return [labels.index(label) for label in in_order(labels)]

    @property
    def accuracy(self) -> float:
        return float(np.mean((self.values > 0) == (self.machine.signs_ > 0)))


def in_order(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Sort labels with pure powers before mixed terms.

    (x₁², x₂², √2·x₁x₂) is the order of S4.
    """
    return tuple(sorted(labels, key=lambda label: label.count("x")))


@shared(maxsize=256)
def from_kernel(data: Dataset, kernel: Kernel, C: float) -> Separator | Failure:
    """Train the machine of the kernel in the dual.

    If the coordinates of φ are listed, w = Σ αᵢ yᵢ φ(xᵢ). Constant coordinates are added to b.
    """
    result = train(data, kernel, C)
    if isinstance(result, Failure):
        return result
    m = result.machine
    phi, w, b = None, np.empty(0), float(m.intercept_)
    full = feature_map(kernel, data.d)
    if full is not None:
        every = full(m.X_).T @ m.dual_coef_
        varying = full.varying
        constant = [i for i in range(full.dimension) if i not in varying]
        b += float(every[constant] @ full(m.X_[:1])[0, constant])
        phi, w = full.only(varying), every[varying]
    field = result.field if isinstance(result.field, Surface) else None
    return Separator(m, phi, w, b, result.values, m.decision_function, kernel, lambda: field)


@shared(maxsize=256)
def on_monomials(data: Dataset, exponents: tuple[Exponents, ...], C: float) -> Separator | Failure:
    """Train a linear machine on these monomials, each with coefficient 1.

    A Failure in words is returned if there is none.
    """
    phi = monomials(exponents)
    names = ", ".join(phi.labels)
    try:
        m = KernelSVC(Linear(), C).fit(phi(data.X), data.signs)
    except NotSeparableError:
        return Failure(say("No plane separates the classes in the space of ({names}).", names=names))
    except ValueError as problem:
        return Failure(str(problem))

    w, b = m.X_.T @ m.dual_coef_, float(m.intercept_)

    def f(X: Array) -> Array:
        return np.asarray(phi(X) @ w + b)

    def drawn() -> Surface | None:
        return surface(f, Window.of(data)) if data.d == 2 else None

    return Separator(m, phi, w, b, f(data.X), f, lambda Z, X: phi(Z) @ phi(X).T, drawn)


def monomials(exponents: tuple[Exponents, ...]) -> FeatureMap:
    """Return the feature map with these monomials as coordinates."""
    return FeatureMap(
        tuple(monomial(e) for e in exponents),
        lambda X: np.stack([_powers(X, e) for e in exponents], axis=1),
    )


def _powers(X: Array, exponents: Exponents) -> Array:
    """Return a monomial, such as x₁²x₂, at every point (n,).

    The powers 0 and 1 are not computed.
    """
    product = np.ones(len(X))
    for column, exponent in zip(X.T, exponents, strict=True):
        if exponent:
            product = product * (column if exponent == 1 else column**exponent)
    return product


def bare(kernel: Kernel, d: int) -> tuple[Exponents, ...]:
    """Return the monomials of a polynomial kernel without their coefficients.

    The constant is left out. The tuple is () if the kernel is no polynomial, if it has too many
    monomials, if all coefficients are 1 already, or if its functions are not all combinations of the monomials.
    """
    matrix = coefficient_matrix(kernel, d)
    if matrix is None or not matrix.psd or matrix.rank < np.count_nonzero(np.diag(matrix.matrix)):
        return ()
    squares = zip(matrix.monomials, np.diag(matrix.matrix), strict=True)
    coefficients = {exponents: square for exponents, square in squares if any(exponents) and square > 0}
    plain = matrix.diagonal and all(square == 1 for square in coefficients.values())
    return () if plain or len(coefficients) > MOST_COORDINATES else tuple(coefficients)


def _hulls_meet(Z: Array, signs: Array) -> bool:
    """Return True if the convex hulls of the two classes meet.

    They meet if a convex combination of points of +1 equals one of points of −1, up to rounding.
    Then no plane separates them.

    Linear programming finds the few points of such a combination, and their weights are computed
    anew. An uncertain case gives False.
    """
    Z = Z - Z.mean(axis=0)
    Z = Z / np.where((size := np.abs(Z).max(axis=0)) > 0, size, 1.0)
    rows = np.vstack([(Z * signs[:, None]).T, signs, np.ones(len(Z))])  # conditions Σλᵢyᵢφ(xᵢ) = 0, Σλᵢyᵢ = 0, Σλᵢ = 1
    goal = np.zeros(len(rows))
    goal[-1] = 1.0
    program = linprog(np.zeros(len(Z)), A_eq=rows, b_eq=goal, method="highs-ds")
    if program.x is None:
        return False
    few = np.flatnonzero(program.x > 0)
    weights = np.linalg.lstsq(rows[:, few], goal)[0]
    off = float(np.abs(rows[:, few] @ weights - goal).max())
    return bool((weights >= 0).all() and off <= 16 * len(rows) * np.finfo(float).eps)


def separates(data: Dataset, exponents: tuple[Exponents, ...]) -> bool:
    """Return True if a plane separates the two classes.

    The plane lies in the space of these monomials.
    """
    if _hulls_meet(monomials(exponents)(data.X), data.signs):
        return False
    return isinstance(on_monomials(data, exponents, float("inf")), Separator)


# not decorated with `shared`: only the machines trained inside take a place in the gate of compute.py
@lru_cache(maxsize=64)
def smallest_sets(data: Dataset, choice: tuple[Exponents, ...]) -> tuple[tuple[Exponents, ...], ...]:
    """Return the smallest sets of monomials that separate the classes.

    A set that contains one of them separates too, and no other set does.

    A subset of a set that fails also fails, so it is not tested.
    """
    succeed: list[frozenset[Exponents]] = []
    fail: list[frozenset[Exponents]] = []
    for size in range(len(choice), 0, -1):
        for chosen in combinations(choice, size):
            here = frozenset(chosen)
            if not any(here <= known for known in fail):
                (succeed if separates(data, chosen) else fail).append(here)
    least = [s for s in succeed if not any(other < s for other in succeed)]
    return tuple(tuple(e for e in choice if e in s) for s in reversed(least))
