"""Exact LDLᵀ factorisation of a symmetric matrix of fractions.

The result is exact pivots, or a direction v with vᵀMv < 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kernviz.kernels.work_budget import charge


@dataclass(frozen=True)
class Factor:
    """LDLᵀ factorisation of one coupled block in fractions.

    The factor holds positive pivots and columns of L, or a negative direction.
    """

    indices: tuple[int, ...]  # indices of the block's monomials
    pivots: tuple[Fraction, ...]
    columns: tuple[tuple[int, tuple[Fraction, ...]], ...]  # pairs of pivot row and column of L
    negative: tuple[Fraction, ...] | None


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
            return _refuted(block, columns, {low: Fraction(1)})
        if rest[p][p] == 0:  # all remaining diagonal entries are 0, so the other remaining entries must be 0, too
            for i in todo:
                for j in todo:
                    if rest[i][j]:
                        sign = Fraction(-1 if rest[i][j] > 0 else 1)
                        return _refuted(block, columns, {i: Fraction(1), j: sign})
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
    return Factor(tuple(block), tuple(pivots), tuple(columns), None)


def _refuted(
    block: Sequence[int], columns: list[tuple[int, tuple[Fraction, ...]]], start: dict[int, Fraction]
) -> Factor:
    """Lift a negative direction of the rest to the whole block.

    The rest is the Schur complement that elimination has left, with the direction `start`.
    The lifted direction is orthogonal to every column of L.
    """
    v = [start.get(i, Fraction(0)) for i in range(len(block))]
    for place, column in reversed(columns):  # solve Lᵀv = 0 by back substitution; each column is 1 in its pivot row
        v[place] -= sum((c * x for c, x in zip(column, v, strict=True)), Fraction(0))
    return Factor(tuple(block), (), (), tuple(v))
