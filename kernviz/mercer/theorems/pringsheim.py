r"""Refute functions of x·z by the singularities of their power series (Vivanti 1893, Pringsheim 1894).

A power series without a negative coefficient has a singularity on the positive axis, at its radius of convergence.
log(1 + u²) has its own at ±i and tanh(γu + c) at complex points; entire functions as factors do not move them to the
axis. So some coefficient is negative.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.terms import without_ends
from kernviz.mercer.theorems.theorem import Known, Theorem
from kernviz.wording import say


def ends_off_the_axis(k: Kernel, space: Space) -> bool:
    """True if k is such a function of x·z, up to a weight f(x)·f(z) that is nowhere 0.

    Powers of log(1 + u²) are linearly independent over entire functions, and so are powers of one tanh over
    polynomials: nothing cancels. Two different tanh, or tanh beside e^u, are related and left alone.
    """
    f = form(k, space) if space.kind == "vectors" else None
    if not f:
        return False
    split = [(*without_ends(term), c) for term, c in f.items]
    if len({ends for ends, _, _ in split}) > 1:
        return False
    terms = [inner for _, inner, _ in split]
    pieces = {piece for term in terms for piece, _ in term.pieces} - {LINEAR}
    if any(piece.singular is None for piece in pieces) or not pieces or not all(_entire(term) for term in terms):
        return False
    if all(piece.singular == "transcendental" for piece in pieces):
        return len(pieces) == 1
    return len(pieces) == 1 and all(term.exponent is None for term in terms)


def _entire(term: Term) -> bool:
    """True if the exponent is a polynomial of x·z."""
    exponent = term.exponent or Form()
    return all(t.exponent is None and all(piece == LINEAR for piece, _ in t.pieces) for t, _ in exponent.items)


@dataclass(frozen=True)
class SingularEvidence:
    """A power series in x·z that ends at points off the positive axis."""

    value: None = None
    way: str = "singular"
    refutes: bool = True

    @property
    def reason(self) -> str:
        """Pringsheim's theorem, in words."""
        return say(
            "as a power series in x·z it ends at points off the positive axis, and a series "
            "without a negative coefficient ends on it (Pringsheim)"
        )


def found_singular(k: Kernel, space: Space, known: Known) -> SingularEvidence | None:
    """Evidence that the power series of k has a negative coefficient."""
    return SingularEvidence() if ends_off_the_axis(k, space) else None


PRINGSHEIM = Theorem(
    "Pringsheim",
    "a power series without a negative coefficient has a singularity on the positive axis",
    "Vivanti (1893), Pringsheim (1894)",
    "the kind of its singularities as a function of x·z",
    finds=found_singular,
)

__all__ = ["PRINGSHEIM", "ends_off_the_axis"]
