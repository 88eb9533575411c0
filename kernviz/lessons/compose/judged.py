"""The verdict on the kernel, as far as the picture needs it, and all of it."""

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
class Judged:
    """A kernel's verdict. That a person's own points refute it too takes a hundred times as long to find as all the
    rest.
    """

    state: State
    general: Judgement  # without the person's points

    @cached_property
    def full(self) -> Judgement:
        """With the person's own points, where they are of the space."""
        state = self.state
        return _with_points(state.kernel, state.space, state.data) if state.own else self.general

    @property
    def decided(self) -> Judgement:
        """What the picture shows: the person's points count only where no others refute the kernel and nothing proves
        it.
        """
        known = self.general.verdict is Verdict.PROVEN or self.general.witness is not None
        return self.general if known else self.full


def judged(state: State) -> Judged:
    """Raises ValueError where the kernel does not fit the space."""
    space = state.space
    d = math.inf if space.every else space.d
    return Judged(state, judge(state.kernel, d=d, nonnegative=space.nonnegative))


@shared(maxsize=64)
def _with_points(kernel: Kernel, space: Space, data: Dataset) -> Judgement:
    return judge(kernel, data.X, d=space.d, nonnegative=space.nonnegative)
