r"""Constant kernels written as expressions of numbers: exp(exp(1)) − 15."""

from __future__ import annotations

from kernviz.kernels.algebra import Power
from kernviz.kernels.ball_arithmetic import ZERO, nearest
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Space, rounded
from kernviz.mercer.proof import Proof
from kernviz.mercer.theorems.theorem import Prover, Theorem
from kernviz.wording import say


def of_a_number(k: Kernel, space: Space) -> Premise | None:
    """Return the premise c ≥ 0 for an expression of constants.

    c is the value of the expression k. Return None for a single `Constant`, which has a rule of its own, and for any
    kernel with a part that is not constant.
    """
    if not _built_from_numbers(k) or isinstance(k, Constant):
        return None
    anywhere = (ZERO,) * space.d
    value = k._enclosed(anywhere, anywhere)
    return Premise("c ≥ 0", say("it is {value}", value=rounded(nearest(value))), bool(value >= 0))


def _built_from_numbers(k: Kernel) -> bool:
    if isinstance(k, Constant) or (isinstance(k, Power) and not k.n):
        return True
    return k._of_values and bool(k.children) and all(map(_built_from_numbers, k.children))


def by_number(k: Kernel, space: Space, by: Prover) -> Proof | None:
    """Prove an expression of constants by its value ≥ 0; else None."""
    found = of_a_number(k, space)
    return Proof(k, space, "rule", Constant.rule, (found,), ()) if found is not None and found.holds else None


CONSTANTS = Theorem(
    "numbers", "an expression of numbers is a kernel where its value is ≥ 0", "S2 rule 1", "its value", proves=by_number
)

__all__ = ["CONSTANTS", "of_a_number"]
