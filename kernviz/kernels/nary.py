"""Base class of the sum node and the product node.

The text of an operand is here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from kernviz.kernels.constant import Constant
from kernviz.kernels.expr import SUM, Kernel, Show
from kernviz.wording import say


@dataclass(frozen=True, repr=False)
class Nary(Kernel):
    """Common base class of the sum node and the product node.

    The node holds a tuple of operands, addressed 0, 1, 2, … in parameter paths.
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


def operand(k: Kernel, show: Show, level: int) -> str:
    """Return the text of an operand of * or **.

    A constant kernel gets parentheses, because a bare number would read as a factor.
    """
    return f"({show(k, SUM)})" if isinstance(k, Constant) else show(k, level)
