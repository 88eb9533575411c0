"""Verdict on the kernel, without and with the points of the data.

The search for a witness among the points takes a hundred times as long as the rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from kernviz.compute import shared
from kernviz.data import Dataset
from kernviz.kernels import Kernel, Space
from kernviz.lessons.compose.state import State
from kernviz.mercer import Judgement, Verdict, judge


@dataclass(frozen=True)
class JudgedKernel:
    """Verdict on a kernel; the data's points are searched on demand."""

    state: State
    general: Judgement  # judgement without the points of the data

    @cached_property
    def full(self) -> Judgement:
        """Return the judgement that also tries the points of the data.

        They are tried only if they belong to the space.
        """
        state = self.state
        return _with_points(state.kernel, state.space, state.data) if state.own else self.general

    @property
    def decided(self) -> Judgement:
        """Return the judgement shown in the picture.

        The points of the data are tried only if nothing else refutes or proves the kernel.
        """
        known = self.general.verdict is Verdict.PROVEN or self.general.witness is not None
        return self.general if known else self.full


def judged(state: State) -> JudgedKernel:
    """Judge the kernel of a state.

    Raises ValueError if the kernel does not fit the space.
    """
    space = state.space
    d = math.inf if space.every else space.d
    return JudgedKernel(state, judge(state.kernel, d=d, nonnegative=space.nonnegative))


@shared(maxsize=64)
def _with_points(kernel: Kernel, space: Space, data: Dataset) -> Judgement:
    return judge(kernel, data.X, d=space.d, nonnegative=space.nonnegative)
