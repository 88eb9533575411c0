"""Refutations of a kernel by theorems, without a Gram matrix to show.

The theorems are tried after an unsuccessful search for points.
"""

from __future__ import annotations

from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Space
from kernviz.kernels.work_budget import attempt
from kernviz.mercer.registry import having
from kernviz.mercer.theorems.theorem import Flaw

ARGUMENT = 10_000  # budget of one theorem, see kernels/work_budget.py


def flaw(k: Kernel, space: Space) -> Flaw | None:
    """Return the first refutation of k on this space by a theorem.

    The theorems are tried in their order. None if none of them refutes k.
    """
    for theorem in having("refutes"):
        found = attempt(lambda refutes=theorem.refutes: refutes(k, space), None, ARGUMENT)  # type: ignore[misc]
        if found is not None:
            return found
    return None
