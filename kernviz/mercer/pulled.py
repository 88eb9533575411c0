"""A map pulled out of a kernel: k₁(φ(x), φ(z)) where φ stands beside every part."""

from __future__ import annotations

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import Kernel
from kernviz.kernels.mapped import Mapped
from kernviz.kernels.point_maps import PointMap


def pulled(k: Kernel) -> tuple[Kernel, PointMap | None]:
    """k₁ and φ where k is k₁(φ(x), φ(z)), the map pulled out of sums, products, exponentials; φ is None where there is
    none.
    """
    if isinstance(k, Mapped):
        return k.k, k.phi
    if not k.values:
        return k, None
    below = [pulled(child) for child in k.children]
    maps = {phi for (_, phi), child in zip(below, k.children, strict=True) if not isinstance(child, Constant)}
    if len(maps) != 1:
        return k, None
    return k.with_children(tuple(inner for inner, _ in below)), maps.pop()


__all__ = ["pulled"]
