"""Spectral measure of a function of x − z, and its sign.

The sign decides the verdict. The page Compose plots the measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt
from kernviz.mercer.bochner import Finding, Mixture
from kernviz.mercer.terms import Known, whole_mixture

DECIDING = 15_000  # budget of the decision, see kernels/work_budget.py


@dataclass(frozen=True)
class Spectral:
    """The spectral measure on ℝᵈ.

    `finding` states that the measure is ≥ 0, or names a frequency at which it is negative. None if neither could be
    shown.
    """

    mixture: Mixture

    @cached_property
    def finding(self) -> Finding | None:
        return attempt(self.mixture.decided, None, DECIDING)


def spectral(k: Kernel, space: Space, known: Known) -> Spectral | None:
    """Return the spectral measure of k.

    None if k is no function of x − z, or if a part of the measure is unknown.
    """
    mixture = whole_mixture(k, space, known)
    return None if mixture is None else Spectral(mixture)
