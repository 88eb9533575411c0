"""Neighbours of the probe, ranked by kernel and by Euclidean distance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernviz.lessons.lesson import Block, Table, Text
from kernviz.lessons.neighbors.reading import NeighborReading
from kernviz.lessons.neighbors.state import State
from kernviz.lessons.number_format import at
from kernviz.symbols import symbols
from kernviz.wording import class_word, phrase, say, several, shorts

TITLE = phrase("The probe's neighbours")
FEWEST = 5  # fewest rows of the table from each ranking, even for k = 1


def blocks(state: State, probed: NeighborReading) -> tuple[Block, ...]:
    """List the neighbours of the probe by kernel and Euclidean distance.

    Every number of the formula is shown.
    """
    data = state.data
    most = min(max(state.count, FEWEST), data.n)
    rows = list(dict.fromkeys([*probed.order[:most].tolist(), *probed.order_euclid[:most].tolist()]))
    ranks, ranks_euclid = probed.ranks, probed.ranks_euclid
    columns: dict[str, Sequence[object]] = {say("point"): [i + 1 for i in rows], "x": [at(data.X[i]) for i in rows]}
    if data.classes:
        columns[say("class")] = [class_word(data.labels[i]) for i in rows]
    columns |= {
        symbols("‹k›(x,x)"): shorts(probed.own[rows]),
        symbols("‹k›(x,‹z›)"): shorts(probed.values[rows]),
        say("d² by the kernel"): shorts(probed.squared[rows]),
        say("d² by Euclid"): shorts(probed.euclid[rows]),
        say("rank, kernel"): [int(ranks[i]) for i in rows],
        say("rank, Euclid"): [int(ranks_euclid[i]) for i in rows],
        say("has a vote"): [say("yes") if ranks[i] <= state.count else "" for i in rows],
    }
    moved = int((ranks != ranks_euclid).sum())
    words = several(
        moved,
        "‹z› = {z}, ‹k›(‹z›,‹z›) = {kzz}. {n} point of {total} has another rank by the kernel than by Euclid.",
        "‹z› = {z}, ‹k›(‹z›,‹z›) = {kzz}. {n} points of {total} have another rank by the kernel than by Euclid.",
        z=at(probed.z),
        kzz=probed.kzz,
        total=data.n,
    )
    return (
        Text(words),
        Table(
            columns,
            caption=say(
                "The {count} nearest by the kernel, then those of Euclid's {count} that are not among them.", count=most
            ),
            geometric=(say("d² by the kernel"),),
        ),
        *_tie(state, probed),
    )


def _tie(state: State, probed: NeighborReading) -> tuple[Block, ...]:
    """Return a note if a tie decides which k-th neighbour votes."""
    k = state.count
    if k >= len(probed.order):
        return ()
    last, next_one = (float(probed.squared[i]) for i in probed.order[k - 1 : k + 1])
    if probed.blind or abs(last - next_one) > 1e-12 * (abs(probed.kzz) + float(np.abs(probed.own).max())):
        return ()
    i, j = (int(v) + 1 for v in probed.order[k - 1 : k + 1])
    words = say(
        "Points {i} and {j} are equally far, up to rounding, and only one of them is among the {k}: the order of the "
        "values ‹k› decides, and where those are equal too, the order of the data set.",
        i=i,
        j=j,
        k=k,
    )
    return (Text(words, "note"),)
