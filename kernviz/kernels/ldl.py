"""Exact LDLᵀ factorisation of a symmetric matrix of fractions.

The result is exact pivots, or the finding that vᵀMv < 0 for some v.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kernviz.kernels.work_budget import charge


@dataclass(frozen=True)
class Factor:
    """LDLᵀ factorisation of one coupled block in fractions.

    The factor holds positive pivots and columns of L, or neither if the block has a negative direction.
    """

    indices: tuple[int, ...]  # indices of the block's monomials
    pivots: tuple[Fraction, ...]
    columns: tuple[tuple[int, tuple[Fraction, ...]], ...]  # pairs of pivot row and column of L
    negative: bool = False  # True if vᵀMv < 0 for some v


def eliminated(block: Sequence[int], entries: Mapping[tuple[int, int], Fraction]) -> Factor:
    """Factor a block by symmetric elimination, pivoting on the largest diagonal entry.

    ``block`` are the indices of the block, and ``entries`` the nonzero entries of the matrix. Elimination stops if the
    Schur complement that is left shows a negative direction. This is the case if a diagonal entry is negative, or if
    all are zero and another entry is not.
    """
    n = len(block)
    rest = [[entries.get((i, j), Fraction(0)) for j in block] for i in block]
    pivots: list[Fraction] = []
    columns: list[tuple[int, tuple[Fraction, ...]]] = []
    todo = set(range(n))
    while todo:
        p = max(todo, key=lambda i: (rest[i][i], -i))
        low = min(todo, key=lambda i: rest[i][i])
        if rest[low][low] < 0:
            return Factor(tuple(block), (), (), negative=True)
        if rest[p][p] == 0:  # all remaining diagonal entries are 0, so the other remaining entries must be 0, too
            if any(rest[i][j] for i in todo for j in todo):
                return Factor(tuple(block), (), (), negative=True)
            break
        column = tuple(rest[i][p] / rest[p][p] if i in todo else Fraction(0) for i in range(n))
        pivot = rest[p][p]
        charge(len(todo) ** 2 * 0.3)
        for i in todo:
            for j in todo:
                rest[i][j] -= column[i] * column[j] * pivot
        pivots.append(pivot)
        columns.append((p, column))
        todo.remove(p)
    return Factor(tuple(block), tuple(pivots), tuple(columns))
