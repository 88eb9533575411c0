"""Results of the operators + − * / on kernels.

Nested sums and products are flattened, and numbers are collected in front.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear_combinations import Scaled, Sum
from kernviz.kernels.operators import provide
from kernviz.kernels.products import Power, Product
from kernviz.wording import say


def as_kernel(value: object) -> Kernel | None:
    """Return a kernel for a kernel or a number.

    A kernel stays unchanged, and a number becomes a constant kernel.
    None stands for anything else.
    """
    if isinstance(value, Kernel):
        return value
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        return Constant(float(value))
    return None


def add(left: object, right: object) -> Any:
    """Return left + right with nested sums flattened, or NotImplemented."""
    a, b = as_kernel(left), as_kernel(right)
    if a is None or b is None:
        return NotImplemented
    return Sum((*(a.terms if type(a) is Sum else (a,)), *(b.terms if type(b) is Sum else (b,))))


def subtract(left: object, right: object) -> Any:
    """Return the difference left − right.

    The difference is left + (−1)·right.
    """
    b = as_kernel(right)
    return NotImplemented if b is None else add(left, scale(-1.0, b))


def scale(c: float, k: Kernel) -> Kernel:
    """Return the scaled kernel c·k, with numbers multiplied out."""
    if isinstance(k, Constant):
        return Constant(c * k.c)
    return Scaled(c * k.c, k.k) if isinstance(k, Scaled) else Scaled(c, k)


def divide(k: Kernel, by: object) -> Any:
    """Return k divided by a number, as (1/number)·k.

    Raises ValueError for the number 0; NotImplemented for anything but a number.
    """
    if not isinstance(by, (int, float)) or isinstance(by, bool):
        return NotImplemented
    if by == 0:
        raise ValueError(say("({k}) / {by:g}: a kernel can be divided only by a number, and not by 0", k=k, by=by))
    return scale(1.0 / float(by), k)


def multiply(left: object, right: object) -> Any:
    """Return the product left·right, with numbers moved to the front.

    So 0.5*a*b becomes 0.5*(a*b), although Python evaluates (0.5*a)*b.
    """
    operands = as_kernel(left), as_kernel(right)
    number_in_front: float | None = None
    factors: list[Kernel] = []
    for k in operands:
        if k is None:
            return NotImplemented
        if isinstance(k, (Scaled, Constant)):
            number_in_front = k.c if number_in_front is None else number_in_front * k.c
        body = k.k if isinstance(k, Scaled) else k
        if not isinstance(body, Constant):
            factors += body.terms if type(body) is Product else [body]
    if not factors:
        return Constant(1.0 if number_in_front is None else number_in_front)
    together = factors[0] if len(factors) == 1 else Product(tuple(factors))
    return together if number_in_front is None else scale(number_in_front, together)


provide(add=add, divide=divide, multiply=multiply, power=Power, scale=scale, subtract=subtract)
