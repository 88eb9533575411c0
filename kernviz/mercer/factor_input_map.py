"""Factorisation of a kernel into an inner kernel and an input map.

The result is k₁(φ(x), φ(z)). Every part of the kernel must apply the same map φ.
"""

from __future__ import annotations

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.point_map_base import PointMap


def factored_by_map(k: Kernel) -> tuple[Kernel, PointMap | None]:
    """Return (k₁, φ) such that k is k₁(φ(x), φ(z)).

    φ is factored out of sums, products and exponentials. If there is no such map, the result is (k, None).
    """
    if isinstance(k, Mapped):
        return k.k, k.phi
    if not k._of_values:
        return k, None
    below = [factored_by_map(child) for child in k.children]
    maps = {phi for (_, phi), child in zip(below, k.children, strict=True) if not isinstance(child, Constant)}
    if len(maps) != 1:
        return k, None
    return k.with_children(tuple(inner for inner, _ in below)), maps.pop()
