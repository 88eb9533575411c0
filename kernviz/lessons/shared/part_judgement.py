"""Judgement on a part of a kernel."""

import math

from kernviz.kernels import Kernel, Space
from kernviz.mercer import Judgement, judge


def part_judgement(part: Kernel, space: Space) -> Judgement | None:
    """Return the judgement on a part, on the space it receives.

    The result is None if the part does not fit the space, or mixes kinds of objects.
    """
    try:
        return judge(part, d=math.inf if space.every else space.d, nonnegative=space.nonnegative)
    except ValueError:
        return None
