"""S1's example in numbers, and the SVM's line in Python."""

from __future__ import annotations

from kernviz.lessons.lesson import Block, Code, paragraph
from kernviz.lessons.lift.line.cut import CutLine
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.code import loaded, python_number
from kernviz.wording import listed, short


def notes(lines: list[CutLine], svm: CutLine | None) -> tuple[Block, ...]:
    """Compare S1's separator with the hard-margin SVM's in numbers."""
    if lines[0].name != "notes" or svm is None:
        return (paragraph("S1 works its example on x = −4, …, 4. Open it under *Examples*."),)
    theirs = lines[0]
    values = listed([short(float(v)) for v in theirs.f])
    return (
        paragraph(
            "S1 separates with w = (0, 1), b = −5: f = {values} for x = −4 … 4. Every sign is right, so nothing is "
            "wrong in the notes; but the closest points, x = ±2, are at distance {margin}. The hard-margin SVM moves "
            "the line up to x² = 6.5, halfway between 4 and 9: w = {w}, b = {b}, margin {svm_margin}.",
            values=values,
            margin=theirs.margin,
            w=vector(svm.w),
            b=svm.b,
            svm_margin=svm.margin,
        ),
        paragraph(
            "w and b are unique, the α are not: there are four support vectors (±2, ±3) and "
            "three equations. The symmetric solution has α = 0.04 each."
        ),
    )


def code(state: State) -> tuple[Block, ...]:
    """Return Python that trains the SVM's line."""
    return (
        paragraph("The SVM's line in Python. The file is what the sidebar's download button saves."),
        Code(
            "import numpy as np\n\nimport kernviz as kv\n\n"
            f"data = {loaded(state.data, state.positive_label)}\n"
            "Z = np.hstack([data.X, data.X**2])\n"
            f'machine = kv.KernelSVC(kv.parse("linear"), C={python_number(state.penalty)}).fit(Z, data.y)\n'
            "print(Z.T @ machine.dual_coef_, machine.intercept_, machine.margin_)\n"
        ),
    )
