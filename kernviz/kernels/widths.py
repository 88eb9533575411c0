"""Notation for the width of a Gaussian.

The exponent is −γ‖x−z‖², or as in many lectures −‖x−z‖²/(2σ²).
"""

from __future__ import annotations

from kernviz.kernels.rules_and_premises import latex_number
from kernviz.symbols import current_notation


def decaying(gamma: float, square: str) -> str:
    r"""Return the exponent of a Gaussian in TeX, such as ``-2\|x-z\|^2``.

    ``square`` is the TeX of the squared distance. The current notation decides between γ and σ².

    >>> decaying(2.0, "r^2")
    '-2r^2'
    """
    c = current_notation().over
    if not c:
        return "-" + ("" if gamma == 1 else latex_number(gamma)) + square
    variance = latex_number(c / gamma)
    return f"-{square}/{variance}" if c == 1 else rf"-{square}/({1 / c:g}\cdot {variance})"
