"""Tab on the support vector machine as a smart nearest neighbour.

It shows the agreement as γ grows, and the votes as a table.
"""

from __future__ import annotations

import numpy as np

from kernviz.figures.curves.sweep import describe_sweep, share_sweep
from kernviz.lessons.lesson import Block, Formula, Picture, Table, paragraph
from kernviz.lessons.neighbors.neighbor_grid import fair_draw
from kernviz.lessons.neighbors.smart.machine import MOST_SWEPT, Agreement, Smart, swept
from kernviz.lessons.neighbors.state import SMART
from kernviz.lessons.number_format import at, percent
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say, several, shorts, spoken

TITLE = phrase("Smart neighbour")
NEAREST = 20  # points whose votes are listed
NAMES = (phrase("with b"), phrase("without b"), phrase("points kept, ‹α› > 0"))


def blocks(smart_one: Smart) -> tuple[Block, ...]:
    """Show the agreement as γ grows, and the votes as a table.

    The agreement is that of the machine with nearest neighbours.
    """
    state, data = smart_one.state, smart_one.signed
    few = fair_draw(data, MOST_SWEPT)
    others = [s for s in swept(few, state.C, min(state.count, few.n)) if s.gamma != state.gamma]
    steps = sorted([*others, smart_one.agreement], key=lambda s: s.gamma)
    thinned = (
        ""
        if few is data
        else " "
        + say(
            "The curves are for {n} of the {total} points, drawn at random so that each class keeps its share; the "
            "diamonds are for all points.",
            n=few.n,
            total=data.n,
        )
    )
    return (*_curves(steps, smart_one.agreement, thinned), _table(smart_one))


def _curves(steps: list[Agreement], here: Agreement, thinned: str) -> tuple[Block, ...]:
    gammas = np.array([s.gamma for s in steps])
    lines = (np.array([getattr(s, name) for s in steps]) for name in ("with_b", "without_b", "support"))
    shares = dict(zip(map(spoken, NAMES), lines, strict=True))
    last = steps[-1]
    return (
        paragraph(
            "**As ‹γ› grows the SVM, without its b, becomes the nearest neighbour.** The agreement is {agreement_1} at "
            "‹γ=› = {gamma_1:γ}, {agreement_2} at ‹γ=› = {gamma_2:γ} and {agreement_3} at ‹γ=› = {gamma_3:γ}: in a sum "
            "of ever narrower Gaussians the nearest outweighs all others. With b it is {agreement_with_b} at the end: "
            "where no point is near, the sum is smaller than |b|, and unless b is 0 its sign decides.",
            agreement_1=percent(steps[0].without_b),
            gamma_1=steps[0].gamma,
            agreement_2=percent(here.without_b),
            gamma_2=here.gamma,
            agreement_3=percent(last.without_b),
            gamma_3=last.gamma,
            agreement_with_b=percent(last.with_b),
        ),
        Picture(
            share_sweep(
                gammas,
                shares,
                here=here.gamma,
                x_title=symbols("‹γ›"),
                y_title=say("share of the picture, of the points"),
            ),
            describe_sweep(gammas, shares, x_title=symbols("‹γ›")),
            say(
                "Share of the picture in which the SVM names the class of the nearest point, and "
                "share of the points that are left. The diamonds are ‹γ=› = {gamma:γ}.{thinned}",
                gamma=here.gamma,
                thinned=thinned,
            ),
            key="agreement",
            height=340,
        ),
    )


def _table(smart_one: Smart) -> Table:
    votes, m = smart_one.votes, smart_one.training.machine
    n = min(NEAREST, smart_one.signed.n)
    order = votes.order[:n]
    return Table(
        {
            say("point"): (order + 1).tolist(),
            "x": [at(smart_one.signed.X[i]) for i in order],
            say("class"): [class_word(smart_one.signed.labels[i]) for i in order],
            symbols("‖x − ‹z›‖²"): shorts(votes.squared[:n]),
            symbols("‹α›"): shorts(m.alpha_[order]),
            "δ/k": shorts(votes.equal[:n]),
            symbols("‹k›/Σ‹k›"): shorts(votes.near[:n], 3),
            symbols("‹α›‹k›/Σ‹α›‹k›"): shorts(votes.weighted[:n], 3),
        },
        caption=several(
            n,
            "The {n} point nearest to the probe. Where ‹α› is 0 the vote is 0, however near the point.",
            "The {n} points nearest to the probe. Where ‹α› is 0 the vote is 0, however near the point.",
        ),
    )


def elsewhere() -> tuple[Block, ...]:
    """Summarise the second view while another view is open."""
    return (
        paragraph(
            "S2 calls the kernel SVM “the smart nearest neighbour”. Instead of equal votes of a few neighbours, "
            "every point has a weight ‹α›, and the kernel gives near points more weight. Choose “{view}” above "
            "the picture to see the two side by side.",
            view=SMART,
        ),
        Formula(r"h(‹\z›) = \mathrm{sign}\Bigl(‹\sum_i› ‹\y_i›\,\delta^{nn}(‹\x_i›,‹\z›)\Bigr)"),
        Formula(r"h(‹\z›) = \mathrm{sign}\Bigl(‹\sum_i› ‹\y_i›\,‹\alpha_i›\,‹\k›(‹\x_i›,‹\z›) + b\Bigr)"),
    )
