"""Three steps of S1's recipe with the numbers of the page."""

from __future__ import annotations

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, paragraph
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import percent, vector
from kernviz.lessons.shared.border import side, value_or_zero
from kernviz.wording import phrase, say

TITLE = phrase("Three steps")


def blocks(state: State, data: Dataset, trained: Separator) -> tuple[Block, ...]:
    """Return the three steps of S1's recipe with this page's numbers."""
    labels = [] if trained.phi is None else [trained.phi.labels[i] for i in trained.order]
    space = say("a space whose coordinates are not listed here")
    if labels:
        space = f"ℝ^{len(labels)}: ({', '.join(labels[:8])}{', …' if len(labels) > 8 else ''})"
    x = state.point[None]
    m = trained.machine
    f = value_or_zero(m, float(trained.f(x)[0]), float(trained.gram(x, x)[0, 0]))
    return (
        paragraph(
            "**① Choose ‹φ›.** It maps the plane into {space}. Press *Lift the points*, or move ‹t› from 0 to 1.",
            space=space,
        ),
        paragraph(
            "**② Learn a plane there** from the {n} images: margin {margin}, {support} support "
            "vectors, {accuracy} of the points on the right side.",
            n=data.n,
            margin=m.margin_,
            support=len(m.support_),
            accuracy=percent(trained.accuracy),
        ),
        paragraph(
            "**③ Predict h(‹φ›(x)).** The probe x = {x} is lifted to {image}, where ‹f› = {f}: **{label}**.",
            x=vector(x[0]),
            image=vector(trained.phi(x)[0][trained.order[:8]])
            if trained.phi is not None
            else say("a point whose coordinates are not listed"),
            f=f,
            label=side(f, data.classes),
        ),
    )
