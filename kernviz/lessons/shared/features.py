"""Number of features of a kernel, as text for a read-out."""

from __future__ import annotations

import math

from kernviz.kernels import Kernel
from kernviz.mercer.feature_count import feature_count
from kernviz.wording import say


def counted(k: Kernel, d: int, nonnegative: bool = False) -> str:
    """Return the number of features of a kernel as text.

    The text is ∞ for infinitely many, and “not listed” if the kernel's φ is not written out.
    `nonnegative` restricts the points to coordinates ≥ 0.
    """
    count = feature_count(k, d, nonnegative)
    return say("not listed") if count is None else "∞" if count == math.inf else f"{count:.0f}"
