"""Numbers, vectors and shares as texts of a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from kernviz.kernels.rules_and_premises import latex_number
from kernviz.wording import decimal, listed, short


def vector(values: Iterable[float], digits: int = 4) -> str:
    """Return numbers as a vector's text: (1, −0.5)."""
    return "(" + listed([short(float(v), digits) for v in values]) + ")"


def at(x: Sequence[float] | NDArray[np.float64], digits: int = 4) -> str:
    """Return the text of a place: (1, −0.5).

    On the line the text is a number: 1.
    """
    return vector(x, digits) if len(x) > 1 else short(float(x[0]), digits)


def places(X: Sequence[Sequence[float]] | NDArray[np.float64], digits: int = 4) -> str:
    """Return the text of places side by side: (1, −0.5), (0, 3).

    On the line the text is a list of numbers: 1, −0.5.
    """
    texts = [at(x, digits) for x in X]
    return listed(texts) if len(X[0]) == 1 else ", ".join(texts)


def distinguishable(a: float, b: float) -> tuple[str, str]:
    """Format a pair of numbers with enough digits to distinguish them.

    The texts have four to eight significant digits, and four if eight do not distinguish them.
    """
    for digits in (4, 5, 6, 7, 8):
        if short(a, digits) != short(b, digits):
            return short(a, digits), short(b, digits)
    return short(a), short(b)


def tex(value: float, digits: int = 4) -> str:
    """Return a number as TeX."""
    return latex_number(value, digits)


def percent(share: float) -> str:
    """Return a share as a percentage text: 0.975 -> 97.5 %.

    The text is “–” for NaN.
    """
    return "–" if math.isnan(share) else decimal(f"{100 * share:z.1f} %".replace(".0 %", " %").replace("-", "−"))
