"""Base class of the sum node and the product node.

The text of an operand is here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self, TypeVar

from kernviz.arrays import Array
from kernviz.kernels.constant import Constant
from kernviz.kernels.diagonal_range import Extent
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.kernels.normal_form import Form
from kernviz.kernels.polynomial_in_x_and_z import Bipolynomial
from kernviz.kernels.rules_and_premises import Space
from kernviz.wording import say

V = TypeVar("V")


@dataclass(frozen=True, repr=False)
class Nary(Kernel):
    """Common base class of the sum node and the product node.

    The node holds a tuple of operands, addressed 0, 1, 2, … in parameter paths. Its Gram block, diagonal, normal form,
    range and polynomial are the sums or products of those of its operands.
    """

    terms: tuple[Kernel, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        # a node with one operand would print as that operand, and be read back as another kernel
        if len(self.terms) < 2:
            raise ValueError(
                say("{name} needs at least two operands, got {count}", name=type(self).__name__, count=len(self.terms))
            )

    def _child_items(self) -> Iterator[tuple[str, Kernel]]:
        for position, term in enumerate(self.terms):
            yield str(position), term

    def with_children(self, children: tuple[Kernel, ...]) -> Self:
        return replace(self, terms=children)

    def _joined(self, parts: Iterable[V]) -> V:
        """Return the sum or product of the operands' values.

        If the first value is an array, it is changed in place.
        """
        raise NotImplementedError

    def _joined_arrays(self, value: Callable[[Kernel], Array]) -> Array:
        first, *others = self.terms
        return self._joined(chain([value(first).copy()], map(value, others)))

    def _gram(self, X: Array, Z: Array) -> Array:
        return self._joined_arrays(lambda term: term._gram(X, Z))

    def _diag(self, X: Array) -> Array:
        return self._joined_arrays(lambda term: term._diag(X))

    def _form(self, parts: tuple[Form, ...], space: Space) -> Form:
        return self._joined(parts)

    def _extent(self, parts: tuple[Extent, ...], space: Space) -> Extent:
        return self._joined(parts)

    def _polynomial(self, parts: tuple[Bipolynomial, ...], d: int) -> Bipolynomial:
        return self._joined(parts)


def operand(k: Kernel, show: Show, level: int) -> str:
    """Return the text of an operand of * or **.

    A constant kernel gets parentheses, because a bare number would read as a factor.
    """
    return f"({show(k, SUM)})" if isinstance(k, Constant) else show(k, level)
