"""Numbers with their sign as terms of a sum, as TeX."""

from __future__ import annotations

from kernviz.lessons.number_format import tex


def plus(value: float, digits: int = 4) -> str:
    """Return a number as a further term of a sum.

    >>> plus(2.0), plus(-0.5), plus(0.0)
    ('+ 2', '- 0.5', '+ 0')
    """
    return f"{'-' if value < 0 else '+'} {tex(abs(value), digits)}"


def squared_distance(kxx: float, kxz: float, kzz: float) -> str:
    """Write out a squared distance in feature space as TeX.

    The terms are k(x, x), −2 k(x, z) and k(z, z).

    >>> squared_distance(1.0, -0.5, 2.0)
    '1 + 2\\\\cdot0.5 + 2'
    """
    return rf"{tex(kxx)} {'+' if kxz < 0 else '-'} 2\cdot{tex(abs(kxz))} {plus(kzz)}"
