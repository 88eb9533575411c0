"""Coefficient matrix M of a polynomial, and its sign.

m(x)ᵀ M m(z) is a kernel exactly when M ⪰ 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.features.polynomial import CoefficientMatrix, coefficient_matrix
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Space
from kernviz.mercer.argument_rules import COEFFICIENTS
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.theorem import Known, Prover, Theorem
from kernviz.wording import say


@dataclass(frozen=True)
class CoefficientEvidence:
    """Coefficient matrix of the whole kernel."""

    value: CoefficientMatrix
    method: str = "coefficients"

    @property
    def refutes(self) -> bool:
        """Return True if the matrix is not positive semi-definite."""
        return not self.value.psd

    @property
    def reason(self) -> str:
        """Return the reason of the refutation, in words."""
        if not self.value.symmetric:
            return say("its matrix of coefficients is not symmetric, decided in exact fractions")
        return say(
            "its matrix of coefficients has a negative eigenvalue, decided in exact fractions; "
            "the Gram matrices of the points we tried show it only beyond the digits of a float"
        )


def found_matrix(k: Kernel, space: Space, known: Known) -> CoefficientEvidence | None:
    """Return the coefficient matrix of k.

    None if k is no polynomial of a moderate size.
    """
    matrix = _matrix(k, space)
    return None if matrix is None else CoefficientEvidence(matrix)


def by_coefficients(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove a polynomial kernel by M ⪰ 0.

    None if k is no polynomial of a moderate size, or if M is not positive semi-definite.
    """
    matrix = _matrix(k, space)
    if matrix is None or not matrix.psd:
        return None
    size = len(matrix.monomials)
    premise = Premise(
        "M ⪰ 0", say("M is {size}×{size} of rank {rank}, decided in exact fractions", size=size, rank=matrix.rank), True
    )
    return Proof(k, space, "coefficients", COEFFICIENTS, (premise,), ())


def _matrix(k: Kernel, space: Space) -> CoefficientMatrix | None:
    # not for every ℝᵈ at once: 20(x·z)² − ‖x‖²‖z‖² is a kernel on ℝᵈ for d ≤ 20 only
    if space.kind != "vectors" or space.every:
        return None
    return coefficient_matrix(k, space.d)


COEFFICIENT_MATRIX = Theorem(
    "coefficient matrix",
    "monomials are linearly independent functions",
    proves=by_coefficients,
    finds=found_matrix,
)
