r"""Constant kernels written as expressions of numbers: exp(exp(1)) − 15."""

from __future__ import annotations

from kernviz.kernels.algebra import Power
from kernviz.kernels.ball_arithmetic import ZERO, nearest
from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.rules_and_premises import Premise, Space, rounded
from kernviz.wording import say


def of_a_number(k: Kernel, space: Space) -> Premise | None:
    """Premise c ≥ 0 if k is an expression of constants with the value c; None for other kernels."""
    if not _built_from_numbers(k) or isinstance(k, Constant):
        return None
    anywhere = (ZERO,) * space.d
    value = k._enclosed(anywhere, anywhere)
    return Premise("c ≥ 0", say("it is {value}", value=rounded(nearest(value))), bool(value >= 0))


def _built_from_numbers(k: Kernel) -> bool:
    if isinstance(k, Constant) or (isinstance(k, Power) and not k.n):
        return True
    return k.values and bool(k.children) and all(map(_built_from_numbers, k.children))


__all__ = ["of_a_number"]
