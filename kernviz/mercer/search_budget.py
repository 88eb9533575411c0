"""Budget of a search, counted and not timed.

So a verdict is the same on every machine. The unit is the time of one value of a leaf (a kernel
without children, such as a Gaussian) in ball arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels import work_budget
from kernviz.kernels.expr import Kernel
from kernviz.mercer.enclosure_cost import effort

FLOATS = 500  # float values that take as long as one value in balls, about 10 µs
SUBSETS = 6  # spectra of up to 3×3 matrices in floats that take as long as one value in balls
EIGENVALUES = 8000  # n³ of an eigenvalue problem that takes as long as one value in balls


@dataclass
class Effort:
    """Remaining budget of one strategy, in the unit of this module.

    `spend` deducts a cost from this budget and from the budget of the whole question. If the cost exceeds one of
    the two, `spend` returns False and deducts nothing.
    """

    left: float

    def spend(self, values: float) -> bool:
        if values > min(self.left, work_budget.left()):
            return False
        self.left -= values
        work_budget.charge(values)
        return True


def of_floats(k: Kernel, n: int) -> float:
    """Return the cost of a Gram matrix and its eigenvalues in floats."""
    return cost(k) * n * n / FLOATS + n**3 / EIGENVALUES


def of_balls(k: Kernel, n: int) -> float:
    """Return the cost of the Gram matrix of n points in balls."""
    return cost(k) * n * (n + 1) / 2


def of_weights(n: int, deep: bool) -> float:
    """Return the cost of finding refuting weights of n points.

    The cost covers their spectrum, and elimination in balls if `deep`.
    """
    return 5 + n * n / 8 + (n**3 / 150 if deep else 0)


def of_spectra(n: int) -> float:
    """Return the cost of n spectra in floats.

    Each spectrum leaves out another of n points.
    """
    return 6 * n


def cost(k: Kernel) -> int:
    """Return the cost of one value in balls, relative to a leaf."""
    return effort(k) * (1 + sum(map(cost, k.children)))
