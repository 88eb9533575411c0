r"""How much looking a search may do, counted and not timed, so that a verdict is the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels import work
from kernviz.kernels.expr import Kernel

FLOATS = 500  # values in floats that take as long as one in balls, some 10 µs
SUBSETS = 6  # matrices of up to three points whose spectra, in floats, cost as much
EIGENVALUES = 8000  # n³ of a matrix of n points, to the same measure


@dataclass
class Effort:
    """What is left, in values of a leaf in balls. ``spend`` says whether there was enough, and takes it if so: from
    here and from what the whole question may take.
    """

    left: float

    def spend(self, values: float) -> bool:
        if values > min(self.left, work.left()):
            return False
        self.left -= values
        work.charge(values)
        return True


def of_floats(k: Kernel, n: int) -> float:
    """A look at n points in floats: their matrix and its eigenvalues."""
    return cost(k) * n * n / FLOATS + n**3 / EIGENVALUES


def of_balls(k: Kernel, n: int) -> float:
    """The matrix of n points in balls."""
    return cost(k) * n * (n + 1) / 2


def of_weights(n: int, deep: bool) -> float:
    """Weights of n points that refute, by their spectrum, and by elimination in balls if `deep`."""
    return 5 + n * n / 8 + (n**3 / 150 if deep else 0)


def of_spectra(n: int) -> float:
    """The spectra of n points without each of them."""
    return 6 * n


def cost(k: Kernel) -> int:
    """Values of leaves that one value of k takes."""
    return k.effort() * (1 + sum(map(cost, k.children)))
