"""Errata of the notes on Mercer's condition, and the page's code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernviz.lessons.erratum import Erratum, Of, decides
from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.mercer.matrix import Matrix
from kernviz.lessons.mercer.state import State
from kernviz.lessons.objects.edits import smallest_eigenvalues
from kernviz.lessons.objects.object_inputs import FIVE
from kernviz.lessons.shared.errata import definite
from kernviz.wording import say

SHOWN = 8  # points in the code


def notes(matrix: Matrix) -> tuple[Block, ...]:
    """Return the corrected statements of the notes on Mercer's condition."""
    return (
        Erratum(
            say("S3, Mercer (E30)"),
            say("K = ZZᵀ beside [z₁ … z_N]ᵀ[z₁ … z_N]"),
            say("Z has the rows z_nᵀ; with P = Zᵀ, the z_n as columns, it is K = PᵀP"),
            *_shapes(matrix),
        ),
        definite(np.empty((0, 1)) if matrix.data is None else matrix.data.X),
        Erratum(
            say("S4, motivation (E35)"),
            say("edit distance as an example of a kernel function"),
            say("a similarity; exp(−γ·edit) need not be positive semi-definite"),
            say(
                "the words {words} at γ = 0.1 have λₘᵢₙ = {smallest:.3}",
                words=", ".join(FIVE),
                smallest=smallest_eigenvalues(FIVE, (0.1,))[0],
            ),
            "example",
        ),
        paragraph(
            "S3 asks whether any similarity will do. Mercer's answer: it must be symmetric, and "
            "every Gram matrix must be ZZᵀ for some Z."
        ),
    )


def _shapes(matrix: Matrix) -> tuple[str, Of]:
    """Return the check of E30, the shapes of PᵀP and PPᵀ.

    The second value is the origin of the shapes (Erratum.of).
    """
    if not matrix.spectrum.semidefinite:
        words = say("the tab K = PᵀP; there is no P here, for K has a negative eigenvalue or is not symmetric")
        return words, "nothing"
    rows = len(matrix.spectrum.factor)
    words = say(
        "P is {rows} × {n}, one column a point: PᵀP is {n} × {n}, as K is, and PPᵀ is {rows} × {rows}",
        rows=rows,
        n=matrix.n,
    )
    return words, decides(rows != matrix.n)


def code(state: State, matrix: Matrix) -> tuple[Block, ...]:
    """Return Python code that computes the numbers of the page."""
    if matrix.data is None:
        few = matrix.K[:SHOWN, :SHOWN]
        head = "import numpy as np\nfrom kernviz.mercer.spectrum import spectrum\n\n"
        return (Code(f"{head}s = spectrum(np.{_array(few, len('s = spectrum('))}){_cut(matrix)}\n{_PRINT}"),)
    few = matrix.data.X[:SHOWN]
    return (
        Code(
            "import numpy as np\nimport kernviz as kv\nfrom kernviz.mercer.spectrum import spectrum_on\n\n"
            f'k = kv.parse("{state.kernel}")\nX = np.{_array(few, 4)}{_cut(matrix)}\ns = spectrum_on(k, X)\n{_PRINT}'
            "judgement = kv.judge(k, X)\nprint(judgement.verdict, judgement.sentence)\n"
        ),
    )


def _array(values: NDArray[np.float64], indent: int) -> str:
    """Return the text array([[…], …]) with one row per line.

    The numbers have all their digits, as fewer could change the rank. ``indent`` is the number of characters before
    ``np.`` in the line.
    """
    rows = (",\n" + " " * (indent + 10)).join(str(row) for row in values.tolist())
    return f"array([{rows}])"


def _cut(matrix: Matrix) -> str:
    return "  # " + say("the first {count} of {n}", count=SHOWN, n=matrix.n) if matrix.n > SHOWN else ""


_PRINT = (
    "print(s.values, s.tolerance, s.rank, s.skew)\nif s.semidefinite:\n    P = s.factor\n    print(np.abs(P.T @ P - "
    "s.matrix).max())\nelse:\n    c = s.vectors[:, -1]\n    print(c @ s.matrix @ c, s.clipping_error)\n"
)
