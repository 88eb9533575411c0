"""Operators + - * / ** @ on kernels.

build.py provides the functions that build the results, and mapped.py that for @.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

K = TypeVar("K")


class Operators(Generic[K]):
    """Mixin with the operators of a kernel.

    The operators are + - * / ** and @. K is the type of their results.
    """

    def __add__(self, other: K | float) -> K:
        return result("add", self, other)

    def __radd__(self, other: float) -> K:  # other + self
        own: Any = self
        # 0 is accepted so that sum(list) works
        return own if isinstance(other, int) and other == 0 else result("add", other, self)

    def __neg__(self) -> K:
        return result("scale", -1.0, self)

    def __sub__(self, other: K | float) -> K:
        return result("subtract", self, other)

    def __rsub__(self, other: float) -> K:  # other - self
        return result("subtract", other, self)

    def __mul__(self, other: K | float) -> K:
        return result("multiply", self, other)

    def __rmul__(self, other: float) -> K:  # other * self
        return result("multiply", other, self)

    def __truediv__(self, other: float) -> K:
        return result("divide", self, other)

    def __pow__(self, exponent: int) -> K:
        return result("power", self, exponent)

    def __matmul__(self, phi: Any) -> K:  # k @ phi is k(φ(x), φ(z))
        return result("mapped", self, phi)


_provided: dict[str, Any] = {}


def provide(**results: Any) -> None:
    """Set the functions that build results, by name.

    A direct import would be circular: the modules of these functions import kernels, and kernels this module.
    """
    _provided.update(results)


def result(name: str, *operands: Any) -> Any:
    """Return the result of the operation with this name, such as "add"."""
    return _provided[name](*operands)
