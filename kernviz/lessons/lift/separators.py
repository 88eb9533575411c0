"""Machines needed for a state of the Lift page.

They are the machine drawn, and the pair with and without √2.
"""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lift.machine import Separator, from_kernel, on_monomials
from kernviz.lessons.lift.state import State
from kernviz.lessons.shared.training import Failure


def separator(state: State, signed: Dataset) -> Separator | Failure:
    """Return the machine of the picture.

    It is trained on the ticked monomials, on the kernel's monomials with coefficient 1, or with the
    kernel.

    On ticked monomials the margin is hard if the classes are separable. Otherwise slack is allowed,
    with penalty C.
    """
    if state.ticked is not None:
        strict = on_monomials(signed, state.ticked, float("inf"))
        return strict if isinstance(strict, Separator) else on_monomials(signed, state.ticked, state.C)
    if state.plain and state.with_coefficients:
        return on_monomials(signed, state.with_coefficients, state.penalty)
    return from_kernel(signed, state.kernel, state.penalty)


def with_and_without(state: State, signed: Dataset) -> tuple[Separator, Separator] | None:
    """Train with the kernel, and on its monomials with coefficient 1.

    None if the kernel has no such monomials, or if a training fails.
    """
    if not state.with_coefficients:
        return None
    ours = from_kernel(signed, state.kernel, state.penalty)
    theirs = on_monomials(signed, state.with_coefficients, state.penalty)
    return (ours, theirs) if isinstance(ours, Separator) and isinstance(theirs, Separator) else None
