"""Tabs of the Lift page for data on a line."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Table, paragraph
from kernviz.lessons.lift.line.cut import CutLine
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.border import side, sum_or_zero
from kernviz.lessons.shared.data_columns import unique_names
from kernviz.wording import class_word, say, short


def every_point(data: Dataset, lines: list[CutLine]) -> Table:
    """Return a table of f for every point and every line."""
    names = {"notes": say("notes: x² − 5"), "SVM": say("SVM: ‹f›(x)"), "yours": say("yours: ‹f›(x)")}
    own = {
        "x²": (data.X[:, 0] ** 2).tolist(),
        say("class"): [class_word(label) for label in data.labels],
        **{names[line.name]: [short(float(v)) for v in line.f] for line in lines},
    }
    (x,) = unique_names(data.columns, own)
    return Table(
        {x: data.X[:, 0].tolist(), **own},
        caption=say("A point is on the right side where ‹f› has the sign of its class."),
    )


def three_steps(state: State, data: Dataset, svm: CutLine) -> tuple[Block, ...]:
    """Return the three steps of S1's recipe with this page's numbers."""
    x = float(state.point[0])
    terms = (svm.w[0] * x, svm.w[1] * x * x, svm.b)
    f = sum_or_zero(sum(terms), terms)
    return (
        paragraph(
            "**① Choose ‹φ›.** ‹φ›(x) = (x, x²) maps the line into the plane. Press *Lift the "
            "points*, or move ‹t› from 0 to 1."
        ),
        paragraph(
            "**② Learn a line there** from the {n} images: w = {w}, b = {b}, margin {margin}.",
            n=data.n,
            w=vector(svm.w),
            b=svm.b,
            margin=svm.margin,
        ),
        paragraph(
            "**③ Predict h(‹φ›(x)).** x = {x} is lifted to {value}, where ‹f› = {f}: **{label}**.",
            x=x,
            value=vector((x, x * x)),
            f=f,
            label=side(f, data.classes),
        ),
    )
