r"""The spectral measure of a function of x − z, with what it decides: for the verdict, and for a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kernviz.kernels.expr import Kernel
from kernviz.kernels.facts import Space
from kernviz.kernels.work import attempt
from kernviz.mercer.bochner import Finding, Mixture
from kernviz.mercer.by_parts import Known, whole_mixture

DECIDING = 15_000  # what a decision may cost, see `kernels.work`


@dataclass(frozen=True)
class Spectral:
    """The measure on ℝᵈ. ``finding``: that it is ≥ 0, or where it is not; None where neither could be shown."""

    mixture: Mixture

    @cached_property
    def finding(self) -> Finding | None:
        return attempt(self.mixture.decided, None, DECIDING)


def spectral(k: Kernel, space: Space, known: Known) -> Spectral | None:
    """The spectral measure of k; None where k hangs on more than x − z, or part of its measure is not written down."""
    mixture = whole_mixture(k, space, known)
    return None if mixture is None else Spectral(mixture)


__all__ = ["Spectral", "spectral"]
