"""Numbers and warnings of the Nearest neighbours page.

They are the vote at the probe, read-outs, the distance written out, and warnings.
"""

from __future__ import annotations

import numpy as np

from kernviz.lessons.lesson import Block, Formula, Numbers, Readout, Text, paragraph
from kernviz.lessons.neighbors.euclid import Comparison, compared_places, points_agree
from kernviz.lessons.neighbors.neighbor_grid import accuracies
from kernviz.lessons.neighbors.reading import NeighborReading
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import percent
from kernviz.lessons.shared.held_out_readout import held_out_readout
from kernviz.lessons.shared.kernel_formula import kernel_formula
from kernviz.lessons.shared.verdict import not_proven
from kernviz.wording import class_word, phrase, say, several


def answer(state: State, probed: NeighborReading) -> tuple[Block, ...]:
    """Return the vote of the probe's k nearest neighbours, in words."""
    data, k = state.data, state.count
    if not data.classes:
        words = say(
            "“{title}” has no classes, so neighbours have nothing to vote on. Distances and neighbours are the same "
            "with and without classes.",
            title=data.title,
        )
        return (Text(words, "note"),)
    codes = data.codes[probed.order[:k]]
    counts = np.bincount(codes, minlength=len(data.classes))
    winner = int(counts.argmax())
    tie = int((counts == counts.max()).sum()) > 1
    words = several(
        k,
        "**At the probe the vote of {n} neighbour is “{classes}”**: {counts} of {n}.",
        "**At the probe the vote of {n} neighbours is “{classes}”**: {counts} of {n}.",
        classes=class_word(data.classes[winner]),
        counts=int(counts[winner]),
    )
    if k < state.k:
        words += " " + several(data.n, "There is only {n} point.", "There are only {n} points.")
    return (Text(words + (" " + say("It is a tie, which goes to the class that comes first.") if tie else "")),)


def numbers(state: State, apart: Comparison) -> Numbers:
    """Return the read-outs: agreement of both distances, and accuracy of the vote."""
    data, kernel = state.data, state.kernel
    items = [
        Readout(
            phrase("same, plane") if data.d > 1 else phrase("same, line"),
            percent(apart.plane_agrees),
            say("share {whole} with the same nearest point by kernel and by Euclid", whole=compared_places(apart)),
        ),
        Readout(
            phrase("same, points"),
            lambda: percent(points_agree(data, kernel)),
            say("share of the points whose nearest other point is the same by kernel and by Euclid"),
        ),
    ]
    if data.classes:
        items += [
            Readout(
                phrase("train"),
                lambda: percent(accuracies(data, kernel, state.count)[0]),
                say("every point is among its own neighbours: with one neighbour it decides for itself"),
            ),
            held_out_readout(lambda: accuracies(data, kernel, state.count)[1], data),
        ]
    return Numbers(tuple(items))


def formulas(state: State, probed: NeighborReading) -> tuple[Block, ...]:
    """Write out the squared kernel distance d² with the numbers.

    This is done for the nearest point by the kernel. If the nearest point by Euclidean
    distance is different, it follows too.
    """
    blocks: list[Block] = [
        kernel_formula(state.kernel),
        Formula(r"d^2(x,‹\z›) = ‹\k›(x,x) - 2‹\k›(x,‹\z›) + ‹\k›(‹\z›,‹\z›)"),
        Formula(_distance(probed, probed.first)),
    ]
    if probed.first_euclid != probed.first and not probed.blind:
        blocks.append(Formula(_distance(probed, probed.first_euclid)))
        i, j = probed.first, probed.first_euclid
        blocks.append(
            paragraph(
                "**Another neighbour.** The kernel picks point {i} ({squared_i} against {squared_j}), "
                "Euclid point {j} ({euclid_j} against {euclid_i}).",
                i=i + 1,
                squared_i=probed.squared[i],
                squared_j=probed.squared[j],
                j=j + 1,
                euclid_j=probed.euclid[j],
                euclid_i=probed.euclid[i],
            )
        )
    return tuple(blocks)


def _distance(probed: NeighborReading, i: int) -> str:
    return rf"\begin{{aligned}}&d^2(x_{{{i + 1}}},‹\z›)\\ &\quad= {probed.written_out(i)}\end{{aligned}}"


def negative(probed: NeighborReading) -> tuple[Text, ...]:
    """Return a warning if a squared distance is below zero beyond rounding."""
    terms = np.abs(probed.own) + 2 * np.abs(probed.values) + abs(probed.kzz)
    below = probed.squared < -1e-12 * terms  # tolerance: a few rounding errors of the three terms
    if not below.any():
        return ()
    i = int(np.where(below, probed.squared, np.inf).argmin())
    return (
        Text(
            say(
                "**The squared distance from the probe to point {i} is {squared}.** No points of any space lie like "
                "this: ‹k› is not a kernel. The point counts as the nearest here, but that means nothing.",
                i=i + 1,
                squared=probed.squared[i],
            ),
            "warning",
        ),
    )


def warnings(state: State, apart: Comparison) -> tuple[Text, ...]:
    texts: list[Text] = []
    if apart.blind > 0:
        texts.append(
            Text(
                say(
                    "In {share} of the picture the kernel is below 10⁻³⁰⁰ for every point. The computed distances "
                    "to all points are then equal, and the first point of the data set counts as the nearest. "
                    "These places are left out of the comparison.",
                    share=percent(apart.blind),
                ),
                "note",
            )
        )
    twins = state.data.n - len(np.unique(state.data.X, axis=0))
    if twins:
        texts.append(
            Text(
                several(
                    twins,
                    "{n} point stands where another one is. Points at equal distance count in the "
                    "order of the data set.",
                    "{n} points stand where another one is. Points at equal distance count in the "
                    "order of the data set.",
                )
            )
        )
    return (
        *texts,
        *not_proven(state.kernel, state.data.d, say("On these points every squared distance is still ≥ 0.")),
    )
