"""Formulas with the current numbers filled in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.arrays import Array
from kernviz.features import coefficient_matrix
from kernviz.kernels import Kernel
from kernviz.lessons.number_format import tex
from kernviz.models.svm import KernelSVC
from kernviz.symbols import symbols
from kernviz.wording import say

MOST_TERMS = 3  # largest number of terms, one per line; two terms with three-digit points are wider than the column


def and_more(n: int) -> str:
    """Return “(n more)” for omitted terms of a formula, as LaTeX."""
    words = say("{n} more", n=n)
    return rf"(\text{{{words}}})"


def signed_sum(terms: Sequence[tuple[float, str]], constant: float | None = None) -> str:
    """Write a sum of (coefficient, body) pairs as LaTeX.

    An example is 2·a − 0.5·b + 3. Unit coefficients and zeros are left out.
    """
    written = ""
    for value, body in [*terms, *([(constant, "")] if constant is not None else [])]:
        size = tex(abs(value))
        if size == "0":
            continue
        number = "" if size == "1" and body else size
        joined = " - " if value < 0 else " + "
        written += (
            (joined if written else "-" if value < 0 else "") + number + (r"\," if number and body else "") + body
        )
    return written or "0"


def dual_sum(machine: KernelSVC) -> str:
    """Write out f(x) as a kernel expansion with the numbers.

    The formula is f(x) = α₁y₁ k(x₁, x) + … + b, with the largest terms written out.
    """
    support = machine.support_
    order = support[np.argsort(-machine.alpha_[support], kind="stable")]
    terms = [(float(machine.dual_coef_[i]), rf"‹\k›(x_{{{i + 1}}},x)") for i in order[:MOST_TERMS]]
    more = len(order) - len(terms)
    lines = [signed_sum([term]) for term in terms]
    b = machine.intercept_
    ending = rf" + \dots\ {{\scriptstyle{and_more(more)}}}" if more > 0 else ""
    ending += rf" {'-' if b < 0 else '+'} {tex(abs(b))}"
    joined = "".join(rf"\\&\quad {line if line.startswith('-') else '+ ' + line}" for line in lines[1:])
    return rf"\begin{{aligned}}‹\f›(x) &= {lines[0] if lines else '0'}{joined}\\&\quad{ending}\end{{aligned}}"


def explicit_polynomial(machine: KernelSVC, kernel: Kernel, d: int) -> str | None:
    """Write out f(x) as a polynomial in the coordinates, as LaTeX.

    For the data set XOR the text is f(x) = x₁x₂. None unless the kernel is a polynomial of at most
    15 monomials with a positive semi-definite coefficient matrix.
    """
    matrix = coefficient_matrix(kernel, d)
    if matrix is None or not matrix.psd or len(matrix.monomials) > 15:
        return None
    weights = matrix.matrix @ (matrix.evaluate(machine.X_).T @ machine.dual_coef_)
    # a coefficient within the roundoff of its sum is 0
    scale = np.abs(matrix.matrix) @ (np.abs(matrix.evaluate(machine.X_)).T @ machine.alpha_)
    weights = np.where(np.abs(weights) > 1e-9 * np.maximum(scale, scale.max(initial=0.0) * 1e-6), weights, 0.0)
    constant = machine.intercept_
    terms = []
    for weight, exponents in zip(weights, matrix.monomials, strict=True):
        if not any(exponents):
            constant += float(weight)
        elif weight:
            terms.append((float(weight), monomial(exponents)))
    if abs(constant) < 1e-9 * max(1.0, float(np.abs(weights).max(initial=0.0))):
        constant = 0.0
    return symbols(rf"‹f›(x) = {signed_sum(terms, constant)}")


def coordinate_names(letter: str, d: int) -> list[str]:
    """Return the coordinates of a point as LaTeX: x_1, x_2.

    On the line there is one, x.
    """
    return [letter] if d == 1 else [f"{letter}_{i}" if i < 10 else f"{letter}_{{{i}}}" for i in range(1, d + 1)]


def monomial(exponents: Sequence[int], letter: str = "x") -> str:
    """Return a monomial as LaTeX from its exponents.

    An example is (2, 1) -> x_1^{2}x_2. The constant gives "".
    """
    names = coordinate_names(letter, len(exponents))
    return "".join(f"{n}^{{{e}}}" if e > 1 else n for n, e in zip(names, exponents, strict=True) if e)


def bracketed(value: float) -> str:
    """Return a number as LaTeX, a negative one in brackets."""
    return f"({tex(value)})" if value < 0 else tex(value)


def point(x: Sequence[float]) -> str:
    """Return a point such as (1, −2) as LaTeX.

    A point of a single coordinate is a plain number.
    """
    parts = [tex(float(v)) for v in x]
    inside = r",\,".join(parts)
    return inside if len(parts) == 1 else f"({inside})"


def bmatrix(values: Array) -> str:
    """Return a small matrix as LaTeX."""
    rows = r"\\".join("&".join(tex(float(v), 3) for v in row) for row in values)
    return rf"\begin{{bmatrix}}{rows}\end{{bmatrix}}"


def stacked(*lines: str) -> str:
    """Set formulas under each other, for a narrow column."""
    return r"\begin{gathered}" + r"\\[4pt]".join(lines) + r"\end{gathered}"
