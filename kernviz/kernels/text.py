"""Text and LaTeX formula of a kernel.

The nodes write their own parts. This module sets parentheses by precedence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from kernviz.kernels.node import check_kernel
from kernviz.symbols import symbols


class Printable(Protocol):
    """Kernel as the printer sees it.

    A node tells its text, and how tightly it binds.

    `kernels.expr.Kernel` documents the members.
    """

    _binds: ClassVar[int]
    _latex_binds: ClassVar[int]

    def _text(self, show: Callable[[Any, int], str]) -> str: ...

    def _latex(self, show: Callable[[Any, int], str]) -> str: ...


def text(k: Printable) -> str:
    """Return the text of a kernel in one line; ``parse(text(k)) == k``.

    >>> import kernviz as kv
    >>> text(0.5 * kv.RBF(2) * kv.Polynomial(2) + kv.exp(kv.Linear()))
    '0.5*rbf(gamma=2)*poly(degree=2, gamma=1, coef0=1) + exp(linear)'
    """
    check_kernel(k)
    return k._text(_text_child)


def in_text(words: str) -> str:
    r"""Return words as LaTeX text within a formula.

    >>> in_text("a {b} costs 1 $")
    '\\text{a \\{b\\} costs 1 \\$}'
    """
    escaped = re.sub(r"[\\{}$]", lambda found: "\\" + found[0], words)
    return rf"\text{{{escaped}}}"


LONGEST = 80  # characters of a kernel in the representation of another object


def brief(k: Printable) -> str:
    """Return the text of a kernel, cut to at most LONGEST characters."""
    whole = text(k)
    return whole if len(whole) <= LONGEST else whole[: LONGEST - 1] + "…"


def latex(k: Printable) -> str:
    r"""Return the LaTeX formula of a kernel, in the current notation.

    Parameters
    ----------
    k : Kernel
        The kernel.

    Returns
    -------
    str
        The formula, without dollar signs.

    Raises
    ------
    ValueError
        If k is no `Kernel` object.

    Examples
    --------
    >>> import kernviz as kv
    >>> latex(kv.RBF(2) + 1)
    'e^{-2\\|x-z\\|^2} + 1'
    """
    check_kernel(k)
    return symbols(k._latex(latex_child))


def _text_child(child: Printable, level: int) -> str:
    written = child._text(_text_child)
    return f"({written})" if child._binds < level else written


def latex_child(child: Printable, level: int) -> str:
    """Return a child's formula, in brackets if it binds too loosely."""
    written = child._latex(latex_child)
    return rf"\left({written}\right)" if child._latex_binds < level else written
