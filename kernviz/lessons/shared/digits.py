"""As many digits as it takes."""

from __future__ import annotations

from kernviz.lessons.lesson import short


def apart(a: float, b: float) -> tuple[str, str]:
    """Two numbers with as many digits as it takes to see that they differ, four at least."""
    for digits in (4, 5, 6, 7, 8):
        if short(a, digits) != short(b, digits):
            return short(a, digits), short(b, digits)
    return short(a), short(b)
