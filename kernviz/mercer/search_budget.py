"""Budget of a search, counted and not timed.

So a verdict is the same on every machine.
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
    """Remaining budget, in values of a leaf in balls.

    `spend` returns True if there was enough, and deducts it here and from the budget of the whole question.
    """

    left: float

    def spend(self, values: float) -> bool:
        if values > min(self.left, work_budget.left()):
            return False
        self.left -= values
        work_budget.charge(values)
        return True


def of_floats(k: Kernel, n: int) -> float:
    """Cost of n points in floats: their matrix and its eigenvalues."""
    return cost(k) * n * n / FLOATS + n**3 / EIGENVALUES


def of_balls(k: Kernel, n: int) -> float:
    """Cost of the matrix of n points in balls."""
    return cost(k) * n * (n + 1) / 2


def of_weights(n: int, deep: bool) -> float:
    """Return the cost of finding refuting weights of n points.

    The cost covers their spectrum, and elimination in balls if `deep`.
    """
    return 5 + n * n / 8 + (n**3 / 150 if deep else 0)


def of_spectra(n: int) -> float:
    """Return the cost of n spectra without one of n points.

    Each spectrum leaves out another of the n points.
    """
    return 6 * n


def cost(k: Kernel) -> int:
    """Return the number of leaf values that a kernel value takes."""
    return effort(k) * (1 + sum(map(cost, k.children)))
