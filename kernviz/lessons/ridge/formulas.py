"""Fitted function of ridge regression, written out.

It is a sum over the points. For a polynomial kernel it is also a polynomial.
"""

from __future__ import annotations

import numpy as np

from kernviz.arrays import Array
from kernviz.features import coefficient_matrix
from kernviz.kernels import Kernel
from kernviz.lessons.shared.formulas import and_more, monomial, signed_sum
from kernviz.models.ridge import KernelRidge

MOST_TERMS = 3
MOST_MONOMIALS = 10
ROUNDOFF = 1e-9  # a smaller coefficient, relative to the terms of its sum, is 0


def weighted_sum(alpha: Array) -> str:
    """Write out α₁k(x₁, z) + … with the numbers, as LaTeX.

    Of more than MOST_TERMS terms the largest are written, largest first. Two terms stand on each line
    of an aligned formula.
    """
    order = np.argsort(-np.abs(alpha), kind="stable")[:MOST_TERMS]
    rows = np.sort(order) if len(alpha) <= MOST_TERMS else order
    terms = [(float(alpha[i]), rf"‹\k›(x_{{{i + 1}}},‹\z›)") for i in rows]
    first, rest = signed_sum(terms[:2]), signed_sum(terms[2:]) if len(terms) > 2 else ""
    more = len(alpha) - len(order)
    ending = rf" + \dots\ {{\scriptstyle{and_more(more)}}}" if more else ""
    if rest in ("", "0"):
        return first + ending
    return rf"{first}\\&\quad {rest if rest.startswith('-') else '+ ' + rest}{ending}"


def explicit(machine: KernelRidge, kernel: Kernel, d: int) -> str | None:
    """Write out h(z) as a polynomial in the coordinates of z.

    For the notes' three points the text is 1.986 z. None unless the kernel is a polynomial of at most
    MOST_MONOMIALS monomials with a positive semi-definite coefficient matrix.
    """
    matrix = coefficient_matrix(kernel, d)
    if matrix is None or not matrix.psd or len(matrix.monomials) > MOST_MONOMIALS:
        return None
    table, alpha = matrix.evaluate(machine.X_), machine.dual_coef_
    weights = matrix.matrix @ (table.T @ alpha)
    scale = np.abs(matrix.matrix) @ (np.abs(table).T @ np.abs(alpha))
    terms, constant = [], 0.0
    for weight, size, exponents in zip(weights.tolist(), scale.tolist(), matrix.monomials, strict=True):
        if abs(weight) <= ROUNDOFF * size:
            continue
        if any(exponents):
            terms.append((weight, monomial(exponents).replace("x", r"‹\z›")))
        else:
            constant += weight
    return _lines(terms, constant or None)


def _lines(terms: list[tuple[float, str]], constant: float | None) -> str:
    """Set two terms per line of an aligned formula.

    The formula thus fits a narrow column or a phone.
    """
    parts = [*terms, *([(constant, "")] if constant is not None else [])]
    lines = [signed_sum(parts[i : i + 2]) for i in range(0, len(parts), 2)] or ["0"]
    rest = (line if line.startswith("-") else f"+ {line}" for line in lines[1:])
    return r"\\&\quad ".join((lines[0], *rest))
