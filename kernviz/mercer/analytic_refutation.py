r"""Refutations without a Gram matrix to show: theorems tried after a search for points without success."""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt
from kernviz.mercer.asymptotics import far
from kernviz.mercer.registry import having
from kernviz.mercer.theorems.theorem import Flaw
from kernviz.wording import say

ARGUMENT = 10_000  # budget of an argument about k itself, see `kernels.work`


def flaw(k: Kernel, space: Space) -> Flaw | None:
    """The first of these refutations of k on this space; None if none applies.

    A function that far out, up to a weight f(x)·f(z), is a function of x − z is refuted by that one too.
    """
    for theorem in having("refutes"):
        found = attempt(lambda refutes=theorem.refutes: refutes(k, space), None, ARGUMENT)  # type: ignore[misc]
        if found is not None:
            return found
    f = attempt(lambda: far(k, space), None, ARGUMENT) if having("refutes_limit") else None
    for theorem in having("refutes_limit") if f is not None else ():
        found = attempt(lambda refutes=theorem.refutes_limit: refutes(k, f, space), None)  # type: ignore[misc]
        if found is not None:
            return found if k.stationary else _far_out(found)
    return None


def _far_out(found: Flaw) -> Flaw:
    why = say("far out and up to a weight f(x)·f(z) it is a function of x − z: {reason}", reason=found.why)
    return Flaw(why, found.source)


__all__ = ["flaw"]
