"""What every model asks of a Gram matrix."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kernviz.models.base import GRAM_NOISE, NotAKernelError, check_positive


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e8])
def test_what_roundoff_is_does_not_depend_on_the_units(size: float) -> None:
    """−n·noise·max|K| is what a factorisation may lose; twice as much is the kernel's fault, and both scale with K."""
    n = 4
    for part, fine in ((0.5 / n, True), (0.5, True), (2.0, False)):
        K = size * np.diag([1.0, 1.0, 1.0, -part * n * GRAM_NOISE])
        if fine:
            check_positive(K)
        else:
            with pytest.raises(
                NotAKernelError, match=re.escape(f"smallest eigenvalue {K[3, 3]:.4g}, largest {size:.4g} ")
            ):
                check_positive(K)
