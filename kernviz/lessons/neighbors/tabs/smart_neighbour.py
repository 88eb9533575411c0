"""The SVM as a smart nearest neighbour: agreement as γ grows, and the votes as a table."""

from __future__ import annotations

import numpy as np

from kernviz.figures.curves.sweep import describe_sweep, share_sweep
from kernviz.lessons.lesson import Block, Formula, Picture, Table, Text, at, percent, short
from kernviz.lessons.neighbors.smart.machine import MOST_SWEPT, Smart, Step, swept
from kernviz.lessons.neighbors.state import SMART, State

TITLE = "Smart neighbour"
NEAREST = 20  # points whose votes are listed
NAMES = ("with b", "without b", "points kept, α > 0")


def blocks(state: State, smart_one: Smart) -> tuple[Block, ...]:
    """Agreement as γ grows, and the votes as a table."""
    data = smart_one.signed
    few = data if data.n <= MOST_SWEPT else data.split(MOST_SWEPT / data.n, seed=0)[1]
    found = [s for s in swept(few, state.C, min(state.count, few.n)) if s.gamma != state.gamma]
    steps = sorted([*found, smart_one.step], key=lambda s: s.gamma)
    thinned = (
        ""
        if few is data
        else f" The curves are those of {few.n} points, drawn fairly from {data.n}; the diamonds are of all points."
    )
    return (*_curves(steps, smart_one.step, thinned), _table(smart_one))


def _curves(steps: list[Step], here: Step, thinned: str) -> tuple[Block, ...]:
    gammas = np.array([s.gamma for s in steps])
    lines = (np.array([getattr(s, name) for s in steps]) for name in ("with_b", "without_b", "support"))
    shares = dict(zip(NAMES, lines, strict=True))
    last = steps[-1]
    return (
        Text(
            "**As γ grows the SVM, without its b, becomes the nearest neighbour.** The agreement is"
            f" {percent(steps[0].without_b)} at γ = {short(steps[0].gamma)}, {percent(here.without_b)} at γ ="
            f" {short(here.gamma)} and {percent(last.without_b)} at γ = {short(last.gamma)}: of a sum of ever narrower"
            f" Gaussians only the nearest is left, and every point has its α. With b it is {percent(last.with_b)} at"
            " the end: where no point is near, the sum is smaller than b, and b alone decides."
        ),
        Picture(
            share_sweep(gammas, shares, here=here.gamma, x_title="γ", y_title="share of the picture, of the points"),
            describe_sweep(gammas, shares, x_title="γ"),
            "Share of the picture in which the SVM names the class of the nearest point, and share of the points that"
            f" are left. The diamonds are γ = {short(here.gamma)}.{thinned}",
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
            "point": (order + 1).tolist(),
            "x": [at(smart_one.signed.X[i]) for i in order],
            "class": [smart_one.signed.labels[i] for i in order],
            "‖x − z‖²": [short(float(v)) for v in votes.squared[:n]],
            "α": [short(float(m.alpha_[i])) for i in order],
            "δ/k": [short(float(v)) for v in votes.equal[:n]],
            "k/Σk": [short(float(v), 3) for v in votes.near[:n]],
            "αk/Σαk": [short(float(v), 3) for v in votes.weighted[:n]],
        },
        caption=f"The {n} points nearest to the probe. Where α is 0 the vote is 0, however near the point.",
    )


def elsewhere() -> tuple[Block, ...]:
    """What the second view is about, where it is not shown."""
    return (
        Text(
            "S2 calls the kernel SVM “the smart nearest neighbour”: instead of k equal votes, every point has a weight"
            f" α and the kernel makes near points louder. Choose “{SMART}” above the picture to see the two side by"
            " side."
        ),
        Formula(r"h(z) = \mathrm{sign}\Bigl(\sum_i y_i\,\delta^{nn}(x_i,z)\Bigr)"),
        Formula(r"h(z) = \mathrm{sign}\Bigl(\sum_i y_i\,\alpha_i\,k(x_i,z) + b\Bigr)"),
    )
