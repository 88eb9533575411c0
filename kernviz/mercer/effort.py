r"""How much looking a search may do, counted and not timed, so that a verdict is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels.expr import Kernel

FLOATS = 500  # values in floats that take as long as one in balls, some 10 µs
EIGENVALUES = 8000  # n³ of a matrix of n points, to the same measure


@dataclass
class Effort:
    """What is left, in values of a leaf in balls. ``spend`` says whether there was enough, and takes it if so."""

    left: float

    def spend(self, values: float) -> bool:
        if values > self.left:
            return False
        self.left -= values
        return True


def of_floats(k: Kernel, n: int) -> float:
    """A look at n points in floats: their matrix and its eigenvalues."""
    return cost(k) * n * n / FLOATS + n**3 / EIGENVALUES


def of_balls(k: Kernel, n: int) -> float:
    """The matrix of n points in balls."""
    return cost(k) * n * (n + 1) / 2


def cost(k: Kernel) -> int:
    """Values of leaves that one value of k takes."""
    return k.effort() * (1 + sum(map(cost, k.children)))
