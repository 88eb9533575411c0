r"""Cost of a value of a kernel node in ball arithmetic."""

from __future__ import annotations

import math
from functools import singledispatch

from kernviz.kernels.ball_arithmetic import rational
from kernviz.kernels.expr import Kernel
from kernviz.kernels.gaussian_of import GaussianOf
from kernviz.kernels.named.matern import Matern
from kernviz.kernels.normalized import Normalized


@singledispatch
def effort(node: Kernel) -> int:
    """Return the cost of a value of the node in ball arithmetic.

    For a node without children, the unit is the cost of a Gaussian kernel. For other nodes, it is the cost of one
    value of each child: a normalised kernel takes three values of its child.
    """
    return 1


@effort.register
def _effort_of_normalized(node: Normalized) -> int:
    return 3


@effort.register
def _effort_of_gaussian_of(node: GaussianOf) -> int:
    return 3


@effort.register
def _effort_of_matern(node: Matern) -> int:
    return 1 if math.isinf(node.nu) or rational(node.nu).q == 2 else 40
