"""Text of sums and products: negative terms as subtractions, bare numbers in products in parentheses."""

from __future__ import annotations

from collections.abc import Callable

from kernviz.kernels.expr import SUM, Kernel, Show


def operand(k: Kernel, show: Show, level: int) -> str:
    """An operand of * or **: a bare number would read as a factor, so a constant kernel gets parentheses."""
    from kernviz.kernels.constant import Constant

    return f"({show(k, SUM)})" if isinstance(k, Constant) else show(k, level)


def joined(
    terms: tuple[Kernel, ...],
    plain: Callable[[Kernel], str],
    body: Callable[[Kernel], str],
    written: Callable[[float], str],
    times: str,
) -> str:
    """a + b − 2*c: a negative constant or factor is written as a subtraction."""
    from kernviz.kernels.algebra import Scaled
    from kernviz.kernels.constant import Constant

    text = plain(terms[0])
    for term in terms[1:]:
        if isinstance(term, Constant) and term.c < 0:
            text += f" - {written(-term.c)}"
        elif isinstance(term, Scaled) and term.c < 0:
            text += f" - {'' if term.c == -1 else written(-term.c) + times}{body(term.k)}"
        else:
            text += f" + {plain(term)}"
    return text
