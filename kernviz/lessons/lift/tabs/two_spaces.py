"""Tab on the label of the probe, computed in two spaces.

In the space of the data, kernel values give f. In feature space, f is w·φ(x) + b.
"""

from __future__ import annotations

import numpy as np

from kernviz.data import Dataset
from kernviz.lessons.lesson import Block, Formula, Table, paragraph
from kernviz.lessons.lift.machine import Separator
from kernviz.lessons.lift.state import State
from kernviz.lessons.number_format import vector
from kernviz.lessons.shared.border import side, value_or_zero
from kernviz.wording import phrase, say, short

TITLE = phrase("Two spaces")
MOST_ROWS = 30


def blocks(state: State, data: Dataset, trained: Separator) -> tuple[Block, ...]:
    """Show the probe's label, from kernel values and from w·φ(x) + b."""
    x = state.point[None]
    f = value_or_zero(trained.machine, float(trained.f(x)[0]), float(trained.gram(x, x)[0, 0]))
    label = side(f, data.classes)
    if trained.phi is None:
        return (
            paragraph(
                "At the probe x = {x} the sum over the support vectors gives ‹f›(x) = {f}, so the "
                "label is **{label}**. The coordinates of ‹φ›(x) are not listed here: there may be "
                "infinitely many. The kernel gives the number without them.",
                x=vector(x[0]),
                f=f,
                label=label,
            ),
            Formula(r"‹\f›(x) = w\cdot‹\varphi›(x) + b = \textstyle‹\sum_i› ‹\alpha_i› ‹\y_i›\,‹\k›(‹\x_i›,x) + b"),
        )
    image = trained.phi(x)[0]
    linear = value_or_zero(trained.machine, float(image @ trained.w + trained.b), float(trained.gram(x, x)[0, 0]))
    everywhere = trained.phi(data.X) @ trained.w + trained.b
    worst = float(np.abs(everywhere - trained.values).max())
    order = trained.order[:MOST_ROWS]
    table = Table(
        {
            say("coordinate of ‹φ›"): [*(trained.phi.labels[i] for i in order), "b"],
            "w": [*(short(float(trained.w[i])) for i in order), short(trained.b)],
            say("‹φ›(probe)"): [*(short(float(image[i])) for i in order), "1"],
            say("w × ‹φ›(probe)"): [*(short(float(trained.w[i] * image[i])) for i in order), short(trained.b)],
        },
        caption=say("The last column sums to w·‹φ›(x) + b = {linear:.6}.", linear=linear)
        + (
            ""
            if len(order) == len(image)
            else " " + say("The first {limit} of {total} coordinates are shown.", limit=MOST_ROWS, total=len(image))
        ),
    )
    return (
        paragraph(
            "At the probe x = {x} the plane says w·‹φ›(x) + b = **{linear:.6}**, the sum over the "
            "support vectors says Σ ‹αᵢ› ‹yᵢ› ‹k›(‹xᵢ›, x) + b = **{f:.6}**: label **{label}** in both "
            "spaces. Largest difference over the {n} points: {difference:.2}.",
            x=vector(x[0]),
            linear=linear,
            f=f,
            label=label,
            n=data.n,
            difference=worst,
        ),
        table,
    )
