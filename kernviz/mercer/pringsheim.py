r"""Refute functions of x·z by the singularities of their power series (Vivanti 1893, Pringsheim 1894).

A power series without a negative coefficient has a singularity on the positive axis, at its radius of convergence.
log(1 + u²) has its own at ±i and tanh(γu + c) at complex points; entire functions as factors do not move them to the
axis. So some coefficient is negative.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.normal_form import Form, Term, form
from kernviz.kernels.rules import LINEAR
from kernviz.kernels.rules_and_premises import Space
from kernviz.mercer.decomposition import without_ends


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


__all__ = ["ends_off_the_axis"]
