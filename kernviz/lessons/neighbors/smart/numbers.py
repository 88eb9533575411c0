"""Read-outs beside the support vector machine of the second view.

They are its agreement with the nearest neighbour, and both votes at the probe.
"""

from __future__ import annotations

import numpy as np

from kernviz.figures.plane.weighted_points import weight_bars
from kernviz.lessons.lesson import Block, Formula, Numbers, Picture, Readout, Text, paragraph
from kernviz.lessons.neighbors.smart.machine import Smart
from kernviz.lessons.neighbors.state import State, of_sidebar
from kernviz.lessons.number_format import percent, tex
from kernviz.lessons.shared.border import side, value_or_zero
from kernviz.lessons.shared.signed_number import plus
from kernviz.symbols import symbols
from kernviz.wording import phrase, say, several

NEAREST = 10  # points whose votes are drawn


def numbers(smart_one: Smart) -> Numbers:
    """Return the read-outs of the agreement with nearest neighbours.

    They are computed late because they compare machines over the whole picture.
    """
    count = smart_one.state.count
    items = [
        Readout(
            phrase("as 1-NN"),
            lambda: _share(smart_one, "with_b"),
            say("share of the picture in which the SVM names the class of the nearest point"),
        ),
        Readout(
            phrase("without b"),
            lambda: _share(smart_one, "without_b"),
            say("the same for the sign of Σ ‹αᵢ›‹yᵢ›‹k›(‹xᵢ›,‹z›) alone"),
        ),
        Readout(
            "‹α› > 0",
            f"{len(smart_one.training.machine.support_)} / {smart_one.signed.n}",
            say("points that are left: the support vectors"),
        ),
    ]
    if count > 1:
        items.append(
            Readout(
                phrase("as {count}-NN", count=count),
                lambda: _share(smart_one, "neighbours"),
                say(
                    "share of the picture in which the SVM agrees with the vote of {count} neighbours",
                    count=count,
                ),
            )
        )
    return Numbers(tuple(items))


def _share(smart_one: Smart, name: str) -> str:
    try:
        return percent(getattr(smart_one.agreement, name))
    except ValueError:  # the machine could be trained, but not evaluated everywhere
        return "–"


def kernel_in_use(state: State) -> Text:
    if of_sidebar(state) is not None:
        return paragraph("The kernel of this view is the sidebar's Gaussian.")
    return paragraph(
        "This view always uses a Gaussian, ‹γ=› = {gamma:γ} here; the sidebar has {kernel}.",
        gamma=state.gamma,
        kernel=state.kernel,
    )


def verdicts(smart_one: Smart) -> tuple[Block, ...]:
    """Return the decisions of both rules at the probe.

    The rules are the k nearest neighbours and the support vector machine. Each decision
    stands with its numbers.
    """
    k, b = smart_one.state.count, smart_one.training.machine.intercept_
    count = int(smart_one.signed.signs[smart_one.votes.order[:k]].sum())
    classes = smart_one.signed.classes
    neighbours = classes[int(count > 0)] if count else say("a tie")
    if not np.isfinite(smart_one.total):
        return ()
    machine = side(value_or_zero(smart_one.training.machine, smart_one.total, 1.0), classes)
    agree = machine == neighbours
    return (
        Text(
            say(
                "**At the probe the two agree**: {k}-NN says {neighbours}, the SVM {machine}.",
                k=k,
                neighbours=neighbours,
                machine=machine,
            )
            if agree
            else say(
                "**At the probe the two differ**: {k}-NN says {neighbours}, the SVM {machine}.",
                k=k,
                neighbours=neighbours,
                machine=machine,
            )
        ),
        Formula(
            rf"\begin{{aligned}}&\textstyle‹\sum_i› ‹\y_i›\,\delta^{{nn}}(‹\x_i›,‹\z›) = {count}\\ &\textstyle‹\sum_i›"
            r" ‹\y_i›‹\alpha_i›\,‹\k›(‹\x_i›,‹\z›) + b\\ "
            rf"&\quad = {tex(smart_one.weighted_sum)} {plus(b)} = {tex(smart_one.total)}\end{{aligned}}"
        ),
    )


def bars(smart_one: Smart) -> Picture:
    votes, n = smart_one.votes, min(NEAREST, smart_one.signed.n)
    names = [str(i + 1) for i in votes.order[:n].tolist()]
    series = {
        f"{smart_one.state.count}-NN: δ/k": votes.equal[:n],
        symbols("‹k›/Σ‹k›"): votes.near[:n],
        symbols("‹α›‹k›/Σ‹α›‹k›"): votes.weighted[:n],
    }
    top = max(float(values.max()) for values in series.values())
    limit = next(level for level in (0.11, 0.22, 0.55, 1.05) if top <= level or level > 1)
    figure = weight_bars(
        names, series, limit, x_title=several(n, "the {n} nearest point", "the {n} nearest points, nearest first")
    )
    rest = [1 - float(values.sum()) for values in series.values()]
    caption = say(
        "The vote of each point at the probe, as shares of 1. For the Gaussian the vote falls with the distance, "
        "instead of stopping after {count}. A point with ‹α› = 0 has no vote.",
        count=smart_one.state.count,
    )
    if n < smart_one.signed.n:
        caption += " " + say(
            "All points beyond these {n} together have {r} of the votes, in the order of the legend.",
            n=n,
            r=", ".join(percent(max(r, 0.0)) for r in rest),
        )
    most = [say("{name} up to {weight}", name=name, weight=v.max()) for name, v in series.items()]
    alt = several(
        n,
        "Vote at the probe of the {n} nearest point: {votes}.",
        "Votes at the probe of the {n} nearest points: {votes}.",
        votes=", ".join(most),
    )
    return Picture(figure, alt, caption, key="soft-votes", height=270)
