r"""Expansions of kernels that the normal form does not expand."""

from __future__ import annotations

from functools import singledispatch

from kernviz.kernels.exact_numbers import Exact
from kernviz.kernels.expr import Kernel
from kernviz.kernels.linear import Linear
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.named.periodic import Periodic
from kernviz.kernels.normal_form import Form
from kernviz.kernels.point_maps import Circle
from kernviz.kernels.polynomial_in_x_and_z import decimal
from kernviz.kernels.rules_and_premises import Space


@singledispatch
def opened(node: Kernel, space: Space) -> Form | None:
    """Return an expansion that the normal form does not have, or None.

    In this expansion, the kernel is a power series in an inner kernel.
    """
    return None


@opened.register
def _opened_of_periodic(node: Periodic, space: Space) -> Form:
    """Return the exponential form of a periodic kernel.

    The form is e^{(Σ cos 2π(xᵢ − zᵢ)/p − d)/ℓ²}.
    """
    wave = Form.piece(Mapped(Linear(), Circle(node.period))) - Form.number(float(space.d))
    return wave.scaled(Exact.of(1 / decimal(node.length) ** 2)).exponential()


__all__ = ["opened"]
