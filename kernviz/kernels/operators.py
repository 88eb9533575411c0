r"""The operators + - * / ** @ on kernels; build.py constructs the resulting nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernviz.kernels.expr import Kernel


class Operators:
    """Mixin with the operators of a kernel: + - * / ** and @."""

    def __add__(self, other: Kernel | float) -> Kernel:
        return build().add(self, other)

    def __radd__(self, other: float) -> Kernel:  # other + self
        kept: Any = self
        return kept if isinstance(other, int) and other == 0 else build().add(other, self)  # so that sum(list) works

    def __neg__(self) -> Kernel:
        return build().scale(-1.0, self)

    def __sub__(self, other: Kernel | float) -> Kernel:
        return build().subtract(self, other)

    def __rsub__(self, other: float) -> Kernel:  # other - self
        return build().subtract(other, self)

    def __mul__(self, other: Kernel | float) -> Kernel:
        return build().multiply(self, other)

    def __rmul__(self, other: float) -> Kernel:  # other * self
        return build().multiply(other, self)

    def __truediv__(self, other: float) -> Kernel:
        return build().divide(self, other)

    def __pow__(self, exponent: int) -> Kernel:
        return build().Power(self, exponent)

    def __matmul__(self, phi: Any) -> Kernel:  # k @ phi is k(φ(x), φ(z))
        from kernviz.kernels.mapped import Mapped

        k: Any = self
        return Mapped(k, phi)


def build() -> Any:
    """The module that builds results; imported late because the results are kernels themselves."""
    from kernviz.kernels import build as module

    return module
