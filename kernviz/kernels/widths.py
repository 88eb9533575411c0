"""Notation for the width of a Gaussian.

The exponent is −γ‖x−z‖², or as in many lectures −‖x−z‖²/(2σ²).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kernviz.kernels.rules_and_premises import latex_number
from kernviz.symbols import in_force

_over: ContextVar[float] = ContextVar("_over", default=0.0)


@contextmanager
def divided_by_width(c: float) -> Iterator[None]:
    """Write formulas with a width σ inside a context.

    Inside, formulas divide by σ², where γ = c/σ²: c is 1 or ½.
    With c = 0 formulas write γ, as outside.
    """
    token = _over.set(c)
    try:
        yield
    finally:
        _over.reset(token)


def decaying(gamma: float, square: str) -> str:
    r"""The exponent of a Gaussian in TeX, its number in it: ``-2\|x-z\|^2``.

    >>> decaying(2.0, "r^2")
    '-2r^2'
    >>> with divided_by_width(0.5):
    ...     decaying(2.0, "r^2")
    '-r^2/(2\\cdot 0.25)'
    """
    c = _over.get() or in_force().over
    if not c:
        return "-" + ("" if gamma == 1 else latex_number(gamma)) + square
    variance = latex_number(c / gamma)
    return f"-{square}/{variance}" if c == 1 else rf"-{square}/({1 / c:g}\cdot {variance})"
